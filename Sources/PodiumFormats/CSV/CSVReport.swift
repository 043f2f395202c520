public import PodiumCore
public import PodiumPlugin

/// A table just read from a file, and what was decided while reading it.
public struct LoadedTable: Sendable, Equatable {
  public var table: Table
  /// What the reader found and what it changed.
  public var report: CSVReport
}

/// What a reader found in a file, including everything it decided or changed.
public struct CSVReport: Sendable, Equatable {
  /// The number of rows of the table.
  public var rows: Int
  /// The columns in order.
  public var columns: [ImportReport.Column]
  /// The encoding of the file.
  public var encoding: TextEncoding
  /// How the cells are written; nil if the format is not delimited text.
  var dialect: CSVDialect?
  /// The nonstandard forms of numbers and dates.
  public var formats: FoundFormats
  /// Number of lines with column names.
  public var headerRows: Int
  /// The line on which the table begins.
  public var firstLine: Int
  /// The names that had to be changed.
  public var renamed: [Renaming]
  /// The rows with too few cells; the others became missing.
  public var shortRows: LineList
  /// The rows with empty cells beyond the last column; these were dropped.
  public var longRows: LineList
  /// The blank lines that were skipped.
  public var blankLines: Int
  /// The rows that are not in the table.
  public var rejected: ImportReport.Rejected
  /// Notices that do not belong to a column or a rejected row.
  public var notes: [String] = []

  /// The byte between cells; nil if the format has none.
  public var delimiter: UInt8? { dialect?.delimiter }
  /// Whether the first line holds the column names.
  public var hasHeader: Bool { headerRows > 0 }

  /// All notices.
  public var notices: [String] { imported.sentences }

  /// The report in the form shared by all readers.
  public var imported: ImportReport {
    var facts = [ImportReport.Fact("encoding", .text(encoding.rawValue))]
    if let dialect {
      facts.append(
        .init("delimiter", .text(CSVDialect.name(dialect.delimiter) + (dialect.skipsBlanks ? " and space" : ""))))
      if dialect.quote == 0x27 { facts.append(.init("quote", .text("'"))) }
      if dialect.escapes { facts.append(.init("escape", .text("\\"))) }
    }
    if headerRows != 1 { facts.append(.init("header_lines", .integer(headerRows))) }
    facts += formats.facts
    return ImportReport(facts: facts, columns: columns, rejected: rejected, notes: notes)
  }

  /// A name that was empty or not the first of its kind.
  public struct Renaming: Sendable, Equatable {
    /// The index of the column, from 0.
    public var column: Int
    /// The name as written in the file.
    public var from: String
    /// The name of the column.
    public var to: String

    /// What was wrong with the name, and the one in its place.
    var sentence: String { sentence(of: "column \(column + 1)") }

    func sentence(of place: String) -> String {
      if from.utf8.contains(0) { return "the name of \(place) has a NUL character; it was named \(to.quotedInNotice)" }
      return from.isEmpty
        ? "\(place) has no name; it was named \(to.quotedInNotice)"
        : "\(place) is another \(from.quotedInNotice); it was renamed \(to.quotedInNotice)"
    }
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
  static func emptyFile(_ name: String) -> Diagnostic {
    Diagnostic("empty-file", "the file has no rows", help: "check the path, or export the data again").inFile(
      name, line: 1)
  }
}

extension String {
  var quotedInNotice: String { ImportReport.quoted(self) }
}
