internal import Glibc
public import PodiumCore

/// A new folder among the system's temporary ones that only this user may enter; it is removed with the value.
///
/// A class: whoever holds it keeps the folder.
public final class PrivateFolder: Sendable {
  public let path: String

  /// Makes an empty folder whose name begins with `podium-` and a word.
  ///
  /// Throws `unwritable-file` where none can be made.
  public init(named word: String) throws(Diagnostic) {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((base + "/podium-" + word + "-XXXXXX").utf8CString)
    guard let made = mkdtemp(&template) else {
      throw Diagnostic("unwritable-file", "no temporary folder can be made in '\(base)'", help: "set TMPDIR")
    }
    path = String(cString: made)
  }

  deinit { DiskFiles.remove(tree: path) }
}
