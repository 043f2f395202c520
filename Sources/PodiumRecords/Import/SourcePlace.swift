/// Where a cell of a file is, for messages.
public struct SourcePlace: Hashable, Sendable {
  /// The file and its sheet, in quotes.
  public let source: String
  /// What `line` counts: lines and rows of sheets, or the entries of a list that has no lines.
  let word: String
  /// From 1; nil where the file has no lines.
  public var line: Int?
  /// What names the column: its letters or its heading.
  public var column: String?

  public init(source: String, line: Int? = nil, column: String? = nil, word: String = "line") {
    (self.source, self.line, self.column, self.word) = (source, line, column, word)
  }

  /// The place in the file: `line 8`, `entry 3`; empty where it has none.
  public var row: String { line.map { "\(word) \($0)" } ?? "" }

  /// `'book.xlsx' sheet 'Jan' line 8, column B`.
  public var text: String {
    source + (line == nil ? "" : " " + row) + (column.map { (line == nil ? " " : ", column ") + $0 } ?? "")
  }
}

/// The letters of a column, from 0, as spreadsheets write them.
public enum CellLetters {
  public static func text(_ column: Int) -> String {
    var (rest, text) = (max(0, column) + 1, "")
    while rest > 0 {
      text = String(UnicodeScalar(UInt8(0x41 + (rest - 1) % 26))) + text
      rest = (rest - 1) / 26
    }
    return text
  }
}
