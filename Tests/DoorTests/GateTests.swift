import PodiumCore
import PodiumEngine
import PodiumNotebook
import PodiumPlugin
import PodiumRender
import Testing

/// A gate sees every command before it runs, and none that it refuses does.
@Suite struct GateTests {
  /// A session whose gate notes each command, and refuses those that change something if `readsOnly`.
  private func session(_ front: Front, _ log: Log, readsOnly: Bool = false) throws -> EngineSession {
    try front.session(log) { client in
      client.isLive = true
      client.gate = { (request) throws(Diagnostic) in
        log.note(request.verb + (request.readsOnly ? "" : "!"))
        if readsOnly, !request.readsOnly {
          throw Diagnostic("read-only", "'\(request.verb)' changes something", span: request.syntax?.verb.span)
        }
      }
    }
  }

  @Test func `it sees commands with prefixes, sinks, programs, help and those that other commands run`() throws {
    let front = try Front()
    let log = Log()
    let session = try session(front, log)
    front.write("load iris\nsource inner.podium\n", "outer.podium")
    front.write("\u{FEFF}podium> quiet: head 1\n", "inner.podium")
    front.write("```podium\nload iris\nby species: describe\n```\n", "n.podium.md")
    session.execute(
      """
      source outer.podium
      try: nosuch
      try: head 1 > h.csv
      head 1 | cat
      !true
      ?head
      rerun 2
      notebook open n.podium.md
      = 1 + 1
      surf observations MADE1
      surf observations MADE1 as buoy
      """, keepGoing: true)
    #expect(
      log.noted == [
        "source!", "load!", "source!", "head", "head!", "head!", "!!", "help", "rerun!", "load!", "notebook open!",
        "load!", "describe", "calculate", "surf observations", "surf observations!",
      ])
    session.execute("watch 0.1 head 1") { [weak session] event in if case .redrawn = event { session?.interrupt() } }
    #expect(log.noted == ["watch!", "head"])
    session.execute(file: "outer.podium")
    #expect(log.noted == ["load!", "source!", "head"])
    session.execute(notebook: "n.podium.md")
    #expect(log.noted == ["load!", "describe"])
    session.verify(VerifyChild("n.podium.md"), cancellation: Cancellation()) { _ in }
    #expect(log.noted == ["load!", "describe"])
    #expect(session.export(NotebookExport("n.podium.md", to: .ipynb)).text?.contains("setosa") == true)
    #expect(log.noted == ["load!", "describe"])
  }

  @Test func `what it refuses does not run, whatever runs it`() throws {
    let front = try Front()
    let setUp = try front.session()
    setUp.execute("load iris; save kept; ski pair add 017")
    front.write("ski pair add 018\n", "s.podium")
    front.write("```podium\nski pair add 018\n```\n", "n.podium.md")
    let log = Log()
    let session = try session(front, log, readsOnly: true)
    let before = session.snapshot.state
    let changes = try setUp.snapshot.store().changes(kind: nil, record: nil, limit: 100).count
    for line in [
      "load iris", "try: load iris", "quiet: load iris", "datasets > d.csv", "datasets | cat", "!touch spoilt",
      "source s.podium", "notebook open n.podium.md", "ski pair add 018", "workspace remove", "set seed=2", "save x",
      "exit 3",
    ] {
      let result = session.execute(line)
      #expect(result.status == .error && result.wasRefused && result.exitStatus == nil, "\(line)")
      #expect(log.reports.last?.error?.code == "read-only", "\(line)")
    }
    #expect(session.execute(file: "s.podium").wasRefused)
    #expect(session.execute(notebook: "n.podium.md").failure?.code == "read-only")
    #expect(session.snapshot.state == before)
    #expect(!front.exists("spoilt") && !front.exists("d.csv"))
    #expect(session.execute("datasets; help head; ?\"undo\"; history; workspace info").status == .ok)
    #expect(try setUp.snapshot.store().changes(kind: nil, record: nil, limit: 100).count == changes)
  }

  @Test func `its refusal has its own error, with a place in the text`() throws {
    let front = try Front()
    let log = Log()
    let session = try session(front, log, readsOnly: true)
    session.execute("datasets; by species: load iris")
    #expect(log.codes == [nil, "read-only"])
    #expect(log.reports.last?.error?.span == SourceSpan(12, 16))
  }
}
