public import PodiumCore
public import PodiumPlugin
internal import Synchronization

/// The transaction of the running command.
extension Workspace {
  /// Starts a command; nothing is locked before its first write.
  public func begin(_ command: String) { parts.withLock { $0.transactions.begin(command) } }

  /// The same with the command's interrupt flag.
  public func begin(_ command: String, cancellation: Cancellation) {
    parts.withLock { $0.transactions.begin(command, cancellation: cancellation) }
  }

  /// The same with all that is known of its start.
  public func begin(_ start: CommandStart) throws(Diagnostic) {
    try parts.withLock { (parts) throws(Diagnostic) in
      parts.transactions.begin(
        start.command, cancellation: start.cancellation, author: start.author, request: start.request)
      if start.locks { try parts.transactions.lock() }
    }
  }

  /// What an earlier request made.
  public func request(_ key: String) throws(Diagnostic) -> AnsweredRequest? {
    try parts.withLock { (parts) throws(Diagnostic) in
      let transactions = parts.transactions
      return try transactions.reading(nil, seeks: false) { (connection) throws(Diagnostic) in
        try transactions.answered(key, parts.log, connection)
      }
    }
  }

  /// Makes what was written since `begin` permanent.
  public func commit() throws(Diagnostic) -> [ChangeSetID] {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.transactions.commit() }
  }

  /// Rolls back what was written since `begin`.
  public func rollBack() { parts.withLock { $0.transactions.rollBack() } }

  /// Takes the write lock now.
  public func lock() throws(Diagnostic) {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.transactions.lock() }
  }

  /// Takes the lock for another run of a command that was overtaken; false if it was not.
  public func lockAgain() throws(Diagnostic) -> Bool {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.transactions.lockAgain() }
  }

  /// From now on the commands that the running one runs are part of its transaction.
  public func hold() throws(Diagnostic) {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.transactions.hold() }
  }

  /// The commands inside the running one have ended.
  public func release() { parts.withLock { $0.transactions.release() } }

  /// Throws `unknown-workspace` if the running command read from a named file that does not exist.
  public func refuseMissing() throws(Diagnostic) {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.transactions.refuseMissing() }
  }

  /// Notices about the file, each reported once.
  public func notices() -> [String] { parts.withLock { $0.database.takeNotices() } }
}
