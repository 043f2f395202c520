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

  /// The places of some rows (nil: all) in the order of the keys, the first one first; the same for any number of threads.
  ///
  /// Throws `interrupted`.
  public static func sorted(
    by keys: [Key], rows: [Int]?, count: Int, threads: Int = 1, cancellation: Cancellation
  ) throws(Diagnostic) -> [Int] {
    var order = [UInt32](unsafeUninitializedCapacity: count) { out, filled in
      for place in 0..<count { out[place] = UInt32(truncatingIfNeeded: place) }
      filled = count
    }
    // From the last key to the first: each pass is stable, so that earlier passes decide ties.
    for key in keys.reversed() {
      try cancellation.check()
      let words = SortKeys.words(of: key.column.values, rows, isDescending: key.isDescending)
      try RadixSort.sort(&order, by: words, threads: threads, cancellation: cancellation)
    }
    return order.map { Int($0) }
  }
}

/// Values as numbers that compare as they do.
enum SortKeys {
  static let missing = RadixSort.missing

  /// For each place a number; the greatest stands for missing.
  static func words(of values: ColumnValues, _ rows: [Int]?, isDescending: Bool) -> [UInt64] {
    func map<Element>(_ x: [Element], _ key: (Element) -> UInt64) -> [UInt64] {
      func word(_ value: Element) -> UInt64 {
        let word = key(value)
        return word == missing || !isDescending ? word : missing - 1 - word
      }
      return rows.map { $0.map { word(x[$0]) } } ?? x.map(word)
    }
    switch values {
    case .number(let x): return map(x) { RadixSort.key($0) }
    case .integer(let x): return map(x) { RadixSort.key($0) }
    case .ordered(let x): return map(x.codes) { $0 < 0 ? missing : UInt64($0) }
    case .category(let x):
      let ranks = ranks(x.levels)
      return map(x.codes) { $0 < 0 ? missing : ranks[Int($0)] }
    case .text(let x):
      let distinct = Array(Set(x.compactMap(\.self)))
      let places = Dictionary(zip(distinct, ranks(distinct)), uniquingKeysWith: { first, _ in first })
      return map(x) { $0.flatMap { places[$0] } ?? missing }
    case .boolean(let x): return map(x) { $0.map { $0 ? 1 : 0 } ?? missing }
    case .date(let x): return map(x) { $0.map { RadixSort.key($0.days) } ?? missing }
    case .datetime(let x): return map(x) { $0.map { RadixSort.key($0.microseconds) } ?? missing }
    }
  }

  /// For each text its place in code-point order.
  private static func ranks(_ texts: [String]) -> [UInt64] {
    var ranks = [UInt64](repeating: 0, count: texts.count)
    let order = CodePointOrder.places(of: texts)
    for (rank, place) in order.enumerated() { ranks[place] = UInt64(rank) }
    return ranks
  }
}
