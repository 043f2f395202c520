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
    return session
  }

  /// The verdicts of a replay that are not "same", with the cells.
  private static func differences(_ example: Example) throws -> [String] {
    var session = try prompt()
    for line in example.setup + [example.line] { _ = session.run(line) { _ in } }
    let declarations = Declarations(session.cells.entries, in: session.session)
    let writer = SessionWriter(session.cells, only: nil, file: "r.podium.md")
    if writer.entries.isEmpty { return [] }
    let text = try writer.notebook(declarations).text
    let notebook = try Notebook(text, file: "r.podium.md")
    var replay = try #require(BuiltIn.session().session.apart())
    let pictures = try writer.entries.flatMap { try writer.pictures(of: $0) }
    try CellFigures.write(
      pictures, beside: replay.services.resolve("r.podium.md"), shown: "r.podium.md", with: replay.services.files)
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
