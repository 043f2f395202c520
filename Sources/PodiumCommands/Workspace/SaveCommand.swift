internal import PodiumCore
internal import PodiumShell

/// `save`: keeps the current table in the workspace.
struct SaveCommand: Command {
  static let name = Parameter<String?>.text(
    "name", positional: true, help: "The name it is saved under; that of the table when left out.")

  /// What `save` takes.
  let signature = Signature(
    "save", topic: .data, summary: "Keep the current table in the workspace, with its roles, label and recipe.",
    details: """
      load NAME brings it back in a later session as it was: types, order of categories, roles, target, recipe. \
      Nothing is replaced unless replace=yes; undo takes a save back. workspace remove NAME takes it out.
      """,
    parameters: [name.any, SavedName.replace.any],
    examples: [
      Example("save flowers", after: ["load iris", "label species"], "a labelled table", prints: "flowers"),
      Example(
        "save flowers", after: ["load iris", "save flowers", "load wine"], "a name that is taken",
        fails: "saved-name-taken"),
      Example("save iris", after: ["load iris"], "the name of a bundled dataset", fails: "taken-name"),
      Example("save data/iris.csv", after: ["load iris"], "a path is no name", fails: "bad-name"),
    ], seeAlso: ["load", "datasets", "workspace info"])

  /// What was saved is whole in the workspace when the command has ended.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var dataset = try session.current()
    let span = call.span(of: SaveCommand.name) ?? call.verbSpan
    dataset.name = call[SaveCommand.name] ?? dataset.name
    try SavedName.check(dataset.name, span: span)
    if let entry = session.registry.datasets[dataset.name] {
      throw Diagnostic(
        "taken-name", "'\(entry.name)' is the name of a bundled dataset", span: span,
        help: "choose another, as in: save my-\(entry.name)")
    }
    do throws(Diagnostic) {
      try session.store().save(dataset, replacing: call[SavedName.replace])
    } catch {
      throw error.at(span)
    }
    let shape =
      "\(dataset.table.rowCount.counted("row")), \(dataset.table.columns.count.counted("column"))"
    return [.text("saved \(dataset.name): \(shape); load \(dataset.name) brings it back")]
  }
}
