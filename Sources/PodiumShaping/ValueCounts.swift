internal import PodiumCore

/// The number of distinct values of a column, and the most frequent ones.
///
/// Ties are in the order of the values: numbers and dates ascending, text by code points.
struct ValueCounts {
  /// The number of distinct values.
  let distinct: Int
  /// The most frequent values, at most three.
  let top: [(value: Value, count: Int)]

  private static let shown = 3

  /// Counts runs of equal values; `value` converts one.
  init<V: Comparable>(sorted: [V], _ value: (V) -> Value) {
    var distinct = 0
    var top: [(value: V, count: Int)] = []
    var (start, most) = (0, 0)
    while start < sorted.count {
      let here = sorted[start]
      var end = start + 1
      while end < sorted.count, sorted[end] == here { end += 1 }
      distinct += 1
      // Most runs are of one value, and no longer than those that are kept.
      if top.count < ValueCounts.shown || end - start > most {
        ValueCounts.enter((here, end - start), into: &top)
        most = top.last?.count ?? 0
      }
      start = end
    }
    self.distinct = distinct
    self.top = top.map { (value($0.value), $0.count) }
  }

  /// Takes distinct words with their counts.
  init(words: some Sequence<(key: String, value: Int)>) {
    var distinct = 0
    var top: [(value: String, count: Int)] = []
    for (word, count) in words where count > 0 {
      distinct += 1
      if let last = top.last, top.count == ValueCounts.shown, count < last.count { continue }
      top.append((word, count))
      top.sort { $0.count != $1.count ? $0.count > $1.count : CodePointOrder.precedes($0.value, $1.value) }
      if top.count > ValueCounts.shown { top.removeLast() }
    }
    self.distinct = distinct
    self.top = top.map { (.text($0.value), $0.count) }
  }

  /// Inserts a value after equally frequent ones, since values arrive in ascending order.
  private static func enter<V>(_ entry: (value: V, count: Int), into top: inout [(value: V, count: Int)]) {
    if top.count == shown, let last = top.last, entry.count <= last.count { return }
    top.insert(entry, at: top.firstIndex { $0.count < entry.count } ?? top.count)
    if top.count > shown { top.removeLast() }
  }
}

extension ValueCounts {
  /// Counts the words of a column; nil for a column of another type.
  init?(words column: Column) {
    switch column.values {
    case .category(let values), .ordered(let values):
      self.init(words: values.levelCounts().lazy.map { (key: values.levels[$0.place], value: $0.count) })
    case .text(let texts):
      var counts: [String: Int] = [:]
      for case .some(let text) in texts { counts[text, default: 0] += 1 }
      self.init(words: counts.lazy.map { (key: $0.key, value: $0.value) })
    case .boolean(let values):
      var counts = ["false": 0, "true": 0]
      for case .some(let value) in values { counts[value ? "true" : "false", default: 0] += 1 }
      self.init(words: counts.lazy.map { (key: $0.key, value: $0.value) })
    default: return nil
    }
  }
}
