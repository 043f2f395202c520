import CReadline
import Glibc
import Synchronization

extension LineEditor {
  /// What a nested read gets when the line is to end: the key that answers "no" to readline's questions, then
  /// the end of a bracketed paste.
  private static let farewellKeys: [UInt8] = [0x07] + Array("\u{1B}[201~".utf8)

  /// Reads one byte for readline.
  ///
  /// readline asks for more than the byte it was called for in the middle of a paste and at a question ("Display
  /// all 200 possibilities?"), and would then be deaf to signals, and at an end of input in a paste it reads
  /// memory it never wrote (8.2). So a signal that ends the line, or the end of the input, is answered there
  /// with keys that lead readline back to us.
  static func readKey(_ stream: UnsafeMutablePointer<FILE>?) -> Int32 {
    let (served, pipe) = exchange.withLock { state in
      defer { state.keysServed += 1 }
      return (state.keysServed, state.pipe)
    }
    guard let pipe else { return EOF }
    cr_forget_changes()
    while true {
      let endsLine = exchange.withLock { state in
        state.signals.contains { [SIGINT, SIGTERM, SIGHUP].contains($0) }
      }
      if endsLine { return nextFarewell() }
      var polled = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(fd: pipe.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      if poll(&polled, 2, -1) < 0 { continue }
      // Signals before keys: the terminal forgets unread keys at Ctrl-C, so those here come after it.
      if polled[1].revents != 0 {
        exchange.withLock { $0.signals += pipe.drain() }
        continue
      }
      var byte: UInt8 = 0
      let count = Glibc.read(STDIN_FILENO, &byte, 1)
      if count == 1 { return Int32(byte) }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      return served == 0 ? EOF : nextFarewell()
    }
  }

  private static func nextFarewell() -> Int32 {
    exchange.withLock { state in
      if state.farewell.isEmpty { state.farewell = farewellKeys[...] }
      return state.farewell.popFirst().map(Int32.init) ?? EOF
    }
  }
}
