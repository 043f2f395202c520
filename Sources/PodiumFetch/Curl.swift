internal import CCurl
internal import PodiumCore

/// The loaded libcurl. A handle is cheap to make and to pass to any thread.
struct Curl: Sendable {
  let table: ccu_table

  /// The table of the process, loaded once on first use, whatever the thread.
  private static let loaded = Result { () throws(Diagnostic) in try open() }

  /// The handle; the library is loaded at the first call and stays.
  ///
  /// Throws `missing-library`.
  static func load() throws(Diagnostic) -> Curl { try loaded.get() }

  static func open(_ library: SystemLibrary = .curl) throws(Diagnostic) -> Curl {
    var table = ccu_table()
    try library.load { ccu_load($0, &table) }
    // Once per process and before any other thread calls it; older versions are not thread-safe here.
    guard table.global_init(Int(CCU_GLOBAL_ALL)) == CCU_OK else { throw library.missing("it fails to start") }
    return Curl(table: table)
  }
}
