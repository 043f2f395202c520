internal import PodiumCore
internal import PodiumShell

/// `workspace remove`: takes a saved table out of the workspace.
struct WorkspaceRemoveCommand: Command {
  static let name = Parameter<String>.required(
    "name", allowed: "a saved table", help: "The saved table.",
    completion: .names(.savedTables))

  /// What `workspace remove` takes.
  let signature = Signature(
    "workspace remove", topic: .session, summary: "Take a saved table out of the workspace; undo brings it back.",
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
      Example("workspace remove roses", "a table that was never saved", fails: "unknown-dataset"),
    ], traits: [.spelledOut], seeAlso: ["save", "datasets"])

  /// A table in memory stays.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let name = call[WorkspaceRemoveCommand.name]
    do throws(Diagnostic) { try session.store().removeDataset(name) } catch {
      throw error.at(call.span(of: WorkspaceRemoveCommand.name))
    }
    return [.text("removed the saved table \(name)")]
  }
}
