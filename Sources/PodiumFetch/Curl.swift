internal import CCurl
internal import PodiumCore

/// The loaded libcurl. A handle is cheap to make and to pass to any thread.
struct Curl: Sendable {
  let table: ccu_table

  /// The file looked for, without a folder: the loader knows where the distribution puts it.
  static let libraryFile = "libcurl.so.4"

  /// The one loaded table of the process; the language makes it on first use, once, whatever the threads.
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
    // Once a process and before any other thread calls it; older versions are not safe otherwise.
    guard table.global_init(Int(CCU_GLOBAL_ALL)) == CCU_OK else {
      return .failure(missing(file, "it does not start"))
    }
    return .success(Curl(table: table))
  }

  private static func missing(_ file: String, _ reason: String) -> Diagnostic {
    Diagnostic(
      "missing-library", "'\(file)' cannot be loaded, which fetching needs",
      help: "install the Debian package 'libcurl4', or download with another program and load the file",
      cause: reason)
  }
}
