import CTerminal
import Glibc

/// The pipe on which signals arrive as bytes; its handlers are the process's own (CTerminal).
struct SignalPipe: Sendable {
  let descriptor: Int32

  /// Installs the handlers, or returns nil with `errno` set.
  init?(interactive: Bool) {
    descriptor = ct_install(interactive ? 1 : 0)
    if descriptor < 0 { return nil }
  }

  /// The signals that arrived since the last call; a worker's wake-up is left out.
  func drain() -> [Int32] {
    var signals: [Int32] = []
    var byte: UInt8 = 0
    while Glibc.read(descriptor, &byte, 1) == 1 { if byte != 0 { signals.append(Int32(byte)) } }
    return signals
  }

  /// Waits until something arrives; false when the time is over first. A negative time is for ever.
  func wait(milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // An interrupted call counts as an arrival: the byte of the signal that did it is there.
    return poll(&polled, 1, milliseconds) != 0
  }
}
