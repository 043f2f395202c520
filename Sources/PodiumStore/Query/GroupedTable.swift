internal import CSQLite
internal import PodiumCore
internal import PodiumPlugin

/// The groups of a table with the figures of each, as SQLite reads them. A class: SQLite holds pointers to it.
///
/// Its columns are those of the table, of which only the keys can be read, and then one for each figure.
final class GroupedTable {
  private let query: GroupQuery
  private let table: QueryTable
  private let cancellation: Cancellation
  private var groups: SharedTable?
  private var places: [Int] = []
  private var wasStarted = false
  /// Whether SQLite asked for what the groups do not say: the query is to be answered row by row.
  private(set) var isMisread = false

  init(_ query: GroupQuery, _ table: QueryTable, _ cancellation: Cancellation) {
    (self.query, self.table, self.cancellation) = (query, table, cancellation)
  }

  /// The columns after those of the table.
  var names: [String] { query.aggregates.map(\.name) }

  /// Makes the groups of some places of the table (nil: all); gives their number, or nil where it stopped.
  func start(_ chosen: [UInt32]?) -> Int? {
    // A second reading is of other rows, for a part of a condition.
    isMisread = wasStarted
    wasStarted = true
    let shown = table.rows
    let rows = chosen.map { $0.map { place in shown.map { $0[Int(place)] } ?? Int(place) } } ?? shown
    let columns = table.table.columns
    let keys = query.keys.map { columns[$0] }
    // 0 and −0 are one group, and SQLite decides which of them it shows.
    if keys.contains(where: GroupedTable.hasNegativeZero) {
      isMisread = true
      return nil
    }
    let grouping = Grouping(of: keys, rows: rows, count: rows?.count ?? table.table.rowCount)
    // Without keys all rows are one group, none too.
    let count = keys.isEmpty ? 1 : grouping.count
    let firsts = grouping.firsts.map { place in rows.map { $0[place] } ?? place }
    var made = keys.enumerated().map { Column("k\($0)", $1.values.selecting(firsts)) }
    for (number, aggregate) in query.aggregates.enumerated() {
      guard !cancellation.isCancelled else { return nil }
      let values = aggregate.column.map { columns[$0].values }
      guard let figures = GroupFigures.of(aggregate.function, values, rows, grouping.groups, groups: count) else {
        isMisread = true
        return nil
      }
      made.append(Column("f\(number)", figures))
    }
    guard let made = try? Table(made, rowCount: count) else { return nil }
    let groups = SharedTable("", made, rows: nil)
    var plan = TablePlan()
    // SQLite groups by sorting, so that its groups come in the order of their keys.
    plan.order = query.keys.indices.map { TablePlan.Key(column: $0, isDescending: query.isDescending[$0]) }
    guard let order = groups.places(of: plan, [], cancellation: cancellation) else { return nil }
    (self.groups, places) = (groups, order.map { Int($0) })
    return isMisread ? nil : count
  }

  private static func hasNegativeZero(_ column: Column) -> Bool {
    guard case .number(let x) = column.values else { return false }
    return x.contains { $0 == 0 && $0.sign == .minus }
  }

  /// Gives a cell to SQLite; one of another column than the keys stops the query.
  func give(_ place: Int, column: Int, to context: OpaquePointer?) {
    let width = table.table.columns.count
    let own = column < width ? query.keys.firstIndex(of: column) : query.keys.count + column - width
    guard let own, let groups, places.indices.contains(place) else {
      isMisread = true
      return sqlite3_result_error_code(context, SQLITE_ABORT)
    }
    groups.give(places[place], column: own, to: context)
  }
}
