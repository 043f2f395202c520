internal import PodiumCore
internal import PodiumEngine
internal import PodiumPlugin

struct WatchCommand: InterpreterCommand {
  static let seconds = Parameter<String>.required(
    "seconds", allowed: "seconds from 0.1 to 86400", help: "Seconds between two runs.")

  let signature = Signature(
    "watch", topic: .session, summary: "Show a command again and again, until Ctrl-C.",
    details: """
      Any command that only reads; it is the rest of the line, with its own prefixes, conditions and files. In a \
      terminal each run takes the place of the last one, as far as it fits the window; in a pipe and with --format json \
      it follows the last one. An error of a later run is shown, and the watch goes on. Nothing of it is stored: no cell, \
      no result, and there is nothing to undo. Scripts, notebooks and replays cannot watch.
      """,
    parameters: [seconds.any],
    exampleLines: """
      the workspace, while another program writes to it: watch 2 workspace info -> …
      into a file: watch 60 workspace changes >! changes.csv -> …
      with a prefix and a condition: watch 5 by species: describe if petal_width_cm > 1 -> …
      no command: watch 5 -> !missing-argument
      """,
    traits: [.control, .command], seeAlso: ["rerun", "source"])

  func run(_ call: Call, in interpreter: inout Interpreter) throws(Diagnostic) -> [Output] {
    guard let command = call.syntax.command, !command.text.isEmpty else {
      throw Diagnostic(
        "missing-argument", "'watch' needs COMMAND: a command that reads", span: call.verbSpan,
        help: "write: \(signature.synopsis)")
    }
    guard let redraw = interpreter.services.redraw, interpreter.sourceDepth == 0 else { throw notLive(call) }
    let typed = call[WatchCommand.seconds]
    guard let seconds = Double(decimal: typed), (0.1...86_400).contains(seconds) else {
      throw .badValue(
        "seconds", String(typed.prefix(60)), allowed: "seconds from 0.1 to 86400",
        span: call.span(of: WatchCommand.seconds))
    }
    var isFirst = true
    while true {
      let report: CommandReport?
      do throws(Diagnostic) { report = try interpreter.rehearse(command.text) } catch {
        throw error.code == Diagnostic.interrupted.code ? error : error.at(command.span)
      }
      if isFirst, let error = report?.error {
        var error = error
        error.span = error.span.map { $0.shifted(by: command.span.start) } ?? command.span
        throw error
      }
      isFirst = false
      guard let report, redraw(report, seconds, interpreter.cancellation) else { throw notLive(call) }
      try interpreter.cancellation.check()
    }
  }

  private func notLive(_ call: Call) -> Diagnostic {
    Diagnostic(
      "not-live", "only a live session can watch a command", span: call.verbSpan,
      help: "run it at the prompt or with -c; cron repeats scripts")
  }
}
