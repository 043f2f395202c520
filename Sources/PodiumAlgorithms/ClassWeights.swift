internal import PodiumCore
internal import PodiumLearn

/// How much the rows of each class count in training.
public enum ClassWeights: String, Sendable, CaseIterable {
  /// Every row counts the same.
  case uniform
  /// Every class counts the same: a row by rows / (classes × rows of its class), as scikit-learn's `balanced`.
  case balanced

  static let hyperparameter = Hyperparameter(
    "weights", .choice(ClassWeights.allCases.map(\.rawValue)), defaultValue: .text("uniform"),
    help: "weight of a training row: the same for all, or inverse to the size of its class")

  init(_ values: HyperparameterValues) throws(Diagnostic) {
    self = ClassWeights(rawValue: try values.text("weights")) ?? .uniform
  }

  /// The weight of the rows of each class; 1 for a class without rows.
  func ofClasses(_ target: ClassTarget) -> [Double] {
    let counts = target.counts
    let present = counts.count { $0 > 0 }
    return counts.map { count in
      self == .uniform || count == 0 ? 1 : Double(target.codes.count) / (Double(present) * Double(count))
    }
  }

  /// The weight of each row.
  func ofRows(_ target: ClassTarget) -> [Double] {
    let own = ofClasses(target)
    return target.codes.map { own[$0] }
  }
}
