internal import PodiumCore
internal import PodiumPlugin

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
    exampleLines: """
      a saved table: load iris; save flowers; workspace remove flowers -> removed
      one that is not the current table: load iris; save flowers; load wine; workspace remove flowers -> removed
      undo the removal: load iris; save flowers; workspace remove flowers; undo -> undid: workspace remove flowers
      the folds of interrupted evaluations: workspace remove results -> 0 folds
      a table that was never saved: workspace remove roses -> !unknown-dataset
      """, traits: [.spelledOut], seeAlso: ["save", "datasets"])

  /// Tables in memory are kept.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let name = call[WorkspaceRemoveCommand.name]
    if name == "results", try session.store().dataset(name) == nil {
      return [.text("removed \(try session.store().removeResults().counted("fold")) of interrupted evaluations")]
    }
    try Diagnostic.located(at: call.span(of: WorkspaceRemoveCommand.name), session.store().removeDataset(name))
    return [.text("removed the saved table \(name)")]
  }
}
