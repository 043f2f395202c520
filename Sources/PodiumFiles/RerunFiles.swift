public import PodiumCore
public import PodiumPlugin

/// The files of a notebook or script that runs again: what an earlier run wrote, and no one changed since, is written
/// as if it were not there. Everything else that exists is protected as the access below protects it.
public final class RerunFiles: FileAccess {
  private let base: any FileAccess
  private let earlier: EarlierWrites

  /// Puts the rule on an access.
  public init(over base: any FileAccess, _ earlier: EarlierWrites) { (self.base, self.earlier) = (base, earlier) }

  /// Makes a folder; one that an earlier run made is there already.
  public func makeFolder(_ path: String, shown name: String) throws(Diagnostic) {
    if base.kind(of: path) == .folder, earlier.holds(folder: path) { return }
    try base.makeFolder(path, shown: name)
    earlier.note(folder: path)
  }

  /// Writes a file.
  public func write(_ bytes: [UInt8], to path: String, shown name: String, mode: FileMode) throws(Diagnostic) {
    guard let mode = allowed(mode, bytes, path, name) else { return }
    try base.write(bytes, to: path, shown: name, mode: mode)
    note(path, name, mode == .append ? nil : bytes)
  }

  /// The same for a file that only its owner may read.
  public func writePrivate(_ bytes: [UInt8], to path: String, shown name: String, mode: FileMode) throws(Diagnostic) {
    guard let mode = allowed(mode, bytes, path, name) else { return }
    try base.writePrivate(bytes, to: path, shown: name, mode: mode)
    note(path, name, mode == .append ? nil : bytes)
  }

  /// How a file may be written; nil if it has these bytes already.
  private func allowed(_ mode: FileMode, _ bytes: [UInt8], _ path: String, _ name: String) -> FileMode? {
    guard base.kind(of: path) == .file, !base.isMade(path), mode != .append,
      let there = try? base.read(path, shown: name)
    else { return mode }
    if there == bytes, (try? base.permit(path, shown: name, writing: false)) != nil { return nil }
    guard earlier.holds(path, there) else { return mode }
    (base as? ConfinedFiles)?.adopt(path)
    return .replace
  }

  private func note(_ path: String, _ name: String, _ bytes: [UInt8]?) {
    if let bytes = bytes ?? (try? base.read(path, shown: name)) { earlier.note(path, bytes) }
  }

  /// Passes the path of a private copy, so that what a library writes comes by here.
  public func lend<Value>(
    _ path: String, shown name: String, writing: Bool, _ body: (_ path: String) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    writing
      ? try FileLoan.lend(self, path, shown: name, writing: true, body)
      : try base.lend(path, shown: name, writing: false, body)
  }

  public func takeBack(folder path: String, files names: [String]) -> Bool {
    base.takeBack(folder: path, files: names)
  }
  public var home: String? { base.home }
  public func kind(of path: String) -> FileKind { base.kind(of: path) }
  public func read(_ path: String, shown name: String) throws(Diagnostic) -> [UInt8] {
    try base.read(path, shown: name)
  }
  public func start(of path: String, count: Int, shown name: String) throws(Diagnostic) -> [UInt8] {
    try base.start(of: path, count: count, shown: name)
  }
  public func end(of path: String, count: Int, shown name: String) throws(Diagnostic) -> [UInt8] {
    try base.end(of: path, count: count, shown: name)
  }
  public func list(_ path: String, shown name: String) throws(Diagnostic) -> [String] {
    try base.list(path, shown: name)
  }
  public func entries(_ path: String, hidden: Bool) throws(Diagnostic) -> [FileEntry] {
    try base.entries(path, hidden: hidden)
  }
  public func permit(_ path: String, shown name: String, writing: Bool) throws(Diagnostic) {
    try base.permit(path, shown: name, writing: writing)
  }
  public func admit(_ path: String, shown name: String, hash: String) throws(Diagnostic) {
    try base.admit(path, shown: name, hash: hash)
  }
  public func localPath(of path: String) -> String? { base.localPath(of: path) }
  public func isLink(_ path: String) -> Bool { base.isLink(path) }
  public func identity(ofFolder path: String) -> FolderIdentity? { base.identity(ofFolder: path) }
  public func isMade(_ path: String) -> Bool { base.isMade(path) }
  public func exclusively<Value>(
    _ path: String, _ work: () throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value { try base.exclusively(path, work) }
  public func note(reading path: String, shown name: String) { base.note(reading: path, shown: name) }
  public var bare: any FileAccess { base.bare }
}

/// What notebooks and scripts wrote on this machine: each path with the hash of what was written, in one file.
///
/// It only ever lets podium replace bytes that podium wrote; without the file, nothing is replaced.
public final class EarlierWrites: Sendable {
  /// The most lines that are kept; the oldest go first.
  private static let limit = 10_000
  private let file: String

  /// The list in a file, which is made when first needed.
  public init(file: String) { self.file = file }

  /// Whether a file has what was written last.
  public func holds(_ path: String, _ bytes: [UInt8]) -> Bool { lines.contains(line(path, SHA256.hex(bytes))[...]) }
  func holds(folder path: String) -> Bool { lines.contains(line(path, "folder")[...]) }
  /// Notes what was written to a file.
  public func note(_ path: String, _ bytes: [UInt8]) { add(line(path, SHA256.hex(bytes))) }
  func note(folder path: String) { add(line(path, "folder")) }

  private func line(_ path: String, _ hash: String) -> String {
    hash + " " + SafeText.escape(RealPlace.of(path).text)
  }

  private var lines: [Substring] {
    let text = (try? DiskFiles().text(of: file, shown: file)) ?? ""
    return text.split(separator: "\n")
  }

  /// A list that cannot be written is not kept: the next run then asks for another name.
  private func add(_ line: String) {
    let lines = lines
    guard !lines.contains(line[...]) else { return }
    let isLong = lines.count > 2 * EarlierWrites.limit
    let added = ((isLong ? lines.suffix(EarlierWrites.limit) : []) + [line[...]]).map { $0 + "\n" }.joined()
    if DiskFiles().kind(of: file) == .none {
      FilePath(file).makeFoldersAbove()
      try? DiskFiles().writePrivate([], to: file, shown: file, mode: .new)
    }
    // A short line is appended in one step, so two runs at once lose none.
    try? DiskFiles().write(Array(added.utf8), to: file, shown: file, mode: isLong ? .replace : .append)
  }
}
