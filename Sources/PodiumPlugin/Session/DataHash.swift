public import PodiumCore

/// The SHA-256 of a file or folder, and of each file in it.
///
/// Of a file it is that of its bytes; of a folder that of the lines `path NUL hash LF` of its files in byte order,
/// files and folders that begin with a dot left out.
public struct DataHash: Sendable, Equatable {
  /// The hash of the whole, as `sha256:` and 64 digits.
  public let whole: String
  /// The hashes of the files of a folder by their path in it; the file itself is the empty path.
  public let files: [String: String]

  /// The maximum number of files of a folder that are hashed, and how deep folders may lie in each other.
  public static let (mostFiles, deepest) = (100_000, 64)

  /// Whether a text is a whole hash: `sha256:` and 64 small hexadecimal digits.
  public static func isWhole(_ text: String) -> Bool {
    let digits = text.utf8.dropFirst("sha256:".utf8.count)
    return text.hasPrefix("sha256:") && digits.count == 64
      && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// Reads a file or folder through an access and hashes it.
  public init(
    of path: String, shown name: String, in access: any FileAccess, cancellation: Cancellation = Cancellation()
  ) throws(Diagnostic) {
    guard access.kind(of: path) == .folder else {
      let hash = SHA256.hex(try access.read(path, shown: name))
      (whole, files) = ("sha256:" + hash, ["": hash])
      return
    }
    var found: [String: String] = [:]
    // Depth first without recursion; the order comes from sorting.
    var folders: [(path: String, prefix: String, depth: Int)] = [(path, "", 0)]
    while let folder = folders.popLast() {
      try cancellation.check()
      for entry in try access.entries(folder.path, hidden: false) {
        let place = folder.path + "/" + entry.name
        switch entry.kind {
        case .file: found[folder.prefix + entry.name] = SHA256.hex(try access.read(place, shown: name))
        case .folder where folder.depth < DataHash.deepest:
          folders.append((place, folder.prefix + entry.name + "/", folder.depth + 1))
        case .folder, .none, .other: continue
        }
        guard found.count <= DataHash.mostFiles else {
          throw Diagnostic("too-large", "'\(name)' has more than \(DataHash.mostFiles) files")
        }
      }
    }
    var hash = SHA256()
    for file in found.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      // With the NUL that ends it.
      hash.update(text: file.key)
      hash.update(file.value.utf8)
      hash.update([0x0A])
    }
    (whole, files) = ("sha256:" + hash.hex(), found)
  }
}
