internal import Glibc
internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// Opening the file, upgrading it and checking that it is still the same.
extension WorkspaceDatabase {
  /// The open connection; nil if there is no workspace and none should be created.
  func opened(creating: Bool) throws(Diagnostic) -> Connection? {
    if let connection {
      if isHeld { return connection }
      // A file that was read-only may be writable by now.
      if !(creating && connection.isFrozen), try isCurrent(connection) { return connection }
      drop()
    }
    let fresh: Connection
    do throws(Diagnostic) {
      guard let there = try open(creating: creating) else { return nil }
      fresh = there
    } catch { throw explained(error) }
    do throws(Diagnostic) {
      // Only for a file that is there: asking plugins what they keep registers all of them.
      try adopt(fresh, plan.get(), creating: creating)
    } catch {
      fresh.rollBack()
      fresh.close()
      connection = nil
      // A file without a log, as a backup is, may be where none can be made.
      if error.isOfLog, !creating, !fresh.isFrozen { return try opened(creating: false) }
      throw explained(error)
    }
    return connection
  }

  /// Whether a path leads to the open file.
  func isInPlace(_ file: String) -> Bool { WorkspaceFile.identity(file) == identity }

  /// Whether the path still leads to the open file and its schema is unchanged.
  private func isCurrent(_ connection: Connection) throws(Diagnostic) -> Bool {
    guard let file else { return true }
    guard isInPlace(file) else { return false }
    // Only the file's time and its log show an immutable connection that others write.
    if connection.isFrozen { return WorkspaceFile.change(file) == change && WorkspaceFile.size(file + "-wal") == 0 }
    do throws(Diagnostic) {
      othersCommits = try connection.integer("PRAGMA data_version")
      return try connection.integer("PRAGMA schema_version") == schemaVersion
    } catch {
      settle()
      throw error
    }
  }

  private func open(creating: Bool) throws(Diagnostic) -> Connection? {
    keep()
    if let refusal {
      guard creating else { return nil }
      throw refusal
    }
    guard let file else { return creating ? try Connection(nil, patience: patience, stop: cancellation) : nil }
    switch try WorkspaceFile.kind(file) {
    case .missing,
      .empty where mustExist && WorkspaceFile.size(file + "-wal") == 0:
      if mustExist {
        throw Diagnostic("unknown-workspace", "the workspace '\(name ?? file)' is gone", help: "put it back")
      }
      guard creating else { return nil }
      try WorkspaceFile.make(file)
      if let name { report("created the workspace '\(name)'") }
    case .empty:
      // A file that was created and not filled yet; its log may hold everything.
      if !creating, WorkspaceFile.size(file + "-wal") == 0, WorkspaceFile.size(file + "-journal") == 0 { return nil }
    case .file:
      try WorkspaceDatabase.look(at: file, patience: patience)
    }
    let (opened, reason) = try WorkspaceDatabase.open(
      file, mode: .standard, reads: !creating, patience: patience, stop: cancellation)
    frozen = reason
    return opened
  }

  /// A connection to a file, and why it only reads one that is complete without a log, as on a read-only disk or where no log
  /// can be made. `reads` says whether that is all that is wanted: then a full disk does not matter.
  static func open(
    _ file: String, mode: Connection.Mode, reads: Bool, patience: Double, stop: Cancellation? = nil
  ) throws(Diagnostic) -> (Connection, reason: Diagnostic?) {
    do throws(Diagnostic) {
      return (try Connection(file, mode: mode, patience: patience, stop: stop), nil)
    } catch {
      guard
        ["workspace-unreadable", "workspace-read-only"].contains(error.code) || error.code == "workspace-full" && reads,
        WorkspaceFile.size(file + "-wal") == 0, WorkspaceFile.size(file + "-journal") == 0
      else { throw error }
      do throws(Diagnostic) { return (try Connection(file, mode: .frozen, patience: patience), error) } catch let second
      {
        throw second.code == "workspace-unreadable" ? error : second
      }
    }
  }

  /// Throws if a file is not a workspace, before a connection that could write opens it.
  private static func look(at file: String, patience: Double) throws(Diagnostic) {
    let probe: Connection
    do throws(Diagnostic) { probe = try Connection(file, mode: .probe, patience: patience) } catch {
      guard error.code == "not-a-workspace" || error.code == "workspace-damaged" else { return }
      // A journal may have to be replayed, which only a writing connection can do.
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

  /// Prepares a connection for the workspace: the file is filled, checked, and migrated to the plugins' versions.
  func adopt(_ fresh: Connection, _ plan: MigrationPlan, creating: Bool = true) throws(Diagnostic) {
    if try Layout.owner(of: fresh) == .empty {
      guard creating else {
        fresh.close()
        return
      }
      try fresh.run("BEGIN EXCLUSIVE")
      // Two processes may have created the same file.
      if try Layout.owner(of: fresh) == .empty { try Layout.create(in: fresh) }
      try fresh.run("COMMIT")
    }
    for setting in settings { try fresh.run("PRAGMA " + setting) }
    let isClean = try fresh.integer("SELECT value FROM podium_meta WHERE name = 'clean'") == 1
    let size = file.map { WorkspaceFile.size($0) } ?? .max
    let isChecked = checked != nil && checked == file.flatMap { WorkspaceFile.identity($0) }
    if !isChecked, size <= WorkspaceDatabase.quicklyChecked || !isClean {
      try Layout.verify(fresh, whole: size <= WorkspaceDatabase.whollyChecked)
    }
    if file != nil, !fresh.isReadOnly { try keepLog(fresh) }
    try bring(fresh, to: plan)
    schemaVersion = try fresh.integer("PRAGMA schema_version") ?? 0
    othersCommits = try fresh.integer("PRAGMA data_version")
    identity = file.flatMap { WorkspaceFile.identity($0) }
    change = file.map { WorkspaceFile.change($0) } ?? []
    connection = fresh
    countOpening()
  }

  /// Makes changes go to a write-ahead log first.
  ///
  /// The switch needs exclusive access. SQLite waits for a writer, but not for a reader.
  private func keepLog(_ connection: Connection) throws(Diagnostic) {
    let start = WorkspaceDatabase.seconds
    while true {
      do throws(Diagnostic) {
        let mode = try connection.text("PRAGMA journal_mode = WAL")
        guard mode == "wal" else {
          throw Diagnostic("workspace-failed", "the workspace cannot keep a log next to its file", cause: mode)
        }
        return
      } catch {
        guard error.code == "workspace-busy", WorkspaceDatabase.seconds - start < patience else { throw error }
        try cancellation?.check()
        usleep(5000)
      }
    }
  }

  private static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Up to this many bytes, opening also compares the indexes with their tables, in some 10 ms per MiB.
  static let whollyChecked = 8 << 20
  /// Up to this many bytes, opening checks every page, in some 2 ms per MiB.
  static let quicklyChecked = 256 << 20
}
