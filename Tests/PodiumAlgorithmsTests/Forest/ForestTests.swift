import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import Testing

@Suite struct ForestTests {
  private func forest(_ given: [(String, String)], _ data: TrainingData) throws -> ForestModel {
    try #require(try fitted("forest", given, data) as? ForestModel)
  }

  @Test func `the out-of-bag figure is near the accuracy on new rows`() throws {
    let iris = try Iris()
    let found = try forest([("trees", "40")], Iris.data(iris.features, .classes(iris.species)))
    #expect(found.outOfBag.rows == 150)
    let score = try #require(found.outOfBag.score)
    #expect((0.92...0.98).contains(score))
    let (features, target) = try Iris().widths()
    let line = try forest([("trees", "40")], Iris.data(features, .numbers(target)))
    #expect((0.9...0.96).contains(try #require(line.outOfBag.score)))
    #expect(line.figures.map(\.key) == ["oob_r2"])
  }

  /// scikit-learn 1.9 finds 4 to 10 of such rare rows without weights and 11 to 15 with, over five seeds.
  @Test func `balanced classes find more of a rare one`() throws {
    var random = Seed(13).source()
    func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + random.uniform() } }
    let codes = (0..<600).map { $0 % 15 == 0 ? 1 : 0 }
    let columns = [1.4, 1.4, 0].map { gap in codes.map { gap * Double($0) + normal() } }
    let data = try Iris.data(
      Matrix(columns: columns, rows: 600), .classes(ClassTarget(classes: ["n", "p"], codes: codes)))
    let plain = try forest([], data)
    let balanced = try forest([("weights", "balanced")], data)
    let probe = Matrix(columns: [[1, 0.8, 1.2], [1, 0.8, 0.9], [0, 0, 0]], rows: 3)
    guard case .classes(_, let before?) = try plain.predict(probe),
      case .classes(_, let after?) = try balanced.predict(probe)
    else { return }
    #expect(zip(before.column(1), after.column(1)).allSatisfy { $0 < $1 })
  }

  @Test func `one tree leaves some rows without a figure`() throws {
    let iris = try Iris()
    let found = try forest([("trees", "1")], Iris.data(iris.features, .classes(iris.species)))
    #expect((30..<80).contains(found.outOfBag.rows))
    // A single row is drawn by every tree.
    let single = try forest([("trees", "3")], Iris.data(iris.features, .classes(iris.species), rows: [0]))
    #expect(single.outOfBag.rows == 0 && single.outOfBag.score == nil)
  }

  @Test func `another seed gives another forest, and more trees keep the first ones`() throws {
    let iris = try Iris()
    let data = try Iris.data(iris.features, .classes(iris.species))
    let few = try forest([("trees", "3")], data)
    let more = try forest([("trees", "5")], data)
    #expect(Array(more.trees.prefix(3)) == few.trees)
    let definition = try Algorithms.catalogue.require("forest")
    let other = try definition.learner(definition.spec([("trees", "3")])).fit(
      data, seed: Seed(2), cancellation: Cancellation())
    #expect(other as? ForestModel != few)
  }

  @Test func `a node looks further than constant columns`() throws {
    let iris = try Iris()
    let constants = (0..<30).map { _ in [Double](repeating: 1, count: 150) }
    let features = Matrix(columns: constants + [iris.features.column(2)], rows: 150)
    let found = try forest([("trees", "2"), ("max-features", "0.01")], Iris.data(features, .classes(iris.species)))
    #expect(found.trees.allSatisfy { $0.count > 1 })
  }

  @Test(arguments: [("sqrt", 3), ("log2", 3), ("all", 10), ("0.55", 5), ("0.001", 1)])
  func `a part of the columns is at least one`(_ text: String, _ count: Int) throws {
    let values = try HyperparameterValues(Forest.definition.hyperparameters, given: [("max-features", text)])
    let iris = try Iris()
    let features = Matrix(columns: (0..<10).map { iris.features.column($0 % 4) }, rows: 150)
    #expect(try Forest(values).columnCount(of: features.columns, for: .classes) == count)
  }

  @Test func `balanced classes change the trees`() throws {
    let iris = try Iris()
    let data = try Iris.data(iris.features, .classes(iris.species), rows: Array(30..<120))
    let plain = try forest([("trees", "3"), ("max-depth", "1")], data)
    let balanced = try forest([("trees", "3"), ("max-depth", "1"), ("weights", "balanced")], data)
    #expect(plain != balanced)
  }
}
