public import PodiumCore

/// The latest row of another table that is not after each row: the weather known at the time of a test.
extension JoinPlan {
  /// Joins by time, within equal keys; of several rows at the same time the last one counts.
  ///
  /// `within` is the longest distance back in the unit of `AsOf.distances`: microseconds for moments, days for dates.
  /// Throws `wrong-type` for columns that do not hold times of one kind.
  public init(
    asOf time: (left: Column, right: Column), within: Double?, _ pairs: [(left: Column, right: Column)],
    leftRows: [Int]?, leftCount: Int, rightCount: Int, kind: Kind, threads: Int = 1, cancellation: Cancellation
  ) throws(Diagnostic) {
    let (leftTimes, rightTimes) = try AsOf.distances(time.left, time.right)
    let (leftKeys, index): ([Int]?, KeyIndex)
    if pairs.isEmpty {
      (leftKeys, index) = (nil, KeyIndex([Int](repeating: 0, count: rightCount), size: 1))
    } else {
      let keys = try JoinKeys(pairs, leftRows: leftRows, leftCount: leftCount)
      (leftKeys, index) = (keys.left, KeyIndex(keys.right, size: keys.size))
    }
    var sorted = index.rows
    for key in 0..<(index.starts.count - 1) {
      if key & 0xFFF == 0 { try cancellation.check() }
      let range = index.starts[key]..<index.starts[key + 1]
      // Rows without a time match nothing; they go to the end, where no time is before theirs.
      sorted[range].sort {
        let (a, b) = (rightTimes[$0], rightTimes[$1])
        if a.isNaN || b.isNaN { return !a.isNaN && b.isNaN || (a.isNaN == b.isNaN && $0 < $1) }
        return a == b ? $0 < $1 : a < b
      }
    }
    let (order, starts) = (sorted, index.starts)
    // The times in the order of the search, so that it reads memory that is close together.
    let times = order.map { rightTimes[$0] }
    let size = AsOf.part
    let parts = Parallel.map(count: (leftCount + size - 1) / size, threads: threads) { part in
      cancellation.isCancelled
        ? []
        : ((part * size)..<min(leftCount, (part + 1) * size)).map { place -> Int in
          let key = leftKeys?[place] ?? 0
          let when = leftTimes[leftRows?[place] ?? place]
          if key < 0 || when.isNaN { return AsOf.unknown }
          guard let found = AsOf.latest(times, in: starts[key]..<starts[key + 1], upTo: when) else { return -1 }
          if let within, when - times[found] > within { return -1 }
          return order[found]
        }
    }
    try cancellation.check()
    self.init(
      partners: parts.flatMap { $0 }, leftRows: leftRows, kind: kind, rightCount: rightCount,
      missingOnRight: rightTimes.count { $0.isNaN })
  }

  private init(partners: [Int], leftRows: [Int]?, kind: Kind, rightCount: Int, missingOnRight: Int) {
    var partners = partners
    var isUsed = [Bool](repeating: false, count: rightCount)
    var (matched, missing) = (0, 0)
    for (place, partner) in partners.enumerated() {
      if partner >= 0 {
        matched += 1
        isUsed[partner] = true
      } else if partner == AsOf.unknown {
        missing += 1
        partners[place] = -1
      }
    }
    var (left, right) = (leftRows, partners)
    if kind != .left {
      let places = partners.indices.filter { (kind == .anti) == (partners[$0] < 0) }
      (left, right) = (places.map { leftRows?[$0] ?? $0 }, places.map { partners[$0] })
    }
    self.init(
      left: left, right: right, matched: matched, leftOnly: partners.count - matched,
      rightOnly: isUsed.count { !$0 }, missingKeys: (missing, missingOnRight))
  }
}

/// Times as distances.
public enum AsOf {
  /// The unit in which two columns of times are compared, and how many microseconds it has; nil for plain numbers.
  static func distances(_ left: Column, _ right: Column) throws(Diagnostic) -> ([Double], [Double]) {
    func values(_ column: Column) -> [Double]? {
      switch column.values {
      case .number, .integer: column.numbers
      case .date(let x): x.map { $0.map { Double($0.days) * 86_400_000_000 } ?? .nan }
      case .datetime(let x): x.map { $0.map { Double($0.microseconds) } ?? .nan }
      default: nil
      }
    }
    guard let a = values(left), let b = values(right), left.type.isNumeric == right.type.isNumeric else {
      throw Diagnostic(
        "wrong-type", "'asof' needs times of one kind, not \(left.type.rawValue) and \(right.type.rawValue)",
        help: "use columns of type datetime, date or number in both tables")
    }
    return (a, b)
  }

  /// Stands for the partner of a row whose time or key is missing, until those rows are counted.
  static let unknown = -2

  /// The rows that a thread takes in one turn.
  static let part = 1 << 16

  /// The last place in a range of rising times, missing ones last, whose time is not after a time.
  static func latest(_ times: [Double], in range: Range<Int>, upTo when: Double) -> Int? {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      let isBefore = times[middle] <= when
      low = isBefore ? middle + 1 : low
      high = isBefore ? high : middle
    }
    return low > range.lowerBound ? low - 1 : nil
  }

  /// `2h`, `30m`, `90s`, `1d` as microseconds, or a plain number as it is; nil for any other text.
  public static func distance(_ text: String, ofTimes: Bool) -> Double? {
    guard ofTimes else { return Double(text).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } }
    let units: [Character: Double] = ["s": 1e6, "m": 6e7, "h": 3.6e9, "d": 8.64e10]
    guard let last = text.last, let unit = units[last], let number = Double(text.dropLast()), number.isFinite,
      number >= 0
    else { return nil }
    return number * unit
  }
}
