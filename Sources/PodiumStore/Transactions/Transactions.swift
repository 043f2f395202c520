internal import PodiumCore
internal import PodiumPlugin

/// The transaction of the running command, or of a file of commands, on the one connection.
///
/// SQLite's lock is taken at a command's first write, unless the command asks for it (`lock`). What a command writes
/// depends on what it read before: if another program has written since its first read, it is overtaken, writes nothing, and
/// runs again with the lock (`lockAgain`). So commands have the effect of running one after another, and those that only
/// read wait for no one.
///
/// A class used under the workspace's lock only.
final class Transactions {
  let database: WorkspaceDatabase
  /// The command that is running.
  var command = ""
  var phase = Phase.idle {
    didSet { database.isHeld = isOpen }
  }
  /// The running command, and the enclosing commands that run a file.
  var level = Level()
  var outerLevels: [Level] = []
  /// Whether the running command looked for something in a file that does not exist.
  var wasSought = false
  /// Runs what waits for the end of a transaction, however it ended.
  var afterwards: () -> Void = {}

  init(_ database: WorkspaceDatabase) { self.database = database }

  /// The state of the running command's transaction.
  enum Phase {
    /// It has written nothing.
    case idle
    /// It has the lock.
    case open(Transaction)
    /// It failed to write, and its writes are rolled back.
    case failed(Diagnostic)
  }

  /// The open transaction of a command, or of a file of commands.
  struct Transaction {
    /// The timestamp of everything that the running command writes.
    var at: Moment
    /// The change set of the running command, once it has a change.
    var set: (number: Int, id: ChangeSetID)?
    /// Whether a successful command has written in it.
    var hasEnded = false
    /// Whether a record was erased in it, of which the files must keep nothing.
    var hasErased = false
  }

  /// The state of the workspace at the first read of a command.
  enum Seen: Equatable {
    /// There was no file, or an empty one.
    case nothing
    /// The opening of the file, and the commits of other connections.
    case file(opening: Int, others: Int)
  }

  /// A command within the transaction of its file.
  struct Level {
    var command = ""
    /// Who gives it; nil for the author of the workspace, or of the command that runs it.
    var author: String?
    /// The request that asked for it.
    var request: RequestKey?
    /// What its first read saw; nil before that, and if it had the lock.
    var seen: Seen?
    /// Whether nothing was written before it, so that its rollback rolls back everything.
    var startedIdle = true
    /// Whether a savepoint marks where it began.
    var hasSavepoint = false
    /// Its change set while commands inside it run.
    var set: (number: Int, id: ChangeSetID)?
  }

  /// Who writes: whoever gave the running command, or the one that runs it.
  var author: String { level.author ?? outerLevels.last { $0.author != nil }?.author ?? database.author }

  /// Whether the running command has the lock.
  var isOpen: Bool { if case .open = phase { true } else { false } }

  /// Whether the running command is not in a file of commands.
  var isOutermost: Bool { outerLevels.isEmpty }

  // MARK: Reading and writing

  /// Each access asks whether the command was asked to stop: then it stops here, however it computes in between. One that was
  /// abandoned (`Cancellation.detached`) reads and writes nothing more, since the transaction is another command's by then.
  private func checkFlags() throws(Diagnostic) {
    try Cancellation.checkWork()
    try database.cancellation?.check()
  }

  /// Runs a closure that only reads; returns `none` if there is no workspace yet.
  func reading<Result>(
    _ none: @autoclosure () -> Result, seeks: Bool = true, _ body: (Connection) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    if case .failed(let error) = phase { throw error }
    try checkFlags()
    let connection = try database.opened(creating: false)
    if !isOpen, level.seen == nil { level.seen = try seen(connection) }
    guard let connection else {
      if seeks { wasSought = true }
      return none()
    }
    do throws(Diagnostic) { return try body(connection) } catch {
      settle(error)
      throw error
    }
  }

  /// Runs a closure that writes, completely or not at all, within the command's transaction.
  func writing<Result>(_ body: (Connection) throws(Diagnostic) -> Result) throws(Diagnostic) -> Result {
    let connection = try transaction()
    do throws(Diagnostic) { return try connection.nested { () throws(Diagnostic) in try body(connection) } } catch {
      settle(error)
      throw error
    }
  }

  /// After an error: closes a connection that cannot be trusted, which discards the command's writes.
  func settle(_ error: Diagnostic) {
    guard let connection = database.connection, connection.isBroken || (isOpen && !connection.isInTransaction) else {
      return
    }
    connection.rollBack()
    database.giveUp()
    if isOpen { phase = .failed(error) }
  }

  /// The connection with the command's transaction open on it.
  func transaction() throws(Diagnostic) -> Connection {
    try checkFlags()
    switch phase {
    case .failed(let error): throw error
    case .open:
      guard let connection = database.connection else { throw Diagnostic.closedWorkspace }
      try markStart(connection)
      return connection
    case .idle: break
    }
    let (connection, moment) = try database.lock()
    phase = .open(Transaction(at: moment))
    if let request = level.request, try setNumber(of: request.key, connection) != nil {
      connection.rollBack()
      phase = .failed(.repeatedRequest)
      throw .repeatedRequest
    }
    guard let seen = level.seen, try isOvertaken(since: seen, connection) else { return connection }
    connection.rollBack()
    phase = .failed(.overtaken)
    throw .overtaken
  }

  /// The state of the workspace, before a read.
  private func seen(_ connection: Connection?) throws(Diagnostic) -> Seen {
    guard let connection else { return .nothing }
    return .file(opening: database.opening, others: try connection.integer("PRAGMA data_version") ?? 0)
  }

  /// Whether another program has written since a state was seen; the connection has the lock.
  private func isOvertaken(since seen: Seen, _ connection: Connection) throws(Diagnostic) -> Bool {
    guard seen == .nothing else { return try self.seen(connection) != seen }
    return try connection.integer("SELECT count(*) FROM (SELECT 1 FROM podium_sets LIMIT 1)") != 0
  }

  /// Takes the lock now: what the command reads from here on stays as it is until its end; what it read before does not count.
  func lock() throws(Diagnostic) {
    if case .failed(let error) = phase { throw error }
    guard !isOpen else { return }
    level.seen = nil
    // Without a file there is nothing to read; its first write notices one that another program makes.
    if try database.opened(creating: false)?.isReadOnly == false { _ = try transaction() }
  }

  /// After a command was overtaken, takes the lock for another run of it from its start; false if it was not.
  func lockAgain() throws(Diagnostic) -> Bool {
    guard case .failed(.overtaken) = phase else { return false }
    phase = .idle
    level = Level(command: level.command, author: level.author, request: level.request)
    try lock()
    return true
  }

  /// Notes that the running command erased a record: after its commit the files are cleaned.
  func markErased() {
    guard case .open(var transaction) = phase else { return }
    transaction.hasErased = true
    phase = .open(transaction)
  }

  /// The author and time of everything the running command writes.
  func stamp() throws(Diagnostic) -> Record.Stamp {
    guard case .open(let transaction) = phase else {
      throw Diagnostic("workspace-failed", "no transaction is open")
    }
    return Record.Stamp(at: transaction.at, by: author)
  }

  /// Throws `unknown-workspace` if the running command looked for something there and wrote nothing.
  ///
  /// This is only known at its end: a command that writes looks first, and creates the file.
  func refuseMissing() throws(Diagnostic) {
    guard let name = database.name, let file = database.file, wasSought, case .idle = phase,
      try WorkspaceFile.kind(file) == .missing
    else { return }
    throw Diagnostic(
      "unknown-workspace", "there is no workspace at '\(name)'",
      help: "check the path after --workspace; a command that writes, such as save, creates a new one there")
  }
}

extension Diagnostic {
  /// The connection was closed while it was needed.
  static var closedWorkspace: Diagnostic { Diagnostic("workspace-failed", "the workspace was closed") }

  /// Another program wrote between the first read and the first write of a command.
  static let overtaken = Diagnostic(
    "workspace-changed", "another program changed the workspace while this command ran, so nothing was changed",
    help: "run the command again")
}
