internal import Glibc
internal import PodiumCore
internal import PodiumFiles

/// What the system knows about the workspace's file, without opening it: closing a file that SQLite has open in
/// the same process would drop SQLite's locks.
enum WorkspaceFile {
  /// What is at the path.
  enum Kind: Equatable {
    case missing
    case empty
    case file(Identity)
  }

  /// Identifies the file regardless of its name: another file may take over its path while it is open.
  struct Identity: Equatable {
    let device: UInt
    let number: UInt
  }

  /// What is at a path; throws `not-a-workspace` for folders, pipes and devices, `workspace-unreadable`.
  static func kind(_ path: String) throws(Diagnostic) -> Kind {
    if path.utf8.contains(0) {
      throw Diagnostic(
        "not-a-workspace", "the path of a workspace cannot contain a zero byte", help: "name another file")
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      let code = errno
      if code == ENOENT || code == ENOTDIR && !FilePath(path).cut.rest.isEmpty { return .missing }
      throw unreadable(path, code)
    }
    try requireRegular(path, status)
    if let log = irregularLog(of: path) {
      throw Diagnostic(
        "not-a-workspace", "'\(log)' is not a regular file", help: "remove it, or name another workspace")
    }
    if status.st_size == 0 { return .empty }
    // SQLite treats a file of one byte as empty.
    if status.st_size < 512, size(path + "-journal") == 0 {
      throw Diagnostic(
        "not-a-workspace", "'\(path)' is too short for a workspace, so it was left unchanged", help: "name another file"
      )
    }
    return .file(Identity(device: UInt(status.st_dev), number: UInt(status.st_ino)))
  }

  /// Throws `not-a-workspace` for what cannot hold a workspace; what is missing may become one.
  static func requireRegular(_ path: String) throws(Diagnostic) {
    var status = stat()
    if stat(path, &status) == 0 { try requireRegular(path, status) }
  }

  private static func requireRegular(_ path: String, _ status: stat) throws(Diagnostic) {
    let what: String
    if status.st_mode & S_IFMT == S_IFDIR {
      what = "a folder"
    } else if status.st_mode & S_IFMT != S_IFREG {
      what = "not a regular file"
    } else if isOfKernel(status) {
      what = "a file of the kernel"
    } else {
      return
    }
    throw Diagnostic(
      "not-a-workspace", "'\(path)' is \(what)", help: "name a file, which is created if it does not exist")
  }

  /// Whether a file is in `/proc` or `/sys`: it claims to be a regular one, and what is written to it goes elsewhere.
  private static func isOfKernel(_ status: stat) -> Bool {
    ["/proc/self", "/sys/kernel"].contains { folder in
      var own = stat()
      return stat(folder, &own) == 0 && own.st_dev == status.st_dev
    }
  }

  /// A log next to a database that is a pipe, a device or a folder: SQLite would wait for a pipe without end.
  static func irregularLog(of path: String) -> String? {
    ["-journal", "-wal", "-shm"].map { path + $0 }.first { log in
      var status = stat()
      return stat(log, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    }
  }

  /// The identity of what is at a path now; nil if nothing is.
  static func identity(_ path: String) -> Identity? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Identity(device: UInt(status.st_dev), number: UInt(status.st_ino))
  }

  /// What changes when a file is written: its size and modification time.
  static func change(_ path: String) -> [Int] {
    var status = stat()
    guard stat(path, &status) == 0 else { return [] }
    return [Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
  }

  /// The size in bytes; 0 for a missing file.
  static func size(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Creates an empty file that only its owner can read, and the folders above it; an existing file stays.
  ///
  /// SQLite gives its log the same mode. Throws if it cannot be created.
  static func make(_ path: String) throws(Diagnostic) {
    if let (folder, code) = FilePath(path).makeFoldersAbove() { throw unwritable(folder, code) }
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      guard errno == EEXIST else { throw unwritable(path, errno) }
      // SQLite would create the target of a link, readable by everyone.
      guard identity(path) != nil else { throw unreadable(path, ENOENT) }
      return
    }
    close(descriptor)
    DiskFiles.synchronise(folder: folder(of: path))
  }

  /// Creates an empty file under an unused name; throws `file-exists`.
  static func makeNew(_ path: String, shown name: String) throws(Diagnostic) {
    try HeldFiles.refuseWriting(path, shown: name)
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      if errno == EEXIST {
        throw Diagnostic("file-exists", "'\(name)' already exists", help: "name a new file")
      }
      throw unwritable(name, errno)
    }
    close(descriptor)
  }

  /// The error with which a folder's file system refuses a lock; 0 if it has locks, or if that cannot be tried.
  ///
  /// A new file is locked: closing the workspace itself would drop the locks of this process.
  static func lockError(in folder: String) -> Int32 {
    var name = Array(FilePath.join(folder, ".podium-lock-XXXXXX").utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { return 0 }
    defer {
      close(descriptor)
      unlink(name)
    }
    var lock = flock()
    (lock.l_type, lock.l_whence, lock.l_len) = (Int16(F_WRLCK), Int16(SEEK_SET), 1)
    return fcntl(descriptor, F_SETLK, &lock) == 0 ? 0 : errno
  }

  /// Whether no file of some size can be made in a folder, because its disk is full.
  static func isFull(_ folder: String) -> Bool {
    var name = Array(FilePath.join(folder, ".podium-room-XXXXXX").utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { return [ENOSPC, EDQUOT].contains(errno) }
    defer {
      close(descriptor)
      unlink(name)
    }
    return [ENOSPC, EDQUOT].contains(posix_fallocate(descriptor, 0, 1 << 16))
  }

  /// Removes a file, with its logs.
  static func remove(_ path: String) {
    for ending in ["", "-journal", "-wal", "-shm"] { unlink(path + ending) }
  }

  static func folder(of path: String) -> String { FilePath(path).parent?.text ?? "." }

  private static func unreadable(_ path: String, _ code: Int32) -> Diagnostic {
    Diagnostic(
      "workspace-unreadable", "the workspace '\(path)' cannot be opened",
      // What is not there is where a link leads: a file that is missing is made.
      help: DiskFiles.wayOut(code == ENOENT ? ELOOP : code) ?? "check the permissions of the file and its folder",
      cause: text(code))
  }

  private static func unwritable(_ path: String, _ code: Int32) -> Diagnostic {
    switch code {
    case ENOSPC, EDQUOT:
      Diagnostic(
        "workspace-full", "the disk has no space left for '\(path)'", help: "free some space and run the command again",
        cause: text(code))
    case EROFS, EACCES, EPERM:
      Diagnostic(
        "workspace-read-only", "'\(path)' cannot be created",
        help: "make its folder writable, or name another file", cause: text(code))
    default:
      Diagnostic(
        "workspace-failed", "'\(path)' cannot be created", help: DiskFiles.wayOut(code) ?? "name another file",
        cause: text(code))
    }
  }

  private static func text(_ code: Int32) -> String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }
}
