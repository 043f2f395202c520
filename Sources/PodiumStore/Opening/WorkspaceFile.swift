internal import Glibc
internal import PodiumCore

/// What the system says of the workspace's file, without opening it: closing a file that SQLite has open elsewhere in
/// the process would drop SQLite's locks.
enum WorkspaceFile {
  /// What stands at the path.
  enum Kind: Equatable {
    case missing
    case empty
    case file(Identity)
  }

  /// Which file it is, whatever its name: a path can be given to another file while this one is open.
  struct Identity: Equatable {
    let device: UInt
    let number: UInt
  }

  /// What stands at a path; throws `not-a-workspace` for folders, pipes and devices, `workspace-unreadable`.
  static func kind(_ path: String) throws(Diagnostic) -> Kind {
    if path.utf8.contains(0) {
      throw Diagnostic("not-a-workspace", "the path of a workspace cannot hold a zero byte", help: "name another file")
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      let code = errno
      if code == ENOENT || code == ENOTDIR && !path.hasSuffix("/") { return .missing }
      throw unreadable(path, code)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let what = status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "not a regular file"
      throw Diagnostic("not-a-workspace", "'\(path)' is \(what)", help: "name a file, which is made when it is missing")
    }
    if status.st_size == 0 { return .empty }
    // SQLite takes a file of one byte for an empty one.
    if status.st_size < 512, size(path + "-journal") == 0 {
      throw Diagnostic(
        "not-a-workspace", "'\(path)' is too short for a workspace, so it is left as it is", help: "name another file")
    }
    return .file(Identity(device: UInt(status.st_dev), number: UInt(status.st_ino)))
  }

  /// The identity of what stands at a path now; nil when nothing does.
  static func identity(_ path: String) -> Identity? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Identity(device: UInt(status.st_dev), number: UInt(status.st_ino))
  }

  /// What differs once a file was written to: its size, and when it was.
  static func change(_ path: String) -> [Int] {
    var status = stat()
    guard stat(path, &status) == 0 else { return [] }
    return [Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
  }

  /// The size in bytes; 0 for what is not there.
  static func size(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Makes an empty file that only its owner can read, and the folders above it; one that is there stays.
  ///
  /// SQLite gives the log beside it the same mode. Throws what keeps it from being made.
  static func make(_ path: String) throws(Diagnostic) {
    try makeFolder(folder(of: path))
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      guard errno == EEXIST else { throw unwritable(path, errno) }
      // SQLite would make what a link leads to, for everybody to read.
      guard identity(path) != nil else { throw unreadable(path, ENOENT) }
      return
    }
    close(descriptor)
    synchronise(folder: folder(of: path))
  }

  /// Makes an empty file under a name nothing has yet; throws `file-exists`.
  static func makeNew(_ path: String, shown name: String) throws(Diagnostic) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      if errno == EEXIST {
        throw Diagnostic("file-exists", "'\(name)' is there already", help: "name a new file")
      }
      throw unwritable(name, errno)
    }
    close(descriptor)
  }

  /// Takes a file away, with what SQLite may have left beside it.
  static func remove(_ path: String) {
    for ending in ["", "-journal", "-wal", "-shm"] { unlink(path + ending) }
  }

  /// Brings the folder's list of names to the disk.
  static func synchronise(folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// The folder a path lies in.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func makeFolder(_ path: String) throws(Diagnostic) {
    var missing: [String] = []
    var next = path
    var status = stat()
    while next != "/", next != ".", stat(next, &status) != 0, errno == ENOENT {
      missing.append(next)
      next = folder(of: next)
    }
    for folder in missing.reversed() {
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw unwritable(folder, errno) }
    }
  }

  private static func unreadable(_ path: String, _ code: Int32) -> Diagnostic {
    Diagnostic(
      "workspace-unreadable", "the workspace '\(path)' cannot be opened",
      help: "look at the rights of the file and of its folder", cause: text(code))
  }

  private static func unwritable(_ path: String, _ code: Int32) -> Diagnostic {
    switch code {
    case ENOSPC, EDQUOT:
      Diagnostic(
        "workspace-full", "the disk has no space left for '\(path)'", help: "make space and run the command again",
        cause: text(code))
    case EROFS, EACCES, EPERM:
      Diagnostic(
        "workspace-read-only", "'\(path)' cannot be made",
        help: "make its folder writable, or name another file", cause: text(code))
    default:
      Diagnostic("workspace-failed", "'\(path)' cannot be made", help: "name another file", cause: text(code))
    }
  }

  private static func text(_ code: Int32) -> String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }
}
