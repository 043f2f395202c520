import Foundation
import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import PodiumTestKit
import Testing

/// Agreement with scikit-learn's SVC on the sets the project ships.
@Suite struct SVMBundledParityTests {
  @Test(arguments: ["iris", "wine"])
  func `every row that no tolerance decides is predicted as by scikit-learn`(_ name: String) throws {
    try SVMParity.protocols(.bundled(name), .bundled(name))
  }

  @Test(arguments: ["iris", "wine"], ["rbf", "linear", "poly"])
  func `machines on all rows have scikit-learn's coefficients`(_ name: String, _ kernel: String) throws {
    let fits = try #require(try SVMReference.bundled(name).detail[kernel])
    for (tolerance, fit) in fits {
      try SVMParity.detail(
        .bundled(name), kernel, String(tolerance.dropFirst(4)), fit, hasDuplicates: name == "iris")
    }
  }
}

/// Agreement with scikit-learn's SVC on the sets beside the checkout.
@Suite(.enabled(if: Reference.exists, "the folder '../shared' is missing"))
struct SVMReferenceParityTests {
  static let names = ["iris", "wine"] + (Reference.runsHeavy ? ["breast_cancer"] : [])

  @Test(arguments: names)
  func `every row that no tolerance decides is predicted as by scikit-learn`(_ name: String) throws {
    try SVMParity.protocols(.shared(name), .shared(name))
  }

  @Test(arguments: names, ["rbf", "linear", "poly"])
  func `machines on all rows have scikit-learn's coefficients`(_ name: String, _ kernel: String) throws {
    let fits = try #require(try SVMReference.shared(name).detail[kernel])
    #expect(fits.count == 2)
    for (tolerance, fit) in fits {
      try SVMParity.detail(
        .shared(name), kernel, String(tolerance.dropFirst(4)), fit, hasDuplicates: name == "iris")
    }
  }
}

/// The protocols of the ski thesis beside what scikit-learn gives on them.
@Suite(.enabled(if: Reference.hasSki, "the folder '../shared' is missing"))
struct SVMSkiParityTests {
  struct Expected: Decodable {
    struct Learner: Decodable {
      let mean: Double
      let sd: Double
      let foldAccuracies: [Double]
      let confusion: [[Int]]
      enum CodingKeys: String, CodingKey {
        case mean = "mean_accuracy_pct"
        case sd = "sd_pct"
        case foldAccuracies = "fold_accuracies"
        case confusion
      }
    }
    struct Scheme: Decodable {
      let svm: Learner
      enum CodingKeys: String, CodingKey { case svm = "SVM" }
    }
    let results: [String: [String: Scheme]]
    let shuffled: [String: String]
    enum CodingKeys: String, CodingKey {
      case results
      case shuffled = "shuffled_fold_of_row"
    }
  }

  let expected: Expected
  let table: Table

  init() throws {
    let url = URL(fileURLWithPath: SkiParityTests.folder + "/reference-results.json")
    expected = try JSONDecoder().decode(Expected.self, from: Data(contentsOf: url))
    table = try SkiBundle(folder: SkiParityTests.folder).table
  }

  private func task(_ labels: String) throws -> LearningTask {
    let folds = ReferenceResults.unpacked(try #require(expected.shuffled[labels]))
    let table = try table.setting(Column("shuffled", .integer(folds), role: .ignored))
    return try LearningTask(table: table, target: try #require(SkiParityTests.labels[labels]))
  }

  @Test(arguments: SkiParityTests.schemes.keys.sorted(), SkiParityTests.labels.keys.sorted())
  func `the machine agrees fold by fold`(_ scheme: String, _ labels: String) throws {
    let wanted = try #require(expected.results[labels]?[scheme]?.svm)
    let (resampling, fit) = try #require(SkiParityTests.schemes[scheme])
    let found = try CrossValidation.evaluate(
      task(labels), "svm", given: [("gamma", "auto")],
      recipe: Recipe([RecipeStep("encode"), RecipeStep("scale")]), resampling: resampling, fit: fit)
    let accuracy = try #require(found["accuracy"])
    print("svm \(labels) \(scheme): \(100 * (accuracy.mean ?? .nan)) (\(100 * (accuracy.sd ?? .nan)))")
    #expect(abs(100 * (accuracy.mean ?? .nan) - wanted.mean) < 0.0051)
    #expect(abs(100 * (accuracy.sd ?? .nan) - wanted.sd) < 0.0051)
    #expect(found.foldAccuracies.count == wanted.foldAccuracies.count)
    for (mine, theirs) in zip(found.foldAccuracies, wanted.foldAccuracies) {
      #expect(abs(mine - theirs) < 1e-6)
    }
    #expect(found.confusion?.counts == wanted.confusion)
  }

  @Test func `bare words give the honest answer, with a scale step added`() throws {
    let found = try CrossValidation.evaluate(
      task("clean_labels_28_42_42"), "svm", recipe: Recipe([RecipeStep("encode")]),
      resampling: ResamplingSpec(.stratified, k: 10))
    let accuracy = try #require(found["accuracy"])
    #expect(abs(100 * (accuracy.mean ?? .nan) - 63.18) < 0.0051)
    #expect(abs(100 * (accuracy.sd ?? .nan) - 16.79) < 0.0051)
  }
}
