internal import PodiumCore
internal import PodiumFiles

/// A home folder for a process, so that it cannot see the user's settings.
struct TemporaryHome {
  /// An empty folder, which is removed with the value.
  private let folder: PrivateFolder

  init() throws(Diagnostic) { folder = try PrivateFolder(named: "verify") }

  /// The start of the command line: a fixed time zone and locale, one thread of BLAS, none of the user's settings.
  var environment: [String] {
    let path = folder.path
    let fixed = [
      "HOME": path, "XDG_CONFIG_HOME": path, "XDG_STATE_HOME": path, "XDG_CACHE_HOME": path, "TZ": "UTC",
      "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8", "COLUMNS": "80", "OPENBLAS_NUM_THREADS": "1",
    ]
    return ["exec", "env"] + fixed.sorted { $0.key < $1.key }.map { $0.key + "=" + $0.value }
  }
}
