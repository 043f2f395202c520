internal import PodiumCore
internal import PodiumPlugin

/// Errors about reading and writing files, worded alike for every access.
enum FileTarget {
  /// The error for a device, a pipe or a socket.
  static func notRegular(_ name: String, help: String = "name a file that holds data") -> Diagnostic {
    Diagnostic("not-a-file", "'\(name)' is not a regular file", help: help)
  }

  /// The error for a folder where a file is required.
  static func folder(_ name: String) -> Diagnostic {
    Diagnostic("not-a-file", "'\(name)' is a folder", help: "name a file in it")
  }

  /// The error for a folder that already exists.
  static func taken(folder name: String) -> Diagnostic {
    Diagnostic("file-exists", "'\(name)' already exists", help: "name a folder that does not exist yet")
  }

  /// Throws `file-busy` for a database that a program is writing to, or stopped while writing: what is put in its place would
  /// be mixed with its log. `path` is the file's own, not that of a link to it.
  static func refuseInUse(_ path: String, _ name: String) throws(Diagnostic) {
    for ending in ["-wal", "-journal"] where DiskFiles().kind(of: path + ending) == .file {
      throw Diagnostic(
        "file-busy",
        "'\(name)\(ending)' exists, so another program is writing to '\(name)' or stopped while writing",
        help: "close that program, or choose another name")
    }
  }

  /// Throws if a file cannot be written: `not-a-file`, or `file-exists` for a new one.
  static func check(_ kind: FileKind, _ mode: FileMode, _ name: String) throws(Diagnostic) {
    switch (kind, mode) {
    case (.folder, _): throw folder(name)
    // Replacing a device with a file would break the system, and a pipe may have no reader.
    case (.other, _): throw notRegular(name, help: "choose another name")
    case (.file, .new):
      throw Diagnostic(
        "file-exists", "there is already a file '\(name)'",
        help: "use >! \(CommandText.word(name)) to replace it")
    case (.file, _), (.none, _): break
    }
  }
}
