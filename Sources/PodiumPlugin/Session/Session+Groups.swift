public import PodiumCore

extension Session {
  /// The rows of each group of some columns, groups in sorted order; a missing value is a group of its own, last.
  public static func groups(
    of table: Table, by columns: [String], rows: [Int]?
  ) throws(Diagnostic) -> [(values: [Value], rows: [Int])] {
    var keyColumns: [Column] = []
    for name in columns { keyColumns.append(try table.column(name)) }
    let grouping = Grouping(of: keyColumns, rows: rows, count: rows?.count ?? table.rowCount)
    let firsts = grouping.firsts.map { rows?[$0] ?? $0 }
    var groups = firsts.map { row in (values: keyColumns.map { $0[row] }, rows: [Int]()) }
    for (place, group) in grouping.groups.enumerated() { groups[Int(group)].rows.append(rows?[place] ?? place) }
    // Categories are compared by their codes, of which the missing one is the largest: a search for their names in each
    // comparison would make many groups very slow.
    let codes = keyColumns.map { column in
      column.categorical.map { categories in firsts.map { UInt32(bitPattern: categories.codes[$0]) } }
    }
    let sorted = groups.indices.sorted { a, b in
      for place in keyColumns.indices {
        if let codes = codes[place] {
          if codes[a] != codes[b] { return codes[a] < codes[b] }
        } else {
          let order = Session.order(groups[a].values[place], groups[b].values[place])
          if order != 0 { return order < 0 }
        }
      }
      return false
    }
    return sorted.map { groups[$0] }
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

  /// The order of two values of a column without categories, missing last.
  private static func order(_ a: Value, _ b: Value) -> Int {
    switch (a, b) {
    case (.missing, .missing): return 0
    case (.missing, _): return 1
    case (_, .missing): return -1
    case (.text(let x), .text(let y)):
      return x == y ? 0 : (CodePointOrder.precedes(x, y) ? -1 : 1)
    case (.date(let x), .date(let y)): return x < y ? -1 : (x == y ? 0 : 1)
    case (.datetime(let x), .datetime(let y)): return x < y ? -1 : (x == y ? 0 : 1)
    default:
      let (x, y) = (a.asNumber ?? 0, b.asNumber ?? 0)
      return x < y ? -1 : (x == y ? 0 : 1)
    }
  }
}
