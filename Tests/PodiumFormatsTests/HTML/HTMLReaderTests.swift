import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumFormats

struct HTMLReaderTests {
  private func read(_ page: String, _ options: HTMLOptions = HTMLOptions()) throws(Diagnostic) -> ReadTable {
    try HTMLReader.read(Array(page.utf8), name: "p.html", options: options, cancellation: Cancellation())
  }

  private func code(_ page: String, _ options: HTMLOptions = HTMLOptions()) -> String {
    do throws(Diagnostic) {
      _ = try read(page, options)
      return "read"
    } catch {
      return error.code
    }
  }

  /// The grid of the first table: the text at each position, nil without a cell.
  private func grid(_ page: String, table: Int = 0) throws -> [[String?]] {
    let bytes = Array(page.utf8)
    let tables = try HTMLTables(bytes.span, from: 0, name: "p", cancellation: Cancellation())
    let found = tables.tables[table]
    return found.rows.map { row in
      row.cells.map { $0 < 0 ? nil : String(decoding: tables.text[found.cells[Int($0)].text], as: UTF8.self) }
    }
  }

  @Test func `a cell beyond the limit is refused, not cut`() {
    let bytes = Array("<table><tr><td>1<td>1234<b>56789</b></table>".utf8)
    let error = #expect(throws: Diagnostic.self) {
      try HTMLTables(
        bytes.span, from: 0, name: "p", limits: ReadLimits(cellBytes: 8), cancellation: Cancellation())
    }
    #expect(error?.message == "the cell is larger than 8 bytes")
  }

  @Test func `endlessly nested tables and elements are read as far as possible`() throws {
    let tables = String(repeating: "<table><tr><td>", count: 20_000) + "1"
    #expect(["read", "unknown-table", "no-table"].contains(code(tables)))
    let page = String(repeating: "<div>", count: 100_000) + "<table><tr><th>a<tr><td>1</table>"
    #expect(try read(page).table.names == ["a"])
  }

  @Test func `a dot is a missing value on the pages that podium writes, and text on others`() throws {
    let table = "<table><thead><tr><th>g<th>x</thead><tr><td>·<td>·<tr><td>a<td>1<tr><td>b<td>2</table>"
    let own = try read("<!DOCTYPE html>\n<head>\n<meta name=\"generator\" content=\"podium\">\n</head>" + table)
    #expect(own.table.columns.map(\.missingCount) == [1, 1])
    #expect(own.report.columns.allSatisfy { $0.mismatchCount == 0 })
    #expect(try read(table).table.columns[0].missingCount == 0)
  }

  @Test func `a table with a head has its names, types and caption`() throws {
    let read = try read(
      "<h2>Group <i>B</i></h2><table><caption>Standings</caption><thead><tr><th>Team<th>Pts</thead>"
        + "<tr><td>Bra&shy;zil &amp; co</td><td> 7 </td></tr><tr><td>Italy<td>4</table>")
    #expect(read.table.names == ["Team", "Pts"])
    #expect(read.table.texts == [["Bra\u{AD}zil & co", "7"], ["Italy", "4"]])
    #expect(read.facts.map(\.value) == [.integer(1), .text("Standings")])
  }

  @Test(
    arguments: [
      ("<table><tr><td>a<td>b<tr><td>c", [["a", "b"], ["c"]]),
      ("<table><tr><td colspan=2>a<td>b<tr><td>c<td>d<td>e</table>", [["a", "a", "b"], ["c", "d", "e"]]),
      ("<table><tr><td rowspan=2>a<td>b<tr><td>c</table>", [["a", "b"], ["a", "c"]]),
      ("<table><tr><td rowspan=0>a<td>b<tr><td>c<tbody><tr><td>d</table>", [["a", "b"], ["a", "c"], ["d"]]),
      ("<table><tr><td rowspan=9>a<td>b<tr><td>c</table>", [["a", "b"], ["a", "c"]]),
      (
        "<table><tr><td>a<td rowspan=2 colspan=2>b<td>c<tr><td>d<td>e</table>",
        [["a", "b", "b", "c"], ["d", "b", "b", "e"]]
      ),
      ("<table><td>a<td>b</table>", [["a", "b"]]), ("<table><tr><td>a</td>lost<td>b</tr></table>", [["a", "b"]]),
      ("<table><tr><td>a<table><tr><td>in</table>b<td>c</table>", [["a b", "c"]]),
      (
        "<table><tr><td>a<br>b<p>c</p><td>d<span style='display: none'>x</span><script>1<2</script></table>",
        [["a b c", "d"]]
      ),
      ("<TABLE><TR><TD COLSPAN=\"2\">A</TABLE>", [["A", "A"]]),
      ("<table><tr><td colspan=0>a<td colspan=-3>b</table>", [["a", "b"]]),
      ("<table><tr><td><!-- <td>no --><td a='<td>'>x</table>", [["", "x"]]),
      ("<table><tr><th>a<td>&nbsp;b&nbsp;&nbsp;c</table>", [["a", "b c"]]),
      ("<table><tr><td>a<caption>c</caption><td>b</table>", [["a"], ["b"]]),
      ("<table><tr><td rowspan=2>a<col><tr><td>b</table>", [["a"], ["b"]]),
      ("<table><tfoot><td>a</tbody><td>b</table>", [["a", "b"]]),
      ("<table><tr><td>a</tbody><td>b</table>", [["a"], ["b"]]),
    ] as [(String, [[String?]])])
  func `cells are where a browser puts them`(_ page: String, _ expected: [[String?]]) throws {
    #expect(try grid(page) == expected)
  }

  @Test func `a table within a cell is separate, one outside a cell ends the first`() throws {
    let inner = "<table><tr><td>a<table><tr><td>in</table>b<td>c</table>"
    #expect(try grid(inner, table: 1) == [["in"]])
    let next = "<table><tr><td>a</td></tr><table><tr><td>b</table>"
    #expect(try grid(next) == [["a"]])
    #expect(try grid(next, table: 1) == [["b"]])
  }

  @Test func `stacked rows of names are joined, titles and repeated names are left out and reported`() throws {
    let read = try read(
      """
      <table><tr><th rowspan=2>Team<th colspan=2>Goals<tr><th>for<th>against
      <tr><td>A<td>1<td>2<tr><td colspan=3>Second half<tr><td>B<td>3<td>4
      <tr><th>Team<th>Goals for<th>Goals against</table>
      """)
    #expect(read.table.names == ["Team", "Goals for", "Goals against"])
    #expect(read.table.texts == [["A", "1", "2"], ["B", "3", "4"]])
    #expect(
      read.rejected.first.map(\.reason) == ["one cell across all columns", "it repeats the column names"])
    #expect(read.rejected.first.map(\.line) == [2, 3])
  }

  @Test func `the largest table is read unless one is named`() throws {
    let page =
      "<h2>Small</h2><table><tr><td>x<td>1</table><h2>Large one</h2><table><tr><td>a<td>b<tr><td>c<td>d</table>"
    #expect(try read(page).facts.first?.value == .integer(2))
    #expect(try read(page).notes.first == "the largest of 2 tables was read; others: table=1 (1 × 2, 'Small')")
    #expect(try read(page, HTMLOptions(table: "1", header: false)).table.texts == [["x", "1"]])
    #expect(try read(page, HTMLOptions(table: "small", header: false)).table.texts == [["x", "1"]])
    #expect(code(page, HTMLOptions(table: "3")) == "unknown-table")
    #expect(code(page, HTMLOptions(table: "nothing")) == "unknown-table")
    #expect(code("<p>no") == "no-table")
    #expect(code("<table></table>") == "no-table")
  }

  @Test func `unsupported encodings are refused by name, supported ones are read`() throws {
    let japanese =
      Array("<meta charset=\"Shift_JIS\"><table><tr><td>".utf8) + [0x83, 0x65, 0x83, 0x58] + Array("</table>".utf8)
    #expect(throws: Diagnostic.self) { try HTMLReader.read(japanese, name: "p", cancellation: Cancellation()) }
    let latin = Array("<meta charset=iso-8859-1><table><tr><td>n<tr><td>Bor".utf8) + [0xE5] + Array("s</table>".utf8)
    #expect(try HTMLReader.read(latin, name: "p", cancellation: Cancellation()).table.texts == [["Borås"]])
  }

  @Test(arguments: [
    "<table><tr><td colspan=2147483647 rowspan=99999999999999999999>x</table>",
    String(repeating: "<table><tr><td>", count: 3000), String(repeating: "<table>", count: 20_000),
    "<table " + (0..<20_000).map { "a\($0)=b" }.joined(separator: " ") + "><tr><td>x</table>",
    String(repeating: "</td></table><p>", count: 5000) + "<table><tr><td>x",
    "<table><tr><td>&#x110000;&#99999999999999;&#0;&#xD800;</table>",
  ])
  func `hostile pages are a table or an error`(_ page: String) throws {
    do throws(Diagnostic) {
      _ = try HTMLReader.read(Array(page.utf8), name: "p", cancellation: Cancellation())
    } catch {
      #expect(!error.code.isEmpty && !error.message.isEmpty)
    }
  }

  @Test func `spans beyond what a page may hold are refused`() {
    let row = String(repeating: "<td colspan=1000>", count: 50)
    #expect(code("<table>" + String(repeating: "<tr>" + row, count: 200) + "</table>") == "too-large")
  }

  @Test func `a broken page is a table or an error`() {
    let page =
      "<!DOCTYPE html><table class='x'><caption>c</caption><thead><tr><th rowspan=2>a<th colspan=\"3\">b</thead>"
      + "<tr><td>&lt;1&#x41;<script>if (a<b) {}</script><td>2<!-- c --><table><td>in</table></table><textarea>&amp;</textarea>"
    var mutations = Mutations(seed: 3)
    for _ in 0..<1500 {
      #expect(
        ["read", "no-table", "not-text", "too-large"].contains(
          code(String(decoding: mutations.next(Array(page.utf8)), as: UTF8.self))))
    }
  }

  @Test(.enabled(if: SharedFiles.exist("data/football/html"), "the shared data are not next to this checkout"))
  func `real web pages load`() throws {
    for path in SharedFiles.list("data/football", endings: ["html"]) {
      let read = try HTMLReader.read(SharedFiles.bytes(path), name: path, cancellation: Cancellation())
      #expect(read.table.rowCount > 0, "\(path)")
    }
    #expect(SharedFiles.list("data/football", endings: ["html"]).count >= 2)
  }

  @Test(
    .enabled(
      if: SharedFiles.exist("corpora/html/html5lib-tests/tokenizer"), "the shared corpora are not beside this checkout")
  )
  func `text and tags are split as html5lib's tokenizer tests expect`() throws {
    var judged = 0
    var passed = 0
    for path in SharedFiles.list("corpora/html/html5lib-tests/tokenizer", endings: ["test"]) {
      let file = try JSONReader.value(SharedFiles.bytes(path))
      for test in file["tests"]?.array ?? [] {
        // A table reader need not handle starting in the middle of a tag, nor texts that Swift cannot represent.
        guard let input = test["input"]?.string, let output = test["output"]?.array, test["doubleEscaped"] == nil else {
          continue
        }
        let states = (test["initialStates"]?.array ?? [.string("Data state")]).compactMap(\.string)
        for state in states where state != "CDATA section state" {
          judged += 1
          if found(input, state, test["lastStartTag"]?.string) == expected(output) { passed += 1 }
        }
      }
    }
    #expect(judged > 400)
    #expect(Double(passed) >= 0.95 * Double(judged), "\(passed) of \(judged)")
  }

  private func expected(_ output: [JSONValue]) -> [String] {
    var tokens: [String] = []
    for token in output.compactMap(\.array) {
      switch token.first?.string {
      case "StartTag": tokens.append("<" + (token[1].string ?? "") + "|" + attributes(token[2].members ?? []))
      case "EndTag": tokens.append("</" + (token[1].string ?? ""))
      case "Character": append(token[1].string ?? "", &tokens)
      default: break
      }
    }
    return tokens
  }

  private func attributes(_ members: [(String, JSONValue)]) -> String {
    members.map { $0.0 + "=" + ($0.1.string ?? "") }.sorted().joined(separator: "|")
  }

  private func append(_ text: String, _ tokens: inout [String]) {
    // A comment between two texts separates them for a tokenizer; here it is ignored.
    if let last = tokens.last, last.hasPrefix("\"") {
      tokens[tokens.count - 1] += text
    } else {
      tokens.append("\"" + text)
    }
  }

  private func found(_ input: String, _ state: String, _ lastTag: String?) -> [String] {
    let bytes = Array(input.utf8)
    var tokenizer = HTMLTokenizer(from: 0)
    switch state {
    case "PLAINTEXT state": tokenizer.enter("plaintext")
    case "RCDATA state": tokenizer.enter(lastTag ?? "title")
    case "RAWTEXT state", "Script data state": tokenizer.enter(lastTag ?? "xmp")
    default: break
    }
    var tokens: [String] = []
    while let token = tokenizer.next(bytes.span) {
      switch token {
      case .start(let name, let found, _):
        tokens.append("<" + name + "|" + attributes(found.map { ($0.name, .string($0.value)) }))
      case .end(let name): tokens.append("</" + name)
      case .text(let bytes): append(String(decoding: bytes, as: UTF8.self), &tokens)
      }
    }
    return tokens
  }

  @Test func `importers get all tables of a page, with lines and the first link of a cell`() throws {
    let page = """
      <h2>Fixtures</h2>
      <table><caption>One</caption><tr><th>Time</th><th>Match</th></tr>
      <tr><td>2014-11-15<!-- br --> 16:00</td><td><a href="?id=7&amp;x=1">A - B</a> <a href="?id=8">more</a></td></tr>
      <tr><td rowspan="2">later</td><td>C</td></tr><tr><td>D</td></tr></table>
      <table><tr><td><table><tr><td>inner</td></tr></table></td></tr></table>
      """
    let tables = try HTMLReader.tables(Array(page.utf8), name: "p", cancellation: Cancellation())
    #expect(tables.count == 3)
    #expect(tables[0].caption == "One")
    #expect(tables[0].heading == "Fixtures")
    #expect(tables[0].rows.map(\.line) == [2, 3, 4, 4])
    #expect(tables[0].rows[0].cells.map(\.isHeading) == [true, true])
    #expect(tables[0].rows[1].cells.map(\.text) == ["2014-11-15 16:00", "A - B more"])
    #expect(tables[0].rows[1].cells.map(\.link) == [nil, "?id=7&x=1"])
    #expect(tables[0].rows[3].cells.map(\.text) == ["later", "D"])
    #expect(tables[2].rows[0].cells.map(\.text) == ["inner"])
    #expect(try HTMLReader.tables(Array("<p>none</p>".utf8), name: "p", cancellation: Cancellation()).isEmpty)
  }
}
