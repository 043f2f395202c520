internal import PodiumCore
internal import PodiumPlugin

struct WorkspaceRestoreCommand: Command {
  static let file = Parameter<String>.required(
    "file", allowed: "a backup of a workspace", help: "The backup.", completion: .files)

  let signature = Signature(
    "workspace restore", topic: .session, summary: "Replace the workspace with a backup.",
    details: """
      The backup is checked first. The current content of the workspace is copied to a file next to it before it is \
      replaced.
      """,
    parameters: [file.any],
    exampleLines: """
      restore a backup: workspace restore monday.sqlite -> …
      from another folder: workspace restore ~/backups/podium.sqlite -> …
      a name with spaces: workspace restore "before the season.sqlite" -> …
      a file that does not exist: workspace restore no-such-file.sqlite -> !unknown-file
      a file that is not a workspace: workspace restore README.md -> !not-a-workspace
      """, traits: [.spelledOut], seeAlso: ["workspace backup", "workspace check"])

  /// A file that fails the check replaces nothing.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let name = call[WorkspaceRestoreCommand.file]
    let span = call.span(of: WorkspaceRestoreCommand.file)
    let path = session.services.resolve(name)
    let kept: String?
    do throws(Diagnostic) {
      let files = session.services.files
      try files.permit(path, shown: name, writing: false)
      guard files.kind(of: path) != .none else {
        throw Diagnostic(
          "unknown-file", "there is no file '\(name)'", span: span,
          help: "name the file of a backup; 'workspace backup FILE' creates one")
      }
      let store = try session.store()
      // What a workspace holds is obeyed later: the addresses that data are fetched from, for example.
      let isInMemory = try store.info().path == nil
      guard session.services.isTrusted || isInMemory else {
        throw Diagnostic(
          "trust-refused", "an untrusted file may not replace the workspace",
          help: "restore it yourself, or run the file with --trust if you know what it does")
      }
      kept = try files.lend(path, shown: name, writing: false) { (path) throws(Diagnostic) in
        try store.restore(from: path, shown: name)
      }
    } catch {
      throw error.at(span)
    }
    var outputs: [Output] = [.text("restored the workspace from '\(name)'")]
    if let kept { outputs.append(.note("its previous content is in '\(kept)'")) }
    return outputs
  }
}
