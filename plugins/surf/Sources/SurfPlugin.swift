public import PodiumCore
internal import PodiumLearn
public import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

/// Surf: buoy observations, rated sessions, and whether an alert can be trusted.
public struct SurfPlugin: Plugin {
  public let name = "surf"
  public let version = "0.1.0"
  public let summary = "Surf: buoy observations, rated sessions, and whether an alert can be trusted."

  public init() {}

  public func register(into registry: inout Registry) throws(Diagnostic) {
    try registry.add(SurfImporter())
    try registry.add(NDBCImporter())
    try registry.add(SessionImporter())
    try registry.add(DirectionStep())
    try registry.add(AlertEvaluator())
    try registry.add(RoseFigure())
    registry.add(
      [
        Example("figure surf.rose", after: ["load surf-sessions"], "in the terminal", prints: "coming from"),
        Example("figure surf.rose to rose.svg", after: ["load surf-sessions"], "saved to a file", prints: "rose.svg"),
        Example("figure surf.rose in 1..50", after: ["load surf-sessions"], "for some rows", prints: "n = 50"),
      ], to: "figure")
    try registry.add(DirectionCommand())
    try registry.add(SurfImportCommand())
    try registry.add(ObservationsCommand())
    for command in [
      SpotCommand(), SpotsCommand(), SunCommand(), ForecastCommand(), TideCommand(), SurfVerifyCommand(),
      SourcesCommand(), SurfDropCommand(),
      SurfFetchCommand(), AddressesCommand(), ProfileCommand(), SurfForgetCommand(), LogCommand(),
      SurfSessionsCommand(),
      SurfSessionCommand(),
      SnapshotCommand(),
      CategoriesCommand(), CategoryCommand(), ExportSessionsCommand(),
      PreferCommand(), SurfCheckCommand(), WeekCommand(), SimilarCommand(), SurfCompareCommand(), SurfWhyCommand(),
      WindowsCommand(), BacktestCommand(), ConsensusCommand(),
    ] as [any Command] {
      let takesSpot = command.signature.parameters.contains {
        $0.description.name == SpotFinder.spot.name && $0.description.isRequired
      }
      try registry.add(takesSpot ? SpotNoted(command) : command)
    }
    for thing in SurfThings.all { try thing.register(into: &registry) }
    try registry.add { SurfExposure.exposure }
    registry.retire(
      learner: "surf.pooled",
      help: "use logistic(by=person,slopes=yes), or ordinal for ratings; squares of conditions are columns to derive")
    registry.retire(
      learner: "surf.near", help: "use forest or knn; surf week shows what is learned of each person's sessions")
    try registry.add(WindowCalendar())
    for file in SurfSamples.files { try registry.add(file) }
    for function in SeaFunctions.all + PlaceFunctions.all { try registry.add(function) }
    for migration in SurfThings.migrations { try registry.add(migration) }
    try registry.add(
      DatasetEntry(
        "surf-sessions", path: "surf-sessions/sessions.csv", importer: "surf.sessions",
        summary: "360 rated surf sessions at two fictional spots, with the conditions of each (simulated)."))
    try registry.add(
      DatasetEntry(
        "surf-buoy", path: "surf-buoy/MADE1.txt", importer: "surf.ndbc",
        summary: "Two days of data from a fictional buoy, in the format of NDBC (simulated)."))
  }
}
