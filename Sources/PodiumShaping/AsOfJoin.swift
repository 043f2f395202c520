public import PodiumCore

/// The latest row of another table that is not after each row: the weather known at the time of a test.
extension JoinPlan {
  /// Joins by time, within equal keys; of several rows at the same time the last one counts.
  ///
  /// `within` is the longest distance back in the unit of `AsOf.distances`: microseconds for moments, days for dates.
  /// Throws `wrong-type` for columns that do not hold times of one kind.
  public init(
    asOf time: (left: Column, right: Column), within: Double?, _ pairs: [(left: Column, right: Column)],
    leftRows: [Int]?, leftCount: Int, rightCount: Int, kind: Kind, cancellation: Cancellation
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
    var (left, right) = ([Int](), [Int]())
    var (matched, missing) = (0, 0)
    var isUsed = [Bool](repeating: false, count: rightCount)
    for place in 0..<leftCount {
      if place & 0xFFFF == 0 { try cancellation.check() }
      let row = leftRows?[place] ?? place
      let key = leftKeys?[place] ?? 0
      let when = leftTimes[row]
      var partner = -1
      if key < 0 || when.isNaN {
        missing += 1
      } else {
        partner = AsOf.latest(sorted[index.starts[key]..<index.starts[key + 1]], rightTimes, upTo: when) ?? -1
        if partner >= 0, let within, when - rightTimes[partner] > within { partner = -1 }
      }
      if partner >= 0 {
        matched += 1
        isUsed[partner] = true
      }
      if kind == .left || (kind == .anti) == (partner < 0) {
        left.append(row)
        right.append(partner)
      }
    }
    self.init(
      left: left, right: right, matched: matched, leftOnly: leftCount - matched,
      rightOnly: isUsed.count { !$0 }, missingKeys: (missing, rightTimes.count { $0.isNaN }))
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

  /// The last of some rows, sorted by time, whose time is not after a time.
  static func latest(_ rows: ArraySlice<Int>, _ times: [Double], upTo when: Double) -> Int? {
    var (low, high) = (rows.startIndex, rows.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if times[rows[middle]] <= when { low = middle + 1 } else { high = middle }
    }
    return low > rows.startIndex ? rows[low - 1] : nil
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
