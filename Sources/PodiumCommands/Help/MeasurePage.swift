internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// The help page of a measure, of all of them, of an evaluator or of a way to split rows.
enum MeasurePage {
  static func text(_ name: String, _ registry: Registry) -> String? {
    let measures = registry.measures + ClassMeasures.of(0, named: "CLASS")
    if ["measure", "measures", "metrics"].contains(name) {
      let width = measures.map(\.key.count).max() ?? 0
      let lines = measures.map { "  " + $0.key.padded(toWidth: width) + "  " + $0.summary }
      return (["measures of 'cv', 'compare' and 'tune', as in: compare tree knn measure=kappa"] + lines).joined(
        separator: "\n")
    }
    if let measure = measures.first(where: { $0.key == name }) {
      let asked = ClassMeasures.keys.contains(name) ? " class=CLASS" : ""
      return """
        \(name): \(measure.summary)
        measure of predicted \(measure.target.rawValue); \(measure.higherIsBetter ? "greater" : "smaller") is better
        example: compare tree knn measure=\(name)\(asked); 'help measures' lists the others
        """
    }
    if let evaluator = registry.evaluators[name] {
      return "\(name): \(evaluator.summary)\nexample: cv tree evaluators=\(name)"
    }
    return registry.resamplings.all.first { $0.key == name }.map {
      "folds=\(name): \($0.summary)\nexample: cv tree folds=\(name); 'help folds' lists the others"
    }
  }
}
