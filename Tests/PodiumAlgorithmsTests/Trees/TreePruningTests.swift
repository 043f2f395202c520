import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import Testing

/// References are scikit-learn 1.9's, the same for twenty orders of the features.
@Suite struct TreePruningTests {
  private func tree(_ given: [(String, String)], _ data: TrainingData) throws -> TreeModel {
    try #require(try fitted("tree", given, data) as? TreeModel)
  }

  static let counts: [(String, String, Int)] = [
    ("gini", "0.005", 17), ("gini", "0.01", 9), ("gini", "0.02", 7), ("gini", "0.05", 5), ("gini", "0.3", 3),
    ("entropy", "0.01", 17), ("entropy", "0.02", 11), ("entropy", "0.05", 7), ("entropy", "0.3", 5),
    ("entropy", "1", 1),
  ]

  @Test(arguments: counts)
  func `pruning leaves as many nodes as in the reference`(_ criterion: String, _ alpha: String, _ count: Int) throws {
    let iris = try Iris()
    let data = try Iris.data(iris.features, .classes(iris.species))
    let found = try tree([("criterion", criterion), ("ccp-alpha", alpha)], data)
    #expect(found.nodes.count == count)
    let whole = try tree([("criterion", criterion)], data)
    #expect(found.nodes.count <= whole.nodes.count && found.nodes.rows[0] == 150)
  }

  @Test(arguments: [("0.001", 19), ("0.005", 7), ("0.02", 5)])
  func `trees for numbers are pruned too`(_ alpha: String, _ count: Int) throws {
    let (features, target) = try Iris().widths()
    #expect(try tree([("ccp-alpha", alpha)], Iris.data(features, .numbers(target))).nodes.count == count)
  }

  @Test(arguments: ["gini", "entropy"])
  func `balanced classes weigh the same`(_ criterion: String) throws {
    let iris = try Iris()
    let data = try Iris.data(iris.features, .classes(iris.species), rows: Array(30..<150))
    let found = try tree([("criterion", criterion), ("weights", "balanced"), ("max-depth", "2")], data)
    let wanted = [
      [1, 0, 0], [0, 0.9074074074074077, 0.09259259259259264], [0, 0.02173913043478261, 0.9782608695652175],
    ]
    #expect(found.nodes.leaves.count == 3)
    for (leaf, shares) in zip(found.nodes.leaves, wanted) {
      #expect(zip(leaf, shares).allSatisfy { abs($0 - $1) < 1e-12 })
    }
  }
}
