import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRender
import Testing

/// Running earlier cells again: `rerun` and `edit`.
struct CellTests {
  private func session(_ lines: String...) -> Interpreter {
    var session = CommandFixture.session()
    for line in lines { _ = session.report(line) }
    return session
  }

  @Test func `history lists earlier sessions, then cells, and notes which cells are no longer kept`() {
    var session = CommandFixture.session()
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
    guard case .note(let note)? = report?.outputs.last else { return #expect(Bool(false)) }
    #expect(note.text == "skipped 2 cells that failed or only concern the session")
    #expect(session.results.last?.input == "cv zeror k=5")
    #expect(session.results.last?.cell == 8)
  }

  @Test func `an error undoes what the cells before it did`() {
    var session = session("load iris", "scale", "label species", "load wine")
    let before = session.state
    let error = session.report("rerun 2..3")?.error
    #expect(error?.message.hasPrefix("'label species' failed: unknown column 'species'") == true)
    #expect(session.state == before)
  }

  @Test(arguments: [("rerun 9", "unknown-cell"), ("rerun 2", "nothing-to-rerun"), ("rerun 1..9", "unknown-cell")])
  func `a cell that does not exist or failed is refused`(_ line: String, _ code: String) {
    var session = session("load iris", "nope")
    #expect(session.report(line)?.error?.code == code)
  }

  /// Edits a cell to another text, as a user would.
  private func edit(_ cell: Int, to text: String, in session: inout Interpreter) -> CommandReport? {
    session.services.editor = { _ in text + "\n" }
    return session.report("edit \(cell)")
  }

  private func stale(_ session: Interpreter) -> [String] { session.cells.stale.map(\.input) }

  @Test func `cells that depend on a changed cell are stale, through tables, results and names`() {
    var session = session(
      "load iris", "label species", "cv zeror k=5 as base", "head 1 if $3.accuracy < 1", "load wine", "head 2",
      "use iris", "confusion $base", "nope", "help cv")
    #expect(stale(session).isEmpty)
    let report = edit(2, to: "label species task=classes", in: &session)
    guard case .note(let note)? = report?.outputs.last else { return #expect(Bool(false)) }
    #expect(note.text.hasPrefix("stale: [3], [4], [8], which depend on what changed"))
    // The other table and its results are unchanged.
    #expect(stale(session) == ["cv zeror k=5 as base", "head 1 if $3.accuracy < 1", "confusion $base"])
    let count = session.cellCount
    #expect(session.report("rerun stale")?.error == nil)
    #expect(stale(session).isEmpty)
    let new = session.cells.entries.suffix(4).map(\.input)
    #expect(new == ["cv zeror k=5 as base", "head 1 if $\(count + 2).accuracy < 1", "confusion $base", "rerun stale"])
    #expect(session.report("rerun stale")?.error?.code == "nothing-to-rerun")
  }

  @Test func `a cell with the same result makes nothing stale, and an undone cell is not stale`() {
    var session = session("load iris", "label species", "cv zeror k=5", "confusion $3", "rerun 3")
    #expect(stale(session).isEmpty)
    session = self.session("load iris", "label species", "scale", "cv zeror k=5", "undo")
    _ = edit(2, to: "label species task=classes", in: &session)
    #expect(stale(session) == ["cv zeror k=5"])
    // Settings that affect learners make cells stale; those of the screen do not.
    session = self.session("set seed=3", "load iris", "label species", "cv tree k=3 shuffle=yes", "head 1")
    _ = edit(1, to: "set seed=4", in: &session)
    #expect(stale(session) == ["cv tree k=3 shuffle=yes"])
  }

  /// Each way in which a cell can name or imply what an earlier one left: the cells, the one that is run again after
  /// `change`, and those that are stale then.
  struct Dependence: Sendable, CustomTestStringConvertible {
    let cells: [String]
    let change: String
    let again: Int
    let stale: [String]
    var testDescription: String { cells.joined(separator: "; ") }
  }

  private static let prepared = ["quiet: load iris", "quiet: label species"]

  @Test(arguments: [
    // What `quiet:` hides has changed all the same.
    Dependence(
      cells: prepared + ["quiet: cv tree k=5 shuffle=yes as base", "= $base.accuracy as acc"], change: "set seed=7",
      again: 3, stale: ["= $base.accuracy as acc"]),
    Dependence(
      cells: prepared + ["quiet: cv tree k=5 shuffle=yes", "confusion", "= _.accuracy"], change: "set seed=7",
      again: 3, stale: ["confusion", "= _.accuracy"]),
    Dependence(
      cells: prepared + ["quiet: cv tree k=5 shuffle=yes", "plot roc"], change: "set seed=7", again: 3,
      stale: ["plot roc"]),
    Dependence(
      cells: prepared + ["cv tree k=5 shuffle=yes", "= mean(petal_length_cm) * $3.accuracy"],
      change: "set seed=7", again: 3, stale: ["= mean(petal_length_cm) * $3.accuracy"]),
    // The figure differs in more digits than are shown.
    Dependence(
      cells: prepared + ["cv logistic k=5 shuffle=yes", "= $3.log_loss"], change: "set seed=2", again: 3,
      stale: ["= $3.log_loss"]),
    // A model by name, also when another one was fitted after it.
    Dependence(
      cells: prepared + ["quiet: fit forest(trees=3) as a", "quiet: fit tree as b", "predict a in 1..3", "explain b"],
      change: "set seed=7", again: 3, stale: ["predict a in 1..3"]),
    // A table that is not the current one.
    Dependence(
      cells: [
        "load iris", "by species: summarize n = n() as few", "use iris", "sql \"select count(*) as n from few\"",
      ],
      change: "keep in 1..60", again: 2, stale: ["sql \"select count(*) as n from few\""]),
    // Records of the workspace.
    Dependence(
      cells: ["ski pair add 017", "ski pairs"], change: "undo", again: 1, stale: ["ski pairs"]),
  ])
  func `a cell is stale once what it names or implies has changed`(_ given: Dependence) {
    var session = CommandFixture.session()
    for line in given.cells { #expect(session.report(line)?.error == nil, "\(line)") }
    for line in given.change.split(separator: "; ") { _ = session.report(String(line)) }
    #expect(session.report("rerun \(given.again)")?.error == nil)
    #expect(stale(session) == given.stale)
    #expect(session.report("rerun stale")?.error == nil)
    #expect(stale(session).isEmpty)
  }

  @Test func `a stale cell that meant the latest result runs with that result, not with the one that is latest now`() {
    var session = session(
      "load iris", "label species", "quiet: cv tree k=5 shuffle=yes", "confusion", "= _.accuracy", "set seed=7",
      "rerun 3", "cv zeror k=5", "rerun stale")
    let again = session.cells.entries.suffix(3).map(\.input)
    #expect(again == ["confusion $8", "= $11.accuracy", "rerun stale"])
    _ = session.report("head 1")
  }

  @Test func `text saved in the editor runs`() {
    var session = session("load iris", "hed 1")
    session.services.editor = { $0 == "hed 1\n" ? "head 2\nlabel species\n" : $0 }
    #expect(session.report("edit 2")?.error == nil)
    #expect(session.state.current?.target?.name == "species")
    #expect(session.cells.entries.suffix(3).map(\.input) == ["head 2", "label species", "edit 2"])
  }

  @Test(arguments: ["", "hed 1\n", "# nothing\n"])
  func `nothing runs if the text is unchanged or empty`(_ text: String) {
    var session = session("load iris", "hed 1")
    session.services.editor = { _ in text }
    guard case .note(let note)? = session.report("edit 2")?.outputs.last else { return #expect(Bool(false)) }
    #expect(note.text.hasPrefix("nothing ran"))
  }
}
