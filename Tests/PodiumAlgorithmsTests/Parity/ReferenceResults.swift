import Foundation
import PodiumCore
import PodiumLearn
import PodiumTestKit
import Testing

/// What scikit-learn answered on a set of data; strings hold one character per row, `0-9a-z` for 0 to 35.
struct ReferenceResults: Decodable {
  struct Column: Decodable {
    let name: String
    let kind: String
  }
  struct Split: Decodable {
    let folds: Int
    let foldOfRow: String
    enum CodingKeys: String, CodingKey {
      case folds = "n_folds"
      case foldOfRow = "fold_of_row"
    }
  }
  struct Scores: Decodable {
    let acc: [Double]
    let bacc: [Double]?
    let f1Macro: [Double]?
    let pred: String
    let logloss: [Double]?
    /// Rows whose answer depends on a tie or on a stopping tolerance.
    let fragile: [Int]?
    enum CodingKeys: String, CodingKey {
      case acc, bacc, pred, logloss, fragile
      case f1Macro = "f1_macro"
    }
  }
  /// Answers over twenty seeds, which only settle ties; `.` where they disagree.
  struct Spread: Decodable {
    let mean: Double
    let sd: Double
    let consensus: String
    let thresholdTieRows: [Int]
    enum CodingKeys: String, CodingKey {
      case mean, sd, consensus
      case thresholdTieRows = "threshold_tie_rows"
    }
  }
  /// The models in closed form, or with one optimum; trees have a spread, and machines a reference of their own.
  struct Models: Decodable {
    let featureless: Scores
    let logistic, neighbours, bayes, discriminant: Scores?
    enum CodingKeys: String, CodingKey {
      case featureless = "dummy_most_frequent"
      case logistic = "logreg"
      case neighbours = "knn5"
      case bayes = "gaussian_nb"
      case discriminant = "lda"
    }
  }
  /// Coefficients of models fitted on all rows, scaled.
  struct FullFit: Decodable {
    struct Logistic: Decodable {
      let coef: [[Double]]
      let intercept: [Double]
      enum CodingKeys: String, CodingKey {
        case coef = "optimum_coef"
        case intercept = "optimum_intercept_centred"
      }
    }
    struct Scores: Decodable {
      let coef: [[Double]]
      let intercept: [Double]
    }
    let logreg: Logistic
    let lda: Scores
  }

  let target: String
  let classes: [String]
  let columns: [Column]
  let groups: [Int]
  let naturalGroups: String?
  let splits: [String: Split]
  let results: [String: [String: Models]]
  let spread: [String: Spread]
  let fullFit: FullFit?

  enum CodingKeys: String, CodingKey {
    case target, classes, columns, groups, splits, results
    case naturalGroups = "groups_natural_column"
    case spread = "tree_spread_seeds_0_19"
    case fullFit = "full_fit_leaky"
  }

  static func unpacked(_ text: String) -> [Int] { text.map { Int(String($0), radix: 36) ?? -1 } }
}

/// A set of data with its reference results.
struct ReferenceSet: Sendable, CustomTestStringConvertible {
  let name: String
  let table: Table
  let results: ReferenceResults

  var testDescription: String { name }

  /// Reads the data and what is known of it; the numbers come first, as in the reference.
  init(_ name: String, data: String, results path: String) throws {
    self.name = name
    let results = try JSONDecoder().decode(
      ReferenceResults.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    let named = results.columns.filter { $0.kind != "numeric" }.map(\.name)
    let read = try SimpleCSV.table(data, categories: Set(named + [results.target]))
    let numbers = results.columns.filter { $0.kind == "numeric" }.map(\.name)
    table = try read.selecting(columns: numbers + named + [results.target])
      .setting(Column("fold group", .integer(results.groups), role: .group))
    self.results = results
  }

  /// A set the project ships.
  static func bundled(_ name: String) throws -> ReferenceSet {
    try ReferenceSet(
      name, data: Checkout.path("datasets/\(name)/\(name).csv"),
      results: Checkout.path("Tests/PodiumAlgorithmsTests/Expected/\(name).json"))
  }

  /// A set of the folder beside the checkout.
  static func shared(_ name: String) throws -> ReferenceSet {
    try ReferenceSet(
      name, data: Checkout.shared("golden/\(name).csv"), results: Checkout.shared("golden/\(name).json"))
  }

  func task() throws -> LearningTask { try LearningTask(table: table, target: results.target) }

  func resampling(_ split: String) -> ResamplingSpec {
    let folds = results.splits[split]?.folds ?? 0
    switch split {
    case "stratified10": return ResamplingSpec(.stratified, k: folds)
    case "kfold10": return ResamplingSpec(.kfold, k: folds)
    case "group5": return ResamplingSpec(.group, k: folds, group: "fold group")
    default: return ResamplingSpec(.group, k: folds, group: results.naturalGroups)
    }
  }

  /// The steps of a protocol: `raw` leaves numbers as they are.
  func recipe(_ scheme: String) -> Recipe {
    let hasNames = results.columns.contains { $0.kind != "numeric" }
    var steps = [RecipeStep("impute")]
    if scheme != "raw" { steps.append(RecipeStep("scale")) }
    if hasNames { steps.append(RecipeStep("encode")) }
    return Recipe(steps)
  }
}
