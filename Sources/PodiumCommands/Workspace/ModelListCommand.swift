internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

struct ModelListCommand: Command {
  let signature = Signature(
    "model list", topic: .learning, summary: "List the models in memory and in the workspace.",
    exampleLines: """
      after fitting one: load iris; label species; fit tree; model list -> in memory
      after saving it: load iris; label species; fit tree; model save; model list -> tree
      write the list to a file: load iris; label species; fit tree; model list to models.csv -> models.csv
      no argument is allowed: model list tree -> !unexpected-argument
      """, traits: [.readsOnly], seeAlso: ["fit", "model save", "model load"])

  /// One row for each model; models in memory come first.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var found: [(name: String, place: String, summary: String)] = []
    for (name, model) in session.state.models.inCodePointOrder(by: \.key) {
      found.append((name, "in memory", model.summary))
    }
    for entry in try session.services.store?.models() ?? [] { found.append((entry.name, "saved", entry.summary)) }
    if found.isEmpty { return [.text("there is no model; fit one, as in: fit tree")] }
    let table = try Table([
      Column("name", .text(found.map(\.name))), Column("where", .text(found.map(\.place))),
      Column("model", .text(found.map(\.summary))),
    ])
    return [.table(TableOutput(table))]
  }
}
