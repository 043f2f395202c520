import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import Testing

/// Agreement with scikit-learn where the target is a number.
@Suite struct RegressionParityTests {
  struct Expected: Decodable {
    struct Scores: Decodable {
      let rmse, mae, r2, pred: [Double]
      let fragile: [Int]?
    }
    struct Models: Decodable {
      let featureless, linear, ridge, neighbours: Scores
      /// With a penalty of 0.1; of the golden set only.
      let lasso: Scores?
      enum CodingKeys: String, CodingKey {
        case linear
        case featureless = "dummy_mean"
        case ridge = "ridge1"
        case lasso = "lasso01"
        case neighbours = "knn5"
      }
    }
    struct Line: Decodable {
      let coef: [Double]
      let intercept: Double
    }
    struct Lines: Decodable {
      let linear, ridge: Line
      let lasso: Line?
      enum CodingKeys: String, CodingKey {
        case linear
        case ridge = "ridge1"
        case lasso = "lasso01"
      }
    }
    struct Spread: Decodable { let mean, sd: Double }
    let results: [String: [String: Models]]
    let lines: Lines
    private let spreadOfMany, spreadOfTwenty: Spread?
    var tree: Spread? { spreadOfMany ?? spreadOfTwenty }
    enum CodingKeys: String, CodingKey {
      case results
      case lines = "full_fit_leaky"
      case spreadOfMany = "tree_spread"
      case spreadOfTwenty = "tree_spread_seeds_0_19"
    }
  }

  static let splits = ["group5", "kfold10"]
  static let settings = ["lasso": [("alpha", "0.1")]]

  @Test(arguments: Reference.numberSets, splits)
  func `rows and the mean agree fold by fold`(_ place: ReferencePlace, _ split: String) throws {
    let set = try ReferenceSet(place)
    let found = try CrossValidation.evaluate(
      set.task(), "zeror", recipe: set.recipe("raw"), resampling: set.resampling(split))
    #expect(found.foldOfRow == ReferenceResults.unpacked(try #require(set.head.splits[split]).foldOfRow))
    let wanted = try #require(place.read(Expected.self).results["raw"]?[split]?.featureless)
    for (key, values) in [("rmse", wanted.rmse), ("mae", wanted.mae), ("r2", wanted.r2)] {
      #expect(found.folds.count == values.count)
      for (fold, value) in zip(found.folds, values) {
        #expect(abs((fold[key] ?? .nan) - value) <= 1e-8 * max(1, abs(value)))
      }
    }
  }

  @Test(arguments: Reference.numberSets, splits)
  func `lines and neighbours agree row by row in every protocol`(_ place: ReferencePlace, _ split: String) throws {
    let set = try ReferenceSet(place)
    let known = try place.read(Expected.self).results
    for scheme in ["infold", "leaky", "raw"] {
      let wanted = try #require(known[scheme]?[split])
      let lists = [
        ("linear", wanted.linear), ("ridge", wanted.ridge), ("lasso", wanted.lasso), ("knn", wanted.neighbours),
      ]
      for case (let key, let scores?) in lists {
        let found = try CrossValidation.evaluate(
          set.task(), key, given: Self.settings[key] ?? [], recipe: set.recipe(scheme),
          resampling: set.resampling(split), fit: scheme == "leaky" ? .all : .fold, scaleIfWanted: scheme != "raw")
        check(found, scores, "\(set.name) \(scheme) \(split) \(key)")
      }
    }
  }

  private func check(_ found: Evaluation, _ wanted: Expected.Scores, _ place: String) {
    guard case .numbers(let predicted) = found.predicted else {
      Issue.record("\(place) predicts no numbers")
      return
    }
    let fragile = Set(wanted.fragile ?? [])
    #expect(predicted.count == wanted.pred.count)
    let differing = zip(predicted, wanted.pred).enumerated().filter { row, pair in
      !fragile.contains(row) && !(abs(pair.0 - pair.1) <= 1e-6 * max(1, abs(pair.1)))
    }
    #expect(differing.isEmpty, "\(place): rows \(differing.map(\.offset))")
    if !fragile.isEmpty { return }
    for (measure, values) in [("rmse", wanted.rmse), ("mae", wanted.mae), ("r2", wanted.r2)] {
      for (fold, value) in zip(found.folds, values) {
        #expect(abs((fold[measure] ?? .nan) - value) <= 1e-6 * max(1, abs(value)), "\(place) \(measure)")
      }
    }
  }

  @Test(arguments: Reference.numberSets)
  func `the coefficients of lines are those of the reference`(_ place: ReferencePlace) throws {
    let set = try ReferenceSet(place)
    let lines = try place.read(Expected.self).lines
    for case (let key, let line?) in [("linear", lines.linear), ("ridge", lines.ridge), ("lasso", lines.lasso)] {
      let model = try FittedModel.fit(
        Algorithms.catalogue.require(key).spec(Self.settings[key] ?? []), to: set.task(),
        recipe: set.recipe("infold"), learners: Algorithms.catalogue, transformers: .builtIn, seed: Seed(0),
        version: "test", cancellation: Cancellation())
      let fitted = try #require(model.model as? LinearNumberModel)
      // The lasso stops when it is close enough; the others are exact.
      let tolerance = key == "lasso" ? 1e-6 : 1e-8
      #expect(fitted.coefficients.count == line.coef.count)
      for (found, wanted) in zip(fitted.coefficients, line.coef) {
        #expect(abs(found - wanted) <= tolerance * max(1, abs(wanted)), "\(set.name) \(key)")
      }
      #expect(abs(fitted.intercept - line.intercept) <= tolerance * line.intercept)
    }
  }

  @Test(arguments: Reference.numberSets)
  func `the tree's error lies in the spread of scikit-learn's seeds`(_ place: ReferencePlace) throws {
    let set = try ReferenceSet(place)
    let wanted = try #require(place.read(Expected.self).tree)
    let found = try CrossValidation.evaluate(
      set.task(), "tree", recipe: set.recipe("infold"), resampling: set.resampling("kfold10"))
    let pooled = try #require(found["rmse"]?.pooled)
    print("tree \(set.name): pooled rmse \(pooled) beside \(wanted.mean) ± \(wanted.sd)")
    #expect(abs(pooled - wanted.mean) <= 3 * wanted.sd)
  }
}
