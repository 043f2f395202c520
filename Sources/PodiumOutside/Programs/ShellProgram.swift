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

  /// Runs a program with some variables of the environment; its exit status, the lines that it wrote, and its complaints in one.
  /// Nil where it could not be started, was cancelled, or did not end in so many seconds.
  package static func answer(
    _ words: [String], variables: [String], seconds: Double, _ cancellation: Cancellation
  ) -> (status: Int32, lines: [String], complaint: String)? {
    let command = "exec " + words.map(ShellWord.quoted).joined(separator: " ")
    guard
      var child = try? ChildProcess.start(command, folder: "/", megabytes: .max, environment: .exactly(variables))
    else { return nil }
    let deadline = ChildProcess.now() + seconds
    var lines: [String] = []
    while let line = try? child.line(until: deadline, isStopped: { cancellation.isCancelled }) {
      lines.append(String(decoding: line, as: UTF8.self))
    }
    let (ending, complaint) = child.end(seconds: cancellation.isCancelled ? 0 : 1)
    return ending == .killedByUs ? nil : (ending.status, lines, complaint ?? "")
  }
}
