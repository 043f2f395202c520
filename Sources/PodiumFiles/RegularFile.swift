internal import Glibc
package import PodiumCore
internal import PodiumPlugin

/// A regular file that is open for reading; anything else that has its name by now is refused, and never waited for.
///
/// What is at a path may change between a look and opening it. So the file is opened without waiting for the other end
/// of a pipe, and the open file is judged. It closes with the value. A file that `HeldFiles` holds is not opened: its
/// content is what the database says.
package struct RegularFile: ~Copyable {
  /// The open file; nil for a database that is held.
  private let descriptor: Int32?
  /// What the system says about the file.
  let status: stat
  /// What a held database holds.
  private let snapshot: [UInt8]

  /// Opens a path; `flags` are added (`O_NOFOLLOW`).
  ///
  /// Throws `unreadable-file`, and `not-a-file` for a folder, a pipe, a device or a socket.
  package init(_ path: String, flags: Int32 = 0, shown name: String) throws(Diagnostic) {
    var status = stat()
    if fstatat(AT_FDCWD, path, &status, flags & O_NOFOLLOW == 0 ? 0 : AT_SYMLINK_NOFOLLOW) == 0,
      let snapshot = try HeldFiles.snapshot(of: status, shown: name)
    {
      self.init(snapshot, status)
    } else {
      try self.init(open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | flags), shown: name)
    }
  }

  /// The same for a place in a folder that is not left.
  init(_ place: FolderWalk.Place, shown name: String) throws(Diagnostic) {
    if case .file(let status) = place.leaf, let snapshot = try HeldFiles.snapshot(of: status, shown: name) {
      self.init(snapshot, status)
    } else {
      try self.init(place.open(O_RDONLY | O_NONBLOCK), shown: name)
    }
  }

  private init(_ snapshot: [UInt8], _ status: stat) {
    (self.snapshot, self.status) = (snapshot, status)
    descriptor = nil
  }

  private init(_ descriptor: Int32, shown name: String) throws(Diagnostic) {
    guard descriptor >= 0 else { throw DiskFiles.unreadable(name, errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let code = errno
      close(descriptor)
      throw DiskFiles.unreadable(name, code)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw status.st_mode & S_IFMT == S_IFDIR
        ? FileTarget.folder(name) : FileTarget.notRegular(name)
    }
    self.descriptor = descriptor
    self.status = status
    snapshot = []
  }

  deinit { if let descriptor { HeldFiles.close(descriptor, status) } }

  /// Its permissions.
  package var permissions: UInt32 { status.st_mode & 0o777 }

  /// Its size when it was opened.
  package var size: Int { Int(clamping: status.st_size) }

  /// All bytes.
  ///
  /// Throws `unreadable-file`, and `too-large` for more than podium reads or the machine can hold.
  package func content(shown name: String) throws(Diagnostic) -> [UInt8] {
    guard let descriptor else { return snapshot }
    return try DiskFiles.content(of: descriptor, status, shown: name)
  }

  /// At most so many of the first bytes.
  package func start(_ count: Int, shown name: String) throws(Diagnostic) -> [UInt8] {
    try bytes(from: 0, min(count, descriptor == nil ? snapshot.count : size), name)
  }

  /// At most so many of the last bytes.
  package func end(_ count: Int, shown name: String) throws(Diagnostic) -> [UInt8] {
    let whole = descriptor == nil ? snapshot.count : size
    let part = max(0, min(count, whole))
    return try bytes(from: whole - part, part, name)
  }

  private func bytes(from place: Int, _ count: Int, _ name: String) throws(Diagnostic) -> [UInt8] {
    guard let descriptor else { return Array(snapshot.dropFirst(place).prefix(max(0, count))) }
    var bytes = [UInt8](repeating: 0, count: max(0, count))
    var done = 0
    while done < bytes.count {
      let got = bytes[done...].withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress, $0.count, off_t(place + done))
      }
      if got < 0, errno == EINTR { continue }
      if got < 0 { throw DiskFiles.unreadable(name, errno) }
      if got == 0 { break }
      done += got
    }
    return Array(bytes[..<done])
  }
}
