import Glibc
public import PodiumCore

/// Standard input line by line, as the lines arrive.
public struct StandardInput {
  private let cancellation: Cancellation
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  /// Reads from now on, until the flag says to stop.
  public init(_ cancellation: Cancellation) { self.cancellation = cancellation }

  /// The next line with its line feed, which the last one may lack; nil at the end, and when the user wants to stop.
  ///
  /// Throws `unreadable-file`, `not-text` for bytes that are not UTF-8, and `too-large` for a line beyond
  /// `CommandLimit`.
  public mutating func line() throws(Diagnostic) -> String? {
    var searched = start
    while true {
      if let feed = buffer[searched...].firstIndex(of: 0x0A) { return try take(through: feed + 1) }
      searched = buffer.count
      if isAtEnd {
        guard start < buffer.count else { return nil }
        return try take(through: buffer.count)
      }
      let kept = buffer.count - start
      guard kept <= CommandLimit.mostBytes else { throw CommandLimit.exceeded(by: "the line") }
      guard try receive() else { return nil }
      // What was taken before is dropped when more is read.
      searched = start + kept
    }
  }

  private mutating func take(through end: Int) throws(Diagnostic) -> String {
    defer { start = end }
    guard let text = String(validating: buffer[start..<end], as: UTF8.self) else {
      throw Diagnostic("not-text", "the line is not UTF-8 text", help: "save the script as UTF-8")
    }
    return text
  }

  /// Waits for more and takes it; false when the user wants to stop.
  private mutating func receive() throws(Diagnostic) -> Bool {
    buffer.removeFirst(start)
    start = 0
    // A read would block until the other side writes, whatever is typed.
    var polled = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    while poll(&polled, 1, 50) <= 0 {
      if cancellation.isCancelled { return false }
    }
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(STDIN_FILENO, &piece, piece.count)
    if count < 0, errno != EINTR, errno != EAGAIN {
      throw Diagnostic(
        "unreadable-file", "standard input cannot be read",
        cause: errorText(errno))
    }
    if count == 0 { isAtEnd = true }
    if count > 0 { buffer += piece.prefix(count) }
    return !cancellation.isCancelled
  }
}
