public import PodiumCore

/// What an evaluation will do: its folds and, for each learner, its recipe and jobs; made before any work starts.
public struct EvaluationPlan: Sendable {
  /// The rows.
  public let task: LearningTask
  /// The learners in order.
  public let learners: [LearnerSpec]
  /// How rows are split.
  public let resampling: Resampling
  /// The folds.
  public let allocation: FoldAllocation
  /// Which rows recipes are fitted on.
  public let fitScope: FitScope
  /// The seed the user set.
  public let seed: Seed
  /// The version of podium.
  public let version: String
  private let recipe: Recipe
  private let scaled: Set<LearnerSpec>
  private let stochastic: Set<LearnerSpec>
  private let identities: [LearnerSpec: String]
  private let seedCount: Int
  private let grouped: Set<LearnerSpec>
  private let dataHash: String
  private let groupedHash: String
  private let foldHashes: [String]

  /// Makes a plan.
  ///
  /// A learner that needs like scales gets a `scale` step appended when the recipe has none and `scaleIfWanted`
  /// is set. A learner whose models depend on the seed is fitted from `seeds` seeds on the same folds.
  /// Throws `unknown-learner`, `unknown-hyperparameter`, `bad-value`, `wrong-target`, and what
  /// `Resampling.allocate` throws.
  public init(
    task: LearningTask, recipe: Recipe, learners: [LearnerSpec], from catalogue: LearnerCatalogue,
    resampling: Resampling, fitScope: FitScope = .fold, seed: Seed = Seed(0), version: String,
    scaleIfWanted: Bool = true, seeds: Int = 1
  ) throws(Diagnostic) {
    precondition(seeds >= 1, "\(seeds) seeds")
    var scaled: Set<LearnerSpec> = []
    var stochastic: Set<LearnerSpec> = []
    var grouped: Set<LearnerSpec> = []
    var identities: [LearnerSpec: String] = [:]
    for learner in learners {
      let definition = try catalogue.definition(learner.key)
      try definition.requireTarget(task.target.kind)
      _ = try definition.learner(learner)
      if definition.capabilities.wantsLikeScales, scaleIfWanted, !recipe.contains("scale") {
        scaled.insert(learner)
      }
      identities[learner] = definition.identity
      if definition.capabilities.isStochastic { stochastic.insert(learner) }
      if definition.capabilities.usesGroups { grouped.insert(learner) }
    }
    allocation = try resampling.allocate(task, seed: seed)
    self.task = task
    self.recipe = recipe
    self.learners = learners
    self.resampling = resampling
    self.fitScope = fitScope
    self.seed = seed
    self.version = version
    self.scaled = scaled
    self.stochastic = stochastic
    self.identities = identities
    seedCount = seeds
    self.grouped = grouped
    dataHash = task.dataHash()
    groupedHash = grouped.isEmpty ? dataHash : task.dataHash(withGroups: true)
    foldHashes = allocation.foldOfRow.map { SHA256.hex($0.map(String.init).joined(separator: ",").utf8) }
  }

  /// What the user should know about the folds.
  public var warnings: [String] { allocation.warnings }

  /// The recipe of a learner, with the step appended for it.
  public func recipe(for learner: LearnerSpec) -> Recipe {
    scaled.contains(learner) ? Recipe(recipe.steps + [RecipeStep("scale")]) : recipe
  }

  /// What was decided for a learner and must be said with its result.
  public func notes(for learner: LearnerSpec) -> [String] {
    var notes: [String] = []
    if scaled.contains(learner) {
      notes.append("a scale step was added for '\(learner.key)', which needs features of like scales")
    }
    if fitScope == .all, !recipe(for: learner).isEmpty {
      notes.append("the recipe was fitted on all rows, test rows included (fit=all)")
    }
    if seedCount > 1, !stochastic.contains(learner) {
      notes.append("'\(learner.key)' does not depend on the seed, so it ran once instead of \(seedCount) times")
    }
    if let leftOut = task.leftOut { notes.append(leftOut) }
    return notes
  }

  /// The seeds a learner's fits are derived from: the user's own, and then those derived from it.
  public func seeds(for learner: LearnerSpec) -> [Seed] {
    (0..<(stochastic.contains(learner) ? seedCount : 1)).map { $0 == 0 ? seed : seed.derived("seed", $0) }
  }

  /// The jobs of a learner, seed after seed, repeat after repeat, fold after fold.
  public func jobs(for learner: LearnerSpec) -> [EvaluationJob] {
    seeds(for: learner).flatMap { jobs(for: learner, from: $0) }
  }

  private func jobs(for learner: LearnerSpec, from seed: Seed) -> [EvaluationJob] {
    let recipe = recipe(for: learner)
    return allocation.foldOfRow.indices.flatMap { number in
      (0..<allocation.foldCount).map { fold in
        EvaluationJob(
          dataHash: grouped.contains(learner) ? groupedHash : dataHash, target: task.targetName,
          targetKind: task.target.kind,
          features: task.frame.names,
          recipe: recipe, fitScope: fitScope, learner: learner,
          learnerIdentity: identities[learner] ?? "", resampling: resampling, repeatIndex: number,
          fold: fold, foldHash: foldHashes[number], seed: seed.value, version: version)
      }
    }
  }

  /// The mean over the folds that test rows of the number of test rows by that of training rows.
  public var testShare: Double {
    var shares: [Double] = []
    for folds in allocation.foldOfRow {
      var sizes = [Int](repeating: 0, count: allocation.foldCount)
      for fold in folds where fold >= 0 { sizes[fold] += 1 }
      var before = folds.count { $0 < 0 }
      for size in sizes {
        let training = allocation.isForward ? before : folds.count - size
        if size > 0, training > 0 { shares.append(Double(size) / Double(training)) }
        before += size
      }
    }
    return shares.isEmpty ? 0 : shares.reduce(0, +) / Double(shares.count)
  }
}
