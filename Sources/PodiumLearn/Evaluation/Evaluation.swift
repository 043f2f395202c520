public import PodiumCore

/// A measure over the folds of an evaluation.
public struct MeasureSummary: Sendable, Codable, Equatable {
  public let key: String
  /// The mean over the folds where it is defined; nil where it is in none.
  public let mean: Double?
  /// The standard deviation over those folds, with divisor n; nil for one fold.
  public let sd: Double?
  /// The measure of all tested rows together.
  public let pooled: Double?
  /// In how many folds it is defined.
  public let definedFolds: Int
}

/// A fold that gave no prediction.
public struct FoldFailure: Sendable, Codable, Equatable {
  /// Which repeat, from 0.
  public let repeatIndex: Int
  /// Which fold, from 0.
  public let fold: Int
  /// What went wrong.
  public let diagnostic: Diagnostic
}

/// The result of resampling one learner.
public struct Evaluation: Sendable, Codable, Equatable {
  /// Classes as places in `classes`, or numbers; one per row.
  public enum Answers: Sendable, Codable, Equatable {
    /// Places in `classes`.
    case classes([Int])
    case numbers([Double])
  }

  /// The learner, as typed.
  public let learner: String
  /// How rows were split.
  public let resampling: ResamplingSpec
  /// How rows were split, in words.
  public let foldSentence: String
  /// The number of folds of a repeat.
  public let foldCount: Int
  /// Which rows the recipe was fitted on.
  public let fitScope: FitScope
  /// The name of the target.
  public let target: String
  /// The classes in order; nil for a number.
  public let classes: [String]?
  /// Whether the classes are ordered.
  public let isOrdered: Bool
  /// The tested rows as row numbers of the table (from 0), repeat after repeat, ascending in the task.
  public let rows: [Int]
  /// For each of `rows` its repeat.
  public let repeatOfRow: [Int]
  /// For each of `rows` the fold that tested it.
  public let foldOfRow: [Int]
  /// For each of `rows` the actual value.
  public let truth: Answers
  /// For each of `rows` the predicted value.
  public let predicted: Answers
  /// For each of `rows` a probability for each class, where the learner has them.
  public let probabilities: [[Double]]?
  /// The measures of each fold, repeat after repeat; undefined ones are left out, failed folds are empty.
  public let folds: [[String: Double]]
  /// The measures over the folds, in the catalogue's order.
  public let measures: [MeasureSummary]
  /// All tested rows counted, actual by predicted; nil for a number.
  public let confusion: ConfusionMatrix?
  /// The seed the user set.
  public let seed: UInt64
  /// The total time of the folds.
  public let seconds: Double
  /// Notes on the figures.
  public let notes: [String]
  /// The folds that gave no prediction.
  public let failures: [FoldFailure]
  /// The result of each seed, this evaluation's own first; empty for one seed, or where the seed makes no difference.
  public let seeds: [SeedOutcome]
  /// Whether the folds depend on the seed.
  public internal(set) var drawsFolds: Bool?
  /// For each fold the setting that inner folds chose, nil where none could be; nil where there was no choice.
  public internal(set) var chosen: [String?]?
  /// For each fold the mean over its inner folds of each setting, larger being better (an error has a minus sign); nil
  /// where there was no choice.
  public internal(set) var innerScores: [[Double?]]?
  /// The costs that decided the classes; nil where none were given.
  public internal(set) var costs: CostMatrix?
  /// The classes that could not be ruled out, for each of `rows`; nil where none were wanted.
  public internal(set) var shortlists: Shortlists?
  /// In how many folds the model predicts the same for every row; nil in what older versions kept.
  public internal(set) var constantFolds: Int?

  /// The .632+ estimate; nil for other splits than bootstrap samples.
  public var bootstrap: BootstrapEstimate?

  /// A measure by its key; nil when it does not apply.
  public subscript(key: String) -> MeasureSummary? { measures.first { $0.key == key } }
}
