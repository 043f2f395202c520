internal import Glibc

/// The best coefficients, thresholds and effects for one deviation after another, each from those before.
struct GroupSearch {
  private let problem: ProportionalOdds
  /// The rows of each group.
  private let members: [[Int]]
  /// How many numbers an effect has: 1, and with slopes one for each column.
  private let width: Int
  private(set) var unknowns: [Double]
  private(set) var effects: [[Double]]
  private(set) var deviation = 1.0

  init(_ problem: ProportionalOdds, groups: [Int], count: Int, hasSlopes: Bool, unknowns: [Double]) {
    (self.problem, self.unknowns) = (problem, unknowns)
    width = hasSlopes ? 1 + problem.features.columns : 1
    var members = [[Int]](repeating: [], count: count)
    for (row, group) in groups.enumerated() where group >= 0 { members[group].append(row) }
    self.members = members
    effects = members.map { [width] _ in [Double](repeating: 0, count: width) }
  }

  /// What a row adds to the derivatives by its sum: the chances of a class up to its own, and of one below it.
  private struct Bends {
    let upper: Double
    let lower: Double
    /// By the upper and lower threshold: of the slope, and of the curvature.
    var atUpper: Double { upper * (1 - upper) }
    var atLower: Double { lower * (1 - lower) }
    var turnUpper: Double { atUpper * (1 - 2 * upper) }
    var turnLower: Double { atLower * (1 - 2 * lower) }
    var slope: Double { upper + lower - 1 }
    var curvature: Double { atUpper + atLower }
  }

  private func bends(_ row: Int, _ sum: Double, _ thresholds: ArraySlice<Double>) -> Bends {
    let (place, first) = (problem.places[row], thresholds.startIndex)
    return Bends(
      upper: place < problem.classes - 1 ? ProportionalOdds.chance(thresholds[first + place] - sum) : 1,
      lower: place > 0 ? ProportionalOdds.chance(thresholds[first + place - 1] - sum) : 0)
  }

  /// What an effect adds to the sum of a row.
  private func part(_ effect: [Double], _ row: Int) -> Double {
    var sum = effect[0]
    let base = row * problem.features.columns - 1
    problem.features.elements.withUnsafeBufferPointer { x in
      for c in 1..<max(1, width) { sum += effect[c] * x[base + c] }
    }
    return sum
  }

  /// Adds weight · z zᵀ of a row to the lower triangle of a matrix, z = (1, columns).
  private func add(_ row: Int, _ weight: Double, toMatrix matrix: inout [Double]) {
    let base = row * problem.features.columns - 1
    let width = width
    problem.features.elements.withUnsafeBufferPointer { x in
      matrix.withUnsafeMutableBufferPointer { m in
        m[0] += weight
        for i in 1..<max(1, width) {
          let scaled = weight * x[base + i]
          m[i * width] += scaled
          for j in 1...i { m[i * width + j] += scaled * x[base + j] }
        }
      }
    }
  }

  /// Adds weight · z of a row to a list.
  private func add(_ row: Int, _ weight: Double, to list: inout [Double], at start: Int = 0) {
    let base = row * problem.features.columns - 1
    list[start] += weight
    problem.features.elements.withUnsafeBufferPointer { x in
      for i in 1..<max(1, width) { list[start + i] += weight * x[base + i] }
    }
  }

  /// The precision of a group's effect at some sums, as its factor.
  private func factor(_ rows: [Int], _ sums: [Double], _ thresholds: ArraySlice<Double>) -> CholeskyFactor? {
    var matrix = [Double](repeating: 0, count: width * width)
    for row in rows { add(row, bends(row, sums[row], thresholds).curvature, toMatrix: &matrix) }
    for i in 0..<width { matrix[i * width + i] += 1 / (deviation * deviation) }
    return CholeskyFactor(matrix, size: width)
  }

  /// The modes of the effects for some unknowns, the value per row to minimize, and the sums of the rows with effects.
  private func modes(_ unknowns: [Double]) throws(Diagnostic) -> (effects: [[Double]], value: Double, sums: [Double]) {
    let thresholds = unknowns[problem.features.columns...]
    var sums = problem.sums(unknowns)
    var effects = effects
    let precision = 1 / (deviation * deviation)
    var determinant = 0.0
    guard zip(thresholds, thresholds.dropFirst()).allSatisfy({ $0 < $1 }) else { return (effects, .infinity, sums) }
    for (group, rows) in members.enumerated() where !rows.isEmpty {
      let plain = rows.map { sums[$0] }
      func loss(_ effect: [Double]) -> Double {
        zip(rows, plain).reduce(0.5 * precision * effect.reduce(0) { $0 + $1 * $1 }) {
          $0 + problem.loss(problem.places[$1.0], at: $1.1 + part(effect, $1.0), thresholds)
        }
      }
      var now = loss(effects[group])
      for _ in 0..<100 {
        for (row, sum) in zip(rows, plain) { sums[row] = sum + part(effects[group], row) }
        guard let factor = factor(rows, sums, thresholds) else { return (effects, .infinity, sums) }
        var slope = effects[group].map { -$0 * precision }
        for row in rows { add(row, bends(row, sums[row], thresholds).slope, to: &slope) }
        let step = factor.solve(slope)
        let gain = zip(slope, step).reduce(0) { $0 + $1.0 * $1.1 }
        if gain < 1e-24 * Double(rows.count) {
          for i in 0..<width {
            determinant += log(factor.elements[i * width + i] * factor.elements[i * width + i] / precision)
          }
          break
        }
        var share = 1.0
        while share > 1e-10 {
          let next = zip(effects[group], step).map { $0 + share * $1 }
          let found = loss(next)
          if found <= now - 1e-4 * share * gain + 1e-13 * (1 + now.magnitude) {
            (effects[group], now) = (next, found)
            break
          }
          share /= 2
        }
      }
      determinant += precision * effects[group].reduce(0) { $0 + $1 * $1 }
    }
    let value = try problem.value(unknowns, at: sums) + 0.5 * determinant / Double(problem.features.rows)
    return (effects, value, sums)
  }

  /// Finds the best unknowns for a deviation; returns the slope of the log likelihood by the deviation's logarithm.
  mutating func slope(deviation: Double, _ cancellation: Cancellation) throws(Diagnostic) -> Double {
    self.deviation = deviation
    let p = problem.features.columns
    var now = try modes(unknowns)
    for _ in 0..<ProportionalOdds.maxRounds {
      try cancellation.check()
      effects = now.effects
      guard let (slope, bend, gain) = derivatives(now.sums) else { break }
      if slope.indices.allSatisfy({
        slope[$0].magnitude <= ProportionalOdds.tolerance * ($0 < p ? problem.units[$0] : 1)
      }) {
        return gain
      }
      let direction = try problem.direction(slope, bend)
      let decrease = zip(slope, direction).reduce(0) { $0 + $1.0 * $1.1 }
      var (step, isLower) = (1.0, false)
      for _ in 0..<40 {
        let next = zip(unknowns, direction).map { $0 + step * $1 }
        let found = try modes(next)
        if found.value <= now.value + 1e-4 * step * decrease + 1e-12 * (1 + now.value.magnitude) {
          (unknowns, now, isLower) = (next, found, true)
          break
        }
        step /= 2
      }
      // Rounding leaves nothing to gain where the slope is nearly 0.
      if !isLower { return gain }
    }
    throw .noConvergence(ProportionalOdds.maxRounds)
  }

  /// The slope and the curvature per row of what is minimized, and the slope of the log likelihood by the logarithm of the
  /// deviation, all with the effects at their modes.
  private func derivatives(_ sums: [Double]) -> (slope: [Double], bend: [Double], gain: Double)? {
    let p = problem.features.columns
    let thresholds = unknowns[p...]
    var (slope, bend, _) = problem.derivatives(unknowns, at: sums)
    let (size, share, variance) = (slope.count, 1 / Double(problem.features.rows), deviation * deviation)
    var gain = 0.0
    for (group, rows) in members.enumerated() where !rows.isEmpty {
      guard let factor = factor(rows, sums, thresholds) else { return nil }
      let covariance = factor.inverse()
      // By each unknown: of the slope of the effect (a list of its numbers each), and of its curvature's logarithm.
      var cross = [Double](repeating: 0, count: size * width)
      var turn = [Double](repeating: 0, count: size)
      // The same of the curvature's logarithm by the effect itself.
      var turned = [Double](repeating: 0, count: width)
      for row in rows {
        let bends = bends(row, sums[row], thresholds)
        let leverage = leverage(row, covariance)
        let own = -leverage * (bends.turnUpper + bends.turnLower)
        add(row, own, to: &turned)
        for c in 0..<p {
          let x = problem.features.elements[row * p + c]
          add(row, -bends.curvature * x, to: &cross, at: c * width)
          turn[c] += own * x
        }
        let place = problem.places[row]
        if place < problem.classes - 1 {
          add(row, bends.atUpper, to: &cross, at: (p + place) * width)
          turn[p + place] += leverage * bends.turnUpper
        }
        if place > 0 {
          add(row, bends.atLower, to: &cross, at: (p + place - 1) * width)
          turn[p + place - 1] += leverage * bends.turnLower
        }
      }
      let crosses = (0..<size).map { Array(cross[($0 * width)..<(($0 + 1) * width)]) }
      let moves = crosses.map(factor.solve)
      func dot(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }
      for i in 0..<size {
        slope[i] += 0.5 * share * (turn[i] + dot(turned, moves[i]))
        for j in 0...i { bend[i * size + j] -= share * dot(crosses[i], moves[j]) }
      }
      // Of −|u|²/2v − log |1 + vH|/2 by log v, twice; the trace of H (H + 1/v)⁻¹ is the width less that of (H + 1/v)⁻¹/v.
      let effect = effects[group]
      let trace = (0..<width).reduce(0) { $0 + covariance[$1 * width + $1] } / variance
      gain += dot(effect, effect) / variance - (Double(width) - trace) - dot(turned, factor.solve(effect)) / variance
    }
    return (slope, bend, gain)
  }

  /// zᵀ C z of a row.
  private func leverage(_ row: Int, _ covariance: [Double]) -> Double {
    let (base, width) = (row * problem.features.columns - 1, width)
    return problem.features.elements.withUnsafeBufferPointer { x in
      covariance.withUnsafeBufferPointer { m in
        var sum = m[0]
        for i in 1..<max(1, width) {
          var inner = m[i * width] * 2
          for j in 1..<i { inner += 2 * m[i * width + j] * x[base + j] }
          sum += x[base + i] * (inner + m[i * width + i] * x[base + i])
        }
        return sum
      }
    }
  }
}
