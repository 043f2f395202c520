import PodiumTestKit
import Testing

/// The exact bytes written in each format, and what is left out.
struct FormatTests {
  private static let formats = [
    "terminal", "plain", "markdown", "json", "csv", "tsv", "html", "jsonl", "latex", "rst", "vertical",
  ]

  private func output(_ format: String, _ commands: String...) throws -> ProgramRun {
    try Home().podium(["--format", format] + commands.flatMap { ["-c", $0] })
  }

  @Test(arguments: [
    ("csv", "a,b\nx,1.5\n\"y, z\",\n"),
    ("tsv", "a\tb\nx\t1.5\n\"y, z\"\t\n"),
    ("jsonl", "{\"a\":\"x\",\"b\":1.5}\n{\"a\":\"y, z\",\"b\":null}\n"),
    (
      "html",
      """
      <table>
      <thead><tr><th>a</th><th class="number">b</th></tr></thead>
      <tbody>
      <tr><td>x</td><td class="number">1.5</td></tr>
      <tr><td>y, z</td><td class="number">·</td></tr>
      </tbody>
      </table>

      """
    ),
    (
      "latex",
      """
      \\begin{tabular}{lr}
      \\hline
      a & b \\\\
      \\hline
      x & 1.5 \\\\
      y, z & -- \\\\
      \\hline
      \\end{tabular}

      """
    ),
    (
      "rst",
      """
      .. list-table::
         :header-rows: 1

         * - a
           - b
         * - x
           - 1.5
         * - y, z
           - ·

      """
    ),
    ("vertical", "a: x\nb: 1.5\n\na: y, z\nb: ·\n"),
  ])
  func `a table is written with exactly these bytes`(_ format: String, _ expected: String) throws {
    let home = try Home()
    home.write("a,b\nx,1.5\n\"y, z\",\n", to: "t.csv")
    let run = try home.podium(["--format", format, "-c", "quiet: load t.csv", "-c", "head"])
    #expect(run.status == 0)
    #expect(run.outputText == expected)
    #expect(run.errorText.isEmpty)
  }

  @Test(arguments: ["csv", "tsv", "jsonl"])
  func `outputs that a format cannot hold are reported on standard error`(_ format: String) throws {
    let run = try output(
      format, "quiet: load ski-thesis; quiet: label; quiet: encode", "cv svm k=3", "help folds",
      "quiet: load surf-sessions", "figure surf.rose")
    #expect(run.status == 0)
    #expect(run.errorText.contains("note: added a scale step for 'svm'"))
    #expect(!run.outputText.contains("scale step was added"))
    #expect(run.outputText.contains("kappa"))
    // A figure is the table that it draws.
    #expect(run.outputText.contains("NNE"))
  }

  @Test func `the time of a command is not a row of a table`() throws {
    let run = try output("csv", "quiet: load iris", "time: head 1 columns=species")
    #expect(run.outputText == "species\nsetosa\n")
    #expect(run.errorText.hasPrefix("note: time: ") && run.errorText.hasSuffix(" s\n"))
  }

  @Test func `tables in a row are separated`() throws {
    let run = try output("csv", "quiet: load iris", "head 1 columns=species", "tail 1 columns=species")
    #expect(run.outputText == "species\nsetosa\n\nspecies\nvirginica\n")
    let markdown = try output("markdown", "quiet: load iris", "head 1 columns=species", "tail 1 columns=species")
    #expect(
      markdown.outputText == "| species |\n| --- |\n| setosa |\n\n| species |\n| --- |\n| virginica |\n")
  }

  @Test(arguments: formats)
  func `every format writes every kind of result without escape sequences`(_ format: String) throws {
    let run = try output(
      format, "load iris; label species; encode; head 2; describe; cv tree k=3 as base; confusion",
      "compare tree zeror k=3", "fields base", "set", "history", "correlate", "count species", "recipe", "help cv",
      "load surf-sessions; figure surf.rose", "assert 1 > 2")
    #expect(run.status == 1)
    #expect(!run.output.contains(0x1B))
    #expect(run.errorText.contains("error: "))
    #expect(!run.outputText.contains("error: ") || format == "json")
    #expect(run.output.count > 1000)
  }

  @Test func `set format changes the outputs that follow, and auto restores the default`() throws {
    let terminal = try Home().prompt()
    try terminal.answer(to: "load iris")
    try terminal.answer(to: "set format=csv")
    #expect(try terminal.answer(to: "head 1 columns=species") == "species\nsetosa\n")
    try terminal.answer(to: "set format=auto")
    #expect(try terminal.answer(to: "head 1 columns=species").hasPrefix("species\nsetosa\n1 of 150"))
    let asJSON = try terminal.answer(to: "set format=json; load wine; label class")
    #expect(!asJSON.contains("next: "))
  }

  @Test func `names and texts of a table are escaped in a page or a document`() throws {
    let home = try Home()
    home.write("<b>a & b,x_1%\n\"</td>\",\\end{tabular}\n", to: "odd.csv")
    let page = try home.podium(["--format", "html", "-c", "quiet: load odd.csv", "-c", "head"]).outputText
    #expect(page.contains("<th>&lt;b&gt;a &amp; b</th>"))
    #expect(page.contains("<td>&lt;/td&gt;</td>"))
    let document = try home.podium(["--format", "latex", "-c", "quiet: load odd.csv", "-c", "head"]).outputText
    #expect(document.contains("\\textless{}b\\textgreater{}a \\& b & x\\_1\\%"))
    #expect(document.contains("\\textbackslash{}end\\{tabular\\}"))
  }

  @Test func `Tab completes the formats`() throws {
    let terminal = try Home().prompt()
    for (typed, format) in [("cs", "csv"), ("ht", "html"), ("la", "latex"), ("ver", "vertical"), ("jsonl", "jsonl")] {
      terminal.send("set format=\(typed)\t")
      try terminal.wait(forTyped: "set format=\(format)")
      _ = try terminal.answer(toKeys: Key.controlC)
    }
  }
}
