internal import Glibc
internal import PodiumCore

extension OutsideProgram.Launch {
  /// The maximum size of a file that is hashed, in bytes.
  private static let fileLimit = 16 << 20

  /// What distinguishes this program from another one with the same name: a hash of the command and the files it names.
  ///
  /// Cached results of an evaluation are reused only for the same identity. It does not cover files that the program
  /// itself reads.
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

  /// The bytes of a regular file of limited size; nil for anything else, such as a pipe, which must not be opened.
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
