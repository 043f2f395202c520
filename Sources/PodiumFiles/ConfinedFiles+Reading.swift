internal import Glibc
public import PodiumCore
public import PodiumPlugin

/// What an untrusted file reads.
extension ConfinedFiles: FileAccess {
  /// What is at a path; nothing is revealed about paths outside.
  public func kind(of path: String) -> FileKind {
    if let place = place(path) { return place.kind }
    return outside(path) == nil ? .none : below.kind(of: path)
  }

  /// The first bytes of a file.
  public func start(of path: String, count: Int, shown name: String) throws(Diagnostic) -> [UInt8] {
    if let place = place(path) { return try open(place, shown: name).start(count, shown: name) }
    // Nothing of a file with another hash is shown.
    if let found = outside(path), found.hash == nil {
      return try below.start(of: path, count: count, shown: name)
    }
    return Array(try read(path, shown: name).prefix(max(0, count)))
  }

  /// The last bytes of a file.
  public func end(of path: String, count: Int, shown name: String) throws(Diagnostic) -> [UInt8] {
    if let place = place(path) { return try open(place, shown: name).end(count, shown: name) }
    return Array(try read(path, shown: name).suffix(max(0, count)))
  }

  /// The bytes of a file.
  public func read(_ path: String, shown name: String) throws(Diagnostic) -> [UInt8] {
    guard let place = place(path) else {
      guard let (_, hash, inside) = outside(path) else { throw refusal(name, writing: false) }
      let bytes = try below.read(path, shown: name)
      // Reads the bytes that were hashed, even if the file has changed since.
      if let hash, hash.files[inside] != SHA256.hex(bytes) { throw refusal(name, writing: false) }
      return bytes
    }
    return try open(place, shown: name).content(shown: name)
  }

  private func open(_ place: FolderWalk.Place, shown name: String) throws(Diagnostic) -> RegularFile {
    switch place.leaf {
    case .missing:
      throw Diagnostic(
        "unknown-file", "there is no file '\(name)'", help: "give a path relative to the file's own folder")
    case .folder: throw FileTarget.folder(name)
    case .file:
      let file = try RegularFile(place, shown: name)
      // Its other name may be anywhere.
      guard file.status.st_nlink == 1 else { throw refusal(name, writing: false) }
      return file
    }
  }

  /// The identity of a folder that may be read.
  public func identity(ofFolder path: String) -> FolderIdentity? {
    place(path) == nil && outside(path) == nil ? nil : below.identity(ofFolder: path)
  }

  /// The names of the files of a folder.
  public func list(_ path: String, shown name: String) throws(Diagnostic) -> [String] {
    try listing(path, shown: name).filter { $0.kind == .file }.map(\.name)
  }

  /// The entries of a folder; names that begin with a dot are always left out.
  public func entries(_ path: String, hidden: Bool) throws(Diagnostic) -> [FileEntry] {
    try listing(path, shown: path)
  }

  private func listing(_ path: String, shown name: String) throws(Diagnostic) -> [FileEntry] {
    guard let place = place(path) else {
      guard let (_, hash, inside) = outside(path) else { throw refusal(name, writing: false) }
      let entries = try below.entries(path, hidden: false)
      guard let hash else { return entries }
      return entries.filter { entry in
        let file = inside.joined(entry.name)
        return entry.kind == .folder
          ? hash.files.keys.contains { $0.inside(file) != nil } : hash.files[file] != nil
      }
    }
    guard case .folder(let descriptor) = place.leaf else {
      throw Diagnostic("unreadable-file", "'\(name)' cannot be read", cause: "it is not a folder")
    }
    let opened = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0, let folder = fdopendir(opened) else { throw DiskFiles.unreadable(name, errno) }
    let names = DiskFiles.names(in: folder)
    closedir(folder)
    return names.filter(FolderWalk.isPlain).compactMap { entry in
      let kind = walk.place(FilePath.joined(place.names + [entry]))?.kind ?? .none
      return kind == .none ? nil : FileEntry(entry, kind)
    }
  }
}
