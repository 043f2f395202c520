internal import PodiumCore
internal import PodiumLearn

/// `ski.nearest`: a ski pair fares as it, or the pairs most like it, did in the past test with the nearest conditions. The distance
/// is Euclidean over the conditions, degrees divided by 15 and percentages by 100; for equal distances the earlier test. Among
/// tests with rows that have the same other columns the nearest answers; if there is none, the row most alike in the nearest test.
/// The simple baseline that every model of conditions must beat.
struct NearestLearner: Learner {
  static let definition = LearnerDefinition(
    key: "ski.nearest", summary: "the result of the past test with the nearest conditions: a baseline for other models",
    hyperparameters: [],
    capabilities: Capabilities(targets: [.classes, .numbers], probabilities: true, needsScaling: false),
    reference: "T. M. Cover, P. E. Hart, Nearest neighbor pattern classification, IEEE Trans. Inform. Theory 13, 1967",
    modelType: NearestModel.self,
    make: { (_: HyperparameterValues) throws(Diagnostic) -> any Learner in NearestLearner() })

  func fit(_ data: TrainingData, seed: Seed, cancellation: Cancellation) throws(Diagnostic) -> any Model {
    try cancellation.check()
    return NearestModel(data)
  }
}

/// The training tests, each with its rows.
struct NearestModel: Model, Equatable {
  struct Test: Sendable, Codable, Equatable {
    let conditions: [Double]
    /// The rows with their results; identical rows together.
    var rows: [Row]
  }

  /// Identical rows of one test.
  struct Row: Sendable, Codable, Equatable {
    let item: [Double]
    /// The numbers, or the indices of the classes.
    var answers: [Double]
  }

  let columns: TestColumns
  let width: Int
  let classCount: Int?
  let tests: [Test]

  init(_ data: TrainingData) {
    columns = TestColumns(data.featureNames, data.features)
    width = data.features.columns
    let answers: [Double]
    switch data.target {
    case .numbers(let values): (answers, classCount) = (values, nil)
    case .classes(let target): (answers, classCount) = (target.codes.map(Double.init), target.classes.count)
    }
    var tests: [Test] = []
    for (conditions, rows) in columns.tests(data.features) {
      var places: [[Double]: Int] = [:]
      var test = Test(conditions: conditions, rows: [])
      for row in rows {
        let item = columns.item(data.features, row).map { $0 + 0 }
        if let place = places[item] {
          test.rows[place].answers.append(answers[row])
        } else {
          places[item] = test.rows.count
          test.rows.append(Row(item: item, answers: [answers[row]]))
        }
      }
      tests.append(test)
    }
    self.tests = tests
  }

  func predict(_ features: Matrix) throws(Diagnostic) -> Prediction {
    try features.requireFeatures(width)
    // The order of the tests is the same for all rows of one test.
    var orders: [[Double]: [Int]] = [:]
    var found: [[Double]] = []
    for row in 0..<features.rows {
      let conditions = columns.conditions(features, row).map { $0 + 0 }
      let order = orders[conditions] ?? self.order(conditions)
      orders[conditions] = order
      found.append(answers(columns.item(features, row), in: order))
    }
    guard let classCount else { return .numbers(found.map { $0.mean ?? 0 }) }
    var codes: [Int] = []
    var shares = Matrix(rows: features.rows, columns: classCount)
    for (row, answers) in found.enumerated() {
      for answer in answers { shares[row, Int(answer)] += 1 / Double(answers.count) }
      var best = 0
      for k in 0..<classCount where shares[row, k] > shares[row, best] { best = k }
      codes.append(best)
    }
    return .classes(codes, probabilities: shares)
  }

  private func order(_ conditions: [Double]) -> [Int] {
    let distances = tests.map { Self.distance($0.conditions, conditions) }
    return tests.indices.sorted { distances[$0] != distances[$1] ? distances[$0] < distances[$1] : $0 < $1 }
  }

  private func answers(_ item: [Double], in order: [Int]) -> [Double] {
    for place in order { if let row = tests[place].rows.first(where: { $0.item == item }) { return row.answers } }
    guard let nearest = order.first else { return [0] }
    let rows = tests[nearest].rows
    let distances = rows.map { Self.distance($0.item, item) }
    let smallest = distances.min() ?? 0
    // Equally near rows answer together, so that their order does not matter.
    let answers = rows.indices.filter { distances[$0] == smallest }.flatMap { rows[$0].answers }
    return answers.isEmpty ? [0] : answers
  }

  private static func distance(_ a: [Double], _ b: [Double]) -> Double {
    zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  }

  func predicts(classes: Int?) -> Bool { classes == classCount }

  var flaw: String? {
    let (columns, classCount) = (columns, classCount)
    let isWhole =
      width >= 0 && width <= 1_000_000 && columns.isValid(width: width)
      && classCount.map { $0 >= 1 && $0 <= 100_000 } ?? true
      && tests.allSatisfy { test in
        test.conditions.count == columns.conditions.count
          && test.rows.allSatisfy { row in
            row.item.count == columns.items.count && !row.answers.isEmpty
              && row.answers.allSatisfy { answer in
                guard let classCount else { return true }
                return answer >= 0 && answer < Double(classCount) && answer.rounded() == answer
              }
          }
      }
    return isWhole ? nil : "the parts of the model do not match"
  }
}
