public import PodiumCore
public import PodiumPlugin

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
    try SkiPlugin.registerNumbers(into: &registry)
    try SkiPlugin.registerRecords(into: &registry)
    try registry.add { SkiExposure.exposure }
  }
}
