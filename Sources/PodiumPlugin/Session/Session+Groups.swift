public import PodiumCore

extension Session {
  /// The rows of each group of some columns, groups in sorted order; a missing value is a group of its own, last.
  public static func groups(
    of table: Table, by columns: [String], rows: [Int]?
  ) throws(Diagnostic) -> [(values: [Value], rows: [Int])] {
    var keyColumns: [Column] = []
    for name in columns { keyColumns.append(try table.column(name)) }
    let grouping = Grouping(of: keyColumns, rows: rows, count: rows?.count ?? table.rowCount)
    var groups = grouping.firsts.map { place in
      (values: keyColumns.map { $0[rows?[place] ?? place] }, rows: [Int]())
    }
    for (place, group) in grouping.groups.enumerated() { groups[Int(group)].rows.append(rows?[place] ?? place) }
    // Categories are looked up once: a search in each comparison would make many groups very slow.
    let ranks = keyColumns.map { column in
      column.categorical.map { Dictionary(zip($0.levels, 0...), uniquingKeysWith: { first, _ in first }) }
    }
    return groups.ordered { a, b in
      for place in keyColumns.indices {
        let order = Session.order(a.values[place], b.values[place], ranks[place])
        if order != 0 { return order < 0 }
      }
      return false
    }
  }
}

extension Session {
  /// The condition that chooses a group, as it is typed.
  package static func condition(_ columns: [String], _ values: [Value]) -> String {
    zip(columns, values).map { name, value in
      if value.isMissing { return "missing(\(CommandText.column(name)))" }
      let text = value.fileText
      let typed = if case .text = value { "'\(text)'" } else { text }
      return "\(CommandText.column(name)) == \(typed)"
    }.joined(separator: " and ")
  }

  /// The order of two values of a column: categories by their ranks, the rest by value, missing last.
  private static func order(_ a: Value, _ b: Value, _ ranks: [String: Int]?) -> Int {
    switch (a, b) {
    case (.missing, .missing): return 0
    case (.missing, _): return 1
    case (_, .missing): return -1
    case (.text(let x), .text(let y)):
      if let ranks, let i = ranks[x], let j = ranks[y] { return i - j }
      return x == y ? 0 : (CodePointOrder.precedes(x, y) ? -1 : 1)
    case (.date(let x), .date(let y)): return x < y ? -1 : (x == y ? 0 : 1)
    case (.datetime(let x), .datetime(let y)): return x < y ? -1 : (x == y ? 0 : 1)
    default:
      let (x, y) = (a.asNumber ?? 0, b.asNumber ?? 0)
      return x < y ? -1 : (x == y ? 0 : 1)
    }
  }
}
