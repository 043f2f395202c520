internal import PodiumCore

/// A workspace that was named and is not there: most likely its name is a slip.
extension Engine {
  /// Throws `unknown-workspace` when the running command looked for something there and wrote nothing.
  ///
  /// Only its end tells: a command that writes looks first, and makes the file.
  func refuseMissing() throws(Diagnostic) {
    guard let name, let file, wasSought, case .idle = phase, try WorkspaceFile.kind(file) == .missing else { return }
    throw Diagnostic(
      "unknown-workspace", "there is no workspace at '\(name)'",
      help: "check the path after --workspace; a command that writes, such as save, makes a new one there")
  }

  /// What to report, once.
  func takeNotices() -> [String] {
    defer { pendingNotices = [] }
    return pendingNotices
  }
}
