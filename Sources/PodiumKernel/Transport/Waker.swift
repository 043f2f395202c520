internal import Glibc
package import PodiumCore

/// Wakes the thread that waits for messages, from any thread and from handlers of signals.
///
/// A class, since its files are closed when the last holder is gone: a worker may wake a transport that was closed meanwhile.
package final class Waker: Sendable {
  /// What the waiting thread polls.
  let file: Int32
  private let writing: Int32

  /// Throws `connection-failed` where the process has no files left.
  package init() throws(Diagnostic) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw Diagnostic(
        "connection-failed", "the kernel cannot make a pipe", cause: strerror(errno).map { String(cString: $0) })
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (file, writing) = (ends[0], ends[1])
  }

  deinit {
    Glibc.close(file)
    Glibc.close(writing)
  }

  /// Wakes the waiting thread, or the next wait; several calls may wake it once.
  package func wake() {
    var byte: UInt8 = 1
    // A full pipe wakes as well.
    _ = Glibc.write(writing, &byte, 1)
  }

  /// Forgets the calls so far.
  func reset() {
    withUnsafeTemporaryAllocation(byteCount: 512, alignment: 1) { buffer in
      while let start = buffer.baseAddress, Glibc.read(file, start, buffer.count) == buffer.count {}
    }
  }
}
