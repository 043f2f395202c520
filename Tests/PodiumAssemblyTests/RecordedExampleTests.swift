import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumNotebook
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumNotebook

/// What is recorded at a prompt, with its hints and its own width, is the same when it is replayed elsewhere.
@Suite("A recorded example verifies")
struct RecordedExampleTests {
  /// A session as at a prompt whose window, threads and workspace no replay has.
  private static func prompt() throws -> Interpreter {
    var session = try #require(BuiltIn.session().session.apart())
    session.isInteractive = true
    session.state.settings.width = 133
    session.state.settings.threads = 3
    for name in ["ski pair add 990", "load wine", "save earlier"] { _ = session.run(name) { _ in } }
    var fresh = Interpreter(Session(registry: session.registry, services: session.services))
    fresh.isInteractive = true
    fresh.state.settings.width = 133
    fresh.state.settings.threads = 3
    return fresh
  }

  /// The verdicts of a replay that are not "same", with the cells.
  private static func differences(_ example: Example) throws -> [String] {
    var session = try prompt()
    for line in example.setup + [example.line] { _ = session.run(line) { _ in } }
    let declarations = Declarations(session.cells.entries, in: session.session)
    let text: String
    do throws(Diagnostic) {
      text = try SessionWriter(session.cells, only: nil, file: "r.podium.md").notebook(declarations).text
    } catch { return ["not written: \(error.message)"] }
    let notebook = try Notebook(text, file: "r.podium.md")
    var replay = try #require(BuiltIn.session().session.apart())
    var verification = NotebookVerification(notebook, file: "r.podium.md")
    verification.checksData = false
    var differences: [String] = []
    let cells = notebook.blocks.compactMap { block -> Notebook.Cell? in
      if case .cell(let cell) = block { cell } else { nil }
    }
    try verification.run(in: &replay) { event in
      guard case .ended(let check) = event, check.outcome != .same else { return }
      let lines = check.differences.map { "-\($0.recorded ?? "") +\($0.fresh ?? "")" }
      differences.append(
        "'\(cells[check.cell - 1].source)' is \(check.outcome) \(check.error?.message ?? "") \(lines.joined(separator: "; "))"
      )
    }
    return differences
  }

  @Test("for every verb", arguments: BuiltIn.registry.commands.keys.sorted())
  func verb(_ verb: String) throws {
    for example in BuiltIn.registry.examples(of: verb) where example.prints != nil {
      let differences = try Self.differences(example)
      #expect(differences.isEmpty, "\((example.setup + [example.line]).joined(separator: "; ")): \(differences)")
    }
  }
}
