public import PodiumCore
public import PodiumPlugin
internal import PodiumRecords

/// Skis: test sessions with ranked ski pairs, their bases and grindings, and predictions for waxers.
public struct SkiPlugin: Plugin {
  public let name = "ski"
  public let version = "0.1.0"
  public let summary = "Ski tests: sessions, ski pairs, grindings, and the risk of rejecting the best ski."

  public init() {}

  /// Registers the importer of bundles, the thesis's dataset, and the records and commands.
  public func register(into registry: inout Registry) throws(Diagnostic) {
    try registry.add(SkiImporter())
    try registry.add(
      DatasetEntry(
        "ski-thesis", path: "ski-thesis", importer: "ski",
        summary: "14 ski tests, 112 ranked participations, after Nelson 2019 (partly reconstructed)."))
    try registry.add(
      ExampleFile(
        "glides.csv",
        """
        session,winner,loser,difference_cm,lane,tester
        12,017,006,14,L,UN
        12,017,005,31,R,UN
        12,006,005,9,L,LN

        """))
    try registry.add(
      DatasetEntry(
        "ski-made-team", path: "ski-made-team", importer: "ski",
        summary: "A simulated team of two athletes: 120 sessions with glides and their true values."))
    try registry.add(RiskEvaluator())
    try registry.add(HalfRuleEvaluator())
    for evaluator in OrderEvaluator.all { try registry.add(evaluator) }
    try registry.add(HeldOutJobs())
    try registry.add(PairwiseLearner.definition)
    try registry.add(NearestLearner.definition)
    try registry.add(SkiKinds.first)
    try registry.add(SkiKinds.second)
    for thing in SkiThings.all { try thing.register(into: &registry) }
    for command in Self.results(KeptAdvice()) + Self.bookkeeping { try registry.add(command) }
    try registry.add { SkiExposure.exposure }
  }

  private static func results(_ kept: KeptAdvice) -> [any Command] {
    [
      OrderCommand(), NextCommand(), AgreementCommand(), WaxCommand(), RecommendCommand(kept: kept),
      ChoiceCommand(kept: kept), SkiWhyCommand(kept: kept), MapCommand(kept: kept), GrindingsCommand(kept: kept),
      WishCommand(kept: kept), RiskCommand(kept: kept), SurprisesCommand(kept: kept),
    ]
  }

  private static let bookkeeping: [any Command] = [
    PairCommand(), PairsCommand(), FindCommand(), GrindCommand(), TreatCommand(), AthletesCommand(),
    CoverCommand(), TermCommand(), SkiImportCommand(), SkiSessionsCommand(), AddCommand(),
    SkiDropCommand(), RankCommand(), MoveCommand(), LabelsCommand(), GlideCommand(), LadderCommand(), MatrixCommand(),
    ConditionsCommand(), CommentCommand(), AuditCommand(.session), AuditCommand(.pair),
    AuditCommand(.pair, isShort: true), SkiExportCommand(), SkiForgetCommand(), SheetCommand(), SkiTableCommand(),
  ]
}
