import PodiumNotebook
import PodiumTestKit
import Testing

/// `notebook save`: a session that can be replayed.
struct SavedNotebookTests {
  /// Saves a session and replays it; both are the same but for what changes from run to run.
  private func replay(_ commands: [String], options: [String] = []) throws -> String {
    let home = try Home()
    let all = (commands + ["notebook save s.podium.md"]).flatMap { ["-c", $0] }
    let run = try home.podium(["--keep-going"] + options + all)
    #expect(run.outputText.contains("to 's.podium.md'"), Comment(rawValue: run.errorText))
    let saved = home.text("s.podium.md") ?? ""
    let again = try home.podium(["run", "s.podium.md"])
    #expect(again.status == 0, Comment(rawValue: again.errorText))
    #expect(ScriptedSession.hidingVolatile(again.outputText) == ScriptedSession.hidingVolatile(saved))
    return saved
  }

  @Test func `a replay gives what the session gave`() throws {
    let text = try replay(
      [
        "load iris", "label species", "nope", "cv zeror k=5 as base", "show base", "head 2 if $4.accuracy < 1",
        "confusion 4", "ski",
      ], options: ["--seed", "7"])
    #expect(text.hasPrefix("---\npodium: 1\nseed: 7\ndata:\n  iris: sha256:"))
    #expect(text.contains("\n---\n\n```podium\nload iris\n```\n"))
    #expect(text.contains("```podium\nhead 2 if $3.accuracy < 1\n```"))
    #expect(text.contains("```podium\nconfusion $3\n```"))
    #expect(!text.contains("nope") && !text.contains("show base"))
  }

  @Test func `what was taken back is left out`() throws {
    let text = try replay(["load iris", "scale", "undo", "label species", "cv zeror k=5"])
    #expect(!text.contains("scale\n```") && !text.contains("undo"))
  }

  @Test func `undo stays where something was computed before it`() throws {
    let text = try replay(["load iris", "label species", "scale", "cv zeror k=5", "undo", "recipe"])
    #expect(text.contains("```podium\nscale\n```") && text.contains("```podium\nundo\n```"))
  }

  @Test func `nothing is replaced, and a cell that is missing is named`() throws {
    let home = try Home()
    let made = ["load iris", "label species", "cv zeror k=5", "head 1 if $3.accuracy < 1"]
    let again = try home.podium(
      (made + ["notebook save s.podium.md", "notebook save s.podium.md"]).flatMap { ["-c", $0] })
    #expect(again.status == 1)
    #expect(again.errorText.contains("replace=yes replaces it"))
    let part = try home.podium((made + ["notebook save t.podium.md cells=4"]).flatMap { ["-c", $0] })
    #expect(part.errorText.contains("cell 4 uses the result of cell 3, which is not saved with it"))
    #expect(home.bytes("t.podium.md") == nil)
  }

  @Test func `verbs shortened at the prompt are written in full`() throws {
    let home = try Home()
    let terminal = try home.prompt()
    try terminal.answer(to: "load iris")
    try terminal.answer(to: "desc species")
    try terminal.answer(to: "ass sepal_length_cm > 0")
    try terminal.answer(to: "notebook save p.podium.md")
    let text = home.text("p.podium.md") ?? ""
    #expect(text.contains("```podium\ndescribe species\n```"))
    #expect(text.contains("```podium\nassert sepal_length_cm > 0\n```"))
  }
}
