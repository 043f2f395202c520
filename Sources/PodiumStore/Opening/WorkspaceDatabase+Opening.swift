internal import Glibc
internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// How the file is opened, brought up to date and found to be still the same.
extension WorkspaceDatabase {
  /// The open connection; nil where there is no workspace and none is to be made.
  func opened(creating: Bool) throws(Diagnostic) -> Connection? {
    if let connection {
      if isHeld { return connection }
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
      settle()
      throw error
    }
  }

  private func open(creating: Bool) throws(Diagnostic) -> Connection? {
    guard let file else { return creating ? try Connection(nil, patience: patience, stop: cancellation) : nil }
    switch try WorkspaceFile.kind(file) {
    case .missing:
      guard creating else { return nil }
      try WorkspaceFile.make(file)
      if let name { report("made the workspace '\(name)'") }
    case .empty:
      // A file that was born and not yet filled; a log beside it may hold everything.
      if !creating, WorkspaceFile.size(file + "-wal") == 0, WorkspaceFile.size(file + "-journal") == 0 { return nil }
    case .file:
      try WorkspaceDatabase.look(at: file, patience: patience)
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
    if size <= WorkspaceDatabase.quicklyChecked || !isClean {
      try Layout.verify(fresh, whole: size <= WorkspaceDatabase.whollyChecked)
    }
    if file != nil, !fresh.isReadOnly { try keepLog(fresh) }
    try bring(fresh, to: plan)
    schemaVersion = try fresh.integer("PRAGMA schema_version") ?? 0
    identity = file.flatMap { WorkspaceFile.identity($0) }
    change = file.map { WorkspaceFile.change($0) } ?? []
    connection = fresh
    openings += 1
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
