internal import PodiumCore
internal import PodiumPlugin

/// `plugins`: what each plugin registered.
struct PluginsCommand: Command {
  let signature = Signature(
    "plugins", topic: .session, summary: "List the plugins and what each one adds.",
    examples: [
      Example("plugins", "all of them", prints: "version"),
      Example("plugins to plugins.md", "write the list to a file", prints: "plugins.md"),
      Example("plugins to plugins.csv", "for a spreadsheet", prints: "plugins.csv"),
      Example("plugins all", "no argument is allowed", fails: "unexpected-argument"),
    ], traits: [.readsOnly], seeAlso: ["learners", "datasets", "help"])

  /// One row for each thing a plugin registered.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var plugins: [String] = []
    var versions: [String] = []
    var origins: [String] = []
    var kinds: [String] = []
    var names: [String] = []
    for plugin in session.registry.plugins {
      let registered = session.registry.registered(by: plugin.name)
      for (kind, name) in registered.isEmpty ? [(kind: "nothing", name: "")] : registered {
        plugins.append(plugin.name)
        versions.append(plugin.version)
        origins.append(plugin.origin)
        kinds.append(kind)
        names.append(name)
      }
    }
    let table = try Table([
      Column("plugin", .text(plugins)), Column("version", .text(versions)), Column("kind", .text(kinds)),
      Column("name", .text(names)), Column("from", .text(origins)),
    ])
    return [.table(TableOutput(table))]
  }
}
