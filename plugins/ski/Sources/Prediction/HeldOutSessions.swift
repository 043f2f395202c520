internal import PodiumCore
internal import PodiumLearn

/// What the model said of past sessions it had not seen, beside what they showed.
struct HeldOutSessions: Sendable {
  /// One session.
  struct Outcome: Sendable, Equatable, Codable {
    /// The place in the model's tests.
    let test: Int
    /// The entries that were predicted and have a rank, as pairs.
    let pairs: [Int]
    /// What was observed, from 1.
    let ranks: [Double]
    let estimates: [Double]
    let chances: PairForecast.Chances
    let scores: OrderScores

    /// The places of the observed best; more than one where several share the first rank.
    var best: [Int] { ranks.indices.filter { ranks[$0] == ranks.min() } }
  }

  /// The sessions in order.
  let outcomes: [Outcome]
  /// How many groups of sessions were left out in turn.
  let folds: Int

  /// The most groups; below as many sessions each is left out alone.
  static let foldLimit = 10

  /// How often each session's day is played: many sessions are counted together, so a few hundred would do.
  static let draws = 1000

  /// Leaves groups of sessions out in turn, the variances kept, and predicts them.
  ///
  /// Every tenth session goes together, so that each group holds all seasons. Each group is a job of its own. Throws
  /// what the executor throws, and the first job that failed.
  init(
    _ model: PairModel, seed: Seed, executor: any Executor, in context: JobContext
  ) throws(Diagnostic) {
    let usable = model.tests.indices.filter { model.tests[$0].entries.count >= 2 }
    let folds = min(usable.count, HeldOutSessions.foldLimit)
    let jobs = (0..<folds).map { fold in
      HeldOutJobs.Input(left: usable.enumerated().filter { $0.offset % folds == fold }.map(\.element), seed: seed)
    }
    var outcomes: [Outcome] = []
    for group in try executor.map(jobs, sharing: model, by: HeldOutJobs(), in: context) { outcomes += try group.get() }
    self.folds = folds
    self.outcomes = outcomes.sorted { $0.test < $1.test }
  }

  fileprivate static func outcome(_ number: Int, _ model: PairModel, seed: Seed) -> Outcome? {
    let test = model.tests[number]
    let order = ObservedOrder(test)
    let observed = order.ranks
    let entries = test.entries.indices.filter { observed[$0] != nil }
    let pairs = entries.map { test.entries[$0].pair }
    let ranks = entries.compactMap { observed[$0] }
    guard entries.count >= 2, Set(ranks).count >= 2 else { return nil }
    var forecast = model.forecast(
      pairs, grindings: entries.map { test.entries[$0].grinding }, under: test.conditions)
    // What is compared is a test's result, which errs by its glides; a race would not.
    let n = test.entries.count
    if order.error.count == n * n {
      forecast.testError = entries.flatMap { i in entries.map { model.variances.glide * order.error[i * n + $0] } }
    } else if model.isMeasured {
      let count = entries.count
      forecast.testError = (0..<(count * count)).map { place in
        place / count == place % count ? max(0, model.variances.rank - model.variances.day) : 0
      }
    }
    guard let scores = OrderScores(ranks: ranks, scores: forecast.estimates) else { return nil }
    return Outcome(
      test: number, pairs: pairs, ranks: ranks, estimates: forecast.estimates,
      chances: forecast.chances(seed: seed.derived(number), draws: HeldOutSessions.draws), scores: scores)
  }

  /// In how many sessions the shortlist for a coverage held the best, and what was promised on the mean.
  func coverage(_ wanted: Double) -> (held: Int, promised: Double) {
    var held = 0
    var promised = 0.0
    for outcome in outcomes {
      let list = PairForecast.shortlist(outcome.chances.best, coverage: wanted)
      promised += list.chance
      if !Set(outcome.best).isDisjoint(with: list.places) { held += 1 }
    }
    return (held, outcomes.isEmpty ? 0 : promised / Double(outcomes.count))
  }
}

/// The groups of sessions that are left out in turn as a kind of jobs; all share the model.
struct HeldOutJobs: JobKind {
  /// A group.
  struct Input: Sendable, Codable {
    /// The places of its sessions in the model's tests.
    let left: [Int]
    /// What the days are drawn from.
    let seed: Seed
  }

  let key = "ski.held-out"

  /// Throws `unknown-sessions` for sessions that the model does not have.
  func require(_ input: Input, sharing model: PairModel, in context: JobContext) throws(Diagnostic) {
    guard input.left.allSatisfy({ model.tests.indices.contains($0) }) else {
      throw Diagnostic("unknown-sessions", "the sessions that a job names are not there")
    }
  }

  /// Learns from the other sessions and predicts these.
  func run(
    _ input: Input, sharing model: PairModel, in context: JobContext
  ) throws(Diagnostic) -> [HeldOutSessions.Outcome] {
    let trained = try model.leavingOut(Set(input.left))
    var outcomes: [HeldOutSessions.Outcome] = []
    for test in input.left {
      try context.cancellation.check()
      if let outcome = HeldOutSessions.outcome(test, trained, seed: input.seed) { outcomes.append(outcome) }
    }
    return outcomes
  }

  /// Whether all outcomes are of the group's sessions.
  func fits(_ outcomes: [HeldOutSessions.Outcome], _ input: Input, sharing model: PairModel) -> Bool {
    outcomes.allSatisfy { outcome in
      let count = outcome.pairs.count
      return input.left.contains(outcome.test) && outcome.pairs.allSatisfy { model.pairs.indices.contains($0) }
        && outcome.ranks.count == count && outcome.estimates.count == count && outcome.chances.best.count == count
        && outcome.scores.labels.count == 3 && outcome.scores.labels.allSatisfy { $0.count == 3 }
    }
  }
}
