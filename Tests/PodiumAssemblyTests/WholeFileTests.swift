import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

/// `source` and `notebook open`: all of a file or nothing, the workspace included.
struct WholeFileTests {
  /// A session with a saved table, a person and files of commands.
  func session(_ files: [String: String]) throws -> Interpreter {
    var session = try UndoWalkTests.session()
    for (name, text) in files {
      try session.services.files.write(Array(text.utf8), to: session.services.resolve(name), shown: name, mode: .new)
    }
    for line in ["load t.csv", "save flowers", "ski athlete add \"Anna Berg\"", "ski pair add 001 owner=\"Anna Berg\""]
    {
      #expect(run(line, &session).last?.error == nil)
    }
    return session
  }

  func run(_ line: String, _ session: inout Interpreter) -> [CommandReport] {
    var reports: [CommandReport] = []
    _ = session.run(line) { reports.append($0) }
    return reports
  }

  func notebook(_ cells: [String]) -> String {
    "---\npodium: 1\n---\n\n" + cells.map { "```podium\n\($0)\n```\n" }.joined(separator: "\n")
  }

  @Test(arguments: [
    ["workspace remove flowers", "load nope.csv"],
    ["ski pair edit 001 nickname=x", "ski pair add 002", "source inner.podium", "load nope.csv"],
    ["ski forget Berg yes=yes", "load nope.csv"],
    ["try: load nope.csv", "ski pair add 002", "try: ski pair add 002", "undo", "ski pair add 003", "load nope.csv"],
    ["label b", "save flowers replace=yes", "source broken.podium"],
  ])
  func `an error undoes what the file did before it`(_ lines: [String]) throws {
    var session = try session([
      "f.podium": lines.joined(separator: "\n"), "f.podium.md": notebook(lines),
      "inner.podium": "ski pair add 008\nski pair edit 008 nickname=y",
      "broken.podium": "ski pair add 009\nload nope.csv",
    ])
    let before = try UndoWalkTests.snapshot(session)
    for command in ["source f.podium", "notebook open f.podium.md trust=yes"] {
      let reports = run(command, &session)
      #expect(reports.last?.error?.code == "unknown-file" || reports.last?.error?.code == "unknown-dataset")
      #expect(try UndoWalkTests.snapshot(session) == before)
      #expect(try session.store().check() == [])
    }
    // What was on the undo stack before is there, and nothing of the file.
    let undone = run("undo", &session).last
    guard case .text(let text)? = undone?.outputs.first else {
      Issue.record("undo gave no text")
      return
    }
    #expect(text == "undid: ski pair add 001 owner=\"Anna Berg\"")
  }

  @Test func `a file that works is there whole, and each of its commands can be undone`() throws {
    var session = try session([
      "f.podium": "ski pair add 002\ntry: ski pair add 002\nsource inner.podium\nworkspace remove flowers",
      "inner.podium": "ski pair add 008\nski pair edit 008 nickname=y",
    ])
    let before = try UndoWalkTests.snapshot(session)
    #expect(run("source f.podium", &session).last?.error == nil)
    #expect(try session.store().dataset("flowers") == nil)
    #expect(try session.store().count(RecordQuery("ski.pair")) == 3)
    for _ in 0..<4 { #expect(run("undo", &session).last?.error == nil) }
    #expect(try UndoWalkTests.snapshot(session) == before)
    for _ in 0..<4 { #expect(run("redo", &session).last?.error == nil) }
    #expect(try session.store().dataset("flowers") == nil)
    #expect(try session.store().check() == [])
  }

  @Test func `written files stay, and the error names them`() throws {
    var session = try session(["f.podium": "ski pairs to pairs.csv\nhead to head.txt\nload nope.csv"])
    let error = run("source f.podium", &session).last?.error
    #expect(error?.help?.contains("files it wrote remain: 'pairs.csv', 'head.txt'") == true)
    #expect(session.services.files.kind(of: session.services.resolve("pairs.csv")) == .file)
  }

  @Test func `an interrupt undoes as an error does`() throws {
    var session = try session(["f.podium": "workspace remove flowers\nski pairs"])
    let before = try UndoWalkTests.snapshot(session)
    let cancellation = Cancellation()
    session.cancellation = cancellation
    session.services.beforeCommand = { _, _ in }
    session.services.progressed = { progress in
      if progress.task.contains("ski pairs") { cancellation.cancel() }
    }
    #expect(run("source f.podium", &session).last?.status == .interrupted)
    session.cancellation = Cancellation()
    #expect(try UndoWalkTests.snapshot(session) == before)
  }

  @Test func `a workspace is not restored within a file, which could not undo it`() throws {
    var session = try session(["f.podium": "workspace restore b.sqlite"])
    #expect(run("source f.podium", &session).last?.error?.code != nil)
  }
}
