internal import PodiumCore
internal import PodiumPlugin

/// What prevents a file from being read or written, in the same words for every access.
enum FileTarget {
  /// The error of a device, a pipe or a socket.
  static func notRegular(_ name: String, help: String = "name a file that holds data") -> Diagnostic {
    Diagnostic("not-a-file", "'\(name)' is not a regular file", help: help)
  }

  /// The error of a folder where a file is wanted.
  static func folder(_ name: String) -> Diagnostic {
    Diagnostic("not-a-file", "'\(name)' is a folder", help: "name a file in it")
  }

  /// The error of a folder that exists already.
  static func taken(folder name: String) -> Diagnostic {
    Diagnostic("file-exists", "'\(name)' is already there", help: "name a folder that is not there yet")
  }

  /// Throws where a file cannot be written: `not-a-file`, and `file-exists` for a new one.
  static func check(_ kind: FileKind, _ mode: FileMode, _ name: String) throws(Diagnostic) {
    switch (kind, mode) {
    case (.folder, _): throw folder(name)
    // A file put in the place of a device would break the system, and a pipe may have no reader.
    case (.other, _): throw notRegular(name, help: "choose another name")
    case (.file, .new):
      throw Diagnostic(
        "file-exists", "there is already a file '\(name)'", help: ">! \(name) replaces it, >> \(name) appends")
    case (.file, _), (.none, _): break
    }
  }
}
