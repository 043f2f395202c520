internal import Glibc
internal import PodiumCore
internal import PodiumFiles

/// Backups, and restoring them.
extension Administration {
  func backUp(to path: String, shown name: String) throws(Diagnostic) {
    try refuseOpenTransaction()
    guard let connection = try database.opened(creating: database.file == nil) else {
      throw Diagnostic("no-workspace", "there is no workspace yet, so there is nothing to back up")
    }
    do throws(Diagnostic) {
      try WorkspaceDatabase.copy(connection, to: path, shown: name, patience: database.patience)
    } catch {
      database.settle()
      throw error
    }
  }

  func restore(from path: String, shown name: String) throws(Diagnostic) -> String? {
    try refuseOpenTransaction()
    // It could not be undone if the rest of the file failed.
    guard transactions.isOutermost else {
      throw Diagnostic(
        "workspace-busy", "a file of commands is all or nothing, and a restore cannot be undone",
        help: "run the restore as a separate command")
    }
    guard case .file = try WorkspaceFile.kind(path) else {
      throw Diagnostic("unknown-file", "there is no backup '\(name)'", help: "name a backup of a workspace")
    }
    // Another name of the open workspace: its newest pages are not in the file, which would look damaged.
    try HeldFiles.refuseOpenWorkspace(path, shown: name)
    let source = try WorkspaceDatabase.open(path, mode: .probe, reads: true, patience: database.patience).0
    defer { source.close() }
    guard try Layout.owner(of: source) == .podium else {
      throw Diagnostic("not-a-workspace", "'\(name)' is not a backup of a workspace")
    }
    try Layout.verify(source, whole: true)
    if let problem = try problems(of: source).first {
      throw SQLiteFailure.damaged("the backup '\(name)'", cause: problem)
    }
    // The marker of a session that is running now would make the next opening check everything.
    results.flush()
    let moment = database.clock()
    var cleared = try cleared(at: moment)
    defer { cleared.reader?.close() }
    let target = cleared.connection
    do throws(Diagnostic) {
      try source.copy(into: target) { () throws(Diagnostic) in
        // What others have written since the backup was made would be in neither file.
        guard let reader = cleared.reader, try reader.integer("PRAGMA data_version") != cleared.version else { return }
        let newer = try database.backUp(reader, why: "before-restore", at: moment)
        if let older = cleared.saved { WorkspaceFile.remove(older) }
        cleared.saved = newer
      }
      try Layout.verify(target, whole: true)
      // The plugins' data may be older now, so the next call checks the file again.
      if database.file == nil { try database.adopt(target, database.plan.get()) } else { database.drop() }
    } catch {
      database.settle()
      database.drop()
      throw error
    }
    return cleared.saved
  }

  /// What a backup is restored into.
  private struct Cleared {
    let connection: Connection
    /// The path of the backup of what was there.
    var saved: String?
    /// Another connection, which shows whether others have written since; nil where no one else can read during a restore.
    var reader: Connection?
    /// What it showed before that backup.
    var version: Int?
  }

  /// A connection to restore into, after a backup of what was there.
  ///
  /// A damaged file is moved aside unchanged: its pages cannot be copied.
  private func cleared(at moment: Moment) throws(Diagnostic) -> Cleared {
    do throws(Diagnostic) {
      let existed = database.connection != nil || database.file.map { WorkspaceFile.size($0) > 0 } ?? false
      guard let open = try database.opened(creating: true) else {
        throw Diagnostic("workspace-failed", "the workspace cannot be opened")
      }
      guard !open.isReadOnly else { throw database.readOnly }
      var cleared = Cleared(connection: open)
      guard existed else { return cleared }
      if let file = database.file, try open.text("PRAGMA journal_mode") == "wal" {
        let reader = try Connection(file, mode: .probe, patience: database.patience)
        (cleared.reader, cleared.version) = (reader, try reader.integer("PRAGMA data_version"))
      }
      cleared.saved = try database.backUp(open, why: "before-restore", at: moment)
      return cleared
    } catch {
      guard error.code == "workspace-damaged", let file = database.file else { throw error }
      database.drop()
      let aside = "\(file).damaged.\(moment.description.filter { $0.isASCII && ($0.isNumber || $0.isLetter) })"
      for ending in ["", "-wal", "-journal"] where WorkspaceFile.identity(file + ending) != nil {
        guard renameatx(file + ending, aside + ending) else {
          throw Diagnostic("workspace-failed", "the damaged workspace cannot be moved aside", cause: "'\(aside)'")
        }
      }
      guard let fresh = try database.opened(creating: true) else {
        throw Diagnostic("workspace-failed", "the workspace cannot be opened")
      }
      return Cleared(connection: fresh, saved: aside)
    }
  }

  /// Renames without replacing anything.
  private func renameatx(_ from: String, _ to: String) -> Bool {
    guard WorkspaceFile.identity(to) == nil else { return false }
    return rename(from, to) == 0
  }

  private func refuseOpenTransaction() throws(Diagnostic) {
    guard transactions.isOpen else { return }
    throw Diagnostic(
      "workspace-busy", "the running command has already written to the workspace, so its file was left unchanged",
      help: "back up or restore in a separate command, outside a file that writes")
  }
}
