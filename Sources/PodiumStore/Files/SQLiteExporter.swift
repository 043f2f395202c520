public import PodiumCore
public import PodiumPlugin

/// `to FILE.sqlite`: a database of one table.
public struct SQLiteExporter: Exporter {
  public let key = "sqlite"
  public let extensions = ["sqlite", "sqlite3", "db", "db3"]

  /// The log files of a database: SQLite would replay an old one into the new file.
  public let companions = ["-journal", "-wal"]

  public init() {}

  /// The bytes of the file; its table is named `data`.
  public func write(_ table: Table) throws(Diagnostic) -> [UInt8] { try write(table, named: nil) }

  /// The bytes of the file; its table is named after the dataset.
  public func write(_ table: Table, named name: String?) throws(Diagnostic) -> [UInt8] {
    try SQLiteWriter.write(table, named: name)
  }
}
