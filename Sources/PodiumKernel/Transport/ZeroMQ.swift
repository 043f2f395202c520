internal import CZeroMQ
internal import Glibc
internal import PodiumCore
internal import PodiumFiles

/// The loaded libzmq. A handle is cheap to make and to pass to any thread.
struct ZeroMQ: Sendable {
  let table: czm_table

  /// Without a folder: the loader knows where the distribution puts the library.
  static let libraryFile = "libzmq.so.5"
  /// The oldest series with the options that are set.
  private static let oldest = (4, 3)

  /// The table of the process, loaded once on first use, whatever the thread.
  private static let loaded = open(libraryFile)

  /// The handle; the library is loaded at the first call and stays.
  ///
  /// Throws `missing-library`.
  static func load() throws(Diagnostic) -> ZeroMQ { try loaded.get() }

  static func open(_ file: String) -> Result<ZeroMQ, Diagnostic> {
    var table = czm_table()
    if let reason = czm_load(file, &table) { return .failure(missing(file, String(cString: reason))) }
    var (major, minor, patch): (Int32, Int32, Int32) = (0, 0, 0)
    table.version(&major, &minor, &patch)
    guard major == oldest.0, minor >= oldest.1 else {
      return .failure(missing(file, "it is version \(major).\(minor).\(patch), and 4.3 or a later 4 is needed"))
    }
    return .success(ZeroMQ(table: table))
  }

  private static func missing(_ file: String, _ reason: String) -> Diagnostic {
    Diagnostic(
      "missing-library", "'\(file)', which a Jupyter kernel needs, cannot be loaded",
      help: "install the Debian package 'libzmq5'", cause: reason)
  }

  /// Where the library was found, as the system has mapped it.
  var file: String {
    let maps = (try? DiskFiles().read("/proc/self/maps", shown: "maps")) ?? []
    let files = maps.split(separator: UInt8(ascii: "\n")).compactMap { $0.split(separator: UInt8(ascii: " ")).last }
    return files.map { String(decoding: $0, as: UTF8.self) }.first { $0.contains("libzmq.so") } ?? ZeroMQ.libraryFile
  }

  /// Why the last call of this thread failed, as the system numbers it.
  var error: Int32 { table.error() }

  /// The fault of a call that failed just now.
  func failure(_ what: String) -> Diagnostic {
    Diagnostic("connection-failed", what, cause: table.error_text(error).map { String(cString: $0) })
  }
}
