import PodiumCore
import PodiumEngine
import PodiumNotebook
import PodiumPlugin
import PodiumTestKit
import Testing

/// Prints its arguments; `fail` fails.
struct SayCommand: Command {
  static let words = Parameter<[String]>.words("words", help: "Tests.")
  let signature = Signature("say", topic: .data, summary: "Tests.", parameters: [words.any], examples: [])
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let text = call[SayCommand.words].joined(separator: " ")
    if text == "fail" { throw Diagnostic("failed", "this failed", span: call.verbSpan) }
    return [.text(text == "seed" ? String(session.state.settings.seed) : text)]
  }
}

@Suite struct NotebookRunTests {
  static func session() throws -> Interpreter {
    var registry = Registry()
    try registry.add(SayCommand())
    return Interpreter(
      registry: registry,
      services: Services(
        files: MemoryFiles(), folder: "/", importContext: { (_, _) throws(Diagnostic) in throw .noTable() },
        clock: { 0 }))
  }

  /// Replays a text; returns whether it succeeded, the output, and the failures.
  static func replay(_ text: String, keepGoing: Bool = false) throws -> (
    worked: Bool, text: String, failures: [Diagnostic]
  ) {
    var session = try session()
    let notebook = try Notebook(text, file: "n.podium.md")
    session.parameters = notebook.frontMatter.parameters
    var out = notebook.frontMatter.text
    var failures: [Diagnostic] = []
    let worked = NotebookRun(notebook, file: "n.podium.md").run(in: &session, keepGoing: keepGoing) { event in
      switch event {
      case .prose(let prose): out += prose
      case .skipped(let cell): out += cell.text + cell.recorded
      case .starting: break
      case .cell(let cell, let reports, let failure):
        out += "[\(cell.source)]" + NotebookRun.recording(of: cell, reports: reports, file: "n.podium.md")
        if let failure { failures.append(failure) }
      }
    }
    return (worked, out, failures)
  }

  static func cell(_ source: String, _ options: String = "") -> String {
    "```podium\(options)\n\(source)\n```\n"
  }

  @Test func `seed and parameters reach the cells`() throws {
    let text = "---\nseed: 41\nparameters:\n  who: you\n---\n" + NotebookRunTests.cell("say seed\nsay $who")
    let replay = try NotebookRunTests.replay(text)
    #expect(replay.worked)
    #expect(
      replay.text.hasSuffix("```out {of=\(Notebook.Cell.hash(of: "say seed\nsay $who"))}\n41\nyou\n```\n"))
  }

  @Test func `a failing cell stops the replay and names its line`() throws {
    let text =
      "prose\n\n" + NotebookRunTests.cell("say a\n\nsay fail\nsay b") + "after\n"
      + NotebookRunTests.cell("say c")
    let replay = try NotebookRunTests.replay(text)
    #expect(!replay.worked)
    #expect(replay.failures.map(\.place) == [Diagnostic.Place(file: "n.podium.md", line: 6)])
    #expect(!replay.text.contains("after"))
    let whole = try NotebookRunTests.replay(text, keepGoing: true)
    #expect(!whole.worked)
    #expect(whole.text.contains("after") && whole.text.contains("[say c]"))
  }

  @Test func `expected errors are recorded without a place, and a missing one is a failure`() throws {
    let expected = try NotebookRunTests.replay(
      NotebookRunTests.cell("say fail", " {expect=error}") + "after\n")
    #expect(expected.worked)
    #expect(expected.text.contains("err {of="))
    #expect(expected.text.contains("error: this failed\n  say fail\n  ^^^\n"))
    #expect(!expected.text.contains("n.podium.md"))
    let missing = try NotebookRunTests.replay("\n" + NotebookRunTests.cell("say a", " {expect=error}"))
    #expect(missing.failures.map(\.code) == ["missing-error"])
    #expect(missing.failures.map(\.place) == [Diagnostic.Place(file: "n.podium.md", line: 2)])
  }

  @Test(arguments: [" {skip}", " {needs=ski}"])
  func `skipped cells are kept as written`(_ options: String) throws {
    let text =
      NotebookRunTests.cell("say fail", options) + "```out {of=1}\nold\n```\n" + "```podium {skip}\n```\n"
    let replay = try NotebookRunTests.replay(text)
    #expect(replay.worked)
    #expect(replay.text == text)
  }

  @Test func `an interrupted cell is a failure even if an error is expected`() throws {
    var session = try NotebookRunTests.session()
    session.cancellation.cancel()
    let notebook = try Notebook(NotebookRunTests.cell("say a", " {expect=error}"), file: "n.md")
    #expect(!NotebookRun(notebook, file: "n.md").run(in: &session, keepGoing: false) { _ in })
  }

  @Test(arguments: 0...9)
  func `a fence is longer than any run of backticks inside`(_ ticks: Int) throws {
    let run = String(repeating: "`", count: ticks)
    let replay = try NotebookRunTests.replay(NotebookRunTests.cell("say \"a \(run) b\""))
    let fence = String(repeating: "`", count: max(3, ticks + 1))
    #expect(replay.text.contains("]" + fence + "out {of="))
    #expect(replay.text.hasSuffix("a \(run) b\n" + fence + "\n"))
  }

  @Test func `recorded outputs are read back unchanged`() throws {
    let text = NotebookRunTests.cell("say \"```podium\"")
    let notebook = try Notebook(text, file: "n.md")
    let cell = try #require(NotebookParserTests.cells(notebook).first)
    var session = try NotebookRunTests.session()
    var reports: [CommandReport] = []
    _ = session.run(cell.source) { reports.append($0) }
    let recorded = NotebookRun.recording(of: cell, reports: reports, file: "n.podium.md")
    let again = try Notebook(text + recorded, file: "n.md")
    #expect(NotebookParserTests.cells(again).map(\.recorded) == [recorded])
  }

  @Test func `long outputs keep their first lines, a count and a hash`() throws {
    let words = (1...250).map { "l\($0)" }.joined(separator: "\\n")
    let replay = try NotebookRunTests.replay(NotebookRunTests.cell("say \"\(words)\""))
    #expect(replay.text.contains("\nl200\n… 50 more lines, sha256 "))
    #expect(!replay.text.contains("\nl201\n"))
  }
}
