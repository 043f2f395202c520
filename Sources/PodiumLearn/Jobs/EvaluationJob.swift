public import PodiumCore

/// Which rows a recipe is fitted on.
public enum FitScope: String, Sendable, Hashable, Codable, CaseIterable {
  /// The training rows of the fold.
  case fold
  /// All rows once, as in older studies; the model is still fitted on the training rows.
  case all
}

/// The place of a job among the inner folds that choose a setting.
public struct InnerPlace: Sendable, Hashable, Codable {
  /// Which of the settings, from 0.
  public let candidate: Int
  /// Which inner fold, from 0, counted over the inner repeats.
  public let fold: Int
}

/// One fold of one learner: everything its result depends on, so that equal jobs have equal results.
public struct EvaluationJob: Sendable, Hashable, Codable {
  /// The hash of features and target (`LearningTask.dataHash`).
  public let dataHash: String
  /// The name of the target.
  public let target: String
  /// What kind of target it is.
  public let targetKind: TargetKind
  /// What is fitted.
  public let pipeline: Pipeline
  /// Which rows the steps are fitted on.
  public let fitScope: FitScope
  /// What distinguishes the learner from another one of its key (`LearnerDefinition.identity`).
  public let learnerIdentity: String
  /// What is evaluated, as you type it (`LearnerChoice.description`).
  public let evaluated: String
  /// How rows were split.
  public let resampling: ResamplingSpec
  /// Which repeat, from 0.
  public let repeatIndex: Int
  /// Which fold, from 0.
  public let fold: Int
  /// The place among the inner folds of that fold; nil where it is the fold itself.
  public let inner: InnerPlace?
  /// The name of the splits: their hash (`RepeatFolds`).
  public let splits: String
  /// Which of the splits, from 0.
  public let split: Int
  /// The seed the user set, or one derived from it (`EvaluationPlan.seeds`); the folds do not depend on it.
  public let seed: UInt64
  /// The version of podium.
  public let version: String

  /// The learner with its hyperparameters.
  public var learner: LearnerSpec { pipeline.learner }

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
    func take(settings: [String: String]) {
      take(list: settings.keys.inCodePointOrder().flatMap { [$0, settings[$0] ?? ""] })
    }
    take("podium job 2")
    take(list: [dataHash, target, targetKind.rawValue])
    take(String(pipeline.recipe.steps.count))
    for step in pipeline.recipe.steps {
      take(step.key)
      take(step.columns == nil ? "every" : "named")
      take(list: step.columns ?? [])
      take(settings: step.settings)
    }
    take(list: [fitScope.rawValue, learner.key, learnerIdentity, evaluated])
    // All values, not only the given ones: a default may change between versions.
    take(list: learner.values.entries.flatMap { [$0.name, $0.value.text] })
    take(list: [resampling.key, String(resampling.repeats)])
    take(settings: resampling.settings)
    take(list: [String(repeatIndex), String(fold), splits, String(split), String(seed), version])
    take(list: inner.map { [String($0.candidate), String($0.fold)] } ?? [])
    return hash.hex()
  }

  /// The stream of random numbers of this job.
  public var stream: Seed {
    let own = Seed(seed).derived("fit", evaluated, repeatIndex, fold)
    return inner.map { own.derived("inner", $0.candidate).derived("fold", $0.fold) } ?? own
  }
}
