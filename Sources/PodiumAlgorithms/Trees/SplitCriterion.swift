internal import Glibc
internal import PodiumLearn

/// The impurity that a split lowers, kept up to date while rows move one by one to the left side.
protocol SplitCriterion: Sendable {
  /// Takes the rows of a node, all of them on the right side.
  mutating func enter(_ rows: ArraySlice<Int32>)
  /// Puts all rows of the node back on the right side.
  mutating func rewind()
  /// Moves a row of the node to the left side.
  mutating func moveLeft(_ row: Int)
  /// Whether the rows of the node have the same target.
  var isPure: Bool { get }
  /// Rows times impurity, added over both sides; both must have rows. Lower is better.
  var score: Double { get }
  /// Rows times impurity of the whole node.
  var nodeScore: Double { get }
  /// Scores closer than this are equal: wider than rounding errors, narrower than any real difference.
  var tolerance: Double { get }
  /// What a leaf of the node's rows predicts.
  var leaf: [Double] { get }
}

/// Classes of the rows of a node, on both sides.
struct SideCounts: Sendable {
  let codes: [Int]
  var total: [Int]
  var left: [Int]
  var rowCount = 0
  var leftCount = 0

  init(_ target: ClassTarget) {
    codes = target.codes
    total = [Int](repeating: 0, count: target.classes.count)
    left = total
  }

  mutating func enter(_ rows: ArraySlice<Int32>) {
    for c in total.indices { total[c] = 0 }
    for row in rows { total[codes[Int(row)]] += 1 }
    rowCount = rows.count
    rewind()
  }

  mutating func rewind() {
    for c in left.indices { left[c] = 0 }
    leftCount = 0
  }

  mutating func moveLeft(_ row: Int) {
    left[codes[row]] += 1
    leftCount += 1
  }

  var isPure: Bool { total.contains(rowCount) }
  var shares: [Double] { total.map { Double($0) / Double(rowCount) } }
}

/// Entropy in bits: −Σ p log₂ p.
struct EntropyCriterion: SplitCriterion {
  private var sides: SideCounts
  /// n·log₂n for n from 0 to the number of rows.
  private let table: [Double]

  init(_ target: ClassTarget) {
    sides = SideCounts(target)
    table = (0...target.codes.count).map { $0 == 0 ? 0 : Double($0) * log2(Double($0)) }
  }

  mutating func enter(_ rows: ArraySlice<Int32>) { sides.enter(rows) }
  mutating func rewind() { sides.rewind() }
  mutating func moveLeft(_ row: Int) { sides.moveLeft(row) }
  var isPure: Bool { sides.isPure }
  var tolerance: Double { 1e-10 * Double(sides.rowCount) }
  var leaf: [Double] { sides.shares }
  var nodeScore: Double { sides.total.reduce(table[sides.rowCount]) { $0 - table[$1] } }

  /// n H(node) = n log₂ n − Σ n_c log₂ n_c on each side.
  var score: Double {
    var sum = table[sides.leftCount] + table[sides.rowCount - sides.leftCount]
    for c in sides.left.indices {
      let left = sides.left[c]
      sum -= table[left] + table[sides.total[c] - left]
    }
    return sum
  }
}

/// Gini impurity: 1 − Σ p².
struct GiniCriterion: SplitCriterion {
  private var sides: SideCounts
  private var leftSquares = 0
  private var rightSquares = 0

  init(_ target: ClassTarget) { sides = SideCounts(target) }

  mutating func enter(_ rows: ArraySlice<Int32>) {
    sides.enter(rows)
    rewind()
  }

  mutating func rewind() {
    sides.rewind()
    leftSquares = 0
    rightSquares = sides.total.reduce(0) { $0 + $1 * $1 }
  }

  mutating func moveLeft(_ row: Int) {
    let code = sides.codes[row]
    let left = sides.left[code]
    leftSquares += 2 * left + 1
    rightSquares -= 2 * (sides.total[code] - left) - 1
    sides.left[code] = left + 1
    sides.leftCount += 1
  }

  var isPure: Bool { sides.isPure }
  var tolerance: Double { 1e-10 * Double(sides.rowCount) }
  var leaf: [Double] { sides.shares }

  var nodeScore: Double {
    let n = Double(sides.rowCount)
    return n - Double(sides.total.reduce(0) { $0 + $1 * $1 }) / n
  }

  /// n (1 − Σ p²) = n − Σ n_c² / n on each side.
  var score: Double {
    let left = Double(sides.leftCount)
    let right = Double(sides.rowCount - sides.leftCount)
    return left - Double(leftSquares) / left + (right - Double(rightSquares) / right)
  }
}

/// The squared error of numbers about their mean.
struct SquaredErrorCriterion: SplitCriterion {
  private let values: [Double]
  private var rowCount = 0
  private var mean = 0.0
  private var spread = 0.0
  private var total = 0.0
  private var leftSum = 0.0
  private var leftCount = 0
  private(set) var isPure = true

  init(_ values: [Double]) { self.values = values }

  mutating func enter(_ rows: ArraySlice<Int32>) {
    rowCount = rows.count
    let n = Double(rowCount)
    var (low, high, sum) = (Double.infinity, -Double.infinity, 0.0)
    for row in rows {
      let value = values[Int(row)]
      low = min(low, value)
      high = max(high, value)
      sum += value / n
    }
    isPure = low == high
    mean = isPure ? low : sum
    total = 0
    spread = 0
    for row in rows {
      let rest = values[Int(row)] - mean
      total += rest
      spread += rest * rest
    }
    rewind()
  }

  mutating func rewind() {
    leftSum = 0
    leftCount = 0
  }

  mutating func moveLeft(_ row: Int) {
    leftSum += values[row] - mean
    leftCount += 1
  }

  var tolerance: Double { 1e-10 * spread }
  var leaf: [Double] { [mean] }
  var nodeScore: Double { spread }

  /// Σ (y − mean)² of the node is the same for all splits, so only the part that falls counts.
  var score: Double {
    let right = total - leftSum
    return spread - leftSum * leftSum / Double(leftCount) - right * right / Double(rowCount - leftCount)
  }
}
