import Glibc

/// What sessions before this one have left in the history file, read when it is asked for.
public struct EarlierEntries: Sendable {
  private let path: String
  /// After these bytes is what was typed since: here, and in sessions that run at the same time.
  private let size: Int

  /// Notes where the file ends now; nil where there is none yet.
  public init?(path: String?) {
    var status = stat()
    guard let path, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.path = path
    size = Int(status.st_size)
  }

  /// The entries, oldest first; none where the file cannot be read.
  public func read() -> [String] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var entries: [String] = []
    _ = HistoryFile.read(descriptor, upTo: size) { entries.append(String(cString: $0)) }
    return entries
  }
}
