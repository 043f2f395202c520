internal import PodiumCore
internal import PodiumPlugin

/// `workspace remove`: removes a saved table from the workspace.
struct WorkspaceRemoveCommand: Command {
  static let name = Parameter<String>.required(
    "name", allowed: "a saved table, or results",
    help: "The saved table; or results, for the folds of interrupted evaluations.",
    completion: .names(.savedTables))

  let signature = Signature(
    "workspace remove", topic: .session, summary: "Remove a saved table from the workspace; 'undo' restores it.",
    details: """
      'workspace remove results' deletes the folds that resume=yes would reuse; undo cannot restore those. If a saved \
      table is named results, that table is removed instead.
      """,
    parameters: [name.any],
    examples: [
      Example(
        "workspace remove flowers", after: ["load iris", "save flowers"], "a saved table", prints: "removed"),
      Example(
        "workspace remove flowers", after: ["load iris", "save flowers", "load wine"],
        "one that is not the current table", prints: "removed"),
      Example(
        "undo", after: ["load iris", "save flowers", "workspace remove flowers"], "undo the removal",
        prints: "undid: workspace remove flowers"),
      Example("workspace remove results", "the folds of interrupted evaluations", prints: "0 folds"),
      Example("workspace remove roses", "a table that was never saved", fails: "unknown-dataset"),
    ], traits: [.spelledOut], seeAlso: ["save", "datasets"])

  /// Tables in memory are kept.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let name = call[WorkspaceRemoveCommand.name]
    if name == "results", try session.store().dataset(name) == nil {
      return [.text("removed \(try session.store().removeResults().counted("fold")) of interrupted evaluations")]
    }
    do throws(Diagnostic) { try session.store().removeDataset(name) } catch {
      throw error.at(call.span(of: WorkspaceRemoveCommand.name))
    }
    return [.text("removed the saved table \(name)")]
  }
}
