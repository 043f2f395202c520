import Glibc
import PodiumCore

/// A text file with one entry per line; line ends inside an entry, and backslashes, are escaped with a backslash.
struct HistoryFile {
  private let path: String
  /// Open until the file is read.
  private let reader: Int32

  /// Why the file cannot be used, as a sentence.
  struct Failure: Error {
    let message: String

    init(_ verb: String, _ path: String) {
      message = "cannot \(verb) the history file '\(path)' (\(errorText(errno))); entries are not kept"
    }
  }

  /// How many entries are read, and how many bytes are looked at for them, however large the file.
  static let maximumEntries = 10_000
  static let maximumBytes = 4 << 20

  /// Opens the file, and makes it and its folders where they are missing, for the user's eyes only.
  init(path: String) throws(Failure) {
    self.path = path
    reader = try Self.open(path)
  }

  private static func open(_ path: String) throws(Failure) -> Int32 {
    // A history that is a link to /dev/null is someone's way to have none; a pipe must not block.
    let flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    var descriptor = Glibc.open(path, flags, 0o600)
    if descriptor < 0, errno == ENOENT {
      FilePath(path).makeFoldersAbove()
      descriptor = Glibc.open(path, flags, 0o600)
    }
    if descriptor < 0 { throw Failure("open", path) }
    return descriptor
  }

  /// Hands over the latest entries, oldest first, each once in a row; closes the file and returns the last one.
  func load(_ add: (UnsafePointer<CChar>) -> Void) -> String? {
    defer { close(reader) }
    return Self.read(reader, upTo: .max, add)
  }

  /// The same for the first bytes of an open file, which stays open.
  static func read(_ descriptor: Int32, upTo end: Int, _ add: (UnsafePointer<CChar>) -> Void) -> String? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let whole = min(Int(status.st_size), end)
    let offset = max(whole - maximumBytes, 0)
    let size = whole - offset
    if size == 0 { return nil }
    // One byte more, for the end of the last line where the file has none.
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size + 1, alignment: 1)
    defer { buffer.deallocate() }
    var filled = 0
    while filled < size {
      let count = pread(
        descriptor, buffer.baseAddress?.advanced(by: filled), size - filled, off_t(offset + filled))
      if count <= 0 { break }
      filled += count
    }
    return HistoryText.entries(
      in: UnsafeMutableRawBufferPointer(rebasing: buffer[..<(filled + 1)]), isCut: offset > 0,
      limit: maximumEntries, add)
  }

  /// Writes an entry after all others in one write, so that sessions that write at once do not mix.
  func append(_ entry: String) throws(Failure) {
    let descriptor = try Self.open(path)
    defer { close(descriptor) }
    Self.lock(descriptor)
    let line = (Self.endsInsideLine(descriptor) ? "\n" : "") + HistoryText.encoded(entry) + "\n"
    let bytes = Array(line.utf8)
    var written = write(descriptor, bytes, bytes.count)
    while written < 0, errno == EINTR { written = write(descriptor, bytes, bytes.count) }
    if written < 0 { throw Failure("write", path) }
    if written < bytes.count {
      errno = ENOSPC
      throw Failure("write", path)
    }
  }

  /// Keeps other sessions from writing until the file is closed.
  ///
  /// Who looks at the end of a file while another's line is half there takes it for one that lost its end. No one waits
  /// long: a session that was stopped in between must not stop all others.
  private static func lock(_ descriptor: Int32) {
    for _ in 0..<100 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { return }
      usleep(200)
    }
  }

  /// Whether the last line lost its end (a full disk, an editor); it is ended before the next entry.
  private static func endsInsideLine(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
      return false
    }
    var last: UInt8 = 0
    return pread(descriptor, &last, 1, status.st_size - 1) == 1 && last != UInt8(ascii: "\n")
  }
}
