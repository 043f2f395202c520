public import PodiumCore

/// The transaction of the running command; only the interpreter uses it.
public protocol TransactionStore: Sendable {
  /// A command starts; nothing is locked before its first write, or before `lock` of a `RecordStore`.
  ///
  /// If another program writes between the command's first read and its first write, that write throws
  /// `workspace-changed`.
  func begin(_ command: String)

  /// The same with all that is known of its start.
  ///
  /// Throws `repeated-request` where the request is known already, and what taking the lock throws.
  func begin(_ start: CommandStart) throws(Diagnostic)

  /// What the command of an earlier request made; nil for an unknown request.
  func request(_ key: String) throws(Diagnostic) -> AnsweredRequest?

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

/// How a command starts.
public struct CommandStart: Sendable {
  /// The command as it was typed.
  public var command: String
  /// The flag that stops it.
  public var cancellation: Cancellation?
  /// Who gives it; nil for the author of the store.
  public var author: String?
  /// Whether it takes the lock now, so that all it reads stays as it is until its end.
  public var locks: Bool
  /// The request that asked for it, whose key is kept with what the command writes: asked again it is not done twice.
  public var request: RequestKey?

  /// Starts a command.
  public init(
    _ command: String, cancellation: Cancellation? = nil, author: String? = nil, locks: Bool = false,
    request: RequestKey? = nil
  ) {
    (self.command, self.cancellation, self.author) = (command, cancellation, author)
    (self.locks, self.request) = (locks, request)
  }
}

/// A request by its key, which whoever sends it chooses, and a digest of what it asks for.
public struct RequestKey: Sendable, Hashable {
  /// The key, with the account whose key it is.
  public let key: String
  /// A digest of the request: the same key with another digest is another request.
  public let digest: Int

  /// Names a request.
  public init(_ key: String, digest: Int) { (self.key, self.digest) = (key, digest) }
}

/// A request that was done.
public struct AnsweredRequest: Sendable, Equatable {
  /// What it asked for.
  public let digest: Int
  /// The change set of its command, and when it was written.
  public let set: ChangeSetID
  public let at: Moment
  /// What the command changed, the oldest first.
  public let changes: [Change]

  /// Notes what became of a request.
  public init(digest: Int, set: ChangeSetID, at: Moment, changes: [Change]) {
    (self.digest, self.set, self.at, self.changes) = (digest, set, at, changes)
  }
}

extension TransactionStore {
  /// A store of one author without requests.
  public func begin(_ start: CommandStart) throws(Diagnostic) {
    if let cancellation = start.cancellation {
      begin(start.command, cancellation: cancellation)
    } else {
      begin(start.command)
    }
  }

  /// A store without requests.
  public func request(_ key: String) throws(Diagnostic) -> AnsweredRequest? { nil }

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
