internal import PodiumCore

/// What is left of removed data in the file and its log.
extension WorkspaceDatabase {
  /// Up to this many bytes the file is rewritten in memory; in a larger one only pages freed by `erase` are overwritten.
  private static let rewritable = 256 << 20

  /// After a commit that erased records: overwrites what earlier changes and moved rows left in the pages, and empties the
  /// log, so that nothing erased can be read from the files, even if this process is killed now.
  ///
  /// The commit stays whatever happens here; what could not be cleaned is reported.
  func clean(_ connection: Connection) {
    guard let file else { return }
    do throws(Diagnostic) {
      try unstopped { () throws(Diagnostic) in
        let size = try connection.integer("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
        if size ?? 0 <= WorkspaceDatabase.rewritable {
          // Freed pages are zeroed, but a page whose rows moved to another one keeps their bytes.
          try connection.vacuum()
          schemaVersion = try connection.integer("PRAGMA schema_version") ?? schemaVersion
        }
        guard try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") != 0 else { return }
        report(
          "another podium is reading the workspace: what was removed can still be read in '\(file)-wal' until every podium "
            + "has closed the workspace")
      }
    } catch {
      settle()
      report(
        "what was removed can still be read in '\(file)' or '\(file)-wal' until every podium has closed the workspace: "
          + error.message)
    }
  }

  /// Before a connection is closed to a file that was moved, or whose path another one took: writes the log into the file,
  /// wherever it is now, and empties it.
  ///
  /// SQLite leaves the log of such a file at the old path. What it holds would be missing from the file that was moved, and
  /// would be read as part of the file that is at the path now. If another podium has written since, its part may belong there.
  func emptyLog(_ connection: Connection) {
    guard !connection.isReadOnly, !connection.isInTransaction,
      let count = try? connection.integer("PRAGMA data_version"), count == othersCommits
    else { return }
    try? connection.run("PRAGMA busy_timeout = 0")
    _ = try? connection.integer("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
