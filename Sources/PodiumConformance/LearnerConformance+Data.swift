internal import PodiumCore
internal import PodiumLearn

/// Small tables that the checks train on.
enum LearnerFixtures {
  static let recipe = Recipe([RecipeStep("encode"), RecipeStep("scale")])

  /// Rows of three classes that two numbers and a category separate with some noise, always the same.
  ///
  /// One class has one row more than the others, so that the most frequent class is unique.
  static func table(rows: Int = 37, seed: UInt64 = 1) throws(Diagnostic) -> Table {
    var random = RandomSource(seed: seed)
    var (height, width, colour) = ([Double](), [Double](), [String?]())
    var (kind, price) = ([String?](), [Double]())
    for row in 0..<rows {
      let group = row % 3
      height.append(Double(group) + random.uniform())
      width.append(10 - 2 * Double(group) + 3 * random.uniform())
      colour.append(["red", "green", "blue"][(group + random.below(2)) % 3])
      kind.append(["alder", "birch", "cedar"][group])
      price.append(3 * height[row] - width[row] + random.uniform())
    }
    return try Table([
      Column("height", .number(height)), Column("width", .number(width)),
      Column("colour", .category(Categorical(colour))),
      Column("kind", .category(Categorical(kind)), role: .ignored),
      Column("price", .number(price), role: .ignored),
    ])
  }

  static func task(_ table: Table, _ kind: TargetKind, rows: [Int]? = nil) throws(Diagnostic) -> LearningTask {
    try LearningTask(
      table: table, rows: rows, target: kind == .classes ? "kind" : "price", asNumber: kind == .numbers)
  }
}

/// A learner with one kind of target.
struct LearnerTrial {
  let definition: LearnerDefinition
  let kind: TargetKind
  let archive: LearnerConformance.Archive
  let learners: LearnerCatalogue
  let workers: (any Executor)?

  /// A model of a task with the recipe of the fixtures.
  struct Fitted {
    let model: any Model
    let recipe: FittedRecipe
    let features: Matrix
  }

  func fit(
    _ task: LearningTask, seed: UInt64 = 7, cancellation: Cancellation = Cancellation()
  ) throws(Diagnostic) -> Fitted {
    let recipe = try LearnerFixtures.recipe.fit(task.frame, using: .builtIn)
    let frame = try recipe.apply(task.frame)
    let features = try frame.matrix()
    let data = try TrainingData(features: features, featureNames: frame.names, target: task.target)
    let learner = try definition.learner(definition.spec())
    let model = try learner.fit(data, seed: Seed(seed), cancellation: cancellation)
    return Fitted(model: model, recipe: recipe, features: features)
  }

  func evaluation(_ task: LearningTask, threads: Int) throws(Diagnostic) -> Evaluation {
    let learner = try definition.spec()
    return try LearningTools(learners: learners, executor: ThreadExecutor(threads: threads)).resample(
      LearnerChoice(learner), on: task, recipe: LearnerFixtures.recipe,
      by: ResamplingSpec(kind == .classes ? .stratified : .kfold, k: 3, shuffle: true, repeats: 2))
  }
}
