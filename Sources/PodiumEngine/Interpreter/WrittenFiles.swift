internal import PodiumCore
internal import PodiumPlugin
internal import Synchronization

/// Files, with a list of those that were written. A class, because copies of a session share it.
final class WrittenFiles: FileAccess {
  private let base: any FileAccess
  private let noted = Mutex<[String]>([])

  init(_ base: any FileAccess) { self.base = base }

  /// The names of the files and folders that were written, in order.
  var names: [String] { noted.withLock { $0 } }

  private func note(_ name: String) {
    noted.withLock { if !$0.contains(name) { $0.append(name) } }
  }

  var home: String? { base.home }
  func kind(of path: String) -> FileKind { base.kind(of: path) }
  func read(_ path: String, shown name: String) throws(Diagnostic) -> [UInt8] {
    try base.read(path, shown: name)
  }
  func start(of path: String, count: Int, shown name: String) throws(Diagnostic) -> [UInt8] {
    try base.start(of: path, count: count, shown: name)
  }
  func list(_ path: String, shown name: String) throws(Diagnostic) -> [String] {
    try base.list(path, shown: name)
  }
  func entries(_ path: String, hidden: Bool) throws(Diagnostic) -> [FileEntry] {
    try base.entries(path, hidden: hidden)
  }
  func makeFolder(_ path: String, shown name: String) throws(Diagnostic) {
    try base.makeFolder(path, shown: name)
    note(name)
  }
  func write(_ bytes: [UInt8], to path: String, shown name: String, mode: FileMode) throws(Diagnostic) {
    try base.write(bytes, to: path, shown: name, mode: mode)
    note(name)
  }
  func writePrivate(_ bytes: [UInt8], to path: String, shown name: String, mode: FileMode) throws(Diagnostic) {
    try base.writePrivate(bytes, to: path, shown: name, mode: mode)
    note(name)
  }
  func permit(_ path: String, shown name: String, writing: Bool) throws(Diagnostic) {
    try base.permit(path, shown: name, writing: writing)
  }
  func admit(_ path: String, shown name: String, hash: String) throws(Diagnostic) {
    try base.admit(path, shown: name, hash: hash)
  }
  func isLink(_ path: String) -> Bool { base.isLink(path) }
  func identity(ofFolder path: String) -> FolderIdentity? { base.identity(ofFolder: path) }
  func isMade(_ path: String) -> Bool { base.isMade(path) }
  func lend<Value>(
    _ path: String, shown name: String, writing: Bool, _ body: (_ path: String) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    let value = try base.lend(path, shown: name, writing: writing, body)
    if writing { note(name) }
    return value
  }
}
