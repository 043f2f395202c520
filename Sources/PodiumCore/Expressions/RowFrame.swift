/// The rows that an expression is computed over: which, in which groups, in which order.
///
/// A *place* is a position in this list of rows. Aggregates are over the places of a group, windows follow the order.
public struct RowFrame: Sendable {
  /// The rows of the table; nil for all of them.
  public let rows: [Int]?
  /// The number of places.
  public let count: Int
  /// For each place its group; nil where all are one group.
  public let groups: [Int32]?
  public let groupCount: Int
  /// The places in the order that windows follow; nil for the order of the rows.
  public let order: [Int]?

  /// Describes rows of a table; groups are numbered from 0 without gaps.
  public init(
    of table: Table, rows: [Int]? = nil, groups: (of: [Int32], count: Int)? = nil, order: [Int]? = nil
  ) {
    self.rows = rows
    count = rows?.count ?? table.rowCount
    self.groups = groups?.of
    groupCount = groups?.count ?? 1
    self.order = order
  }

  /// Describes rows of a table in groups of equal values of some columns.
  public init(of table: Table, rows: [Int]?, by columns: [String], order: [Int]? = nil) throws(Diagnostic) {
    guard !columns.isEmpty else {
      self.init(of: table, rows: rows, order: order)
      return
    }
    var keys: [Column] = []
    for name in columns { keys.append(try table.column(name)) }
    let grouping = Grouping(of: keys, rows: rows, count: rows?.count ?? table.rowCount)
    self.init(of: table, rows: rows, groups: (grouping.groups, grouping.count), order: order)
  }

  /// The places group by group, each in the order that windows follow; `starts` has one end more than groups.
  func sequences() -> (places: [Int], starts: [Int]) {
    guard let groups else { return (order ?? Array(0..<count), [0, count]) }
    var starts = [Int](repeating: 0, count: groupCount + 1)
    for group in groups { starts[Int(group) + 1] += 1 }
    for group in 0..<groupCount { starts[group + 1] += starts[group] }
    var next = starts
    var places = [Int](repeating: 0, count: count)
    func put(_ place: Int) {
      let group = Int(groups[place])
      places[next[group]] = place
      next[group] += 1
    }
    if let order { for place in order { put(place) } } else { for place in 0..<count { put(place) } }
    return (places, starts)
  }
}
