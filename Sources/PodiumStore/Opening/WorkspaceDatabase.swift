internal import PodiumCore
internal import PodiumFiles
internal import PodiumPlugin
internal import Synchronization

/// The workspace's file and the connection to it.
///
/// A class used under the workspace's lock only. It opens nothing before it is needed, closes a connection that
/// reported a failing disk, and opens the file again at the next call. The other parts of the workspace use its
/// connection.
final class WorkspaceDatabase {
  let file: String?
  var author: String
  let clock: @Sendable () -> Moment
  /// What the plugins store, or why they cannot; computed on first use, so that it does not slow the start.
  var plan: Result<MigrationPlan, Diagnostic> {
    migrations.derived { migrations in Result { () throws(Diagnostic) in try MigrationPlan(migrations) } }
  }
  let migrations: StoreMigrations
  /// Seconds to wait for another process that is writing.
  let patience: Double
  /// Additional settings of the connection; the crash benchmark shows what weaker ones lose.
  let settings: [String]
  /// Called just before the lock is taken; tests let another program write then.
  let beforeLock: @Sendable () -> Void

  var connection: Connection? {
    didSet { connection?.stop = cancellation }
  }
  /// A second, read-only connection to the same file; the first one outlives it.
  var side: Connection?
  /// The interrupt flag of the running command; nil while nothing may be interrupted.
  var cancellation: Cancellation? {
    didSet {
      connection?.stop = cancellation
      side?.stop = cancellation
    }
  }
  /// Names for records and change sets.
  var ids = UUIDv7()
  /// Why a plugin's kinds cannot be used with this file.
  var refused: [String: Diagnostic] = [:]
  /// Plugins whose kinds were missing from this file when it was opened: they are made at the first write to one.
  var absent: Set<String> = []
  /// Whether this session wrote, so that its end must be recorded.
  var hasWritten = false
  /// Which file was opened, and the version of its schema at that time.
  var identity: WorkspaceFile.Identity?
  var schemaVersion = 0
  /// What SQLite counted of other connections' commits when the path last led to the open file.
  var othersCommits: Int?
  /// A number for the latest opening of the file, unlike that of any other opening in this process.
  private(set) var opening = 0
  private static let openings = Atomic<Int>(0)
  /// The file that another connection of this process has checked, so that this one need not look at every page again.
  var checked: WorkspaceFile.Identity?
  /// The size and time of the file when it was opened.
  var change: [Int] = []

  /// Why the file can only be read.
  var frozen: Diagnostic?
  /// Whether a command has a transaction open on the connection, which must not change until its end.
  var isHeld = false
  /// The file as the user named it; nil if not named, so that a missing file counts as empty.
  var name: String?
  /// Whether the file was there and must be: one that is gone is neither empty nor made again.
  var mustExist = false
  /// Why nothing can be written, where there is neither a file nor the wish for one in memory.
  var refusal: Diagnostic?
  /// Nothing else in this process opens or replaces the file, which may be opened at any time.
  private var hold: HeldFiles.Hold?
  /// What to report.
  private var pendingNotices: [String] = []

  init(
    file: String?, author: String, migrations: StoreMigrations, patience: Double, settings: [String],
    beforeLock: @escaping @Sendable () -> Void, clock: @escaping @Sendable () -> Moment
  ) {
    self.file = file
    self.author = author
    self.clock = clock
    self.patience = patience
    self.settings = settings
    self.beforeLock = beforeLock
    self.migrations = migrations
    keep()
  }

  /// Keeps others in this process from the file until `close`.
  func keep() { hold = hold ?? file.map { Connection.hold($0) } }

  /// Numbers an opening of the file.
  func countOpening() { opening = WorkspaceDatabase.openings.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Records that the session ended normally, and closes.
  func close() {
    if let connection, hasWritten, !connection.isReadOnly {
      // The end of a session does not wait: the process that holds the lock records its own end later.
      try? connection.run("PRAGMA busy_timeout = 0")
      try? connection.run("UPDATE podium_meta SET value = 1 WHERE name = 'clean'")
    }
    giveUp()
    hasWritten = false
    hold = nil
  }

  /// Runs a computation, and abandons it when the running command is interrupted.
  func detached<Value: Sendable>(
    _ work: @escaping @Sendable () throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    if let cancellation { return try cancellation.detached(work) }
    return try work()
  }

  /// Runs something that must not be interrupted.
  func unstopped<Value>(_ work: () throws(Diagnostic) -> Value) throws(Diagnostic) -> Value {
    let before = cancellation
    cancellation = nil
    defer { cancellation = before }
    return try work()
  }

  /// After an error outside a command's transaction: closes a connection that cannot be trusted.
  func settle() {
    guard let connection, connection.isBroken else { return }
    connection.rollBack()
    giveUp()
  }

  /// Closes without recording a normal end.
  func drop() {
    connection?.rollBack()
    giveUp()
  }

  /// Closes both connections, the writable one last, since only the last to close moves the log into the file.
  func giveUp() {
    closeSide()
    if let connection, let file, !isInPlace(file) { emptyLog(connection) }
    connection?.close()
    connection = nil
  }

  /// Closes the second connection.
  func closeSide() {
    side?.close()
    side = nil
  }

  /// Queues a notice for the next response.
  func report(_ sentence: String) { pendingNotices.append(sentence) }

  /// Returns and clears the notices.
  func takeNotices() -> [String] {
    defer { pendingNotices = [] }
    return pendingNotices
  }
}
