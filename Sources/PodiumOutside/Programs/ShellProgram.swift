public import PodiumCore

/// A command of the system's shell for a client without a terminal: what it writes is passed on.
public enum ShellProgram {
  /// Runs a command with bytes on its input, none if nil, and passes on what it writes as it comes.
  ///
  /// Returns its exit status, or 128 + n if signal n killed it. Throws `command-failed` if it cannot be started, and
  /// `interrupted`.
  public static func run(
    _ command: String, _ input: [UInt8]?, in folder: String, _ cancellation: Cancellation,
    _ take: (_ bytes: [UInt8], _ isError: Bool) -> Void
  ) throws(Diagnostic) -> Int32 {
    try run(command, input, in: folder, environment: .whole, isStopped: { cancellation.isCancelled }, take)
  }

  /// The same with a choice of environment variables, stopped by any condition.
  package static func run(
    _ command: String, _ input: [UInt8]? = nil, in folder: String, environment: ChildEnvironment,
    isStopped: () -> Bool, _ take: (_ bytes: [UInt8], _ isError: Bool) -> Void
  ) throws(Diagnostic) -> Int32 {
    if isStopped() { throw .interrupted }
    var child: ChildProcess
    do throws(Diagnostic) {
      child = try ChildProcess.start(command, folder: folder, megabytes: .max, environment: environment)
    } catch {
      throw Diagnostic("command-failed", "the shell command could not be started", cause: error.cause ?? error.message)
    }
    if let input { child.send(input) }
    guard child.stream(isStopped: isStopped, take) else {
      child.interrupt()
      throw .interrupted
    }
    return switch child.end() {
    case .status(let status): status
    case .signal(let signal): 128 + signal
    case .killedByUs: 137
    }
  }
}
