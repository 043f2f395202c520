public import PodiumCore
public import PodiumPlugin
internal import PodiumRecords

/// Football: results, tables, odds, and how good a forecast is.
public struct FootballPlugin: Plugin {
  public let name = "football"
  public let version = "0.1.0"
  public let summary = "Football: results, tables, odds, and how good a forecast is."

  public init() {}

  public func register(into registry: inout Registry) throws(Diagnostic) {
    try registry.add(FootballImporter())
    for learner in [EloLearner.definition, GoalLearner.poisson, GoalLearner.dixonColes] { try registry.add(learner) }
    for evaluator in ResultEvaluator.all { try registry.add(evaluator) }
    for migration in FootballKinds.migrations { try registry.add(migration) }
    try registry.add(FootballImportCommand())
    try registry.add(FootballFetchCommand())
    registry.add(
      [
        Example("workspace export all", after: ["football import football-league"], "every stored match", prints: "all")
      ], to: "workspace export")
    let commands: [any Command] = [
      FootballTableCommand(), BracketCommand(), PositionsCommand(), FootballFitCommand(), FootballPredictCommand(),
      EvaluateCommand(), EloCommand(), SimulateCommand(), MatchesCommand(), FootballShowCommand(), MatchCommand(),
      MatchAddCommand(), MatchMoveCommand(), MatchResultCommand(), AdjustCommand(), ExpelCommand(), AwardCommand(),
      AliasCommand(), AliasJoinCommand(), ConflictsCommand(), SettleCommand(), CompetitionCommand(), ScoreCommand(),
      ShootOutCommand(),
      VoidCommand(), LiveScoreExportCommand(), SiteCommand(),
    ]
    for command in commands { try registry.add(command) }
    for thing in FootballThings.all { try thing.register(into: &registry) }
    try registry.add { FootballExposure.exposure }
    // One by one: casting a list to `[any Command]` costs more than all the rest at the start.
    for command in MatchStopCommand.all { try registry.add(command) }
    for command in DayCommand.all { try registry.add(command) }
    for command in EventCommand.all { try registry.add(command) }
    for command in PhaseCommand.all { try registry.add(command) }
    try registry.add(CalendarExporter())
    try registry.add(
      DatasetEntry(
        "football-league", path: "football-league/league.csv", importer: "football",
        summary: "Two seasons of a fictional league: 480 matches with closing odds (simulated)."))
  }
}
