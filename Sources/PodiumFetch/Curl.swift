internal import CCurl
internal import PodiumCore

/// The loaded libcurl. A handle is cheap to make and to pass to any thread.
struct Curl: Sendable {
  let table: ccu_table

  /// Without a folder: the loader knows where the distribution puts the library.
  static let libraryFile = "libcurl.so.4"

  /// The table of the process, loaded once on first use, whatever the thread.
  private static let loaded = open(libraryFile)

  /// The handle; the library is loaded at the first call and stays.
  ///
  /// Throws `missing-library`.
  static func load() throws(Diagnostic) -> Curl { try loaded.get() }

  static func open(_ file: String) -> Result<Curl, Diagnostic> {
    var table = ccu_table()
    if let reason = ccu_load(file, &table) {
      return .failure(missing(file, String(cString: reason)))
    }
    // Once per process and before any other thread calls it; older versions are not thread-safe here.
    guard table.global_init(Int(CCU_GLOBAL_ALL)) == CCU_OK else {
      return .failure(missing(file, "it fails to start"))
    }
    return .success(Curl(table: table))
  }

  private static func missing(_ file: String, _ reason: String) -> Diagnostic {
    Diagnostic(
      "missing-library", "'\(file)', which is needed to fetch addresses, cannot be loaded",
      help: "install the Debian package 'libcurl4', or download the file with another program and load it",
      cause: reason)
  }
}
