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
    PairCommand(), PairsCommand(), FindCommand(), GrindCommand(), TreatCommand(), AthleteCommand(), AthletesCommand(),
    CoverCommand(), TermCommand(), SkiImportCommand(), SkiSessionCommand(), SkiSessionsCommand(), AddCommand(),
    SkiDropCommand(), RankCommand(), MoveCommand(), LabelsCommand(), GlideCommand(), LadderCommand(), MatrixCommand(),
    ConditionsCommand(), CommentCommand(), AuditCommand(.session), AuditCommand(.pair),
    AuditCommand(.pair, isShort: true), SkiExportCommand(), SkiForgetCommand(), SheetCommand(), SkiTableCommand(),
  ]
}

extension SkiPlugin {
  /// The text of `help ski`: six everyday tasks, then the commands in the order of a waxer's year.
  public var guide: PluginGuide {
    PluginGuide(
      """
      everyday tasks:
        new pairs         ski pair add 4711005 4711006 4711008 4711017 type=Classic base=White owner="Anna Nilsson"
                          ski grind 017 C on=2026-01-10
        a ski test        ski session new Bruksvallarna type=Classic at=2026-01-24T08:30+01:00 air=-5 new=50 old=50
                          ski rank last 017 006/005 008 add=yes
        gliding in pairs  ski glide last 017 beats 006 margin=14cm lane=L
                          ski next last; ski order last
        tomorrow's race   ski recommend type=Classic air=-5 new=50 old=50 owner=Nilsson shortlist=5
                          ski why 017 air=-5 new=50 old=50
        for the coach     ski choice type=Classic air=-5 new=50 old=50 owner=Nilsson to choice.html
        what we know      ski sessions air=-5..0 with=017; ski pair 017 tests; ski matrix type=Classic
      Ranks are best first, / marks ties; add=yes adds known pairs that are not in the test yet. Name a pair by the end \
      or beginning of its serial number (017) or by its nickname; name a session by its number, or last. 'undo' reverts \
      what you entered at this prompt; a command that fails changes nothing. help and a command's name, as in help ski \
      rank, explains that command. For practice: ski import ski-made-team, a simulated team over two seasons.
      """,
      groups: [
        .init("pairs", ["pair", "pairs", "find", "grind", "treat"]),
        .init("people and terms", ["athlete", "athletes", "waxer", "cover", "team", "term"]),
        .init(
          "tests",
          ["session", "sessions", "add", "drop", "rank", "move", "labels", "glide", "ladder", "conditions", "comment"]),
        .init("results", ["order", "next", "agreement", "wax", "matrix", "audit", "audit session", "audit pair"]),
        .init("prediction", ["recommend", "choice", "why", "map", "grindings", "wish", "risk", "surprises", "table"]),
        .init("in and out", ["import", "export", "sheet", "forget"]),
      ],
      words: [
        .init(["coach", "phone page", "which skis to take", "race day"], verb: "choice"),
        .init(["half height", "flex", "camber", "stiffness"], verb: "wish"),
        .init(["flex", "camber", "half height", "structure of the base"], verb: "pair"),
        .init(["wax", "glide wax", "fluoro", "powder", "rilling", "structure"], verb: "treat"),
        .init(["stone grind", "structure", "grinding"], verb: "grind"),
        .init(["glide test", "pairwise test", "heat"], verb: "glide"), .init(["glide test", "wax test"], verb: "wax"),
        .init(["knock-out", "bracket", "heats", "cup"], verb: "ladder"),
        .init(["protocol", "knock-out", "form to fill in", "print"], verb: "sheet"),
        .init(["protocol", "excel", "spreadsheet", "workbook"], verb: "import"),
        .init(["history", "who changed", "log of changes"], verb: "audit pair"),
        .init(
          ["simulate"],
          none:
            "for practice there is 'ski import ski-made-team'; 'ski-bench simulate FOLDER', built by 'make programs', makes other teams"
        ),
      ])
  }
}
