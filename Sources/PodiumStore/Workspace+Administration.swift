public import PodiumCore
public import PodiumPlugin
internal import Synchronization

/// The file itself.
extension Workspace {
  /// Closes the file; the next call opens it again.
  public func close() { parts.withLock { $0.close() } }

  /// What the file is and holds.
  public func info() throws(Diagnostic) -> WorkspaceInfo {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.administration.info() }
  }

  /// Copies the workspace into a new file.
  public func backUp(to path: String, shown name: String) throws(Diagnostic) {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.administration.backUp(to: path, shown: name) }
  }

  /// Makes the workspace what a backup holds, after checking that and after a backup of what is there now.
  public func restore(from path: String, shown name: String) throws(Diagnostic) -> String? {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.administration.restore(from: path, shown: name) }
  }

  /// Looks at every page, reference, blob and record; what is wrong, each one sentence.
  public func check() throws(Diagnostic) -> [String] {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.administration.check() }
  }
}
