internal import Glibc
public import PodiumCore

/// The maximum of the weighted log-likelihood of a goal model, found by Newton's method. The gradient and the second
/// derivatives are complete, those of τ included. Attack and defence may each be shifted against the intercept without
/// a change of the likelihood; a term in the squares of their sums, which is 0 at the maximum, makes the system
/// regular.
public struct GoalModelFit: Sendable {
  public let model: GoalModel
  /// The weighted log-likelihood, with the factorials, without the ridge.
  public let logLikelihood: Double
  /// The largest absolute value in the gradient of what was maximised.
  public let gradient: Double
  public let matches: Int
  /// Whether the matches alone would give a `rho` with which some score of two teams is impossible, so that it is the
  /// nearest one with which none is; 0 where they give none at all.
  public private(set) var isLimited = false

  public struct Options: Sendable {
    /// Whether `rho` is fitted (Dixon and Coles) or 0 (independent Poisson).
    public var correlation = true
    /// The ridge penalty: `ridge` / 2 times the sum of squares of attacks and defences.
    public var ridge = 0.0
    /// Whether a team whose attack or defence has no maximum is refused.
    public var refusesUnbounded = true
    /// The `rho` where it is not fitted.
    var rho = 0.0

    public init(correlation: Bool = true, ridge: Double = 0, refusesUnbounded: Bool = true) {
      (self.correlation, self.ridge, self.refusesUnbounded) = (correlation, ridge, refusesUnbounded)
    }
  }

  /// The largest gradient at which a fit is accepted.
  static let tolerance = 1e-7
  private static let maximumSteps = 100
  /// The most fits that look for a `rho` within its bounds, which depend on the rates beside it.
  private static let limitingFits = 20

  /// Fits the matches of `teams.count` teams, from an earlier model where there is one. Throws `no-matches` without a
  /// match that counts, `separate-teams` where the matches do not connect the teams, `unbounded-team` for one that
  /// scored or conceded no goal and has no ridge, and `no-convergence`. `rho` stays within the bounds in which every
  /// score of every two teams has a probability above 0 (Dixon and Coles 1997); few matches may put the maximum beyond
  /// them. Throws `too-large` for too many teams, and `interrupted`.
  public init(
    _ rows: [GoalRow], teams: [String], options: Options = Options(), from start: GoalModel? = nil,
    cancellation: Cancellation = Cancellation()
  ) throws(Diagnostic) {
    do throws(Diagnostic) {
      try self.init(unlimited: rows, teams: teams, options: options, from: start, cancellation)
    } catch {
      guard options.correlation, error.code == "no-convergence" else { throw error }
      // Where all low scores are on one side, the likelihood grows with `rho` without end.
      var independent = options
      (independent.correlation, independent.rho) = (false, 0)
      try self.init(unlimited: rows, teams: teams, options: independent, from: nil, cancellation)
      isLimited = true
      return
    }
    guard options.correlation, !model.correlations.contains(model.rho) else { return }
    // The rates beside an impossible `rho` mean nothing either, so they are fitted again with those within.
    var limited = options
    limited.correlation = false
    let wanted = model.rho
    for _ in 0..<GoalModelFit.limitingFits {
      self = try GoalModelFit(unlimited: rows, teams: teams, options: limited, from: nil, cancellation)
      let bounds = model.correlations
      let rho = min(max(wanted, bounds.lowerBound), bounds.upperBound)
      if bounds.contains(limited.rho), (rho - limited.rho).magnitude < 1e-3 * rho.magnitude { break }
      // From the side on which it is wanted, and never past the bounds of this fit.
      limited.rho = rho
    }
    if !model.correlations.contains(model.rho) {
      limited.rho = 0
      self = try GoalModelFit(unlimited: rows, teams: teams, options: limited, from: nil, cancellation)
    }
    isLimited = true
  }

  private init(
    unlimited rows: [GoalRow], teams: [String], options: Options, from start: GoalModel?, _ cancellation: Cancellation
  ) throws(Diagnostic) {
    let rows = rows.filter { $0.weight > 0 && $0.home != $0.away }
    guard !rows.isEmpty else { throw Diagnostic("no-matches", "there are no matches to fit") }
    var likelihood = try GoalLikelihood(rows, teams: teams.count, options: options, cancellation)
    if options.refusesUnbounded, options.ridge == 0 { try GoalModelFit.check(rows, teams) }
    var point = start.map { GoalLikelihood.point($0.within(2), options) } ?? likelihood.start
    if !likelihood.value(at: point).isFinite { point = likelihood.start }
    var steps = 0
    var reached = likelihood.derivatives(at: point)
    var damping = 0.0
    while reached > GoalModelFit.tolerance {
      try cancellation.check()
      guard steps < GoalModelFit.maximumSteps else { break }
      steps += 1
      guard let step = likelihood.step(damping: damping) else {
        damping = max(damping * 10, 1e-6)
        continue
      }
      let before = likelihood.value(at: point)
      var share = 1.0
      var next = zip(point, step).map { $0 + share * $1 }
      var value = likelihood.value(at: next)
      // Rounding may lower the value by the last bits near the maximum.
      while !(value >= before - 1e-12 * abs(before)), share > 1e-9 {
        share /= 2
        next = zip(point, step).map { $0 + share * $1 }
        value = likelihood.value(at: next)
      }
      if share <= 1e-9 {
        damping = max(damping * 10, 1e-6)
        if damping > 1e12 { break }
        continue
      }
      damping = damping > 1e-9 ? damping / 10 : 0
      point = next
      reached = likelihood.derivatives(at: point)
    }
    guard reached < 1e-4 else {
      throw Diagnostic(
        "no-convergence", "the likelihood has no maximum within \(steps.counted("step"))",
        help: options.ridge > 0 ? "raise ridge=, or add matches" : "add ridge=0.1, or more matches")
    }
    model = likelihood.model(at: point)
    logLikelihood = likelihood.logLikelihood(at: point)
    gradient = reached
    matches = rows.count
  }

  /// Throws where the likelihood has no single, finite maximum.
  private static func check(_ rows: [GoalRow], _ teams: [String]) throws(Diagnostic) {
    // An attack meets a defence in each half of a match; what no chain of matches connects cannot be compared.
    var sets = DisjointSets(2 * teams.count)
    for row in rows {
      sets.join(row.home, teams.count + row.away)
      sets.join(row.away, teams.count + row.home)
    }
    let playing = Set(rows.flatMap { [$0.home, $0.away] }).sorted()
    let first = sets.root(of: playing[0])
    if playing.contains(where: { sets.root(of: $0) != first || sets.root(of: teams.count + $0) != first }) {
      var reached: Set<Int> = [playing[0]]
      while let row = rows.first(where: { reached.contains($0.home) != reached.contains($0.away) }) {
        reached.formUnion([row.home, row.away])
      }
      let apart = playing.first { !reached.contains($0) }
      throw Diagnostic(
        "separate-teams",
        apart.map { "no chain of matches connects '\(teams[playing[0]])' and '\(teams[$0])'" }
          ?? "too few matches to separate the attacks from the defences of \(playing.count.counted("team"))",
        help: "fit more matches, or add ridge=0.1")
    }
    for team in playing {
      let scored = rows.contains { $0.home == team && $0.homeGoals > 0 || $0.away == team && $0.awayGoals > 0 }
      let conceded = rows.contains { $0.home == team && $0.awayGoals > 0 || $0.away == team && $0.homeGoals > 0 }
      if !scored || !conceded {
        throw Diagnostic(
          "unbounded-team",
          "'\(teams[team])' has \(scored ? "conceded" : "scored") no goal, so its \(scored ? "defence" : "attack") has no estimate",
          help: "add ridge=0.1, or fit more matches")
      }
    }
  }
}
