/// How an exporter's files are shown as text: `--format KEY` then writes tables in the format.
public struct TextForm: Sendable {
  /// The name after `--format`.
  public var key: String
  public var summary: String
  public var mediaType: String
  /// What of it must be escaped on a terminal.
  public var cells: Cells

  /// Describes the text of a format.
  public init(_ key: String, summary: String, mediaType: String, cells: Cells = .plain) {
    (self.key, self.summary, self.mediaType, self.cells) = (key, summary, mediaType, cells)
  }

  /// What must be escaped on a terminal.
  public enum Cells: Sendable {
    /// Control characters, except at the ends of lines.
    case plain
    /// The same, except tabs.
    case tabbed
    /// JSON, which has an escape for each of them; records are lines of their own.
    case json
  }
}
