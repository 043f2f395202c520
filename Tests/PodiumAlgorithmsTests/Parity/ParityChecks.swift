import PodiumCore
import PodiumLearn
import Testing

/// What can be demanded of podium beside scikit-learn; shared by the bundled sets and those beside the checkout.
enum ParityChecks {
  static func splits(_ set: ReferenceSet) throws {
    let task = try set.task()
    for (name, split) in set.results.splits {
      let allocation = try ResamplingCatalogue.builtIn.allocate(set.resampling(name), task, seed: Seed(0))
      #expect(allocation.foldOfRow == [ReferenceResults.unpacked(split.foldOfRow)], "\(set.name) \(name)")
    }
  }

  /// The figures are rounded to 12 digits.
  static func featureless(_ set: ReferenceSet) throws {
    let task = try set.task()
    #expect(task.classes?.classes == set.results.classes)
    for (scheme, splits) in set.results.results {
      for (split, models) in splits {
        let found = try CrossValidation.evaluate(
          task, "zeror", recipe: set.recipe(scheme), resampling: set.resampling(split),
          fit: scheme == "leaky" ? .all : .fold)
        let wanted = models.featureless
        #expect(
          found.predictedCodes == ReferenceResults.unpacked(wanted.pred), "\(set.name) \(scheme) \(split)")
        expect(found, "accuracy", wanted.acc)
        if let list = wanted.bacc { expect(found, "balanced_accuracy", list) }
        if let list = wanted.f1Macro { expect(found, "f1_macro", list) }
      }
    }
  }

  private static func expect(_ found: Evaluation, _ key: String, _ wanted: [Double]) {
    #expect(found.folds.count == wanted.count)
    for (fold, value) in zip(found.folds, wanted) { #expect(abs((fold[key] ?? .nan) - value) < 1e-11) }
  }

  /// Rows that hang on equal gains although the reference's twenty seeds agree on them: with other random orders of
  /// the features, about half of all trees answer row 73 otherwise.
  private static let unseenTies = ["mixed_demo/gini": [73]]

  /// At least 99.5 % of the rows that do not hang on a tie, and the mean accuracy within three deviations.
  static func tree(_ set: ReferenceSet, _ criterion: String, _ scheme: String) throws {
    // Scaling on all rows moves no row of complete data to another side of a split: infold stands for it.
    let key = (scheme == "leaky" ? "infold" : scheme) + "/" + criterion
    let wanted = try #require(set.results.spread[key])
    let found = try CrossValidation.evaluate(
      try set.task(), "tree", given: [("criterion", criterion)], recipe: set.recipe(scheme),
      resampling: set.resampling("stratified10"), fit: scheme == "leaky" ? .all : .fold)
    let ties = Set(wanted.thresholdTieRows).union(unseenTies["\(set.name)/\(criterion)"] ?? [])
    var same = 0
    var demanded = 0
    for (row, pair) in zip(found.predictedCodes, Array(wanted.consensus)).enumerated()
    where pair.1 != "." && !ties.contains(row) {
      demanded += 1
      if ReferenceResults.unpacked(String(pair.1)) == [pair.0] { same += 1 }
    }
    let mean = try #require(found["accuracy"]?.mean)
    print(
      "tree \(set.name) \(scheme)/\(criterion): \(same) of \(demanded) rows agree,",
      "mean accuracy \(mean) beside \(wanted.mean) ± \(wanted.sd)")
    #expect(Double(same) >= 0.995 * Double(demanded))
    #expect(abs(mean - wanted.mean) <= 3 * wanted.sd + 1e-9)
  }
}
