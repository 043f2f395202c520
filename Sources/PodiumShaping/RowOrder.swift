public import PodiumCore

/// The order of rows by some columns; stable, missing values last whatever the direction.
public enum RowOrder {
  /// One column to sort by.
  public struct Key: Sendable {
    public let column: Column
    public let isDescending: Bool

    /// Sorts by a column.
    public init(_ column: Column, isDescending: Bool = false) {
      (self.column, self.isDescending) = (column, isDescending)
    }
  }

  /// The places of some rows (nil: all) in the order of the keys, the first one first.
  ///
  /// Throws `interrupted`.
  public static func sorted(
    by keys: [Key], rows: [Int]?, count: Int, cancellation: Cancellation
  ) throws(Diagnostic) -> [Int] {
    var order = [UInt32](unsafeUninitializedCapacity: count) { out, filled in
      for place in 0..<count { out[place] = UInt32(truncatingIfNeeded: place) }
      filled = count
    }
    // From the last key to the first: each pass is stable, so that earlier passes decide ties.
    for key in keys.reversed() {
      try cancellation.check()
      let words = SortKeys.words(of: key.column.values, rows, isDescending: key.isDescending)
      try RadixSort.sort(&order, by: words, cancellation: cancellation)
    }
    return order.map { Int($0) }
  }
}

/// Values as numbers that compare as they do.
enum SortKeys {
  static let missing = UInt64.max

  /// For each place a number; the greatest stands for missing.
  static func words(of values: ColumnValues, _ rows: [Int]?, isDescending: Bool) -> [UInt64] {
    func map<Element>(_ x: [Element], _ key: (Element) -> UInt64) -> [UInt64] {
      func word(_ value: Element) -> UInt64 {
        let word = key(value)
        return word == missing || !isDescending ? word : missing - 1 - word
      }
      return rows.map { $0.map { word(x[$0]) } } ?? x.map(word)
    }
    func whole(_ value: Int) -> UInt64 {
      // One below the shifted value: Int.min, which stands for missing, wraps to the greatest.
      (UInt64(bitPattern: Int64(value)) ^ (1 << 63)) &- 1
    }
    switch values {
    case .number(let x):
      return map(x) { value in
        if value.isNaN { return missing }
        // −0 sorts as 0.
        let bits = (value + 0).bitPattern
        return bits >> 63 == 1 ? ~bits : bits | (1 << 63)
      }
    case .integer(let x): return map(x, whole)
    case .ordered(let x): return map(x.codes) { $0 < 0 ? missing : UInt64($0) }
    case .category(let x):
      let ranks = ranks(x.levels)
      return map(x.codes) { $0 < 0 ? missing : ranks[Int($0)] }
    case .text(let x):
      let distinct = Array(Set(x.compactMap(\.self)))
      let places = Dictionary(zip(distinct, ranks(distinct)), uniquingKeysWith: { first, _ in first })
      return map(x) { $0.flatMap { places[$0] } ?? missing }
    case .boolean(let x): return map(x) { $0.map { $0 ? 1 : 0 } ?? missing }
    case .date(let x): return map(x) { $0.map { whole($0.days) } ?? missing }
    case .datetime(let x): return map(x) { $0.map { whole($0.microseconds) } ?? missing }
    }
  }

  /// For each text its place in code-point order.
  private static func ranks(_ texts: [String]) -> [UInt64] {
    var ranks = [UInt64](repeating: 0, count: texts.count)
    let order = texts.indices.sorted { CodePointOrder.precedes(texts[$0], texts[$1]) }
    for (rank, place) in order.enumerated() { ranks[place] = UInt64(rank) }
    return ranks
  }
}

/// A stable sort of places by 64-bit keys, eleven bits at a time (Knuth 5.2.5, from the last digit).
enum RadixSort {
  private static let bits = 11
  private static let buckets = 1 << bits

  /// Sorts the places by the keys at them.
  static func sort(_ order: inout [UInt32], by words: [UInt64], cancellation: Cancellation) throws(Diagnostic) {
    guard var least = words.min(), let most = words.max(where: { $0 != SortKeys.missing }), order.count > 1 else {
      return
    }
    if least == SortKeys.missing { return }
    least = min(least, most)
    // Keys count from the least one; missing is one above the greatest, so that narrow ranges take few passes.
    let top = most - least + 1
    let digits = (64 - top.leadingZeroBitCount + bits - 1) / bits
    var keys = order.map { place in
      let word = words[Int(place)]
      return word == SortKeys.missing ? top : word - least
    }
    var (otherKeys, otherOrder) = (keys, order)
    for digit in 0..<digits {
      try cancellation.check()
      let shift = UInt64(digit * bits)
      var starts = [Int](repeating: 0, count: buckets + 1)
      for key in keys { starts[Int((key >> shift) & UInt64(buckets - 1)) + 1] &+= 1 }
      // All in one bucket: nothing to move.
      if starts.contains(keys.count) { continue }
      for bucket in 0..<buckets { starts[bucket + 1] &+= starts[bucket] }
      starts.withUnsafeMutableBufferPointer { starts in
        for place in keys.indices {
          let key = keys[place]
          let bucket = Int((key >> shift) & UInt64(buckets - 1))
          let to = starts[bucket]
          starts[bucket] = to &+ 1
          otherKeys[to] = key
          otherOrder[to] = order[place]
        }
      }
      swap(&keys, &otherKeys)
      swap(&order, &otherOrder)
    }
  }
}

extension [UInt64] {
  /// The greatest element that meets a condition.
  fileprivate func max(where test: (UInt64) -> Bool) -> UInt64? {
    var found: UInt64?
    for word in self where test(word) { found = Swift.max(found ?? word, word) }
    return found
  }
}
