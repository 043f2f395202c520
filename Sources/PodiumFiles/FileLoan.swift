internal import PodiumCore
internal import PodiumPlugin

/// Files handed to libraries as private copies.
enum FileLoan {
  /// The file the body reads comes from the access, and the file it writes goes back through the access.
  static func lend<Value>(
    _ access: some FileAccess, _ path: String, shown name: String, writing: Bool,
    _ body: (_ path: String) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    try access.permit(path, shown: name, writing: writing)
    guard writing else { return try PrivateCopy.with(try access.read(path, shown: name), body) }
    return try PrivateCopy.with(nil) { (copy) throws(Diagnostic) in
      let value = try body(copy)
      try access.write(try DiskFiles().read(copy, shown: name), to: path, shown: name, mode: .new)
      return value
    }
  }
}
