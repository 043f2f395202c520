import Foundation
import PodiumCore
import PodiumLearn
import PodiumTestKit
import Testing

/// Agreement with scikit-learn where the target is a number.
@Suite(.enabled(if: Reference.exists, "the folder '../shared' is missing"))
struct RegressionParityTests {
  struct Expected: Decodable {
    struct Scores: Decodable { let rmse, mae, r2: [Double] }
    struct Models: Decodable {
      let featureless: Scores
      enum CodingKeys: String, CodingKey { case featureless = "dummy_mean" }
    }
    struct Spread: Decodable { let mean, sd: Double }
    let groups: [Int]
    let splits: [String: ReferenceResults.Split]
    let results: [String: [String: Models]]
    let tree: Spread
    enum CodingKeys: String, CodingKey {
      case groups, splits, results
      case tree = "tree_spread_seeds_0_19"
    }
  }

  let expected: Expected
  let task: LearningTask

  static let resamplings = [
    "kfold10": ResamplingSpec(.kfold, k: 10), "group5": ResamplingSpec(.group, k: 5, group: "fold group"),
  ]

  init() throws {
    let url = URL(fileURLWithPath: Checkout.shared("golden/diabetes.json"))
    expected = try JSONDecoder().decode(Expected.self, from: Data(contentsOf: url))
    let read = try SimpleCSV.table(Checkout.shared("golden/diabetes.csv"), categories: [])
    let groups = Column("fold group", .integer(expected.groups), role: .group)
    task = try LearningTask(table: read.setting(groups), target: "target", asNumber: true)
  }

  @Test(arguments: resamplings.keys.sorted())
  func `rows and the mean agree fold by fold`(_ split: String) throws {
    let resampling = try #require(Self.resamplings[split])
    let found = try CrossValidation.evaluate(task, "zeror", recipe: Recipe(), resampling: resampling)
    #expect(found.foldOfRow == ReferenceResults.unpacked(try #require(expected.splits[split]).foldOfRow))
    let wanted = try #require(expected.results["raw"]?[split]?.featureless)
    for (key, values) in [("rmse", wanted.rmse), ("mae", wanted.mae), ("r2", wanted.r2)] {
      for (fold, value) in zip(found.folds, values) {
        #expect(abs((fold[key] ?? .nan) - value) <= 1e-8 * max(1, abs(value)))
      }
    }
  }

  @Test func `the tree's error lies in the spread of scikit-learn's seeds`() throws {
    let found = try CrossValidation.evaluate(
      task, "tree", recipe: Recipe([RecipeStep("scale")]), resampling: ResamplingSpec(.kfold, k: 10))
    let pooled = try #require(found["rmse"]?.pooled)
    print("tree diabetes: pooled rmse \(pooled) beside \(expected.tree.mean) ± \(expected.tree.sd)")
    #expect(abs(pooled - expected.tree.mean) <= 3 * expected.tree.sd)
  }
}
