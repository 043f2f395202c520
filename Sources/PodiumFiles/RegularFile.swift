internal import Glibc
package import PodiumCore
internal import PodiumPlugin

/// A regular file that is open for reading; anything else that has its name by now is refused, and never waited for.
///
/// What is at a path may change between a look and opening it. So the file is opened without waiting for the other end
/// of a pipe, and the open file is judged. It closes with the value.
package struct RegularFile: ~Copyable {
  /// The open file.
  package let descriptor: Int32
  /// What the system says about the open file.
  let status: stat

  /// Opens a path, or a name in an open folder; `flags` are added (`O_NOFOLLOW`).
  ///
  /// Throws `unreadable-file`, and `not-a-file` for a folder, a pipe, a device or a socket.
  package init(
    _ path: String, in folder: Int32 = AT_FDCWD, flags: Int32 = 0, shown name: String
  ) throws(Diagnostic) {
    let descriptor = openat(folder, path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | flags)
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
  }

  deinit { close(descriptor) }

  /// Its permissions.
  package var permissions: UInt32 { status.st_mode & 0o777 }

  /// All bytes.
  ///
  /// Throws `unreadable-file`, and `too-large` for more than podium reads or the machine can hold.
  func content(shown name: String) throws(Diagnostic) -> [UInt8] {
    try DiskFiles.content(of: descriptor, status, shown: name)
  }

  /// At most so many of the first bytes.
  func start(_ count: Int, shown name: String) throws(Diagnostic) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(0, min(count, Int(clamping: status.st_size))))
    var done = 0
    while done < bytes.count {
      let got = bytes[done...].withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress, $0.count, off_t(done))
      }
      if got < 0, errno == EINTR { continue }
      if got < 0 { throw DiskFiles.unreadable(name, errno) }
      if got == 0 { break }
      done += got
    }
    return Array(bytes[..<done])
  }
}
