internal import PodiumCore
internal import PodiumPlugin

extension SkiPlugin {
  /// Registers orders, learners, evaluators and advice.
  static func registerNumbers(into registry: inout Registry) throws(Diagnostic) {
    try registry.add(RiskEvaluator())
    try registry.add(HalfRuleEvaluator())
    try registry.add(HeldOutJobs())
    for evaluator in OrderEvaluator.all { try registry.add(evaluator) }
    try registry.add(PairwiseLearner.definition)
    try registry.add(NearestLearner.definition)
    try registry.add(
      DatasetEntry(
        "ski-made-team", path: "ski-made-team", importer: "ski",
        summary: "A simulated team of two athletes: 120 sessions with glides and their true values."))
    for command in numbers(KeptAdvice()) { try registry.add(command) }
  }

  private static func numbers(_ kept: KeptAdvice) -> [any Command] {
    [
      OrderCommand(), NextCommand(), AgreementCommand(), WaxCommand(), RecommendCommand(kept: kept),
      ChoiceCommand(kept: kept),
      SkiWhyCommand(kept: kept), MapCommand(kept: kept), GrindingsCommand(kept: kept), WishCommand(kept: kept),
      RiskCommand(kept: kept), SurprisesCommand(kept: kept),
    ]
  }
}
