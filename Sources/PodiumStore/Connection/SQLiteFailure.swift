internal import CSQLite
internal import Glibc
internal import PodiumCore

/// What SQLite's error codes mean to a user.
enum SQLiteFailure {
  /// Whether a connection that reported this must not be used any more: its memory and the
  /// disk may differ.
  static func endsConnection(_ code: Int32) -> Bool {
    switch code & 0xFF {
    case SQLITE_IOERR, SQLITE_FULL, SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_CANTOPEN, SQLITE_NOMEM, SQLITE_PROTOCOL: true
    default: false
    }
  }

  /// The diagnostic for an extended error code; `text` is SQLite's own message.
  static func diagnostic(_ code: Int32, _ text: String, file: String?) -> Diagnostic {
    let name = file.map { "the workspace '\($0)'" } ?? "the workspace in memory"
    let cause = text.isEmpty ? "SQLite error \(code)" : "\(text) (SQLite error \(code))"
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED:
      return Diagnostic(
        "workspace-busy", "another program is writing to \(name), so nothing was changed",
        help: "wait and run the command again; another podium process probably has this file open",
        cause: cause)
    case SQLITE_FULL:
      return Diagnostic(
        "workspace-full", "the disk has no space left for \(name), so nothing was changed",
        help: "free some space and run the command again", cause: cause)
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
      return Diagnostic(
        "workspace-read-only", "\(name) is read-only", help: "make the file and its folder writable",
        cause: cause)
    case SQLITE_CORRUPT:
      return damaged(name, cause: cause)
    case SQLITE_NOTADB:
      return Diagnostic(
        "not-a-workspace", "\(name) is not a podium workspace, so it was left unchanged",
        help: "name another file", cause: cause)
    case SQLITE_CANTOPEN:
      return Diagnostic(
        "workspace-unreadable", "\(name) cannot be opened",
        help: "check the permissions of the file and its folder", cause: cause)
    case SQLITE_TOOBIG:
      return Diagnostic("bad-record", "a value is too large for the workspace", cause: cause)
    case SQLITE_INTERRUPT:
      return .interrupted
    case SQLITE_IOERR where [4618, 4874, 5386].contains(code):
      // The index of the log, a separate file next to it, could not be created (SHMOPEN, SHMSIZE, SHMMAP).
      return Diagnostic(
        "workspace-unreadable", "\(name) cannot be opened for writing, because its log cannot be created",
        help: "use --workspace FILE with a file on a local disk; or free some space and make the folder writable",
        cause: cause, subject: logSubject)
    case SQLITE_IOERR:
      return Diagnostic(
        "workspace-failed", "the disk failed while using \(name), so nothing was changed",
        help: hasSizeLimit
          ? "raise the limit of file sizes (ulimit -f), or check the disk" : "check the disk and run the command again",
        cause: cause)
    default:
      return Diagnostic("workspace-failed", "SQLite reported an error in \(name)", cause: cause)
    }
  }

  /// The subject of an error of the log.
  static let logSubject = "log"

  /// Whether files of this process cannot grow beyond a size, which SQLite takes for a failure of the disk.
  private static var hasSizeLimit: Bool {
    var limit = rlimit()
    return getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 && limit.rlim_cur < rlim_t.max
  }

  /// The diagnostic for a lock that the file system refused with a system error; nil where it has locks, so that another
  /// program holds this one.
  ///
  /// SQLite reports both as busy.
  static func withoutLocks(_ code: Int32, file: String) -> Diagnostic? {
    guard [ENOLCK, ENOSYS, EOPNOTSUPP].contains(code) else { return nil }
    return Diagnostic(
      "workspace-no-locks",
      "the file system of the workspace '\(file)' has no locks, so nothing was changed",
      help: "use --workspace FILE with a file on a local disk; without locks two programs could damage the file",
      cause: strerror(code).map { String(cString: $0) })
  }

  /// The diagnostic for a file whose content contradicts itself.
  static func damaged(_ what: String, cause: String? = nil) -> Diagnostic {
    Diagnostic(
      "workspace-damaged", "\(what) is damaged",
      help: "restore a backup of the workspace; 'workspace check' lists everything that is wrong", cause: cause)
  }
}

extension Diagnostic {
  /// Whether the file system has no place for the log of a workspace.
  var isOfLog: Bool { code == "workspace-unreadable" && subject == SQLiteFailure.logSubject }
}
