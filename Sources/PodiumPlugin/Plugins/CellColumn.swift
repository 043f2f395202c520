public import PodiumCore

/// A column of typed cells that must be given one type.
public struct CellColumn: Sendable {
  public var name: String
  /// The cells, one per row.
  public var cells: [Value]
  /// For each row the line or number it has in the file; empty for 1, 2, 3 and so on.
  public var lines: [Int]
  /// The type the user asks for, which is never questioned.
  public var declared: ColumnType?
  /// The type the file speaks of without holding its cells to it.
  public var expected: ColumnType?
  /// The categories the file lists, in their order.
  public var levels: [String]

  /// Names a column of cells.
  public init(
    _ name: String, _ cells: [Value], lines: [Int] = [], declared: ColumnType? = nil, expected: ColumnType? = nil,
    levels: [String] = []
  ) {
    self.name = name
    self.cells = cells
    self.lines = lines
    self.declared = declared
    self.expected = expected
    self.levels = levels
  }
}

/// A column that was made of loose cells, and what that changed.
public struct ReadColumn: Sendable {
  public var column: Column
  /// What became of it.
  public var report: ImportReport.Column
  /// Notes on it, each a sentence that names it.
  public var notes: [String]

  /// Joins a column with its report.
  public init(_ column: Column, report: ImportReport.Column, notes: [String] = []) {
    self.column = column
    self.report = report
    self.notes = notes
  }
}
