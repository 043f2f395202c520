import PodiumCore
import PodiumShell
import Testing

/// Earlier cells once more: `rerun` and `edit`.
struct CellTests {
  private func session(_ lines: String...) -> Session {
    var session = Bench.session()
    for line in lines { _ = session.report(line) }
    return session
  }

  @Test func `history goes by cells, with earlier sessions before them, and says what is no longer kept`() {
    var session = Bench.session()
    session.earlierHistory = { ["load wine", "describe"] }
    _ = session.report("load iris; head 1")
    func text(_ line: String) -> String {
      let report = session.report(line)
      return report?.outputs.map(TextRenderer(style: .plain).render).joined() ?? ""
    }
    #expect(text("history") == "     load wine\n     describe\n[1]  load iris\n[2]  head 1\n")
    #expect(text("history load") == "     load wine\n[1]  load iris\n")
    for _ in 0..<CellLog.limit { _ = session.report("recipe") }
    #expect(text("history last=1") == "[1004]  recipe\nnote: cells before [5] are no longer kept\n")
  }

  @Test func `cells are run again as new cells`() {
    var session = session("load iris", "label species", "cv zeror k=5", "nope", "show $3")
    let report = session.report("rerun 2..5")
    #expect(report?.error == nil)
    guard case .note(let text)? = report?.outputs.last else { return #expect(Bool(false)) }
    #expect(text == "2 cells passed over: failed, or about the session alone")
    #expect(session.results.last?.input == "cv zeror k=5")
    #expect(session.results.last?.cell == 8)
  }

  @Test func `an error takes back what the cells before it did`() {
    var session = session("load iris", "scale", "label species", "load wine")
    let before = session.state
    let error = session.report("rerun 2..3")?.error
    #expect(error?.message.hasPrefix("'label species' failed: unknown column 'species'") == true)
    #expect(session.state == before)
  }

  @Test(arguments: [("rerun 9", "unknown-cell"), ("rerun 2", "nothing-to-rerun"), ("rerun 1..9", "unknown-cell")])
  func `a cell that is not there or failed is refused`(_ line: String, _ code: String) {
    var session = session("load iris", "nope")
    #expect(session.report(line)?.error?.code == code)
  }

  @Test func `what the editor saves is run`() {
    var session = session("load iris", "hed 1")
    session.isInteractive = true
    session.services.editor = { $0 == "hed 1\n" ? "head 2\nlabel species\n" : $0 }
    #expect(session.report("edit 2")?.error == nil)
    #expect(session.state.current?.target?.name == "species")
    #expect(session.history.last == "head 2\nlabel species")
  }

  @Test(arguments: ["", "hed 1\n", "# nothing\n"])
  func `nothing is run where the text is unchanged or empty`(_ text: String) {
    var session = session("load iris", "hed 1")
    session.isInteractive = true
    session.services.editor = { _ in text }
    guard case .note(let note)? = session.report("edit 2")?.outputs.last else { return #expect(Bool(false)) }
    #expect(note.hasPrefix("nothing was run"))
  }
}
