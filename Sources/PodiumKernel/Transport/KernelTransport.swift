package import PodiumCore

/// The sockets of a kernel that its loop reads and writes; the heartbeat is answered by the transport itself.
///
/// In the order in which they are read: what stops a cell comes before the cells that wait.
package enum KernelChannel: Int, CaseIterable, Sendable { case control, shell, stdin, iopub }

/// A message as it came: all its frames, identities first.
///
/// On `iopub` it is one frame: 1 for a new subscriber or 0 for one that leaves, then the topic.
package struct Arrival: Sendable {
  package var channel: KernelChannel
  package var frames: [[UInt8]]
}

/// What carries messages between a kernel and its clients; only the thread that made it uses it.
package protocol KernelTransport {
  /// Waits for messages, for `waker.wake()` or for so many milliseconds, without a limit for nil.
  ///
  /// Those of control come first. A call gives a limited number, so that a flood cannot starve the rest. Throws
  /// `connection-failed`.
  mutating func arrivals(within milliseconds: Int?) throws(Diagnostic) -> [Arrival]

  /// Sends a message after those sent before; false if its receiver is not there, which only `stdin` reports.
  ///
  /// Throws `connection-failed`.
  mutating func send(_ frames: [[UInt8]], on channel: KernelChannel) throws(Diagnostic) -> Bool

  /// Ends the wait of `arrivals`, from any thread.
  var waker: Waker { get }

  /// Sends what still waits, for a second at most, and closes the sockets.
  mutating func close()
}
