import Glibc
import PodiumTestKit
import Testing

/// What files that nobody vouches for may do.
struct TrustTests {
  static let refused: [(name: String, cell: String)] = [
    ("an outside command", "!touch SPOIL"), ("a pipe", "datasets | tee SPOIL"),
    ("a program as learner", "learner add mine \"touch SPOIL\""),
    ("an address", "load https://127.0.0.1:1/x.csv"),
    ("a file above", "load ../secret.csv"), ("a file by its whole path", "load OUTSIDE/secret.csv"),
    ("a link that leads out", "load link.csv"), ("a folder above", "load ski .."),
    ("a script above", "source ../s.podium"),
    ("a sink above", "datasets > ../spoil.csv"), ("a sink through a link", "datasets > dangling.csv"),
    ("a table saved above", "save ../spoil.csv"), ("a folder that is a link", "load out/secret.csv"),
    ("a copy of the workspace", "workspace backup ../spoil.sqlite"),
    ("an export of the workspace", "workspace export ../spoil"),
    ("a notebook saved above", "notebook save ../spoil.podium.md"),
  ]

  @Test(arguments: refused)
  func `a notebook is refused by run and verify and leaves nothing behind`(_ name: String, _ cell: String) throws {
    let home = try Home()
    home.write("a,b\n1,2\n", to: home.path + "/secret.csv")
    home.write("load iris\n", to: home.path + "/s.podium")
    symlink(home.path + "/secret.csv", home.work + "/link.csv")
    symlink(home.path + "/spoil.csv", home.work + "/dangling.csv")
    symlink(home.path, home.work + "/out")
    let command = cell.replacing("SPOIL", with: home.path + "/spoil").replacing("OUTSIDE", with: home.path)
    home.write(
      "```podium\nload iris\n```\n\n```podium\n\(command)\n```\n\n```podium\nhead 1\n```\n", to: "n.podium.md")
    home.write("load iris\n\(command)\nhead 1\n", to: "s.podium")

    let run = try home.podium(["run", "n.podium.md"])
    #expect(run.status == 2, Comment(rawValue: name + run.errorText))
    #expect(run.errorText.contains("n.podium.md:6:"), "\(name) names its cell")
    let verify = try home.podium(["verify", "n.podium.md"])
    #expect(verify.status == 2, Comment(rawValue: name + verify.outputText))
    #expect(verify.outputText.contains("cell 2 was refused"))
    let script = try home.podium(["run", "s.podium"])
    #expect(script.status == 2, Comment(rawValue: name + script.errorText))
    #expect(script.errorText.contains("s.podium:2:"))
    for spoil in ["spoil", "spoil.csv", "spoil.sqlite", "spoil.podium.md"] {
      #expect(access(home.path + "/" + spoil, F_OK) != 0, "\(name) left \(spoil)")
    }
  }

  @Test func `declared data outside the folder may be read, by the trusted all of it`() throws {
    let home = try Home()
    home.write("a,b\n1,2\n3,4\n", to: home.path + "/shared.csv")
    let cell = "```podium\nload ../shared.csv\n```\n"
    home.write("---\ndata:\n  ../shared.csv:\n---\n" + cell, to: "declared.podium.md")
    #expect(try home.podium(["run", "declared.podium.md"]).status == 0)
    home.write(cell, to: "n.podium.md")
    #expect(try home.podium(["run", "n.podium.md"]).status == 2)
    #expect(try home.podium(["run", "--trust", "n.podium.md"]).status == 0)
    // What may be read may not be written.
    home.write(
      "---\ndata:\n  ../shared.csv:\n---\n```podium\nload iris\nhead 1 >! ../shared.csv\n```\n", to: "w.podium.md")
    #expect(try home.podium(["run", "w.podium.md"]).status == 2)
    #expect(home.text(home.path + "/shared.csv") == "a,b\n1,2\n3,4\n")
  }

  @Test func `its own folder and the bundled datasets are open to a notebook`() throws {
    let home = try Home()
    home.write("a,b\n1,2\n", to: "sub/x.csv")
    home.write(
      "```podium\nload sub/x.csv\nhead 1 > sub/y.csv\nload sub/../sub/y.csv\nload ski-thesis\nload ./sub/x.csv as z\n```\n",
      to: "n.podium.md")
    let run = try home.podium(["run", "n.podium.md"])
    #expect(run.status == 0, Comment(rawValue: run.errorText))
    #expect(home.text("sub/y.csv") != nil)
  }
}
