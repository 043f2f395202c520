internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// `model list`: the models in memory and in the workspace.
struct ModelListCommand: Command {
  let signature = Signature(
    "model list", topic: .learning, summary: "List the models in memory and in the workspace.",
    examples: [
      Example(
        "model list", after: ["load iris", "label species", "fit tree"], "after fitting one", prints: "in memory"),
      Example(
        "model list", after: ["load iris", "label species", "fit tree", "model save"], "after saving it", prints: "tree"
      ),
      Example(
        "model list to models.csv", after: ["load iris", "label species", "fit tree"], "write the list to a file",
        prints: "models.csv"), Example("model list tree", "no argument is allowed", fails: "unexpected-argument"),
    ], traits: [.readsOnly], seeAlso: ["fit", "model save", "model load"])

  /// One row for each model; models in memory come first.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var (names, places, learners) = ([String](), [String](), [String]())
    for name in session.state.models.keys.inCodePointOrder() {
      guard let model = session.state.models[name] else { continue }
      names.append(name)
      places.append("in memory")
      learners.append(model.summary)
    }
    for entry in try session.services.store?.models() ?? [] {
      names.append(entry.name)
      places.append("saved")
      learners.append(entry.summary)
    }
    if names.isEmpty { return [.text("there is no model; fit one, as in: fit tree")] }
    let table = try Table([
      Column("name", .text(names)), Column("where", .text(places)), Column("model", .text(learners)),
    ])
    return [.table(TableOutput(table))]
  }
}
