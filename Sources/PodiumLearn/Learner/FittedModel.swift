public import PodiumCore

/// A learner fitted on all rows of a task, with everything it needs to predict rows of another table.
public struct FittedModel: Sendable {
  /// The fitted recipe and model.
  public let pipeline: FittedPipeline
  /// The name of what it predicts.
  public let target: String
  /// The classes in order; nil for a number.
  public let classes: [String]?
  /// The names of the features, as the table must hold them.
  public let features: [String]
  /// The number of training rows.
  public let rowCount: Int
  /// The hash of features and target (`LearningTask.dataHash`).
  public let dataHash: String
  /// The seed the user set.
  public let seed: UInt64
  /// The version of podium that fitted it.
  public let version: String
  /// How probabilities become a class; nil: as the learner predicts.
  public var rule: DecisionRule?
  /// What makes shortlists; nil where the fit kept no scores.
  public var calibration: ConformalCalibration?
  /// The rows it was trained on; nil for a model that was loaded, whose file does not hold them.
  public var training: RowDigests?
  /// The columns that tell rows apart: the features and the target.
  public var rowColumns: [String] { features + [target] }
  /// The learner with its hyperparameters.
  public var learner: LearnerSpec { pipeline.learner }
  /// The steps before the learner.
  public var recipe: FittedRecipe { pipeline.recipe }
  /// The fitted model.
  public var model: any Model { pipeline.model }

  /// Copies of a model share it; two fits do not, however alike.
  private let token = Token()

  /// A class: only its identity counts.
  private final class Token: Sendable {}
  fileprivate var identity: ObjectIdentifier { ObjectIdentifier(token) }

  /// Fits a learner on all rows of a task.
  ///
  /// A learner that needs scaled features gets a `scale` step when the recipe has none. Throws `unknown-learner`,
  /// `wrong-target`, `missing-column`, whatever a step or the learner throws, and `interrupted`.
  public static func fit(
    _ learner: LearnerSpec, to task: LearningTask, recipe: Recipe, learners: LearnerCatalogue,
    transformers: TransformerCatalogue, seed: Seed, version: String, threads: Int = 1, cancellation: Cancellation
  ) throws(Diagnostic) -> FittedModel {
    let definition = try learners.require(learner.key)
    try definition.requireTarget(task.target)
    let pipeline = try Pipeline(recipe: recipe, learner: learner, in: learners).fit(
      task.frame, task.target, try task.trainingOnly(for: definition), learners: learners, transformers: transformers,
      seed: seed.derived("fit", learner.description, 0, 0), threads: threads, cancellation: cancellation)
    return FittedModel(
      pipeline: pipeline, target: task.targetName, classes: task.classes?.classes,
      features: pipeline.usesFeatures ? task.frame.names : [], rowCount: task.rowCount,
      dataHash: task.dataHash(for: definition), seed: seed.value, version: version)
  }

  /// Predicts rows of a table that has the features, on at most `threads` threads.
  ///
  /// Throws `unknown-column` for a feature the table lacks, `missing-values`, and what the steps and the model throw.
  public func predict(
    _ table: Table, rows: [Int]? = nil, threads: Int = 1, cancellation: Cancellation = Cancellation()
  ) throws(Diagnostic) -> Prediction {
    let prediction = try pipeline.predict(frame(of: table, rows: rows), threads: threads, cancellation: cancellation)
    try require(prediction)
    guard let rule, case .classes(_, let probabilities?) = prediction, probabilities.columns == classes?.count else {
      return prediction
    }
    return rule.decided(prediction)
  }

  /// Throws `damaged-model` for classes that it does not have: a file may hold any model with any list of classes.
  private func require(_ prediction: Prediction) throws(Diagnostic) {
    guard case .classes(let codes, let probabilities) = prediction else { return }
    let places = (classes ?? []).indices
    guard codes.allSatisfy(places.contains), probabilities.map({ $0.columns == places.count }) ?? true else {
      throw Diagnostic(
        "damaged-model", "the model predicts classes that it does not name", help: "fit it again")
    }
  }

  /// What the recipe replaces in rows of a table: missing values, and categories that no training row had.
  ///
  /// Throws `unknown-column` for a feature the table lacks, and what the steps throw.
  public func replaced(in table: Table, rows: [Int]? = nil) throws(Diagnostic) -> ReplacedCells {
    try recipe.replaced(in: frame(of: table, rows: rows))
  }

  /// Rows of a table as numbers, as the model sees them after the recipe.
  ///
  /// Throws `unknown-column` for a feature the table lacks, `missing-values`, and what the steps throw.
  public func matrix(_ table: Table, rows: [Int]? = nil) throws(Diagnostic) -> Matrix {
    try recipe.apply(frame(of: table, rows: rows)).matrix()
  }

  private func frame(of table: Table, rows: [Int]?) throws(Diagnostic) -> FeatureFrame {
    let part = rows.map { table.selecting(rows: $0) } ?? table
    var columns: [FeatureColumn] = []
    for name in features {
      let column = try part.column(name)
      do throws(Diagnostic) { columns.append(try FeatureColumn(column)) } catch {
        throw .otherType(error.code, name, has: "type \(column.type.rawValue)", wanted: kind(of: name), in: "the model")
      }
    }
    // What no step turns into numbers, a learner was given as numbers; steps of a plugin may do anything.
    if recipe.steps.allSatisfy({ $0 is FittedEncode || $0 is FittedScale || $0 is FittedImpute }) {
      for column in columns where column.values.kind == .categories && kind(of: column.name) == .numbers {
        throw .otherType("not-numeric", column.name, has: "categories", wanted: .numbers, in: "the model")
      }
    }
    return FeatureFrame(columns: columns, rowCount: part.rowCount)
  }

  /// What a feature consisted of when the model was fitted.
  private func kind(of feature: String) -> FeatureValues.Kind {
    for step in recipe.steps {
      if let step = step as? FittedEncode, step.known.contains(where: { $0.column == feature }) { return .categories }
    }
    return .numbers
  }

  /// A one-line summary.
  public var summary: String { "\(learner.description) for \(target), fitted on \(rowCount.counted("row"))" }

  /// The identity of the model: equal parts give equal models.
  public var id: String {
    var parts = [
      dataHash, target, learner.description, String(seed), version,
      recipe.recipe.steps.map(\.description).joined(separator: ";"),
    ]
    if let rule { parts.append("rule:" + rule.sentence(classes ?? [])) }
    if let calibration { parts.append("scores:\(calibration.scores.count)") }
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
    case learner, target, classes, features, recipe, model, rowCount, dataHash, seed, version, rule, calibration
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
    try fields.encodeIfPresent(rule, forKey: .rule)
    try fields.encodeIfPresent(calibration, forKey: .calibration)
  }

  /// Reads a model whose learner and steps are in the catalogues; throws `unknown-learner` when one is not.
  public init(
    from decoder: any Decoder, learners: LearnerCatalogue, transformers: TransformerCatalogue
  ) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let learner = try fields.decode(LearnerSpec.self, forKey: .learner)
    target = try fields.decode(String.self, forKey: .target)
    classes = try fields.decodeIfPresent([String].self, forKey: .classes)
    features = try fields.decode([String].self, forKey: .features)
    let definition = try learners.require(learner.key)
    pipeline = FittedPipeline(
      learner: learner, recipe: try FittedRecipe(from: fields.superDecoder(forKey: .recipe), using: transformers),
      model: try definition.decodeModel(from: fields.superDecoder(forKey: .model)),
      usesFeatures: definition.capabilities.usesFeatures)
    rowCount = try fields.decode(Int.self, forKey: .rowCount)
    dataHash = try fields.decode(String.self, forKey: .dataHash)
    seed = try fields.decode(UInt64.self, forKey: .seed)
    version = try fields.decode(String.self, forKey: .version)
    rule = try fields.decodeIfPresent(DecisionRule.self, forKey: .rule)
    calibration = try fields.decodeIfPresent(ConformalCalibration.self, forKey: .calibration)
    guard rule?.fits(classes) ?? true else {
      throw DecodingError.dataCorruptedError(
        forKey: .rule, in: fields, debugDescription: "the rule does not fit the classes")
    }
    guard pipeline.model.predicts(classes: classes?.count) else {
      throw DecodingError.dataCorruptedError(
        forKey: .model, in: fields, debugDescription: "the model predicts other classes")
    }
  }
}
