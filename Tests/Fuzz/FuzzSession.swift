import FootballPlugin
import PodiumAlgorithms
import PodiumCommands
import PodiumCore
import PodiumEngine
import PodiumFormats
import PodiumPlugin
import SkiPlugin
import SurfPlugin

/// The session that inputs start from: all verbs and plugins, one table, and files in memory.
enum FuzzSession {
  static let registry: Registry = {
    var registry = Registry()
    do throws(Diagnostic) {
      for learner in Algorithms.all { try registry.add(learner) }
      for importer in [CSVImporter(), JSONImporter(), XLSXImporter()] as [any Importer] { try registry.add(importer) }
      try registry.add(CSVExporter.csv)
      try registry.add(JSONExporter.rows)
      try BuiltInCommands.register(into: &registry)
      for plugin in [SkiPlugin(), SurfPlugin(), FootballPlugin()] as [any Plugin] { try registry.add(plugin) }
    } catch {
      FuzzCheck.that(false, "the session can be made: " + error.message)
    }
    return registry
  }()

  /// A session with a table; it has no files until it gets its services.
  static let session: Interpreter = {
    var session = Interpreter(registry: registry, services: services(FewFiles()))
    session.state.settings.threads = 1
    session.state.current = Dataset(name: "t", source: "t.csv", table: FuzzSample.table)
    return session
  }()

  static func services(_ files: FewFiles) -> Services {
    Services(over: files, folder: "/", clock: { 0 })
  }
}
