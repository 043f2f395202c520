internal import PodiumCore
internal import PodiumPlugin

/// The workspace's file and the connection to it.
///
/// A class used under the workspace's lock only. It opens nothing before it is asked, gives up a connection that
/// reported a failing disk, and opens the file again at the next call. Everything else of the workspace works through
/// the one it has.
final class WorkspaceDatabase {
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
  /// Names for records and change sets.
  var ids = UUIDv7()
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

  /// Whether a command has a transaction open on the connection, which stays the same until its end.
  var isHeld = false
  /// What the user called the file; nil where it was not named, so that one that is not there is an empty one.
  var name: String?
  /// What to report.
  private var pendingNotices: [String] = []

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

  /// Notes that the session ended as it should, and closes.
  func close() {
    if let connection, hasWritten, !connection.isReadOnly {
      // Nobody waits at the end of a session: who holds the lock now writes the note later.
      try? connection.run("PRAGMA busy_timeout = 0")
      try? connection.run("UPDATE podium_meta SET value = 1 WHERE name = 'clean'")
    }
    giveUp()
    hasWritten = false
  }

  /// Does what only computes, and leaves it to itself when the running command is to stop.
  func detached<Value: Sendable>(
    _ work: @escaping @Sendable () throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    if let cancellation { return try cancellation.detached(work) }
    return try work()
  }

  /// Does what must be done whether or not the running command is to stop.
  func unstopped<Value>(_ work: () throws(Diagnostic) -> Value) throws(Diagnostic) -> Value {
    let before = cancellation
    cancellation = nil
    defer { cancellation = before }
    return try work()
  }

  /// After an error outside of a command's transaction: a connection that cannot be trusted is given up.
  func settle() {
    guard let connection, connection.isBroken else { return }
    connection.rollBack()
    giveUp()
  }

  /// Closes without noting a clean end.
  func drop() {
    connection?.rollBack()
    giveUp()
  }

  /// Closes both connections; the one that may write last, since only the last moves the log into the file.
  func giveUp() {
    closeSide()
    connection?.close()
    connection = nil
  }

  /// Closes the second connection.
  func closeSide() {
    side?.close()
    side = nil
  }

  /// Reports something with the next answer.
  func report(_ sentence: String) { pendingNotices.append(sentence) }

  /// What to report, once.
  func takeNotices() -> [String] {
    defer { pendingNotices = [] }
    return pendingNotices
  }
}
