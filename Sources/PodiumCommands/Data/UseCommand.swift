internal import PodiumCore
internal import PodiumShell

/// `use`: makes another table in memory the current one.
struct UseCommand: Command {
  static let name = Parameter<String>.required(
    "name", allowed: "a table in memory", help: "The table.", completion: .tables)

  /// What `use` takes.
  let signature = Signature(
    "use", topic: .data, summary: "Make another table in memory the current one.", parameters: [name.any],
    examples: [
      Example("use iris", after: ["load iris", "load wine"], "back to the first table", prints: "iris: 150 rows"),
      Example(
        "use skis", after: ["load ski-thesis as skis", "load iris"], "a table by the name it was given",
        prints: "skis: 112 rows"),
      Example(
        "use iris", after: ["load iris", "label species", "load wine"], "with the label it had",
        prints: "iris: 150 rows"),
      Example("use wine", after: ["load iris"], "a table that is not loaded", fails: "unknown-table"),
    ], seeAlso: ["datasets", "load"])

  /// Changes the current table; each keeps its roles, label and recipe.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let name = call[UseCommand.name]
    guard let dataset = session.state.tables[name] else {
      var error = Diagnostic.unknown("table", name, among: session.state.order, span: call.span(of: UseCommand.name))
      if session.registry.datasets[name] != nil { error.help = "load \(name) loads it first" }
      throw error
    }
    session.state.currentName = name
    return [
      .text("\(name): \(dataset.table.rowCount.counted("row")), \(dataset.table.columns.count.counted("column"))")
    ]
  }
}
