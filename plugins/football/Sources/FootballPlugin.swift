public import PodiumCore
public import PodiumPlugin

/// Football: results, tables, odds, and how good a forecast is.
public struct FootballPlugin: Plugin {
  public let name = "football"
  public let version = "0.1.0"
  /// What it is for.
  public let summary = "Football: results, tables, odds, and how good a forecast is."

  public init() {}

  /// Brings the importer of results, the evaluator of forecasts, matches kept with their tables, and a made league.
  public func register(into registry: inout Registry) throws(Diagnostic) {
    try registry.add(FootballImporter())
    try registry.add(RankedProbabilityEvaluator())
    for migration in MatchRecords.migrations { try registry.add(migration) }
    try registry.add(ImportCommand())
    registry.add(
      [
        Example(
          "workspace export all", after: ["football import football-league"], "the matches that are kept", prints: "all"
        )
      ],
      to: "workspace export")
    try registry.add(TableCommand())
    try registry.add(
      DatasetEntry(
        "football-league", path: "football-league/league.csv", importer: "football",
        summary: "Two seasons of a made league: 480 matches of invented clubs with closing odds."))
  }
}
