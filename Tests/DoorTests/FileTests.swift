import PodiumCore
import PodiumEngine
import PodiumNotebook
import PodiumPlugin
import PodiumRender
import Testing

/// Scripts and notebooks come in by the same door as texts.
@Suite struct FileTests {
  /// The kinds of a log's events, progress left out.
  private func kinds(_ log: Log) -> [String] {
    log.events.compactMap { event in
      switch event {
      case .started(let cell, let input): "started \(cell) \(input)"
      case .report(let report): "report \(report.cell) \(report.error?.code ?? "ok")"
      case .finished(let result): "finished \(result.status.rawValue) \(result.commands)"
      default: nil
      }
    }
  }

  @Test func `a script and a notebook have the events of a text`() throws {
    let front = try Front()
    front.write("load iris\nhead $n\nnosuch\nhead 1\n", "s.podium")
    front.write(
      "---\nparameters:\n  n: 1\n---\n# Flowers\n\n```podium\nload iris\n```\n\nMore\n\n```podium {skip}\ntail\n```\n\n"
        + "```podium\nhead $n\n```\n", "n.podium.md")
    let scripted = Log()
    var options = FileOptions()
    options.parameters = ["n": "2"]
    let script = try front.session(scripted).execute(file: "s.podium", options)
    #expect(
      kinds(scripted) == [
        "started 1 load iris", "report 1 ok", "started 2 head $n", "report 2 ok", "started 3 nosuch",
        "report 3 unknown-command", "finished error 3",
      ])
    #expect(script.failure == nil && scripted.reports.last?.error?.place?.line == 3)
    let noted = Log()
    var blocks: [String] = []
    let session = try front.session(noted)
    let outcome = session.execute(notebook: "n.podium.md", options) { event in
      switch event {
      case .prose(let text): blocks.append("prose \(text.count)")
      case .skipped: blocks.append("skipped")
      case .starting: blocks.append("starting")
      case .cell(_, let reports, let failure): blocks.append("cell \(reports.count) \(failure?.code ?? "ok")")
      }
    }
    #expect(
      kinds(noted) == [
        "started 1 load iris", "report 1 ok", "started 2 head $n", "report 2 ok", "finished ok 2",
      ])
    #expect(blocks.filter { !$0.hasPrefix("prose") } == ["starting", "cell 1 ok", "skipped", "starting", "cell 1 ok"])
    #expect(outcome.notebook?.frontMatter.parameters == ["n": "2"] && outcome.failure == nil)
    #expect(outcome.notebook?.text.contains("n: 2") == true)
    #expect(session.cells.entries.count == 2 && !session.isRunning)
  }

  @Test func `a file that cannot run says why, and the session goes on in its own folder`() throws {
    let front = try Front()
    front.write("---\ndata:\n  x.csv: sha256:00\n---\n```podium\nload x.csv\n```\n", "n.podium.md")
    front.write("a\n1\n", "x.csv")
    front.write("```podium\nhead\n", "bad.podium.md")
    let log = Log()
    let session = try front.session(log)
    #expect(session.execute(file: "none.podium").failure?.code == "unknown-file")
    #expect(session.execute(notebook: "none.podium.md").result.failure?.code == "unknown-file")
    #expect(session.execute(notebook: "n.podium.md").result.failure?.code == "changed-data")
    #expect(session.execute(notebook: "bad.podium.md").result.failure != nil)
    #expect(log.reports.isEmpty)
    #expect(session.snapshot.services.folder == front.folder)
    #expect(session.execute("load x.csv").status == .ok)
  }

  @Test func `a text from a file names its place and shortens no verb`() throws {
    let front = try Front()
    let log = Log()
    let session = try front.session(log) { $0.isInteractive = true }
    #expect(session.execute("load iris; desc").status == .ok)
    session.execute("head 1\ndesc", from: .init("mine.podium", line: 7))
    #expect(log.codes == [nil, nil, nil, "unknown-command"])
    #expect(log.reports.last?.error?.place?.file == "mine.podium" && log.reports.last?.error?.place?.line == 8)
    #expect(session.execute("desc").status == .ok)
  }

  @Test func `what an export and a verification write stays in memory`() throws {
    let front = try Front()
    front.write(
      "```podium\nload iris\nhead 1 > h.csv\nload h.csv\nski pair add 017\n```\n", "n.podium.md")
    let session = try front.session()
    func changes() throws -> Int { try session.snapshot.store().changes(kind: nil, record: nil, limit: 10).count }
    let (outcome, text) = session.export(NotebookExport("n.podium.md", to: .ipynb))
    #expect(text != nil && outcome.failure == nil && outcome.result.status == .ok)
    var ends: [String] = []
    session.verify(VerifyChild("n.podium.md"), cancellation: Cancellation()) { message in
      switch message {
      case .event(.ended(let check)): ends.append("\(check.outcome)")
      case .done: ends.append("done")
      case .refused(let error): ends.append(error.code)
      default: break
      }
    }
    #expect(ends.last == "done" && !front.exists("h.csv"), "\(ends)")
    #expect(try changes() == 0)
    #expect(session.execute(notebook: "n.podium.md").result.status == .ok)
    #expect(try front.exists("h.csv") && changes() == 1)
  }

  @Test func `a session without trust confines its files`() throws {
    let front = try Front()
    front.write("load /etc/passwd format=csv\n", "s.podium")
    let log = Log()
    let session = try front.session(log) { $0.isTrusted = false }
    #expect(session.execute(file: "s.podium").wasRefused)
    #expect(log.codes == ["trust-refused"])
  }
}
