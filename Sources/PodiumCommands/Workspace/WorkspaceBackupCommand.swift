internal import PodiumCore
internal import PodiumPlugin

/// `workspace backup`: a copy of the workspace in a file of its own.
struct WorkspaceBackupCommand: Command {
  static let file = Parameter<String>.required(
    "file", allowed: "a file that is not there yet", help: "The new file.", completion: .files)

  let signature = Signature(
    "workspace backup", topic: .session, summary: "Copy the workspace into a new file.",
    details: "The copy is whole and checked even while another podium writes. An existing file is never replaced.",
    parameters: [file.any],
    examples: [
      Example(shown: "workspace backup monday.sqlite", "a copy beside your files"),
      Example(shown: "workspace backup ~/backups/podium.sqlite", "in another folder"),
      Example(shown: "workspace backup \"before the season.sqlite\"", "a name with blanks"),
      Example(
        "workspace backup datasets", after: ["load iris", "save flowers"], "a folder is no file", fails: "file-exists"),
    ], traits: [.spelledOut], seeAlso: ["workspace restore", "workspace export"])

  /// The copy is on disk when the command has ended.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let name = call[WorkspaceBackupCommand.file]
    do throws(Diagnostic) {
      let path = session.services.resolve(name)
      let store = try session.store()
      try session.services.files.lend(path, shown: name, writing: true) { (path) throws(Diagnostic) in
        try store.backUp(to: path, shown: name)
      }
    } catch {
      throw error.at(call.span(of: WorkspaceBackupCommand.file))
    }
    return [.text("copied the workspace into '\(name)'; workspace restore \(Session.quote(name)) brings it back")]
  }
}
