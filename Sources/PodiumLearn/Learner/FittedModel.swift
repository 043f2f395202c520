public import PodiumCore

/// A learner fitted on all rows of a task, with everything it needs to predict rows of another table.
public struct FittedModel: Sendable {
  /// The learner with its hyperparameters.
  public let learner: LearnerSpec
  /// The name of what it predicts.
  public let target: String
  /// The classes in order; nil for a number.
  public let classes: [String]?
  /// The names of the features, as the table must hold them.
  public let features: [String]
  /// The steps before the learner.
  public let recipe: FittedRecipe
  /// What was learned.
  public let model: any Model
  /// How many rows it was learned from.
  public let rowCount: Int
  /// The hash of features and target (`LearningTask.dataHash`).
  public let dataHash: String
  /// The seed the user set.
  public let seed: UInt64
  /// The version of podium that fitted it.
  public let version: String
  /// Copies of a model share it; two fits do not, however alike.
  private let token = Token()

  /// A class: only its identity counts.
  private final class Token: Sendable {}
  fileprivate var identity: ObjectIdentifier { ObjectIdentifier(token) }

  /// Fits a learner on all rows of a task.
  ///
  /// A learner that needs like scales gets a `scale` step when the recipe has none. Throws `unknown-learner`,
  /// `wrong-target`, whatever a step or the learner throws, and `interrupted`.
  public static func fit(
    _ learner: LearnerSpec, to task: LearningTask, recipe: Recipe, learners: LearnerCatalogue,
    transformers: TransformerCatalogue, seed: Seed, version: String, cancellation: Cancellation
  ) throws(Diagnostic) -> FittedModel {
    let definition = try learners.definition(learner.key)
    try definition.requireTarget(task.target.kind)
    var recipe = recipe
    if definition.capabilities.wantsLikeScales, !recipe.contains("scale") {
      recipe.steps.append(RecipeStep("scale"))
    }
    let usesFeatures = definition.capabilities.usesFeatures
    let frame = usesFeatures ? task.frame : FeatureFrame(columns: [], rowCount: task.rowCount)
    let fitted = try (usesFeatures ? recipe : Recipe()).fit(frame, using: transformers)
    let baked = try fitted.apply(frame)
    try cancellation.check()
    let groups = definition.capabilities.usesGroups ? task.groups : nil
    let data = try TrainingData(
      features: try baked.matrix(), featureNames: baked.names, target: task.target, groups: groups)
    let stream = seed.derived("fit", learner.description, 0, 0)
    let model = try definition.learner(learner).fit(data, seed: stream, cancellation: cancellation)
    return FittedModel(
      learner: learner, target: task.targetName, classes: task.classes?.classes,
      features: frame.names, recipe: fitted, model: model, rowCount: task.rowCount,
      dataHash: task.dataHash(withGroups: definition.capabilities.usesGroups),
      seed: seed.value, version: version)
  }

  /// Predicts rows of a table that has the features.
  ///
  /// Throws `unknown-column` for a feature the table lacks, `missing-values`, and what the steps and the model throw.
  public func predict(_ table: Table, rows: [Int]? = nil) throws(Diagnostic) -> Prediction {
    let part = rows.map { table.selecting(rows: $0) } ?? table
    var columns: [FeatureColumn] = []
    for name in features { columns.append(try FeatureColumn(try part.column(name))) }
    let frame = try recipe.apply(FeatureFrame(columns: columns, rowCount: part.rowCount))
    return try model.predict(try frame.matrix())
  }

  /// The model in one phrase.
  public var summary: String { "\(learner.description) for \(target), from \(rowCount.counted("row"))" }

  /// What names the model: equal parts give equal models.
  public var id: String {
    let parts = [
      dataHash, target, learner.description, String(seed), version,
      recipe.recipe.steps.map(\.description).joined(separator: ";"),
    ]
    return SHA256.hex(parts.map { "\($0.utf8.count):\($0)" }.joined().utf8)
  }
}

extension Footprint {
  /// Counts what of a model was not counted before.
  public mutating func add(_ model: FittedModel) {
    add(bytes: model.model.byteCount, sharedBy: model.identity)
  }
}

extension FittedModel: Equatable {
  /// Whether both were fitted in the same way on the same data.
  public static func == (a: FittedModel, b: FittedModel) -> Bool { a.id == b.id }
}

extension FittedModel: Encodable {
  private enum CodingKeys: String, CodingKey {
    case learner, target, classes, features, recipe, model, rowCount, dataHash, seed, version
  }

  /// Writes all parts.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(learner, forKey: .learner)
    try fields.encode(target, forKey: .target)
    try fields.encodeIfPresent(classes, forKey: .classes)
    try fields.encode(features, forKey: .features)
    try fields.encode(recipe, forKey: .recipe)
    try model.encode(to: fields.superEncoder(forKey: .model))
    try fields.encode(rowCount, forKey: .rowCount)
    try fields.encode(dataHash, forKey: .dataHash)
    try fields.encode(seed, forKey: .seed)
    try fields.encode(version, forKey: .version)
  }

  /// Reads a model whose learner and steps are in the catalogues; throws `unknown-learner` when one is not.
  public init(
    from decoder: any Decoder, learners: LearnerCatalogue, transformers: TransformerCatalogue
  ) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    learner = try fields.decode(LearnerSpec.self, forKey: .learner)
    target = try fields.decode(String.self, forKey: .target)
    classes = try fields.decodeIfPresent([String].self, forKey: .classes)
    features = try fields.decode([String].self, forKey: .features)
    recipe = try FittedRecipe(from: fields.superDecoder(forKey: .recipe), using: transformers)
    model = try learners.definition(learner.key).decodeModel(from: fields.superDecoder(forKey: .model))
    rowCount = try fields.decode(Int.self, forKey: .rowCount)
    dataHash = try fields.decode(String.self, forKey: .dataHash)
    seed = try fields.decode(UInt64.self, forKey: .seed)
    version = try fields.decode(String.self, forKey: .version)
  }
}
