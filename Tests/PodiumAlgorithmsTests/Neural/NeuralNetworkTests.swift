import Foundation
import PodiumCore
import PodiumLearn
import Testing

@testable import PodiumAlgorithms

/// Training: what is learned, when it stops, and what it says when it cannot.
@Suite struct NeuralNetworkTests {
  /// Points inside and outside a circle, which no straight line separates.
  static func circle(rows: Int = 60) throws -> TrainingData {
    var random = RandomSource(seed: 5)
    let elements = (0..<(2 * rows)).map { _ in 4 * random.uniform() - 2 }
    let codes = (0..<rows).map { row -> Int in
      let (x, y) = (elements[2 * row], elements[2 * row + 1])
      return x * x + y * y < 1.6 ? 1 : 0
    }
    return try TrainingData(
      features: Matrix(rows: rows, columns: 2, elements: elements), featureNames: ["x", "y"],
      target: .classes(ClassTarget(classes: ["out", "in"], codes: codes)))
  }

  private func fit(_ data: TrainingData, _ given: [(String, String)], seed: UInt64 = 1) throws -> PerceptronModel {
    let learner = try Perceptron.definition.learner(Perceptron.definition.spec(given))
    return try #require(try learner.fit(data, seed: Seed(seed), cancellation: Cancellation()) as? PerceptronModel)
  }

  private func refusal(_ data: TrainingData, _ given: [(String, String)]) -> Diagnostic? {
    do { _ = try fit(data, given) } catch { return error as? Diagnostic }
    return nil
  }

  @Test(arguments: Activation.allCases, PerceptronSettings.Solver.allCases)
  func `a circle is learned`(_ activation: Activation, _ solver: PerceptronSettings.Solver) throws {
    let data = try Self.circle()
    let model = try fit(
      data,
      [
        ("hidden", "8"), ("activation", activation.rawValue), ("solver", solver.rawValue), ("epochs", "150"),
        ("learning-rate", solver == .adam ? "0.03" : "0.2"), ("batch", "16"),
      ])
    guard case .classes(let codes, _) = try model.predict(data.features), case .classes(let truth) = data.target
    else { return }
    #expect(zip(codes, truth.codes).count { $0 == $1 } >= 54)
  }

  @Test func `hidden takes a list, a list with x, and auto`() throws {
    let data = try Self.circle()
    #expect(try fit(data, [("epochs", "1")]).widths == [2, 3, 3, 2])
    #expect(try fit(data, [("epochs", "1"), ("hidden", "17,4")]).widths == [2, 17, 4, 2])
    #expect(try fit(data, [("epochs", "1"), ("hidden", "17x4")]).widths == [2, 17, 4, 2])
    #expect(try Perceptron.definition.spec([("hidden", "17x4")]).description == "ann(hidden=17,4)")
  }

  @Test func `the seed decides the network, and nothing else does`() throws {
    let data = try Self.circle()
    let given = [("epochs", "3")]
    #expect(try fit(data, given) == fit(data, given))
    #expect(try fit(data, given) != fit(data, given, seed: 2))
  }

  @Test func `any number of threads gives the same evaluation`() throws {
    let table = try Table([
      Column("x", .number((0..<40).map { Double($0 % 7) })), Column("z", .number((0..<40).map { Double($0 % 5) })),
      Column("class", .category(Categorical((0..<40).map { $0 % 7 < 3 ? "low" : "high" }))),
    ])
    let task = try LearningTask(table: table, target: "class")
    let all = try [1, 2, 5].map { threads in
      try CrossValidation.evaluate(
        task, "ann", given: [("epochs", "4")], recipe: Recipe([RecipeStep("scale")]),
        resampling: ResamplingSpec(.stratified, k: 5), threads: threads)
    }
    #expect(all[0] == all[1] && all[0] == all[2])
  }

  @Test(arguments: [[("learning-rate", "1e300")], [("solver", "sgd"), ("learning-rate", "1e4")]])
  func `a network that diverges is an error`(_ given: [(String, String)]) throws {
    let found = refusal(try Self.circle(), given + [("epochs", "20")])
    #expect(found?.code == "diverged")
    #expect(found?.message.hasPrefix("the network diverged in epoch ") == true)
    #expect(found?.help?.contains("a learning-rate below") == true)
  }

  @Test func `huge features diverge instead of giving NaN`() throws {
    let data = try TrainingData(
      features: Matrix(rows: 4, columns: 1, elements: [1e308, -1e308, 1e308, -1e308]), featureNames: ["x"],
      target: .classes(ClassTarget(classes: ["a", "b"], codes: [0, 1, 0, 1])))
    #expect(refusal(data, [])?.code == "diverged")
  }

  @Test func `early stop takes the best network it saw`() throws {
    let data = try Self.circle()
    let given = [("early-stop", "yes"), ("patience", "2"), ("tol", "0.5"), ("epochs", "400")]
    // So large a tolerance ends it after a few epochs.
    #expect(try fit(data, given) == fit(data, given))
    #expect(try fit(data, given) != fit(data, [("epochs", "400")]))
    let few = try TrainingData(
      features: data.features.selecting(rows: [0, 1, 2]), featureNames: data.featureNames,
      target: data.target.selecting(rows: [0, 1, 2]))
    #expect(refusal(few, [("early-stop", "yes")])?.code == "too-few-rows")
  }

  @Test func `numeric targets are predicted on their own scale`() throws {
    let x = (0..<30).map { Double($0) / 10 - 1.5 }
    let y = x.map { 5000 + 300 * $0 }
    let data = try TrainingData(
      features: Matrix(rows: 30, columns: 1, elements: x), featureNames: ["x"], target: .numbers(y))
    let model = try fit(data, [("hidden", "6"), ("epochs", "200"), ("learning-rate", "0.02")])
    guard case .numbers(let found) = try model.predict(data.features) else { return }
    for (mine, truth) in zip(found, y) { #expect(abs(mine - truth) < 60) }
  }

  @Test func `a network too large for memory is refused`() throws {
    #expect(refusal(try Self.circle(), [("hidden", "10000,10000")])?.code == "too-large")
  }

  @Test func `a broken file is refused`() throws {
    let model = try fit(try Self.circle(), [("epochs", "1")])
    let text = String(decoding: try JSONEncoder().encode(model), as: UTF8.self)
    let read = try JSONDecoder().decode(PerceptronModel.self, from: Data(text.utf8))
    #expect(read == model)
    for (place, other) in [("[2,3,3,2]", "[2,3,4,2]"), ("[2,3,3,2]", "[]"), ("[2,3,3,2]", "[2,-3,3,2]")] {
      let broken = text.replacing(place, with: other)
      #expect(broken != text)
      #expect(try JSONDecoder().decode(PerceptronModel.self, from: Data(broken.utf8)).flaw != nil)
    }
  }
}
