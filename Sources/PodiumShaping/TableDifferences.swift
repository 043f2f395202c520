public import PodiumCore

/// What a table that was written to a file and read again does not have any more.
public struct TableDifferences: Sendable {
  /// A column that came back different.
  public struct Difference: Sendable, Equatable {
    /// The name of the column that was written.
    public let column: String
    /// What became of it, as a predicate: `is integer, not text`.
    public var changes: [String]
  }

  /// The columns that came back different, in their order.
  public private(set) var columns: [Difference] = []
  /// How many rows and columns came back, where that changed.
  public private(set) var shape: [String] = []

  /// Compares a table with what came back of it, column by column in order; `cellsAlone` leaves out names, types and roles.
  public init(
    _ written: Table, _ read: Table, cellsAlone: Bool = false, cancellation: Cancellation
  ) throws(Diagnostic) {
    if read.rowCount != written.rowCount {
      shape.append("has \(read.rowCount.counted("row")), not \(written.rowCount)")
    }
    if read.columns.count != written.columns.count {
      shape.append("has \(read.columns.count.counted("column")), not \(written.columns.count)")
    }
    for (one, other) in zip(written.columns, read.columns) {
      try cancellation.check()
      let cells = TableDifferences.cells(one, other)
      var changes = cellsAlone ? cells : TableDifferences.changes(one, other, cells)
      if one.type == .datetime, let zone = written.zone(shownBy: one.name), read.zone(shownBy: other.name) != zone {
        changes.append("does not name \(Abridged.text(zone)), whose clock it shows")
      }
      if !changes.isEmpty { columns.append(Difference(column: one.name, changes: changes)) }
    }
  }

  private static func cells(_ one: Column, _ other: Column) -> [String] {
    let cells = changedCells(one, other)
    return cells.first.map { first in
      let (was, now) = (shown(one, first), shown(other, first))
      return ["has \(cells.count.counted("other cell")), first in row \(first + 1): \(now) instead of \(was)"]
    } ?? []
  }

  private static func changes(_ one: Column, _ other: Column, _ cells: [String]) -> [String] {
    var changes: [String] = []
    if !isSame(one.name, other.name) { changes.append("is called \(Abridged.quoted(other.name))") }
    // Whole numbers and others of one scale, such as durations, have one name.
    if one.typeName != other.typeName {
      changes.append("is \(other.typeName), not \(one.typeName)")
    } else if one.type == .ordered, one.categorical?.levels != other.categorical?.levels {
      changes.append("has its categories in another order")
    }
    changes += cells
    if let circle = one.circle, one.scale?.name == nil, other.circle == nil {
      changes.append("does not come round at \(NumberText.shortest(circle.period)) any more")
    }
    if one.role != other.role, one.role != Column.defaultRole(one.type) {
      changes.append("does not keep the role \(one.role.rawValue)")
    }
    return changes
  }

  private static func shown(_ column: Column, _ row: Int) -> String {
    switch column[row] {
    case .missing: "missing"
    case .text(let text): Abridged.quoted(text)
    default: column.fileText(row)
    }
  }

  /// How many cells differ, and the first of them; cells of other types by their text.
  private static func changedCells(_ one: Column, _ other: Column) -> (count: Int, first: Int?) {
    let count = min(one.count, other.count)
    switch (one.values, other.values) {
    case (.number(let a), .number(let b)):
      return differing(count) { a[$0].isNaN ? b[$0].isNaN : a[$0].bitPattern == b[$0].bitPattern }
    case (.integer(let a), .integer(let b)): return differing(count) { a[$0] == b[$0] }
    case (.boolean(let a), .boolean(let b)): return differing(count) { a[$0] == b[$0] }
    case (.date(let a), .date(let b)): return differing(count) { a[$0] == b[$0] }
    case (.datetime(let a), .datetime(let b)): return differing(count) { a[$0] == b[$0] }
    case (.text(let a), .text(let b)): return differing(count) { isSame(a[$0], b[$0]) }
    case (.category(let a), .category(let b)), (.ordered(let a), .ordered(let b)), (.ordered(let a), .category(let b)):
      // Each pair of names is compared once.
      var known: [Int64: Bool] = [:]
      return differing(count) { row in
        let (code, new) = (a.codes[row], b.codes[row])
        if code < 0 || new < 0 { return code < 0 && new < 0 }
        let pair = Int64(code) << 32 | Int64(new)
        if let same = known[pair] { return same }
        let same = isSame(a.levels[Int(code)], b.levels[Int(new)])
        known[pair] = same
        return same
      }
    default:
      return differing(count) { row in
        let (a, b) = (one[row], other[row])
        return a.isMissing || b.isMissing
          ? a.isMissing && b.isMissing : isSame(one.fileText(row), other.fileText(row))
      }
    }
  }

  private static func differing(_ count: Int, _ isSame: (Int) -> Bool) -> (count: Int, first: Int?) {
    var (found, first) = (0, Int?.none)
    for row in 0..<count where !isSame(row) {
      found += 1
      first = first ?? row
    }
    return (found, first)
  }

  /// Byte for byte: `==` takes é in two spellings for one.
  private static func isSame(_ a: String?, _ b: String?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return a.utf8.elementsEqual(b.utf8)
  }
}
