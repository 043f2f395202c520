internal import PodiumCore
internal import PodiumShell

extension SkiPlugin {
  /// Names orders, learners, evaluators and advice.
  static func registerNumbers(into registry: inout Registry) throws(Diagnostic) {
    try registry.add(RiskEvaluator())
    try registry.add(HalfRuleEvaluator())
    for evaluator in OrderEvaluator.all { try registry.add(evaluator) }
    try registry.add(PairwiseLearner.definition)
    try registry.add(NearestLearner.definition)
  }
}
