public import PodiumCore

/// What an evaluation will do: its folds and, for each learner, its pipeline and jobs; made before any work starts.
public struct EvaluationPlan: Sendable {
  public let task: LearningTask
  /// What is evaluated, in order.
  public let learners: [LearnerChoice]
  /// How rows are split, with defaults and columns filled in.
  public let resampling: ResamplingSpec
  /// The folds in words (`10 stratified folds, shuffled`).
  public let foldSentence: String
  public let allocation: FoldAllocation
  /// Which rows recipes are fitted on.
  public let fitScope: FitScope
  /// The seed the user set.
  public let seed: Seed
  /// The version of podium.
  public let version: String
  let drawsFolds: Bool
  /// Whether more folds or repeats could be asked for.
  public let canRefine: FoldRefinement
  /// By what costs probabilities become classes; nil: as the learner predicts.
  public let costs: CostMatrix?
  /// The shortlists that each fold makes; nil where none are wanted.
  public let shortlist: ShortlistRequest?
  let resamplings: ResamplingCatalogue
  let pipelines: [LearnerSpec: Pipeline]
  private let recipe: Recipe
  private let definitions: [String: LearnerDefinition]
  private let seedCount: Int
  private let dataHash: String
  /// The hash of what each learner trains on, by its key.
  private let learnerHashes: [String: String]
  private let splitHashes: [String]

  /// What would give more folds.
  public enum FoldRefinement: Sendable, Codable, Equatable {
    /// The data define the folds.
    case none
    /// More folds, and no repeats.
    case folds
    /// Repeats, each with its own random numbers; `shuffle` where they must be asked for.
    case repeats(shuffle: Bool)
  }

  /// Makes a plan of learners as they are.
  public init(
    task: LearningTask, recipe: Recipe, learners: [LearnerSpec], from catalogue: LearnerCatalogue,
    resampling: ResamplingSpec, resamplings: ResamplingCatalogue = .builtIn, fitScope: FitScope = .fold,
    seed: Seed = Seed(0), version: String, scaleIfWanted: Bool = true, seeds: Int = 1
  ) throws(Diagnostic) {
    try self.init(
      task: task, recipe: recipe, choices: learners.map { LearnerChoice($0) }, from: catalogue, resampling: resampling,
      resamplings: resamplings, fitScope: fitScope, seed: seed, version: version, scaleIfWanted: scaleIfWanted,
      seeds: seeds)
  }

  /// Makes a plan.
  ///
  /// A learner that needs scaled features gets a `scale` step appended when the recipe has none and `scaleIfWanted`
  /// is set. A learner whose models depend on the seed is fitted from `seeds` seeds on the same folds. `costs` must be
  /// of the classes of the task. With `shortlist`, inner folds of each training set calibrate the lists.
  /// Throws `unknown-learner`, `unknown-hyperparameter`, `bad-value`, `wrong-target`, `missing-column`, and what
  /// `ResamplingCatalogue.allocate` throws.
  public init(
    task: LearningTask, recipe: Recipe, choices: [LearnerChoice], from catalogue: LearnerCatalogue,
    resampling: ResamplingSpec, resamplings: ResamplingCatalogue = .builtIn, fitScope: FitScope = .fold,
    seed: Seed = Seed(0), version: String, scaleIfWanted: Bool = true, seeds: Int = 1,
    costs: CostMatrix? = nil, shortlist: ShortlistRequest? = nil
  ) throws(Diagnostic) {
    precondition(costs.map { $0.classes == task.classes?.classes } ?? true, "costs of other classes")
    precondition(seeds >= 1, "\(seeds) seeds")
    var pipelines: [LearnerSpec: Pipeline] = [:]
    var definitions: [String: LearnerDefinition] = [:]
    for learner in choices.flatMap(\.candidates) where pipelines[learner] == nil {
      let definition = try catalogue.require(learner.key)
      try definition.requireTarget(task.target)
      pipelines[learner] = try Pipeline(
        recipe: recipe, learner: learner, in: catalogue, scaleIfWanted: scaleIfWanted)
      definitions[learner.key] = definition
    }
    let method = try resamplings.require(resampling.key)
    allocation = try resamplings.allocate(resampling, task, seed: seed)
    self.resampling = try resamplings.completed(resampling, for: task)
    let choices = choices.map { choice in shortlist.map { choice.calibrated(by: $0.inner) } ?? choice }
    for choice in choices {
      guard let inner = choice.inner?.resampling else { continue }
      _ = try resamplings.completed(inner, for: task)
    }
    foldSentence = resamplings.sentence(self.resampling, folds: allocation.foldCount)
    drawsFolds = method.chance == .always || method.chance == .asked && self.resampling.shuffle
    canRefine =
      switch method.chance {
      case .never: method.usesK ? .folds : .none
      case .asked: .repeats(shuffle: true)
      case .always: .repeats(shuffle: false)
      }
    self.task = try task.keeping(columnsFor: definitions.keys.sorted().compactMap { definitions[$0] })
    self.recipe = recipe
    learners = choices
    self.costs = costs
    self.shortlist = shortlist
    self.fitScope = fitScope
    self.seed = seed
    self.version = version
    self.resamplings = resamplings
    self.pipelines = pipelines
    self.definitions = definitions
    seedCount = seeds
    dataHash = task.dataHash()
    var hashes: [DataNeeds: String] = [:]
    learnerHashes = definitions.mapValues { definition in
      let needs = DataNeeds(definition)
      let hash = hashes[needs] ?? task.dataHash(with: needs)
      hashes[needs] = hash
      return hash
    }
    splitHashes = allocation.folds.map(\.hash)
  }

  /// Warnings about the folds.
  public var warnings: [Note] { allocation.warnings + innerWarnings }

  /// The recipe of a learner, with the step appended for it.
  public func recipe(for learner: LearnerChoice) -> Recipe { pipelines[learner.candidates[0]]?.recipe ?? recipe }

  /// Notes on what was decided for a learner.
  public func notes(for learner: LearnerChoice) -> [String] {
    var notes: [String] = []
    if recipe(for: learner).steps.count > recipe.steps.count {
      notes.append("added a scale step for '\(learner.key)', which needs scaled features")
    }
    if fitScope == .all, !recipe(for: learner).isEmpty {
      notes.append("fitted the recipe on all rows, including test rows (fit=all)")
    }
    if seedCount > 1, !isStochastic(learner) {
      notes.append("'\(learner.key)' does not depend on the random seed, so it ran once instead of \(seedCount) times")
    }
    if let leftOut = task.leftOut { notes.append(leftOut) }
    return notes
  }

  /// A note that models of a learner predict the same for every row, and why, or what to set; nil for none.
  public func constantNote(_ learner: LearnerChoice, folds: Int) -> String? {
    guard folds > 0, let help = definitions[learner.key]?.constantHelp else { return nil }
    let all = allocation.foldCount * allocation.repeats
    return
      "'\(learner.description)' learned nothing in \(folds) of \(all.counted("fold")) and predicts the same for every row: "
      + (task.whyConstant ?? help)
  }

  /// The seeds a learner's fits are derived from: the user's own, and then those derived from it.
  public func seeds(for learner: LearnerChoice) -> [Seed] {
    (0..<(isStochastic(learner) ? seedCount : 1)).map { $0 == 0 ? seed : seed.derived("seed", $0) }
  }

  private func isStochastic(_ learner: LearnerChoice) -> Bool {
    definitions[learner.key]?.capabilities.isStochastic ?? false
  }

  /// Every fold of a learner, seed after seed, repeat after repeat, fold after fold.
  func places(of learner: LearnerChoice) -> [FoldPlace] {
    seeds(for: learner).flatMap { seed in
      (0..<allocation.repeats).flatMap { number in
        (0..<allocation.foldCount).map { FoldPlace(seed: seed, repeatIndex: number, fold: $0) }
      }
    }
  }

  /// The jobs of a learner that leaves no choice, seed after seed, repeat after repeat, fold after fold.
  public func jobs(for learner: LearnerChoice) -> [EvaluationJob] {
    places(of: learner).map { job(learner, learner.candidates[0], at: $0) }
  }

  func job(_ learner: LearnerChoice, _ setting: LearnerSpec, at place: FoldPlace) -> EvaluationJob {
    job(
      learner, setting, at: place, splits: splitHashes[place.repeatIndex], split: place.fold, inner: nil)
  }

  func job(
    _ learner: LearnerChoice, _ setting: LearnerSpec, at place: FoldPlace, splits: String, split: Int,
    inner: InnerPlace?
  ) -> EvaluationJob {
    let definition = definitions[setting.key]
    return EvaluationJob(
      dataHash: learnerHashes[setting.key] ?? dataHash, target: task.targetName,
      targetKind: task.target.kind,
      pipeline: pipelines[setting] ?? Pipeline(recipe: recipe, learner: setting), fitScope: fitScope,
      learnerIdentity: definition?.identity ?? "", evaluated: learner.description, resampling: resampling,
      repeatIndex: place.repeatIndex, fold: place.fold, inner: inner, splits: splits, split: split,
      seed: place.seed.value, version: version)
  }

  /// The splits of the folds by their hash.
  public var splits: [String: RepeatFolds] {
    Dictionary(zip(splitHashes, allocation.folds), uniquingKeysWith: { first, _ in first })
  }

  /// The ratio of test rows to training rows, averaged over the folds that test rows.
  public var testShare: Double { allocation.testShare }
}

/// One fold of one repeat, for one seed.
struct FoldPlace: Hashable {
  let seed: Seed
  let repeatIndex: Int
  let fold: Int
}
