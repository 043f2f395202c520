import Glibc
import PodiumCore
import PodiumEngine
import PodiumNotebook
import PodiumTestKit
import Testing

/// What a person types at a real prompt with all defaults, and records, verifies.
struct TypedSessionTests {
  /// Types lines at a prompt while they are recorded, and verifies the notebook.
  private func verdict(_ lines: [String], in home: Home, as name: String = "s.podium.md") throws -> String {
    let prompt = try home.prompt(height: 200)
    try prompt.answer(to: "record on \(name)")
    for line in lines { try prompt.answer(to: line) }
    prompt.send("exit\r")
    #expect(try prompt.waitForEnd() == .status(0))
    return try home.podium(["verify", name]).outputText
  }

  /// Every verb that has a hint, and commands that tell of this place.
  private static let session = [
    "load iris", "label species", "encode", "cv tree k=5", "confusion", "compare tree zeror k=5", "fit tree as m",
    "predict m in 1..2",
    "save flowers", "model save m", "workspace info", "workspace check", "workspace changes", "datasets", "model list",
    "plugins", "set", "set seed=4", "history", "results", "describe", "plot hist petal_length_cm", "undo", "learners",
    "time: cv knn k=5", "nope", "help cv",
  ]

  @Test func `a recorded session is the same, hints and the new workspace notwithstanding`() throws {
    let home = try Home()
    let text = try verdict(Self.session, in: home)
    #expect(text.contains(#/ cells: \d+ same\n$/#), Comment(rawValue: text))
    #expect(!text.contains("different"))
    let recorded = try #require(home.text("s.podium.md"))
    #expect(!recorded.contains("note: next") && !recorded.contains("created the workspace"))
    #expect(!recorded.contains(home.path))
    // The prompt did say both.
    let prompt = try home.prompt(["--workspace", "other.sqlite"], height: 200)
    #expect(try prompt.answer(to: "load iris").contains("note: next: "))
    #expect(try prompt.answer(to: "save flowers").contains("note: created the workspace 'other.sqlite'"))
  }

  @Test func `a session saved at its end is the same`() throws {
    let home = try Home()
    let prompt = try home.prompt(["--workspace", "w.sqlite"], height: 200)
    for line in Self.session { try prompt.answer(to: line) }
    try prompt.answer(to: "notebook save s.podium.md")
    prompt.send("exit\r")
    #expect(try prompt.waitForEnd() == .status(0))
    let text = try home.podium(["verify", "s.podium.md"]).outputText
    #expect(!text.contains("different") && text.contains(" same"), Comment(rawValue: text))
  }

  // MARK: Notebooks

  private static let notebooks = Listing.names(Checkout.path("notebooks")).filter { $0.hasSuffix(".podium.md") }
    .sorted()

  @Test(arguments: notebooks)
  func `a bundled notebook typed at the prompt is the same`(_ name: String) throws {
    let home = try Home()
    let text = try #require(try Home().text(Checkout.path("notebooks/" + name)))
    let notebook = try Notebook(text, file: name)
    symlink(Checkout.path("notebooks/data"), home.work + "/data")
    var lines: [String] = []
    if let seed = notebook.frontMatter.seed, seed != 0 { lines.append("set seed=\(seed)") }
    for case .cell(let cell) in notebook.blocks where !cell.options.isSkipped {
      lines += Script(cell.source).pieces.map { $0.text.replacing("\n", with: " ") }
    }
    // At a prompt nothing gives parameters values.
    for (name, value) in notebook.frontMatter.parameters {
      lines = lines.map { $0.replacing("$" + name, with: value) }
    }
    let verdict = try verdict(lines, in: home)
    #expect(verdict.contains(#/ cells: \d+ same\n$/#), Comment(rawValue: verdict))
  }

  // MARK: Notebooks that write

  private static func notebook(_ cells: String..., head: String = "") -> String {
    "---\npodium: 1\n\(head)---\n" + cells.map { "```podium\n\($0)\n```\n" }.joined(separator: "\n")
  }

  @Test(arguments: [
    ["quiet: load iris", "head 3 > h.csv"], ["quiet: load iris", "head 3 >! h.csv"],
    ["quiet: load iris", "save h.csv replace=yes"], ["quiet: load iris", "save h.xlsx"],
    ["quiet: load iris", "save h.sqlite"],
    ["quiet: load iris", "plot hist petal_length_cm > h.svg"],
    ["quiet: load iris", "plot hist petal_length_cm to h.png"],
    ["quiet: load iris", "quiet: save flowers", "workspace export folder"],
    ["quiet: load iris", "head 1 > log.csv", "tail 1 >> log.csv", "load log.csv as log", "head"],
    ["quiet: load iris", "head 3 > h.csv", "load h.csv as h", "head"],
  ])
  func `a notebook that writes files runs, verifies and exports any number of times`(_ cells: [String]) throws {
    let home = try Home()
    let text = "---\npodium: 1\n---\n" + cells.map { "```podium\n\($0)\n```\n" }.joined(separator: "\n")
    home.write(text, to: "n.podium.md")
    for trust in [[], ["--trust"], []] {
      let run = try home.podium(["run"] + trust + ["n.podium.md"])
      #expect(run.status == 0, Comment(rawValue: run.errorText))
      home.write(run.outputText, to: "copy.podium.md")
      for file in ["n.podium.md", "copy.podium.md"] {
        let verify = try home.podium(["verify", file])
        #expect(
          (file.hasPrefix("n") ? [3, 5] : [0]).contains(verify.status),
          Comment(rawValue: verify.outputText + verify.errorText))
        #expect(!verify.outputText.contains("failed"))
        #expect(try home.podium(["export", file, "--to", "html"]).status == 0)
      }
    }
    #expect(try home.run("notebook open n.podium.md").status == 0)
    #expect(try home.run("notebook open n.podium.md trust=yes").status == 0)
  }

  @Test func `what a person changed or made is not written over`() throws {
    let home = try Home()
    home.write(Self.notebook("quiet: load iris", "head 3 > h.csv", "head 2 >! mine.csv"), to: "n.podium.md")
    home.write("mine\n", to: "mine.csv")
    #expect(try home.podium(["run", "n.podium.md"]).status != 0)
    #expect(home.text("mine.csv") == "mine\n")
    home.write(Self.notebook("quiet: load iris", "head 3 > h.csv"), to: "n.podium.md")
    #expect(try home.podium(["run", "n.podium.md"]).status == 0)
    home.write("edited\n", to: "h.csv")
    let run = try home.podium(["run", "n.podium.md"])
    #expect(run.status == 1 && run.errorText.contains("there is already a file 'h.csv'"))
    #expect(home.text("h.csv") == "edited\n")
    // What a notebook reads is there for it, written by whom it may be.
    home.write(Self.notebook("quiet: load h.csv", "head 3 > h.csv"), to: "reads.podium.md")
    #expect(try home.podium(["verify", "reads.podium.md"]).outputText.contains("failed"))
  }

  @Test func `a copy of a run has its figures beside it`() throws {
    let home = try Home()
    home.write(Self.notebook("quiet: load iris", "plot hist petal_length_cm"), to: "f.podium.md")
    let program = try BuiltProgram.path("podium")
    let shell = try ProgramRun(
      ["/bin/sh", "-c", "\(program) run f.podium.md > g.podium.md"], environment: home.environment(), folder: home.work)
    #expect(shell.status == 0, Comment(rawValue: shell.errorText))
    let copy = try #require(home.text("g.podium.md"))
    #expect(copy.contains("](g.podium_files/"))
    let verify = try home.podium(["verify", "g.podium.md"])
    #expect(verify.status == 0, Comment(rawValue: verify.outputText))
    // A pipe has no place for them, and says so.
    #expect(try home.podium(["run", "f.podium.md"]).errorText.contains("the copy shows 1 figure"))
  }

  // MARK: Data

  @Test(arguments: [
    ("load $file", "parameters:\n  file: w.csv\n"), ("source s.podium", ""), ("quiet: load w.csv", ""),
    ("ski import bundle", ""), ("quiet: load iris\nlabel species\ncv tree k=3 costs=costs.csv", ""),
  ])
  func `whatever names data, what was read is hashed`(_ cell: String, _ head: String) throws {
    let home = try Home()
    home.write("x\n1\n2\n", to: "w.csv")
    home.write("load w.csv\n", to: "s.podium")
    home.write("actual,setosa,versicolor,virginica\nsetosa,0,1,1\nversicolor,1,0,1\nvirginica,1,1,0\n", to: "costs.csv")
    if cell.hasPrefix("ski") {
      #expect(try home.run("load ski-thesis", "!cp -r \(Checkout.path("datasets/ski-thesis")) bundle").status == 0)
    }
    home.write(Self.notebook(cell, head: head), to: "p.podium.md")
    let run = try home.podium(["run", "p.podium.md"])
    #expect(run.status == 0, Comment(rawValue: run.errorText))
    let text = run.outputText
    home.write(text, to: "q.podium.md")
    let data = try Notebook(text, file: "q").frontMatter.data
    let changed = cell.hasPrefix("ski") ? nil : cell.contains("costs") ? "costs.csv" : "w.csv"
    #expect(data.keys.contains(FilePath(changed ?? "bundle")), "\(data)")
    #expect(try home.podium(["run", "q.podium.md"]).status == 0)
    guard let changed else { return }
    home.write((home.text(changed) ?? "") + "9\n", to: changed)
    let again = try home.podium(["run", "q.podium.md"])
    #expect(again.status == 2 && again.errorText.contains("'\(changed)' has changed"))
  }

  @Test func `names that look alike are two files, each with its hash`() throws {
    let home = try Home()
    let names = ["\u{e9}.csv", "e\u{301}.csv"]
    for (place, name) in names.enumerated() { home.write("x\n\(place)\n", to: name) }
    home.write(Self.notebook("load \(names[0])\nload \(names[1])"), to: "p.podium.md")
    home.write(try home.podium(["run", "p.podium.md"]).outputText, to: "q.podium.md")
    let data = try Notebook(try #require(home.text("q.podium.md")), file: "q").frontMatter.data
    #expect(Set(data.keys) == Set(names.map { FilePath($0) }) && Set(data.values).count == 2)
    let again = try home.podium(["verify", "q.podium.md"])
    #expect(again.status == 0, Comment(rawValue: again.outputText + again.errorText))
  }

  @Test func `the README says how large the program is`() throws {
    let path = try BuiltProgram.path("podium")
    var status = stat()
    #expect(stat(path, &status) == 0)
    let readme = try #require(try Home().text(Checkout.path("README.md")))
    let said = try #require(readme.firstMatch(of: /single program of (\d+) MB/)?.1).description
    let real = Double(status.st_size) / 1e6
    // The sanitizers and debug builds are larger.
    guard getenv("PODIUM_SANITIZED") == nil else { return }
    #expect(abs((Double(said) ?? 0) / real - 1) < 0.1, "\(said) MB, measured \(real) MB")
  }
}
