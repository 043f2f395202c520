internal import Glibc
internal import PodiumCore

extension OutsideProgram.Launch {
  /// The most bytes of one file that are looked at.
  private static let fileLimit = 16 << 20

  /// What distinguishes this program from another one of its name: the hash of the command and of the files it names.
  ///
  /// Results that were kept of an evaluation are taken up only for the same identity. Files that the program itself
  /// reads are beyond it.
  var identity: String {
    var hash = SHA256()
    hash.update(text: command)
    for word in command.split(whereSeparator: { " \t\n;|&<>()'\"".contains($0) }) {
      let path = word.hasPrefix("/") ? String(word) : folder + "/" + word
      guard let bytes = Self.bytes(path) else { continue }
      hash.update(text: "\n\(word.utf8.count) \(word) \(bytes.count) ")
      hash.update(bytes)
    }
    return hash.hex()
  }

  /// The bytes of a regular file of a bounded size; nil for all else, a pipe among it, which must not be opened.
  private static func bytes(_ path: String) -> [UInt8]? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= fileLimit else { return nil }
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= fileLimit {
      let count = read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return bytes }
      bytes += buffer[..<count]
    }
    return nil
  }
}
