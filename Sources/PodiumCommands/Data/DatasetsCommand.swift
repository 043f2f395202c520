internal import PodiumCore
internal import PodiumPlugin

/// `datasets`: the tables in memory and those that can be loaded by name.
struct DatasetsCommand: Command {
  let signature = Signature(
    "datasets", topic: .data, summary: "List the tables in memory, saved in the workspace and bundled with podium.",
    examples: [
      Example("datasets", "before anything is loaded", prints: "tastings"),
      Example("datasets", after: ["load iris"], "the current table is marked", prints: "current"),
      Example("datasets", after: ["load iris", "save flowers"], "with a saved table", prints: "flowers"),
    ], traits: [.readsOnly], seeAlso: ["load", "use"])

  /// Lists tables in memory first, then saved ones, then bundled ones.
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
      // A damaged workspace must not hide the other tables.
      guard error.code.hasPrefix("workspace-") || error.code == "not-a-workspace" else { throw error }
      outputs.append(.warning("cannot list the saved tables: " + error.message))
    }
    for entry in saved {
      names.append(entry.name)
      places.append("saved")
      rows.append(.missing)
      summaries.append(entry.summary)
    }
    var absent: [String] = []
    for entry in session.registry.datasets.values.inCodePointOrder(by: \.name) {
      guard session.services.path(of: entry) != nil else {
        absent.append(entry.name)
        continue
      }
      names.append(entry.name)
      places.append("bundled")
      rows.append(.missing)
      summaries.append(entry.summary)
    }
    if !absent.isEmpty {
      let shown = absent.prefix(5).joined(separator: ", ") + (absent.count > 5 ? ", …" : "")
      outputs.append(
        .note("\(absent.count.counted("bundled dataset")) not installed: \(shown); 'load NAME' says where podium looks")
      )
    }
    let table = try Table([
      Column("name", .text(names)), Column("where", .text(places)), Column("rows", values: rows),
      Column("summary", .text(summaries)),
    ])
    return [.table(TableOutput(table))] + outputs
  }
}
