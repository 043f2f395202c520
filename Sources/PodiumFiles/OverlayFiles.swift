public import PodiumCore
public import PodiumPlugin
internal import Synchronization

/// Files on top of another access: writes stay in memory, take precedence when reading, and vanish with it.
///
/// A class: the copies of a session share the written files.
public final class OverlayFiles: FileAccess {
  /// Maximum number of bytes and files kept.
  public static let (mostBytes, mostFiles) = (256 << 20, 10_000)

  /// The access below, which is never written to.
  public let below: any FileAccess
  /// What was written, by real path; a created folder is nil.
  private let kept = Mutex<[FilePath: [UInt8]?]>([:])

  /// What was read from below: to the session it exists, while other files there may be its own from an earlier run.
  private let read = Mutex<Set<FilePath>>([])

  /// Puts an empty overlay on an access.
  public init(over below: any FileAccess) {
    self.below = below
    (below as? ConfinedFiles)?.state.withLock { $0.isOverlaid = true }
  }

  /// The user's home folder.
  public var home: String? { below.home }

  /// What a path leads to.
  public func kind(of path: String) -> FileKind {
    kept.withLock { $0[RealPlace.of(path)] }.map { $0 == nil ? .folder : .file } ?? below.kind(of: path)
  }

  /// The bytes of a file.
  public func read(_ path: String, shown name: String) throws(Diagnostic) -> [UInt8] {
    guard let file = kept.withLock({ $0[RealPlace.of(path)] }) else {
      note(reading: path, shown: name)
      return try below.read(path, shown: name)
    }
    guard let file else { throw Diagnostic("not-a-file", "'\(name)' is a folder", help: "name a file in it") }
    return file
  }

  /// The first bytes of a file.
  public func start(of path: String, count: Int, shown name: String) throws(Diagnostic) -> [UInt8] {
    guard kept.withLock({ $0[RealPlace.of(path)] }) == nil else {
      return Array(try read(path, shown: name).prefix(max(0, count)))
    }
    note(reading: path, shown: name)
    return try below.start(of: path, count: count, shown: name)
  }

  /// The last bytes of a file.
  public func end(of path: String, count: Int, shown name: String) throws(Diagnostic) -> [UInt8] {
    guard kept.withLock({ $0[RealPlace.of(path)] }) == nil else {
      return Array(try read(path, shown: name).suffix(max(0, count)))
    }
    note(reading: path, shown: name)
    return try below.end(of: path, count: count, shown: name)
  }

  /// Notes what was read.
  public func note(reading path: String, shown name: String) {
    read.withLock { _ = $0.insert(RealPlace.of(path)) }
    below.note(reading: path, shown: name)
  }

  /// What keeps a new file from being made: a folder, and a file that the session made or read.
  private func standing(at path: String) -> FileKind {
    let place = RealPlace.of(path)
    let kind = kind(of: path)
    let isOurs = kept.withLock { $0[place] != nil } || read.withLock { $0.contains(place) }
    return kind == .file && !isOurs ? .none : kind
  }

  /// The names of the files of a folder.
  public func list(_ path: String, shown name: String) throws(Diagnostic) -> [String] {
    let folder = RealPlace.of(path)
    let own = within(folder).filter { $0.kind == .file }.map(\.name)
    let others = kept.withLock { $0[folder] } == nil ? try below.list(path, shown: name) : []
    return Set((own + others).map { FilePath($0) }).map(\.text).inCodePointOrder()
  }

  /// What a folder holds.
  public func entries(_ path: String, hidden: Bool) throws(Diagnostic) -> [FileEntry] {
    let folder = RealPlace.of(path)
    let own = within(folder).filter { hidden || !FilePath($0.name).isHidden }
    let names = Set(own.map { FilePath($0.name) })
    let others = kept.withLock { $0[folder] } == nil ? try below.entries(path, hidden: hidden) : []
    return (own + others.filter { !names.contains(FilePath($0.name)) })
      .inCodePointOrder(by: \.name)
  }

  /// What was written into a folder.
  private func within(_ folder: FilePath) -> [FileEntry] {
    kept.withLock { kept in
      kept.compactMap { path, bytes in
        guard let inside = path.inside(folder), !inside.isEmpty, !FilePath(inside).hasFolder else { return nil }
        return FileEntry(inside, bytes == nil ? .folder : .file)
      }
    }
  }

  /// Throws what the access below refuses.
  public func permit(_ path: String, shown name: String, writing: Bool) throws(Diagnostic) {
    try below.permit(path, shown: name, writing: writing)
  }

  /// Allows reading a place that the access below does not open by itself.
  public func admit(_ path: String, shown name: String, hash: String) throws(Diagnostic) {
    try below.admit(path, shown: name, hash: hash)
  }

  /// The identity of a folder of the access below.
  public func identity(ofFolder path: String) -> FolderIdentity? {
    kept.withLock { $0[RealPlace.of(path)] } == nil ? below.identity(ofFolder: path) : nil
  }

  /// Whether a file was written here.
  public func isMade(_ path: String) -> Bool {
    kept.withLock { $0[RealPlace.of(path)] }.map { $0 != nil } ?? below.isMade(path)
  }

  /// Makes a folder.
  public func makeFolder(_ path: String, shown name: String) throws(Diagnostic) {
    // A folder may be created if a table may be written into it.
    try below.permit(FilePath.join(path, "table.csv"), shown: name, writing: true)
    let isOurs = kept.withLock { $0[RealPlace.of(path)] != nil }
    guard kind(of: path) == .none || (kind(of: path) == .folder && !isOurs) else {
      throw FileTarget.taken(folder: name)
    }
    try put(nil, at: path, name)
  }

  /// Forgets a folder with some of its files.
  public func takeBack(folder path: String, files names: [String]) -> Bool {
    let folder = RealPlace.of(path)
    kept.withLock { kept in for name in names { kept[folder.joined(name)] = nil } }
    guard within(folder).isEmpty else { return false }
    return kept.withLock { $0.removeValue(forKey: folder) } != nil
  }

  /// Writes a file.
  public func write(_ bytes: [UInt8], to path: String, shown name: String, mode: FileMode) throws(Diagnostic) {
    try FileTarget.check(mode == .new ? standing(at: path) : kind(of: path), mode, name)
    try below.permit(path, shown: name, writing: true)
    let before = mode == .append && kind(of: path) == .file ? try read(path, shown: name) : []
    try put(before + bytes, at: path, name)
  }

  private func put(_ bytes: [UInt8]?, at path: String, _ name: String) throws(Diagnostic) {
    let place = RealPlace.of(path)
    guard place != RealPlace.nowhere, kind(of: FilePath(path).parent?.text ?? ".") == .folder else {
      throw Diagnostic("unwritable-file", "'\(name)' cannot be written", cause: "its folder does not exist")
    }
    let fits = kept.withLock { kept in
      let others = kept.reduce(0) { $0 + ($1.key == place ? 0 : $1.value?.count ?? 0) }
      guard (bytes?.count ?? 0) <= OverlayFiles.mostBytes - others, kept.count < OverlayFiles.mostFiles else {
        return false
      }
      kept[place] = .some(bytes)
      return true
    }
    guard fits else {
      throw Diagnostic(
        "too-large",
        "'\(name)' was not written: while a notebook is verified or exported, its files stay in memory, at most "
          + "\(OverlayFiles.mostBytes >> 20) MB and \(OverlayFiles.mostFiles) files",
        help: "use podium run to write to the disk")
    }
  }

  /// Passes the path of a private copy, so that what a library writes also goes to the overlay.
  public func lend<Value>(
    _ path: String, shown name: String, writing: Bool, _ body: (_ path: String) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    try FileLoan.lend(self, path, shown: name, writing: writing, body)
  }
}
