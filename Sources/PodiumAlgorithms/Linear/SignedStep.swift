internal import PodiumCore

/// A step of coefficients with an absolute penalty to the minimum of a quadratic for the signs that they have.
///
/// Coordinate descent takes forever where columns depend on each other, such as those of a category; this step goes along
/// all coefficients at once, as far as none changes its sign. One that would becomes 0, and the others go on. It lowers
/// ½·wᵀHw − bᵀw + Σ penalty·|w|. Reference: H. Lee and others, Efficient sparse coding algorithms, 2006.
enum SignedStep {
  /// The most coefficients of a step; the cubes of more take longer than many rounds of descent.
  static let most = 200

  /// Moves the coefficients that are not 0 and those without a penalty.
  ///
  /// `slopes` are b − Hw and follow; `row` is a row of H. Does nothing beyond `most` coefficients, or without a direction.
  static func take(
    _ weights: inout [Double], _ slopes: inout [Double], penalty: (Int) -> Double, row: (Int) -> [Double],
    _ cancellation: Cancellation
  ) throws(Diagnostic) {
    var active = weights.indices.filter { weights[$0] != 0 || penalty($0) == 0 }
    guard !active.isEmpty, active.count <= most else { return }
    var rows: [Int: [Double]] = [:]
    for c in active { rows[c] = row(c) }
    while !active.isEmpty {
      try cancellation.check()
      let count = active.count
      var matrix = [Double](repeating: 0, count: count * count)
      for (i, c) in active.enumerated() {
        guard let own = rows[c] else { return }
        for (j, other) in active.enumerated() { matrix[i * count + j] = own[other] }
        // Dependent columns have a direction too: the one that lowers the penalty.
        matrix[i * count + i] *= 1 + 1e-10
      }
      guard let factor = CholeskyFactor(matrix, size: count, tolerance: 1e-14) else { return }
      let step = factor.solve(
        active.map { slopes[$0] - (penalty($0) == 0 ? 0 : weights[$0] > 0 ? penalty($0) : -penalty($0)) })
      guard step.allSatisfy(\.isFinite) else { return }
      var (length, stopped) = (1.0, -1)
      for (place, c) in active.enumerated() where penalty(c) > 0 && (weights[c] + step[place]) * weights[c] <= 0 {
        let most = -weights[c] / step[place]
        if most < length { (length, stopped) = (most, place) }
      }
      for (place, c) in active.enumerated() {
        let change = place == stopped ? -weights[c] : length * step[place]
        weights[c] = place == stopped ? 0 : weights[c] + change
        guard let own = rows[c], change != 0 else { continue }
        for other in slopes.indices { slopes[other] -= change * own[other] }
      }
      if stopped < 0 { return }
      active.removeAll { weights[$0] == 0 && penalty($0) > 0 }
    }
  }
}
