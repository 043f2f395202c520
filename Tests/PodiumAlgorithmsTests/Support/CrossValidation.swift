import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import Testing

/// One learner, evaluated as the command does it.
enum CrossValidation {
  static func evaluate(
    _ task: LearningTask, _ key: String, given: [(String, String)] = [], recipe: Recipe,
    resampling: ResamplingSpec,
    fit: FitScope = .fold, threads: Int = Parallel.processors, seeds: Int = 1, scaleIfWanted: Bool = true
  ) throws -> Evaluation {
    let catalogue = Algorithms.catalogue
    let learner = try catalogue.require(key).spec(given)
    return try LearningTools(learners: catalogue, executor: ThreadExecutor(threads: threads)).resample(
      LearnerChoice(learner), on: task, recipe: recipe, by: resampling, fitScope: fit, seeds: seeds,
      scaleIfWanted: scaleIfWanted)
  }
}

extension Evaluation {
  /// The predicted class of each row; empty for numbers.
  var predictedCodes: [Int] { if case .classes(let codes) = predicted { codes } else { [] } }

  /// The accuracy of each fold.
  var foldAccuracies: [Double] { folds.map { $0["accuracy"] ?? .nan } }
}
