import PodiumCore
import PodiumEngine
import PodiumNotebook
import PodiumPlugin
import PodiumRender

/// Command lines: parsed, printed and parsed again, then run in a session with files in memory and without other
/// services.
struct FuzzCommand: FuzzTarget {
  let name = "command"

  private static let watchdog = Watchdog()

  private static let grammar = FuzzSession.session.grammar

  func prepare() {
    _ = FuzzSession.session
    FuzzCommand.watchdog.start()
  }

  func feed(_ bytes: [UInt8]) {
    let script = Script(String(decoding: bytes.prefix(4096), as: UTF8.self))
    var session = FuzzSession.session
    let files = FewFiles(["/t.csv": FuzzSample.file, "/s.podium": "load t.csv\nhead 2\n", "/loop": "source loop"])
    session.services = FuzzSession.services(files)
    defer { for piece in script.pieces.prefix(20) { FuzzCommand.parse(piece.text) } }
    for piece in script.pieces.prefix(20) {
      session.cancellation = Cancellation()
      FuzzCommand.watchdog.watch(session.cancellation)
      run(piece.text, in: &session)
      FuzzCommand.watchdog.watch(nil)
      if session.exitStatus != nil { return }
    }
  }

  private static func parse(_ text: String) {
    let statement: Statement
    do throws(Diagnostic) { statement = try SyntaxTree(text, grammar: grammar).checked() } catch {
      let start = error.span?.start ?? 0
      return FuzzCheck.that(start <= text.unicodeScalars.count, "the span of \(error.code) lies in its command")
    }
    defer {
      if case .command(let syntax) = statement.body {
        Plant.check([syntax.verb.text] + syntax.arguments.compactMap { $0.key?.text })
      }
    }
    // `FuzzExpression` explains what deeper parentheses and `not(` do to printing.
    guard text.utf8.count < 200, !text.contains("not"), Reprint.isPlain(statement) else { return }
    let printed = Reprint.text(statement)
    let again = (try? SyntaxTree(printed, grammar: grammar).checked()).map { Reprint.text($0) }
    FuzzCheck.that(again == printed, "'\(printed)' parses to itself, not to '\(again ?? "an error")'")
  }

  private func run(_ text: String, in session: inout Interpreter) {
    let before = session.state
    var failed = false
    let renderer = TextRenderer(style: .terminal(width: 80, rows: 40, colour: false))
    _ = session.run(text) { report in
      if report.error != nil { failed = true }
      var shown = renderer.render(report)
      if let error = report.error { shown += renderer.render(error, input: report.input) }
      FuzzCheck.that(ShownText.isHarmless(shown), "no control character is shown")
      let json = JSONRenderer().render(report)
      FuzzCheck.that((try? JSONReader.value(json)) != nil, "a report is one piece of JSON")
      _ = MarkdownRenderer().render(report.outputs)
    }
    if failed { FuzzCheck.that(session.state == before, "a failed command changes nothing") }
  }
}
