internal import PodiumCore
internal import PodiumPlugin

/// A file in a private folder, for libraries that open files themselves.
enum PrivateCopy {
  /// Passes the path of a file with the given bytes, or of a file yet to be created; removes everything afterwards.
  ///
  /// Throws `unwritable-file` if no temporary folder can be created, and what the body throws.
  static func with<Value>(
    _ bytes: [UInt8]?, _ body: (_ path: String) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    let folder = try PrivateFolder(named: "copy")
    defer { withExtendedLifetime(folder) {} }
    let path = FilePath.join(folder.path, "copy")
    if let bytes { try DiskFiles().write(bytes, to: path, shown: "copy", mode: .new) }
    return try body(path)
  }
}
