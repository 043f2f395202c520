public import PodiumCore

/// The SHA-256 of a file or folder, and of each file in it.
///
/// Of a file it is that of its bytes; of a folder that of the lines `path NUL hash LF` of its files in byte order,
/// files and folders that begin with a dot left out.
public struct DataHash: Sendable, Equatable {
  /// The hash of the whole, as `sha256:` and 64 digits.
  public let whole: String
  /// The hashes of the files of a folder by their path in it; the file itself is the empty path.
  public let files: [FilePath: String]

  /// The maximum number of files of a folder that are hashed, and how deep folders may lie in each other.
  public static let (mostFiles, deepest) = (100_000, 64)
  /// The maximum number of folders that are visited, each time a link leads to one.
  public static let mostFolders = 10_000

  /// Whether a text is a whole hash: `sha256:` and 64 small hexadecimal digits.
  public static func isWhole(_ text: String) -> Bool {
    let digits = text.utf8.dropFirst("sha256:".utf8.count)
    return text.utf8.starts(with: "sha256:".utf8) && digits.count == 64
      && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// Reads a file or folder through an access and hashes it.
  public init(
    of path: String, shown name: String, in access: any FileAccess, cancellation: Cancellation = Cancellation()
  ) throws(Diagnostic) {
    guard access.kind(of: path) == .folder else {
      let hash = SHA256.hex(try access.read(path, shown: name))
      (whole, files) = ("sha256:" + hash, [FilePath(""): hash])
      return
    }
    var found: [FilePath: String] = [:]
    // Depth first without recursion; the order comes from sorting.
    var folders: [(path: FilePath, inside: FilePath, above: [FolderIdentity])] = [(FilePath(path), FilePath(""), [])]
    var visited = 0
    while let folder = folders.popLast() {
      try cancellation.check()
      let own = access.identity(ofFolder: folder.path.text)
      // A link to a folder above would lead through the same files again and again.
      if let own, folder.above.contains(own) { continue }
      visited += 1
      guard visited <= DataHash.mostFolders else {
        throw Diagnostic("too-large", "'\(name)' has more than \(DataHash.mostFolders) folders")
      }
      for entry in try access.entries(folder.path.text, hidden: false) {
        let (place, inside) = (folder.path.joined(entry.name), folder.inside.joined(entry.name))
        switch entry.kind {
        case .file: found[inside] = SHA256.hex(try access.read(place.text, shown: name))
        case .folder where folder.above.count < DataHash.deepest:
          let above = folder.above + [own ?? FolderIdentity(device: .max, inode: UInt64(folder.above.count))]
          folders.append((place, inside, above))
        case .folder, .none, .other: continue
        }
        guard found.count <= DataHash.mostFiles else {
          throw Diagnostic("too-large", "'\(name)' has more than \(DataHash.mostFiles) files")
        }
      }
    }
    var hash = SHA256()
    for file in found.inCodePointOrder(by: \.key.text) {
      // With the NUL that ends it.
      hash.update(text: file.key.text)
      hash.update(file.value.utf8)
      hash.update([0x0A])
    }
    (whole, files) = ("sha256:" + hash.hex(), found)
  }
}
