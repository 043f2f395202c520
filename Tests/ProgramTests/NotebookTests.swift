import PodiumNotebook
import PodiumTestKit
import Testing

/// `podium run` of notebooks.
struct NotebookTests {
  static let first = Checkout.path("notebooks/ski-first-look.podium.md")

  /// The text without the changing values between ‹ and ›.
  private func stable(_ text: String) -> String { ScriptedSession.hidingVolatile(text) }

  @Test func `a notebook written to a pipe is a notebook with results`() throws {
    let home = try Home()
    let run = try home.podium(["run", Self.first])
    #expect(run.status == 0, Comment(rawValue: run.errorText))
    #expect(run.errorText.isEmpty)
    let notebook = try Notebook(run.outputText, file: "out.podium.md")
    let cells = notebook.blocks.compactMap { if case .cell(let cell) = $0 { cell } else { nil } }
    #expect(cells.count >= 8)
    for cell in cells { #expect(cell.recorded.contains("```out {of=\(cell.hash)}")) }

    home.write(run.outputText, to: "again.podium.md")
    let again = try home.podium(["run", "again.podium.md"])
    #expect(stable(again.outputText) == stable(run.outputText))
  }

  @Test func `unusual notebooks do not change when they are run twice`() throws {
    let home = try Home()
    home.write(
      """
      ---
      podium: 1
      parameters:
        k: 3
      ---
      # Odd
      ```podium
      load iris; label species

      # a comment
      cv tree k=$k
      ```

      ````text
      ```podium
      not a cell
      ```
      ````

      ```podium {expect=error}
      nope
      ```
      ```podium {skip}
      neither
      ```
      No line end
      """, to: "odd.podium.md")
    let once = try home.podium(["run", "odd.podium.md"])
    #expect(once.status == 0, Comment(rawValue: once.errorText))
    #expect(once.outputText.contains("```err {of="))
    #expect(once.outputText.hasSuffix("No line end"))
    home.write(once.outputText, to: "twice.podium.md")
    #expect(stable(try home.podium(["run", "twice.podium.md"]).outputText) == stable(once.outputText))
  }

  @Test func `results are the same on any number of threads`() throws {
    let home = try Home()
    let outputs = try ["1", "2", "8"].map { threads in
      let run = try home.podium(["--threads", threads, "run", Self.first])
      #expect(run.status == 0)
      return stable(run.outputText)
    }
    #expect(outputs[0] == outputs[1])
    #expect(outputs[0] == outputs[2])
  }

  @Test func `an external command needs trust`() throws {
    let home = try Home()
    for cell in ["!touch made", "load iris\nhead 1 | touch made"] {
      home.write("```podium\n\(cell)\n```\n", to: "n.podium.md")
      let refused = try home.podium(["run", "n.podium.md"])
      #expect(refused.status == 2)
      #expect(refused.errorText.contains("an untrusted file may not"))
      #expect(home.bytes("made") == nil)
      let allowed = try home.podium(["run", "n.podium.md", "--trust"])
      #expect(allowed.status == 0, Comment(rawValue: allowed.errorText))
      #expect(home.bytes("made") != nil)
      _ = try ProgramRun(["/bin/rm", "made"], environment: [:], folder: home.work)
    }
  }

  @Test func `an error has the file and the line of the command`() throws {
    let home = try Home()
    home.write("# T\n\n```podium\nload iris\n\nnope\n```\n\n```podium\nhead 1\n```\n", to: "n.podium.md")
    let run = try home.podium(["run", "n.podium.md"])
    #expect(run.status == 1)
    #expect(run.errorText.contains("n.podium.md:6: error: unknown command 'nope'"))
    #expect(!run.outputText.contains("setosa"))
    let all = try home.podium(["run", "n.podium.md", "--keep-going"])
    #expect(all.status == 1)
    #expect(all.outputText.contains("setosa"))
  }

  @Test func `a parameter names the file that a command writes`() throws {
    let home = try Home()
    home.write(
      "---\npodium: 1\nparameters:\n  out: a.csv\n---\n```podium\nquiet: load iris\nquiet: head 2 to $out\n"
        + "head 3 > \"$out.txt\"\n```\n", to: "n.podium.md")
    let run = try home.podium(["run", "n.podium.md", "--set", "out=b c.csv"])
    #expect(run.status == 0, Comment(rawValue: run.errorText))
    #expect(home.text("b c.csv")?.split(separator: "\n").count == 3 && home.text("a.csv") == nil)
    #expect(home.text("$out.txt") != nil)
  }

  @Test func `parameters are set on the command line`() throws {
    let home = try Home()
    home.write(
      "---\npodium: 1\nparameters:\n  n: 1\n---\n```podium\nload iris\nhead $n\n```\n", to: "n.podium.md")
    #expect(try home.podium(["run", "n.podium.md", "--set", "n=3"]).outputText.contains("3 of 150 rows"))
    #expect(try home.podium(["--set", "n=2", "run", "n.podium.md"]).outputText.contains("2 of 150 rows"))
    // The output has the parameters it was run with, and gives the same results again.
    let set = try home.podium(["run", "n.podium.md", "--set", "n=3"])
    #expect(set.outputText.hasPrefix("---\npodium: 1\nparameters:\n  n: 3\ndata:\n  iris: sha256:"))
    home.write(set.outputText, to: "again.podium.md")
    #expect(try home.podium(["run", "again.podium.md"]).outputText == set.outputText)
    #expect(try home.podium(["verify", "--strict", "again.podium.md"]).status == 0)
    #expect(try home.podium(["run", "n.podium.md", "--set", "n=3\nx"]).status == 2)
    let unknown = try home.podium(["run", "n.podium.md", "--set", "m=3"])
    #expect(unknown.status == 2)
    #expect(unknown.errorText.contains("unknown parameter 'm'"))
  }

  @Test func `paths start from the notebook's own folder`() throws {
    let home = try Home()
    home.write("a,b\n1,2\n", to: "sub/data.csv")
    home.write("```podium\nload data.csv\n```\n", to: "sub/n.podium.md")
    #expect(try home.podium(["run", "sub/n.podium.md"]).status == 0)
  }

  @Test func `a terminal shows prose, commands and results`() throws {
    let home = try Home()
    home.write("# Title\n\n```podium\nload iris\n```\n", to: "n.podium.md")
    let terminal = try PseudoTerminal(
      [try BuiltProgram.path("podium"), "run", "n.podium.md"], environment: home.environment(),
      folder: home.work)
    terminal.companion = home
    #expect(try terminal.waitForEnd() == .status(0))
    #expect(terminal.screen.text.contains("# Title"))
    #expect(terminal.screen.text.contains("podium> load iris\niris: 150 rows, 5 columns"))
    #expect(!terminal.screen.text.contains("```"))
  }
}
