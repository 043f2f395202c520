public import PodiumCore

/// Predictions of held-out sessions with the observed results.
public struct HeldOutSessions: Sendable {
  public struct Outcome: Sendable, Equatable, Codable {
    /// Its index in the model's tests.
    public let test: Int
    /// The pairs of the entries that were predicted and have a rank.
    public let pairs: [Int]
    /// The observed ranks, from 1.
    public let ranks: [Double]
    /// The predictions; larger is better.
    public let estimates: [Double]
    public let chances: PairForecast.Chances
    public let scores: OrderScores

    /// Indices of the observed best; several if pairs share the first rank.
    public var best: [Int] { ranks.indices.filter { ranks[$0] == ranks.min() } }
  }

  public let outcomes: [Outcome]
  /// The number of groups of sessions, each held out once.
  public let folds: Int

  /// The maximum number of groups; with fewer sessions, each is held out alone.
  static let foldLimit = 10

  /// Simulated days per session: many sessions are counted together, so a few hundred would do.
  static let draws = 1000

  /// The groups that are held out in turn, as indices of the model's tests. A group takes every tenth session, so that it spans all
  /// seasons.
  public static func groups(of model: PairModel) -> [[Int]] {
    let usable = model.tests.indices.filter { model.tests[$0].entries.count >= 2 }
    let folds = min(usable.count, foldLimit)
    return (0..<folds).map { fold in usable.enumerated().filter { $0.offset % folds == fold }.map(\.element) }
  }

  /// The predictions for one group by a model fitted to the other sessions with the same variances. Throws `interrupted`, and
  /// `too-few-tests` where too few sessions are left.
  public static func outcomes(
    of group: [Int], _ model: PairModel, seed: Seed, cancellation: Cancellation
  ) throws(Diagnostic) -> [Outcome] {
    let trained = try model.leavingOut(Set(group), cancellation: cancellation)
    var outcomes: [Outcome] = []
    for test in group {
      try cancellation.check()
      if let outcome = outcome(test, trained, seed: seed) { outcomes.append(outcome) }
    }
    return outcomes
  }

  public init(_ groups: [[Outcome]]) {
    folds = groups.count
    outcomes = groups.flatMap(\.self).ordered { $0.test < $1.test }
  }

  private static func outcome(_ number: Int, _ model: PairModel, seed: Seed) -> Outcome? {
    let test = model.tests[number]
    let order = ObservedOrder(test)
    let observed = order.ranks
    let entries = test.entries.indices.filter { observed[$0] != nil }
    let pairs = entries.map { test.entries[$0].pair }
    let ranks = entries.compactMap { observed[$0] }
    guard entries.count >= 2, Set(ranks).count >= 2 else { return nil }
    var forecast = model.forecast(
      pairs, grindings: entries.map { test.entries[$0].grinding }, under: test.conditions, explained: false)
    // The prediction is compared with a test's result, which has the error of its glides; a race would not.
    let n = test.entries.count
    if order.error.count == n * n {
      forecast.testError = entries.flatMap { i in entries.map { order.error[i * n + $0] } }
    }
    guard let scores = OrderScores(ranks: ranks, scores: forecast.estimates) else { return nil }
    return Outcome(
      test: number, pairs: pairs, ranks: ranks, estimates: forecast.estimates,
      chances: forecast.chances(seed: seed.derived(number), draws: Self.draws), scores: scores)
  }

  /// The share of sessions whose shortlist contained the best pair, and the mean promised probability.
  public func coverage(_ wanted: Double) -> (held: Int, promised: Double) {
    var (held, promised) = (0, 0.0)
    for outcome in outcomes {
      let list = PairForecast.shortlist(outcome.chances.best, coverage: wanted)
      promised += list.chance
      if !Set(outcome.best).isDisjoint(with: list.places) { held += 1 }
    }
    return (held, outcomes.isEmpty ? 0 : promised / Double(outcomes.count))
  }
}
