internal import PodiumCore
internal import PodiumPlugin

/// `datasets`: what can be loaded by name and what is in memory.
struct DatasetsCommand: Command {
  let signature = Signature(
    "datasets", topic: .data, summary: "List the tables in memory, saved and bundled.",
    examples: [
      Example("datasets", "before anything is loaded", prints: "tastings"),
      Example("datasets", after: ["load iris"], "the current table is marked", prints: "current"),
      Example("datasets", after: ["load iris", "save flowers"], "with a saved table", prints: "flowers"),
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
      summaries.append("from " + dataset.source + (dataset.origin.map { ", " + $0.retrieved.description } ?? ""))
    }
    var outputs: [Output] = []
    var saved: [SavedEntry] = []
    do throws(Diagnostic) {
      if let store = session.services.store { saved = try store.datasets() }
    } catch {
      // A workspace out of order keeps nobody from the others.
      guard error.code.hasPrefix("workspace-") || error.code == "not-a-workspace" else { throw error }
      outputs.append(.warning("the saved tables are missing here, since " + error.message))
    }
    for entry in saved {
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
    return [.table(TableOutput(table))] + outputs
  }
}
