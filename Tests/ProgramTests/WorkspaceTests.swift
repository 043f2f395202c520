import Glibc
import PodiumTestKit
import Testing

/// What the workspace keeps: saved tables, models, and the folds of interrupted evaluations.
struct WorkspaceTests {
  static let file = "data/podium/workspace.sqlite"

  @Test func `a later session loads what an earlier one saved`() throws {
    let home = try Home()
    #expect(try home.run("load iris", "label species", "fit tree", "model save", "save flowers").status == 0)
    var status = stat()
    #expect(stat(home.path + "/" + WorkspaceTests.file, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    let run = try home.run("load flowers", "model load tree", "predict in 1..2")
    #expect(run.status == 0, Comment(rawValue: run.errorText))
    #expect(run.outputText.contains("2 of 2 rows correct"))
  }

  @Test func `no file is created before there is something to keep`() throws {
    let home = try Home()
    #expect(
      try home.run("load iris", "datasets", "model list", "workspace info", "workspace check", "cv zeror k=2").status
        == 1, "iris has no target yet")
    #expect(home.bytes(home.path + "/" + WorkspaceTests.file) == nil)
  }

  @Test func `a workspace too damaged to open is reported once, and its export writes no file`() throws {
    let home = try Home()
    #expect(try home.run("load iris", "save flowers").status == 0)
    let file = home.path + "/" + WorkspaceTests.file
    let whole = try #require(home.bytes(file))
    #expect(truncate(file, whole.count / 2) == 0)
    let check = try home.run("workspace check")
    #expect(check.status == 1)
    #expect(check.errorText.contains("is damaged"))
    #expect(!check.errorText.contains("cause: \n"), Comment(rawValue: check.errorText))
    #expect(try home.run("workspace export saved").status == 1)
    #expect(access(home.work + "/saved", F_OK) != 0)
    #expect(home.bytes(file) == Array(whole.prefix(whole.count / 2)))
  }

  @Test func `files and bundled tables work with a broken workspace`() throws {
    let home = try Home()
    home.write(
      "no database, but a text that is long enough to be one, or so it seems. " + String(repeating: "x", count: 90),
      to: "text")
    home.write("a,b\n1,2\n", to: "plain.csv")
    let options = ["--workspace", "text"]
    let file = try home.run("load plain.csv", options: options)
    #expect(file.status == 0, Comment(rawValue: file.errorText))
    let bundled = try home.run("load iris", options: options)
    #expect(bundled.status == 0, Comment(rawValue: bundled.errorText))
    #expect((bundled.outputText + bundled.errorText).contains("could not look for a saved table"))
    let list = try home.run("datasets", options: options)
    #expect(list.outputText.contains("iris"))
    #expect((list.outputText + list.errorText).contains("cannot list the saved tables"))
    #expect(try home.run("load flowers", options: options).errorText.contains("left unchanged"))
    #expect(try home.run("load saved iris", options: options).errorText.contains("left unchanged"))
  }

  @Test func `a notebook has a separate workspace unless one is named`() throws {
    let home = try Home()
    home.write("```podium\nload iris\nsave flowers\n```\n", to: "keep.podium.md")
    #expect(try home.podium(["run", "keep.podium.md"]).status == 0)
    #expect(home.bytes(home.path + "/" + WorkspaceTests.file) == nil)
    #expect(try home.podium(["run", "--workspace", "own.sqlite", "keep.podium.md"]).status == 0)
    #expect(home.bytes("own.sqlite") != nil)
    #expect(try home.run("load flowers", options: ["--workspace", "own.sqlite"]).status == 0)
    #expect(try home.run("load flowers").errorText.contains("unknown dataset 'flowers'"))
    let none = try home.run("load iris", "save flowers", "load flowers", options: ["--workspace", ":memory:"])
    #expect(none.status == 0)
    #expect(home.bytes(home.path + "/" + WorkspaceTests.file) == nil)
  }

  @Test func `several programs at once lose nothing`() throws {
    let home = try Home()
    var running: [PipedProgram] = []
    for number in 0..<4 {
      let program = try PipedProgram(
        [try BuiltProgram.path("podium")], environment: home.environment(), folder: home.work)
      program.send("load iris\n" + (0..<5).map { "save t\(number)-\($0)\n" }.joined())
      program.endInput()
      running.append(program)
    }
    for program in running { #expect(try program.finish() == .status(0)) }
    let run = try home.run("datasets", "workspace check")
    #expect(run.outputText.split(separator: "\n").count { $0.contains("saved") } == 20)
    #expect(run.outputText.contains("no damage"))
  }

  @Test func `several programs that record in one notebook keep every cell`() throws {
    let home = try Home()
    var running: [PipedProgram] = []
    for number in 1...4 {
      let program = try PipedProgram(
        [try BuiltProgram.path("podium"), "--workspace", ":memory:"], environment: home.environment(), folder: home.work
      )
      program.send("record on n.podium.md\n" + (0..<30).map { "calculate \(number * 1000 + $0)\n" }.joined())
      program.endInput()
      running.append(program)
    }
    for program in running { #expect(try program.finish() == .status(0)) }
    let cells = try #require(home.text("n.podium.md")).split(separator: "\n").filter { $0.hasPrefix("calculate ") }
    #expect(cells.count == 120 && Set(cells).count == 120, "\(cells.count)")
  }

  @Test func `undo covers the workspace, and a failed command leaves nothing in it`() throws {
    let home = try Home()
    let run = try home.run(
      "load iris", "save flowers to x.csv", "save other", "undo", "datasets", options: ["--keep-going"])
    #expect(run.errorText.contains("a .csv file holds one table"))
    #expect(!run.outputText.split(separator: "\n").contains { $0.hasPrefix("flowers") || $0.hasPrefix("other") })
  }

  @Test func `a file that is not a workspace is not changed`() throws {
    let home = try Home()
    home.write("these are notes, not a database\n", to: "notes.txt")
    let run = try home.run("load iris", "save flowers", options: ["--workspace", "notes.txt"])
    #expect(run.status == 1)
    #expect(run.errorText.contains("left unchanged"))
    #expect(home.text("notes.txt") == "these are notes, not a database\n")
  }

  /// A slow learner that guesses and records each fold it runs.
  static let slow = """
    import json, sys, time
    for line in sys.stdin:
        q = json.loads(line)
        if q["do"] != "learn":
            print(json.dumps({"id": q["id"], "error": {"code": "unknown", "message": "only learn"}}), flush=True)
            continue
        if q["train"]["rows"] > 100:
            time.sleep(0.3)
            open("done", "a").write("fold\\n")
        print(json.dumps({"id": q["id"], "predicted": [q["classes"][0]] * q["test"]["rows"]}), flush=True)
    """

  @Test(.enabled(if: access("/usr/bin/python3", X_OK) == 0, "python3 is not here"))
  func `an interrupted evaluation continues where it stopped`() throws {
    let home = try Home()
    home.write(WorkspaceTests.slow, to: "slow.py")
    let begin = [
      "load iris", "label species",
      "learner add slow \"python3 slow.py\" targets=classes probabilities=no",
    ]
    let terminal = try PseudoTerminal(
      [try BuiltProgram.path("podium"), "--threads", "1"] + (begin + ["cv slow k=10"]).flatMap { ["-c", $0] },
      environment: home.environment(), folder: home.work)
    terminal.companion = home
    func folds() -> Int { home.text("done")?.split(separator: "\n").count ?? 0 }
    try terminal.wait(for: "some folds") { _ in folds() >= 4 }
    terminal.send(Key.controlC)
    #expect(try terminal.waitForEnd() == .status(130))
    let before = folds()
    #expect(before < 10)
    let again = try home.podium((begin + ["cv slow k=10 resume=yes"]).flatMap { ["-c", $0] })
    #expect(again.status == 0, Comment(rawValue: again.errorText))
    #expect(again.outputText.contains("reused "))
    #expect(folds() - before < 10, "it did all folds again")
    #expect(folds() >= 10)
    // Another program with the same name does not reuse these results.
    home.write(WorkspaceTests.slow + "\n# another\n", to: "slow.py")
    let other = try home.podium((begin + ["cv slow k=10 resume=yes"]).flatMap { ["-c", $0] })
    #expect(!other.outputText.contains("reused "))
  }
}
