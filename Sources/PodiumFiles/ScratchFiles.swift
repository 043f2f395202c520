public import PodiumCore
public import PodiumPlugin
internal import Synchronization

/// A folder in memory over the files of another access, which are read and never written.
///
/// A class: the copies of a session share the one folder, as they share the one disk.
public final class ScratchFiles: FileAccess {
  /// The folder that is written to; it is not on any disk.
  public static let folder = "/scratch"
  private let below: any FileAccess
  /// The files by path; a created folder is nil.
  private let kept: Mutex<[FilePath: [UInt8]?]>

  /// Creates a folder with some initial files, by name.
  public init(over below: any FileAccess, holding files: [String: String] = [:]) {
    self.below = below
    var kept: [FilePath: [UInt8]?] = [:]
    for (name, text) in files { kept[FilePath(ScratchFiles.folder).joined(name)] = .some(Array(text.utf8)) }
    self.kept = Mutex(kept)
  }

  /// There is no home folder.
  public var home: String? { nil }

  /// What is at a path.
  public func kind(of path: String) -> FileKind {
    guard isOurs(path) else { return below.kind(of: path) }
    if path == ScratchFiles.folder { return .folder }
    return kept.withLock { kept in kept[FilePath(path)].map { $0 == nil ? .folder : .file } ?? .none }
  }

  /// The bytes of a file.
  public func read(_ path: String, shown name: String) throws(Diagnostic) -> [UInt8] {
    guard isOurs(path) else { return try below.read(path, shown: name) }
    guard let bytes = kept.withLock({ $0[FilePath(path)] ?? nil }) else {
      throw Diagnostic("unknown-file", "there is no file '\(name)'")
    }
    return bytes
  }

  /// The first bytes of a file.
  public func start(of path: String, count: Int, shown name: String) throws(Diagnostic) -> [UInt8] {
    guard !isOurs(path) else { return Array(try read(path, shown: name).prefix(max(0, count))) }
    return try below.start(of: path, count: count, shown: name)
  }

  /// The names of the files of a folder.
  public func list(_ path: String, shown name: String) throws(Diagnostic) -> [String] {
    guard isOurs(path) else { return try below.list(path, shown: name) }
    let files = kept.withLock { kept in kept.filter { $0.value != nil }.map(\.key) }
    return files.filter { $0.parent == FilePath(path) }.map(\.name).inCodePointOrder()
  }

  /// Makes a folder.
  public func makeFolder(_ path: String, shown name: String) throws(Diagnostic) {
    guard kind(of: path) == .none else { throw Diagnostic("file-exists", "'\(name)' already exists") }
    try put(nil, path, name)
  }

  /// Forgets a folder with some of its files.
  public func takeBack(folder path: String, files names: [String]) -> Bool {
    let folder = FilePath(path)
    return kept.withLock { kept in
      for name in names { kept.removeValue(forKey: folder.joined(name)) }
      return !kept.keys.contains { $0.parent == folder } && kept.removeValue(forKey: folder) != nil
    }
  }

  /// Writes a file.
  public func write(
    _ bytes: [UInt8], to path: String, shown name: String, mode: FileMode
  ) throws(Diagnostic) {
    let there = kept.withLock { $0[FilePath(path)] ?? nil }
    if mode == .new, kind(of: path) != .none {
      throw Diagnostic("file-exists", "there is already a file '\(name)'")
    }
    try put(mode == .append ? (there ?? []) + bytes : bytes, path, name)
  }

  private func put(_ bytes: [UInt8]?, _ path: String, _ name: String) throws(Diagnostic) {
    guard isOurs(path), let parent = FilePath(path).parent, kind(of: parent.text) == .folder else {
      throw Diagnostic("unwritable-file", "'\(name)' cannot be written here")
    }
    kept.withLock { $0[FilePath(path)] = .some(bytes) }
  }

  private func isOurs(_ path: String) -> Bool {
    FilePath(path).inside(FilePath(ScratchFiles.folder)) != nil
  }
}
