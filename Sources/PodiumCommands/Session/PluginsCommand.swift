internal import PodiumCore
internal import PodiumPlugin

struct PluginsCommand: Command {
  let signature = Signature(
    "plugins", topic: .session, summary: "List the plugins and what each one adds.",
    exampleLines: """
      all of them: plugins -> version
      write the list to a file: plugins to plugins.md -> plugins.md
      for a spreadsheet: plugins to plugins.csv -> plugins.csv
      no argument is allowed: plugins all -> !unexpected-argument
      """, traits: [.readsOnly], seeAlso: ["learners", "datasets", "help"])

  /// One row for each thing a plugin registered.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var rows: [(plugin: PluginEntry, kind: String, name: String)] = []
    for plugin in session.registry.plugins {
      let registered = session.registry.registered(by: plugin.name)
      for (kind, name) in registered.isEmpty ? [(kind: "nothing", name: "")] : registered {
        rows.append((plugin, kind, name))
      }
    }
    let table = try Table([
      Column("plugin", .text(rows.map(\.plugin.name))), Column("version", .text(rows.map(\.plugin.version))),
      Column("kind", .text(rows.map(\.kind))), Column("name", .text(rows.map(\.name))),
      Column("from", .text(rows.map(\.plugin.origin))),
    ])
    return [.table(TableOutput(table))]
  }
}
