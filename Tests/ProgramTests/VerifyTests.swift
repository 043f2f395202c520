import Foundation
import PodiumCore
import PodiumTestKit
import Testing

/// `podium verify` detects every kind of difference.
struct VerifyTests {
  static let cells = """
    ---
    podium: 1
    title: Irises
    seed: 7
    data:
      flowers.csv: HASH
    ---
    # Irises

    ```podium
    load flowers.csv
    label kind
    ```

    Some prose.

    ```podium
    cv tree k=3 shuffle=yes as base
    ```

    ```podium
    cv ann k=3 shuffle=yes
    ```

    ```podium {expect=error}
    head 2 columns=nope
    ```

    """

  static let flowers =
    "length,width,kind\n"
    + (0..<60).map { row in
      "\(Double(row % 7) / 8 + Double(row % 3)),\(Double(row % 11) / 4),\(["a", "b", "c"][row % 3])\n"
    }.joined()

  /// A home with the recorded notebook and its data.
  private func recorded() throws -> (home: Home, text: String) {
    let home = try Home()
    home.write(Self.flowers, to: "flowers.csv")
    let hash = SHA256.hex(Self.flowers.utf8)
    home.write(Self.cells.replacing("HASH", with: "sha256:" + hash), to: "n.podium.md")
    let run = try home.podium(["verify", "--update", "n.podium.md"])
    #expect(run.status == 0, Comment(rawValue: run.outputText + run.errorText))
    return (home, try #require(home.text("n.podium.md")))
  }

  private func verify(_ home: Home, _ text: String, _ options: String...) throws -> ProgramRun {
    home.write(text, to: "n.podium.md")
    return try home.podium(["verify"] + options + ["n.podium.md"])
  }

  @Test func `a newly recorded notebook is the same, with any number of threads`() throws {
    let (home, text) = try recorded()
    for threads in ["1", "2", "8"] {
      let run = try verify(home, text, "--strict", "--threads", threads)
      #expect(run.status == 0)
      #expect(run.outputText == "n.podium.md: 4 cells: 4 same\n")
    }
    // Verifying writes nothing.
    #expect(home.text("n.podium.md") == text)
  }

  @Test func `a changed digit, a missing line, swapped cells, changed data and a changed seed are detected`() throws {
    let (home, text) = try recorded()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)

    let accuracy = try #require(lines.first { $0.hasPrefix("accuracy ") })
    let flipped = accuracy.replacing("rows correct", with: "rows wrong")
    var run = try verify(home, text.replacing(accuracy, with: flipped, maxReplacements: 1))
    #expect(run.status == 3)
    #expect(run.outputText.contains("- \(flipped)"))
    #expect(run.outputText.contains("+ \(accuracy)"))

    let digit = try #require(lines.first { $0.hasPrefix("kappa ") })
    let other = String(digit.map { $0 == "0" ? "1" : $0 })
    run = try verify(home, text.replacing(digit, with: other, maxReplacements: 1))
    #expect(run.status == 3)
    #expect(run.outputText.contains("off by"))

    run = try verify(home, text.replacing(digit + "\n", with: "", maxReplacements: 1))
    #expect(run.status == 3)

    let first = "```podium\ncv tree k=3 shuffle=yes as base\n```"
    let second = "```podium\ncv ann k=3 shuffle=yes\n```"
    let swapped = text.replacing(first, with: "FIRST").replacing(second, with: first).replacing("FIRST", with: second)
    run = try verify(home, swapped)
    #expect(run.status == 3)
    #expect(run.outputText.contains("the cell was edited after its output was recorded"))

    run = try verify(home, text.replacing("seed: 7", with: "seed: 8"))
    #expect(run.status == 3)

    home.write(Self.flowers.replacing("\n0.0,", with: "\n0.5,", maxReplacements: 1), to: "flowers.csv")
    run = try verify(home, text)
    #expect(run.status == 2)
    #expect(run.outputText.contains("changed-data"))
    // Without a hash, the outputs of the cells show the change.
    let undeclared = text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("data:") && !$0.hasPrefix("  flowers.csv:") }.joined(separator: "\n")
    #expect(try verify(home, undeclared).status == 3)
  }

  @Test func `a changed last digit is close, and different with --strict`() throws {
    let (home, text) = try recorded()
    let number = try #require(text.firstMatch(of: /0\.[1-9]\d\d[0-8]\b/)?.output)
    let last = try #require(number.last?.wholeNumberValue)
    let changed = text.replacing(number, with: number.dropLast() + String(last + 1), maxReplacements: 1)
    var run = try verify(home, changed)
    #expect(run.status == 0)
    #expect(run.outputText.contains("1 close (numbers within "))
    run = try verify(home, changed, "--strict")
    #expect(run.status == 3)
    // Close outputs are not updated.
    run = try verify(home, changed, "--update")
    #expect(run.status == 0)
    #expect(home.text("n.podium.md") == changed)
  }

  @Test func `a folder for temporary files that is not there is named, with the way out`() throws {
    let (home, _) = try recorded()
    let run = try home.podium(["verify", "n.podium.md"], environment: ["TMPDIR": "/nowhere/tmp"])
    #expect(run.status == 2)
    #expect(run.outputText.contains("'/nowhere/tmp'") && run.outputText.contains("help: set TMPDIR"))
  }

  @Test func `an update writes only the cells that differ`() throws {
    let (home, text) = try recorded()
    let changed = text.replacing("cv tree k=3", with: "cv tree k=4")
    home.write(changed, to: "n.podium.md")
    let refused = try home.podium(["verify", "--update", "n.podium.md"], environment: ["CI": "true"])
    #expect(refused.status == 2)
    #expect(home.text("n.podium.md") == changed)

    let run = try home.podium(["verify", "--changed", "--update", "n.podium.md"])
    #expect(run.status == 0)
    #expect(run.outputText.contains("updated 1 cell"))
    let now = try #require(home.text("n.podium.md"))
    #expect(now != changed)
    #expect(now.contains("4 stratified folds"))
    #expect(try verify(home, now).status == 0)
    // Only the output of that cell has changed.
    let cell = "cv tree k=4 shuffle=yes as base\n```\n"
    #expect(now.components(separatedBy: cell)[0] == changed.components(separatedBy: cell)[0])

    // A new error is not recorded as if it were expected.
    let broken = now.replacing("cv ann k=3", with: "cv nothing k=3")
    let failed = try verify(home, broken, "--update")
    #expect(failed.status == 1)
    #expect(failed.outputText.contains("cell 3 failed"))
    #expect(home.text("n.podium.md") == broken)
  }

  @Test func `a partial comparison is reported as partial`() throws {
    let (home, text) = try recorded()
    var run = try verify(home, text, "--to", "2")
    #expect(run.status == 5)
    #expect(run.outputText == "n.podium.md: 2 cells: 2 same\n")
    run = try verify(home, text, "--only", "base")
    #expect(run.outputText == "n.podium.md: 2 cells: 1 same, 1 not compared\n")
    #expect(run.status == 5)
    run = try verify(home, text, "--only", "none")
    #expect(run.status == 2)
    run = try verify(home, text, "--changed")
    #expect(run.status == 5)
    run = try verify(home, "```podium\nload iris\n```\n")
    #expect(run.status == 5)
    #expect(try verify(home, "only prose\n").status == 5)
    #expect(try home.podium(["verify", "."]).status == 5)
    #expect(try verify(home, text, "--to", "2", "--changed").status == 2)
  }

  @Test func `after a timeout or a crash the remaining cells are not compared`() throws {
    let home = try Home()
    let slow = "```podium {timeout=0.5}\nload iris\nlabel species\ncv ann(epochs=200000) k=100 folds=kfold\n```\n"
    var run = try verify(home, "```podium\nload iris\n```\n" + slow + "```podium\nhead 1\n```\n")
    #expect(run.status == 4)
    #expect(run.outputText.contains("cell 2 took longer than 0.5 s"))
    #expect(!run.outputText.contains("cell 3"))
    run = try verify(home, "```podium\n!kill -9 $PPID\n```\n```podium\nhead 1\n```\n", "--trust")
    #expect(run.status == 4)
    #expect(run.outputText.contains("signal 9"), Comment(rawValue: run.outputText))
  }

  @Test func `the reason why a notebook cannot be run is reported`() throws {
    let home = try Home()
    #expect(try home.podium(["verify", "none.podium.md"]).status == 2)
    #expect(try home.podium(["verify"]).status == 2)
    home.write("load iris\n", to: "s.podium")
    #expect(try home.podium(["verify", "s.podium"]).status == 2)
    for (text, word) in [
      ("```podium\nload iris\n", "unclosed-cell"), ("---\npodium: 2\n---\n", "newer-format"),
      ("---\nplugins:\n  nope: 1.0\n---\n```podium\nload iris\n```\n", "missing-plugin"),
      ("---\ndata:\n  none.csv: sha256:00\n---\n```podium\nload iris\n```\n", "missing-data"),
    ] {
      let run = try verify(home, text)
      #expect(run.status == 2)
      #expect(run.outputText.contains(word), Comment(rawValue: run.outputText))
    }
  }

  @Test func `each notebook has a line of JSON`() throws {
    let (home, text) = try recorded()
    let run = try verify(home, text.replacing("kappa ", with: "kapPa ", maxReplacements: 1), "--json")
    #expect(run.status == 3)
    let lines = run.outputText.split(separator: "\n")
    #expect(lines.count == 1)
    #expect(run.outputText.hasPrefix(#"{"v":1,"file":"n.podium.md","status":3,"cells":[{"cell":1,"#))
    #expect(run.outputText.contains(#""outcome":"different""#))
    #expect(!run.outputText.contains("recording"))
  }

  @Test func `a name that would turn a line around is escaped in JSON`() throws {
    let home = try Home()
    home.write("```podium\n= 1\n```\n", to: "n\u{202E}.podium.md")
    let run = try home.podium(["verify", "--json", "."])
    #expect(run.outputText.contains(#"n\u202e.podium.md"#), Comment(rawValue: run.outputText))
    #expect(!run.outputText.unicodeScalars.contains("\u{202E}"))
  }

  @Test func `a typed record is updated and compared`() throws {
    let (home, text) = try recorded()
    let hash = try #require(text.firstMatch(of: /cv ann.*\n```\n```out \{of=([0-9a-f]+)\}/)?.output.1)
    let mark = "```podium {expect=error}"
    // An empty record requests one; the next update fills it.
    let asking = text.replacing(mark, with: "```json {of=\(hash)}\n```\n" + mark)
    #expect(try verify(home, asking).status == 3)
    #expect(try verify(home, asking, "--update").status == 0)
    let filled = try #require(home.text("n.podium.md"))
    #expect(filled.contains(#""kind":"evaluation""#))
    #expect(!filled.contains("seconds"))
    #expect(try verify(home, filled).status == 0)
    let other = filled.replacing(#""k":3"#, with: #""k":4"#, maxReplacements: 1)
    let run = try verify(home, other)
    #expect(run.status == 3)
    #expect(run.outputText.contains("its typed record differs"))
  }

  @Test func `cells that are not compared are counted separately and give status 5`() throws {
    let (home, text) = try recorded()
    let open = "```podium\ncv tree k=3"
    var run = try verify(home, text.replacing(open, with: open.replacing("podium", with: "podium {lax}")))
    #expect(run.status == 5)
    #expect(run.outputText == "n.podium.md: 4 cells: 3 same, 1 lax\n")
    let skipped = text.replacing("```podium\ncv ann", with: "```podium {skip}\ncv ann")
    run = try verify(home, skipped)
    #expect(run.status == 5)
    #expect(run.outputText == "n.podium.md: 4 cells: 3 same, 1 skipped\n")
    run = try verify(home, skipped.replacing(open, with: open.replacing("podium", with: "podium {lax}")), "--json")
    #expect(run.status == 5)
    #expect(
      run.outputText.contains(#""counts":{"same":2,"close":0,"lax":1,"skipped":1,"#), Comment(rawValue: run.outputText))
    // Worse results take precedence.
    run = try verify(home, skipped.replacing("rows correct", with: "rows wrong", maxReplacements: 1))
    #expect(run.status == 3)
    // If only statuses are compared, the notebook is not verified.
    #expect(try verify(home, "```podium {lax}\nload iris\n```\n").status == 5)
  }

  @Test func `the recorded version of a plugin is compared with the loaded one`() throws {
    let home = try Home()
    let cell = "```podium\nload ski-thesis\nhead 2\n```\n"
    let text = "---\npodium: 1\nplugins:\n  ski: 9.1.0 # the first\n---\n" + cell
    home.write(text, to: "n.podium.md")
    var run = try home.podium(["verify", "--update", "n.podium.md"])
    #expect(run.status == 0)
    #expect(run.outputText.contains("recorded with ski 9.1.0, but "))
    let now = try #require(home.text("n.podium.md"))
    let version = try #require(now.firstMatch(of: #/  ski: ([0-9.]+) # the first/#)?.output.1)
    #expect(version != "9.1.0")
    run = try verify(home, now, "--strict")
    #expect(run.status == 0)
    run = try verify(home, now.replacing("ski: \(version)", with: "ski: 9.1.0"))
    #expect(run.status == 3)
    #expect(run.outputText.contains("  recorded with ski 9.1.0, but \(version) is loaded"))
    run = try verify(home, now.replacing("ski: \(version)", with: "ski: 9.1.0"), "--json")
    #expect(
      run.outputText.contains(
        #""plugins":[{"name":"ski","recorded":"9.1.0","loaded":"\#(version)","compatible":false}]"#))
    // A partial update does not change the recorded version.
    run = try verify(home, now.replacing("ski: \(version)", with: "ski: 9.1.0"), "--update", "--changed")
    #expect(run.status == 3)
    #expect(home.text("n.podium.md")?.contains("ski: 9.1.0") == true)
  }

  @Test func `a changed number in a wide table is reported with its row and column`() throws {
    let home = try Home()
    home.write("```podium\nload wine\nhead 3\n```\n", to: "n.podium.md")
    #expect(try home.podium(["verify", "--update", "n.podium.md"]).status == 0)
    let text = try #require(home.text("n.podium.md"))
    for line in text.split(separator: "\n") { #expect(line.count <= 80) }
    #expect(text.contains("1065"))
    var run = try verify(home, text.replacing("1065", with: "1064"))
    #expect(run.status == 3)
    #expect(
      run.outputText.contains("row 1 (14.23), proline: recorded 1064, now 1065   (off by "),
      Comment(rawValue: run.outputText))
    run = try verify(home, text.replacing("1065", with: "1064"), "--json")
    #expect(
      run.outputText.contains(
        #""cells":[{"row":1,"key":"14.23","column":"proline","recorded":"1064","fresh":"1065","#))
  }

  @Test func `rows that are not shown are compared, and columns left out by an older podium are reported`() throws {
    let home = try Home()
    home.write("```podium\nload wine\nset rows=4\nhead 20\nhead\n```\n", to: "n.podium.md")
    #expect(try home.podium(["verify", "--update", "n.podium.md"]).status == 0)
    let text = try #require(home.text("n.podium.md"))
    let hash = try #require(text.firstMatch(of: /4 of 10 rows; the others have sha256 ([0-9a-f]{12});/)?.output.1)
    let turned = String(hash.reversed())
    #expect(try verify(home, text.replacing(hash, with: turned)).status == (turned == hash ? 0 : 3))
    // As an older podium recorded it: the columns that fit, and a line that names some of the others.
    let cut = """
      ```podium
      load wine
      count cultivar
      head 1
      ```
      ```out {of=\(SHA256.hex("load wine\ncount cultivar\nhead 1".utf8).prefix(6))}
      wine: 178 rows, 14 columns

      """
    let fresh = try home.podium(["--format", "terminal", "-c", "load wine", "-c", "count cultivar", "-c", "head 1"])
    home.write(cut.replacing("wine: 178 rows, 14 columns\n", with: fresh.outputText) + "```\n", to: "old.podium.md")
    let run = try home.podium(["verify", "old.podium.md"])
    #expect(run.status == 5, Comment(rawValue: run.outputText + fresh.outputText))
    #expect(run.outputText.contains("1 cut\n"))
    #expect(run.outputText.contains("an older podium left out columns"))
    #expect(try home.podium(["verify", "--update", "old.podium.md"]).status == 0)
    #expect(try home.podium(["verify", "old.podium.md"]).status == 0)
  }
}
