public import PodiumCore

/// Which rows a recipe is fitted on.
public enum FitScope: String, Sendable, Hashable, Codable, CaseIterable {
  /// The training rows of the fold.
  case fold
  /// All rows once, as older studies did; the model is fitted on the training rows all the same.
  case all
}

/// One fold of one learner: everything its result depends on, so that equal jobs have equal results.
public struct EvaluationJob: Sendable, Hashable, Codable {
  /// The hash of features and target (`LearningTask.dataHash`).
  public let dataHash: String
  /// The name of the target.
  public let target: String
  /// What kind of target it is.
  public let targetKind: TargetKind
  /// The names of the features in order.
  public let features: [String]
  /// The steps before the learner.
  public let recipe: Recipe
  /// Which rows the steps are fitted on.
  public let fitScope: FitScope
  /// The learner with its hyperparameters.
  public let learner: LearnerSpec
  /// What distinguishes the learner from another one of its key (`LearnerDefinition.identity`).
  public let learnerIdentity: String
  /// How rows were split.
  public let resampling: Resampling
  /// Which repeat, from 0.
  public let repeatIndex: Int
  /// Which fold, from 0.
  public let fold: Int
  /// The hash of the fold of each row in this repeat.
  public let foldHash: String
  /// The seed the user set, or one derived from it (`EvaluationPlan.seeds`); the folds do not depend on it.
  public let seed: UInt64
  /// The version of podium.
  public let version: String

  /// The name of the job: the SHA-256 of its parts in hexadecimal.
  public var id: String {
    var hash = SHA256()
    func take(_ text: String) {
      hash.update(text: String(text.utf8.count))
      hash.update(text: text)
    }
    func take(list: [String]) {
      take(String(list.count))
      for text in list { take(text) }
    }
    take("podium job 1")
    take(list: [dataHash, target, targetKind.rawValue])
    take(list: features)
    take(String(recipe.steps.count))
    for step in recipe.steps {
      take(step.key)
      take(step.columns == nil ? "every" : "named")
      take(list: step.columns ?? [])
      take(list: step.settings.keys.sorted().flatMap { [$0, step.settings[$0] ?? ""] })
    }
    take(list: [fitScope.rawValue, learner.key, learnerIdentity])
    // All values, not only the given ones: a default may change between versions.
    take(list: learner.values.entries.flatMap { [$0.name, $0.value.text] })
    take(list: [
      resampling.kind.rawValue, String(resampling.k), String(resampling.shuffle), String(resampling.repeats),
    ])
    take(list: [resampling.group ?? "", resampling.fold ?? "", resampling.time ?? ""])
    take(list: [String(repeatIndex), String(fold), foldHash, String(seed), version])
    return hash.hex()
  }

  /// The stream of random numbers of this job.
  public var stream: Seed { Seed(seed).derived("fit", learner.description, repeatIndex, fold) }
}

/// What came of a job.
public struct EvaluationResult: Sendable, Codable, Equatable {
  /// A prediction, or why there is none.
  public enum Outcome: Sendable, Codable, Equatable {
    /// The prediction of the tested rows.
    case predicted(Prediction)
    /// What went wrong.
    case failed(Diagnostic)
  }

  /// The job's name.
  public let jobID: String
  /// Which repeat, from 0.
  public let repeatIndex: Int
  /// Which fold, from 0.
  public let fold: Int
  /// The rows of the task that were tested, ascending.
  public let rows: [Int]
  /// What came of it.
  public let outcome: Outcome
  /// How long fitting and predicting took.
  public let seconds: Double

  /// Makes a result.
  public init(jobID: String, repeatIndex: Int, fold: Int, rows: [Int], outcome: Outcome, seconds: Double) {
    self.jobID = jobID
    self.repeatIndex = repeatIndex
    self.fold = fold
    self.rows = rows
    self.outcome = outcome
    self.seconds = seconds
  }
}
