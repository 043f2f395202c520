internal import PodiumCore

/// Plots of what learners achieve, and of what verbs print of a table.
///
/// Each function is pure; what has no picture of its kind throws `no-picture`.
public enum ResultPlot {
  /// The kinds of plots of results.
  public enum Kind: String, Sendable, CaseIterable {
    case folds, confusion, compare, roc, pr, calibration, threshold, importance
    case learningCurve = "learning-curve"
    case tune, tree, boundary

    /// What it shows, in a few words.
    public var summary: String {
      switch self {
      case .folds: "a measure in each fold, with mean and interval"
      case .confusion: "actual by predicted classes"
      case .compare: "differences from the baseline with intervals"
      case .roc: "true against false positives"
      case .pr: "precision against recall"
      case .calibration: "observed against predicted shares"
      case .threshold: "precision, recall and F1 by threshold"
      case .importance: "the loss when a column is shuffled"
      case .learningCurve: "a measure by the number of training rows"
      case .tune: "the settings that were tried"
      case .tree: "a fitted tree"
      case .boundary: "the predictions of a model of two numbers"
      }
    }

    /// The command that gives what it draws.
    public var source: String {
      switch self {
      case .folds, .roc, .pr, .calibration, .threshold: "cv LEARNER"
      case .confusion: "cv LEARNER"
      case .compare: "compare LEARNER…"
      case .importance: "importance LEARNER"
      case .learningCurve: "learning-curve LEARNER"
      case .tune: "tune LEARNER(SETTING=A,B)"
      case .tree: "fit tree"
      case .boundary: "fit LEARNER"
      }
    }
  }

  static func text(_ name: String, _ values: [String]) -> Column { Column(name, .text(values)) }
  static func numbers(_ name: String, _ values: [Double]) -> Column { Column(name, .number(values)) }
  static func whole(_ name: String, _ values: [Int]) -> Column { Column(name, .integer(values)) }
}
