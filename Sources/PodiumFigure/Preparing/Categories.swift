package import PodiumCore

/// A column's values as categories, in the order of the picture.
///
/// Ordered categories, numbers, dates and truth values keep their order; other words come most frequent first, equally
/// frequent ones by code points. Missing values are a category of their own, last, where they are wanted.
package struct Categories {
  /// The names, in order.
  package let names: [String]
  /// For each row the place of its name; nil where the value is missing.
  package let codes: [Int?]
  /// The rows of each name.
  package let counts: [Int]
  package let isOrdered: Bool
  /// How many categories the last name stands for; 0 where it is one of them.
  package let merged: Int

  /// The most categories that are shown one by one, and how many of the largest are where there are more.
  package static let most = 12
  package static let largest = 11
  package static let colours = 8

  package init(_ column: Column, cancellation: Cancellation) throws(Diagnostic) {
    let grouping = Grouping(of: [column], rows: nil, count: column.count)
    try cancellation.check()
    let values = grouping.firsts.map { column[$0] }
    var counts = [Int](repeating: 0, count: values.count)
    for group in grouping.groups { counts[Int(group)] += 1 }
    let levels = column.categorical?.levels ?? []
    let ranks = Dictionary(levels.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let isOrdered: Bool
    switch column.values {
    case .category, .text: isOrdered = false
    case .number, .integer, .ordered, .boolean, .date, .datetime: isOrdered = true
    }
    let present = values.indices.filter { !values[$0].isMissing }
    let order = present.sorted { a, b in
      if !isOrdered, counts[a] != counts[b] { return counts[a] > counts[b] }
      return Categories.precedes(values[a], values[b], isOrdered ? ranks : [:])
    }
    var place = [Int?](repeating: nil, count: values.count)
    for (position, group) in order.enumerated() { place[group] = position }
    names = order.map { column.fileText(of: values[$0]) }
    codes = grouping.groups.map { place[Int($0)] }
    self.counts = order.map { counts[$0] }
    self.isOrdered = isOrdered
    merged = 0
  }

  /// Categories that were counted elsewhere; without rows.
  package init(names: [String], counts: [Int], isOrdered: Bool) {
    self.init(names: names, codes: [], counts: counts, isOrdered: isOrdered, merged: 0)
  }

  private init(names: [String], codes: [Int?], counts: [Int], isOrdered: Bool, merged: Int) {
    (self.names, self.codes, self.counts, self.isOrdered, self.merged) = (names, codes, counts, isOrdered, merged)
  }

  package var part: RowCells.Part { .categories(codes, count: names.count) }

  package var missing: Int { codes.count { $0 == nil } }

  /// The same with at most `most` names: where there are more, the `largest` most frequent ones in their order, and the
  /// rest together last.
  package func merged(above most: Int = Categories.most, to largest: Int = Categories.largest) -> Categories {
    guard names.count > most else { return self }
    let chosen = Set(
      names.indices.sorted { counts[$0] != counts[$1] ? counts[$0] > counts[$1] : $0 < $1 }.prefix(largest))
    let kept = names.indices.filter(chosen.contains)
    var place = [Int](repeating: kept.count, count: names.count)
    for (position, code) in kept.enumerated() { place[code] = position }
    let rest = names.count - kept.count
    var name = "other (\(rest))"
    while kept.contains(where: { names[$0] == name }) { name += " " }
    let keptCounts = kept.map { counts[$0] }
    return Categories(
      names: kept.map { names[$0] } + [name], codes: codes.map { $0.map { place[$0] } },
      counts: keptCounts + [counts.reduce(0, +) - keptCounts.reduce(0, +)], isOrdered: isOrdered, merged: rest)
  }

  private static func precedes(_ a: Value, _ b: Value, _ ranks: [String: Int]) -> Bool {
    switch (a, b) {
    case (.date(let x), .date(let y)): return x < y
    case (.datetime(let x), .datetime(let y)): return x < y
    case (.text(let x), .text(let y)):
      if let i = ranks[x], let j = ranks[y] { return i < j }
      return CodePointOrder.precedes(x, y)
    default:
      if let x = a.asNumber, let y = b.asNumber { return x < y }
      return CodePointOrder.precedes(a.fileText, b.fileText)
    }
  }
}
