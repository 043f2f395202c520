internal import PodiumCore

/// The penalised maximum of an ordered regression whose coefficients are pooled: all ← spots ← persons at spots.
///
/// With deviations d of each group from its parent, b = Σ d along the path from all, and thresholds θ common to all rows,
/// it maximises Σ w log P(class | x b, θ) − ridge/2 |b_all|² − spot/2 Σ |d_spot|² − person/2 Σ |d_person|².
/// Each term has a weight at each level, which divides its part of the deviation: the penalty of a term is that of its level over
/// the square of its weight. The objective is concave. Newton steps with halving stop when the largest change is below 1e-8. The Hessian is that of a
/// tree, so each group is eliminated into its parent and no system is larger than the terms plus the thresholds.
struct PooledFit {
  let tree: PoolingTree
  let strength: PoolingStrength
  /// Terms plus the constant, of which groups deviate too.
  let width: Int
  let thresholdCount: Int
  private(set) var thresholds: [Double]
  /// One list of `width` for each node.
  private(set) var deviations: [[Double]]
  private(set) var steps = 0

  private let rows: PooledRows
  /// The precision of each coefficient's deviation by level, the constant first.
  private let penalties: [[Double]]
  private let nodeOfRow: [Int]
  private var size: Int { width + thresholdCount }

  static let tolerance = 1e-8
  private static let maximumSteps = 60

  /// Fits rows of at least two classes, all of which occur; throws `no-convergence` and `interrupted`.
  init(
    _ rows: PooledRows, classes: Int, tree: PoolingTree, strength: PoolingStrength,
    weights: LevelWeights? = nil, cancellation: Cancellation? = nil
  ) throws(Diagnostic) {
    (self.rows, self.tree, self.strength) = (rows, tree, strength)
    width = 1 + (rows.terms.first?.count ?? 0)
    thresholdCount = classes - 1
    penalties = [PoolingTree.Level.all, .spot, .person].map { [width] level in
      let own = strength.precision(level)
      let terms = weights?[level] ?? [Double](repeating: 1, count: width - 1)
      return [own] + terms.map { own / ($0 * $0) }
    }
    deviations = tree.nodes.map { _ in [] }
    nodeOfRow = zip(rows.spots, rows.persons).map { tree.node(spot: $0, person: $1) }
    thresholds = PooledFit.start(rows, classes: classes)
    deviations = tree.nodes.map { [width] _ in [Double](repeating: 0, count: width) }
    var value = objective(thresholds, deviations)
    while true {
      if let cancellation { try cancellation.check() }
      guard steps < PooledFit.maximumSteps, value.isFinite, let change = newtonStep() else { break }
      let largest = (change.thresholds + change.deviations.flatMap { $0 }).reduce(0) { max($0, $1.magnitude) }
      guard largest > PooledFit.tolerance else { return }
      steps += 1
      var share = 1.0
      while true {
        let next = (
          zip(thresholds, change.thresholds).map { $0 + share * $1 },
          zip(deviations, change.deviations).map { zip($0, $1).map { $0 + share * $1 } }
        )
        let reached = objective(next.0, next.1)
        // Rounding may lower the value by the last bits near the maximum.
        if reached >= value - 1e-12 * max(1, value.magnitude) {
          (thresholds, deviations, value) = (next.0, next.1, reached)
          break
        }
        share /= 2
        // Rounding leaves nothing to gain: this is the maximum.
        if share < 1e-9 { return }
      }
    }
    throw Diagnostic(
      "no-convergence", "the pooled regression has no maximum within \(steps.counted("step"))",
      help: "set a stronger ridge")
  }

  /// The thresholds that give every class its share, with half a row added to each.
  private static func start(_ rows: PooledRows, classes: Int) -> [Double] {
    var counts = [Double](repeating: 0.5, count: classes)
    for (code, weight) in zip(rows.classes, rows.weights) { counts[code] += weight }
    let all = counts.reduce(0, +)
    var above = all
    return counts.dropLast().map { count in
      above -= count
      return -LogOdds.of(above / all)
    }
  }

  /// What the coefficients of a node are, the constant first.
  func coefficients(_ node: Int) -> [Double] {
    var sum = deviations[node]
    var place = node
    while place > 0 {
      place = tree.nodes[place].parent
      for i in 0..<width { sum[i] += deviations[place][i] }
    }
    return sum
  }

  private func penalty(_ node: Int) -> [Double] { penalties[tree.nodes[node].level.rawValue] }

  private func objective(_ thresholds: [Double], _ deviations: [[Double]]) -> Double {
    guard zip(thresholds, thresholds.dropFirst()).allSatisfy({ $0 < $1 }) else { return -.infinity }
    let effective = PooledFit.effective(deviations, tree)
    let bounds = [-Double.infinity] + thresholds + [Double.infinity]
    var sum = 0.0
    for (row, terms) in rows.terms.enumerated() {
      let code = rows.classes[row]
      let eta = PooledFit.predictor(terms, effective[nodeOfRow[row]])
      guard let terms = OrdinalTerms(eta, below: bounds[code], above: bounds[code + 1]) else { return -.infinity }
      sum += rows.weights[row] * terms.value
    }
    for (node, list) in deviations.enumerated() {
      sum -= zip(penalty(node), list).reduce(0) { $0 + $1.0 * $1.1 * $1.1 } / 2
    }
    return sum
  }

  private static func effective(_ deviations: [[Double]], _ tree: PoolingTree) -> [[Double]] {
    var effective = deviations
    for (node, entry) in tree.nodes.enumerated() where node > 0 {
      for i in effective[node].indices { effective[node][i] += effective[entry.parent][i] }
    }
    return effective
  }

  static func predictor(_ terms: [Double], _ coefficients: [Double]) -> Double {
    terms.withUnsafeBufferPointer { x in
      coefficients.withUnsafeBufferPointer { b in
        var sum = b[0]
        for i in 0..<x.count { sum += x[i] * b[i + 1] }
        return sum
      }
    }
  }

  /// The gradient by the coefficients and thresholds of each node's own rows, and minus the second derivatives.
  private func derivatives() -> (gradients: [[Double]], information: [[Double]]) {
    let (width, size) = (width, size)
    let effective = PooledFit.effective(deviations, tree)
    let bounds = [-Double.infinity] + thresholds + [Double.infinity]
    var gradients = tree.nodes.map { _ in [Double](repeating: 0, count: size) }
    var information = tree.nodes.map { _ in [Double](repeating: 0, count: size * size) }
    for row in rows.terms.indices {
      let (node, code, weight) = (nodeOfRow[row], rows.classes[row], rows.weights[row])
      let eta = PooledFit.predictor(rows.terms[row], effective[node])
      guard let t = OrdinalTerms(eta, below: bounds[code], above: bounds[code + 1]) else { continue }
      rows.terms[row].withUnsafeBufferPointer { x in
        gradients[node].withUnsafeMutableBufferPointer { g in
          information[node].withUnsafeMutableBufferPointer { h in
            func at(_ i: Int) -> Double { i == 0 ? 1 : x[i - 1] }
            let bend = weight * t.curvature
            for i in 0..<width {
              g[i] += weight * t.slope * at(i)
              let scaled = bend * at(i)
              h[i * size] += scaled
              var j = 1
              while j <= i {
                h[i * size + j] += scaled * x[j - 1]
                j += 1
              }
            }
            func threshold(_ k: Int, _ slope: Double, _ cross: Double, _ own: Double) {
              let place = width + k
              g[place] += weight * slope
              for i in 0..<width { h[place * size + i] += weight * cross * at(i) }
              h[place * size + place] += weight * own
            }
            if code > 0 { threshold(code - 1, t.lower, t.slopeLower, t.lowerLower) }
            if code < thresholdCount { threshold(code, t.upper, t.slopeUpper, t.upperUpper) }
            if code > 0, code < thresholdCount { h[(width + code) * size + width + code - 1] += weight * t.lowerUpper }
          }
        }
      }
    }
    for node in information.indices { PooledFit.mirror(&information[node], size) }
    return (gradients, information)
  }

  private static func mirror(_ matrix: inout [Double], _ size: Int) {
    for i in 0..<size { for j in 0..<i { matrix[j * size + i] = matrix[i * size + j] } }
  }

  /// What is left of a node when its deviation is eliminated.
  private struct Elimination {
    /// Of its own precision matrix.
    let factor: CholeskyFactor
    /// K = A⁻¹ M[deviation, ·], width × size.
    let gain: [Double]
    /// A⁻¹ of the gradient by the deviation.
    let shift: [Double]
  }

  private struct Eliminated {
    var nodes: [Elimination?]
    /// Of all and the thresholds, size × size.
    let precision: CholeskyFactor
    let shift: [Double]
  }

  /// Eliminates every group into its parent; nil where a matrix is not positive definite.
  private func eliminate() -> Eliminated? {
    let (width, size) = (width, size)
    var (gradients, information) = derivatives()
    var nodes = [Elimination?](repeating: nil, count: tree.nodes.count)
    for node in tree.nodes.indices.dropFirst().reversed() {
      let matrix = information[node]
      let penalty = penalty(node)
      var own = [Double](repeating: 0, count: width * width)
      for i in 0..<width { for j in 0..<width { own[i * width + j] = matrix[i * size + j] } }
      var right = [Double](repeating: 0, count: width)
      for i in 0..<width {
        own[i * width + i] += penalty[i]
        right[i] = gradients[node][i] - penalty[i] * deviations[node][i]
      }
      guard let factor = CholeskyFactor(own, size: width) else { return nil }
      let shift = factor.solve(right)
      var gain = [Double](repeating: 0, count: width * size)
      for column in 0..<size {
        let solved = factor.solve((0..<width).map { matrix[$0 * size + column] })
        for i in 0..<width { gain[i * size + column] = solved[i] }
      }
      let parent = tree.nodes[node].parent
      for i in 0..<size {
        var value = gradients[node][i]
        for k in 0..<width { value -= matrix[i * size + k] * shift[k] }
        gradients[parent][i] += value
      }
      information[parent].withUnsafeMutableBufferPointer { out in
        matrix.withUnsafeBufferPointer { m in
          gain.withUnsafeBufferPointer { gain in
            for i in 0..<size {
              for j in 0..<size { out[i * size + j] += m[i * size + j] }
              for k in 0..<width {
                let part = m[i * size + k]
                var j = 0
                while j < size {
                  out[i * size + j] -= part * gain[k * size + j]
                  j += 1
                }
              }
            }
          }
        }
      }
      nodes[node] = Elimination(factor: factor, gain: gain, shift: shift)
    }
    for i in 0..<width {
      information[0][i * size + i] += penalties[0][i]
      gradients[0][i] -= penalties[0][i] * deviations[0][i]
    }
    guard let precision = CholeskyFactor(information[0], size: size) else { return nil }
    return Eliminated(nodes: nodes, precision: precision, shift: precision.solve(gradients[0]))
  }

  private func newtonStep() -> (thresholds: [Double], deviations: [[Double]])? {
    guard let solved = eliminate() else { return nil }
    var change = deviations
    var paths = tree.nodes.map { _ in solved.shift }
    change[0] = Array(solved.shift[..<width])
    for node in tree.nodes.indices.dropFirst() {
      guard let own = solved.nodes[node] else { continue }
      let above = paths[tree.nodes[node].parent]
      for i in 0..<width {
        var value = own.shift[i]
        for j in 0..<size { value -= own.gain[i * size + j] * above[j] }
        change[node][i] = value
      }
      paths[node] = above
      for i in 0..<width { paths[node][i] += change[node][i] }
    }
    return (Array(solved.shift[width...]), change)
  }

  /// The covariance of each node's coefficients and the thresholds, size × size (Laplace's approximation); nil where the
  /// information is not positive definite.
  ///
  /// A child's coefficients are those of its parent plus a deviation with the mean −K and the covariance A⁻¹ given them.
  func covariances() -> [[Double]]? {
    guard let solved = eliminate() else { return nil }
    let (width, size) = (width, size)
    var out = [solved.precision.inverse()]
    for node in tree.nodes.indices.dropFirst() {
      guard let own = solved.nodes[node] else { return nil }
      // L = I − [K; 0]; the result is L C Lᵀ plus A⁻¹ among the coefficients.
      var left = [Double](repeating: 0, count: size * size)
      for i in 0..<size { left[i * size + i] = 1 }
      for i in 0..<width * size { left[i] -= own.gain[i] }
      let half = PooledFit.product(left, out[tree.nodes[node].parent], size)
      var turned = left
      for i in 0..<size { for j in 0..<size { turned[j * size + i] = left[i * size + j] } }
      var full = PooledFit.product(half, turned, size)
      let noise = own.factor.inverse()
      for i in 0..<width { for j in 0..<width { full[i * size + j] += noise[i * width + j] } }
      out.append(full)
    }
    return out
  }

  private static func product(_ a: [Double], _ b: [Double], _ size: Int) -> [Double] {
    var out = [Double](repeating: 0, count: size * size)
    out.withUnsafeMutableBufferPointer { out in
      a.withUnsafeBufferPointer { a in
        b.withUnsafeBufferPointer { b in
          for i in 0..<size {
            for k in 0..<size where a[i * size + k] != 0 {
              let part = a[i * size + k]
              for j in 0..<size { out[i * size + j] += part * b[k * size + j] }
            }
          }
        }
      }
    }
    return out
  }
}

extension PoolingStrength {
  func precision(_ level: PoolingTree.Level) -> Double {
    switch level {
    case .all: ridge
    case .spot: spot
    case .person: person
    }
  }
}
