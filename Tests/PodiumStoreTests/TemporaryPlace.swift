import Glibc
import PodiumTestKit

@testable import PodiumStore

/// A folder for one workspace, removed with the value.
final class TemporaryPlace {
  private let folder = TemporaryFolder()
  var path: String { folder.path }
  var file: String { path + "/workspace.sqlite" }

  /// The names of the files in it, in order.
  var names: [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var out: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { out.append(name) }
    }
    return out.sorted()
  }

  /// A connection to a database of this name, which is created empty if missing.
  func connection(_ name: String) throws -> Connection {
    let file = path + "/" + name
    if access(file, F_OK) != 0 { TemporaryPlace.write([], to: file) }
    return try Connection(file, patience: 1)
  }

  /// The bytes of a file; nil if it does not exist.
  static func bytes(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var out: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { out += buffer[..<count] }
    return out
  }

  static func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "w") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}
