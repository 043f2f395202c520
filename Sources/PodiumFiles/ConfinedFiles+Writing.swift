internal import Glibc
public import PodiumCore
public import PodiumPlugin
internal import Synchronization

/// What an untrusted file creates and changes.
extension ConfinedFiles {
  /// Whether this access created a file.
  public func isMade(_ path: String) -> Bool {
    guard let place = place(path), case .file(let status) = place.leaf else { return false }
    return isMade(place, status)
  }

  /// Creates a folder within the allowed folder.
  public func makeFolder(_ path: String, shown name: String) throws(Diagnostic) {
    guard let place = place(path) else { throw refusal(name, writing: true) }
    guard case .missing(let rest) = place.leaf else {
      throw FileTarget.taken(folder: name)
    }
    guard rest.count == 1 else { throw DiskFiles.unwritable(name, ENOENT) }
    try HeldFiles.refuseWriting(place.name, in: place.parent, shown: name)
    try take(bytes: 0, files: 1, name)
    guard mkdirat(place.parent, place.name, 0o777) == 0 else { throw DiskFiles.unwritable(name, errno) }
  }

  /// Removes a folder with the files that this access created in it.
  public func takeBack(folder path: String, files names: [String]) -> Bool {
    for name in names {
      guard let place = place(FilePath.join(path, name)), case .file(let status) = place.leaf, isMade(place, status)
      else { continue }
      unlinkat(place.parent, place.name, 0)
      state.withLock { _ = $0.made.removeValue(forKey: FilePath(place.path)) }
    }
    guard let place = place(path), case .folder = place.leaf, !place.name.isEmpty else { return false }
    return unlinkat(place.parent, place.name, AT_REMOVEDIR) == 0
  }

  /// Writes a new file, or one that this access created.
  public func write(_ bytes: [UInt8], to path: String, shown name: String, mode: FileMode) throws(Diagnostic) {
    try write(bytes, to: path, name, mode, isPrivate: false)
  }

  /// The same for a file that only its owner may read.
  public func writePrivate(
    _ bytes: [UInt8], to path: String, shown name: String, mode: FileMode
  ) throws(Diagnostic) {
    try write(bytes, to: path, name, mode, isPrivate: true)
  }

  private func write(
    _ bytes: [UInt8], to path: String, _ name: String, _ mode: FileMode, isPrivate: Bool
  ) throws(Diagnostic) {
    guard let place = place(path) else { throw refusal(name, writing: true) }
    if !place.name.isEmpty { try HeldFiles.refuseWriting(place.name, in: place.parent, shown: name) }
    switch place.leaf {
    case .folder: throw FileTarget.folder(name)
    case .missing(let rest):
      try checkEnding(of: place, name)
      guard rest.count == 1 else { throw DiskFiles.unwritable(name, ENOENT) }
      try take(bytes: bytes.count, files: 1, name)
      try put(bytes, place, name, replacing: false, isPrivate: isPrivate)
    case .file:
      if mode == .new {
        throw Diagnostic("file-exists", "there is already a file '\(name)'", help: "choose another name")
      }
      try check(place, name)
      try take(bytes: bytes.count, files: 0, name)
      if mode == .append {
        try append(bytes, place, name)
      } else {
        try put(bytes, place, name, replacing: true, isPrivate: isPrivate)
      }
    }
  }

  /// Counts what is about to be written; throws `too-large` if it exceeds what one run may write.
  private func take(bytes: Int, files: Int, _ name: String) throws(Diagnostic) {
    let fits = state.withLock { state in
      guard bytes <= ConfinedFiles.mostBytes - state.bytes, state.count + files <= ConfinedFiles.mostFiles else {
        return false
      }
      state.bytes += bytes
      state.count += files
      return true
    }
    guard fits else {
      throw Diagnostic(
        "too-large",
        "'\(name)' was not written: an untrusted file may write at most \(ConfinedFiles.mostBytes >> 20) MB and "
          + "\(ConfinedFiles.mostFiles) files", help: "run it with --trust if you know what it does")
    }
  }

  private func append(_ bytes: [UInt8], _ place: FolderWalk.Place, _ name: String) throws(Diagnostic) {
    let file = place.open(O_WRONLY | O_APPEND | O_NONBLOCK)
    guard file >= 0 else { throw DiskFiles.unwritable(name, errno) }
    var status = stat()
    defer { HeldFiles.close(file, status) }
    guard fstat(file, &status) == 0, isMade(place, status) else { throw refusal(name, writing: true) }
    try DiskFiles.appendAll(bytes, file, name)
  }

  /// Writes the content to a temporary file next to the target and renames it in one step.
  private func put(
    _ bytes: [UInt8], _ place: FolderWalk.Place, _ name: String, replacing: Bool, isPrivate: Bool
  ) throws(Diagnostic) {
    let (draft, file) = DiskFiles.draft { number in
      let draft = "podium-\(getpid())-\(number).draft"
      return (draft, place.create(draft, isPrivate ? 0o600 : 0o666))
    }
    guard file >= 0 else { throw DiskFiles.unwritable(name, errno) }
    var isThere = true
    defer { if isThere { unlinkat(place.parent, draft, 0) } }
    var status = stat()
    let isWritten = Result { () throws(Diagnostic) in try DiskFiles.writeAll(bytes, file, name) }
    let isSynced = fsync(file) == 0 && fstat(file, &status) == 0
    let isClosed = close(file) == 0
    try isWritten.get()
    guard isSynced, isClosed else { throw DiskFiles.unwritable(name, errno) }
    if replacing {
      guard renameat(place.parent, draft, place.parent, place.name) == 0 else {
        throw DiskFiles.unwritable(name, errno)
      }
      isThere = false
    } else if linkat(place.parent, draft, place.parent, place.name, 0) != 0 {
      guard errno != EEXIST else {
        throw Diagnostic("file-exists", "there is already a file '\(name)'", help: "choose another name")
      }
      // Some file systems have no hard links: there the name is reserved first.
      let empty = place.create(place.name, 0o666)
      guard empty >= 0 else { throw DiskFiles.unwritable(name, errno) }
      close(empty)
      guard renameat(place.parent, draft, place.parent, place.name) == 0 else {
        throw DiskFiles.unwritable(name, errno)
      }
      isThere = false
    }
    // What is being renamed must be on the disk with its new name.
    fsync(place.parent)
    state.withLock { $0.made[FilePath(place.path)] = Identity(status) }
  }

  /// Passes the path of a private copy, so that a library that opens files itself sees nothing of the disk.
  public func lend<Value>(
    _ path: String, shown name: String, writing: Bool, _ body: (_ path: String) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    try FileLoan.lend(self, path, shown: name, writing: writing, body)
  }
}
