import Foundation
import PodiumCore
import PodiumLearn
import PodiumTestKit
import Testing

/// The protocols of the ski thesis, old and honest, beside what scikit-learn gives on them.
@Suite(.enabled(if: Reference.hasSki, "the folder '../shared' is missing"))
struct SkiParityTests {
  struct Expected: Decodable {
    struct Learner: Decodable {
      let foldAccuracies: [Double]
      let confusion: [[Int]]
      enum CodingKeys: String, CodingKey {
        case foldAccuracies = "fold_accuracies"
        case confusion
      }
    }
    struct Scheme: Decodable {
      let zeror: Learner
      let treeRange: [Double]
      enum CodingKeys: String, CodingKey {
        case zeror = "ZeroR"
        case treeRange = "DecisionTree_random_state_0_19_range_pct"
      }
    }
    let results: [String: [String: Scheme]]
    let shuffled: [String: String]
    enum CodingKeys: String, CodingKey {
      case results
      case shuffled = "shuffled_fold_of_row"
    }
  }

  static let folder = Checkout.shared("data/ski")
  static let schemes: [String: (ResamplingSpec, FitScope)] = [
    "thesis_10fold_unshuffled_oldsklearn_leaky": (ResamplingSpec(.stratifiedLegacy, k: 10), .all),
    "10fold_unshuffled_newsklearn_leaky": (ResamplingSpec(.stratified, k: 10), .all),
    "10fold_shuffled_seed0_leaky": (ResamplingSpec(.given, fold: "shuffled"), .all),
    "leave_one_session_out_honest": (ResamplingSpec(.leaveOneGroupOut, group: "session"), .fold),
    "leave_one_temperature_out_honest": (ResamplingSpec(.leaveOneGroupOut, group: "air_temperature"), .fold),
  ]
  static let labels = ["stored_labels_28_41_43": "stored_label", "clean_labels_28_42_42": "label"]

  let expected: Expected
  let table: Table

  init() throws {
    let url = URL(fileURLWithPath: Self.folder + "/reference-results.json")
    expected = try JSONDecoder().decode(Expected.self, from: Data(contentsOf: url))
    table = try SkiBundle(folder: Self.folder).table
  }

  private func task(_ labels: String) throws -> LearningTask {
    let folds = ReferenceResults.unpacked(try #require(expected.shuffled[labels]))
    let table = try table.setting(Column("shuffled", .integer(folds), role: .ignored))
    return try LearningTask(table: table, target: try #require(Self.labels[labels]))
  }

  private func evaluate(_ key: String, _ labels: String, _ scheme: String) throws -> Evaluation {
    let (resampling, fit) = try #require(Self.schemes[scheme])
    return try CrossValidation.evaluate(
      task(labels), key, recipe: Recipe([RecipeStep("encode"), RecipeStep("scale")]), resampling: resampling,
      fit: fit)
  }

  @Test(arguments: schemes.keys.sorted(), labels.keys.sorted())
  func `the featureless learner agrees fold by fold`(_ scheme: String, _ labels: String) throws {
    let wanted = try #require(expected.results[labels]?[scheme]?.zeror)
    let found = try evaluate("zeror", labels, scheme)
    #expect(found.foldAccuracies.count == wanted.foldAccuracies.count)
    for (mine, theirs) in zip(found.foldAccuracies, wanted.foldAccuracies) {
      #expect(abs(mine - theirs) < 1e-6)
    }
    #expect(found.confusion?.counts == wanted.confusion)
  }

  @Test(arguments: schemes.keys.sorted(), labels.keys.sorted())
  func `the tree lies inside the range of scikit-learn's seeds`(_ scheme: String, _ labels: String) throws {
    let range = try #require(expected.results[labels]?[scheme]?.treeRange)
    let mean = 100 * (try #require(try evaluate("tree", labels, scheme)["accuracy"]?.mean))
    print("tree \(labels) \(scheme): \(NumberText.fixed(mean, 2)) in \(range)")
    // The range is rounded to two decimals.
    #expect(mean >= range[0] - 0.005 && mean <= range[2] + 0.005)
  }
}
