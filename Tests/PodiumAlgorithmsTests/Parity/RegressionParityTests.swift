import Foundation
import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import PodiumTestKit
import Testing

/// Agreement with scikit-learn where the target is a number.
@Suite(.enabled(if: Reference.exists, "the folder '../shared' is missing"))
struct RegressionParityTests {
  struct Expected: Decodable {
    struct Scores: Decodable {
      let rmse, mae, r2, pred: [Double]
      let fragile: [Int]?
    }
    struct Models: Decodable {
      let featureless, linear, ridge, neighbours: Scores
      enum CodingKeys: String, CodingKey {
        case linear
        case featureless = "dummy_mean"
        case ridge = "ridge1"
        case neighbours = "knn5"
      }
    }
    struct Line: Decodable {
      let coef: [Double]
      let intercept: Double
    }
    struct Lines: Decodable { let linear, ridge1: Line }
    struct Spread: Decodable { let mean, sd: Double }
    let groups: [Int]
    let splits: [String: ReferenceResults.Split]
    let results: [String: [String: Models]]
    let tree: Spread
    let lines: Lines
    enum CodingKeys: String, CodingKey {
      case groups, splits, results
      case lines = "full_fit_leaky"
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

  @Test(arguments: resamplings.keys.sorted(), ["infold", "leaky", "raw"])
  func `lines and neighbours agree row by row in every protocol`(_ split: String, _ scheme: String) throws {
    let resampling = try #require(Self.resamplings[split])
    let wanted = try #require(expected.results[scheme]?[split])
    for (key, scores) in [("linear", wanted.linear), ("ridge", wanted.ridge), ("knn", wanted.neighbours)] {
      let found = try CrossValidation.evaluate(
        task, key, recipe: scheme == "raw" ? Recipe() : Recipe([RecipeStep("scale")]), resampling: resampling,
        fit: scheme == "leaky" ? .all : .fold, scaleIfWanted: scheme != "raw")
      guard case .numbers(let predicted) = found.predicted else {
        Issue.record("\(key) predicts no numbers")
        continue
      }
      let fragile = Set(scores.fragile ?? [])
      for (row, pair) in zip(predicted, scores.pred).enumerated() where !fragile.contains(row) {
        #expect(abs(pair.0 - pair.1) <= 1e-6 * max(1, abs(pair.1)), "\(key) \(split) \(scheme), row \(row)")
      }
      if !fragile.isEmpty { continue }
      for (measure, values) in [("rmse", scores.rmse), ("mae", scores.mae), ("r2", scores.r2)] {
        for (fold, value) in zip(found.folds, values) {
          #expect(abs((fold[measure] ?? .nan) - value) <= 1e-6 * max(1, abs(value)), "\(key) \(measure)")
        }
      }
    }
  }

  @Test func `the coefficients of lines are those of the reference`() throws {
    for (key, line) in [("linear", expected.lines.linear), ("ridge", expected.lines.ridge1)] {
      let model = try FittedModel.fit(
        Algorithms.catalogue.definition(key).spec(), to: task, recipe: Recipe([RecipeStep("scale")]),
        learners: Algorithms.catalogue, transformers: .builtIn, seed: Seed(0), version: "test",
        cancellation: Cancellation())
      let fitted = try #require(model.model as? LinearNumberModel)
      for (found, wanted) in zip(fitted.coefficients, line.coef) {
        #expect(abs(found - wanted) <= 1e-8 * max(1, abs(wanted)), "\(key)")
      }
      #expect(abs(fitted.intercept - line.intercept) <= 1e-8 * line.intercept)
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
