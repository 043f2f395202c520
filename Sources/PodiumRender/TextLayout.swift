public import PodiumPlugin

/// The renderers of text for people: fitted to a screen, complete, and one line per cell.
public struct TextLayout: Renderer {
  public let key: String
  public let summary: String
  /// The MIME type; plain text that is whole has one.
  public let mediaType: String?
  private let tables: TextStyle.TableLayout
  private let isWhole: Bool

  /// Aligned text that fits the window.
  public static let terminal = TextLayout(
    key: "terminal", summary: "aligned text, fitted to the window", mediaType: nil, tables: .columns, isWhole: false)
  /// Aligned text, whole and without colours.
  public static let plain = TextLayout(
    key: "plain", summary: "aligned text, complete", mediaType: "text/plain", tables: .columns, isWhole: true)
  /// One line per cell: `name: value`.
  public static let vertical = TextLayout(
    key: "vertical", summary: "one line per cell", mediaType: nil, tables: .vertical, isWhole: false)

  public var extensions: [String] { mediaType == nil ? [] : ["txt"] }
  public var growing: [String] { extensions }
  /// Whether a person reads it as it is written.
  public var isForReading: Bool { true }

  /// The text of a command.
  public func render(_ report: CommandReport, on page: Page) -> RenderedReport {
    RenderedReport([TextRenderer(style: style(page)).render(report)], isSeparated: tables == .vertical)
  }

  /// The text of outputs, with an empty line between them.
  public func render(_ outputs: [Output]) -> String {
    outputs.map(TextRenderer(style: style(.unlimited)).render).joined(separator: "\n")
  }

  private func style(_ page: Page) -> TextStyle {
    if isWhole { return .plain }
    var style = TextStyle(page)
    if tables == .vertical { style.tables = .vertical }
    return style
  }
}
