package import PodiumCore

/// A column's values as codes: ordered ones in their order, others in the order of their type, missing last.
package struct CountedColumn {
  package let title: String
  package let names: [String]
  package let codes: [Int]
  package let counts: [Int]
  package let isOrdered: Bool

  /// Where missing values are counted; nil if there are none.
  package let missingPlace: Int?

  /// The name of missing values.
  package static let missing = "(missing)"

  package init(_ column: Column, cancellation: Cancellation) {
    title = column.name
    let grouping = Grouping(of: [column], rows: nil, count: column.count)
    let values = cancellation.isCancelled ? [] : grouping.firsts.map { column[$0] }
    if case .ordered = column.values { isOrdered = true } else { isOrdered = false }
    let levels = Dictionary(
      (column.categorical?.levels ?? []).enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let ranks = isOrdered ? levels : [:]
    let order = values.indices.sorted { CountedColumn.precedes(values[$0], values[$1], ranks) }
    var placeOf = [Int](repeating: 0, count: values.count)
    for (place, code) in order.enumerated() { placeOf[code] = place }
    let words = column.words(of: values)
    names = order.map { values[$0].isMissing ? CountedColumn.missing : words[$0] }
    missingPlace = order.firstIndex { values[$0].isMissing }
    codes = values.isEmpty ? [] : grouping.groups.map { placeOf[Int($0)] }
    counts = codes.occurrences(below: values.count)
  }

  /// The same values counted in some of the rows; those that do not occur there are counted 0 times.
  package func selecting(_ rows: [Int]) -> CountedColumn { CountedColumn(self, rows) }

  private init(_ whole: CountedColumn, _ rows: [Int]) {
    (title, names) = (whole.title, whole.names)
    (isOrdered, missingPlace) = (whole.isOrdered, whole.missingPlace)
    codes = rows.map { whole.codes[$0] }
    counts = codes.occurrences(below: whole.names.count)
  }

  /// How many rows have each value of this column and each of another.
  package func counts(by other: CountedColumn) -> [[Int]] {
    var counts = [[Int]](repeating: [Int](repeating: 0, count: other.names.count), count: names.count)
    for (code, column) in zip(codes, other.codes) { counts[code][column] += 1 }
    return counts
  }

  private static func precedes(_ a: Value, _ b: Value, _ levels: [String: Int]) -> Bool {
    if a.isMissing || b.isMissing { return !a.isMissing }
    if let x = a.asNumber, let y = b.asNumber { return x < y }
    switch (a, b) {
    case (.date(let x), .date(let y)): return x < y
    case (.datetime(let x), .datetime(let y)): return x < y
    default:
      if let x = levels[a.fileText], let y = levels[b.fileText] { return x < y }
      return CodePointOrder.precedes(a.fileText, b.fileText)
    }
  }
}

extension [Int] {
  /// How often each code from 0 occurs; all are below `count`.
  package func occurrences(below count: Int) -> [Int] {
    var counts = [Int](repeating: 0, count: count)
    for code in self { counts[code] += 1 }
    return counts
  }
}
