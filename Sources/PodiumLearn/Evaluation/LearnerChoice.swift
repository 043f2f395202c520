public import PodiumCore

/// The inner folds, by which a setting is chosen.
public struct InnerFolds: Sendable, Hashable, Codable {
  /// How training rows are split; nil: like the outer folds.
  public let resampling: ResamplingSpec?
  /// The number of folds, of repeats for ways without `k`; fewer where the training rows allow no more.
  public let count: Int
  /// The measure that chooses, by its mean over the folds; nil: accuracy, or the squared error.
  public let measure: String?

  /// Describes inner folds.
  public init(_ resampling: ResamplingSpec? = nil, count: Int = 5, measure: String? = nil) {
    self.resampling = resampling
    self.count = count
    self.measure = measure
  }
}

/// What is evaluated: one learner, or the best of several settings, chosen by inner folds of each training set.
///
/// Choosing on the folds that also evaluate the choice is biased; nested cross-validation is not (Varma and Simon, *Bias in
/// error estimation when using cross-validation for model selection*, BMC Bioinformatics 7:91, 2006).
public struct LearnerChoice: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The settings to choose from; one where there is no choice.
  public let candidates: [LearnerSpec]
  /// The inner folds; nil where there is no choice.
  public let inner: InnerFolds?

  public init(_ learner: LearnerSpec) {
    candidates = [learner]
    inner = nil
  }

  /// The best of several settings of one learner, as `asked` wants it (`nested=yes`).
  ///
  /// Throws `mixed-candidates` when they are of several learners and `no-choice` when there are fewer than two.
  public init(bestOf candidates: [LearnerSpec], inner: InnerFolds, asked: String = "nested=yes") throws(Diagnostic) {
    guard let first = candidates.first, candidates.count > 1 else {
      throw LearnerChoice.none(among: candidates, asked: asked)
    }
    guard candidates.allSatisfy({ $0.key == first.key }) else {
      throw Diagnostic(
        "mixed-candidates", "\(asked) chooses among settings of one learner, not of several learners",
        help: "evaluate each learner separately")
    }
    self.candidates = candidates
    self.inner = inner
  }

  /// That there is only one setting, and how several are written.
  public static func none(among candidates: [LearnerSpec], asked: String) -> Diagnostic {
    for entry in candidates.flatMap(\.values.entries) where !entry.isDefault {
      guard case .integers(let values) = entry.value, values.count > 1 else { continue }
      let name = entry.name
      let list = values.map(String.init).joined(separator: ",")
      return Diagnostic(
        "no-choice", "\(asked) needs at least two settings to choose from",
        help: "\(name)=\(list) is one setting, a list of \(values.count) numbers, as of layers; "
          + "\(name)=\(values.map { "\($0)x" }.joined(separator: ",")) is \(values.count) settings of one number")
    }
    return Diagnostic(
      "no-choice", "\(asked) needs at least two settings to choose from",
      help: "list the values in parentheses: tree(max-depth=2,4,8)")
  }

  private init(_ candidates: [LearnerSpec], inner: InnerFolds) {
    self.candidates = candidates
    self.inner = inner
  }

  /// The same with inner folds that score rows for shortlists; those that choose do so too.
  func calibrated(by folds: InnerFolds) -> LearnerChoice {
    inner == nil ? LearnerChoice(candidates, inner: folds) : self
  }

  /// Whether there are several settings.
  public var isChoice: Bool { candidates.count > 1 }

  /// The key of the learner.
  public var key: String { candidates[0].key }

  /// The learner as you type it, or `best of` and the settings.
  public var description: String {
    !isChoice ? candidates[0].description : "best of " + candidates.map(\.description).joined(separator: ", ")
  }
}
