internal import PodiumCore
internal import PodiumFiles

/// Copies of the open file.
extension WorkspaceDatabase {
  /// Copies the open file into its own folder; returns the path.
  func backUp(_ connection: Connection, why: String, at moment: Moment) throws(Diagnostic) -> String? {
    guard let file else { return nil }
    let stamp = moment.description.filter { $0.isASCII && ($0.isNumber || $0.isLetter) }
    let stem = FilePath(file).dropping(".sqlite").text
    // Further backups in the same second are numbered.
    for number in 1...100 {
      let path = "\(stem).\(why).\(stamp)\(number == 1 ? "" : "-\(number)").sqlite"
      do throws(Diagnostic) {
        try WorkspaceDatabase.copy(connection, to: path, shown: path, patience: patience)
        return path
      } catch {
        guard error.code == "file-exists" else { throw error }
      }
    }
    throw Diagnostic("file-exists", "there are already 100 backups from this second")
  }

  /// Copies everything a connection sees into a new file, completely and synced to disk, or not at all.
  static func copy(
    _ connection: Connection, to path: String, shown name: String, patience: Double
  ) throws(Diagnostic) {
    try WorkspaceFile.makeNew(path, shown: name)
    do throws(Diagnostic) {
      let target = try Connection(path, patience: patience)
      defer { target.close() }
      // The copy has a log until it is closed, whose index is then in memory: a network folder may have no place for it.
      _ = try target.text("PRAGMA locking_mode = EXCLUSIVE")
      try connection.copy(into: target)
      // A backup is one file: without a separate log, and its next reader need not check it for a crash.
      let mode = try target.text("PRAGMA journal_mode = DELETE")
      guard mode == "delete" else { throw Diagnostic("workspace-failed", "the backup cannot be closed", cause: mode) }
      try target.run("UPDATE podium_meta SET value = 1 WHERE name = 'clean'")
      try Layout.verify(target, whole: true)
      DiskFiles.synchronise(folder: WorkspaceFile.folder(of: path))
    } catch {
      WorkspaceFile.remove(path)
      throw error
    }
  }
}
