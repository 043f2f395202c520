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
  /// The flag of the running command; nil while what must be done is done.
  var cancellation: Cancellation? {
    didSet { connection?.stop = cancellation }
  }
  var phase = Phase.idle
  var ids = UUIDv7()
  /// The command that is running.
  var command = ""
  /// Results that came while a transaction was open; they must outlive its rollback.
  var waiting: [EvaluationResult] = []
  /// Why a plugin's kinds cannot be used with this file.
  var refused: [String: Diagnostic] = [:]
  /// Plugins whose kinds are not in this file, which can only be read.
  var absent: Set<String> = []
  /// Whether this session wrote, so that its end is to be noted.
  var hasWritten = false
  private var identity: WorkspaceFile.Identity?
  private var schemaVersion = 0
  /// The size and time of the file when it was opened.
  private var change: [Int] = []

  /// Where the running command's transaction stands.
  enum Phase {
    /// It has written nothing.
    case idle
    /// It has the lock.
    case open(Transaction)
    /// It could not write on, and what it wrote is taken back.
    case failed(Diagnostic)
  }

  /// The open transaction of a command.
  struct Transaction {
    /// The moment everything in it is stamped with.
    let at: Moment
    /// Its change set, once something is in it.
    var set: (number: Int, id: ChangeSetID)?
    /// Changes logged so far.
    var changes = 0
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
    // Results may still wait when the disk failed and the connection was given up.
    flushWaiting()
    if let connection, hasWritten, !connection.isReadOnly {
      // Nobody waits at the end of a session: who holds the lock now writes the note later.
      try? connection.run("PRAGMA busy_timeout = 0")
      try? connection.run("UPDATE podium_meta SET value = 1 WHERE name = 'clean'")
    }
    connection?.close()
    connection = nil
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
    _ none: @autoclosure () -> Result, _ body: (Connection) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    if case .failed(let error) = phase { throw error }
    guard let connection = try opened(creating: false) else { return none() }
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
    connection.close()
    self.connection = nil
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
    connection?.close()
    connection = nil
  }

  // MARK: Opening

  /// The open connection; nil where there is no workspace and none is to be made.
  func opened(creating: Bool) throws(Diagnostic) -> Connection? {
    if let connection {
      if isOpen { return connection }
      // What could only be read may be written by now.
      if !(creating && connection.isFrozen), try isCurrent(connection) { return connection }
      drop()
    }
    let plan = try plan.get()
    let fresh = try open(creating: creating)
    guard let fresh else { return nil }
    do throws(Diagnostic) {
      try adopt(fresh, plan, creating: creating)
    } catch {
      fresh.rollBack()
      fresh.close()
      connection = nil
      throw error
    }
    return connection
  }

  /// Whether a path leads to the open file.
  func isInPlace(_ file: String) -> Bool { WorkspaceFile.identity(file) == identity }

  /// Whether the path still leads to the open file and its tables are as they were looked at.
  private func isCurrent(_ connection: Connection) throws(Diagnostic) -> Bool {
    guard let file else { return true }
    guard isInPlace(file) else { return false }
    // Nothing tells a frozen connection that others write, but the file's own time and the log.
    if connection.isFrozen { return WorkspaceFile.change(file) == change && WorkspaceFile.size(file + "-wal") == 0 }
    do throws(Diagnostic) {
      return try connection.integer("PRAGMA schema_version") == schemaVersion
    } catch {
      settle(error)
      throw error
    }
  }

  private func open(creating: Bool) throws(Diagnostic) -> Connection? {
    guard let file else { return creating ? try Connection(nil, patience: patience, stop: cancellation) : nil }
    switch try WorkspaceFile.kind(file) {
    case .missing:
      guard creating else { return nil }
      try WorkspaceFile.make(file)
    case .empty:
      // A file that was born and not yet filled; a log beside it may hold everything.
      if !creating, WorkspaceFile.size(file + "-wal") == 0, WorkspaceFile.size(file + "-journal") == 0 { return nil }
    case .file:
      try Engine.look(at: file, patience: patience)
    }
    do throws(Diagnostic) {
      return try Connection(file, patience: patience, stop: cancellation)
    } catch {
      // Without a log there is nothing that a file on a read-only or full disk could be waiting for.
      guard
        ["workspace-unreadable", "workspace-read-only"].contains(error.code)
          || (error.code == "workspace-full" && !creating),
        WorkspaceFile.size(file + "-wal") == 0, WorkspaceFile.size(file + "-journal") == 0
      else { throw error }
      do throws(Diagnostic) { return try Connection(file, mode: .frozen, patience: patience) } catch let second {
        throw second.code == "workspace-unreadable" ? error : second
      }
    }
  }

  /// Throws when a file is somebody else's, before a connection that could write is opened on it.
  private static func look(at file: String, patience: Double) throws(Diagnostic) {
    let probe: Connection
    do throws(Diagnostic) { probe = try Connection(file, mode: .probe, patience: patience) } catch {
      guard error.code == "not-a-workspace" || error.code == "workspace-damaged" else { return }
      // A journal beside it may be about to be played back, which only a connection that writes can do.
      if WorkspaceFile.size(file + "-journal") > 0 { return }
      throw error
    }
    defer { probe.close() }
    do throws(Diagnostic) { _ = try Layout.owner(of: probe) } catch {
      if error.code == "not-a-workspace" || error.code == "workspace-newer" || error.code == "workspace-damaged" {
        throw error
      }
    }
  }

  /// Makes a connection the workspace's own: the file is filled, checked, and brought to what the plugins know.
  func adopt(_ fresh: Connection, _ plan: MigrationPlan, creating: Bool = true) throws(Diagnostic) {
    if try Layout.owner(of: fresh) == .nobody {
      guard creating else {
        fresh.close()
        return
      }
      try fresh.run("BEGIN EXCLUSIVE")
      // Two processes may have made the same file.
      if try Layout.owner(of: fresh) == .nobody { try Layout.create(in: fresh) }
      try fresh.run("COMMIT")
    }
    for setting in settings { try fresh.run("PRAGMA " + setting) }
    let isClean = try fresh.integer("SELECT value FROM podium_meta WHERE name = 'clean'") == 1
    let size = file.map { WorkspaceFile.size($0) } ?? .max
    if size <= Engine.quicklyChecked || !isClean { try Layout.verify(fresh, whole: size <= Engine.whollyChecked) }
    if file != nil, !fresh.isReadOnly { try keepLog(fresh) }
    try bring(fresh, to: plan)
    schemaVersion = try fresh.integer("PRAGMA schema_version") ?? 0
    identity = file.flatMap { WorkspaceFile.identity($0) }
    change = file.map { WorkspaceFile.change($0) } ?? []
    connection = fresh
  }

  /// Makes changes go to a log beside the file first.
  ///
  /// The switch needs the file alone, and SQLite does not wait for that.
  private func keepLog(_ connection: Connection) throws(Diagnostic) {
    var waited = 0.0
    while true {
      do throws(Diagnostic) {
        let mode = try connection.text("PRAGMA journal_mode = WAL")
        guard mode == "wal" else {
          throw Diagnostic("workspace-failed", "the workspace cannot keep a log beside its file", cause: mode)
        }
        return
      } catch {
        guard error.code == "workspace-busy", waited < patience else { throw error }
        try cancellation?.check()
        usleep(5000)
        waited += 0.005
      }
    }
  }

  /// Up to so many bytes every opening compares the indexes with their tables too, in some 10 ms a MiB.
  static let whollyChecked = 8 << 20
  /// Up to so many bytes every opening looks at every page, in some 2 ms a MiB.
  static let quicklyChecked = 256 << 20
}
