internal import Glibc
internal import PodiumCore
internal import PodiumLearn
internal import PodiumLinear

/// The loss of logistic regression with its derivatives, as a mean over the rows.
///
/// Unknowns are laid out block after block, one for each score: the coefficients of the columns, then the intercept.
struct LogisticProblem {
  let features: Matrix
  /// For each row the block of its class; −1 for the class whose score is always 0.
  let blockOfRow: [Int]
  /// The number of scores: 1 for two classes, else one per class.
  let blocks: Int
  /// The weight of each row, divided by the number of rows.
  let shares: [Double]
  /// The strengths of ½w² and of |w| beside the mean loss.
  let squared: Double
  let absolute: Double
  /// The root of the mean square of each column, at least 1, then 1 for the intercept: the unit of its slope.
  let units: [Double]
  private let blas: BLAS

  var width: Int { features.columns + 1 }
  var count: Int { blocks * width }

  /// Sets the problem up for the classes that have rows; throws `missing-library` and `not-finite`.
  init(
    _ features: Matrix, _ target: ClassTarget, present: [Int], weights: [Double], squared: Double, absolute: Double
  ) throws(Diagnostic) {
    self.features = features
    blocks = present.count == 2 ? 1 : present.count
    let skipped = present.count == 2 ? 1 : 0
    var blockOfClass = [Int](repeating: -1, count: target.classes.count)
    for (place, code) in present.enumerated() { blockOfClass[code] = place - skipped }
    blockOfRow = target.codes.map { blockOfClass[$0] }
    shares = weights.map { $0 / Double(features.rows) }
    self.squared = squared
    self.absolute = absolute
    var squares = [Double](repeating: 0, count: features.columns)
    for place in features.elements.indices {
      squares[place % features.columns] += features.elements[place] * features.elements[place] / Double(features.rows)
    }
    guard squares.allSatisfy(\.isFinite) else {
      throw Diagnostic("not-finite", "the features are too large for logistic regression", help: "type: scale")
    }
    units = squares.map { max(1, $0.squareRoot()) } + [1]
    blas = try BLAS.load()
  }

  /// Rows × blocks sums of the columns, weighted by some unknowns.
  func scores(_ unknowns: [Double]) -> [Double] {
    let (n, p) = (features.rows, features.columns)
    var out = [Double](repeating: 0, count: n * blocks)
    for row in 0..<n {
      for block in 0..<blocks { out[row * blocks + block] = unknowns[block * width + p] }
    }
    var span = out.mutableSpan
    if p > 0 {
      blas.gemm(
        rows: n, columns: blocks, inner: p, a: features.elements.span, b: unknowns.span, bTransposed: true,
        bStride: width, beta: 1, c: &span)
    }
    return out
  }

  /// The sum over rows of each column and of 1, weighted by rows × blocks numbers.
  func columnSums(_ residuals: [Double]) -> [Double] {
    let (n, p) = (features.rows, features.columns)
    var out = [Double](repeating: 0, count: count)
    var span = out.mutableSpan
    if p > 0 {
      blas.gemm(
        rows: blocks, columns: p, inner: n, a: residuals.span, aTransposed: true, b: features.elements.span,
        c: &span, cStride: width)
    }
    for row in 0..<n {
      for block in 0..<blocks { out[block * width + p] += residuals[row * blocks + block] }
    }
    return out
  }

  /// Whether an unknown is an intercept, which no penalty counts.
  func isIntercept(_ place: Int) -> Bool { place % width == width - 1 }

  /// The mean loss and the penalties.
  func value(_ unknowns: [Double], _ scores: [Double]) -> Double {
    var sum = 0.0
    for row in blockOfRow.indices {
      var largest = blocks == 1 ? 0 : -Double.infinity
      for block in 0..<blocks { largest = max(largest, scores[row * blocks + block]) }
      var total = blocks == 1 ? exp(-largest) : 0
      for block in 0..<blocks { total += exp(scores[row * blocks + block] - largest) }
      let own = blockOfRow[row] < 0 ? 0 : scores[row * blocks + blockOfRow[row]]
      sum += shares[row] * (log(total) + largest - own)
    }
    for (place, weight) in unknowns.enumerated() where !isIntercept(place) {
      sum += 0.5 * squared * weight * weight + absolute * weight.magnitude
    }
    return sum
  }

  /// Rows × blocks probabilities.
  func probabilities(_ scores: [Double]) -> [Double] {
    var out = scores
    for row in blockOfRow.indices {
      var largest = blocks == 1 ? 0 : -Double.infinity
      for block in 0..<blocks { largest = max(largest, scores[row * blocks + block]) }
      var total = blocks == 1 ? exp(-largest) : 0
      for block in 0..<blocks {
        let weight = exp(scores[row * blocks + block] - largest)
        out[row * blocks + block] = weight
        total += weight
      }
      for block in 0..<blocks { out[row * blocks + block] /= total }
    }
    return out
  }

  /// The slope of the mean loss and of the squared penalty.
  func gradient(_ unknowns: [Double], _ probabilities: [Double]) -> [Double] {
    var residuals = probabilities
    for row in blockOfRow.indices {
      if blockOfRow[row] >= 0 { residuals[row * blocks + blockOfRow[row]] -= 1 }
      for block in 0..<blocks { residuals[row * blocks + block] *= shares[row] }
    }
    var out = columnSums(residuals)
    for place in out.indices where !isIntercept(place) { out[place] += squared * unknowns[place] }
    return out
  }

  /// What the second derivatives make of a direction: rows × blocks numbers, from those of the direction's scores.
  func bent(_ scores: [Double], _ probabilities: [Double]) -> [Double] {
    var out = scores
    for row in blockOfRow.indices {
      let base = row * blocks
      var mean = 0.0
      for block in 0..<blocks { mean += probabilities[base + block] * scores[base + block] }
      for block in 0..<blocks {
        out[base + block] = shares[row] * probabilities[base + block] * (scores[base + block] - mean)
      }
    }
    return out
  }

  /// The second derivatives of each unknown with itself.
  func curvatures(_ probabilities: [Double]) -> [Double] {
    let p = features.columns
    var out = [Double](repeating: 0, count: count)
    for row in blockOfRow.indices {
      for block in 0..<blocks {
        let chance = probabilities[row * blocks + block]
        let weight = shares[row] * chance * (1 - chance)
        for c in 0..<p {
          let x = features.elements[row * p + c]
          out[block * width + c] += weight * x * x
        }
        out[block * width + p] += weight
      }
    }
    for place in out.indices where !isIntercept(place) { out[place] += squared }
    return out
  }

  /// Whether the scores order all rows correctly, so that larger coefficients always fit better.
  func separates(_ scores: [Double]) -> Bool {
    blockOfRow.indices.allSatisfy { row in
      let own = blockOfRow[row] < 0 ? 0 : scores[row * blocks + blockOfRow[row]]
      if blocks == 1, blockOfRow[row] >= 0, own <= 0 { return false }
      return (0..<blocks).allSatisfy { $0 == blockOfRow[row] || scores[row * blocks + $0] < own }
    }
  }
}
