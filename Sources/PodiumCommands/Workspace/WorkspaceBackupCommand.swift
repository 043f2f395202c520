internal import PodiumCore
internal import PodiumPlugin

struct WorkspaceBackupCommand: Command {
  static let file = Parameter<String>.required(
    "file", allowed: "a file that does not exist yet", help: "The new file.", completion: .files)

  let signature = Signature(
    "workspace backup", topic: .session, summary: "Copy the workspace to a new file.",
    details: """
      The copy is complete and checked, even if another podium writes at the same time. An existing file is never \
      replaced.
      """,
    parameters: [file.any],
    exampleLines: """
      a copy in the current directory: workspace backup monday.sqlite -> …
      in another folder: workspace backup ~/backups/podium.sqlite -> …
      a name with spaces: workspace backup "before the season.sqlite" -> …
      a folder, not a file: load iris; save flowers; workspace backup datasets -> !file-exists
      """, traits: [.spelledOut], seeAlso: ["workspace restore", "workspace export"])

  /// When the command ends, the copy is on disk.
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
    return [.text("copied the workspace to '\(name)'; workspace restore \(Session.quote(name)) restores it")]
  }
}
