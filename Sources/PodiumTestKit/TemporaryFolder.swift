import Glibc
internal import PodiumFiles

/// A folder that is gone, with all it holds, when the value goes.
///
/// A class: whoever holds it keeps the folder.
public final class TemporaryFolder {
  /// Its path.
  public let path: String

  /// Makes an empty folder in the system's folder for such.
  public init() {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((base + "/podium-XXXXXX").utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    precondition(made != nil, "no temporary folder can be made in \(base)")
    path = made ?? base + "/podium-none"
  }

  deinit { DiskFiles.remove(tree: path) }
}
