internal import Glibc
public import PodiumCore

/// A goal model and how uncertain it is: the normal approximation of the posterior of its parameters around the
/// maximum. Attacks and defences are a priori normal around 0 with the precision `ridge`. Without one it is estimated
/// from the same matches by the fixed point of the evidence, λ = (2 T − λ tr Σ) / Σ θ² (MacKay 1992), with a weak prior
/// around 12, strengths of ±0.29, so that few matches do not make all teams equal or extreme.
public struct GoalPosterior: Sendable {
  /// The centre, which is the fit with the ridge.
  public let model: GoalModel
  public let ridge: Double
  /// Whether the ridge was estimated.
  public let isEstimated: Bool
  public let matches: Int
  private let point: [Double]
  private let factor: CholeskyFactor
  private let isRhoFixed: Bool

  private static let priorRidge = 12.0
  private static let priorWeight = 4.0
  private static let rounds = 15
  /// Few matches say little of the mean of goals, of playing at home and of `rho`: a priori they are within ±0.5, ±0.5 and
  /// ±0.1 of their estimates.
  private static let precisions = [4.0, 4, 100]

  /// Throws what `GoalModelFit` throws, but for teams without an estimate of their own, which the prior has one for.
  public init(
    _ rows: [GoalRow], teams: [String], ridge typed: Double? = nil, cancellation: Cancellation = Cancellation()
  ) throws(Diagnostic) {
    var (ridge, last) = (typed ?? GoalPosterior.priorRidge, GoalModel?.none)
    var found: (GoalModelFit, [Double], CholeskyFactor)
    var round = 0
    repeat {
      var options = GoalModelFit.Options(ridge: ridge)
      let fit = try GoalModelFit(rows, teams: teams, options: options, from: last, cancellation: cancellation)
      // The bound of a correlation has no normal distribution around it.
      if fit.isLimited {
        options.correlation = false
        options.rho = fit.model.rho
      }
      var likelihood = try GoalLikelihood(rows, teams: teams.count, options: options, cancellation)
      let point = GoalLikelihood.point(fit.model, options)
      _ = likelihood.derivatives(at: point)
      guard let factor = likelihood.curvature(precisions: GoalPosterior.precisions) else {
        try cancellation.check()
        throw Diagnostic(
          "no-convergence", "the strengths have no uncertainty that can be estimated",
          help: "add ridge=1, or more matches")
      }
      found = (fit, point, factor)
      last = fit.model
      round += 1
      guard typed == nil else { break }
      let next = GoalPosterior.next(ridge, point, factor, teams: teams.count, cancellation)
      try cancellation.check()
      if abs(next - ridge) < 1e-3 * ridge { break }
      ridge = next
    } while round < GoalPosterior.rounds
    (model, point, factor) = (found.0.model, found.1, found.2)
    (matches, isRhoFixed) = (found.0.matches, found.0.isLimited)
    (self.ridge, isEstimated) = (ridge, typed == nil)
  }

  private static func next(
    _ ridge: Double, _ point: [Double], _ factor: CholeskyFactor, teams: Int, _ cancellation: Cancellation
  ) -> Double {
    let (start, size) = (point.count - 2 * teams, point.count)
    let inverse = factor.inverse(cancellation: cancellation)
    let trace = (start..<size).reduce(0) { $0 + inverse[$1 * size + $1] }
    let squares = point[start...].reduce(0) { $0 + $1 * $1 }
    let known = max(0, Double(2 * teams) - ridge * trace)
    return min(max((known + priorWeight) / (squares + priorWeight / priorRidge), 0.5), 1000)
  }

  /// Draws the parameters of a model: the rates of a match follow from `GoalModel.rates`.
  func draw(_ random: inout RandomSource) -> GoalModel {
    var drawn = [Double](repeating: 0, count: point.count)
    for place in stride(from: 0, to: drawn.count, by: 2) {
      // Box and Muller's method; 1 − u is never 0.
      let radius = (-2 * log(1 - random.uniform())).squareRoot()
      let angle = 2 * Double.pi * random.uniform()
      drawn[place] = radius * cos(angle)
      if place + 1 < drawn.count { drawn[place + 1] = radius * sin(angle) }
    }
    factor.solveUpper(&drawn)
    let teams = (point.count - 3) / 2
    for place in drawn.indices { drawn[place] += point[place] }
    return GoalModel(
      intercept: drawn[0], home: drawn[1], rho: isRhoFixed ? model.rho : drawn[2],
      attack: Array(drawn[3..<(3 + teams)]), defence: Array(drawn[(3 + teams)...]))
  }
}
