import PodiumCore
import PodiumEngine
import PodiumFormats
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Testing

/// A huge cell, name or word is never repeated in full in a message.
@Suite struct BigCellTests {
  static let big = String(repeating: "giant it's ", count: 20_000) + "'end'"
  static let word = String(repeating: "giant", count: 20_000)

  /// Files of every format with a huge text that a reader reports on, and keys of `load`.
  static let files: [(name: String, text: String, keys: String)] = [
    ("misfit.csv", "n,m\n1,a\n2,b\n3,c\n4,d\n5,e\n6,f\n7,g\n8,h\n9,i\n10,j\n11,k\n\(big),l\n", ""),
    ("strict.csv", "n,m\n1,a\n2,b\n3,c\n4,d\n5,e\n6,f\n7,g\n8,h\n9,i\n10,j\n11,k\n\(big),l\n", "strict=yes"),
    ("ragged.csv", "a,b\n1,2\n3,4\n5,6\n7,8\n9,10\n\(big),x,y,z\n", ""),
    ("names.csv", "\(word),\(word),b\n1,2,3\n", ""),
    ("unknown.csv", "\(word),b\n1,2\n", "types=c:number"),
    ("title.csv", "\(big)\na,b,c\n1,2,3\n4,5,6\n", ""),
    ("foot.csv", "a,b,c\n1,2,3\n4,5,6\n\(big)\n", ""),
    ("second.csv", "a,b,c\n1,2,3\n4,5,6\n\n\(word),2\n3,4\n5,6\n", ""),
    ("damaged.csv", "a,b\n1,2\n3,4\n5,6\n\"\(big),8\n9,10\n", ""),
    ("blanks.txt", "a b\n1 2\n3 4\n5 6\n7 8\n9 10\n\(big)\n", ""),
    ("units.txt", "#a b\n#\(word) m\n1 2\n3 4\n", ""),
    ("around.csv", "a,b\n x ,1\n  \(word)  ,2\n", ""),
    ("cell.arff", "@relation x\n@attribute n numeric\n@data\n\(word)\n", ""),
    ("attribute.arff", "@relation x\n@attribute \(word) \(word)\n@data\n1\n", ""),
    ("level.arff", "@relation x\n@attribute n {a,b}\n@data\n\"\(big)\"\n", ""),
    ("value.json", "\"\(big)\"", ""),
    ("key.json", "{\"\(word)\": 1, \"\(word)x\": 2}", ""),
    ("broken.json", "[{\"a\": \(word)}]", ""),
    ("mixed.json", "[{\"a\": 1}, {\"a\": 2}, {\"a\": 3}, {\"a\": 4}, {\"a\": 5}, {\"a\": \"\(big)\"}]", ""),
    ("rows.json", "[{\"a\": 1}]", "rows=\(word)"),
    ("page.html", "<table><tr><th>\(big)<th>b<tr><td>1<td>2</table>", "table=\(word)"),
    ("foot.html", "<table><tr><th>a<th>b<tr><td>1<td>2<tr><td colspan=2>\(big)</table>", ""),
    ("book.xlsx", big, ""), ("what.foo", big, ""),
    ("odd.csv", "a,b\n1,2\n", "delimiter=\(word)"), ("odd2.csv", "a,b\n1,2\n", "\(word)=1"),
    ("odd3.csv", "a,b\n1,2\n", "encoding=\(word)"), ("odd4.csv", "a,b\n1,2\n", "format=\(word)"),
  ]

  private func session(_ files: [String: String]) -> Interpreter {
    var session = CommandFixture.session(folder: "/here")
    session.services.use(MemoryFiles(Dictionary(uniqueKeysWithValues: files.map { ("/here/" + $0, $1) })))
    return session
  }

  /// Everything in a report except the data: errors, notes, titles, and the tables of invalid cells and rows.
  private func said(_ report: CommandReport?) -> [String] {
    var said = [report?.error?.message, report?.error?.help, report?.error?.cause].compactMap(\.self)
    for output in report?.outputs ?? [] {
      switch output {
      case .note(let note), .warning(let note): said.append(note.text)
      case .text(let text): said.append(text)
      case .record(let record): said.append(record.title)
      case .table(let table):
        for column in table.table.columns where ["row", "reason", "first misfits"].contains(column.name) {
          said += (0..<column.count).map { column[$0].fileText }
        }
      default: break
      }
    }
    return said
  }

  @Test(arguments: files.indices)
  func `load abridges cells of any length in its messages`(_ place: Int) throws {
    let file = BigCellTests.files[place]
    var session = session([file.name: file.text])
    let found = session.report("load \(file.name) \(file.keys)")
    let report = try #require(found)
    let texts = said(report)
    #expect(!texts.isEmpty)
    for text in texts { #expect(text.utf8.count < 1000, "\(file.name): \(text.prefix(300))") }
    // The repeated input line is bounded too.
    if let error = report.error {
      #expect(TextRenderer(style: .plain).render(error, input: report.input).utf8.count < 6000, "\(file.name)")
    }
  }

  static let lines = [
    "WORD", "head WORD", "head columns=WORD", "label WORD", "cv WORD", "cv tree(WORD=1)", "cv tree WORD=1", "show WORD",
    "fields WORD", "use WORD", "load WORD", "load saved WORD", "help WORD", "set seed=WORD", "set WORD=1",
    "set rows=WORD",
    "head if WORD > 1", "head if a > \"WORD\"", "assert a == \"WORD\"", "assert t == \"x\"", "= WORD", "= $WORD",
    "= mean(t)", "head 2 in WORD", "head as 5WORD", "by WORD: head", "source WORD", "figure WORD", "predict WORD",
    "model load WORD", "label t names=WORD", "count t WORD", "rerun WORD",
    "impute a strategy=WORD",
    "cv tree evaluators=WORD", "compare tree measure=WORD", "ski pair WORD", "ski session new x at=WORD", "WORD: head",
    "head \"WORD", "head WORD(", "replace WORD = 1",
  ]

  @Test(arguments: lines)
  func `a word of any length is abridged in errors`(_ line: String) {
    var session = session(["t.csv": "a,t\n1,\(BigCellTests.word)\n2,y\n3,z\n"])
    #expect(session.report("load t.csv")?.error == nil)
    let report = session.report(line.replacing("WORD", with: BigCellTests.word))
    #expect(report?.error != nil, "\(line)")
    for text in said(report) { #expect(text.utf8.count < 2000, "\(line): \(text.prefix(200))") }
  }

  @Test func `sixty characters are shown in full; longer texts are cut and their length is given`() {
    var session = session([
      "t.csv": "n,m\n" + (1...12).map { "\($0),a\n" }.joined() + String(repeating: "x", count: 61) + ",b\n"
    ])
    let report = session.report("load t.csv")
    #expect(said(report).contains { $0.contains("'" + String(repeating: "x", count: 60) + "…' (61 characters)") })
    #expect(report?.error == nil)
  }

  @Test func `a path of usual length is shown in full, one of thousands of characters is not`() {
    var session = session([:])
    let path = "/srv/somebody/projects/2026/season/january/week-3/tests-of-the-team/results.csv"
    #expect(session.report("load \(path)")?.error?.message.contains(path) == true)
    let long = "/home/" + String(repeating: "deep/", count: 800) + "x.csv"
    #expect((session.report("load \(long)")?.error?.message.utf8.count ?? 0) < 1000)
    let error = Diagnostic("x", "broken").inFile(long, line: 3)
    #expect(TextRenderer(style: .plain).render(error, input: "").utf8.count < 400)
  }

  @Test func `spaces around cells and names are reported, and trim=yes removes them`() throws {
    var session = session(["t.csv": "a, b ,\" c \",n\nx , 1,\"  \",1\nx,2,z,2\n y,3,z,3\n"])
    let notes = said(session.report("load t.csv"))
    #expect(
      notes.last
        == "3 cells begin or end with a space, as ' y' in column 'a' and 1 other column; 1 name begins or ends with a "
        + "space, as ' c '; trim=yes removes them")
    #expect(session.state.current?.table.names == ["a", "b", " c ", "n"])
    let trimmed = said(session.report("load t.csv trim=yes"))
    #expect(trimmed.contains("trim=yes removed spaces around 3 cells and 1 name"))
    #expect(!trimmed.contains { $0.contains("trim=yes removes") })
    let table = try #require(session.state.current?.table)
    #expect(table.names == ["a", "b", "c", "n"])
    #expect(table["a"]?.categorical?.levels == ["x", "y"])
    #expect(table["c"]?.missingCount == 1)
    #expect(table["b"]?.type == .integer)
    var other = self.session(["t.csv": "\"a\",\" a\"\n1,2\n", "plain.csv": "a,b\nx,1\n"])
    #expect(!said(other.report("load plain.csv trim=yes")).contains { $0.contains("trim") })
    #expect(!said(other.report("load plain.csv")).contains { $0.contains("trim") })
    _ = other.report("load t.csv trim=yes")
    #expect(other.state.current?.table.names == ["a", "a_2"])
  }

  @Test(arguments: ["", "\n\n", "\u{FEFF}"], ["csv", "txt", "json", "ndjson", "arff", "html"])
  func `an empty file is an error in every format, status 1 in a script`(_ text: String, _ ending: String) {
    var session = session(["t.\(ending)": text])
    let report = session.report("load t.\(ending)")
    #expect(report?.status == .error)
    #expect(report?.error != nil)
    #expect(session.state.current == nil)
  }
}
