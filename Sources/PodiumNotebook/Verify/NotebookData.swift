public import PodiumCore
public import PodiumShell

/// The data a notebook declares by their hashes.
///
/// Of a file it is the SHA-256 of its bytes; of a folder that of the lines `path NUL hash LF` of its files in byte
/// order, files and folders that begin with a dot left out.
public enum NotebookData {
  /// The most files of a folder that are hashed, and how deep folders may lie in each other.
  static let (mostFiles, deepest) = (100_000, 64)

  /// Throws `changed-data` where something is not as the notebook says, `missing-data` where it is not there.
  public static func check(_ front: FrontMatter, in session: Session) throws(Diagnostic) {
    for (name, wanted) in front.data.sorted(by: { CodePointOrder.precedes($0.key, $1.key) }) where !wanted.isEmpty {
      guard let path = path(of: name, in: session) else {
        throw Diagnostic(
          "missing-data", "the notebook's data '\(name)' is not there",
          help: "paths under 'data:' start from the notebook's own folder")
      }
      let found = try hash(of: path, shown: name, session)
      guard found == wanted else {
        throw Diagnostic(
          "changed-data", "'\(name)' is not the data the notebook was made with: its hash is \(found)",
          help: "the notebook says \(wanted); put back the data, or run it again and write the new hash")
      }
    }
  }

  /// Where declared data lie: a file or folder from the notebook's folder on, else a bundled dataset.
  public static func path(of name: String, in session: Session) -> String? {
    let services = session.services
    let path = services.resolve(name)
    if services.files.kind(of: path) != .none { return path }
    return session.registry.datasets[name].flatMap { services.path(of: $0) }
  }

  /// The hash of a file or folder, as `sha256:` and 64 digits.
  public static func hash(of path: String, shown name: String, _ session: Session) throws(Diagnostic) -> String {
    let files = session.services.files
    guard files.kind(of: path) == .folder else {
      return "sha256:" + SHA256.hex(try files.read(path, shown: name))
    }
    var found: [(path: String, hash: String)] = []
    // Depth first without recursion; the order comes from sorting.
    var folders: [(path: String, prefix: String, depth: Int)] = [(path, "", 0)]
    while let folder = folders.popLast() {
      try session.cancellation.check()
      for entry in try files.entries(folder.path, hidden: false) {
        let place = folder.path + "/" + entry.name
        switch entry.kind {
        case .file:
          found.append((folder.prefix + entry.name, SHA256.hex(try files.read(place, shown: name))))
        case .folder where folder.depth < deepest:
          folders.append((place, folder.prefix + entry.name + "/", folder.depth + 1))
        case .folder, .none, .other: continue
        }
        guard found.count <= mostFiles else {
          throw Diagnostic("too-large", "'\(name)' has more than \(mostFiles) files")
        }
      }
    }
    var hash = SHA256()
    for file in found.sorted(by: { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }) {
      // With the NUL that ends it.
      hash.update(text: file.path)
      hash.update(file.hash.utf8)
      hash.update([0x0A])
    }
    return "sha256:" + hash.hex()
  }
}
