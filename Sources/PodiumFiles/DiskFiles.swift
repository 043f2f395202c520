internal import Glibc
public import PodiumCore
public import PodiumPlugin
internal import Synchronization

/// The files of this machine.
public struct DiskFiles: FileAccess {
  /// Maximum number of bytes read from one file.
  public static let sizeLimit = 4 << 30

  /// Creates the access, which has no state.
  public init() {}

  /// The user's home folder; a relative path is none, nor is one that is not UTF-8.
  public var home: String? {
    getenv("HOME").flatMap { String(validatingCString: $0) }.flatMap { FilePath($0).isAbsolute ? $0 : nil }
  }

  /// What is at a path; links are followed.
  public func kind(of path: String) -> FileKind {
    var status = stat()
    return !path.utf8.contains(0) && stat(path, &status) == 0 ? DiskFiles.kind(status) : .none
  }

  private static func kind(_ status: stat) -> FileKind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    default: .other
    }
  }

  /// The path itself, for a regular file of this machine.
  public func localPath(of path: String) -> String? { kind(of: path) == .file ? path : nil }

  /// Whether a path is a link.
  public func isLink(_ path: String) -> Bool {
    var status = stat()
    return !path.utf8.contains(0) && lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The device and the inode of a folder; links are followed.
  public func identity(ofFolder path: String) -> FolderIdentity? {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
    return FolderIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }

  /// The bytes of a regular file.
  public func read(_ path: String, shown name: String) throws(Diagnostic) -> [UInt8] {
    try open(path, shown: name).content(shown: name)
  }

  /// The first bytes of a regular file.
  public func start(of path: String, count: Int, shown name: String) throws(Diagnostic) -> [UInt8] {
    try open(path, shown: name).start(count, shown: name)
  }

  /// The last bytes of a regular file.
  public func end(of path: String, count: Int, shown name: String) throws(Diagnostic) -> [UInt8] {
    try open(path, shown: name).end(count, shown: name)
  }

  private func open(_ path: String, shown name: String) throws(Diagnostic) -> RegularFile {
    switch kind(of: path) {
    case .none:
      throw Diagnostic("unknown-file", "there is no file '\(name)'", cause: DiskFiles.systemMessage(errno))
    case .folder: throw FileTarget.folder(name)
    // Reading a pipe or a device might never end.
    case .other: throw FileTarget.notRegular(name)
    case .file: break
    }
    return try RegularFile(path, shown: name)
  }

  /// The bytes of an open file, which `status` describes.
  static func content(of file: Int32, _ status: stat, shown name: String) throws(Diagnostic) -> [UInt8] {
    guard status.st_size <= DiskFiles.sizeLimit else {
      throw Diagnostic("too-large", "'\(name)' is larger than \(DiskFiles.sizeLimit >> 30) GB")
    }
    try DiskFiles.checkRoom(Int(status.st_size), shown: name)
    // The size may change during the read: first the known size is read, then whatever was appended.
    var bytes = DiskFiles.content(of: file, size: max(0, Int(status.st_size)))
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = pread(file, &buffer, buffer.count, off_t(bytes.count))
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw DiskFiles.unreadable(name, errno) }
      if count == 0 { return bytes }
      bytes.append(contentsOf: buffer[..<count])
      guard bytes.count <= DiskFiles.sizeLimit else {
        throw Diagnostic("too-large", "'\(name)' is larger than \(DiskFiles.sizeLimit >> 30) GB")
      }
    }
  }

  /// Throws `too-large` for a file that the machine cannot hold: an allocation that fails would end the session.
  static func checkRoom(_ size: Int, shown name: String, room: () -> MemoryRoom = MemoryRoom.now)
    throws(Diagnostic)
  {
    guard size > 32 << 20 else { return }
    let room = room()
    // A sixteenth is left for everything else.
    if size > room.bytes - room.bytes / 16 { throw ReadBudget.noRoom(name, room) }
  }

  /// The first bytes of a file, in pieces on several threads; as many as were read contiguously.
  private static func content(of file: Int32, size: Int) -> [UInt8] {
    let piece = 4 << 20
    return [UInt8](unsafeUninitializedCapacity: size + 1) { memory, count in
      guard let base = memory.baseAddress else { return }
      HugePages.ask(for: memory)
      let target = FileMemory(base: base)
      let read = Parallel.map(count: (size + piece - 1) / piece, threads: Parallel.processors) { number in
        let start = number * piece
        let length = min(piece, size - start)
        var done = 0
        while done < length {
          let got = pread(file, target.base + start + done, length - done, off_t(start + done))
          if got < 0, errno == EINTR { continue }
          if got <= 0 { break }
          done += got
        }
        return done
      }
      for (number, done) in read.enumerated() {
        count += done
        if done < min(piece, size - number * piece) { break }
      }
    }
  }

  /// The names of a folder's regular files, dot files left out, in code-point order.
  public func list(_ path: String, shown name: String) throws(Diagnostic) -> [String] {
    try names(in: path, shown: name, hidden: false).filter { kind(of: FilePath.join(path, $0)) == .file }
  }

  /// The entries of a folder, in code-point order.
  public func entries(_ path: String, hidden: Bool) throws(Diagnostic) -> [FileEntry] {
    let entries = try names(in: path, shown: path, hidden: hidden).map {
      FileEntry($0, kind(of: FilePath.join(path, $0)))
    }
    guard entries.contains(where: { $0.name.unicodeScalars.contains("\u{FFFD}") }) else { return entries }
    let unreachable = DiskFiles.unreachable(in: path)
    var seen: Set<String> = []
    return entries.map { entry in
      guard let kind = unreachable[entry.name], entry.kind == .none || !seen.insert(entry.name).inserted else {
        return entry
      }
      // Another name may be shown alike.
      var entry = FileEntry(entry.name, .none)
      entry.unreachable = kind
      return entry
    }
  }

  /// What is in a folder under names that are not UTF-8, by what is shown of them.
  private static func unreachable(in path: String) -> [String: FileKind] {
    var found: [String: FileKind] = [:]
    guard let folder = opendir(path) else { return found }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      withUnsafePointer(to: entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { name in
          var status = stat()
          guard String(validatingCString: name) == nil,
            fstatat(dirfd(folder), name, &status, AT_SYMLINK_NOFOLLOW) == 0
          else { return }
          found[String(cString: name)] = kind(status)
        }
      }
    }
    return found
  }

  private func names(in path: String, shown name: String, hidden: Bool) throws(Diagnostic) -> [String] {
    guard let folder = opendir(path) else { throw DiskFiles.unreadable(name, errno) }
    defer { closedir(folder) }
    return DiskFiles.names(in: folder).filter { hidden || !FilePath($0).isHidden }
  }

  /// The names in an open folder, in code-point order.
  static func names(in folder: OpaquePointer) -> [String] {
    var names: [String] = []
    while let entry = readdir(folder) {
      let found = withUnsafePointer(to: entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if found != ".", found != ".." { names.append(found) }
    }
    return names.inCodePointOrder()
  }

  /// Makes a folder.
  public func makeFolder(_ path: String, shown name: String) throws(Diagnostic) {
    try HeldFiles.refuseWriting(path, shown: name)
    guard mkdir(path, 0o777) != 0 else { return }
    let code = errno
    if code == EEXIST { throw FileTarget.taken(folder: name) }
    throw DiskFiles.unwritable(name, code)
  }

  /// Removes a folder with some of its files; no link is followed.
  public func takeBack(folder path: String, files names: [String]) -> Bool {
    let folder = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if folder >= 0 {
      for name in names { unlinkat(folder, name, 0) }
      close(folder)
    }
    return rmdir(path) == 0
  }

  /// Writes a file: a new or replaced one appears whole or not at all.
  ///
  /// A link is followed, and a replaced file keeps its permissions. Devices, pipes and folders are refused.
  public func write(_ bytes: [UInt8], to path: String, shown name: String, mode: FileMode) throws(Diagnostic) {
    try write(bytes, to: path, name, mode, isPrivate: false)
  }

  /// The same for a file that only its owner may read, whatever the permissions of the file it replaces.
  public func writePrivate(
    _ bytes: [UInt8], to path: String, shown name: String, mode: FileMode
  ) throws(Diagnostic) {
    try write(bytes, to: path, name, mode, isPrivate: true)
  }

  private func write(
    _ bytes: [UInt8], to path: String, _ name: String, _ mode: FileMode, isPrivate: Bool
  ) throws(Diagnostic) {
    let kind = kind(of: path)
    try FileTarget.check(kind, mode, name)
    try HeldFiles.refuseWriting(path, shown: name)
    let target = kind == .file ? try target(of: path, name) : path
    if kind == .file { try FileTarget.refuseInUse(target, name) }
    if mode == .append {
      try append(bytes, to: path, name, isNew: kind == .none, isPrivate: isPrivate)
    } else if kind == .file {
      try place(bytes, at: target, name, replacing: true, isPrivate: isPrivate)
    } else {
      try place(bytes, at: path, name, replacing: false, isPrivate: isPrivate)
    }
  }

  /// Runs work under a lock on the folder of a file, which closing gives back. A folder without locks, or one that a stopped
  /// podium holds, is waited for five seconds and no longer.
  public func exclusively<Value>(
    _ path: String, _ work: () throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    let folder = Glibc.open(FilePath(path).parent?.text ?? ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if folder >= 0 { close(folder) } }
    var turns = folder >= 0 ? 500 : 0
    while turns > 0, flock(folder, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      usleep(10_000)
      turns -= 1
    }
    return try work()
  }

  private func append(_ bytes: [UInt8], to path: String, _ name: String, isNew: Bool, isPrivate: Bool)
    throws(Diagnostic)
  {
    // A link that leads nowhere is not followed: a new file is made where its name says.
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | (isNew ? O_NOFOLLOW : 0)
    let file = Glibc.open(path, flags, isPrivate ? 0o600 : 0o666)
    guard file >= 0 else { throw DiskFiles.unwritable(name, errno) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      throw FileTarget.notRegular(name, help: "choose another name")
    }
    // Closed where nothing holds it, as a file that was read is.
    defer { HeldFiles.close(file, status) }
    if isPrivate { fchmod(file, 0o600) }
    do throws(Diagnostic) { try DiskFiles.appendAll(bytes, file, name) } catch {
      var left = stat()
      if isNew, fstat(file, &left) == 0, left.st_size == 0 { unlink(path) }
      throw error
    }
  }

  /// The file a link leads to.
  private func target(of path: String, _ name: String) throws(Diagnostic) -> String {
    guard let resolved = realpath(path, nil) else { throw DiskFiles.unwritable(name, errno) }
    defer { free(resolved) }
    // A path that is not UTF-8 would become another one.
    guard let path = String(validatingCString: resolved) else { throw DiskFiles.unwritable(name, EILSEQ) }
    return path
  }

  /// Writes the content to a temporary file next to the target and renames it in one step.
  private func place(
    _ bytes: [UInt8], at path: String, _ name: String, replacing: Bool, isPrivate: Bool
  ) throws(Diagnostic) {
    let (draft, file) = DiskFiles.draft { number in
      let draft = path + ".podium-\(getpid())-\(number)"
      return (draft, Glibc.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isPrivate ? 0o600 : 0o666))
    }
    guard file >= 0 else { throw DiskFiles.unwritable(name, errno) }
    var isDone = false
    defer { if !isDone { unlink(draft) } }
    do {
      try DiskFiles.writeAll(bytes, file, name)
    } catch {
      close(file)
      throw error
    }
    var status = stat()
    if replacing, !isPrivate, stat(path, &status) == 0 { fchmod(file, status.st_mode & 0o777) }
    let isSynced = fsync(file) == 0
    guard close(file) == 0, isSynced else { throw DiskFiles.unwritable(name, errno) }
    if !replacing {
      // The name is reserved first: a rename would replace a file that appeared meanwhile.
      let empty = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      guard empty >= 0 else { throw DiskFiles.unwritable(name, errno) }
      close(empty)
    }
    guard rename(draft, path) == 0 else {
      let code = errno
      if !replacing { unlink(path) }
      throw DiskFiles.unwritable(name, code)
    }
    isDone = true
    DiskFiles.synchronise(folder: FilePath(path).parent?.text ?? ".")
  }

  /// Numbers of drafts: sessions of one process write into the same folders.
  private static let drafts = Atomic<Int>(0)

  /// A new file for what is being written. A killed podium with the same number of a process may have left a draft.
  static func draft(_ make: (_ number: Int) -> (name: String, file: Int32)) -> (name: String, file: Int32) {
    var made = make(drafts.wrappingAdd(1, ordering: .relaxed).newValue)
    for _ in 0..<100 where made.file < 0 && errno == EEXIST {
      made = make(drafts.wrappingAdd(1, ordering: .relaxed).newValue)
    }
    return made
  }

  /// Writes the entries of a folder to the disk: a renamed file would be gone after a power cut. Where a file system
  /// cannot do that, nothing is lost that it would have kept.
  package static func synchronise(folder: String) {
    let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Adds bytes at the end of an open file, all of them or none: a part would end within a row.
  static func appendAll(_ bytes: [UInt8], _ file: Int32, _ name: String) throws(Diagnostic) {
    var (before, after) = (stat(), stat())
    var written = 0
    guard fstat(file, &before) == 0 else { throw DiskFiles.unwritable(name, errno) }
    var code = writeWhole(bytes, to: file, written: &written)
    // Pipes and some devices have nothing to sync.
    if code == nil, fsync(file) != 0, errno != EINVAL, errno != EROFS { code = errno }
    guard let code else { return }
    // What another program has added meanwhile stays, and so does what it follows.
    if fstat(file, &after) == 0, after.st_size == before.st_size + off_t(written) { ftruncate(file, before.st_size) }
    throw DiskFiles.unwritable(name, code)
  }

  /// Writes bytes to an open file.
  package static func writeAll(_ bytes: [UInt8], _ file: Int32, _ name: String) throws(Diagnostic) {
    if let code = writeWhole(bytes, to: file) { throw DiskFiles.unwritable(name, code) }
  }

  static func unreadable(_ name: String, _ code: Int32) -> Diagnostic {
    Diagnostic("unreadable-file", "'\(name)' cannot be read", cause: systemMessage(code))
  }

  /// What to do about an error of the system, where the error says it.
  package static func wayOut(_ code: Int32) -> String? {
    switch code {
    case ENOSPC, EDQUOT: "free some space on the disk, or choose a folder on another one"
    case EFBIG: "raise the limit of file sizes (ulimit -f), or write fewer rows"
    case ENOENT, ENOTDIR: "create its folder first, or choose another one"
    case ENAMETOOLONG: "choose a shorter name"
    case ELOOP: "its name is a link that leads nowhere: remove the link, or choose another name"
    case EIO: "check the disk, and write to another one"
    default: nil
    }
  }

  static func unwritable(_ name: String, _ code: Int32) -> Diagnostic {
    let help = wayOut(code) ?? "choose a folder and a file that you can write to"
    return Diagnostic("unwritable-file", "'\(name)' cannot be written", help: help, cause: systemMessage(code))
  }

  static func systemMessage(_ code: Int32) -> String { String(cString: strerror(code)) }
}

/// The memory a file is read into; each thread has its own piece.
private struct FileMemory: @unchecked Sendable {
  let base: UnsafeMutablePointer<UInt8>
}
