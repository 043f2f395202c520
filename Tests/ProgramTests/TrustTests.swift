import Glibc
import PodiumCore
import PodiumTestKit
import Testing

/// What untrusted files may do in the program; `StrangerTests` tests the rest.
struct TrustTests {
  static let refused: [(name: String, cell: String)] = [
    ("an outside command", "!touch SPOIL"), ("a pipe", "datasets | tee SPOIL"),
    ("a pager", "set pager=\"touch SPOIL\""),
    ("a program as learner", "learner add mine \"touch SPOIL\""),
    ("an address", "load https://127.0.0.1:1/x.csv"),
    ("a file above", "load ../secret.csv"), ("a link that leads out", "load link.csv"),
    ("a sink above", "datasets > ../spoil.csv"), ("a sink through a link", "datasets > dangling.csv"),
    ("the settings of git", "datasets >! .git/config"), ("a file that was there", "datasets >> mine.txt"),
    ("a copy of the workspace", "workspace backup ../spoil.sqlite"),
    ("a notebook saved above", "notebook save ../spoil.podium.md"),
  ]

  @Test(arguments: refused)
  func `a file is refused however it is run, and changes nothing`(_ name: String, _ cell: String) throws {
    let home = try Home()
    home.write("a,b\n1,2\n", to: home.path + "/secret.csv")
    home.write("[core]\n", to: ".git/config")
    home.write("mine\n", to: "mine.txt")
    symlink(home.path + "/secret.csv", home.work + "/link.csv")
    symlink(home.path + "/spoil.csv", home.work + "/dangling.csv")
    let command = cell.replacing("SPOIL", with: home.path + "/spoil")
    home.write(
      "```podium\nload iris\n```\n\n```podium\n\(command)\n```\n\n```podium\nhead 1\n```\n", to: "n.podium.md")
    home.write("load iris\n\(command)\nhead 1\n", to: "s.podium")

    let run = try home.podium(["run", "n.podium.md"])
    #expect(run.status == 2, Comment(rawValue: name + run.errorText))
    #expect(run.errorText.contains("n.podium.md:6:"), "\(name) names its cell")
    // Verified and exported, what is written over is written in memory.
    let isOver = name == "a file that was there"
    let verify = try home.podium(["verify", "n.podium.md"])
    #expect(isOver || verify.status == 2, Comment(rawValue: name + verify.outputText))
    #expect(isOver || verify.outputText.contains("cell 2 was refused"))
    let script = try home.podium(["run", "s.podium"])
    #expect(script.status == 2, Comment(rawValue: name + script.errorText))
    #expect(script.errorText.contains("s.podium:2:"))
    let export = try home.podium(["export", "--to", "ipynb", "n.podium.md"])
    #expect(isOver || export.status == 2, Comment(rawValue: name + export.errorText))
    let open = try home.run("notebook open n.podium.md")
    #expect(open.status == 2, Comment(rawValue: name + open.errorText))
    for spoil in ["spoil", "spoil.csv", "spoil.sqlite", "spoil.podium.md"] {
      #expect(access(home.path + "/" + spoil, F_OK) != 0, "\(name) left \(spoil)")
    }
    #expect(home.text(".git/config") == "[core]\n")
    #expect(home.text("mine.txt") == "mine\n")
  }

  @Test func `declared data outside the folder may be read, and with trust all data`() throws {
    let home = try Home()
    home.write("a,b\n1,2\n3,4\n", to: home.path + "/shared.csv")
    let cell = "```podium\nload ../shared.csv\n```\n"
    let hash = "sha256:" + SHA256.hex("a,b\n1,2\n3,4\n".utf8)
    home.write("---\ndata:\n  ../shared.csv: \(hash)\n---\n" + cell, to: "declared.podium.md")
    #expect(try home.podium(["run", "declared.podium.md"]).status == 0)
    home.write("---\ndata:\n  ../shared.csv:\n---\n" + cell, to: "bare.podium.md")
    #expect(try home.podium(["run", "bare.podium.md"]).status == 2)
    home.write(cell, to: "n.podium.md")
    #expect(try home.podium(["run", "n.podium.md"]).status == 2)
    // A run with trust declares the data, so that others can run it without trust.
    let written = try home.podium(["run", "--trust", "n.podium.md"])
    #expect(written.status == 0)
    #expect(written.outputText.hasPrefix("---\npodium: 1\ndata:\n  ../shared.csv: \(hash)\n---\n"))
    home.write(written.outputText, to: "written.podium.md")
    #expect(try home.podium(["verify", "written.podium.md"]).status == 0)
  }

  @Test func `verify changes nothing on the disk and gives the same result twice`() throws {
    let home = try Home()
    home.write("a,b\n1,2\n", to: "x.csv")
    home.write(
      "```podium\nload x.csv\nsave y.csv\nhead 1 > z.txt\nworkspace export all\nload y.csv\nhead 1\n```\n",
      to: "n.podium.md")
    let fresh = try home.podium(["run", "--trust", "n.podium.md"])
    #expect(fresh.status == 0, Comment(rawValue: fresh.errorText))
    for made in ["y.csv", "z.txt", "all/changes.csv"] {
      #expect(home.text(made) != nil)
      unlink(home.work + "/" + made)
    }
    let removal = try ProgramRun(
      ["/bin/rm", "-r", "all"], input: [], environment: ["PATH": "/usr/bin:/bin"], folder: home.work)
    #expect(removal.status == 0)
    home.write(fresh.outputText, to: "n.podium.md")
    for arguments in [["verify", "n.podium.md"], ["verify", "--trust", "n.podium.md"]] {
      for _ in 1...2 {
        let verify = try home.podium(arguments)
        #expect(verify.status == 0, Comment(rawValue: verify.outputText))
        #expect(verify.outputText.contains("1 same"))
      }
    }
    for trust in [[], ["--trust"]] {
      let export = try home.podium(["export", "--to", "ipynb", "-o", "-", "n.podium.md"] + trust)
      #expect(export.status == 0, Comment(rawValue: export.errorText))
    }
    for made in ["y.csv", "z.txt", "all", "n.ipynb"] { #expect(access(home.work + "/" + made, F_OK) != 0, "\(made)") }
  }

  @Test func `changed data stop every run with 2, unless they are accepted`() throws {
    let home = try Home()
    home.write("a,b\n1,2\n", to: "x.csv")
    home.write("Prose.\n\n```podium\nload x.csv\nhead 1\nhead 1 > made.txt\n```\n", to: "n.podium.md")
    let first = try home.podium(["run", "n.podium.md"]).outputText
    unlink(home.work + "/made.txt")
    let old = "sha256:" + SHA256.hex("a,b\n1,2\n".utf8)
    #expect(first.hasPrefix("---\npodium: 1\ndata:\n  x.csv: \(old)\n---\nProse.\n"))
    home.write(first, to: "n.podium.md")
    home.write("a,b\n1,9\n", to: "x.csv")
    let new = "sha256:" + SHA256.hex("a,b\n1,9\n".utf8)
    for arguments in [["run"], ["run", "--trust"], ["export", "--to", "ipynb"], ["verify"]] {
      let run = try home.podium(arguments + ["n.podium.md"])
      #expect(run.status == 2)
      #expect((run.errorText + run.outputText).contains("has changed since the notebook was recorded"))
      #expect(!run.outputText.contains("Prose."))
    }
    for command in ["notebook open n.podium.md", "notebook open n.podium.md trust=yes"] {
      let open = try home.run(command)
      #expect(open.status == 2)
      #expect(!open.outputText.contains("Prose."))
    }
    #expect(home.text("made.txt") == nil)
    #expect(home.text("n.podium.md") == first)

    let run = try home.podium(["run", "--update-data", "n.podium.md"])
    #expect(run.status == 0, Comment(rawValue: run.errorText))
    #expect(run.outputText.contains("x.csv: \(new)"))
    unlink(home.work + "/made.txt")
    let export = try home.podium(["export", "--to", "ipynb", "--update-data", "-o", "-", "n.podium.md"])
    #expect(export.status == 0)
    #expect(export.outputText.contains(new))
    #expect(!export.outputText.contains(old))
    #expect(try home.podium(["verify", "--update", "n.podium.md"], environment: ["CI": ""]).status == 2)
    #expect(try home.podium(["verify", "--update-data", "n.podium.md"]).status == 2)
    #expect(home.text("n.podium.md") == first)
    let update = try home.podium(["verify", "--update", "--update-data", "n.podium.md"], environment: ["CI": ""])
    #expect(update.status == 0, Comment(rawValue: update.outputText))
    #expect(home.text("n.podium.md")?.contains("x.csv: \(new)") == true)
    #expect(try home.podium(["verify", "n.podium.md"]).status == 0)

    home.write(first, to: "n.podium.md")
    let open = try home.run("notebook open n.podium.md update-data=yes")
    #expect(open.status == 0, Comment(rawValue: open.errorText))
    unlink(home.work + "/made.txt")
    #expect(home.text("n.podium.md")?.contains("x.csv: \(new)") == true)
    #expect(try home.podium(["verify", "n.podium.md"]).status == 0)
  }

  @Test func `run and record declare the data of a notebook written by hand`() throws {
    let home = try Home()
    home.write("a,b\n1,2\n", to: "x.csv")
    home.write("a,b\n1,3\n", to: "y.csv")
    home.write("---\ntitle: Mine # so\ndata:\n  x.csv:\n---\n```podium\nload x.csv\n```\n", to: "n.podium.md")
    let hash = { (text: String) in "sha256:" + SHA256.hex(text.utf8) }
    let run = try home.podium(["run", "n.podium.md"])
    #expect(run.outputText.hasPrefix("---\ntitle: Mine # so\ndata:\n  x.csv: \(hash("a,b\n1,2\n"))\n---\n```podium\n"))
    #expect(try home.run("record on n.podium.md", "load y.csv", "head 1 > z.csv", "load z.csv", "head 1").status == 0)
    let recorded = try #require(home.text("n.podium.md"))
    #expect(recorded.contains("\n  y.csv: \(hash("a,b\n1,3\n"))\n---\n"))
    // A file that a cell writes is not declared.
    #expect(!recorded.contains("z.csv:"))
    home.write("```podium\nload x.csv\n```\n", to: "m.podium.md")
    #expect(try home.run("notebook open m.podium.md record=yes", "head 1", "head 2").status == 0)
    let opened = try #require(home.text("m.podium.md"))
    #expect(opened.hasPrefix("---\npodium: 1\ndata:\n  x.csv: \(hash("a,b\n1,2\n"))\n---\n```podium\nload x.csv\n"))
  }

  @Test func `figures are not written through links next to a notebook`() throws {
    let home = try Home()
    home.write("mine\n", to: home.path + "/outside/title.svg")
    home.write("```podium\nload surf-buoy\nfigure surf.rose\n```\n", to: "n.podium.md")
    let first = try home.podium(["verify", "--update", "n.podium.md"], environment: ["CI": ""])
    #expect(first.status == 0, Comment(rawValue: first.outputText))
    let text = try #require(home.text("n.podium.md"))
    let name = try #require(text.firstMatch(of: /podium_files\/([a-z0-9.-]+)\)/)?.1)
    let figure = home.work + "/n.podium_files/" + name
    unlink(figure)
    symlink(home.path + "/outside/title.svg", figure)
    _ = try home.podium(["verify", "--update", "n.podium.md"], environment: ["CI": ""])
    #expect(home.text(home.path + "/outside/title.svg") == "mine\n")
  }

  @Test(arguments: [["a", "a"], ["a", "b"]])
  func `notebooks that open each other end with an error`(_ names: [String]) throws {
    let home = try Home()
    for (name, other) in zip(names, names.reversed()) {
      home.write(
        "---\npodium: 1\n---\n```podium\nnotebook open \(other).podium.md\n```\n", to: "\(name).podium.md")
    }
    let run = try home.run("notebook open a.podium.md")
    #expect(run.errorText.contains("notebooks are nested more than 16 levels deep"), "\(run.errorText)")
    #expect(run.status == 1)
  }

  @Test func `a saved notebook has no passwords in its prose and pictures`() throws {
    let home = try Home()
    let address = "http://u:secret@h.example/x"
    let run = try home.run(
      "note \"see \(address)\"", "load iris", "plot hist petal_length_cm title=\"\(address)\"",
      "notebook save s.podium.md")
    #expect(run.status == 0, "\(run.errorText)")
    let text = try #require(home.text("s.podium.md"))
    let picture = try #require(text.firstMatch(of: /\(([^)]+\.svg)\)/)?.1)
    #expect(!text.contains("secret") && text.contains("see http://***@h.example/x"))
    #expect(home.text(String(picture))?.contains("secret") == false)
  }
}
