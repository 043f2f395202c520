internal import PodiumCore
internal import PodiumPlugin

struct DatasetsCommand: Command {
  let signature = Signature(
    "datasets", topic: .data, summary: "List the tables in memory, saved in the workspace and bundled with podium.",
    exampleLines: """
      before anything is loaded: datasets -> tastings
      the current table is marked: load iris; datasets -> current
      with a saved table: load iris; save flowers; datasets -> flowers
      """, traits: [.readsOnly], seeAlso: ["load", "use"])

  /// Lists tables in memory first, then saved ones, then bundled ones.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var found: [(name: String, place: String, rows: Value, summary: String)] = []
    for name in session.state.order {
      guard let dataset = session.state.tables[name] else { continue }
      let place = name == session.state.currentName ? "current" : "in memory"
      let source = "from " + dataset.source + (dataset.origin.map { ", " + $0.retrieved.description } ?? "")
      found.append((name, place, .integer(dataset.table.rowCount), source))
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
    for entry in saved { found.append((entry.name, "saved", .missing, entry.summary)) }
    var absent: [String] = []
    for entry in session.registry.datasets.values.inCodePointOrder(by: \.name) {
      guard session.services.path(of: entry) != nil else {
        absent.append(entry.name)
        continue
      }
      found.append((entry.name, "bundled", .missing, entry.summary))
    }
    if !absent.isEmpty {
      let shown = absent.prefix(5).joined(separator: ", ") + (absent.count > 5 ? ", …" : "")
      outputs.append(
        .note("\(absent.count.counted("bundled dataset")) not installed: \(shown); 'load NAME' says where podium looks")
      )
    }
    let table = try Table([
      Column("name", .text(found.map(\.name))), Column("where", .text(found.map(\.place))),
      Column("rows", values: found.map(\.rows)), Column("summary", .text(found.map(\.summary))),
    ])
    return [.table(TableOutput(table))] + outputs
  }
}
