import Glibc
import PodiumNotebook
import PodiumTestKit
import Testing

/// `notebook save`: a session that can be replayed.
struct SavedNotebookTests {
  /// Saves a session and replays it; both must be the same except for changing values.
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

  @Test func `a replay gives the same results as the session`() throws {
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

  @Test func `undone commands are left out`() throws {
    let text = try replay(["load iris", "scale", "undo", "label species", "cv zeror k=5"])
    #expect(!text.contains("scale\n```") && !text.contains("undo"))
  }

  @Test func `undo is kept if a result was computed before it`() throws {
    let text = try replay(["load iris", "label species", "scale", "cv zeror k=5", "undo", "recipe"])
    #expect(text.contains("```podium\nscale\n```") && text.contains("```podium\nundo\n```"))
  }

  @Test func `no file is overwritten, and a missing cell is named`() throws {
    let home = try Home()
    let made = ["load iris", "label species", "cv zeror k=5", "head 1 if $3.accuracy < 1"]
    let again = try home.podium(
      (made + ["notebook save s.podium.md", "notebook save s.podium.md"]).flatMap { ["-c", $0] })
    #expect(again.status == 1)
    #expect(again.errorText.contains("use replace=yes to overwrite it"))
    let part = try home.podium((made + ["notebook save t.podium.md cells=4"]).flatMap { ["-c", $0] })
    #expect(part.errorText.contains("cell 4 uses the result of cell 3, which is not being saved"))
    #expect(home.bytes("t.podium.md") == nil)
  }

  @Test func `verbs abbreviated at the prompt are written in full`() throws {
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

/// Figures next to a notebook.
struct NotebookFigureTests {
  private let link = "![directions of swell_direction_deg](n.podium_files/directions-of-swell-direction-deg-"

  @Test func `figures are saved in files next to the notebook and verified`() throws {
    let home = try Home()
    let saved = try home.run("load surf-sessions", "figure surf.rose", "notebook save n.podium.md")
    #expect(saved.status == 0, Comment(rawValue: saved.errorText))
    let text = try #require(home.text("n.podium.md"))
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(link) })
    let name = String(line.dropFirst("![directions of swell_direction_deg](".count).dropLast())
    let picture = try #require(home.text(name))
    #expect(picture.hasPrefix("<svg") && name.hasSuffix(".svg"))
    #expect(try home.podium(["verify", "--strict", "n.podium.md"]).status == 0)

    // A changed picture, a missing one, and one that no cell draws.
    home.write(picture.replacing("coming from", with: "going to"), to: name)
    let other = try home.podium(["verify", "n.podium.md"])
    #expect(other.status == 3)
    #expect(other.outputText.contains("what its figure '\(name)' draws has changed"))
    unlink(home.work + "/" + name)
    #expect(try home.podium(["verify", "n.podium.md"]).outputText.contains("cannot be read"))
    home.write(text.replacing(".svg)", with: "-2.svg)"), to: "n.podium.md")
    #expect(try home.podium(["verify", "n.podium.md"]).outputText.contains("it no longer draws the figure"))

    // An update writes it again, byte for byte.
    #expect(try home.podium(["verify", "--update", "n.podium.md"]).status == 0)
    #expect(home.text(name) == picture)
    #expect(home.text("n.podium.md") == text)
    #expect(try home.podium(["verify", "--strict", "n.podium.md"]).status == 0)

    // A notebook recorded without figures does not need them.
    home.write(text.replacing(String(line) + "\n", with: ""), to: "n.podium.md")
    #expect(try home.podium(["verify", "--strict", "n.podium.md"]).status == 0)
  }

  @Test func `a plot is compared by what it draws: other strokes are close, and an update redraws them`() throws {
    let home = try Home()
    let saved = try home.run("load iris", "plot hist petal_length_cm", "notebook save n.podium.md")
    #expect(saved.status == 0, Comment(rawValue: saved.errorText))
    let text = try #require(home.text("n.podium.md"))
    let start = try #require(text.firstRange(of: "n.podium_files/"))
    let name = String(text[start.lowerBound...].prefix { $0 != ")" })
    let picture = try #require(home.text(name))
    #expect(picture.contains("<metadata>"))
    #expect(try home.podium(["verify", "--strict", "n.podium.md"]).status == 0)

    home.write(picture.replacing("<svg ", with: "<svg data-drawn=\"otherwise\" "), to: name)
    let close = try home.podium(["verify", "n.podium.md"])
    #expect(close.status == 0 && close.outputText.contains("drawn in another way"))
    #expect(try home.podium(["verify", "--strict", "n.podium.md"]).status == 3)
    #expect(try home.podium(["verify", "--update", "n.podium.md"]).status == 0)
    #expect(home.text(name) == picture)
    #expect(home.text("n.podium.md") == text)

    // Another number in the data, and another label, are differences.
    for (old, new) in [(",26]", ",27]"), ("distribution of petal_length_cm", "distribution of petals")] {
      let metadata = try #require(picture.firstRange(of: "<metadata>"))
      let changed = picture[..<metadata.upperBound] + picture[metadata.upperBound...].replacing(old, with: new)
      #expect(changed != picture)
      home.write(String(changed), to: name)
      #expect(try home.podium(["verify", "n.podium.md"]).outputText.contains("draws has changed"))
    }
  }

  @Test func `pages hold plots as parts that follow light and dark, notebooks of Jupyter as SVG and image`() throws {
    let home = try Home()
    let saved = try home.run("load iris", "plot bar species", "notebook save n.podium.md")
    #expect(saved.status == 0, Comment(rawValue: saved.errorText))
    #expect(try home.podium(["export", "n.podium.md", "--to", "html", "-o", "n.html"]).status == 0)
    let page = try #require(home.text("n.html"))
    #expect(page.contains("<figure>\n<svg") && page.contains("prefers-color-scheme") && !page.contains("<img"))
    #expect(try home.podium(["export", "n.podium.md", "--to", "ipynb", "-o", "n.ipynb"]).status == 0)
    let notebook = try #require(home.text("n.ipynb"))
    #expect(notebook.contains("\"image/svg+xml\"") && notebook.contains("<img src="))
  }

  @Test func `figures are recorded too, even with a space in the name`() throws {
    let home = try Home()
    let run = try home.run(
      "record on \"my n.podium.md\"", "load surf-sessions", "figure surf.rose", "figure surf.rose in 1..9")
    #expect(run.status == 0, Comment(rawValue: run.errorText))
    let text = try #require(home.text("my n.podium.md"))
    #expect(text.split(separator: "\n").count { $0.hasPrefix("![") && $0.contains("](<my n.podium_files/") } == 2)
    #expect(try home.podium(["verify", "--strict", "my n.podium.md"]).status == 0)
    let page = try home.podium(["export", "--to", "ipynb", "-o", "-", "my n.podium.md"])
    #expect(page.outputText.contains("image/svg+xml"))
  }

  @Test func `a notebook declares the day it computed with, and replays with it`() throws {
    let home = try Home()
    let made = try home.podium([
      "-c", "= today()", "-c", "= now() > \"2026-01-01T00:00:00Z\"", "-c", "notebook save n.podium.md",
    ])
    #expect(made.status == 0, Comment(rawValue: made.outputText + made.errorText))
    let text = try #require(home.text("n.podium.md"))
    #expect(text.contains("parameters:\n  now: 20"))
    #expect(text.contains("\n  today: 20"))
    let verified = try home.podium(["verify", "n.podium.md"])
    #expect(verified.status == 0, Comment(rawValue: verified.outputText + verified.errorText))
    // Another day by the notebook, also without trust.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("  today:") ? "  today: 2026-01-31" : String($0) }
    home.write(lines.joined(separator: "\n"), to: "n.podium.md")
    let other = try home.podium(["run", "n.podium.md"])
    #expect(other.outputText.contains("2026-01-31"), Comment(rawValue: other.outputText + other.errorText))
    // Without one there is no day: not for strangers, and not in a replay.
    home.write("```podium\n= today()\n```\n", to: "m.podium.md")
    #expect(try home.podium(["run", "m.podium.md"]).outputText.contains("is not for untrusted files"))
    let replay = try home.podium(["run", "--trust", "m.podium.md"])
    #expect(replay.outputText.contains("a replay has no time of its own"))
    home.write("---\npodium: 1\nparameters:\n  today: soon\n---\n```podium\n= today()\n```\n", to: "m.podium.md")
    #expect(try home.podium(["run", "m.podium.md"]).outputText.contains("cannot read"))
  }
}
