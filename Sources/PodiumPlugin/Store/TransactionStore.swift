public import PodiumCore

/// The transaction of the running command; only the interpreter uses it.
public protocol TransactionStore: Sendable {
  /// A command starts; nothing is locked before its first write, or before `lock` of a `RecordStore`.
  ///
  /// If another program writes between the command's first read and its first write, that write throws
  /// `workspace-changed`.
  func begin(_ command: String)

  /// After `workspace-changed`, takes the lock for another run of the command from its start; false after anything else.
  func lockAgain() throws(Diagnostic) -> Bool

  /// The same with the flag that stops the command: a long query ends, and so does waiting for another process.
  func begin(_ command: String, cancellation: Cancellation)

  /// Makes what was written since `begin` lasting; the change sets it makes up, or none when nothing was written.
  func commit() throws(Diagnostic) -> [ChangeSetID]

  /// Drops what was written since `begin`.
  func rollBack()

  /// The running command runs other commands: until `release`, what those write is part of its own transaction, so
  /// that a rollback of it takes all of them back. Each of them still begins and ends as always.
  func hold() throws(Diagnostic)

  /// The commands inside of the running one have ended.
  func release()

  /// Throws `unknown-workspace` when the running command looked for records in a workspace that was named and is not
  /// there, and wrote none.
  func refuseMissing() throws(Diagnostic)

  /// What to report about the workspace, each sentence once.
  func notices() -> [String]
}

extension TransactionStore {
  /// A store that nothing need stop.
  public func begin(_ command: String, cancellation: Cancellation) { begin(command) }

  /// A store that no other program writes to.
  public func lockAgain() throws(Diagnostic) -> Bool { false }

  /// A store whose commands are each a transaction of their own.
  public func hold() throws(Diagnostic) {}

  /// The other end of `hold`.
  public func release() {}

  /// A store that is always there.
  public func refuseMissing() throws(Diagnostic) {}

  /// A store with nothing to report.
  public func notices() -> [String] { [] }
}
