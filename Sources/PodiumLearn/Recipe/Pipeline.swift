public import PodiumCore

/// A recipe and the learner after it: what is fitted on training rows, and fitted again for each training set.
public struct Pipeline: Sendable, Hashable, Codable {
  /// The steps before the learner.
  public let recipe: Recipe
  /// The learner with its hyperparameters.
  public let learner: LearnerSpec

  /// Joins both as they are.
  public init(recipe: Recipe, learner: LearnerSpec) {
    self.recipe = recipe
    self.learner = learner
  }

  /// Joins both; a learner that needs scaled features gets a `scale` step where the recipe has none.
  ///
  /// Throws `unknown-learner` and what is wrong with the learner's hyperparameters.
  public init(
    recipe: Recipe, learner: LearnerSpec, in learners: LearnerCatalogue, scaleIfWanted: Bool = true
  ) throws(Diagnostic) {
    let definition = try learners.require(learner.key)
    _ = try definition.learner(learner)
    let isScaled = scaleIfWanted && definition.capabilities.needsScaling && !recipe.contains("scale")
    self.init(recipe: isScaled ? Recipe(recipe.steps + [RecipeStep("scale")]) : recipe, learner: learner)
  }

  /// Fits the recipe on some rows, and the learner on what the recipe makes of them.
  ///
  /// `trainingOnly` is what the learner receives beside the features, and it may use `threads` threads. Throws `wrong-target`, what a step or the learner throws, and
  /// `interrupted`.
  public func fit(
    _ frame: FeatureFrame, _ target: Target, _ trainingOnly: TrainingOnly = TrainingOnly(), learners: LearnerCatalogue,
    transformers: TransformerCatalogue, seed: Seed, threads: Int = 1, cancellation: Cancellation
  ) throws(Diagnostic) -> FittedPipeline {
    let definition = try learners.require(learner.key)
    let usesFeatures = definition.capabilities.usesFeatures
    let seen = usesFeatures ? frame : FeatureFrame(columns: [], rowCount: frame.rowCount)
    let prepared = try (usesFeatures ? recipe : Recipe()).fit(
      StepTraining(seen, target: target, seed: seed, cancellation: cancellation), using: transformers)
    try cancellation.check()
    let model = try fit(
      try prepared.frame.matrix(allowingMissing: definition.capabilities.takesMissing), names: prepared.frame.names,
      prepared.rows.map(target.selecting) ?? target, prepared.rows.map(trainingOnly.selecting) ?? trainingOnly,
      by: definition, seed: seed, threads: threads, cancellation: cancellation)
    return FittedPipeline(learner: learner, recipe: prepared.fitted, model: model, usesFeatures: usesFeatures)
  }

  /// Fits the learner alone, on features that are ready.
  func fit(
    _ features: Matrix, names: [String], _ target: Target, _ trainingOnly: TrainingOnly,
    by definition: LearnerDefinition, seed: Seed, threads: Int, cancellation: Cancellation
  ) throws(Diagnostic) -> any Model {
    try definition.requireTarget(target)
    try target.requireRoom(cancellation.memory)
    var data = try TrainingData(
      features: features, featureNames: names, target: target, groups: trainingOnly.groups,
      columns: trainingOnly.columns, allowingMissing: definition.capabilities.takesMissing)
    data.threads = max(1, threads)
    return try definition.learner(learner).fit(data, seed: seed, cancellation: cancellation)
  }
}

/// A pipeline with what its steps and its learner learned.
public struct FittedPipeline: Sendable {
  /// The learner with its hyperparameters.
  public let learner: LearnerSpec
  /// The fitted steps.
  public let recipe: FittedRecipe
  /// What the learner learned.
  public let model: any Model
  /// Whether the learner looks at the features.
  public let usesFeatures: Bool

  /// Puts fitted parts together.
  public init(learner: LearnerSpec, recipe: FittedRecipe, model: any Model, usesFeatures: Bool) {
    self.learner = learner
    self.recipe = recipe
    self.model = model
    self.usesFeatures = usesFeatures
  }

  /// Predicts rows that have the features it was fitted on, on at most `threads` threads; throws what the steps and the
  /// model throw.
  public func predict(
    _ frame: FeatureFrame, threads: Int = 1, cancellation: Cancellation = Cancellation()
  ) throws(Diagnostic) -> Prediction {
    let seen = usesFeatures ? frame : FeatureFrame(columns: [], rowCount: frame.rowCount)
    // A model that takes no missing values refuses them itself; then the column is named.
    do throws(Diagnostic) {
      return try model.predict(
        try recipe.apply(seen).matrix(allowingMissing: true), threads: threads, cancellation: cancellation)
    } catch {
      guard error.code == "missing-values" else { throw error }
      return try model.predict(try recipe.apply(seen).matrix())
    }
  }
}

extension FittedPipeline {
  /// Calls a closure with the prediction of some rows for each column in turn, its values in another order of the rows.
  ///
  /// Where every step changes columns one by one, only the features made from a column are exchanged: the steps run once for
  /// all columns. Throws what `predict` and the closure throw.
  public func predictEach(
    _ frame: FeatureFrame, shuffledBy orders: [[Int]], cancellation: Cancellation,
    _ body: (Int, Prediction) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    let shuffled = frame.columns.enumerated().map { place, column in
      FeatureColumn(
        name: column.name, source: column.source, values: column.values.selecting(rows: orders[place]),
        circle: column.circle)
    }
    guard usesFeatures, recipe.steps.allSatisfy(\.changesColumnsOneByOne) else {
      for (place, column) in shuffled.enumerated() {
        var columns = frame.columns
        columns[place] = column
        let other = FeatureFrame(columns: columns, rowCount: frame.rowCount)
        try body(place, try predict(other, cancellation: cancellation))
      }
      return
    }
    let prepared = try recipe.apply(frame)
    let plain = try prepared.matrix(allowingMissing: true)
    let others = try recipe.apply(FeatureFrame(columns: shuffled, rowCount: frame.rowCount))
      .matrix(allowingMissing: true)
    let features = Dictionary(grouping: prepared.columns.indices) { prepared.columns[$0].source }
    var matrix = plain
    for (place, column) in frame.columns.enumerated() {
      let own = features[column.source] ?? []
      for row in 0..<matrix.rows { for c in own { matrix[row, c] = others[row, c] } }
      try body(place, try model.predict(matrix, threads: 1, cancellation: cancellation))
      for row in 0..<matrix.rows { for c in own { matrix[row, c] = plain[row, c] } }
    }
  }
}

extension Target {
  /// Throws `too-large` where a probability for each class and row, and a count for each two classes, take too much.
  ///
  /// Some hundred classes are allowed for any number of rows.
  func requireRoom(_ memory: MemoryLimits) throws(Diagnostic) {
    guard case .classes(let target) = self else { return }
    let (classes, rows) = (target.classes.count, rowCount)
    try memory.check(
      "predictions of \(classes) classes", bytes: MemoryLimits.bytes(classes, times: max(rows, classes)),
      most: MemoryLimits.bytes(rows, each: 8 * 256), help: "merge rare classes, or predict a number")
  }
}
