internal import PodiumCore
internal import PodiumPlugin

/// `workspace remove`: takes a saved table out of the workspace.
struct WorkspaceRemoveCommand: Command {
  static let name = Parameter<String>.required(
    "name", allowed: "a saved table, or results",
    help: "The saved table; or results, for the folds of evaluations that did not end.",
    completion: .names(.savedTables))

  let signature = Signature(
    "workspace remove", topic: .session, summary: "Take a saved table out of the workspace; undo brings it back.",
    details: """
      'workspace remove results' drops the folds that resume=yes would take up; undo does not bring those back. A saved \
      table of the name results goes first.
      """,
    parameters: [name.any],
    examples: [
      Example(
        "workspace remove flowers", after: ["load iris", "save flowers"], "a saved table", prints: "removed"),
      Example(
        "workspace remove flowers", after: ["load iris", "save flowers", "load wine"],
        "one that is not the current table", prints: "removed"),
      Example(
        "undo", after: ["load iris", "save flowers", "workspace remove flowers"], "and back again",
        prints: "took back: workspace remove flowers"),
      Example("workspace remove results", "the folds of evaluations that did not end", prints: "0 folds"),
      Example("workspace remove roses", "a table that was never saved", fails: "unknown-dataset"),
    ], traits: [.spelledOut], seeAlso: ["save", "datasets"])

  /// A table in memory stays.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let name = call[WorkspaceRemoveCommand.name]
    if name == "results", try session.store().dataset(name) == nil {
      return [.text("removed \(try session.store().removeResults().counted("fold")) of evaluations that did not end")]
    }
    do throws(Diagnostic) { try session.store().removeDataset(name) } catch {
      throw error.at(call.span(of: WorkspaceRemoveCommand.name))
    }
    return [.text("removed the saved table \(name)")]
  }
}
