public import PodiumCore

/// What an importer may read: one file or the files of one folder, with the core's parsers at hand.
public protocol ImportContext: Sendable {
  /// What the user typed, for messages.
  var name: String { get }
  /// Whether it is a folder.
  var isFolder: Bool { get }
  /// The files of the folder (names without a path, in code-point order), or the one file's name.
  var files: [String] { get }
  /// The flag that asks to stop.
  var cancellation: Cancellation { get }

  /// The bytes of a file of the folder, or of the one file.
  ///
  /// Throws `unknown-file`, `unreadable-file` and `too-large`.
  func bytes(of file: String) throws(Diagnostic) -> [UInt8]

  /// A file of the folder, or the one file, read as a table of delimited text.
  ///
  /// Throws what the reader finds wrong, with file and line.
  func table(of file: String, options: DelimitedOptions) throws(Diagnostic) -> DelimitedTable
}

/// How a table of delimited text is read; what is nil is found out from the text.
public struct DelimitedOptions: Sendable, Equatable {
  /// The character between cells.
  public var delimiter: Character?
  /// Whether the first line names the columns.
  public var header: Bool?
  /// The texts that stand for missing.
  public var missing: [String]?
  /// Types that columns must have.
  public var types: [String: ColumnType]

  /// Makes options; what is left out is found out.
  public init(
    delimiter: Character? = nil, header: Bool? = nil, missing: [String]? = nil,
    types: [String: ColumnType] = [:]
  ) {
    self.delimiter = delimiter
    self.header = header
    self.missing = missing
    self.types = types
  }
}

/// A table of delimited text and what reading it decided and changed.
public struct DelimitedTable: Sendable {
  /// The table.
  public var table: Table
  /// What was decided and changed.
  public var report: ImportReport

  /// Joins a table with its report.
  public init(_ table: Table, report: ImportReport) {
    self.table = table
    self.report = report
  }

  /// Joins a table with what should be said of it.
  public init(_ table: Table, notes: [String]) { self.init(table, report: ImportReport(notes: notes)) }

  /// All that should be said of reading it, each one sentence.
  public var notes: [String] { report.sentences }
}
