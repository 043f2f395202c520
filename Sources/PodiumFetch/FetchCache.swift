internal import Glibc
internal import PodiumCore
internal import PodiumPlugin

/// Fetched content, kept in one folder so that a server can answer "not modified" instead of sending it again.
///
/// One file per address: a line of JSON, then the content. Any problem with it (damaged, incomplete, not writable, no
/// space) costs a transfer and nothing else. Several processes may share it: files appear complete, under their names.
struct FetchCache: Sendable {
  let folder: String
  /// Maximum number of bytes of all files together; the least recently used go first.
  var sizeLimit = 256 << 20
  /// Maximum number of bytes of one file.
  var entryLimit = 64 << 20

  private static let ending = ".fetch"
  private static let headLimit = 32 << 10
  private static let newline = UInt8(0x0A)

  /// The file name for an address; the address cannot be read from it.
  static func key(_ address: WebAddress, accept: String?) -> String {
    var hash = SHA256()
    hash.update(text: address.url)
    hash.update(text: accept ?? "")
    return hash.hex()
  }

  private func path(_ key: String) -> String { FilePath.join(folder, key + FetchCache.ending) }

  // MARK: Reading

  /// What is kept of an address besides its content; nil if nothing is, or it is incomplete.
  func head(_ key: String) -> KeptHead? {
    guard let bytes = read(key, most: FetchCache.headLimit), let end = bytes.firstIndex(of: FetchCache.newline),
      let line = KeptHead.read(bytes[..<end]), !line.head.conditions.isEmpty
    else { return nil }
    return line.head
  }

  /// The content that belongs to a head; nil if it was replaced or is damaged.
  func bytes(_ key: String, of wanted: KeptHead) -> [UInt8]? {
    guard let bytes = read(key, most: entryLimit + FetchCache.headLimit),
      let end = bytes.prefix(FetchCache.headLimit).firstIndex(of: FetchCache.newline),
      let line = KeptHead.read(bytes[..<end]), line.head == wanted
    else { return nil }
    let content = Array(bytes[(end + 1)...])
    return content.count == line.length && FNV.ofWords(content) == line.sum ? content : nil
  }

  private func read(_ key: String, most: Int) -> [UInt8]? {
    let file = open(path(key), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let wanted = min(most, max(0, Int(status.st_size)))
    var isWhole = true
    let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { memory, count in
      while count < wanted, let base = memory.baseAddress {
        let got = Glibc.read(file, base + count, wanted - count)
        if got < 0, errno == EINTR { continue }
        if got <= 0 {
          isWhole = got == 0
          return
        }
        count += got
      }
    }
    return isWhole ? bytes : nil
  }

  // MARK: Writing

  /// Keeps a response; the folder is created if it does not exist.
  func keep(_ bytes: [UInt8], _ head: KeptHead, _ key: String) {
    let line = Array((head.line(length: bytes.count, sum: FNV.ofWords(bytes)) + "\n").utf8)
    guard bytes.count <= entryLimit, line.count <= FetchCache.headLimit, makeFolder() else { return drop(key) }
    // A unique name: two processes or threads may fetch the same address at once.
    var draft = Array(FilePath.join(folder, "draft-XXXXXX").utf8CString)
    let file = mkstemp(&draft)
    guard file >= 0 else { return drop(key) }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    let isWritten = writeWhole(line, to: file) == nil && writeWhole(bytes, to: file) == nil
    let isClosed = close(file) == 0
    guard isWritten, isClosed, rename(draft, path(key)) == 0 else {
      unlink(draft)
      return drop(key)
    }
    tidy()
  }

  /// Forgets an address.
  func drop(_ key: String) { unlink(path(key)) }

  /// Notes that an address was used now.
  func touch(_ key: String) { utimensat(AT_FDCWD, path(key), nil, 0) }

  /// Creates the folder and those above it; true when it exists.
  private func makeFolder() -> Bool {
    var made = FilePath(folder).isAbsolute ? "/" : ""
    for name in FilePath(folder).names {
      made = FilePath.join(made, name)
      guard mkdir(made, 0o700) == 0 || errno == EEXIST else { return false }
    }
    return true
  }

  /// Removes the least recently used files until the rest is within the limit, and abandoned drafts.
  private func tidy() {
    guard let listing = opendir(folder) else { return }
    defer { closedir(listing) }
    let now = time(nil)
    var files: [(path: String, used: timespec, size: Int)] = []
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      let path = FilePath.join(folder, name)
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      if name.utf8.starts(with: "draft-".utf8) {
        if status.st_mtim.tv_sec < now - 3600 { unlink(path) }
      } else if FilePath(name).ends(in: FetchCache.ending) {
        files.append((path, status.st_mtim, Int(status.st_size)))
      }
    }
    // The newest first, as long as there is room: times and sizes of files may be any, so they are not added up.
    var room = sizeLimit
    for file in files.sorted(by: { ($1.used.tv_sec, $1.used.tv_nsec) < ($0.used.tv_sec, $0.used.tv_nsec) }) {
      if file.size <= room {
        room -= file.size
      } else {
        unlink(file.path)
        room = -1
      }
    }
  }
}
