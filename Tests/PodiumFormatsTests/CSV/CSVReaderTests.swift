import PodiumCore
import PodiumFormats
import PodiumPlugin
import PodiumTestKit
import Testing

struct CSVReaderTests {
  @Test func `a plain file becomes a table`() throws {
    let loaded = try load("name,time,born\nAnna,61.2,1990-05-01\nBo,60,1988-11-30\n")
    #expect(loaded.table.names == ["name", "time", "born"])
    #expect(loaded.types == [.category, .number, .date])
    #expect(loaded.rows == [["Anna", "61.2", "1990-05-01"], ["Bo", "60", "1988-11-30"]])
    #expect(loaded.report.rows == 2)
    #expect(loaded.report.delimiter == 0x2C)
    #expect(loaded.report.hasHeader)
    #expect(loaded.report.notices.isEmpty)
  }

  @Test func `cells in quotes hold delimiters, line ends and doubled quotes`() throws {
    let loaded = try load("a,b\n\"x,\"\"y\"\"\",\"1\r\n2\n3\r4\"\n\"\"\"\",z\n")
    #expect(loaded.rows == [["x,\"y\"", "1\r\n2\n3\r4"], ["\"", "z"]])
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `any line end gives the same table`(_ end: String) throws {
    let text = "a,b\n1,x\n2,\"y\"\n\n3,z\n"
    let expected = try load(text)
    #expect(
      try load(text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: end))
        == expected)
  }

  @Test func `mixed line ends and a missing last one are accepted`() throws {
    #expect(try load("a,b\r\n1,x\r2,y\n3,z").rows == [["1", "x"], ["2", "y"], ["3", "z"]])
    #expect(try load("a,b\n1,").rows == [["1", nil]])
    #expect(try load("a,b\n1,\"x\"").rows == [["1", "x"]])
  }

  @Test func `blank lines are skipped and counted`() throws {
    let loaded = try load("\n  \na,b\n\n1,x\n \t\n2,y\n\n\n")
    #expect(loaded.rows == [["1", "x"], ["2", "y"]])
    #expect(loaded.report.blankLines == 6)
    #expect(loaded.report.notices == ["6 blank lines were skipped"])
  }

  @Test func `in a file of one column a blank line is a missing cell`() throws {
    let loaded = try load("\nx\n1\n\n3\n\n")
    #expect(loaded.rows == [["1"], [nil], ["3"], [nil]])
    #expect(loaded.report.blankLines == 1)
  }

  @Test func `short rows are filled up and reported`() throws {
    let loaded = try load("a,b,c\n1,x\n2,y,z\n3\n")
    #expect(loaded.rows == [["1", "x", nil], ["2", "y", "z"], ["3", nil, nil]])
    #expect(loaded.report.shortRows.count == 2)
    #expect(loaded.report.notices == ["2 rows were too short; their last cells are missing (lines 2, 4)"])
  }

  @Test func `empty cells beyond the last column are dropped and reported`() throws {
    let loaded = try load("a,b\n1,x,,\n2,y\n")
    #expect(loaded.rows == [["1", "x"], ["2", "y"]])
    #expect(
      loaded.report.notices == ["1 row had empty cells beyond the last column; they were dropped (line 2)"])
  }

  @Test func `a row with too many cells is an error that counts them`() {
    let error = failure("a,b\n1,x\n2,y,z\n")
    #expect(error.code == "ragged-row")
    #expect(error.message == "the row has 3 cells where the first row has 2")
    #expect(error.place == .init(file: "t.csv", line: 3))
    #expect(error.help == "quote cells that contain the delimiter ',', or set another delimiter, as in delimiter=;")
  }

  @Test func `line numbers count line ends within quotes`() {
    #expect(failure("a,b\n\"1\r\n2\n3\r4\",x\n1,2,3\n").place?.line == 6)
  }

  @Test func `an unclosed quote costs its own line and no other`() throws {
    let loaded = try load("a,b\n1,x\n2,\"y\n3,z\n4,w\n")
    #expect(loaded.rows == [["1", "x"], ["3", "z"], ["4", "w"]])
    #expect(
      loaded.report.rejected.first == [
        .init(line: 3, reason: "it has an unclosed quote", text: "2,\"y")
      ])
    // The quote closes at the next one, lines below, with text after it.
    let swallowing = try load("a,b,c\n1,\"x,p\n2,y,q\n3,\"z,\",r\n4,w,s\n")
    #expect(swallowing.rows == [["2", "y", "q"], ["3", "z,", "r"], ["4", "w", "s"]])
    #expect(swallowing.report.rejected.first.map(\.line) == [2])
  }

  @Test func `a file that is mostly an unclosed quote is an error at its opening`() {
    let error = failure("a,b\n1,\"x\n")
    #expect(error.code == "unclosed-quote")
    #expect(error.message == "a quote opens here and is never closed")
    #expect(error.place == .init(file: "t.csv", line: 2))
    #expect(failure("\"").code == "unclosed-quote")
    #expect(failure("a,\"\"\"").code == "unclosed-quote")
  }

  @Test func `text after a closing quote keeps the cell as written`() throws {
    let loaded = try load("a,b\n1,\"x\"y\n2,\"p\" \"q\"\n")
    #expect(loaded.rows == [["1", "\"x\"y"], ["2", "\"p\" \"q\""]])
    #expect(
      loaded.report.notices == [
        "2 cells have text after their closing quote and were kept as written, quotes included (lines 2, 3)"
      ])
  }

  @Test func `spaces after a closing quote are dropped and reported`() throws {
    let loaded = try load("a,b\n\"x\" ,\"y\"\t\n")
    #expect(loaded.rows == [["x", "y"]])
    #expect(
      loaded.report.notices == [
        "2 cells had spaces after their closing quote; they were dropped (lines 2, 2)"
      ])
  }

  @Test func `a quote within an unquoted cell stays and is reported`() throws {
    let loaded = try load("a,b\n5\" nail,x\n")
    #expect(loaded.rows == [["5\" nail", "x"]])
    #expect(loaded.report.notices == ["1 cell has a quote inside unquoted text; it was kept (line 2)"])
  }

  @Test func `the quote can be another character or none`() throws {
    #expect(try load("a,b\n'x,1',y\n", DelimitedOptions(quote: 0x27)).rows == [["x,1", "y"]])
    #expect(try load("a,b\n\"x,1\"\n", DelimitedOptions(quote: 0)).rows == [["\"x", "1\""]])
  }

  @Test(arguments: ["", "\n", "\r\n\n  \n", "\u{FEFF}"])
  func `a file without rows is refused`(_ text: String) {
    let error = failure(text)
    #expect(error.code == "empty-file")
    #expect(error.message == "the file has no rows")
    #expect(error.place == .init(file: "t.csv", line: 1))
  }

  @Test func `a file that ends above its table is refused with the number of skipped lines`() {
    let error = failure("a,b\n1,2\n", DelimitedOptions(skip: 5))
    #expect(error.code == "empty-file")
    #expect(error.message == "the file has no rows after the first 5 lines")
  }

  @Test func `a file with only names is a table without rows`() throws {
    let loaded = try load("a,b\n")
    #expect(loaded.table.names == ["a", "b"])
    #expect(loaded.types == [.category, .category])
    #expect(loaded.report.rows == 0)
    #expect(loaded.report.notices == ["the file has column names but no rows"])
  }

  @Test func `sizes beyond the limits are errors that name the limit`() {
    let limits = DelimitedOptions(limits: ReadLimits(cellBytes: 4, columns: 3))
    #expect(failure("a\n12345\n", limits).message == "the cell is larger than 4 bytes")
    #expect(failure("a\n\"12345\"\n", limits).code == "too-large")
    #expect(failure("a\n\"1\"xyz\n", limits).code == "too-large")
    #expect(failure("a\n1\n\"unclosed", limits).place?.line == 3)
    #expect(failure("a,b,c,d\n", limits).message == "the row has more than 3 columns")
    #expect(failure("a,b,c\n\"1234\",\"1\"\"4\",4444\n", limits).code == "no-error")
    #expect(ReadLimits().cellBytes == 16 << 20)
    #expect(
      failure("a\n" + String(repeating: "x", count: 16 << 20 + 1)).message == "the cell is larger than 16 MB")
  }

  @Test func `contradictory options are errors`() {
    #expect(failure("a,b\n", DelimitedOptions(delimiter: 0x22)).code == "bad-option")
    #expect(failure("a,b\n", DelimitedOptions(delimiter: 0xC3)).code == "bad-option")
    #expect(failure("a,b\n", DelimitedOptions(delimiter: 0x27, quote: 0x27)).code == "bad-option")
    #expect(failure("a,b\n", DelimitedOptions(quote: 0x0A)).code == "bad-option")
  }

  @Test func `a stopped load is interrupted`() {
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(throws: Diagnostic.interrupted) {
      try CSVReader.read(Array("a,b\n1,2\n".utf8), name: "t.csv", cancellation: cancellation)
    }
  }

  @Test func `notices never carry control characters`() throws {
    let loaded = try load("\u{1B}[2J,y\n1,2\n2,2\n3,2\n\u{1B}]0;x\u{7}\u{202E},2\n")
    #expect(!loaded.report.notices.isEmpty)
    #expect(
      loaded.report.notices.allSatisfy {
        !$0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E }
      })
    #expect(loaded.rows[3][0] == "\u{1B}]0;x\u{7}\u{202E}")
  }

  @Test func `no bytes crash the reader, and every table is consistent`() throws {
    var random = SystemlessRandom(seed: 4)
    let pieces =
      [
        ",", ";", "\t", "|", "\"", "\"\"", "\n", "\r", "\r\n", " ", "a", "é", "NA", "1", "-0", "007", "1e309",
        "2024-01-05",
        "2024-02-30T10:00", "true", "DNF", "9223372036854775808", "\u{FEFF}", "1.5", "+", "e", ".",
      ].map { Array($0.utf8) } + [[0], [0xFF], [0xE9], [0xFF, 0xFE], [0x81]]
    var tables = 0
    for _ in 0..<6000 {
      var bytes: [UInt8] = []
      let rare = random.chance(0.1) ? 0 : 5
      for _ in 0..<random.below(40) { bytes += pieces[random.below(pieces.count - rare)] }
      let header: Bool? = random.pick([nil, true, false])
      guard let loaded = try? CSVReader.read(bytes, name: "t.csv", options: DelimitedOptions(header: header)) else {
        continue
      }
      tables += 1
      #expect(loaded.table.columns.allSatisfy { $0.count == loaded.report.rows && !$0.name.isEmpty })
      #expect(loaded.report.columns.map(\.name) == loaded.table.names)
      #expect(loaded.report.columns.map(\.missing) == loaded.table.columns.map(\.missingCount))
    }
    #expect(tables > 1000)
  }
}
