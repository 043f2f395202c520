/// What scikit-learn answered on a set with classes; strings hold one character per row, `0-9a-z` for 0 to 35.
struct ReferenceResults: Decodable {
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
  /// Answers over many seeds, which only settle ties; `.` where they disagree.
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

  let results: [String: [String: Models]]
  let fullFit: FullFit
  private let spreadOfMany: [String: Spread]?
  private let spreadOfTwenty: [String: Spread]?

  /// The trees, by protocol and criterion.
  var spread: [String: Spread] { spreadOfMany ?? spreadOfTwenty ?? [:] }

  enum CodingKeys: String, CodingKey {
    case results
    case spreadOfMany = "tree_spread"
    case spreadOfTwenty = "tree_spread_seeds_0_19"
    case fullFit = "full_fit_leaky"
  }

  static func unpacked(_ text: String) -> [Int] { text.map { Int(String($0), radix: 36) ?? -1 } }
}
