internal import PodiumCore

/// Newton's method for logistic regression with a squared penalty or none.
///
/// Minimizes the mean loss plus ½·squared·|W|². Each round solves H·d = −g by conjugate gradients with the diagonal of H as
/// preconditioner, to a precision that rises as g falls, and halves the step until the value falls enough (Armijo). Stops
/// when every slope is below 1e-9 of its column's unit; 200 rounds without that are an error. Without a penalty
/// there is no finite optimum where the scores separate the classes, or where the step is large although the gradient is 0.
/// Reference: J. Nocedal, S. J. Wright, Numerical Optimization, 2nd edition, algorithm 7.1.
struct LogisticNewton {
  private let problem: LogisticProblem
  private let hasPenalty: Bool
  private static let tolerance = 1e-9
  private static let maxRounds = 200

  init(_ problem: LogisticProblem, hasPenalty: Bool) {
    self.problem = problem
    self.hasPenalty = hasPenalty
  }

  /// The unknowns at the minimum; throws `separable`, `no-convergence` and `interrupted`.
  func solve(_ cancellation: Cancellation) throws(Diagnostic) -> [Double] {
    var unknowns = [Double](repeating: 0, count: problem.count)
    var scores = problem.scores(unknowns)
    var value = problem.value(unknowns, scores)
    for _ in 0..<Self.maxRounds {
      try cancellation.check()
      if !hasPenalty, problem.separates(scores) { throw .separable }
      let chances = problem.probabilities(scores)
      let slope = problem.gradient(unknowns, chances)
      let isFlat = slope.indices.allSatisfy {
        slope[$0].magnitude <= Self.tolerance * problem.units[$0 % problem.width]
      }
      if isFlat, hasPenalty { return unknowns }
      let direction = try direction(slope, chances, isLast: isFlat, cancellation)
      let change = problem.scores(direction)
      if isFlat {
        // Near an optimum a step is as short as the slope is small.
        if (change.map(\.magnitude).max() ?? 0) < 1e-2 { return unknowns }
        throw .separable
      }
      let decrease = zip(slope, direction).reduce(0) { $0 + $1.0 * $1.1 }
      guard
        problem.descend(&unknowns, &scores, &value, along: direction, change: change, decrease: decrease)
      else { break }
    }
    throw .noConvergence(Self.maxRounds)
  }

  /// −H⁻¹·g by conjugate gradients.
  private func direction(
    _ slope: [Double], _ chances: [Double], isLast: Bool, _ cancellation: Cancellation
  ) throws(Diagnostic) -> [Double] {
    let diagonal = problem.curvatures(chances).map { $0 > 0 ? $0 : 1 }
    var solution = [Double](repeating: 0, count: slope.count)
    var rest = slope.map { -$0 }
    var scaled = zip(rest, diagonal).map { $0 / $1 }
    var way = scaled
    var product = zip(rest, scaled).reduce(0) { $0 + $1.0 * $1.1 }
    let start = product
    if start == 0 { return solution }
    let precision = isLast ? 1e-8 : min(0.01, start.squareRoot())
    for _ in 0..<(2 * slope.count + 50) {
      try cancellation.check()
      var bent = problem.columnSums(problem.bent(problem.scores(way), chances))
      for place in bent.indices where !problem.isIntercept(place) { bent[place] += problem.squared * way[place] }
      let curvature = zip(way, bent).reduce(0) { $0 + $1.0 * $1.1 }
      // Along a direction without curvature (equal intercepts for all classes) there is nothing to gain.
      guard curvature > 0, curvature.isFinite else { break }
      let length = product / curvature
      for place in solution.indices {
        solution[place] += length * way[place]
        rest[place] -= length * bent[place]
      }
      scaled = zip(rest, diagonal).map { $0 / $1 }
      let next = zip(rest, scaled).reduce(0) { $0 + $1.0 * $1.1 }
      if next <= precision * precision * start { break }
      let share = next / product
      for place in way.indices { way[place] = scaled[place] + share * way[place] }
      product = next
    }
    return solution
  }
}
