public import PodiumCore

/// Rows into columns and back.
public enum Pivoting {
  /// The most columns that `wide` makes.
  public static let columnLimit = 1000

  /// Which rows of a table meet in a cell of a wide one.
  public struct Wide: Sendable {
    /// For each row of the result the first row of the table that has its keys.
    public let firsts: [Int]
    /// For each column of the result its name.
    public let names: [String]
    /// For each cell, row by row, its group of rows of the table, −1 for none.
    public let cells: [Int32]
    /// The frame whose groups those are.
    public let frame: RowFrame
    /// Rows without a name, which are in no cell.
    public let unnamed: Int

    /// How many rows of the table share a cell with another one.
    public var doubles: Int { frame.count - frame.groupCount }
  }

  /// Plans a wide table: a row for each combination of `keys`, a column for each value of `names`, in the order of
  /// categories, else of the values.
  ///
  /// Throws `too-many-values` beyond `columnLimit` columns.
  public static func wide(
    _ table: Table, rows: [Int]?, keys: [Column], names column: Column, cancellation: Cancellation
  ) throws(Diagnostic) -> Wide {
    let named = (rows ?? Array(0..<table.rowCount)).filter { !column.isMissing($0) }
    let count = rows?.count ?? table.rowCount
    let columns = Grouping(of: [column], rows: named, count: named.count)
    guard columns.count <= columnLimit else {
      throw Diagnostic(
        "too-many-values",
        "\(Abridged.quoted(column.name)) has \(columns.count) values, each of which would be a column (at most \(columnLimit))",
        help: "choose a column with few values, or bin it first")
    }
    try cancellation.check()
    let heads = columns.firsts.map { named[$0] }
    let order = try RowOrder.sorted(
      by: [RowOrder.Key(column)], rows: heads, count: heads.count, cancellation: cancellation)
    let words = column.words(of: heads.map { column[$0] })
    var placeOf = [Int](repeating: 0, count: heads.count)
    for (place, group) in order.enumerated() { placeOf[group] = place }
    let lines = Grouping(of: keys, rows: named, count: named.count)
    try ShapedSize.check(
      "the table", rows: lines.count, columns: heads.count, from: count * (keys.count + 2),
      help: "choose fewer columns for the rows: rows=a,b")
    var cells = [Int32](repeating: -1, count: lines.count * max(1, heads.count))
    var groups = [Int32](repeating: 0, count: named.count)
    var found: Int32 = 0
    for place in named.indices {
      let cell = Int(lines.groups[place]) * heads.count + placeOf[Int(columns.groups[place])]
      if cells[cell] < 0 {
        cells[cell] = found
        found += 1
      }
      groups[place] = cells[cell]
    }
    try cancellation.check()
    return Wide(
      firsts: lines.firsts.map { named[$0] }, names: order.map { words[$0] }, cells: cells,
      frame: RowFrame(of: table, rows: named, groups: (groups, Int(found))), unnamed: count - named.count)
  }

  /// A long table: for each row and each of some columns a row with the name and the value, in the order of rows.
  ///
  /// Throws `wrong-type` for columns that no column can hold together.
  public static func long(
    _ table: Table, rows: [Int]?, columns: [Column], name: String, value: String, cancellation: Cancellation
  ) throws(Diagnostic) -> Table {
    let own = rows ?? Array(0..<table.rowCount)
    let total = own.count.multipliedReportingOverflow(by: columns.count)
    try ShapedSize.check(
      "the table", rows: total.overflow ? .max : total.partialValue, columns: table.columns.count - columns.count + 2)
    let repeated = own.flatMap { [Int](repeating: $0, count: columns.count) }
    try cancellation.check()
    let gone = Set(columns.map(\.name))
    var out = table.columns.filter { !gone.contains($0.name) }.map { $0.selecting(repeated) }
    let names = Categorical(
      levels: columns.map(\.name), codes: own.flatMap { _ in columns.indices.map { Int32(clamping: $0) } })
    // In the order of the columns, which is what a chart or a pivot back wants.
    out.append(Column(name, .ordered(names)))
    try cancellation.check()
    let stacked = try Stacking.stacked(
      columns.map { ($0.values.selecting(own), own.count) }, named: columns.map(\.name))
    let order = own.indices.flatMap { row in columns.indices.map { $0 * own.count + row } }
    out.append(
      Column(
        value, stacked.selecting(order), scale: Stacking.scale(columns), origin: table.origin(from: columns.map(\.name))
      ))
    try cancellation.check()
    return try Table(out, rowCount: total.partialValue)
  }
}

extension Column {
  /// Whether a row has no value.
  func isMissing(_ row: Int) -> Bool {
    switch values {
    case .number(let x): x[row].isNaN
    case .integer(let x): x[row] == ColumnValues.missingInteger
    case .category(let x), .ordered(let x): x.codes[row] < 0
    case .text(let x): x[row] == nil
    case .boolean(let x): x[row] == nil
    case .date(let x): x[row] == nil
    case .datetime(let x): x[row] == nil
    }
  }
}
