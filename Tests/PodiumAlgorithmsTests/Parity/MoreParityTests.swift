import PodiumCore
import PodiumLearn
import PodiumTestKit
import Testing

@testable import PodiumAlgorithms

/// Learners and recipe steps that are compared with scikit-learn on all rows of a set (`Expected/more.json`).
@Suite struct MoreParityTests {
  struct Features: Decodable { let f, mutual: [Double] }
  struct Components: Decodable {
    let variances: [Double]
    let first: [[Double]]
  }
  struct Machine: Decodable {
    let support: [Int]
    let weights, predict: [Double]
    let intercept: Double
    let iterations: Int
    enum CodingKeys: String, CodingKey {
      case support, predict, intercept
      case weights = "dual_coef"
      case iterations = "n_iter"
    }
  }
  struct OfSet: Decodable {
    let features: Features
    let pca: Components
    let qda: [[Double]]?
    let rda: [String: [[Double]]]?
    let svr: [String: Machine]?
    let net: [String: [Double]]?
    enum CodingKeys: String, CodingKey {
      case features, pca, qda, rda, svr
      case net = "elastic-net"
    }
  }
  struct Encoding: Decodable {
    let levels: [[String]]
    let encodings: [[Double]]
  }

  private static let path = Checkout.path("Tests/PodiumAlgorithmsTests/Expected/more.json")
  private static func expected(_ name: String) throws -> OfSet {
    // The other members have other types.
    struct All: Decodable {
      let iris, wine: OfSet
      let alcohol, surf: OfSet
      enum CodingKeys: String, CodingKey {
        case iris, wine
        case alcohol = "wine-alcohol"
        case surf = "surf-number"
      }
    }
    let all = try ReferencePlace.read(All.self, from: path)
    return switch name {
    case "iris": all.iris
    case "wine": all.wine
    case "wine-alcohol": all.alcohol
    default: all.surf
    }
  }

  private func task(_ name: String) throws -> (task: LearningTask, recipe: Recipe) {
    let set = try ReferenceSet(.bundled(name))
    return (try set.task(), set.recipe("leaky"))
  }

  private func data(_ name: String) throws -> TrainingData {
    let (task, recipe) = try task(name)
    let frame = try recipe.fit(task.frame, using: .builtIn).apply(task.frame)
    return try TrainingData(features: frame.matrix(), featureNames: frame.names, target: task.target)
  }

  private func fit(_ learner: String, _ settings: [(String, String)], _ data: TrainingData) throws -> any Model {
    let definition = try Algorithms.catalogue.require(learner)
    return try definition.learner(definition.spec(settings)).fit(data, seed: Seed(1), cancellation: Cancellation())
  }

  private func settings(_ text: String) -> [(String, String)] {
    text.split(separator: " ").map { part in
      let words = part.split(separator: "=")
      return (String(words[0]), String(words[1]))
    }
  }

  private func isNear(_ a: Double, _ b: Double, _ tolerance: Double) -> Bool {
    (a - b).magnitude <= tolerance * max(1, b.magnitude)
  }

  @Test(arguments: ["iris", "wine"])
  func `quadratic and regularized discriminant analysis give the same probabilities`(_ name: String) throws {
    let (data, wanted) = (try data(name), try Self.expected(name))
    var cases = wanted.rda ?? [:]
    if let plain = wanted.qda { cases["pooling=0"] = plain }
    #expect(cases.count == 5)
    for (text, rows) in cases {
      let prediction = try fit("qda", settings(text), data).predict(data.features)
      guard case .classes(_, let found?) = prediction else {
        Issue.record("no probabilities")
        return
      }
      for (place, row) in rows.enumerated() {
        for (code, chance) in row.enumerated() {
          #expect(isNear(found[place * 5, code], chance, 1e-8), "\(text), row \(place * 5)")
        }
      }
    }
  }

  @Test func `pooled completely it classifies as lda`() throws {
    let data = try data("wine")
    let (pooled, linear) = (
      try fit("qda", [("pooling", "1")], data).predict(data.features), try fit("lda", [], data).predict(data.features)
    )
    guard case .classes(let a, _) = pooled, case .classes(let b, _) = linear else {
      Issue.record("no classes")
      return
    }
    #expect(a == b)
  }

  @Test(arguments: ["wine-alcohol", "surf-number"])
  func `elastic nets have the same coefficients`(_ name: String) throws {
    let data = try data(name)
    let nets = try #require(try Self.expected(name).net)
    #expect(nets.count == 4)
    for (text, wanted) in nets {
      let model = try #require(try fit("elastic-net", settings(text), data) as? LinearNumberModel)
      for (found, wanted) in zip(model.coefficients + [model.intercept], wanted) {
        #expect(isNear(found, wanted, 1e-6), "\(text)")
      }
    }
  }

  @Test(arguments: ["wine-alcohol", "surf-number"])
  func `elastic nets at the ends are lasso and ridge`(_ name: String) throws {
    let data = try data(name)
    func model(_ learner: String, _ settings: [(String, String)]) throws -> LinearNumberModel {
      try #require(try fit(learner, settings, data) as? LinearNumberModel)
    }
    let lasso = try model("lasso", [("alpha", "0.05")])
    #expect(try model("elastic-net", [("alpha", "0.05"), ("l1-ratio", "1")]) == lasso)
    let ridge = try model("ridge", [("alpha", "\(0.1 * Double(data.features.rows))")])
    let net = try model("elastic-net", [("alpha", "0.1"), ("l1-ratio", "0")])
    for (a, b) in zip(net.coefficients, ridge.coefficients) { #expect(isNear(a, b, 1e-10)) }
    #expect(try model("elastic-net", [("alpha", "0")]) == model("linear", []))
  }

  @Test(arguments: ["wine-alcohol", "surf-number"])
  func `regression machines have the same support vectors, steps and predictions`(_ name: String) throws {
    let data = try data(name)
    let machines = try #require(try Self.expected(name).svr)
    #expect(machines.count == 4)
    for (text, wanted) in machines {
      let model = try #require(try fit("svr", settings(text), data) as? SVRModel)
      #expect(model.supportRows == wanted.support && model.iterations == wanted.iterations, "\(text)")
      #expect(isNear(model.intercept, wanted.intercept, 1e-6), "\(text)")
      for (found, wanted) in zip(model.weights.row(0), wanted.weights) { #expect(isNear(found, wanted, 1e-6)) }
      guard case .numbers(let found) = try model.predict(data.features) else {
        Issue.record("no numbers")
        return
      }
      for (place, value) in wanted.predict.enumerated() { #expect(isNear(found[place * 5], value, 1e-6), "\(text)") }
    }
  }

  @Test(arguments: ["iris", "wine", "wine-alcohol", "surf-number"])
  func `features have the same scores`(_ name: String) throws {
    let (data, wanted) = (try data(name), try Self.expected(name).features)
    for column in 0..<data.features.columns {
      let values = data.features.column(column)
      let f = try FeatureScore.f.score(values, data.target, Cancellation())
      #expect(isNear(f, wanted.f[column], 1e-8), "\(column)")
      // Theirs is a mean over 200 ways to break ties at random.
      let mutual = try FeatureScore.mutual.score(values, data.target, Cancellation())
      let isClass = if case .classes = data.target { true } else { false }
      let reach = isClass ? 0.015 : 0.04
      #expect((mutual - wanted.mutual[column]).magnitude <= reach, "\(column): \(mutual), \(wanted.mutual[column])")
    }
  }

  @Test(arguments: ["iris", "wine", "wine-alcohol", "surf-number"])
  func `principal components are the same`(_ name: String) throws {
    let (task, recipe) = try task(name)
    let wanted = try Self.expected(name).pca
    let catalogue = TransformerCatalogue([EncodeStep(), ScaleStep(), ImputeStep(), PCAStep()])
    let steps = Recipe(recipe.steps + [RecipeStep("pca", settings: ["k": "4"])])
    let fitted = try steps.fit(task.frame, using: catalogue)
    let frame = try fitted.apply(task.frame)
    #expect(frame.names == ["pc1", "pc2", "pc3", "pc4"])
    let found = try frame.matrix()
    for (column, variance) in wanted.variances.enumerated() {
      let own = found.column(column).reduce(0) { $0 + $1 * $1 } / Double(found.rows - 1)
      #expect(isNear(own, variance, 1e-8))
    }
    for (place, row) in wanted.first.enumerated() {
      for (column, value) in row.enumerated() {
        #expect(isNear(found[place * 9, column].magnitude, value, 1e-6), "\(place)")
      }
    }
    let shared = try Recipe(recipe.steps + [RecipeStep("pca", settings: ["share": "0.999999"])])
      .fit(task.frame, using: catalogue).apply(task.frame)
    #expect(shared.columns.count > 2)
  }

  @Test(arguments: [true, false])
  func `categories are encoded as the same numbers`(_ isNumber: Bool) throws {
    struct All: Decodable {
      let classes, numbers: Encoding
      enum CodingKeys: String, CodingKey {
        case classes = "target-encode classes"
        case numbers = "target-encode numbers"
      }
    }
    let all = try ReferencePlace.read(All.self, from: Self.path)
    let wanted = isNumber ? all.numbers : all.classes
    let set = try ReferenceSet(.bundled("surf-rating"))
    var task = try set.task()
    if isNumber, case .classes(let classes) = task.target {
      let numbers = classes.codes.map { Double(classes.classes[$0]) ?? .nan }
      let columns =
        task.table.columns.filter { $0.name != set.head.target } + [Column(set.head.target, .number(numbers))]
      task = try LearningTask(table: Table(columns), target: set.head.target, asNumber: true)
    }
    let texts = set.head.columns.filter { $0.kind != "numeric" }.map(\.name)
    let frame = FeatureFrame(columns: task.frame.columns.filter { texts.contains($0.name) }, rowCount: task.rowCount)
    let fit = try TargetEncodeStep().fit(
      StepTraining(frame, target: task.target, seed: Seed(1)), step: RecipeStep("target-encode"))
    let found = try fit.fitted.apply(frame)
    // scikit-learn lists the encodings column by column, of classes one list each; a missing cell is the level '?'.
    let parts = isNumber ? 1 : wanted.encodings.count / texts.count
    #expect(found.columns.count == wanted.encodings.count)
    for (place, column) in found.columns.enumerated() {
      guard case .numbers(let values) = column.values,
        case .categories(let cells, _)? = frame.columns.first(where: { $0.name == column.source })?.values
      else {
        Issue.record("not numbers")
        continue
      }
      for (row, code) in cells.codes.enumerated() {
        let level = code < 0 ? "?" : cells.levels[Int(code)]
        let at = try #require(wanted.levels[place / parts].firstIndex(of: level))
        #expect(isNear(values[row], wanted.encodings[place][at], 1e-8), "\(column.name), \(level)")
      }
    }
    // A training row is encoded by others.
    let training = try #require(fit.frame)
    #expect(training.names == found.names && training != found)
  }
}
