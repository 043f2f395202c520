internal import PodiumCore
internal import PodiumLearn
internal import SurfModel

/// `surf.pooled`: a penalised logistic or ordinal regression in which people's coefficients differ (`PooledModel`).
struct PooledLearner: Learner {
  static let key = "surf.pooled"

  static let definition = LearnerDefinition(
    key: key,
    summary:
      "logistic or ordinal regression with an optimum for each condition, in which people differ (empirical Bayes)",
    hyperparameters: [
      Hyperparameter(
        "ridge", .number(0...1_000_000, exclusiveLow: true), defaultValue: .number(1),
        help: "how strongly the coefficients of all are drawn to 0")
    ],
    capabilities: Capabilities(targets: [.classes], probabilities: true, needsScaling: false),
    reference: "P. McCullagh, Regression models for ordinal data, J. R. Statist. Soc. B 42, 1980",
    modelType: PooledSurfModel.self,
    make: { (values: HyperparameterValues) throws(Diagnostic) -> any Learner in
      PooledLearner(ridge: try values.number("ridge"))
    })

  let ridge: Double

  /// Throws `no-convergence` and `interrupted`.
  func fit(_ data: TrainingData, seed: Seed, cancellation: Cancellation) throws(Diagnostic) -> any Model {
    try PooledSurfModel(data, ridge: ridge, cancellation: cancellation)
  }
}

/// Fitted pooled regressions with the places of their features.
///
/// Classes with an order, and two of any kind, have one regression; more classes without an order have one each against the
/// others, whose chances are scaled to the sum 1.
struct PooledSurfModel: Model, Equatable {
  private static let version = 2
  private let version: Int
  let columns: SurfColumns
  /// One for the order, or one for each class; nil where training has nothing to tell apart.
  let models: [PooledModel?]
  let classCount: Int
  /// The share of each class in training, by steps from the worst.
  let shares: [Double]

  init(_ data: TrainingData, ridge: Double, cancellation: Cancellation) throws(Diagnostic) {
    try cancellation.check()
    let target = try data.requireClasses(PooledLearner.key)
    let columns = SurfColumns(data)
    let rows = columns.rows(data.features, classes: SurfColumns.steps(target))
    let count = target.classes.count
    // Of all surfers, and two for each.
    try cancellation.memory.checkSquares(
      of: columns.width, cells: data.features.elements.count, count: 4 + 2 * Set(rows.persons).count)
    func model(_ classes: [Int], _ count: Int) throws(Diagnostic) -> PooledModel? {
      guard Set(classes).count > 1 else { return nil }
      var own = rows
      own.classes = classes
      return try PooledModel(own, classCount: count, ridge: ridge, cancellation: cancellation)
    }
    if target.isOrdered || count <= 2 {
      models = [try model(rows.classes, count)]
    } else {
      var models: [PooledModel?] = []
      for step in 0..<count { models.append(try model(rows.classes.map { $0 == step ? 1 : 0 }, 2)) }
      self.models = models
    }
    (version, self.columns, classCount) = (PooledSurfModel.version, columns, count)
    shares = (0..<count).map { step in Double(rows.classes.count { $0 == step }) / Double(max(1, rows.count)) }
  }

  var byteCount: Int { 64 * columns.width + models.reduce(0) { $0 + ($1?.byteCount ?? 0) } }

  func predict(_ features: Matrix) throws(Diagnostic) -> Prediction {
    try features.requireFeatures(columns.width)
    let found = (0..<features.rows).map { row -> [Double] in
      let (spot, person) = (columns.spot(features, row), columns.person(features, row))
      func shares(_ model: PooledModel) -> [Double] {
        model.probabilities(spot: spot, person: person) { features[row, columns.conditions[$0]] }
      }
      if models.count == 1 { return models[0].map(shares) ?? self.shares }
      let each = zip(models, self.shares).map { $0.map { shares($0)[1] } ?? $1 }
      let sum = each.reduce(0, +)
      return sum > 0 ? each.map { $0 / sum } : self.shares
    }
    return SurfColumns.prediction(found, count: classCount)
  }

  func predicts(classes: Int?) -> Bool { classes == classCount }

  /// Reads a model, checked, since a broken file must not crash a prediction.
  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    columns = try fields.decode(SurfColumns.self, forKey: .columns)
    guard try fields.decodeIfPresent(Int.self, forKey: .version) == PooledSurfModel.version else {
      throw Diagnostic(
        "damaged-model", "the model was fitted by a version of podium in which 'surf.pooled' was another regression",
        help: "fit it again: fit surf.pooled")
    }
    version = PooledSurfModel.version
    models = try fields.decode([PooledModel?].self, forKey: .models)
    classCount = try fields.decode(Int.self, forKey: .classCount)
    shares = try fields.decode([Double].self, forKey: .shares)
    let (count, width) = (classCount, columns.conditions.count)
    let classes = models.count == 1 ? count : 2
    let isWhole =
      columns.isValid && (1...100_000).contains(count) && shares.count == count && shares.allSatisfy(\.isFinite)
      && (models.count == 1 || models.count == count)
      && models.allSatisfy { $0.map { $0.isWhole(columns: width) && $0.classes == classes } ?? true }
    guard isWhole else {
      throw DecodingError.dataCorruptedError(
        forKey: .models, in: fields, debugDescription: "the parts of the model do not match")
    }
  }

  private enum CodingKeys: String, CodingKey { case version, columns, models, classCount, shares }
}
