internal import Glibc
internal import PodiumCore
internal import PodiumFiles
internal import PodiumPlugin

/// Folder operations for installing plugins.
enum Folder {
  /// The maximum nesting depth of a plugin's folders.
  private static let depthLimit = 32
  /// The maximum number of files and bytes of a plugin.
  private static let limits = (files: 20_000, bytes: 2 << 30)

  /// The names in a folder in code-point order, without those that begin with a dot; none if it cannot be read.
  static func names(_ path: String) -> [String] {
    ((try? DiskFiles().entries(path, hidden: false)) ?? []).map(\.name)
  }

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The canonical path of a folder.
  static func resolved(_ path: String) -> String {
    guard let found = realpath(path, nil) else { return path }
    defer { free(found) }
    return String(validatingCString: found) ?? path
  }

  /// Creates a folder and its parents.
  static func make(_ path: String) throws(Diagnostic) {
    var made = FilePath(path).isAbsolute ? "/" : ""
    for part in FilePath(path).names {
      made = FilePath.join(made, part)
      if mkdir(made, 0o700) != 0, errno != EEXIST {
        let code = errno
        if !isFolder(made) { throw failed("'\(made)' cannot be created", code) }
      }
    }
    if !isFolder(path) { throw failed("'\(path)' cannot be created", ENOTDIR) }
  }

  /// Copies a folder, except for names that begin with a dot, links and special files.
  static func copy(_ from: String, to: String) throws(Diagnostic) {
    var budget = limits
    try copy(from, to, depth: 0, &budget)
  }

  private static func copy(
    _ from: String, _ to: String, depth: Int, _ budget: inout (files: Int, bytes: Int)
  ) throws(Diagnostic) {
    guard depth < depthLimit else {
      throw Diagnostic("too-large", "'\(from)' is nested more than \(depthLimit) folders deep")
    }
    try make(to)
    for name in names(from) {
      var status = stat()
      let (source, target) = (FilePath.join(from, name), FilePath.join(to, name))
      guard lstat(source, &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: try copy(source, target, depth: depth + 1, &budget)
      case S_IFREG:
        budget.files -= 1
        budget.bytes -= Int(clamping: status.st_size)
        guard budget.files >= 0, budget.bytes >= 0 else {
          throw Diagnostic(
            "too-large", "a plugin can have at most \(limits.files) files and \(limits.bytes >> 30) GB")
        }
        try copyFile(source, target)
      default: break
      }
    }
  }

  /// Throws `not-a-file` for a pipe or a link that took the place of a file, and never waits for one.
  static func copyFile(_ from: String, _ to: String) throws(Diagnostic) {
    let source = try RegularFile(from, flags: O_NOFOLLOW, shown: from)
    let bytes = try source.content(shown: from)
    let target = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, source.permissions | 0o600)
    guard target >= 0 else { throw failed("'\(to)' cannot be written", errno) }
    defer { close(target) }
    try DiskFiles.writeAll(bytes, target, to)
  }

  static func move(_ from: String, to: String) throws(Diagnostic) {
    guard rename(from, to) == 0 else { throw failed("'\(from)' cannot be renamed to '\(to)'", errno) }
  }

  private static func failed(_ what: String, _ code: Int32) -> Diagnostic {
    Diagnostic("unwritable-file", what, cause: strerror(code).map { String(cString: $0) })
  }
}
