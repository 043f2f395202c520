internal import Glibc
internal import PodiumCore
internal import Synchronization

/// Why a child sent no line.
package enum ChildFailure: Error {
  /// The user cancelled.
  case stopped
  /// The time limit was exceeded.
  case late
  /// The line is too long.
  case flooded
  /// The child exited or closed its output.
  case ended
}

/// A running program with pipes to its three streams and its own process group.
///
/// A value that moves between threads but is used by one at a time; its last holder must call `end`, which has an effect once:
/// the numbers of its descriptors and of its process are given to others at once.
package struct ChildProcess: Sendable {
  /// A class, since all copies of a child end together.
  private final class Life: Sendable {
    let ending = Mutex<Ending?>(nil)
  }

  /// The maximum number of bytes of standard error that are kept, the last ones.
  static let complaintLimit = 4096
  /// How long it may take to stop after SIGINT before it is killed.
  static let graceInSeconds = 1.0
  /// The maximum wait between two checks of the cancellation flag, in milliseconds.
  private static let tick: Int32 = 20
  /// The seconds between two checks beyond which this process stood still.
  private static let standstill = 1.0

  let process: pid_t
  private var input: Int32
  private let output: Int32
  private let errors: Int32
  private let lifeline: Int32
  private let life = Life()
  private var outgoing: [UInt8] = []
  private var sent = 0
  private var received: [UInt8] = []
  private var searched = 0
  private var takesInput = true
  private var givesErrors = true
  private var lastErrors: [UInt8] = []
  /// The number of requests it was sent.
  var requests = 0

  init(process: pid_t, input: Int32, output: Int32, errors: Int32, lifeline: Int32) {
    self.process = process
    self.input = input
    self.output = output
    self.errors = errors
    self.lifeline = lifeline
  }

  /// The end of its standard error; nil if it wrote nothing.
  var complaint: String? {
    // The first bytes may be part of a truncated character.
    let text = String(decoding: lastErrors.drop { $0 & 0xC0 == 0x80 }, as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline).map { line in
      String(line.drop { $0 == " " })
    }
    return lines.isEmpty ? nil : lines.joined(separator: " / ")
  }

  /// Queues bytes for its input; they are sent while waiting for its lines.
  mutating func send(_ bytes: [UInt8]) {
    if sent == outgoing.count { (outgoing, sent) = (bytes, 0) } else { outgoing += bytes }
  }

  /// The maximum length of a line, in bytes.
  private static let longestLine = 256 << 20

  /// The next line of its standard output, without the line feed, until a time of `now`.
  ///
  /// What it has written is read before it counts as late, and time in which this process stood still does not count: then
  /// the child stood still too.
  package mutating func line(
    until deadline: Double, limit: Int = longestLine, isStopped: () -> Bool
  ) throws(ChildFailure) -> [UInt8] {
    var (deadline, looked) = (deadline, ChildProcess.now())
    while true {
      if let feed = received.firstLineFeed(from: searched) {
        let line = Array(received[..<feed])
        received.removeSubrange(...feed)
        searched = 0
        return line
      }
      searched = received.count
      if received.count > limit { throw .flooded }
      if isStopped() { throw .stopped }
      // A grandchild may hold the pipe open forever, so the end of the process counts too.
      let isOver = hasEnded
      let count = exchange(wait: isOver ? 0 : ChildProcess.tick)
      if count == 0 || (count == nil && isOver) { throw .ended }
      let now = ChildProcess.now()
      deadline += max(0, now - looked - ChildProcess.standstill)
      looked = now
      if now >= deadline, received.firstLineFeed(from: searched) == nil { throw .late }
    }
  }

  /// Sends its input to the end and passes on what it writes, as it comes, until it has exited; false if it was stopped.
  package mutating func stream(isStopped: () -> Bool, _ take: (_ bytes: [UInt8], _ isError: Bool) -> Void) -> Bool {
    var isOpen = [true, true]
    while true {
      if isStopped() { return false }
      if input >= 0, !takesInput || sent == outgoing.count {
        close(input)
        input = -1
      }
      let isOver = hasEnded
      var polled = [
        pollfd(fd: isOpen[0] ? output : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isOpen[1] ? errors : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
      ]
      let isIdle = poll(&polled, 3, isOver ? 0 : ChildProcess.tick) <= 0
      // A grandchild may hold the pipes open forever.
      if isOver, isIdle { return true }
      if polled[2].revents != 0 { write() }
      for place in 0...1 where polled[place].revents != 0 {
        var bytes: [UInt8] = []
        if bytes.read(from: polled[place].fd) == 0 { isOpen[place] = false }
        if !bytes.isEmpty { take(bytes, place == 1) }
      }
    }
  }

  /// Transfers bytes in all three directions; returns the bytes of output, 0 at its end and nil if there were none.
  private mutating func exchange(wait: Int32) -> Int? {
    let wantsOut = takesInput && sent < outgoing.count
    var polled = [
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: givesErrors ? errors : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wantsOut ? input : -1, events: Int16(POLLOUT), revents: 0),
    ]
    guard poll(&polled, 3, wait) > 0 else { return nil }
    if polled[1].revents != 0 { readErrors() }
    if polled[2].revents != 0 { write() }
    return polled[0].revents == 0 ? nil : received.read(from: output)
  }

  /// Reads what is available of its standard error.
  mutating func readErrors() {
    if lastErrors.read(from: errors) == 0 { givesErrors = false }
    let surplus = lastErrors.count - ChildProcess.complaintLimit
    if surplus > 0 { lastErrors.removeFirst(surplus) }
  }

  private mutating func write() {
    let rest = min(outgoing.count - sent, 1 << 20)
    let count = outgoing[sent..<(sent + rest)].withUnsafeBytes { bytes in
      withoutBrokenPipes { Glibc.write(input, bytes.baseAddress, bytes.count) }
    }
    if count > 0 {
      sent += count
      if sent == outgoing.count { (outgoing, sent) = ([], 0) }
    } else if count < 0, errno != EAGAIN, errno != EINTR {
      // It no longer reads; its output will show whether it answers or exits.
      takesInput = false
    }
  }

  /// Whether the process has exited; its status is kept until `end` takes it.
  var hasEnded: Bool {
    var info = siginfo_t()
    guard waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0 else { return true }
    return info.si_signo == SIGCHLD
  }

  /// Waits briefly for a process that closed its output to exit, so that its status is known.
  func waitForEnd(seconds: Double) {
    let deadline = ChildProcess.now() + seconds
    while !hasEnded, ChildProcess.now() < deadline { usleep(2000) }
  }

  /// Waits briefly for it to exit, then ends it; returns the end of its standard error too.
  package mutating func end(seconds: Double) -> (ending: Ending, complaint: String?) {
    if life.ending.withLock({ $0 == nil }) {
      waitForEnd(seconds: seconds)
      readErrors()
    }
    let complaint = complaint
    return (end(), complaint)
  }

  /// Kills the rest of its group, closes the pipes and reaps it; of a child that was ended before, how it ended.
  package func end() -> Ending {
    life.ending.withLock { known in
      let ending = known ?? endOnce()
      known = ending
      return ending
    }
  }

  private func endOnce() -> Ending {
    let wasOver = hasEnded
    kill(-process, SIGKILL)
    // It may have left its group.
    if !wasOver { kill(process, SIGKILL) }
    for descriptor in [input, output, errors, lifeline] where descriptor >= 0 { close(descriptor) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      if errno != EINTR { return .killedByUs }
    }
    guard wasOver else { return .killedByUs }
    let signal = status & 0x7F
    return signal == 0 ? .status((status >> 8) & 0xFF) : .signal(signal)
  }

  package enum Ending: Equatable {
    /// It exited with a status.
    case status(Int32)
    /// It was killed by a signal that we did not send.
    case signal(Int32)
    /// It was still running, and we killed it.
    case killedByUs

    /// The status that a shell reports of it.
    package var status: Int32 {
      switch self {
      case .status(let status): status
      case .signal(let signal): 128 + signal
      case .killedByUs: 137
      }
    }
  }

  /// Sends SIGINT to the group, as Ctrl-C would.
  package func sendInterrupt() {
    life.ending.withLock { if $0 == nil { kill(-process, SIGINT) } }
  }

  /// The same, and gives it a moment to exit; the caller does not wait.
  func interrupt() {
    sendInterrupt()
    waitForEnd(seconds: 0.02)
    if hasEnded {
      _ = end()
      return
    }
    let child = self
    let isBuried = SystemThread.detach(blockingSignals: true) {
      child.waitForEnd(seconds: ChildProcess.graceInSeconds)
      _ = child.end()
    }
    if !isBuried { _ = end() }
  }

  /// Seconds on a monotonic clock.
  package static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

extension [UInt8] {
  /// The whole lines, without their line feeds.
  package var lines: [ArraySlice<UInt8>] {
    var (lines, start) = ([ArraySlice<UInt8>](), 0)
    while let feed = firstLineFeed(from: start) {
      lines.append(self[start..<feed])
      start = feed + 1
    }
    return lines
  }

  /// The index of the first line feed at or after an index.
  fileprivate func firstLineFeed(from start: Int) -> Int? {
    withUnsafeBytes { bytes -> Int? in
      guard start < bytes.count, let base = bytes.baseAddress,
        let found = memchr(base + start, 0x0A, bytes.count - start)
      else { return nil }
      return base.distance(to: UnsafeRawPointer(found))
    }
  }

  /// Appends what can be read from a descriptor now; 0 at its end, nil if there is nothing.
  fileprivate mutating func read(from descriptor: Int32) -> Int? {
    let count = withUnsafeTemporaryAllocation(byteCount: 1 << 18, alignment: 16) { buffer -> Int in
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count > 0 { append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
      return count
    }
    if count < 0 { return errno == EAGAIN || errno == EINTR ? nil : 0 }
    return count
  }
}

/// Performs a write whose SIGPIPE must not end the program: blocks the signal in this thread and consumes it.
private func withoutBrokenPipes(_ body: () -> Int) -> Int {
  var pipe = sigset_t()
  sigemptyset(&pipe)
  sigaddset(&pipe, SIGPIPE)
  var before = sigset_t()
  var pending = sigset_t()
  sigpending(&pending)
  let wasPending = sigismember(&pending, SIGPIPE) == 1
  pthread_sigmask(SIG_BLOCK, &pipe, &before)
  let result = body()
  let code = errno
  if result < 0, code == EPIPE, !wasPending {
    var none = timespec()
    while sigtimedwait(&pipe, nil, &none) < 0, errno == EINTR {}
  }
  pthread_sigmask(SIG_SETMASK, &before, nil)
  errno = code
  return result
}
