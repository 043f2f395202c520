internal import CSQLite
internal import PodiumCore

/// What SQLite's error codes mean to a user.
enum SQLiteFailure {
  /// Whether nothing more may be done with a connection that reported this: what it holds in memory and what the
  /// disk holds may differ.
  static func endsConnection(_ code: Int32) -> Bool {
    switch code & 0xFF {
    case SQLITE_IOERR, SQLITE_FULL, SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_CANTOPEN, SQLITE_NOMEM, SQLITE_PROTOCOL: true
    default: false
    }
  }

  /// The diagnostic for an extended error code; `text` is SQLite's own sentence.
  static func diagnostic(_ code: Int32, _ text: String, file: String?) -> Diagnostic {
    let name = file.map { "the workspace '\($0)'" } ?? "the workspace in memory"
    let cause = text.isEmpty ? "SQLite's error \(code)" : "\(text) (SQLite's error \(code))"
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED:
      return Diagnostic(
        "workspace-busy", "another program is writing to \(name), so nothing was changed",
        help: "wait for it and run the command again; other podium processes with this file are the likely ones",
        cause: cause)
    case SQLITE_FULL:
      return Diagnostic(
        "workspace-full", "the disk has no space left for \(name), so nothing was changed",
        help: "make space and run the command again", cause: cause)
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
      return Diagnostic(
        "workspace-read-only", "\(name) can only be read", help: "make the file and its folder writable",
        cause: cause)
    case SQLITE_CORRUPT:
      return damaged(name, cause: cause)
    case SQLITE_NOTADB:
      return Diagnostic(
        "not-a-workspace", "\(name) is no workspace of podium, so it is left as it is",
        help: "name another file", cause: cause)
    case SQLITE_CANTOPEN:
      return Diagnostic(
        "workspace-unreadable", "\(name) cannot be opened",
        help: "look at the rights of the file and of its folder", cause: cause)
    case SQLITE_TOOBIG:
      return Diagnostic("bad-record", "a value is too large for the workspace", cause: cause)
    case SQLITE_INTERRUPT:
      return .interrupted
    case SQLITE_IOERR where [4618, 4874, 5386].contains(code):
      // The index of the log, a file of its own beside it, could not be made (SHMOPEN, SHMSIZE, SHMMAP).
      return Diagnostic(
        "workspace-unreadable", "\(name) cannot be opened, for want of a place for its log",
        help: "make space and the folder writable", cause: cause)
    case SQLITE_IOERR:
      return Diagnostic(
        "workspace-failed", "the disk failed under \(name), so nothing was changed",
        help: "look at the disk and run the command again", cause: cause)
    default:
      return Diagnostic("workspace-failed", "\(name) could not do this", cause: cause)
    }
  }

  /// The diagnostic for a file whose content contradicts itself.
  static func damaged(_ what: String, cause: String? = nil) -> Diagnostic {
    Diagnostic(
      "workspace-damaged", "\(what) is damaged",
      help: "restore a backup of the workspace; its check names everything that is wrong", cause: cause)
  }
}
