public import PodiumCore
internal import PodiumPlugin

extension FileImportContext {
  /// A file from the network, as importers see it.
  public init(fetched name: String, bytes: [UInt8], cancellation: Cancellation) throws(Diagnostic) {
    try self.init(FilePath.join("/", name), access: FetchedFile(bytes: bytes), cancellation: cancellation)
  }
}

/// One file that exists only in memory, whatever its path.
private struct FetchedFile: FileAccess {
  let bytes: [UInt8]
  var home: String? { nil }

  func kind(of path: String) -> FileKind { .file }

  func read(_ path: String, shown name: String) throws(Diagnostic) -> [UInt8] { bytes }

  func list(_ path: String, shown name: String) throws(Diagnostic) -> [String] { [] }

  func makeFolder(_ path: String, shown name: String) throws(Diagnostic) { throw unwritable(name) }

  func write(_ bytes: [UInt8], to path: String, shown name: String, mode: FileMode) throws(Diagnostic) {
    throw unwritable(name)
  }

  private func unwritable(_ name: String) -> Diagnostic {
    Diagnostic("unwritable-file", "'\(name)' cannot be written, because it came over the network")
  }
}
