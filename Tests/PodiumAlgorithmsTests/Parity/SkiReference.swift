import Foundation
import PodiumCore
import PodiumLearn
import PodiumTestKit
import Testing

/// Results of scikit-learn on the protocols of the ski thesis: those of the golden set, or those beside the checkout.
struct SkiReference: Sendable, CustomTestStringConvertible, CustomStringConvertible {
  /// The folder of the data, and the file of the results.
  let folder, results: String

  static let bundled = SkiReference(
    folder: Checkout.path("datasets/ski-thesis"),
    results: Checkout.path("Tests/PodiumAlgorithmsTests/Expected/ski-thesis.json"))
  static let shared = SkiReference(
    folder: Checkout.shared("data/ski"), results: Checkout.shared("data/ski/reference-results.json"))

  static let all = [bundled] + (FileManager.default.fileExists(atPath: shared.results) ? [shared] : [])

  var description: String { folder == Self.bundled.folder ? "ski-thesis" : "shared/ski" }
  var testDescription: String { description }

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
      let zeror, svm: Learner
      private let rangeOfMany, rangeOfTwenty: [Double]?
      /// The lowest, middle and highest mean accuracy of trees, which differ in how ties are settled.
      var treeRange: [Double]? { rangeOfMany ?? rangeOfTwenty }
      enum CodingKeys: String, CodingKey {
        case zeror = "ZeroR"
        case svm = "SVM"
        case rangeOfMany = "tree_range_pct"
        case rangeOfTwenty = "DecisionTree_random_state_0_19_range_pct"
      }
    }
    let results: [String: [String: Scheme]]
    let shuffled: [String: String]
    enum CodingKeys: String, CodingKey {
      case results
      case shuffled = "shuffled_fold_of_row"
    }
  }

  /// One protocol on one column of labels.
  struct Case: Sendable, CustomTestStringConvertible, CustomStringConvertible {
    let labels, scheme: String
    var description: String { labels + " " + scheme }
    var testDescription: String { description }
  }

  static let schemes: [String: (ResamplingSpec, FitScope)] = [
    "thesis_10fold_unshuffled_oldsklearn_leaky": (ResamplingSpec(.stratifiedLegacy, k: 10), .all),
    "10fold_unshuffled_newsklearn_leaky": (ResamplingSpec(.stratified, k: 10), .all),
    "10fold_shuffled_seed0_leaky": (ResamplingSpec(.given, fold: "shuffled"), .all),
    "leave_one_session_out_honest": (ResamplingSpec(.leaveOneGroupOut, group: "session"), .fold),
    "leave_one_temperature_out_honest": (ResamplingSpec(.leaveOneGroupOut, group: "air_temperature"), .fold),
  ]
  static let labels = ["stored_labels_28_41_43": "stored_label", "clean_labels_28_42_42": "label"]
  static let cases = schemes.keys.sorted().flatMap { scheme in
    labels.keys.sorted().map { Case(labels: $0, scheme: scheme) }
  }
  static let recipe = Recipe([RecipeStep("encode"), RecipeStep("scale")])

  private func expected() throws -> Expected { try ReferencePlace.read(Expected.self, from: results) }

  func scheme(_ wanted: Case) throws -> Expected.Scheme {
    try #require(expected().results[wanted.labels]?[wanted.scheme])
  }

  func task(_ labels: String) throws -> LearningTask {
    let folds = ReferenceResults.unpacked(try #require(expected().shuffled[labels]))
    let table = try SkiBundle(folder: folder).table.setting(Column("shuffled", .integer(folds), role: .ignored))
    return try LearningTask(table: table, target: try #require(Self.labels[labels]))
  }
}
