internal import CSQLite
internal import PodiumCore

extension WorkspaceDatabase {
  /// Takes the write lock, on a file whose schema this podium knows.
  func lock() throws(Diagnostic) -> (Connection, Moment) {
    beforeLock()
    // Each plugin's first write changes the schema, and several podiums may bring several.
    for _ in 0..<50 {
      guard let connection = try opened(creating: true) else { continue }
      guard !connection.isReadOnly else { throw readOnly }
      do throws(Diagnostic) {
        try connection.run("BEGIN IMMEDIATE")
        // Another process may have changed plugins' tables between check and lock.
        if try connection.integer("PRAGMA schema_version") == schemaVersion {
          try connection.run("UPDATE podium_meta SET value = 0 WHERE name = 'clean' AND value <> 0")
          hasWritten = true
          // A run of names in the log must stay contiguous, whichever process creates them.
          if let reached = try connection.integer("SELECT value FROM podium_meta WHERE name = 'names'") {
            ids.rise(above: reached)
          }
          return (connection, clock())
        }
        connection.rollBack()
        drop()
      } catch {
        connection.rollBack()
        settle()
        throw explained(error)
      }
    }
    throw Diagnostic(
      "workspace-busy", "other programs keep changing the workspace", help: "run the command again")
  }

  /// Why a file that is open for reading only cannot be written: a full disk has no room for its log.
  var readOnly: Diagnostic {
    if let frozen, frozen.isOfLog { return frozen }
    let isFull = file.map { WorkspaceFile.isFull(WorkspaceFile.folder(of: $0)) } ?? false
    return SQLiteFailure.diagnostic(isFull ? SQLITE_FULL : SQLITE_READONLY, "", file: file)
  }

  /// A file that counts as busy may be on a file system without locks.
  func explained(_ error: Diagnostic) -> Diagnostic {
    guard error.code == "workspace-busy", let file else { return error }
    return SQLiteFailure.withoutLocks(WorkspaceFile.lockError(in: WorkspaceFile.folder(of: file)), file: file) ?? error
  }
}
