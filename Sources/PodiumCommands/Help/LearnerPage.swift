internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// The help page of a learner.
enum LearnerPage {
  static func text(_ learner: LearnerDefinition) -> String {
    let targets = learner.capabilities.targetNames.joined(separator: " and ")
    var lines = [learner.key + ": " + learner.summary, "predicts: " + targets]
    if !learner.trainingColumns.isEmpty {
      lines.append("trains on: " + learner.trainingColumns.joined(separator: ", ") + " of training rows")
    }
    if !learner.hyperparameters.isEmpty { lines += ["hyperparameters:"] + hyperparameters(of: learner) }
    if !learner.reference.isEmpty { lines.append("reference: " + learner.reference) }
    lines.append("example: cv \(learner.key) k=10")
    return lines.joined(separator: "\n")
  }

  /// One line per hyperparameter: its help, the allowed values and the default.
  static func hyperparameters(of learner: LearnerDefinition) -> [String] {
    let width = learner.hyperparameters.map(\.name.count).max() ?? 0
    return learner.hyperparameters.map {
      "  " + $0.name.padded(toWidth: width) + "  " + $0.help + " (\($0.allowedText); default \($0.defaultValue.text))"
    }
  }
}
