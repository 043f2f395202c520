public import PodiumCore
public import PodiumPlugin

/// A table just read from a file, and what was decided on the way.
public struct LoadedTable: Sendable, Equatable {
  public var table: Table
  /// What the reader found and what it changed.
  public var report: LoadReport
}

/// What a reader found in a file: nothing it decided or changed is left out.
public struct LoadReport: Sendable, Equatable {
  /// The number of rows of the table.
  public var rows: Int
  /// The columns in order.
  public var columns: [ImportReport.Column]
  /// How the bytes stood for text.
  public var encoding: TextEncoding
  /// How the cells are written; nil where the format is no delimited text.
  var dialect: CSVDialect?
  /// How the numbers and dates are written that are not in the standard form.
  public var formats: FoundFormats
  /// How many lines gave the names of the columns.
  public var headerRows: Int
  /// The line the table begins on.
  public var firstLine: Int
  /// The names that could not stay as they were.
  public var renamed: [Renaming]
  /// The rows with too few cells; those they lack are missing.
  public var shortRows: LineList
  /// The rows with empty cells beyond the last column; these were dropped.
  public var longRows: LineList
  /// The blank lines that were skipped.
  public var blankLines: Int
  /// The rows that are not in the table.
  public var rejected: ImportReport.Rejected
  /// Sentences for the user: what neither a column nor a rejected row tells.
  public var notes: [String] = []

  /// The byte between cells; nil where the format has none.
  public var delimiter: UInt8? { dialect?.delimiter }
  /// Whether the first line gave the names of the columns.
  public var hasHeader: Bool { headerRows > 0 }

  /// All there is to say, in sentences.
  public var notices: [String] { imported.sentences }

  /// The report as every reader gives it.
  public var imported: ImportReport {
    var facts = [ImportReport.Fact("encoding", .text(encoding.rawValue))]
    if let dialect {
      facts.append(
        .init("delimiter", .text(CSVDialect.name(dialect.delimiter) + (dialect.skipsBlanks ? " and blank" : ""))))
      if dialect.quote == 0x27 { facts.append(.init("quote", .text("'"))) }
      if dialect.escapes { facts.append(.init("escape", .text("\\"))) }
    }
    if headerRows != 1 { facts.append(.init("header_lines", .integer(headerRows))) }
    facts += formats.facts
    return ImportReport(facts: facts, columns: columns, rejected: rejected, notes: notes)
  }

  /// A name that was empty or not the first of its kind.
  public struct Renaming: Sendable, Equatable {
    /// The place of the column, from 0.
    public var column: Int
    /// The name as it stands in the file.
    public var from: String
    /// The name of the column.
    public var to: String
  }

  /// Some lines of a file: how many, and the first of them.
  public struct LineList: Sendable, Equatable {
    /// How many there are.
    public private(set) var count = 0
    /// The first five, from 1.
    public private(set) var first: [Int] = []

    mutating func append(_ line: Int) {
      count += 1
      if first.count < 5 { first.append(line) }
    }
  }
}

extension Diagnostic {
  /// The error of a file in which there is nothing to read.
  static func emptyFile(_ name: String) -> Diagnostic {
    Diagnostic("empty-file", "the file holds no rows", help: "check the path, or export the data again").inFile(
      name, line: 1)
  }
}

extension String {
  /// A text of a file as it is quoted in a sentence.
  var quotedInNotice: String { ImportReport.quoted(self) }
}
