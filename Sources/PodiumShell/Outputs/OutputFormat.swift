/// The ways outputs can be written.
public enum OutputFormat: String, CaseIterable, Sendable {
  /// Aligned text that fits the window.
  case terminal
  /// Aligned text, whole and without colours.
  case plain
  /// Markdown.
  case markdown
  /// One JSON object a command.
  case json
  /// Comma separated values: tables alone.
  case csv
  /// Tab separated values: tables alone.
  case tsv
  /// Parts of an HTML page.
  case html
  /// One JSON object a row: tables alone.
  case jsonl
  /// Parts of a LaTeX document.
  case latex
  /// A line a cell: `name: value`.
  case vertical

  /// Whether a person reads it as it is written.
  public var isForReading: Bool {
    switch self {
    case .terminal, .plain, .vertical: true
    case .markdown, .json, .csv, .tsv, .html, .jsonl, .latex: false
    }
  }
}
