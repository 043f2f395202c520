internal import PodiumCore
internal import PodiumShell

/// `datasets`: what can be loaded by name and what is in memory.
struct DatasetsCommand: Command {
  /// What `datasets` takes.
  let signature = Signature(
    "datasets", topic: .data, summary: "List the tables in memory, saved and bundled.",
    examples: [
      Example("datasets", "before anything is loaded", prints: "ski-thesis"),
      Example("datasets", after: ["load iris"], "the current table is marked", prints: "current"),
    ], seeAlso: ["load", "use"])

  /// Lists memory first, then what is saved, then what is bundled.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var names: [String] = []
    var places: [String] = []
    var rows: [Value] = []
    var summaries: [String] = []
    for name in session.state.order {
      guard let dataset = session.state.tables[name] else { continue }
      names.append(name)
      places.append(name == session.state.currentName ? "current" : "in memory")
      rows.append(.integer(dataset.table.rowCount))
      summaries.append("from " + dataset.source)
    }
    for entry in try session.services.store?.datasets() ?? [] {
      names.append(entry.name)
      places.append("saved")
      rows.append(.missing)
      summaries.append(entry.summary)
    }
    for entry in session.registry.datasets.values.sorted(by: { CodePointOrder.precedes($0.name, $1.name) }) {
      names.append(entry.name)
      places.append("bundled")
      rows.append(.missing)
      summaries.append(entry.summary)
    }
    let table = try Table([
      Column("name", .text(names)), Column("where", .text(places)), Column("rows", values: rows),
      Column("summary", .text(summaries)),
    ])
    return [.table(TableOutput(table))]
  }
}
