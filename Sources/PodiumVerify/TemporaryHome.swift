import Glibc

/// A home folder for a process that shall know nothing of this user.
struct TemporaryHome {
  private let path: String

  /// Makes an empty one; nil where the system gives none.
  init?() {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    var template = Array(((base.isEmpty ? "/tmp" : base) + "/podium-verify-XXXXXX").utf8CString)
    guard let made = mkdtemp(&template) else { return nil }
    path = String(cString: made)
  }

  /// The command before the command: a fixed zone and locale, one thread of BLAS, no settings of this user.
  var environment: [String] {
    let fixed = [
      "HOME": path, "XDG_CONFIG_HOME": path, "XDG_STATE_HOME": path, "XDG_CACHE_HOME": path, "TZ": "UTC",
      "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8", "COLUMNS": "80", "OPENBLAS_NUM_THREADS": "1",
    ]
    return ["exec", "env"] + fixed.sorted { $0.key < $1.key }.map { $0.key + "=" + $0.value }
  }

  /// Takes the folder away with what a cell left in it.
  func remove() { TemporaryHome.remove(path, depth: 0) }

  private static func remove(_ path: String, depth: Int) {
    guard unlink(path) != 0, depth < 32 else { return }
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { remove(path + "/" + name, depth: depth + 1) }
      }
      closedir(folder)
    }
    rmdir(path)
  }
}
