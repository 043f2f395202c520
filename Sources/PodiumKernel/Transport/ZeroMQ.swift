internal import CZeroMQ
internal import Glibc
internal import PodiumCore
internal import PodiumFiles

/// The loaded libzmq. A handle is cheap to make and to pass to any thread.
struct ZeroMQ: Sendable {
  let table: czm_table

  /// The oldest series with the options that are set.
  private static let oldest = (4, 3)

  /// The table of the process, loaded once on first use, whatever the thread.
  private static let loaded = Result { () throws(Diagnostic) in try open() }

  /// The handle; the library is loaded at the first call and stays.
  ///
  /// Throws `missing-library`.
  static func load() throws(Diagnostic) -> ZeroMQ { try loaded.get() }

  static func open(_ library: SystemLibrary = .zeroMQ) throws(Diagnostic) -> ZeroMQ {
    var table = czm_table()
    try library.load { czm_load($0, &table) }
    var (major, minor, patch): (Int32, Int32, Int32) = (0, 0, 0)
    table.version(&major, &minor, &patch)
    guard major == oldest.0, minor >= oldest.1 else {
      throw library.missing("it is version \(major).\(minor).\(patch), and 4.3 or a later 4 is needed")
    }
    return ZeroMQ(table: table)
  }

  /// Where the library was found, as the system has mapped it.
  var file: String { MappedFile.path(containing: "libzmq.so") ?? SystemLibrary.zeroMQ.name }

  /// Why the last call of this thread failed, as the system numbers it.
  var error: Int32 { table.error() }

  /// The fault of a call that failed just now.
  func failure(_ what: String) -> Diagnostic {
    Diagnostic("connection-failed", what, cause: table.error_text(error).map { String(cString: $0) })
  }
}
