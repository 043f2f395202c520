internal import PodiumPlugin

/// Follows each command of a text, in whatever way the text runs.
struct RunObserver: Sendable {
  /// A command is about to run.
  let starts: @Sendable (_ cell: Int, _ input: String) -> Void
  /// A command has ended; the interpreter is as it left it.
  let reports: @Sendable (_ report: CommandReport, _ interpreter: Interpreter) -> Void
}
