internal import Glibc
internal import PodiumFiles
internal import PodiumPlugin

/// A folder that is removed with its contents when the value goes away.
///
/// A class: the folder is kept as long as the value is.
public final class TemporaryFolder: Sendable {
  private let folder: PrivateFolder
  public var path: String { folder.path }

  /// Creates an empty folder in the system's temporary folder.
  public init() {
    guard let folder = try? PrivateFolder(named: "test") else {
      preconditionFailure("no temporary folder can be created; set TMPDIR")
    }
    self.folder = folder
  }

  /// The sorted names in a folder; empty for a folder that does not exist.
  public static func names(in path: String) -> [String] {
    ((try? DiskFiles().entries(path, hidden: true)) ?? []).map(\.name)
  }

  /// The bytes of a file as they are on the disk; nil where there is none.
  public static func bytes(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var out: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { out += buffer[..<count] }
    return out
  }
}
