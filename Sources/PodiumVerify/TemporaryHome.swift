internal import PodiumFiles

/// A home folder for a process that should know nothing of this user.
struct TemporaryHome {
  private let folder: PrivateFolder

  /// Makes an empty one, which goes with the value; nil where the system gives none.
  init?() {
    guard let folder = try? PrivateFolder(named: "verify") else { return nil }
    self.folder = folder
  }

  /// The command before the command: a fixed zone and locale, one thread of BLAS, no settings of this user.
  var environment: [String] {
    let path = folder.path
    let fixed = [
      "HOME": path, "XDG_CONFIG_HOME": path, "XDG_STATE_HOME": path, "XDG_CACHE_HOME": path, "TZ": "UTC",
      "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8", "COLUMNS": "80", "OPENBLAS_NUM_THREADS": "1",
    ]
    return ["exec", "env"] + fixed.sorted { $0.key < $1.key }.map { $0.key + "=" + $0.value }
  }
}
