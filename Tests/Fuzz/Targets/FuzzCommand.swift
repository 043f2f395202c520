import FootballPlugin
import PodiumAlgorithms
import PodiumCommands
import PodiumCore
import PodiumEngine
import PodiumFormats
import PodiumNotebook
import PodiumPlugin
import PodiumRender
import SkiPlugin
import SurfPlugin

/// Command lines: parsed, printed and parsed again, then run in a session with files in memory and without other
/// services.
struct FuzzCommand: FuzzTarget {
  let name = "command"

  private static let watchdog = Watchdog()

  private static let session: Interpreter? = {
    do throws(Diagnostic) {
      var registry = Registry()
      for learner in Algorithms.all.prefix(2) { try registry.add(learner) }
      try registry.add(CSVImporter())
      try registry.add(JSONImporter())
      try registry.add(CSVExporter.csv)
      try registry.add(JSONExporter.rows)
      try Catalogue.register(into: &registry)
      for plugin in [SkiPlugin(), SurfPlugin(), FootballPlugin()] as [any Plugin] { try registry.add(plugin) }
      var session = Interpreter(registry: registry, services: services(FewFiles()))
      session.state.settings.threads = 1
      session.state.current = Dataset(name: "t", source: "t.csv", table: FuzzSample.table)
      return session
    } catch {
      FuzzText.tell("error: the session cannot be made: " + error.message)
      return nil
    }
  }()

  private static let grammar = session?.grammar ?? Grammar()

  func prepare() {
    _ = FuzzCommand.session
    FuzzCommand.watchdog.start()
  }

  func feed(_ bytes: [UInt8]) {
    let script = Script(String(decoding: bytes.prefix(4096), as: UTF8.self))
    guard var session = FuzzCommand.session else { return }
    let files = FewFiles(["/t.csv": FuzzSample.file, "/s.podium": "load t.csv\nhead 2\n", "/loop": "source loop"])
    session.services = FuzzCommand.services(files)
    defer { for piece in script.pieces.prefix(20) { FuzzCommand.parse(piece.text) } }
    for piece in script.pieces.prefix(20) {
      session.cancellation = Cancellation()
      FuzzCommand.watchdog.watch(session.cancellation)
      run(piece.text, in: &session)
      FuzzCommand.watchdog.watch(nil)
      if session.exitStatus != nil { return }
    }
  }

  private static func services(_ files: FewFiles) -> Services {
    Services(
      files: files, folder: "/",
      importContext: { (path, cancellation) throws(Diagnostic) in
        try FileImportContext(path, access: files, cancellation: cancellation)
      }, clock: { 0 })
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
      FuzzCheck.that(shown.unicodeScalars.allSatisfy(FuzzCommand.isHarmless), "no control character is shown")
      let json = JSONRenderer().render(report)
      FuzzCheck.that((try? JSONReader.value(json)) != nil, "a report is one piece of JSON")
      _ = MarkdownRenderer().render(report.outputs)
    }
    if failed { FuzzCheck.that(session.state == before, "a failed command changes nothing") }
  }

  /// Whether a terminal shows a character and does nothing else with it.
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A, 0x09: true
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x2028, 0x2029: false
    default: true
    }
  }
}
