import Glibc
import PodiumNotebook
import PodiumTestKit
import Testing

/// `record on`, `note` and `notebook open`.
struct RecordTests {
  private func cells(_ text: String) throws -> [Notebook.Cell] {
    try Notebook(text, file: "r.podium.md").blocks.compactMap { if case .cell(let cell) = $0 { cell } else { nil } }
  }

  @Test func `a recorded notebook replays to the same, with its prose, data and plugins`() throws {
    let home = try Home()
    home.write("a,b\n1,x\n2,y\n3,x\n", to: "t.csv")
    let run = try home.run(
      "record on r.podium.md", "note \"# A table\"", "load t.csv", "nope", "label b", "scale", "undo",
      "note 'Then some rows.'", "head 2 as rows", "load ski-thesis", "help head", "record off", "head 1",
      options: ["--keep-going", "--seed", "3"])
    #expect(run.errorText.contains("'nope'"))
    let text = try #require(home.text("r.podium.md"))
    #expect(text.hasPrefix("---\npodium: 1\nseed: 3\ndata:\n  ski-thesis: sha256:"))
    #expect(text.contains("\n  t.csv: sha256:"))
    #expect(text.contains("\nplugins:\n  ski: "))
    #expect(text.contains("\n\n# A table\n\n```podium\nload t.csv\n```\n"))
    #expect(try cells(text).map(\.source) == ["load t.csv", "label b", "head 2 as rows", "load ski-thesis"])
    let verify = try home.podium(["verify", "--strict", "r.podium.md"])
    #expect(verify.outputText == "r.podium.md: 4 cells: 4 same\n")
  }

  @Test func `cells are added to an existing file, and changes made in an editor are kept`() throws {
    let home = try Home()
    home.write("# Mine\n\n```podium\nload iris\nlabel species\n```\nAfter.", to: "r.podium.md")
    let session = try PipedProgram(
      [try BuiltProgram.path("podium")], environment: home.environment(), folder: home.work)
    session.send("load iris\nlabel species\nrecord on r.podium.md\ncv zeror k=5\n")
    try session.wait(for: "brier")
    let text = try #require(home.text("r.podium.md"))
    #expect(
      text.hasPrefix("# Mine\n\n```podium\nload iris\nlabel species\n```\nAfter.\n\n```podium\ncv zeror k=5\n```\n"))
    home.write(text.replacing("After.", with: "Changed in an editor."), to: "r.podium.md")
    session.send("confusion $4\n")
    try session.wait(for: "actual")
    session.endInput()
    _ = try session.finish()
    let later = try #require(home.text("r.podium.md"))
    #expect(later.contains("Changed in an editor."))
    // Cell numbers are those of a replay of the file.
    #expect(try cells(later).map(\.source) == ["load iris\nlabel species", "cv zeror k=5", "confusion $3"])
    #expect(try home.podium(["verify", "--update", "r.podium.md"]).status == 0)
  }

  @Test func `an opened notebook continues where it ended`() throws {
    let home = try Home()
    home.write(
      "---\npodium: 1\nseed: 9\nparameters:\n  k: 4\n---\nProse.\n\n```podium\nload iris\nlabel species\n```\n\n"
        + "```podium {expect=error}\nnope\n```\n\n```podium\ncv zeror k=$k as base\n```\n", to: "n.podium.md")
    let run = try home.run(
      "notebook open n.podium.md record=yes", "set", "confusion $base", "head 1 if $5.accuracy < 1")
    #expect(run.status == 0, Comment(rawValue: run.errorText))
    #expect(run.outputText.contains("Prose."))
    #expect(run.outputText.contains(/seed +9\b/))
    #expect(run.outputText.contains("4 stratified folds"))
    let text = try #require(home.text("n.podium.md"))
    #expect(try cells(text).map(\.source).suffix(2) == ["confusion $base", "head 1 if $4.accuracy < 1"])
    #expect(try home.podium(["verify", "--update", "n.podium.md"]).status == 0)

    // A failed cell undoes everything; a forbidden one does nothing.
    home.write("```podium\nload iris\n```\n\n```podium\n!touch spoil\n```\n", to: "bad.podium.md")
    let refused = try home.run("notebook open bad.podium.md", "datasets", options: ["--keep-going"])
    #expect(refused.errorText.contains("bad.podium.md:6"))
    #expect(access(home.work + "/spoil", F_OK) != 0)
    #expect(try home.run("notebook open bad.podium.md trust=yes").status == 0)
    #expect(access(home.work + "/spoil", F_OK) == 0)
  }

  @Test func `a cell that cannot be replayed is left out and reported, and so is a full disk`() throws {
    let home = try Home()
    let run = try home.run(
      "load iris", "label species", "cv zeror k=3", "record on r.podium.md", "confusion $3", "head 1")
    #expect(
      run.outputText.contains("warning: could not update 'r.podium.md': cell 5 uses the result of cell 3"))
    #expect(try cells(try #require(home.text("r.podium.md"))).map(\.source) == ["head 1"])
    #expect(try home.run("record on no/such/r.podium.md").status == 1)
    mkdir(home.work + "/sub", 0o700)
    let lost = try home.run(
      "record on sub/r.podium.md", "load iris", "!rm -r sub", "head 1", options: ["--keep-going"])
    #expect(lost.outputText.contains("could not update"))
    #expect(lost.outputText.contains("1 of 150 rows"))
  }

  @Test func `kill -9 loses at most the running cell and leaves a notebook that parses`() throws {
    let program = try BuiltProgram.path("podium")
    var random = SystemlessRandom(seed: 11)
    var acknowledged = 0
    for _ in 0..<40 {
      let home = try Home()
      let killed = try KilledRecording(
        program, file: "r.podium.md", environment: home.environment(), folder: home.work,
        results: random.chance(0.2) ? nil : random.below(KilledRecording.commands.count / 2),
        milliseconds: random.below(60))
      acknowledged += killed.acknowledged
      guard let bytes = killed.notebook else {
        #expect(killed.acknowledged == 0)
        continue
      }
      let text = try #require(String(validating: bytes, as: UTF8.self))
      let count = try cells(text).count
      #expect(count >= killed.acknowledged)
      #expect(count <= killed.acknowledged + 1)
      for cell in try cells(text) { #expect(cell.recorded.hasSuffix("```\n")) }
    }
    // Most must have been killed while running, or the test shows nothing.
    #expect(acknowledged > 100)
  }
}
