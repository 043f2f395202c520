internal import Glibc
public import PodiumCore

/// A new temporary folder that only this user may enter; it is removed with the value.
///
/// A class: the folder exists as long as someone holds the value.
public final class PrivateFolder: Sendable {
  public let path: String

  /// Creates an empty folder whose name begins with `podium-` and a word.
  ///
  /// Throws `unwritable-file` if it cannot be created.
  public init(named word: String) throws(Diagnostic) {
    let base = getenv("TMPDIR").flatMap { String(validatingCString: $0) } ?? "/tmp"
    var template = Array(FilePath.join(base, "podium-" + word + "-XXXXXX").utf8CString)
    guard let made = mkdtemp(&template) else {
      throw Diagnostic(
        "unwritable-file", "no temporary folder can be created in '\(base)'",
        help: "set TMPDIR to a folder you can write to")
    }
    path = String(cString: made)
  }

  deinit { DiskFiles.remove(tree: path) }
}
