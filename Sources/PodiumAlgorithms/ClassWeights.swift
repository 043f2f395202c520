internal import PodiumCore
internal import PodiumLearn

/// How much the rows of each class count in training.
public enum ClassWeights: Sendable, Equatable {
  /// Every row counts the same.
  case uniform
  /// Every class counts the same: a row by rows / (classes × rows of its class), as scikit-learn's `balanced`.
  case balanced
  /// A number for each of some classes; a row of another one counts 1.
  case given([String: Double])

  static let hyperparameter = Hyperparameter(
    "weights", .numbersOfNames(1e-6...1e6, ["uniform", "balanced"]), defaultValue: .text("uniform"),
    help: "weight of a training row: the same for all, inverse to the size of its class, or by class, as in no:1/yes:5")

  init(_ values: HyperparameterValues) throws(Diagnostic) {
    let text = try values.text("weights")
    switch text {
    case "uniform": self = .uniform
    case "balanced": self = .balanced
    default: self = .given(Dictionary(Hyperparameter.numbers(ofNames: text) ?? [], uniquingKeysWith: { $1 }))
    }
  }

  /// The weight of the rows of each class; 1 for a class without rows.
  ///
  /// Throws `unknown-class` for a weight of a class that the target does not have.
  func ofClasses(_ target: ClassTarget) throws(Diagnostic) -> [Double] {
    switch self {
    case .uniform: return target.classes.map { _ in 1 }
    case .balanced:
      let counts = target.counts
      let present = Double(counts.count { $0 > 0 })
      return counts.map { $0 == 0 ? 1 : Double(target.codes.count) / (present * Double($0)) }
    case .given(let weights):
      if let name = weights.keys.sorted().first(where: { !target.classes.contains($0) }) {
        throw .unknown("class", name, among: target.classes)
      }
      return target.classes.map { weights[$0] ?? 1 }
    }
  }

  /// The weight of each row; throws as `ofClasses`.
  func ofRows(_ target: ClassTarget) throws(Diagnostic) -> [Double] {
    let own = try ofClasses(target)
    return target.codes.map { own[$0] }
  }
}
