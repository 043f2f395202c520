public import PodiumCore
public import PodiumPlugin
internal import Synchronization

/// The workspace in one SQLite file, or in memory: a command's writes are stored completely or not at all, and once
/// `commit` has returned they survive a crash and a power cut.
///
/// Nothing is opened or created before it is needed: a missing file reads as an empty workspace. It
/// may be used from any thread, and by several processes at once.
public final class Workspace: Store {
  let parts: Mutex<WorkspaceParts>

  /// Creates a workspace; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - file: The file; nil for a workspace in memory.
  ///   - author: The author of records and changes.
  ///   - migrations: What the plugins keep.
  ///   - clock: The clock for timestamps.
  public convenience init(
    file: String?, author: String, migrations: StoreMigrations,
    clock: @escaping @Sendable () -> Moment
  ) {
    self.init(file: file, author: author, migrations: migrations, patience: 5, settings: [], clock: clock)
  }

  /// A workspace that the user named: reading from a missing file is an error, and creating it is reported.
  ///
  /// - Parameter name: The file as typed.
  public convenience init(
    file: String, named name: String, author: String, migrations: StoreMigrations,
    clock: @escaping @Sendable () -> Moment
  ) {
    self.init(file: file, author: author, migrations: migrations, clock: clock)
    parts.withLock { $0.database.name = name }
  }

  /// An empty workspace that refuses every write, for sessions without a workspace file.
  ///
  /// - Parameter reason: Why there is none.
  public convenience init(
    nowhere reason: String, author: String, migrations: StoreMigrations, clock: @escaping @Sendable () -> Moment
  ) {
    self.init(file: nil, author: author, migrations: migrations, clock: clock)
    parts.withLock {
      $0.database.refusal = Diagnostic(
        "no-workspace", "you have no workspace file, so nothing was written: \(reason)",
        help: "set HOME, or name a file with --workspace; --workspace :memory: keeps it for this session only")
    }
  }

  /// Another workspace on the same file with a connection of its own, for reading while this one writes.
  ///
  /// It opens without looking at every page again where this one is open, and waits as long for another process's lock unless
  /// `patience` says how many seconds. A workspace in memory has no other: nil.
  public func companion(patience: Double? = nil) -> Workspace? {
    let own = parts.withLock { parts in
      let database = parts.database
      return (
        file: database.file, author: database.author, migrations: database.migrations, patience: database.patience,
        settings: database.settings, clock: database.clock, mustExist: database.mustExist,
        checked: database.connection == nil ? nil : database.identity
      )
    }
    guard let file = own.file else { return nil }
    let other = Workspace(
      file: file, author: own.author, migrations: own.migrations, patience: patience ?? own.patience,
      settings: own.settings, clock: own.clock)
    other.parts.withLock { ($0.database.checked, $0.database.mustExist) = (own.checked, own.mustExist) }
    return other
  }

  /// Makes the file if it is not there; from then on it must be, and a file that is moved or deleted is an error, for this
  /// workspace and its companions.
  public func settle() throws(Diagnostic) {
    try parts.withLock { (parts) throws(Diagnostic) in
      _ = try parts.database.opened(creating: true)
      parts.database.mustExist = parts.database.file != nil
    }
  }

  /// Throws `not-a-workspace` where the user named a folder, a pipe, a device or a file of the kernel.
  public func requireRegular() throws(Diagnostic) {
    try parts.withLock { (parts) throws(Diagnostic) in
      if parts.database.name != nil, let file = parts.database.file { try WorkspaceFile.requireRegular(file) }
    }
  }

  /// The same with parameters for tests and benchmarks: seconds to wait for another process's lock, settings of the
  /// connection, and what happens just before the lock is taken.
  package init(
    file: String?, author: String, migrations: StoreMigrations, patience: Double,
    settings: [String] = [], beforeLock: @escaping @Sendable () -> Void = {}, clock: @escaping @Sendable () -> Moment
  ) {
    parts = Mutex(
      WorkspaceParts(
        WorkspaceDatabase(
          file: file, author: author, migrations: migrations, patience: patience, settings: settings,
          beforeLock: beforeLock, clock: clock)))
  }
}
