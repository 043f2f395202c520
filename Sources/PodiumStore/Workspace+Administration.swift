public import PodiumCore
public import PodiumPlugin
internal import Synchronization

/// The file itself.
extension Workspace {
  /// Closes the file; the next call opens it again.
  public func close() { parts.withLock { $0.close() } }

  /// The contents of the file.
  public func info() throws(Diagnostic) -> WorkspaceInfo {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.administration.info() }
  }

  /// Copies the workspace into a new file.
  public func backUp(to path: String, shown name: String) throws(Diagnostic) {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.administration.backUp(to: path, shown: name) }
  }

  /// Restores a backup, after checking it and after backing up the current workspace.
  public func restore(from path: String, shown name: String) throws(Diagnostic) -> String? {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.administration.restore(from: path, shown: name) }
  }

  /// Checks every page, reference, blob and record; returns one sentence per problem.
  public func check() throws(Diagnostic) -> [String] {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.administration.check() }
  }
}
