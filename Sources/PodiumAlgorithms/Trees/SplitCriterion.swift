internal import Glibc
internal import PodiumLearn

/// The impurity that a split lowers.
protocol SplitCriterion {
  associatedtype Sides: SplitSides
  /// Takes the rows of a node.
  mutating func enter(_ rows: UnsafeBufferPointer<UInt32>)
  /// The sides of the node with all rows on the right one; the ones given before are worth nothing then.
  func sides() -> Sides
  /// How many rows the node has, each as often as it counts.
  var rowCount: Int { get }
  /// Whether the rows of the node have the same target.
  var isPure: Bool { get }
  /// Rows times impurity of the whole node.
  var nodeScore: Double { get }
  /// Scores closer than this are equal: wider than rounding errors, narrower than any real difference.
  var tolerance: Sides.Score { get }
  /// What a leaf of the node's rows predicts.
  var leaf: [Double] { get }
}

/// The rows of a node on both sides of a cut, kept up to date while rows move to the left one.
protocol SplitSides {
  associatedtype Score: SignedNumeric & Comparable
  /// Moves a row of the node to the left side.
  mutating func moveLeft(_ row: Int)
  /// How many rows are on the left side, each as often as it counts.
  var leftCount: Int { get }
  /// Rows times impurity, added over both sides; both must have rows. Lower is better.
  var score: Score { get }
}

/// How often each row of the table counts.
struct RowTimes {
  private let times: RawBuffer<UInt32>?
  private let base: UnsafeMutablePointer<UInt32>?

  init(_ rows: TreeRows) {
    times = rows.times.map { RawBuffer($0) }
    base = times?.start
  }

  @inline(__always) func callAsFunction(_ row: Int) -> Int { base.map { Int($0[row]) } ?? 1 }
}

/// Classes of the rows of a node.
struct ClassCounts {
  private let codes: RawBuffer<Int32>
  private let left: RawBuffer<Int>
  private let right: RawBuffer<Int>
  let times: RowTimes
  private(set) var total: [Int]
  private(set) var rowCount = 0

  init(_ target: ClassTarget, _ rows: TreeRows) {
    codes = RawBuffer(target.codes.map { Int32(truncatingIfNeeded: $0) })
    times = RowTimes(rows)
    total = [Int](repeating: 0, count: target.classes.count)
    left = RawBuffer(total)
    right = RawBuffer(total)
  }

  mutating func enter(_ rows: UnsafeBufferPointer<UInt32>) {
    for c in total.indices { total[c] = 0 }
    rowCount = 0
    for row in rows {
      let count = times(Int(row))
      total[Int(codes.start[Int(row)])] += count
      rowCount += count
    }
  }

  var isPure: Bool { total.contains(rowCount) }
  var shares: [Double] { total.map { Double($0) / Double(rowCount) } }

  /// All rows on the right side.
  func sides() -> ClassSides {
    for c in total.indices {
      left.start[c] = 0
      right.start[c] = total[c]
    }
    return ClassSides(
      codes: codes.start, left: left.start, right: right.start, classes: total.count, times: times, rowCount: rowCount)
  }
}

/// Counts of the classes on both sides.
struct ClassSides {
  let codes: UnsafeMutablePointer<Int32>
  let left: UnsafeMutablePointer<Int>
  let right: UnsafeMutablePointer<Int>
  let classes: Int
  let times: RowTimes
  let rowCount: Int
  var leftCount = 0

  /// Moves a row to the left; returns how often it counts, and both counts of its class before.
  @inline(__always)
  mutating func moveLeft(_ row: Int) -> (times: Int, left: Int, right: Int) {
    let (code, count) = (Int(codes[row]), times(row))
    let before = (count, left[code], right[code])
    left[code] = before.1 &+ count
    right[code] = before.2 &- count
    leftCount &+= count
    return before
  }
}

/// Entropy in bits: −Σ p log₂ p.
struct EntropyCriterion: SplitCriterion {
  private var counts: ClassCounts
  /// n·log₂n for n from 0 to the number of rows, in whole units of 1 / `unit`: whole sums are the same in any order.
  private let table: RawBuffer<Int64>
  private let unit: Double

  init(_ target: ClassTarget, _ rows: TreeRows) {
    counts = ClassCounts(target, rows)
    let most = Double(max(2, rows.total))
    // As fine as 62 bits allow, which is finer than the tolerance of two rows up to 10 million of them.
    let unit = exp2(61 - (most * log2(most)).exponentAbove)
    table = RawBuffer((0...rows.total).map { $0 == 0 ? 0 : Int64((Double($0) * log2(Double($0)) * unit).rounded()) })
    self.unit = unit
  }

  mutating func enter(_ rows: UnsafeBufferPointer<UInt32>) { counts.enter(rows) }
  func sides() -> Sides {
    let sides = counts.sides()
    return Sides(sides: sides, table: table.start, parts: counts.total.reduce(0) { $0 + table.start[$1] })
  }
  var rowCount: Int { counts.rowCount }
  var isPure: Bool { counts.isPure }
  var tolerance: Int64 { Int64(1e-10 * Double(counts.rowCount) * unit) }
  var leaf: [Double] { counts.shares }
  var nodeScore: Double {
    Double(counts.total.reduce(table.start[counts.rowCount]) { $0 - table.start[$1] }) / unit
  }

  struct Sides: SplitSides {
    fileprivate var sides: ClassSides
    fileprivate let table: UnsafeMutablePointer<Int64>
    /// Σ n_c log₂ n_c of both sides.
    fileprivate var parts: Int64

    @inline(__always) var leftCount: Int { sides.leftCount }

    @inline(__always)
    mutating func moveLeft(_ row: Int) {
      let (times, left, right) = sides.moveLeft(row)
      parts &+= table[left &+ times] &- table[left] &+ table[right &- times] &- table[right]
    }

    /// n H(node) = n log₂ n − Σ n_c log₂ n_c on each side.
    @inline(__always)
    var score: Int64 { table[sides.leftCount] &+ table[sides.rowCount &- sides.leftCount] &- parts }
  }
}

extension Double {
  /// The exponent of the least power of two that is not below.
  fileprivate var exponentAbove: Double { log2(self).rounded(.up) }
}

/// Gini impurity: 1 − Σ p².
struct GiniCriterion: SplitCriterion {
  private var counts: ClassCounts

  init(_ target: ClassTarget, _ rows: TreeRows) { counts = ClassCounts(target, rows) }

  mutating func enter(_ rows: UnsafeBufferPointer<UInt32>) { counts.enter(rows) }
  func sides() -> Sides {
    Sides(sides: counts.sides(), rightSquares: counts.total.reduce(0) { $0 + $1 * $1 })
  }
  var rowCount: Int { counts.rowCount }
  var isPure: Bool { counts.isPure }
  var tolerance: Double { 1e-10 * Double(counts.rowCount) }
  var leaf: [Double] { counts.shares }
  var nodeScore: Double {
    let n = Double(counts.rowCount)
    return n - Double(counts.total.reduce(0) { $0 + $1 * $1 }) / n
  }

  struct Sides: SplitSides {
    fileprivate var sides: ClassSides
    fileprivate var leftSquares = 0
    fileprivate var rightSquares: Int

    @inline(__always) var leftCount: Int { sides.leftCount }

    @inline(__always)
    mutating func moveLeft(_ row: Int) {
      let (times, left, right) = sides.moveLeft(row)
      leftSquares &+= times &* (2 &* left &+ times)
      rightSquares &-= times &* (2 &* right &- times)
    }

    /// n (1 − Σ p²) = n − Σ n_c² / n on each side.
    @inline(__always)
    var score: Double {
      let left = Double(sides.leftCount)
      let right = Double(sides.rowCount &- sides.leftCount)
      return left - Double(leftSquares) / left + (right - Double(rightSquares) / right)
    }
  }
}

/// The squared error of numbers about their mean.
struct SquaredErrorCriterion: SplitCriterion {
  private let values: RawBuffer<Double>
  private let times: RowTimes
  private(set) var rowCount = 0
  private var mean = 0.0
  private var spread = 0.0
  private var total = 0.0
  private(set) var isPure = true

  init(_ values: [Double], _ rows: TreeRows) {
    self.values = RawBuffer(values)
    times = RowTimes(rows)
  }

  mutating func enter(_ rows: UnsafeBufferPointer<UInt32>) {
    rowCount = rows.reduce(0) { $0 + times(Int($1)) }
    let n = Double(rowCount)
    var (low, high, sum) = (Double.infinity, -Double.infinity, 0.0)
    for row in rows {
      let value = values.start[Int(row)]
      low = min(low, value)
      high = max(high, value)
      for _ in 0..<times(Int(row)) { sum += value / n }
    }
    isPure = low == high
    mean = isPure ? low : sum
    total = 0
    spread = 0
    for row in rows {
      let rest = values.start[Int(row)] - mean
      for _ in 0..<times(Int(row)) {
        total += rest
        spread += rest * rest
      }
    }
  }

  func sides() -> Sides {
    Sides(values: values.start, times: times, mean: mean, spread: spread, total: total, rowCount: rowCount)
  }
  var tolerance: Double { 1e-10 * spread }
  var leaf: [Double] { [mean] }
  var nodeScore: Double { spread }

  struct Sides: SplitSides {
    fileprivate let values: UnsafeMutablePointer<Double>
    fileprivate let times: RowTimes
    fileprivate let mean: Double
    fileprivate let spread: Double
    fileprivate let total: Double
    fileprivate let rowCount: Int
    private var leftSum = 0.0
    private(set) var leftCount = 0

    fileprivate init(
      values: UnsafeMutablePointer<Double>, times: RowTimes, mean: Double, spread: Double, total: Double, rowCount: Int
    ) {
      self.values = values
      self.times = times
      self.mean = mean
      self.spread = spread
      self.total = total
      self.rowCount = rowCount
    }

    @inline(__always)
    mutating func moveLeft(_ row: Int) {
      let (rest, count) = (values[row] - mean, times(row))
      for _ in 0..<count { leftSum += rest }
      leftCount &+= count
    }

    /// Σ (y − mean)² of the node is the same for all splits, so only the part that falls counts.
    @inline(__always)
    var score: Double {
      let right = total - leftSum
      return spread - leftSum * leftSum / Double(leftCount) - right * right / Double(rowCount &- leftCount)
    }
  }
}
