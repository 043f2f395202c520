internal import Glibc
internal import PodiumCore
internal import PodiumLearn
internal import PodiumShell

/// What stands behind `Workspace`: the connection, the open transaction and what waits for its end.
///
/// A class used under the workspace's lock only. It opens nothing before it is asked, drops a connection that
/// reported a failing disk, and opens anew at the next call.
final class Engine {
  let file: String?
  let author: String
  let clock: @Sendable () -> Moment
  /// What the plugins keep, or why they cannot; looked at when it is first asked for, so that a start costs nothing.
  private(set) lazy var plan: Result<MigrationPlan, Diagnostic> = {
    do throws(Diagnostic) { return .success(try MigrationPlan(migrations)) } catch { return .failure(error) }
  }()
  private let migrations: [String: [StoreMigration]]
  /// Seconds to wait for another process that is writing.
  let patience: Double
  /// Settings of the connection beyond the usual ones; the crash benchmark shows what weaker ones lose.
  let settings: [String]

  var connection: Connection? {
    didSet { connection?.stop = cancellation }
  }
  /// A second connection to the same file, which only reads beside the first; it lives no longer than that.
  var side: Connection?
  /// The flag of the running command; nil while what must be done is done.
  var cancellation: Cancellation? {
    didSet {
      connection?.stop = cancellation
      side?.stop = cancellation
    }
  }
  var phase = Phase.idle
  var ids = UUIDv7()
  /// The command that is running.
  var command = ""
  /// Results that came while a transaction was open; they must outlive its rollback.
  var waiting: [EvaluationResult] = []
  /// Bytes of results that were kept since their size was looked at; the first keeping looks.
  var uncounted = Engine.mostResultBytes
  /// The most bytes that results may take; tests lower it.
  var resultLimit = Engine.mostResultBytes
  /// Why a plugin's kinds cannot be used with this file.
  var refused: [String: Diagnostic] = [:]
  /// Plugins whose kinds are not in this file, which can only be read.
  var absent: Set<String> = []
  /// Whether this session wrote, so that its end is to be noted.
  var hasWritten = false
  /// Which file was opened, and the version of its schema then.
  var identity: WorkspaceFile.Identity?
  var schemaVersion = 0
  /// How often a connection was taken into use.
  var openings = 0
  /// The size and time of the file when it was opened.
  var change: [Int] = []

  /// Where the running command's transaction stands.
  enum Phase {
    /// It has written nothing.
    case idle
    /// It has the lock.
    case open(Transaction)
    /// It could not write on, and what it wrote is taken back.
    case failed(Diagnostic)
  }

  /// What the user called the file; nil where it was not named, so that one that is not there is an empty one.
  var name: String?
  /// Whether the running command looked for something in a file that is not there.
  var wasSought = false
  /// What to report.
  var pendingNotices: [String] = []

  /// The open transaction of a command, or of a file of commands.
  struct Transaction {
    /// The moment everything that the running command writes is stamped with.
    var at: Moment
    /// The change set of the running command, once something is in it.
    var set: (number: Int, id: ChangeSetID)?
    /// Changes logged so far.
    var changes = 0
    /// Whether a command that has ended well wrote in it.
    var hasEnded = false
  }

  /// The running command, and those around it that run a file of commands.
  var level = Level()
  var outerLevels: [Level] = []

  /// A command within the transaction of its file.
  struct Level {
    var command = ""
    /// Whether nothing was written before it, so that a rollback of it is one of all.
    var startedIdle = true
    /// Whether a savepoint marks where it began.
    var hasSavepoint = false
    /// Its change set while commands inside of it run.
    var set: (number: Int, id: ChangeSetID)?
  }

  init(
    file: String?, author: String, migrations: [String: [StoreMigration]], patience: Double, settings: [String],
    clock: @escaping @Sendable () -> Moment
  ) {
    self.file = file
    self.author = author
    self.clock = clock
    self.patience = patience
    self.settings = settings
    self.migrations = migrations
  }

  deinit { close() }

  /// Notes that the session ended as it should, and closes.
  func close() {
    cancellation = nil
    connection?.rollBack()
    phase = .idle
    (level, outerLevels) = (Level(), [])
    // Results may still wait when the disk failed and the connection was given up.
    flushWaiting()
    if let connection, hasWritten, !connection.isReadOnly {
      // Nobody waits at the end of a session: who holds the lock now writes the note later.
      try? connection.run("PRAGMA busy_timeout = 0")
      try? connection.run("UPDATE podium_meta SET value = 1 WHERE name = 'clean'")
    }
    giveUp()
    hasWritten = false
  }

  /// Does what only computes, and leaves it to itself when the running command is to stop.
  func leaving<Value: Sendable>(
    _ work: @escaping @Sendable () throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    if let cancellation { return try cancellation.leaving(work) }
    return try work()
  }

  /// Does what must be done whether or not the running command is to stop.
  func unstopped<Value>(_ work: () throws(Diagnostic) -> Value) throws(Diagnostic) -> Value {
    let before = cancellation
    cancellation = nil
    defer { cancellation = before }
    return try work()
  }

  // MARK: Reading and writing

  /// Does something that only reads; `none` is the answer where there is no workspace yet.
  func reading<Result>(
    _ none: @autoclosure () -> Result, seeks: Bool = true, _ body: (Connection) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    if case .failed(let error) = phase { throw error }
    guard let connection = try opened(creating: false) else {
      if seeks { wasSought = true }
      return none()
    }
    do throws(Diagnostic) { return try body(connection) } catch {
      settle(error)
      throw error
    }
  }

  /// Does something that writes, whole or not at all, within the command's transaction.
  func writing<Result>(_ body: (Connection) throws(Diagnostic) -> Result) throws(Diagnostic) -> Result {
    let connection = try transaction()
    do throws(Diagnostic) { return try connection.nested { () throws(Diagnostic) in try body(connection) } } catch {
      settle(error)
      throw error
    }
  }

  /// After an error: a connection that cannot be trusted is given up, and with it what the command wrote.
  func settle(_ error: Diagnostic) {
    guard let connection, connection.isBroken || (isOpen && !connection.isInTransaction) else { return }
    connection.rollBack()
    giveUp()
    if isOpen { phase = .failed(error) }
  }

  /// Whether the running command has the lock.
  var isOpen: Bool { if case .open = phase { true } else { false } }

  /// The connection with the command's transaction open on it.
  func transaction() throws(Diagnostic) -> Connection {
    switch phase {
    case .failed(let error): throw error
    case .open:
      guard let connection else { throw Diagnostic("workspace-failed", "the workspace was closed") }
      try markStart(connection)
      return connection
    case .idle: break
    }
    let (connection, moment) = try lock()
    phase = .open(Transaction(at: moment))
    return connection
  }

  /// Takes the lock for writing, on a file that is as this podium knows it.
  func lock() throws(Diagnostic) -> (Connection, Moment) {
    for _ in 0..<3 {
      guard let connection = try opened(creating: true) else { continue }
      guard !connection.isReadOnly else {
        throw SQLiteFailure.diagnostic(8, "", file: file)
      }
      do throws(Diagnostic) {
        try connection.run("BEGIN IMMEDIATE")
        // Another process may have changed plugins' tables between the look and the lock.
        if try connection.integer("PRAGMA schema_version") == schemaVersion {
          try connection.run("UPDATE podium_meta SET value = 0 WHERE name = 'clean' AND value <> 0")
          hasWritten = true
          // A run of names in the log must stay without others between them, whoever makes them.
          if let reached = try connection.integer("SELECT value FROM podium_meta WHERE name = 'names'") {
            ids.rise(above: reached)
          }
          return (connection, clock())
        }
        connection.rollBack()
        drop()
      } catch {
        connection.rollBack()
        settle(error)
        throw error
      }
    }
    throw Diagnostic(
      "workspace-busy", "other programs keep changing the workspace", help: "run the command again")
  }

  /// Closes without noting a clean end.
  func drop() {
    connection?.rollBack()
    giveUp()
  }

  /// Closes both connections; the one that may write last, since only the last moves the log into the file.
  private func giveUp() {
    closeSide()
    connection?.close()
    connection = nil
  }

  /// Closes the second connection, which its statements hold on to.
  func closeSide() {
    side?.close()
    side = nil
  }
}
