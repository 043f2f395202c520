internal import PodiumCore

/// Cells that carry types of their own, gathered by column as they come; `TypedInference` makes columns of them.
///
/// A column that begins late or ends early costs nothing for the rows it has no cells in, until the table is made.
struct TypedCells: Sendable {
  /// The names of the columns in order of their first cell, distinct.
  private(set) var names: [String] = []
  /// For each column its cells; shorter than `rowCount` where the last rows have none.
  private(set) var columns: [[Value]] = []
  /// For each row the line of the file it begins on, from 1; in formats without lines the row.
  private(set) var lines: [UInt32] = []
  /// How many cells were set.
  private(set) var filled = 0
  /// Cells that were set twice in one row; the last value counts.
  private(set) var repeated = 0
  private var places: [String: Int] = [:]
  private let columnLimit: Int

  /// Above this many cells at least one in sixteen must have been set: a few bytes may not ask for gigabytes.
  static let freeCells = 1 << 23

  init(names: [String] = [], columnLimit: Int = Limits().columns) {
    self.columnLimit = columnLimit
    for name in names where places[name] == nil { add(name) }
  }

  var rowCount: Int { lines.count }

  /// Begins the next row.
  mutating func beginRow(line: Int) { lines.append(UInt32(clamping: line)) }

  /// The place of a column, which is made when nothing has its name yet.
  ///
  /// Throws `too-large` beyond the limit of columns.
  mutating func place(of name: String) throws(Diagnostic) -> Int {
    if let place = places[name] { return place }
    guard names.count < columnLimit else {
      throw Diagnostic(
        "too-large", "the table has more than \(columnLimit) columns",
        help: "look whether its rows are columns, and take a part of it")
    }
    return add(name)
  }

  @discardableResult private mutating func add(_ name: String) -> Int {
    places[name] = names.count
    names.append(name)
    columns.append([])
    return names.count - 1
  }

  /// Sets a cell of the last row; the integer that stands for missing becomes a number.
  mutating func set(_ value: Value, _ place: Int) {
    var value = value
    if case .integer(ColumnValues.missingInteger) = value { value = .number(Double(ColumnValues.missingInteger)) }
    let row = lines.count - 1
    guard row >= 0 else { return }
    if columns[place].count > row {
      columns[place][row] = value
      repeated += 1
      return
    }
    if columns[place].count < row {
      columns[place].append(contentsOf: repeatElement(.missing, count: row - columns[place].count))
    }
    columns[place].append(value)
    filled += 1
  }

  /// Fills the columns up to the last row; throws `too-large` for a table of next to nothing but gaps.
  mutating func finish() throws(Diagnostic) {
    try check()
    for place in columns.indices where columns[place].count < rowCount {
      columns[place].append(contentsOf: repeatElement(.missing, count: rowCount - columns[place].count))
    }
  }

  /// Throws `too-large` as soon as the table has far more cells than values.
  func check() throws(Diagnostic) {
    let cells = rowCount.multipliedReportingOverflow(by: columns.count)
    if cells.overflow || (cells.partialValue > TypedCells.freeCells && cells.partialValue / 16 > filled) {
      throw Diagnostic(
        "too-large",
        "the table would have \(rowCount) rows and \(columns.count) columns with only \(filled) cells filled",
        help: "look whether its rows are columns, and take a part of it")
    }
  }
}
