public import PodiumCore

/// A table that a query may read, under its name.
public struct QueryTable: Sendable {
  public let name: String
  public let table: Table
  /// The rows that are shown; nil for all.
  public let rows: [Int]?

  /// Shows some rows of a table, or all.
  public init(name: String, table: Table, rows: [Int]? = nil) {
    (self.name, self.table, self.rows) = (name, table, rows)
  }
}

/// What a query gave.
public struct QueryAnswer: Sendable {
  public let table: Table
  /// The tables it read, in the order they were loaded.
  public let tables: [String]

  /// Joins an answer with the names of its sources.
  public init(table: Table, tables: [String]) { (self.table, self.tables) = (table, tables) }
}
