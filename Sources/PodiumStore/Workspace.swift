public import PodiumCore
public import PodiumPlugin
internal import Synchronization

/// The workspace in one SQLite file, or in memory: what a command wrote is there whole or not at all, and once
/// `commit` has returned it survives a crash and a power cut.
///
/// Nothing is opened or made before it is needed: reading a file that is not there answers as an empty workspace. It
/// may be used from any thread, and by several processes at once.
public final class Workspace: Store {
  let parts: Mutex<WorkspaceParts>

  /// Names a workspace; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - file: The file; nil for a workspace in memory.
  ///   - author: Who the records and changes are stamped with.
  ///   - migrations: What the plugins keep, by plugin, in order of version.
  ///   - clock: The time of stamps.
  public convenience init(
    file: String?, author: String, migrations: [String: [StoreMigration]],
    clock: @escaping @Sendable () -> Moment
  ) {
    self.init(file: file, author: author, migrations: migrations, patience: 5, settings: [], clock: clock)
  }

  /// A workspace that the user named: reading from a file that is not there is an error, and making it is reported.
  ///
  /// - Parameter name: The file as it was typed.
  public convenience init(
    file: String, named name: String, author: String, migrations: [String: [StoreMigration]],
    clock: @escaping @Sendable () -> Moment
  ) {
    self.init(file: file, author: author, migrations: migrations, clock: clock)
    parts.withLock { $0.database.name = name }
  }

  /// The same with what only tests and benchmarks change: seconds to wait for another process's lock, and settings
  /// of the connection.
  package init(
    file: String?, author: String, migrations: [String: [StoreMigration]], patience: Double,
    settings: [String] = [], clock: @escaping @Sendable () -> Moment
  ) {
    parts = Mutex(
      WorkspaceParts(
        WorkspaceDatabase(
          file: file, author: author, migrations: migrations, patience: patience, settings: settings, clock: clock)))
  }
}
