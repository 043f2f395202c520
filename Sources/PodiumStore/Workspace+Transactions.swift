public import PodiumCore
public import PodiumPlugin
internal import Synchronization

/// The transaction of the running command.
extension Workspace {
  /// A command starts; nothing is locked before its first write.
  public func begin(_ command: String) { parts.withLock { $0.transactions.begin(command) } }

  /// The same with the flag that stops the command.
  public func begin(_ command: String, cancellation: Cancellation) {
    parts.withLock { $0.transactions.begin(command, cancellation: cancellation) }
  }

  /// Makes what was written since `begin` lasting.
  public func commit() throws(Diagnostic) -> [ChangeSetID] {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.transactions.commit() }
  }

  /// Drops what was written since `begin`.
  public func rollBack() { parts.withLock { $0.transactions.rollBack() } }

  /// The commands that the running one runs are part of its transaction from now on.
  public func hold() throws(Diagnostic) {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.transactions.hold() }
  }

  /// The commands inside of the running one have ended.
  public func release() { parts.withLock { $0.transactions.release() } }

  /// Throws `unknown-workspace` when the running command read from a named file that is not there.
  public func refuseMissing() throws(Diagnostic) {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.transactions.refuseMissing() }
  }

  /// What to report about the file, each sentence once.
  public func notices() -> [String] { parts.withLock { $0.database.takeNotices() } }
}
