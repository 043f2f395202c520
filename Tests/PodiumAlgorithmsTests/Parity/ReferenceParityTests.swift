import Foundation
import PodiumCore
import PodiumLearn
import PodiumTestKit
import Testing

/// Agreement with scikit-learn in folds, of the baseline and of trees.
@Suite struct ReferenceParityTests {
  @Test(arguments: Reference.classSets)
  func `every row is in the fold scikit-learn puts it in`(_ place: ReferencePlace) throws {
    let set = try ReferenceSet(place)
    let task = try set.task()
    #expect(!set.head.splits.isEmpty)
    for (name, split) in set.head.splits {
      let allocation = try ResamplingCatalogue.builtIn.allocate(set.resampling(name), task, seed: Seed(0))
      #expect(allocation.foldOfRow == [ReferenceResults.unpacked(split.foldOfRow)], "\(set.name) \(name)")
    }
  }

  /// The figures are rounded to 12 digits.
  @Test(arguments: Reference.classSets)
  func `the featureless learner agrees fold by fold in every protocol`(_ place: ReferencePlace) throws {
    let set = try ReferenceSet(place)
    let known = try place.read(ReferenceResults.self)
    let task = try set.task()
    #expect(task.classes?.classes == set.head.classes)
    for (scheme, splits) in known.results {
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

  private func expect(_ found: Evaluation, _ key: String, _ wanted: [Double]) {
    #expect(found.folds.count == wanted.count)
    for (fold, value) in zip(found.folds, wanted) { #expect(abs((fold[key] ?? .nan) - value) < 1e-11) }
  }

  /// Rows that hang on equal gains although the reference's twenty seeds agree on them: with other random orders of
  /// the features, about half of all trees answer row 73 otherwise.
  private static let unseenTies = ["shared/mixed_demo/gini": [73]]

  @Test(arguments: Reference.classSets, ["entropy", "gini"])
  func `the tree agrees in every protocol where no tie decides`(_ place: ReferencePlace, _ criterion: String) throws {
    let set = try ReferenceSet(place)
    let spread = try place.read(ReferenceResults.self).spread
    // Scaling on all rows moves no row of complete data to another side of a split: infold stands for it.
    let isComplete = set.head.columns.allSatisfy { $0.missing == 0 }
    var compared = 0
    for scheme in ["infold", "leaky", "raw"] {
      let other = isComplete && scheme == "leaky" ? spread["infold/" + criterion] : nil
      guard let wanted = spread[scheme + "/" + criterion] ?? other else { continue }
      try tree(set, criterion, scheme, wanted)
      compared += 1
    }
    #expect(compared >= 2)
  }

  /// At least 99.5 % of the rows that do not hang on a tie, and the mean accuracy within three deviations.
  private func tree(
    _ set: ReferenceSet, _ criterion: String, _ scheme: String, _ wanted: ReferenceResults.Spread
  ) throws {
    let found = try CrossValidation.evaluate(
      try set.task(), "tree", given: [("criterion", criterion)], recipe: set.recipe(scheme),
      resampling: set.resampling("stratified10"), fit: scheme == "leaky" ? .all : .fold)
    let ties = Set(wanted.thresholdTieRows).union(Self.unseenTies["\(set.name)/\(criterion)"] ?? [])
    var other: [Int] = []
    var demanded = 0
    for (row, pair) in zip(found.predictedCodes, Array(wanted.consensus)).enumerated()
    where pair.1 != "." && !ties.contains(row) {
      demanded += 1
      if ReferenceResults.unpacked(String(pair.1)) != [pair.0] { other.append(row) }
    }
    let mean = try #require(found["accuracy"]?.mean)
    print(
      "tree \(set.name) \(scheme)/\(criterion): \(demanded - other.count) of \(demanded) rows agree,",
      "mean accuracy \(mean) beside \(wanted.mean) ± \(wanted.sd)")
    #expect(2 * demanded > found.predictedCodes.count)
    #expect(Double(other.count) <= 0.005 * Double(demanded), "\(set.name) \(scheme) \(criterion): rows \(other)")
    #expect(abs(mean - wanted.mean) <= 3 * wanted.sd + 1e-9)
  }
}

/// The golden set beside the results of others.
@Suite struct GoldenSetTests {
  @Test(.enabled(if: Reference.exists, "the folder '../shared' is missing"), arguments: ["iris", "wine"])
  func `the golden set has the answers of the set beside the checkout`(_ name: String) throws {
    let own = try ReferencePlace.bundled(name).read(ReferenceResults.self)
    let other = try ReferencePlace.shared(name).read(ReferenceResults.self)
    for (scheme, splits) in own.results {
      for split in ["stratified10", "kfold10"] {
        for (key, pick) in ClosedFormParityTests.models {
          guard let mine = splits[split].flatMap(pick), let theirs = other.results[scheme]?[split].flatMap(pick) else {
            continue
          }
          let fragile = Set((mine.fragile ?? []) + (theirs.fragile ?? []))
          let differing = zip(mine.pred, theirs.pred).enumerated().filter { $1.0 != $1.1 && !fragile.contains($0) }
          #expect(differing.isEmpty, "\(name) \(scheme) \(split) \(key)")
        }
      }
    }
  }

  @Test func `the golden set takes at most one megabyte`() throws {
    let folder = Checkout.path("Tests/PodiumAlgorithmsTests/Expected")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let bytes = try names.map { try Data(contentsOf: URL(fileURLWithPath: folder + "/" + $0)).count }
    #expect(bytes.reduce(0, +) <= 1 << 20)
  }
}
