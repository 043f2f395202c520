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
    try cancellation.check()
    var child: ChildProcess
    do throws(Diagnostic) {
      child = try ChildProcess.start(command, folder: folder, megabytes: .max, environment: .whole)
    } catch {
      throw Diagnostic("command-failed", "the shell command could not be started", cause: error.cause ?? error.message)
    }
    if let input { child.send(input) }
    guard child.stream(isStopped: { cancellation.isCancelled }, take) else {
      child.interrupt()
      throw .interrupted
    }
    return child.end().status
  }
}
