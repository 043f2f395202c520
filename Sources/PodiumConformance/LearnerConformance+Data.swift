public import PodiumCore
internal import PodiumLearn

/// A table that the checks train on.
public struct LearnerSample: Sendable {
  /// At least 30 complete rows, with as few or more of every other class than of the first.
  public let table: Table
  /// The column of three classes.
  public let classes: String
  /// The column of a number to learn.
  public let number: String
  /// A feature that is a number, and one that is a category.
  public let numberFeature: String
  public let categoryFeature: String

  /// Describes a table; the two targets have any role but feature.
  public init(_ table: Table, classes: String, number: String, numberFeature: String, categoryFeature: String) {
    self.table = table
    self.classes = classes
    self.number = number
    self.numberFeature = numberFeature
    self.categoryFeature = categoryFeature
  }

  static let recipe = Recipe([RecipeStep("encode"), RecipeStep("scale")])

  /// Rows of three classes that two numbers and a category separate with some noise, always the same.
  ///
  /// One class has one row more than the others, so that the most frequent class is unique.
  static func plain() throws(Diagnostic) -> LearnerSample {
    let rows = 37
    var random = RandomSource(seed: 1)
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
    let table = try Table([
      Column("height", .number(height)), Column("width", .number(width)),
      Column("colour", .category(Categorical(colour))),
      Column("kind", .category(Categorical(kind)), role: .ignored),
      Column("price", .number(price), role: .ignored),
    ])
    return LearnerSample(
      table, classes: "kind", number: "price", numberFeature: "height", categoryFeature: "colour")
  }

  /// The same with classes that are ordered, if that is needed.
  func ordered(_ isNeeded: Bool) throws(Diagnostic) -> LearnerSample {
    guard isNeeded, let column = table[classes], let names = column.categorical else { return self }
    return LearnerSample(
      try table.setting(Column(classes, .ordered(names), role: column.role)), classes: classes, number: number,
      numberFeature: numberFeature, categoryFeature: categoryFeature)
  }

  func task(_ table: Table, _ kind: TargetKind, rows: [Int]? = nil) throws(Diagnostic) -> LearningTask {
    try LearningTask(
      table: table, rows: rows, target: kind == .classes ? classes : number, asNumber: kind == .numbers)
  }
}

/// A learner with one kind of target.
struct LearnerTrial {
  let definition: LearnerDefinition
  let sample: LearnerSample
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
    _ task: LearningTask, seed: UInt64 = 7, threads: Int = 1, cancellation: Cancellation = Cancellation()
  ) throws(Diagnostic) -> Fitted {
    let recipe = try LearnerSample.recipe.fit(task.frame, using: .builtIn)
    let frame = try recipe.apply(task.frame)
    let takesMissing = definition.capabilities.takesMissing
    let features = try frame.matrix(allowingMissing: takesMissing)
    let extra = try task.trainingOnly(for: definition)
    var data = try TrainingData(
      features: features, featureNames: frame.names, target: task.target, groups: extra.groups, columns: extra.columns,
      allowingMissing: takesMissing)
    data.threads = threads
    let learner = try definition.learner(definition.spec())
    let model = try learner.fit(data, seed: Seed(seed), cancellation: cancellation)
    return Fitted(model: model, recipe: recipe, features: features)
  }

  func evaluation(_ task: LearningTask, threads: Int) throws(Diagnostic) -> Evaluation {
    let learner = try definition.spec()
    return try LearningTools(learners: learners, executor: ThreadExecutor(threads: threads)).resample(
      LearnerChoice(learner), on: task, recipe: LearnerSample.recipe,
      by: ResamplingSpec(kind == .classes ? .stratified : .kfold, k: 3, shuffle: true, repeats: 2))
  }
}
