import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumNotebook

/// Notebooks in Jupyter's form, and notebooks that are made of it.
@Suite struct JupyterTests {
  /// The Jupyter form of a notebook, replayed.
  static func exported(_ text: String) throws -> JSONValue {
    var session = try NotebookRunTests.session()
    let notebook = try Notebook(text, file: "n.podium.md")
    session.parameters = notebook.frontMatter.parameters
    let replayed = ReplayedNotebook(
      notebook, file: "n.podium.md", in: &session, keepGoing: true, programs: ProgramOutputs())
    return try JSONReader.value(JupyterNotebook(replayed, file: "n.podium.md", version: "1").json())
  }

  static func imported(_ json: JSONValue) throws(Diagnostic) -> NotebookImport {
    try NotebookImport(json.bytes, file: "n.ipynb", target: "n.podium.md")
  }

  @Test func `a notebook comes back with the same bytes`() throws {
    var source = RandomSource(seed: 5)
    var count = 0
    for _ in 0..<4000 {
      var text = source.below(6) == 0 ? "---\n" : ""
      for _ in 0..<source.below(16) {
        text += NotebookParserTests.parts[source.below(NotebookParserTests.parts.count)]
        if source.below(3) > 0 { text += source.below(5) == 0 ? "\r\n" : "\n" }
      }
      guard (try? Notebook(text, file: "n.podium.md")) != nil else { continue }
      count += 1
      let again = try Self.imported(Self.exported(text))
      guard again.text.utf8.elementsEqual(text.utf8), again.notes.isEmpty else {
        Issue.record("\(text.debugDescription) came back as \(again.text.debugDescription), \(again.notes)")
        return
      }
    }
    #expect(count > 2000)
  }

  static let front = "---\npodium: 1\nparameters:\n  k: 5\n---\n"
  static let text =
    front + "# Title\n\n```podium\nsay one\n```\n```out {of=\(Notebook.Cell.hash(of: "say one"))}\none\n```\n\nMore\n\n"
    + "```podium {expect=error tol=1e-6}\nsay fail\n```\n"

  /// A change of the cells of `text` in Jupyter.
  private func changed(_ change: (inout [JSONValue]) -> Void) throws -> NotebookImport {
    let json = try Self.exported(Self.text)
    var cells = try #require(json["cells"]?.array)
    change(&cells)
    return try Self.imported(json.with("cells", .array(cells)))
  }

  private func cell(_ kind: String, _ source: String, _ more: [(String, JSONValue)] = []) -> JSONValue {
    .object([("cell_type", .string(kind)), ("metadata", .object([])), ("source", .string(source))] + more)
  }

  @Test func `new cells, another order and missing ids are kept`() throws {
    let made = try changed { cells in
      cells = cells.map { $0.without("id") }
      cells.swapAt(1, 3)
      cells.insert(cell("markdown", "New *prose*"), at: 2)
      cells.append(cell("code", "say `\n```\nx", [("outputs", .array([]))]))
      cells.append(cell("raw", "<b>"))
      cells.append(cell("heading", "old"))
    }
    let notebook = try Notebook(made.text, file: "n.podium.md")
    #expect(notebook.frontMatter.text == Self.front)
    #expect(
      NotebookParserTests.cells(notebook).map(\.source) == ["say one", "say fail", "say `\n```\nx"])
    #expect(NotebookParserTests.cells(notebook).map(\.options.tolerance) == [nil, 1e-6, nil])
    for part in ["New *prose*\n", "# Title\n", "More\n", "```raw\n<b>\n```\n", "\none\n```\n"] {
      #expect(made.text.contains("\n" + part) || made.text.contains(part), "\(part)")
    }
    #expect(
      made.notes == ["left out an unknown kind of cell: cell 9", "put raw text between fences: cell 8"])
  }

  @Test func `outputs are recorded with the source that gave them`() throws {
    let one = Notebook.Cell.hash(of: "say one")
    // Edited and not run again: what it shows is of the old source.
    let stale = try changed { $0[2] = $0[2].with("source", .string("say two")) }
    #expect(stale.text.contains("say two\n```\n```out {of=\(one)}\none\n```\n"))
    let outputs = try #require(try Self.exported("```podium\nsay two\n```\n")["cells"]?.array?[0]["outputs"])
    let fresh = try changed { $0[2] = $0[2].with("source", .string("say two")).with("outputs", outputs) }
    #expect(fresh.text.contains("```out {of=\(Notebook.Cell.hash(of: "say two"))}\ntwo\n```\n"))
    #expect(stale.notes.isEmpty && fresh.notes.isEmpty)
  }

  @Test func `figures, attachments and long outputs become files and fences`() throws {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n"
    let lines = String(repeating: "x\n", count: 500)
    func output(_ data: [(String, JSONValue)]) -> JSONValue {
      .object([
        ("output_type", .string("display_data")), ("data", .object(data)),
        ("metadata", .object([("podium", .object([("of", .string("123456"))]))])),
      ])
    }
    let made = try changed { cells in
      cells[2] = cells[2].with(
        "outputs",
        .array([
          output([("text/plain", .string(lines))]),
          output([("image/svg+xml", .string(svg)), ("text/plain", .string("A [title]"))]),
        ]))
      let picture = JSONValue.object([("image/png", .string(Base64.text([1, 2, 3])))])
      cells.append(
        cell(
          "markdown", "![a](attachment:my%20dot.png) ![b](attachment:none.png)\n",
          [("attachments", .object([("my dot.png", picture), ("x.pdf", .object([("application/pdf", .null)]))]))]))
    }
    #expect(
      made.text.contains("… 301 more lines, sha256 ")
        && made.text.contains("A title](n.podium_files/a-title-123456.svg)"))
    #expect(made.text.contains("![a](n.podium_files/my-dot-039058.png) ![b](attachment:none.png)"))
    #expect(made.pictures.map(\.name) == ["a-title-123456.svg", "my-dot-039058.png"])
    #expect(made.pictures.map(\.bytes) == [Array(svg.utf8), [1, 2, 3]])
    #expect(made.notes == ["left out an attachment that is not a picture: cell 6"])
  }

  @Test func `what has no place is named`() throws {
    let made = try changed { cells in
      let foreign = JSONValue.object([
        ("output_type", .string("execute_result")), ("data", .object([("text/plain", .string("42"))])),
        ("execution_count", .integer(1)), ("metadata", .object([])),
      ])
      let exception = JSONValue.object([
        ("output_type", .string("error")), ("ename", .string("NameError")), ("evalue", .string("x")),
        ("traceback", .array([.string("x")])),
      ])
      let stream = JSONValue.object([
        ("output_type", .string("stream")), ("name", .string("stdout")), ("text", .string("x")),
      ])
      cells[2] = cells[2].with("outputs", .array([foreign, exception, stream]))
      cells[4] = cells[4].with("id", cells[2]["id"] ?? .null)
        .with("metadata", .object([("slideshow", .null), ("tags", .array([.string("mine")]))]))
    }
    #expect(
      made.notes == [
        "read an id that another cell has: cell 5", "left out outputs of another kernel: cell 3",
        "left out what programs wrote: cell 3", "left out metadata of Jupyter: slideshow, tag mine",
      ])
    #expect(!made.text.contains("42") && !made.text.contains("NameError"))
  }

  @Test func `the front matter follows its cell, and papermill's values`() throws {
    let made = try changed { cells in
      cells[0] = cells[0].with("source", .string("#| ---\n#| podium: 1\n#| seed: 4\n#| parameters:\n#|   k: 5\n#| ---"))
      cells.insert(
        cell("code", "# Parameters\nk=7\n").with(
          "metadata", .object([("tags", .array([.string("injected-parameters")]))])),
        at: 1)
    }
    #expect(made.text.hasPrefix("---\npodium: 1\nseed: 4\nparameters:\n  k: 7\n---\n# Title\n"))
    #expect(made.notes == ["put values of parameters into the front matter: cell 2"])
    let broken = try changed { $0[0] = $0[0].with("source", .string("#| ---\n#| podium: 1\n#| ---\nsay x")) }
    #expect(broken.text.hasPrefix("```podium\n#| ---\n#| podium: 1\n#| ---\nsay x\n```\n"))
    #expect(broken.notes.count == 1)
    let error = #expect(throws: Diagnostic.self) {
      try changed { $0[0] = $0[0].with("source", .string("#| ---\n#| seed: x\n#| ---")) }
    }
    #expect(error?.code == "bad-front-matter")
    // As it was kept once: in the metadata.
    let json = try Self.exported(Self.text)
    let old = json.with("cells", .array(Array(try #require(json["cells"]?.array).dropFirst())))
      .with(
        "metadata", .object([("podium", .object([("format", .integer(1)), ("front_matter", .string(Self.front))]))]))
    #expect(try Self.imported(old).text == Self.text)
  }

  @Test func `outputs without a mark are those of an older podium, in its exports alone`() throws {
    let json = try Self.exported(Self.text)
    var cells = try #require(json["cells"]?.array)
    let output = try #require(cells[2]["outputs"]?.array?.first)
    cells[2] = cells[2].with("outputs", .array([output.with("metadata", .object([]))]))
    #expect(
      try Self.imported(json.with("cells", .array(cells))).notes == ["left out outputs of another kernel: cell 3"])
    let metadata = try #require(json["metadata"]).with("podium", .object([("format", .integer(1))]))
    let old = try Self.imported(json.with("cells", .array(cells)).with("metadata", metadata))
    #expect(old.text == Self.text && old.notes.isEmpty)
  }

  /// Prose in Markdown cells that a notebook would read as something else.
  static let hostile = [
    "```podium\nsay x\n```", "```podium", "```out\nx\n```\n", "\n```json {of=1}\n{}\n```", "![x](n.podium_files/y.svg)",
    "---\nseed: x\n---\n", "```text", "~~~\nopen", "````podium\n```\ninner\n````\nafter", "\u{FEFF}", "",
  ]

  @Test func `prose stays prose, and every cell a cell`() throws {
    for prose in Self.hostile {
      for place in [0, 1, 3, 5] {
        let made = try changed { cells in
          cells.removeFirst()
          cells.insert(cell("markdown", prose), at: min(place, cells.count))
        }
        let notebook = try Notebook(made.text, file: "n.podium.md")
        let cells = NotebookParserTests.cells(notebook)
        #expect(cells.map(\.source) == ["say one", "say fail"], "\(prose.debugDescription) at \(place): \(made.text)")
        #expect(notebook.frontMatter.text.isEmpty && cells[0].outputs.map(\.body) == ["one\n"])
      }
    }
  }

  @Test func `podium's own metadata are used where they fit`() throws {
    for (key, value) in [
      ("opening", "```podium {=}"), ("opening", "```podium\nsay x\n```\n```podium"), ("opening", "text"),
      ("before", "text\n"), ("closing", "```\nmore"), ("recorded", "more\n"), ("recorded", "```podium\nx\n```\n"),
    ] {
      let made = try changed { cells in
        cells[2] = cells[2].with("metadata", .object([("podium", .object([(key, .string(value))]))]))
      }
      let cells = NotebookParserTests.cells(try Notebook(made.text, file: "n.podium.md"))
      #expect(cells.map(\.source) == ["say one", "say fail"], "\(key) \(value)")
      #expect(made.notes.isEmpty == (key != "opening"), "\(key) \(value): \(made.notes)")
    }
  }

  @Test func `a longer fence keeps the options of its cell`() throws {
    let made = try changed { $0[4] = $0[4].with("source", .string("say `\n```\n")) }
    #expect(made.text.contains("````podium {expect=error tol=1e-6}\nsay `\n```\n\n````\n") && made.notes.isEmpty)
  }

  @Test(arguments: [
    ("{", "malformed-json"), ("[]", "not-a-notebook"), ("{\"nbformat\": 4}", "not-a-notebook"),
    ("{\"nbformat\": 3, \"worksheets\": []}", "foreign-format"), ("{\"nbformat\": 5, \"cells\": []}", "newer-format"),
    ("{\"nbformat\": 4, \"cells\": [], \"metadata\": {\"kernelspec\": {\"language\": \"python\"}}}", "other-language"),
    ("{\"nbformat\": 4, \"cells\": [], \"metadata\": {\"language_info\": {\"name\": \"R\"}}}", "other-language"),
    ("{\"nbformat\": 4, \"cells\": [], \"metadata\": {\"kernelspec\": {\"name\": \"bash\"}}}", "other-language"),
    (String(repeating: "[", count: 10_000), "malformed-json"), ("\u{0}", "malformed-json"),
  ])
  func `what is not a notebook of podium is refused`(_ text: String, _ code: String) {
    let error = #expect(throws: Diagnostic.self) {
      try NotebookImport(Array(text.utf8), file: "n.ipynb", target: "n.podium.md")
    }
    #expect(error?.code == code)
  }

  @Test func `a file cut short anywhere is refused, and one too large is not read`() throws {
    let bytes = try Self.exported(Self.text).bytes
    for end in stride(from: 0, to: bytes.count, by: 37) {
      #expect(throws: Diagnostic.self) {
        try NotebookImport(Array(bytes[..<end]), file: "n.ipynb", target: "n.podium.md")
      }
    }
    let error = #expect(throws: Diagnostic.self) {
      let large = [UInt8](repeating: 0x20, count: NotebookImport.largest + 1)
      return try NotebookImport(large, file: "n.ipynb", target: "n.podium.md")
    }
    #expect(error?.code == "too-large")
  }

  @Test func `values are read as papermill writes them for bash`() throws {
    let names = ["k", "name", "é-1"]
    let read: [(String, [String: String]?)] = [
      ("# Parameters\nk=5\nname='a b'\n", ["k": "5", "name": "a b"]), ("k=", ["k": ""]), ("k=true", ["k": "true"]),
      ("k='it'\"'\"'s'", ["k": "it's"]), ("k=(1 2 'a b')", ["k": "1,2,a b"]), ("é-1=\"x\\\"y\" # why", ["é-1": "x\"y"]),
      ("k=1\r\nname=2\r\n", ["k": "1", "name": "2"]), ("k=()", ["k": ""]), ("k=-1.5e-3", ["k": "-1.5e-3"]),
      ("k=1\nk=2", ["k": "2"]), ("", nil), ("# only", nil), ("x=1", nil), ("k = 1", nil), ("k=1 2", nil), ("k=$x", nil),
      ("k='open", nil), ("k=\"open", nil), ("k=(1", nil), ("k=1; x", nil), ("load iris", nil), ("k=a|b", nil),
      ("=", nil),
    ]
    for (text, values) in read {
      #expect(try Assignments.read(text, declared: names) == values, "\(text)")
    }
  }
}

extension JSONValue {
  /// The object with another value of a member.
  fileprivate func with(_ key: String, _ value: JSONValue) -> JSONValue {
    .object((members ?? []).filter { $0.0 != key } + [(key, value)])
  }

  fileprivate func without(_ key: String) -> JSONValue { .object((members ?? []).filter { $0.0 != key }) }
}
