import PodiumCore
import PodiumNotebook
import Testing

@Suite struct NotebookParserTests {
  static func cells(_ notebook: Notebook) -> [Notebook.Cell] {
    notebook.blocks.compactMap { if case .cell(let cell) = $0 { cell } else { nil } }
  }

  static let front =
    "---\npodium: 1\ntitle: \"Which: x?\"\nseed: 7 # why\ndata:\n  iris: sha256:9c1e\nplugins:\n  ski: 0.1.0\n"
    + "parameters:\n  k: 5\n  name: 'a b'\nother:\n  - list\n# note\n---\n"

  @Test func `front matter is parsed and kept as written`() throws {
    let notebook = try Notebook(NotebookParserTests.front + "prose\n", file: "n.md")
    #expect(notebook.frontMatter.format == 1)
    #expect(notebook.frontMatter.title == "Which: x?")
    #expect(notebook.frontMatter.seed == 7)
    #expect(notebook.frontMatter.data == [FilePath("iris"): "sha256:9c1e"])
    #expect(notebook.frontMatter.plugins == ["ski": "0.1.0"])
    #expect(notebook.frontMatter.parameters == ["k": "5", "name": "a b"])
    #expect(notebook.text == NotebookParserTests.front + "prose\n")
    let windows = "\u{FEFF}" + NotebookParserTests.front.replacing("\n", with: "\r\n")
    #expect(try Notebook(windows, file: "n.md").frontMatter.seed == 7)
    #expect(try Notebook(windows, file: "n.md").text == windows)
  }

  @Test func `new values of parameters replace the old ones and are read back unchanged`() throws {
    let front =
      "---\nseed: 1\n# k: 0\nparameters: # all\n  k: 5  # folds\n  # k: 6\n  name: 'a b'\r\n\tlast:\nother:\n  k: 9\n---\n"
    let notebook = try Notebook(front, file: "n.md")
    #expect(notebook.frontMatter.with(parameters: ["k": "5", "name": "a b", "other": "1"]).text == front)
    for value in ["7", "", " a ", "# x", "x # y", "\"", "'q'", "\"a\" b\"", "a: b", "-", "é\u{301}", "---"] {
      let given = ["k": value, "name": value, "last": value]
      let changed = notebook.frontMatter.with(parameters: given)
      #expect(changed.parameters == given)
      #expect(try Notebook(changed.text, file: "n.md").frontMatter.parameters == given, Comment(rawValue: value))
      #expect(changed.text.hasSuffix("\nother:\n  k: 9\n---\n"))
    }
    let seven = notebook.frontMatter.with(parameters: ["k": "7", "name": "x"]).text
    #expect(seven == front.replacing("k: 5 ", with: "k: 7 ").replacing("'a b'", with: "x"))
  }

  static let refused = [
    ("---\npodium: 2\n---\n", "newer-format", 2),
    ("---\ntitle: x\npodium: zero\n---\n", "bad-front-matter", 3),
    ("---\nseed: -1\n---\n", "bad-front-matter", 2),
    ("---\nseed: 1\nparameters: {k: 3}\n---\n", "bad-front-matter", 3),
    ("---\ndata: x.csv\n---\n", "bad-front-matter", 2),
    ("---\nseed: 18446744073709551615\n---\n", "bad-front-matter", 2),
    ("---\n\njust prose\n---\n", "bad-front-matter", 3), ("text\n```podium\nhead\n", "unclosed-cell", 2),
    ("````podium\nhead\n```\n", "unclosed-cell", 1), ("```podium {=}\n```\n", "unknown-cell-option", 1),
    ("```podium {skipp}\n```\n", "unknown-cell-option", 1), ("\n```podium {tol=x}\n```\n", "bad-value", 2),
    ("```podium {tol=}\n```\n", "unknown-cell-option", 1),
    ("```podium {skip\n```\n", "unknown-cell-option", 1),
    ("```podium skip\n```\n", "unknown-cell-option", 1), ("```podium {timeout=-1}\n```\n", "bad-value", 1),
    ("```podium {expect}\n```\n", "unknown-cell-option", 1),
  ]

  @Test(arguments: refused)
  func `an invalid notebook is refused with the line`(_ text: String, _ code: String, _ line: Int) {
    let error = #expect(throws: Diagnostic.self, "\(text)") { try Notebook(text, file: "n.md") }
    #expect(error?.code == code, "\(text)")
    #expect(error?.place == Diagnostic.Place(file: "n.md", line: line), "\(text)")
  }

  @Test func `a newer format is refused with both versions`() {
    let error = #expect(throws: Diagnostic.self) { try Notebook("---\npodium: 12\n---\n", file: "n.md") }
    #expect(error?.message == "the notebook has format 12, but this podium reads formats up to 1")
  }

  @Test func `cell options are parsed`() throws {
    let text = "```podium {expect=error, skip lax tol=1e-6 timeout=5 needs=ski needs=surf}\nhead\n```\n"
    let cell = try #require(NotebookParserTests.cells(try Notebook(text, file: "n.md")).first)
    var wanted = CellOptions()
    (wanted.expectsError, wanted.isSkipped, wanted.isLax) = (true, true, true)
    (wanted.tolerance, wanted.timeout, wanted.needs) = (1e-6, 5, ["ski", "surf"])
    #expect(cell.options == wanted)
  }

  static let found: [(String, [String])] = [
    ("```podium\nhead\ncolumns\n```\n", ["head\ncolumns"]), ("```podium\n```\n", [""]),
    ("```podium\n\n```\n", [""]),
    ("```podium\r\nhead\r\n```\r\n", ["head\r"]), ("````podium\n```\n````", ["```"]),
    ("  ```podium\nhead\n```\n", []),
    ("~~~md\n```podium\nhead\n```\n~~~\n", []), ("````md\n```podium\nhead\n```\n````\n", []),
    ("- item\n\n  ```podium\n  x\n  ```\n", []),
    ("```podium\nhead\n  ```\n", ["head"]), ("```podium\nhead\n    ```\n```\n", ["head\n    ```"]),
    ("```podium`\n", []),
    ("~~~podium\nhead\n~~~\n", []), ("```Podium\nhead\n```\n", []), ("```python\n```podium\n", []),
    ("```podium\t{skip}\nx\n``` \t\n", ["x"]),
  ]

  @Test(arguments: found)
  func `cells are found among other fences`(_ text: String, _ sources: [String]) throws {
    let notebook = try Notebook(text, file: "n.md")
    #expect(NotebookParserTests.cells(notebook).map(\.source) == sources)
    #expect(notebook.text == text)
  }

  @Test func `recorded fences belong to their cell`() throws {
    let recorded = "\n```out {of=abc123}\n1\n```\n```err\nx\n```\n\n```json {of=abc123}\n{}\n```\n"
    let text = "```podium\nhead\n```\n" + recorded + "prose\n```json\n{}\n```\n"
    let notebook = try Notebook(text, file: "n.md")
    #expect(NotebookParserTests.cells(notebook).map(\.recorded) == [recorded])
    #expect(notebook.blocks.last == .prose("prose\n```json\n{}\n```\n"))
    #expect(notebook.text == text)
  }

  @Test func `the hash of a cell does not depend on line ends`() {
    #expect(Notebook.Cell.hash(of: "a\r\nb\r") == Notebook.Cell.hash(of: "a\nb"))
    #expect(Notebook.Cell.hash(of: "a\nb") != Notebook.Cell.hash(of: "a b"))
    #expect(Notebook.Cell.hash(of: "head").count == 6)
  }

  static let parts = [
    "```", "````", "~~~", "podium", "```podium", "```podium {skip}", "```out {of=1}", "```err", "```json {}",
    "---", "podium: 1", "seed: 3",
    "- item", "  ", "    ", "\t", "text", "冬 e\u{301} 👨‍👩‍👧", "`code`", "{", "}", "\u{0}", "\u{FEFF}", "\r",
    "\u{2028}", "a: b", "> quote", "#", " ", "",
  ]

  @Test func `parsing then printing is the identity`() {
    var source = RandomSource(seed: 3)
    var parsed = 0
    for _ in 0..<15_000 {
      var text = source.below(6) == 0 ? "---\n" : ""
      for _ in 0..<source.below(16) {
        text += NotebookParserTests.parts[source.below(NotebookParserTests.parts.count)]
        if source.below(3) > 0 { text += source.below(5) == 0 ? "\r\n" : "\n" }
      }
      guard let notebook = try? Notebook(text, file: "n.md") else { continue }
      parsed += 1
      guard notebook.text.utf8.elementsEqual(text.utf8) else {
        Issue.record("\(text.debugDescription) came back as \(notebook.text.debugDescription)")
        return
      }
    }
    #expect(parsed > 8000)
  }

  @Test(arguments: ["```podium\n```\n", "```\n", "---\n", "a\n", "```out\n```\n", "\n"])
  func `long notebooks are parsed to their end`(_ unit: String) {
    let text = String(repeating: unit, count: 20_000)
    do throws(Diagnostic) {
      #expect(try Notebook(text, file: "n.md").text == text)
    } catch {
      #expect(!error.code.isEmpty && !error.message.isEmpty)
    }
  }
}
