internal import Glibc
package import PodiumCore
internal import Synchronization

extension ChildProcess {
  /// The descriptor in a child of the pipe that ties it to us.
  private static let lifelineNumber: Int32 = 3
  /// Values of the Linux kernel for `fcntl`, which the C library defines only with a macro that is not set here.
  private static let (setSignal, setPipeSize): (Int32, Int32) = (10, 1031)
  /// `POSIX_SPAWN_SETSID`, for which the same holds.
  private static let setSession: Int16 = 0x80
  /// One child is started at a time: otherwise another child could inherit a pipe that is not marked close-on-exec yet.
  private static let turn = Mutex(())

  /// Starts a shell command in a folder, with some environment variables; each of its processes may use so many megabytes, or
  /// what this process may use if that is less.
  ///
  /// Throws `plugin-not-started`.
  package static func start(
    _ command: String, folder: String, megabytes: Int, environment: ChildEnvironment
  ) throws(Diagnostic) -> ChildProcess {
    guard !command.utf8.contains(0), !folder.utf8.contains(0) else {
      throw Diagnostic("plugin-not-started", "a command cannot contain a NUL character")
    }
    return try turn.withLock { _ in
      Result { () throws(Diagnostic) in try begin(command, folder, megabytes, environment) }
    }.get()
  }

  /// Starts podium in another process, one of so many at once: together they leave the machine an eighth of what is free.
  package static func start(_ command: String, folder: String, atOnce: Int) throws(Diagnostic) -> ChildProcess {
    try start(command, folder: folder, megabytes: share(of: .now(), among: atOnce), environment: .whole)
  }

  private static func begin(
    _ command: String, _ folder: String, _ megabytes: Int, _ environment: ChildEnvironment
  ) throws(Diagnostic) -> ChildProcess {
    var pipes: [(read: Int32, write: Int32)] = []
    func closeAll() {
      for pipe in pipes {
        close(pipe.read)
        close(pipe.write)
      }
    }
    for _ in 0..<4 {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else {
        let code = errno
        closeAll()
        throw notStarted(code)
      }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      pipes.append((ends[0], ends[1]))
    }
    let (input, output, errors, lifeline) = (pipes[0], pipes[1], pipes[2], pipes[3])
    for descriptor in [input.write, output.read, errors.read] {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
    // Fewer turns for large tables; if the system refuses, the default size is fine.
    for descriptor in [input.write, output.read] { _ = fcntl(descriptor, setPipeSize, Int32(1 << 20)) }

    let started = spawn(
      command, folder, megabytes, environment, input.read, output.write, errors.write, lifeline.read)
    let process: pid_t
    switch started {
    case .success(let started): process = started
    case .failure(let error):
      closeAll()
      throw error
    }
    // When podium ends in any way, the kernel closes our end of this pipe and sends a signal to the child's group, so
    // no child outlives us.
    _ = fcntl(lifeline.read, F_SETOWN, -process)
    _ = fcntl(lifeline.read, setSignal, SIGKILL)
    _ = fcntl(lifeline.read, F_SETFL, fcntl(lifeline.read, F_GETFL) | O_ASYNC)
    for descriptor in [input.read, output.write, errors.write, lifeline.read] { close(descriptor) }
    return ChildProcess(
      process: process, input: input.write, output: output.read, errors: errors.read, lifeline: lifeline.write)
  }

  private static func spawn(
    _ command: String, _ folder: String, _ megabytes: Int, _ environment: ChildEnvironment, _ input: Int32,
    _ output: Int32, _ errors: Int32, _ lifeline: Int32
  ) -> Result<pid_t, Diagnostic> {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&files, errors, STDERR_FILENO)
    posix_spawn_file_actions_adddup2(&files, lifeline, lifelineNumber)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // Its own session, and so its own group: it has no terminal to write escapes to, we pass on the keyboard's Ctrl-C
    // ourselves, and can kill everything it started at once.
    posix_spawnattr_setflags(
      &attributes, setSession | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))

    // The memory limit applies from the command's first instruction.
    let script = "ulimit -c 0; ulimit -v \"$1\" && cd \"$2\" && PODIUM=1 exec /bin/sh -c \"$3\""
    let limit = kilobytes(megabytes: megabytes, own: MemoryRoom.addressLimit).map { String($0) } ?? "unlimited"
    let arguments: [String] = ["sh", "-c", script, "podium", limit, folder, command]
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var variables: [UnsafeMutablePointer<CChar>?] =
      environment.chosen(from: ChildEnvironment.ofThisProcess()).map { strdup($0) } + [nil]
    defer { for variable in variables { free(variable) } }
    var process = pid_t()
    let failure = posix_spawn(&process, "/bin/sh", &files, &attributes, &words, &variables)
    return failure == 0 ? .success(process) : .failure(notStarted(failure))
  }

  /// The limit of a child's address space in kilobytes; nil for none.
  ///
  /// A shell below a limit cannot raise it, and fails if it is asked to.
  static func kilobytes(megabytes: Int, own: Int) -> Int? {
    let (kilobytes, isTooMuch) = megabytes.multipliedReportingOverflow(by: 1024)
    let least = min(isTooMuch ? Int.max : kilobytes, own == .max ? .max : own / 1024)
    return least == .max ? nil : least
  }

  /// The megabytes that each of several podiums at once may use, so that together they leave an eighth of what is free; at least
  /// 4 GB, since they reserve addresses that they never touch.
  static func share(of room: MemoryRoom, among count: Int) -> Int {
    room.bytes == .max ? .max : max(4096, ((room.bytes - room.bytes / 8) / max(1, count)) >> 20)
  }

  private static func notStarted(_ code: Int32) -> Diagnostic {
    Diagnostic(
      "plugin-not-started", "the program could not be started",
      cause: strerror(code).map { String(cString: $0) })
  }
}
