internal import PodiumCore
internal import PodiumLearn
internal import SkiModel

/// A kind of job that predicts one held-out group of sessions; all jobs share the model.
struct HeldOutJobs: JobKind {
  struct Input: Sendable, Codable {
    /// Indices of its sessions in the model's tests.
    let left: [Int]
    /// Seed of the simulated race days.
    let seed: Seed
  }

  let key = "ski.held-out"

  /// Throws `unknown-sessions` for sessions that the model does not have.
  func require(_ input: Input, sharing model: PairModel, in context: JobContext) throws(Diagnostic) {
    guard input.left.allSatisfy({ model.tests.indices.contains($0) }) else {
      throw Diagnostic("unknown-sessions", "the job names sessions that the model does not have")
    }
  }

  /// Fits the model on the other sessions and predicts these.
  func run(
    _ input: Input, sharing model: PairModel, in context: JobContext
  ) throws(Diagnostic) -> [HeldOutSessions.Outcome] {
    try HeldOutSessions.outcomes(of: input.left, model, seed: input.seed, cancellation: context.cancellation)
  }

  /// Whether all outcomes belong to the group's sessions.
  func fits(_ outcomes: [HeldOutSessions.Outcome], _ input: Input, sharing model: PairModel) -> Bool {
    outcomes.allSatisfy { outcome in
      let count = outcome.pairs.count
      return input.left.contains(outcome.test) && outcome.pairs.allSatisfy { model.pairs.indices.contains($0) }
        && outcome.ranks.count == count && outcome.estimates.count == count && outcome.chances.best.count == count
        && outcome.scores.labels.count == 3 && outcome.scores.labels.allSatisfy { $0.count == 3 }
    }
  }
}

extension HeldOutSessions {
  /// Holds out each group in turn, in a separate job. Throws what the executor throws, and the first job that failed.
  init(_ model: PairModel, seed: Seed, executor: any Executor, in context: JobContext) throws(Diagnostic) {
    let jobs = Self.groups(of: model).map { HeldOutJobs.Input(left: $0, seed: seed) }
    var found: [[Outcome]] = []
    for group in try executor.map(jobs, sharing: model, by: HeldOutJobs(), in: context) {
      found.append(try group.get())
    }
    self.init(found)
  }
}
