internal import PodiumCore
internal import PodiumPlugin

/// Typed cells, collected by column in order of appearance; `TypedInference` turns them into columns.
///
/// A column that begins late or ends early costs nothing for rows without its cells until the table is built.
struct TypedCells: Sendable {
  /// The names of the columns in order of their first cell, distinct.
  private(set) var names: [String] = []
  /// The cells of each column; fewer than `rowCount` if the last rows have none.
  private(set) var columns: [[Value]] = []
  /// For each row the line of the file on which it begins, from 1; in formats without lines the row.
  private(set) var lines: [UInt32] = []
  /// The rows of each column whose cell is a text whatever it looks like.
  private(set) var literals: [Int: Set<Int>] = [:]
  /// How many cells were set.
  private(set) var filled = 0
  /// Cells that were set twice in one row; the last value counts.
  private(set) var repeated = 0
  private var places: [String: Int] = [:]
  private let columnLimit: Int
  private let budget: ReadBudget?
  private var (counted, textBytes) = (0, 0)

  /// Above this many cells at least one in sixteen must be set: a few bytes must not be able to request gigabytes.
  static let freeCells = 1 << 23

  init(names: [String] = [], columnLimit: Int = ReadLimits().columns, budget: ReadBudget? = nil) {
    self.columnLimit = columnLimit
    self.budget = budget
    for name in names where places[name] == nil { add(name) }
  }

  /// Whole columns, each with the rows of its literal texts; row 1 has the names.
  init(names: [String], columns: [(cells: [Value], literals: Set<Int>)], rowCount: Int) {
    self.init(names: names, columnLimit: .max)
    lines = (0..<rowCount).map { UInt32(clamping: $0 + 2) }
    self.columns = columns.map(\.cells)
    for (place, column) in columns.enumerated() where !column.literals.isEmpty { literals[place] = column.literals }
    filled = columns.reduce(0) { $0 + $1.cells.count }
  }

  var rowCount: Int { lines.count }

  /// Whether it is time to look at the limits, after a row has begun: wide rows may add many cells each.
  var isCheckDue: Bool { rowCount & 0x3FF == 0 || names.count > 4096 && rowCount & 0xF == 0 }

  mutating func beginRow(line: Int) { lines.append(UInt32(clamping: line)) }

  /// The index of a column, which is added if there is none of that name yet.
  ///
  /// Throws `too-large` beyond the limit on columns.
  mutating func place(of name: String) throws(Diagnostic) -> Int {
    if let place = places[name] { return place }
    guard names.count < columnLimit else {
      throw Diagnostic(
        "too-large", "the table has more than \(columnLimit) columns",
        help: "check whether rows and columns are swapped, or load part of it")
    }
    return add(name)
  }

  @discardableResult private mutating func add(_ name: String) -> Int {
    places[name] = names.count
    names.append(name)
    columns.append([])
    return names.count - 1
  }

  /// Sets a cell of the last row; the integer that represents missing becomes a number.
  ///
  /// A literal text is never a missing value or a date.
  mutating func set(_ value: Value, _ place: Int, isLiteral: Bool = false) {
    var value = value
    if case .integer(ColumnValues.missingInteger) = value {
      value = .number(Double(ColumnValues.missingInteger))
    }
    // Short texts are within the value.
    if case .text(let text) = value, text.utf8.count > 15 { textBytes += text.utf8.count + 32 }
    let row = lines.count - 1
    guard row >= 0 else { return }
    if isLiteral, case .text = value { literals[place, default: []].insert(row) }
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

  /// Fills the columns up to the last row; throws `too-large` for a table that is almost entirely empty.
  mutating func finish() throws(Diagnostic) {
    try check()
    // Filled up, and as columns of types.
    try budget?.use(rows: rowCount, columns: columns.count, cell: 2 * MemoryLayout<Value>.stride)
    for place in columns.indices where columns[place].count < rowCount {
      columns[place].append(contentsOf: repeatElement(.missing, count: rowCount - columns[place].count))
    }
  }

  /// Throws `too-large` as soon as the table has far more cells than values, or takes too much memory.
  mutating func check() throws(Diagnostic) {
    // Arrays that grow take up to twice what they hold.
    let bytes = 2 * (filled * MemoryLayout<Value>.stride + rowCount * 4) + textBytes
    if bytes > counted {
      try budget?.use(bytes - counted)
      counted = bytes
    }
    let cells = rowCount.multipliedReportingOverflow(by: columns.count)
    if cells.overflow || (cells.partialValue > TypedCells.freeCells && cells.partialValue / 16 > filled) {
      throw Diagnostic(
        "too-large",
        "the table would have \(rowCount) rows and \(columns.count) columns with only \(filled) cells filled",
        help: "check whether rows and columns are swapped, or load part of it")
    }
  }
}
