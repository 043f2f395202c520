import Glibc
import Synchronization

/// Starts programs, on terminals and on pipes alike.
enum Spawn {
  private static let turn = Mutex(())

  /// Does something while no program is started, since descriptors that are not close-on-exec yet would be inherited.
  static func alone<Result: Sendable>(_ body: () -> Result) -> Result { turn.withLock { _ in body() } }

  /// Resets the program's signals as a shell does: the process that runs the tests may ignore or block them.
  static func resetSignals(_ attributes: inout posix_spawnattr_t, and flags: Int16 = 0) {
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
      &attributes, flags | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
  }

  /// Starts a program; the first argument is its path.
  static func process(
    _ arguments: [String], _ environment: [String: String], _ files: inout posix_spawn_file_actions_t,
    _ attributes: inout posix_spawnattr_t
  ) throws(PseudoTerminal.Failure) -> pid_t {
    var process = pid_t()
    let failure = withCStrings(arguments) { argv in
      withCStrings(environment.map { "\($0.key)=\($0.value)" }) { envp in
        turn.withLock { _ in posix_spawn(&process, arguments.first ?? "", &files, &attributes, argv, envp) }
      }
    }
    guard failure == 0 else {
      throw .notStarted(
        "\(arguments.first ?? ""): \(strerror(failure).map { String(cString: $0) } ?? "\(failure)")")
    }
    return process
  }

  /// The arguments that start the same program in a folder; it replaces the shell, so the process is the same.
  static func arguments(_ arguments: [String], in folder: String?) -> [String] {
    guard let folder else { return arguments }
    return ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder] + arguments
  }

  /// How a process ended, as `waitpid` reports it.
  static func ending(_ status: Int32) -> PseudoTerminal.Ending {
    let signal = status & 0x7F
    return signal == 0 ? .status((status >> 8) & 0xFF) : .signal(signal)
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    let array = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: strings.count + 1)
    for (index, string) in strings.enumerated() {
      array[index] = strdup(string)
    }
    array[strings.count] = nil
    defer {
      for index in strings.indices { free(array[index]) }
      array.deallocate()
    }
    return body(array)
  }
}
