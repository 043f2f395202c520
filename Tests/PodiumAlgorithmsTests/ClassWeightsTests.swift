import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import Testing

@Suite("Weights of single classes")
struct ClassWeightsTests {
  /// 20 rows of the first class, 50 of the second and 50 of the third.
  private static func data() throws -> TrainingData {
    let iris = try Iris()
    return try Iris.data(iris.features, .classes(iris.species), rows: Array(30..<150))
  }

  /// The factor 120 / 3 that `balanced` has in common changes no model of these.
  @Test(arguments: [
    ("tree", [("max-depth", "2")]), ("tree", [("criterion", "gini"), ("max-depth", "3")]), ("boost", [("rounds", "5")]),
    ("svm", []), ("logistic", []),
  ])
  func `those of balanced give what balanced gives`(_ key: String, _ given: [(String, String)]) throws {
    let data = try ClassWeightsTests.data()
    let balanced = try fitted(key, given + [("weights", "balanced")], data)
    let names = "setosa:2/versicolor:\(120.0 / 150)/virginica:\(120.0 / 150)"
    let own = try fitted(key, given + [("weights", names)], data)
    #expect(try own.predict(data.features) == balanced.predict(data.features))
  }

  @Test(arguments: ["tree", "forest", "boost", "svm", "logistic"])
  func `a class of much weight is missed less often`(_ key: String) throws {
    let data = try ClassWeightsTests.data()
    guard case .classes(let truth) = data.target else { return }
    func recall(_ weights: String) throws -> Int {
      let settings = key == "tree" || key == "forest" ? [("max-depth", "1")] : [("weights", weights)]
      let model = try fitted(key, settings.filter { $0.0 != "weights" } + [("weights", weights)], data)
      guard case .classes(let codes, _) = try model.predict(data.features) else { return 0 }
      return zip(codes, truth.codes).count { $0 == 1 && $1 == 1 }
    }
    #expect(try recall("versicolor:50") >= recall("uniform"))
    #expect(try recall("versicolor:50") >= recall("versicolor:0.02"))
    #expect(try recall("versicolor:50") == 50)
  }

  @Test(arguments: ["tree", "forest", "boost", "svm", "logistic"])
  func `a class that the target lacks is named`(_ key: String) throws {
    let data = try ClassWeightsTests.data()
    let error = #expect(throws: Diagnostic.self) { try fitted(key, [("weights", "setosa:2/virginca:3")], data) }
    #expect(error?.code == "unknown-class")
  }
}
