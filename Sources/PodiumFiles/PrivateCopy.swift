internal import PodiumCore
internal import PodiumPlugin

/// A file in a private folder, for libraries that open files by themselves.
enum PrivateCopy {
  /// Hands on the path of a file that holds some bytes, or of none that is there yet; takes all away again.
  ///
  /// Throws `unwritable-file` where no temporary folder can be made, and what the body throws.
  static func with<Value>(
    _ bytes: [UInt8]?, _ body: (_ path: String) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    let folder = try PrivateFolder(named: "copy")
    defer { withExtendedLifetime(folder) {} }
    let path = folder.path + "/copy"
    if let bytes { try DiskFiles().write(bytes, to: path, shown: "copy", mode: .new) }
    return try body(path)
  }
}
