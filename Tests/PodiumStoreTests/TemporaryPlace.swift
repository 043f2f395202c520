import Glibc
import PodiumTestKit

@testable import PodiumStore

/// A folder for one workspace, removed with the value.
final class TemporaryPlace {
  private let folder = TemporaryFolder()
  var path: String { folder.path }
  var file: String { path + "/workspace.sqlite" }

  /// The names of the files in it, in order.
  var names: [String] { TemporaryFolder.names(in: path) }

  /// A connection to a database of this name, which is created empty if missing.
  func connection(_ name: String) throws -> Connection {
    let file = path + "/" + name
    if access(file, F_OK) != 0 { TemporaryPlace.write([], to: file) }
    return try Connection(file, patience: 1)
  }

  /// The bytes of a file; nil if it does not exist.
  static func bytes(_ path: String) -> [UInt8]? { TemporaryFolder.bytes(of: path) }

  static func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "w") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}
