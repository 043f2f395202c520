import Glibc

extension PseudoTerminal {
  // Linux's values of what the C headers hide from Swift (macros with structures, GNU extensions).
  private static let getNumberOfTerminal: UInt = 0x8004_5430  // TIOCGPTN
  private static let setLockOfTerminal: UInt = 0x4004_5431  // TIOCSPTLCK
  private static let startsSession: Int16 = 0x80  // POSIX_SPAWN_SETSID

  static func openTerminal() throws(Failure) -> Int32 {
    let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .notStarted("no pseudo-terminal: \(lastError())") }
    var locked: Int32 = 0
    _ = ioctl(descriptor, setLockOfTerminal, &locked)
    return descriptor
  }

  static func setSize(of descriptor: Int32, width: Int, height: Int) {
    var size = winsize()
    size.ws_col = UInt16(width)
    size.ws_row = UInt16(height)
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
  }

  /// Starts a program whose input, output and errors are the other side of the terminal.
  static func spawn(
    _ arguments: [String], _ environment: [String: String], on terminal: Int32
  ) throws(Failure) -> pid_t {
    var number: UInt32 = 0
    _ = ioctl(terminal, getNumberOfTerminal, &number)

    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    // The first terminal that a session leader opens becomes its controlling terminal.
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/pts/\(number)", O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&files, STDIN_FILENO, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&files, STDIN_FILENO, STDERR_FILENO)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    Spawn.resetSignals(&attributes, and: startsSession)
    return try Spawn.process(arguments, environment, &files, &attributes)
  }

  /// Reads what the program has written so far, waiting for a while if there is nothing; false if nothing came.
  @discardableResult
  func receive(milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    if poll(&polled, 1, milliseconds) > 0 {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 {
        transcript += buffer.prefix(count)
        screen.feed(buffer.prefix(count))
        return true
      }
      // No process has the other side open; the wait would return at once forever.
      if count <= 0, ending == nil { usleep(useconds_t(milliseconds) * 1000) }
    }
    noticeEnd()
    return false
  }

  private func noticeEnd() {
    var status: Int32 = 0
    guard ending == nil, waitpid(processID, &status, WNOHANG) == processID else { return }
    ending = Spawn.ending(status)
  }

  /// Seconds on a monotonic clock.
  static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }

  private static func lastError() -> String { strerror(errno).map { String(cString: $0) } ?? "\(errno)" }
}
