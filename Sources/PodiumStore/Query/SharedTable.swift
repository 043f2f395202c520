internal import CSQLite
internal import PodiumCore

/// A table as SQLite reads it, cell by cell. A class: SQLite holds pointers to it.
final class SharedTable {
  let name: String
  /// The number of rows that are shown.
  let count: Int
  let rows: [Int]?
  let values: [ColumnValues]
  /// What SQLite reads in place of the rows; nil for the rows.
  let groups: GroupedTable?
  private let columns: [Cells]
  private let cells: UnsafeMutableBufferPointer<DirectCells>
  private let direct: UnsafePointer<Int>?
  private let types: [(name: String, type: ColumnType)]
  private var indexes: [Int: CellIndex] = [:]

  /// Shows some rows of a table, or all, or their groups.
  init(_ name: String, _ table: Table, rows: [Int]?, groups: GroupedTable? = nil) {
    (self.name, self.rows, self.groups) = (name, rows, groups)
    count = rows?.count ?? table.rowCount
    values = table.columns.map(\.values)
    columns = values.map { Cells($0) }
    types = table.columns.map { ($0.name, $0.type) }
    // The arrays belong to this object and never change, so that their elements keep their place while it lives.
    direct = rows.flatMap { $0.withUnsafeBufferPointer { $0.baseAddress } }
    cells = .allocate(capacity: columns.count)
    for (place, column) in columns.enumerated() { cells.initializeElement(at: place, to: column.direct) }
  }

  deinit {
    cells.deallocate()
    for column in columns { column.free() }
  }

  /// Where the cells of a column are, for the path that a query takes for each cell: no reference is counted on it.
  private enum DirectCells {
    case numbers(UnsafePointer<Double>)
    case integers(UnsafePointer<Int>)
    case codes(UnsafePointer<Int32>, UnsafePointer<UnsafeMutableBufferPointer<CChar>>)
    /// Texts, which are made or copied for each cell anyway, and columns without cells.
    case others
  }

  /// The values of a column; names of categories as bytes that stay in their place.
  private enum Cells {
    case numbers([Double])
    case integers([Int])
    case codes([Int32], UnsafeMutableBufferPointer<UnsafeMutableBufferPointer<CChar>>)
    case texts([String?])
    case truths([Bool?])
    case days([CalendarDate?])
    case moments([Moment?])

    init(_ values: ColumnValues) {
      switch values {
      case .number(let x): self = .numbers(x)
      case .integer(let x): self = .integers(x)
      case .category(let x), .ordered(let x):
        let names = UnsafeMutableBufferPointer<UnsafeMutableBufferPointer<CChar>>.allocate(capacity: x.levels.count)
        for (number, level) in x.levels.enumerated() {
          let bytes = UnsafeMutableBufferPointer<CChar>.allocate(capacity: level.utf8.count + 1)
          for (place, byte) in level.utf8.enumerated() {
            bytes.initializeElement(at: place, to: CChar(bitPattern: byte))
          }
          bytes.initializeElement(at: level.utf8.count, to: 0)
          names.initializeElement(at: number, to: bytes)
        }
        self = .codes(x.codes, names)
      case .text(let x): self = .texts(x)
      case .boolean(let x): self = .truths(x)
      case .date(let x): self = .days(x)
      case .datetime(let x): self = .moments(x)
      }
    }

    func free() {
      guard case .codes(_, let names) = self else { return }
      for name in names { name.deallocate() }
      names.deallocate()
    }

    var direct: DirectCells {
      func start<Element>(_ x: [Element]) -> UnsafePointer<Element>? { x.withUnsafeBufferPointer { $0.baseAddress } }
      switch self {
      case .numbers(let x): return start(x).map(DirectCells.numbers) ?? .others
      case .integers(let x): return start(x).map(DirectCells.integers) ?? .others
      case .codes(let x, let names):
        guard let codes = start(x), let names = names.baseAddress else { return .others }
        return .codes(codes, UnsafePointer(names))
      default: return .others
      }
    }
  }

  /// The names of a table's columns for SQLite, which takes `a` and `A` for one name.
  static func names(_ table: Table) -> [String] { UniqueNames.of(table.names, same: QueryNames.folded) }

  /// The columns as SQLite is to know them, and more without a type.
  func declaration(and more: [String]) -> String {
    let names = UniqueNames.of(types.map(\.name), same: QueryNames.folded)
    let columns =
      zip(names, types).map { SQLValue.quoted($0) + " " + SharedTable.declared($1.type) } + more.map(SQLValue.quoted)
    return "CREATE TABLE x(" + (columns.isEmpty ? "\"(no columns)\"" : columns.joined(separator: ", ")) + ")"
  }

  private static func declared(_ type: ColumnType) -> String {
    switch type {
    case .number: "REAL"
    case .integer: "INTEGER"
    case .boolean: "BOOLEAN"
    case .category, .ordered, .text: "TEXT"
    // Affinity TEXT, and the result knows the type again.
    case .date: "TEXT_DATE"
    case .datetime: "TEXT_DATETIME"
    }
  }

  /// Gives a cell to SQLite.
  @inline(__always)
  func give(_ place: Int, column: Int, to context: OpaquePointer?) {
    guard column < cells.count, place < count else { return sqlite3_result_null(context) }
    let row = direct.map { $0[place] } ?? place
    switch cells[column] {
    case .numbers(let x):
      if x[row].isNaN { sqlite3_result_null(context) } else { sqlite3_result_double(context, x[row]) }
    case .integers(let x):
      if x[row] == ColumnValues.missingInteger {
        sqlite3_result_null(context)
      } else {
        sqlite3_result_int64(context, Int64(x[row]))
      }
    case .codes(let codes, let names):
      guard codes[row] >= 0 else { return sqlite3_result_null(context) }
      let name = names[Int(codes[row])]
      // The bytes outlive the query, so SQLite need not copy them.
      sqlite3_result_text(context, name.baseAddress, Int32(clamping: name.count - 1), nil)
    case .others: giveOther(row, column, to: context)
    }
  }

  private func giveOther(_ row: Int, _ column: Int, to context: OpaquePointer?) {
    switch columns[column] {
    case .texts(let x): SharedTable.give(x[row], to: context)
    case .truths(let x):
      if let truth = x[row] { sqlite3_result_int(context, truth ? 1 : 0) } else { sqlite3_result_null(context) }
    case .days(let x): SharedTable.give(x[row]?.description, to: context)
    case .moments(let x): SharedTable.give(x[row]?.description, to: context)
    case .numbers, .integers, .codes: sqlite3_result_null(context)
    }
  }

  private static func give(_ text: String?, to context: OpaquePointer?) {
    guard var text else { return sqlite3_result_null(context) }
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        podium_sqlite_give_text(context, $0.baseAddress, Int32(clamping: $0.count))
      }
    }
  }

  /// A cell as the index compares it; nil where it is missing.
  private func key(_ place: Int, _ column: Int) -> Key? {
    let row = rows?[place] ?? place
    switch columns[column] {
    case .numbers(let x): return x[row].isNaN ? nil : Key.number(x[row])
    case .integers(let x): return x[row] == ColumnValues.missingInteger ? nil : Key.number(Double(x[row]))
    case .codes(let codes, let names):
      guard codes[row] >= 0, let start = names[Int(codes[row])].baseAddress else { return nil }
      return .text(String(cString: start))
    case .texts(let x): return x[row].map(Key.text)
    case .truths(let x): return x[row].map { .number($0 ? 1 : 0) }
    case .days(let x): return x[row].map { .text($0.description) }
    case .moments(let x): return x[row].map { .text($0.description) }
    }
  }

  /// What equality compares: SQLite's numbers are equal across their types. It checks the rows again itself, so that
  /// numbers which only a double takes for equal do no harm.
  enum Key: Hashable {
    case number(Double)
    case text(String)
  }

  /// The places whose cell equals a value, ascending; the index of a column is made when it is first needed.
  func places(equalTo value: OpaquePointer, column: Int) -> ArraySlice<UInt32> {
    let wanted: Key
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER, SQLITE_FLOAT: wanted = .number(sqlite3_value_double(value) + 0)
    case SQLITE_TEXT: wanted = .text(sqlite3_value_text(value).map { String(cString: $0) } ?? "")
    default: return []
    }
    if indexes[column] == nil {
      indexes[column] = CellIndex(count) { place in
        self.key(place, column).map { if case .number(let x) = $0 { .number(x + 0) } else { $0 } }
      }
    }
    return indexes[column]?.places(of: wanted) ?? []
  }
}

/// The places of each value of a column.
private struct CellIndex {
  private var numbers: [SharedTable.Key: Int] = [:]
  private var starts: [Int] = []
  private var order: [UInt32] = []

  init(_ count: Int, _ key: (Int) -> SharedTable.Key?) {
    var codes = [Int](repeating: -1, count: count)
    for place in 0..<count {
      guard let key = key(place) else { continue }
      if let number = numbers[key] {
        codes[place] = number
      } else {
        codes[place] = numbers.count
        numbers[key] = numbers.count
      }
    }
    starts = [Int](repeating: 0, count: numbers.count + 1)
    for code in codes where code >= 0 { starts[code + 1] += 1 }
    for code in 0..<numbers.count { starts[code + 1] += starts[code] }
    var next = starts
    order = [UInt32](repeating: 0, count: starts[numbers.count])
    for (place, code) in codes.enumerated() where code >= 0 {
      order[next[code]] = UInt32(truncatingIfNeeded: place)
      next[code] += 1
    }
  }

  func places(of key: SharedTable.Key) -> ArraySlice<UInt32> {
    guard let number = numbers[key] else { return [] }
    return order[starts[number]..<starts[number + 1]]
  }
}
