internal import PodiumCore
internal import PodiumPlugin
internal import Synchronization

/// A file or folder that a command read or wrote.
public struct FileUse: Sendable {
  public let path: String
  /// As it was named.
  public let name: String
  public let isWritten: Bool
}

/// Files, with a list of those that were read and written. A class, because copies of a session share it.
///
/// What a command writes is written by the thread that is never abandoned (`Cancellation.outside`).
final class NotedFiles: FileAccess {
  private let base: any FileAccess
  /// The uses in order, and their places by path: texts that are equal may still name two files.
  private let noted = Mutex<(uses: [FileUse], places: [String: [Int]])>(([], [:]))
  /// The folders that the command made where there was nothing.
  private let made = Mutex<[FilePath]>([])

  init(_ base: any FileAccess) { self.base = base }

  /// Each use once, in order.
  var uses: [FileUse] { noted.withLock { $0.uses } }

  /// The files that a command which failed wrote all the same; nil for none.
  var remains: String? {
    let names = uses.filter(\.isWritten).map(\.name)
    guard !names.isEmpty else { return nil }
    let shown = names.prefix(5).map { "'\($0)'" }.joined(separator: ", ") + (names.count > 5 ? ", …" : "")
    return "files it wrote remain: \(shown)"
  }

  /// The error of a command that wrote files all the same, which its help names.
  func remaining(after error: Diagnostic) -> Diagnostic {
    guard let remains else { return error }
    var error = error
    if error.code == Diagnostic.interrupted.code { error.message = "interrupted" }
    error.help = (error.help.map { $0 + "; " } ?? "") + remains
    return error
  }

  /// Takes back the folders that a command made before it failed, with what it wrote into them: half an export looks like a
  /// whole one, and its folder would be in the way of the next.
  func takeBackFolders() {
    for folder in made.withLock({ $0 }).reversed() {
      let files = uses.filter(\.isWritten).compactMap { FilePath($0.path).inside(folder) }
      _ = takeBack(folder: folder.text, files: files.filter { !$0.isEmpty && !FilePath($0).hasFolder })
    }
  }

  func takeBack(folder path: String, files names: [String]) -> Bool {
    guard base.takeBack(folder: path, files: names) else { return false }
    let left = uses.filter { FilePath($0.path).inside(FilePath(path)) == nil }
    noted.withLock { $0 = ([], [:]) }
    for use in left { note(use.path, use.name, isWritten: use.isWritten) }
    return true
  }

  private func note(_ path: String, _ name: String, isWritten: Bool) {
    noted.withLock { noted in
      let isKnown = noted.places[path, default: []].contains { place in
        let use = noted.uses[place]
        return use.isWritten == isWritten && FilePath.isSame(use.path, path) && FilePath.isSame(use.name, name)
      }
      guard !isKnown else { return }
      noted.places[path, default: []].append(noted.uses.count)
      noted.uses.append(FileUse(path: path, name: name, isWritten: isWritten))
    }
  }

  var bare: any FileAccess { base.bare }
  func note(reading path: String, shown name: String) {
    note(path, name, isWritten: false)
    base.note(reading: path, shown: name)
  }
  var home: String? { base.home }
  func kind(of path: String) -> FileKind { base.kind(of: path) }
  func read(_ path: String, shown name: String) throws(Diagnostic) -> [UInt8] {
    note(path, name, isWritten: false)
    return try base.read(path, shown: name)
  }
  func start(of path: String, count: Int, shown name: String) throws(Diagnostic) -> [UInt8] {
    note(path, name, isWritten: false)
    return try base.start(of: path, count: count, shown: name)
  }
  func end(of path: String, count: Int, shown name: String) throws(Diagnostic) -> [UInt8] {
    note(path, name, isWritten: false)
    return try base.end(of: path, count: count, shown: name)
  }
  func list(_ path: String, shown name: String) throws(Diagnostic) -> [String] {
    try base.list(path, shown: name)
  }
  func entries(_ path: String, hidden: Bool) throws(Diagnostic) -> [FileEntry] {
    try base.entries(path, hidden: hidden)
  }
  func makeFolder(_ path: String, shown name: String) throws(Diagnostic) {
    let isNew = base.kind(of: path) == .none
    try Cancellation.outside { () throws(Diagnostic) in try base.makeFolder(path, shown: name) }
    if isNew { made.withLock { $0.append(FilePath(path)) } }
    note(path, name, isWritten: true)
  }
  func write(_ bytes: [UInt8], to path: String, shown name: String, mode: FileMode) throws(Diagnostic) {
    try Cancellation.outside { () throws(Diagnostic) in try base.write(bytes, to: path, shown: name, mode: mode) }
    note(path, name, isWritten: true)
  }
  func writePrivate(_ bytes: [UInt8], to path: String, shown name: String, mode: FileMode) throws(Diagnostic) {
    try Cancellation.outside { () throws(Diagnostic) in
      try base.writePrivate(bytes, to: path, shown: name, mode: mode)
    }
    note(path, name, isWritten: true)
  }
  func permit(_ path: String, shown name: String, writing: Bool) throws(Diagnostic) {
    try base.permit(path, shown: name, writing: writing)
  }
  func admit(_ path: String, shown name: String, hash: String) throws(Diagnostic) {
    try base.admit(path, shown: name, hash: hash)
  }
  func localPath(of path: String) -> String? { base.localPath(of: path) }
  func isLink(_ path: String) -> Bool { base.isLink(path) }
  func identity(ofFolder path: String) -> FolderIdentity? { base.identity(ofFolder: path) }
  func isMade(_ path: String) -> Bool { base.isMade(path) }
  func exclusively<Value>(
    _ path: String, _ work: () throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    try Cancellation.outside { () throws(Diagnostic) in try base.exclusively(path, work) }
  }
  func lend<Value>(
    _ path: String, shown name: String, writing: Bool, _ body: (_ path: String) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    guard writing else {
      note(path, name, isWritten: false)
      return try base.lend(path, shown: name, writing: false, body)
    }
    let value = try Cancellation.outside { () throws(Diagnostic) in
      try base.lend(path, shown: name, writing: true, body)
    }
    note(path, name, isWritten: true)
    return value
  }
}
