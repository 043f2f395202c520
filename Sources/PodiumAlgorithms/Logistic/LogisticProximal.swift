internal import PodiumCore

/// The proximal form of Newton's method, for an absolute penalty.
///
/// Minimizes the mean loss plus absolute·Σ|w|. Each round minimizes the quadratic model of the loss plus the penalty by
/// cyclic coordinate descent, and halves the step until the value falls enough. Stops when no slope is further from what the
/// penalty allows than 1e-8 of its column's unit; 200 rounds without that are an error. Reference: J. D. Lee, Y. Sun,
/// M. A. Saunders, Proximal Newton-type methods for minimizing composite functions, 2014.
struct LogisticProximal {
  private let problem: LogisticProblem
  /// The features, column after column.
  private let columns: [[Double]]
  private static let tolerance = 1e-8
  private static let maxRounds = 200
  private static let maxSweeps = 1000

  init(_ problem: LogisticProblem) {
    self.problem = problem
    columns =
      (0..<problem.features.columns).map { problem.features.column($0) } + [
        [Double](repeating: 1, count: problem.features.rows)
      ]
  }

  /// The unknowns at the minimum; throws `no-convergence` and `interrupted`.
  func solve(_ cancellation: Cancellation) throws(Diagnostic) -> [Double] {
    var unknowns = [Double](repeating: 0, count: problem.count)
    var scores = problem.scores(unknowns)
    var value = problem.value(unknowns, scores)
    for _ in 0..<Self.maxRounds {
      try cancellation.check()
      let chances = problem.probabilities(scores)
      let slope = problem.gradient(unknowns, chances)
      if violation(unknowns, slope) <= Self.tolerance { return unknowns }
      let direction = try direction(unknowns, slope, chances, cancellation)
      let change = problem.scores(direction)
      let before = penalty(unknowns)
      let decrease =
        zip(slope, direction).reduce(0) { $0 + $1.0 * $1.1 } + penalty(zip(unknowns, direction).map { $0 + $1 })
        - before
      guard
        problem.descend(&unknowns, &scores, &value, along: direction, change: change, decrease: decrease)
      else { break }
    }
    throw .noConvergence(Self.maxRounds)
  }

  private func penalty(_ unknowns: [Double]) -> Double {
    unknowns.indices.reduce(0) { problem.isIntercept($1) ? $0 : $0 + problem.absolute * unknowns[$1].magnitude }
  }

  /// The largest distance of a slope from what the penalty allows, in the column's unit.
  private func violation(_ unknowns: [Double], _ slope: [Double]) -> Double {
    var worst = 0.0
    for place in slope.indices {
      var gap = slope[place].magnitude
      if !problem.isIntercept(place) {
        gap =
          unknowns[place] == 0
          ? max(0, gap - problem.absolute)
          : (slope[place] + (unknowns[place] > 0 ? problem.absolute : -problem.absolute)).magnitude
      }
      worst = max(worst, gap / problem.units[place % problem.width])
    }
    return worst
  }

  /// The minimum of the quadratic model and the penalty, as a change of the unknowns.
  private func direction(
    _ unknowns: [Double], _ slope: [Double], _ chances: [Double], _ cancellation: Cancellation
  ) throws(Diagnostic) -> [Double] {
    let (n, blocks, width) = (problem.features.rows, problem.blocks, problem.width)
    let curvatures = problem.curvatures(chances)
    var change = [Double](repeating: 0, count: unknowns.count)
    // What the second derivatives make of the change, rows × blocks.
    var bent = [Double](repeating: 0, count: n * blocks)
    var first = 0.0
    for sweep in 0..<Self.maxSweeps {
      try cancellation.check()
      var largest = 0.0
      for place in change.indices where curvatures[place] > 0 {
        let (block, column) = (place / width, columns[place % width])
        var pull = slope[place]
        for row in 0..<n { pull += column[row] * bent[row * blocks + block] }
        let current = unknowns[place] + change[place]
        let limit = problem.isIntercept(place) ? 0 : problem.absolute
        let aim = curvatures[place] * current - pull
        let next =
          aim > limit ? (aim - limit) / curvatures[place] : aim < -limit ? (aim + limit) / curvatures[place] : 0
        let move = next - current
        if move == 0 { continue }
        change[place] += move
        largest = max(largest, move * move * curvatures[place])
        for row in 0..<n {
          let part = problem.shares[row] * chances[row * blocks + block] * move * column[row]
          for other in 0..<blocks { bent[row * blocks + other] -= part * chances[row * blocks + other] }
          bent[row * blocks + block] += part
        }
      }
      if sweep == 0 { first = largest }
      if largest <= 1e-10 * first || largest < 1e-24 { break }
      if sweep % 20 == 19 {
        var weights = zip(unknowns, change).map { $0 + $1 }
        var pulls = zip(slope, problem.columnSums(bent)).map { -$0 - $1 }
        let count = unknowns.count
        try SignedStep.take(
          &weights, &pulls, penalty: { problem.isIntercept($0) ? 0 : problem.absolute },
          row: { place in
            var unit = [Double](repeating: 0, count: count)
            unit[place] = 1
            return problem.columnSums(problem.bent(problem.scores(unit), chances))
          }, cancellation)
        change = zip(weights, unknowns).map { $0 - $1 }
        bent = problem.bent(problem.scores(change), chances)
      }
    }
    return change
  }
}
