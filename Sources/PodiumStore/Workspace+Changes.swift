public import PodiumCore
public import PodiumPlugin
internal import Synchronization

/// The change log.
extension Workspace {
  /// Undoes change sets, as a new change set of the running command.
  public func revert(_ sets: [ChangeSetID]) throws(Diagnostic) -> ChangeSetID {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.reverter.revert(sets) }
  }

  /// The changes that were made, newest first.
  public func changes(kind: String?, record: RecordID?, limit: Int) throws(Diagnostic) -> [Change] {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.log.changes(kind: kind, record: record, limit: limit) }
  }

  /// The changes after a number, the oldest first.
  public func changes(after number: Int, kinds: [String]?, limit: Int) throws(Diagnostic) -> [Change] {
    try parts.withLock { (parts) throws(Diagnostic) in
      try parts.log.changes(after: number, kinds: kinds, limit: limit)
    }
  }

  /// The number of the last change.
  public func lastChange() throws(Diagnostic) -> Int {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.log.lastChange() }
  }

  /// What the running command has changed so far.
  public func pendingChanges() throws(Diagnostic) -> [Change] {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.log.pendingChanges() }
  }
}
