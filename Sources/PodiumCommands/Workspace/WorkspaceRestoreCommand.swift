internal import PodiumCore
internal import PodiumPlugin

/// `workspace restore`: makes the workspace what a backup holds.
struct WorkspaceRestoreCommand: Command {
  static let file = Parameter<String>.required(
    "file", allowed: "a backup of a workspace", help: "The backup.", completion: .files)

  let signature = Signature(
    "workspace restore", topic: .session, summary: "Make the workspace what a backup holds.",
    details: "The backup is checked first, and what is in the workspace now is copied beside it before it is replaced.",
    parameters: [file.any],
    examples: [
      Example(shown: "workspace restore monday.sqlite", "what a backup holds"),
      Example(shown: "workspace restore ~/backups/podium.sqlite", "from another folder"),
      Example(shown: "workspace restore \"before the season.sqlite\"", "a name with blanks"),
      Example("workspace restore no-such-file.sqlite", "a file that is not there", fails: "unknown-file"),
      Example("workspace restore README.md", "a file that is no workspace", fails: "not-a-workspace"),
    ], traits: [.spelledOut], seeAlso: ["workspace backup", "workspace check"])

  /// Nothing is replaced by a file that does not pass the check.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let name = call[WorkspaceRestoreCommand.file]
    let span = call.span(of: WorkspaceRestoreCommand.file)
    let path = session.services.resolve(name)
    let kept: String?
    do throws(Diagnostic) {
      let files = session.services.files
      try files.permit(path, shown: name, writing: false)
      guard files.kind(of: path) != .none else {
        throw Diagnostic("unknown-file", "there is no file '\(name)'", help: "workspace backup FILE makes one")
      }
      let store = try session.store()
      kept = try files.lend(path, shown: name, writing: false) { (path) throws(Diagnostic) in
        try store.restore(from: path, shown: name)
      }
    } catch {
      throw error.at(span)
    }
    var outputs: [Output] = [.text("the workspace is what '\(name)' holds")]
    if let kept { outputs.append(.note("what it held before is in '\(kept)'")) }
    return outputs
  }
}
