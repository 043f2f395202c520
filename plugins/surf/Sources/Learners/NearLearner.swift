internal import PodiumCore
internal import PodiumLearn
internal import SurfModel

/// `surf.near`: the classes of the k rows with the most similar conditions.
///
/// Similarity is exp(−Σ w d² / 2) with the distance d in spreads of all rows, circular for directions, and the weight w of
/// each condition by how much good rows agree on it. Rows at another spot, or of another person, count as one spread away.
struct NearLearner: Learner {
  static let key = "surf.near"

  static let definition = LearnerDefinition(
    key: key, summary: "k nearest neighbours by conditions, weighted by how much good rows agree on each",
    hyperparameters: [
      Hyperparameter("k", .integer(1...10_000), defaultValue: .integer(15), help: "number of neighbours")
    ],
    capabilities: Capabilities(targets: [.classes], probabilities: true, needsScaling: false),
    reference: "T. M. Cover, P. E. Hart, Nearest neighbor pattern classification, IEEE Trans. Inform. Theory 13, 1967",
    modelType: NearModel.self,
    make: { (values: HyperparameterValues) throws(Diagnostic) -> any Learner in
      NearLearner(k: try values.integer("k"))
    })

  let k: Int

  func fit(_ data: TrainingData, seed: Seed, cancellation: Cancellation) throws(Diagnostic) -> any Model {
    try cancellation.check()
    return try NearModel(data, k: k)
  }
}

/// The training rows with the weight and spread of each condition.
struct NearModel: Model, Equatable {
  let columns: SurfColumns
  let k: Int
  let classCount: Int
  let codes: [Int]
  let spots: [Int]
  let persons: [Int]
  /// One list for each condition.
  let values: [[Double]]
  /// √(w) / spread; 0 for what does not vary.
  let scales: [Double]

  init(_ data: TrainingData, k: Int) throws(Diagnostic) {
    let target = try data.requireClasses(NearLearner.key)
    let columns = SurfColumns(data)
    let rows = columns.rows(data.features, classes: SurfColumns.steps(target))
    (self.columns, self.k, codes, classCount) = (columns, k, rows.classes, target.classes.count)
    (spots, persons, values) = (rows.spots, rows.persons, rows.values)
    guard target.classes.count > 2, !target.isOrdered else {
      scales = rows.distanceScales
      return
    }
    // Without an order no class is the good one: each against the others counts the same.
    let each = (0..<target.classes.count).map { step in
      var own = rows
      own.classes = rows.classes.map { $0 == step ? 1 : 0 }
      return own.distanceScales
    }
    scales = columns.conditions.indices.map { place in
      (each.reduce(0) { $0 + $1[place] * $1[place] } / Double(each.count)).squareRoot()
    }
  }

  var byteCount: Int { 8 * (values.count + 3) * codes.count }

  func predict(_ features: Matrix) throws(Diagnostic) -> Prediction {
    try features.requireFeatures(columns.width)
    let rows = NearestRows(
      k: k, classCount: classCount, codes: codes, spots: spots, persons: persons, values: values, scales: scales,
      isCircular: columns.conditions.indices.map { columns.names[$0].hasSuffix("_deg") })
    let found = (0..<features.rows).map { row in
      rows.shares(
        columns.conditions.map { features[row, $0] }, spot: columns.spot(features, row),
        person: columns.person(features, row))
    }
    return SurfColumns.prediction(found, count: classCount)
  }

  func predicts(classes: Int?) -> Bool { classes == classCount }

  var flaw: String? {
    let (count, classCount) = (codes.count, classCount)
    let isWhole =
      columns.isValid && k >= 1 && count >= 1 && (1...100_000).contains(classCount)
      && codes.allSatisfy { (0..<classCount).contains($0) } && spots.count == count && persons.count == count
      && values.count == columns.conditions.count && scales.count == values.count
      && values.allSatisfy { $0.count == count && $0.allSatisfy(\.isFinite) }
      && scales.allSatisfy { $0 >= 0 && $0.isFinite }
    return isWhole ? nil : "the parts of the model do not match"
  }
}
