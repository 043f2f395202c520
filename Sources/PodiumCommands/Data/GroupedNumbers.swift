internal import PodiumCore
internal import PodiumPlugin
internal import PodiumStatistics

/// The numbers of a column in groups of another, and in pairs of a third.
struct GroupedNumbers {
  let names: [String]
  /// For each group its finite numbers; with pairs those of complete pairs, in one order.
  private(set) var numbers: [[Double]]
  /// For each group how many rows have no number.
  private(set) var missing: [Int]
  /// How many rows have no group, or a number and no pair.
  private(set) var ungrouped = 0
  /// How many pairs lack a number in some group.
  private(set) var incomplete = 0
  let rowCount: Int

  /// Groups rows of a table (nil: all).
  ///
  /// Throws `double-cell` where a group has two rows of one pair, and `too-large`.
  init(
    _ column: Column, by group: Column, pairs: Column?, of table: Table, rows: [Int]?,
    _ cancellation: Cancellation
  ) throws(Diagnostic) {
    let groups = try Session.groups(of: table, by: [group.name], rows: rows)
    let known = groups.filter { !$0.values[0].isMissing }
    names = group.words(of: known.map { $0.values[0] })
    rowCount = rows?.count ?? table.rowCount
    ungrouped = rowCount - known.reduce(0) { $0 + $1.rows.count }
    let all = column.numbers ?? []
    numbers = known.map { RowLoops.finiteValues(all, at: $0.rows) }
    missing = zip(known, numbers).map { $0.rows.count - $1.count }
    guard let pairs else { return }
    let ids = Grouping(of: [pairs], rows: nil, count: table.rowCount)
    try cancellation.memory.check(
      "the pairs", bytes: MemoryLimits.bytes(ids.count, times: known.count, each: 16),
      most: MemoryLimits.bytes(rowCount, each: 8 * 256), help: "choose fewer groups")
    var cells = [[Double?]](repeating: [Double?](repeating: nil, count: ids.count), count: known.count)
    for (place, group) in known.enumerated() {
      for row in group.rows {
        if pairs[row].isMissing {
          ungrouped += all[row].isFinite ? 1 : 0
        } else if cells[place][Int(ids.groups[row])] != nil {
          throw Diagnostic(
            "double-cell",
            "group \(Abridged.quoted(names[place])) has two rows with \(pairs.name) \(Abridged.quoted(pairs.fileText(of: pairs[row])))",
            help: "pairs= names a column that each group has once")
        } else {
          cells[place][Int(ids.groups[row])] = all[row]
        }
      }
    }
    let complete = (0..<ids.count).filter { pair in cells.allSatisfy { $0[pair]?.isFinite ?? false } }
    let seen = (0..<ids.count).count { pair in cells.contains { $0[pair] != nil } }
    incomplete = seen - complete.count
    numbers = cells.map { cells in complete.compactMap { cells[$0] } }
  }

  /// Takes columns as the groups, of which each row is a pair; with `mean` one column beside that number.
  init(_ columns: [Column], mean: String?, at rows: [Int]) {
    var all = columns.map { RowLoops.values($0.numbers ?? [], at: rows) }
    if let number = mean.flatMap({ Double($0) }) { all.append(Array(repeating: number, count: rows.count)) }
    let complete = CompleteRows(all)
    names = columns.map(\.name) + (mean.map { [$0] } ?? [])
    (numbers, missing, rowCount) = (complete.columns, complete.missing, rows.count)
    incomplete = rows.count - (complete.columns.first?.count ?? 0)
  }
}
