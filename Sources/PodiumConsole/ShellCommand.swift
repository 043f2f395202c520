import Glibc
public import PodiumCore

/// Commands of the system's shell: `!cmd` and `| cmd`, the pager and the editor.
public enum ShellCommand {
  /// Runs a command and returns its exit status; bytes go to its standard input, which else is ours.
  ///
  /// With `lends` Ctrl-C belongs to the command while it runs, as in a shell: one that handles the key goes on, and so
  /// do we. Throws `interrupted` where it dies of the key, or the flag is set before it starts.
  public static func run(
    _ command: String, _ input: [UInt8]? = nil, _ cancellation: Cancellation = Cancellation(), lends: Bool = true
  ) throws(Diagnostic) -> Int32 {
    guard !command.utf8.contains(0) else {
      throw Diagnostic("bad-command", "a shell command cannot contain a NUL character")
    }
    if lends { Signals.lend() }
    defer { if lends { Signals.takeBack() } }
    var late = LatePress(cancellation)
    try cancellation.check()
    guard let input else { return try interruptible(wait(for: start(command, input: nil), &late)) }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw notStarted(errno) }
    // The command must not hold the writing end itself, or it would never see the end of its input.
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    let process: pid_t
    do {
      process = try start(command, input: ends[0])
    } catch {
      close(ends[0])
      close(ends[1])
      throw error
    }
    close(ends[0])
    feed(input, to: ends[1], of: process, &late)
    close(ends[1])
    return try interruptible(wait(for: process, &late))
  }

  /// Writes bytes until the command takes no more, which is not an error (`| head`).
  private static func feed(_ input: [UInt8], to end: Int32, of process: pid_t, _ late: inout LatePress) {
    _ = fcntl(end, F_SETFL, O_NONBLOCK)
    var rest = input[...]
    while !rest.isEmpty {
      late.look(at: process)
      let count = rest.withUnsafeBytes { write(end, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: end, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, 10)
      } else if errno != EINTR {
        return
      }
    }
  }

  /// Ctrl-C reaches the command and us; whichever hears of it first, it was an interrupt and no failure.
  private static func interruptible(_ status: Int32) throws(Diagnostic) -> Int32 {
    if status == 128 + SIGINT { throw .interrupted }
    return status
  }

  private static func start(_ command: String, input: Int32?) throws(Diagnostic) -> pid_t {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    if let input {
      posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO)
      if input != STDIN_FILENO { posix_spawn_file_actions_addclose(&files, input) }
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // We ignore SIGPIPE; a command that inherits that complains of every `| head` in it. SIGXFSZ is ignored too.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    sigaddset(&signals, SIGXFSZ)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let arguments: [String] = ["sh", "-c", command]
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    let failure = posix_spawn(&process, "/bin/sh", &files, &attributes, &words, environ)
    guard failure == 0 else { throw notStarted(failure) }
    return process
  }

  /// The exit status, or 128 + n when signal n killed it, as shells say it.
  private static func wait(for process: pid_t, _ late: inout LatePress) -> Int32 {
    var status: Int32 = 0
    // The longer it takes, the less a few milliseconds matter.
    var pause: UInt32 = 200
    while true {
      let ended = waitpid(process, &status, WNOHANG)
      if ended == process { break }
      if ended < 0, errno != EINTR { return 127 }
      late.look(at: process)
      usleep(pause)
      pause = min(10_000, pause + pause / 16 + 1)
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  private static func notStarted(_ code: Int32) -> Diagnostic {
    Diagnostic(
      "command-failed", "the shell command could not be started",
      cause: errorText(code))
  }
}
