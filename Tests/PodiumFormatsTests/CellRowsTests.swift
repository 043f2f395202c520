import PodiumCore
import PodiumPlugin
import Testing

@testable import PodiumFormats

struct CellRowsTests {
  private func rows(_ bytes: [UInt8]) throws(Diagnostic) -> [[String]] {
    try CellRows.read(bytes, name: "sheet", cancellation: Cancellation())
  }

  private func rows(_ text: String) throws(Diagnostic) -> [[String]] { try rows(Array(text.utf8)) }

  @Test func `rows keep their width, and a blank line is a row`() throws {
    #expect(
      try rows("Date:;2026-01-24\n\n Nr ; Rank;Note\n007;1.0;\"a;\"\"b\"\n")
        == [["Date:", "2026-01-24"], [""], ["Nr", "Rank", "Note"], ["007", "1.0", "a;\"b"]])
  }

  @Test(arguments: [
    ("a;1,5;2,5\nb;3,5;4,5\n", ["a", "1,5", "2,5"]), ("a\t1,5\nb\t2,5\n", ["a", "1,5"]),
    ("a,1.5\nb,2.5\n", ["a", "1.5"]),
    ("a|b\n", ["a", "b"]), ("alone\n", ["alone"]),
  ])
  func `commas separate cells only if semicolons and tabs do not`(text: String, first: [String]) throws {
    #expect(try rows(text).first == first)
  }

  @Test func `text that is not UTF-8 is read in its own encoding`() throws {
    #expect(try rows([0x53, 0x6E, 0xF6, 0x3B, 0x31, 0x0A]) == [["Snö", "1"]])
  }

  @Test func `a sheet's rows keep their position in the sheet, from its first column`() throws {
    let table = try Table([Column("n", .category(Categorical(["7", nil]))), Column("t", .text(["x", "007"]))])
    #expect(try rows(try XLSXWriter.write(table)) == [["n", "t"], ["7", "x"], ["", "007"]])
  }

  @Test func `all tables of a page are sheets, and rows of delimited text know their lines`() throws {
    func sheets(_ text: String) throws(Diagnostic) -> [CellSheet] {
      try CellRows.sheets(Array(text.utf8), name: "f", cancellation: Cancellation(), budget: ReadBudget("f"))
    }
    let page = try sheets("<table><caption>C</caption><tr><td>1</table>\n<table><tr><td>2<td>3</table>")
    #expect(page.map(\.name) == ["C", "table 2"] && page[1].rows == [CellSheet.Row(line: 2, cells: ["2", "3"])])
    let text = try sheets("a;b\n\n\n\n1;2\n")
    #expect(text.count == 1 && text[0].name == nil && text[0].rows.last == CellSheet.Row(line: 5, cells: ["1", "2"]))
  }

  @Test(
    arguments: [
      ("0%", 0.5, "50%"), ("0.0%", 0.055, "5.5%"), ("000", 17, "017"), ("000", 1234, nil),
      ("h:mm", 46046.354166667, "08:30:00"),
      ("[h]:mm", 1.5, nil), ("yyyy-mm-dd", 46046.354166667, "2026-01-24"),
      ("yyyy-mm-dd hh:mm", 46046.354166667, "2026-01-24 08:30:00"), ("0.00", 0.5, nil),
    ] as [(String, Double, String?)])
  func `a cell is what its number format shows`(_ code: String, _ number: Double, _ text: String?) {
    #expect(CellFormat(code: code).text(number, places: 9, startsIn1904: false) == text)
  }

  @Test func `a page gives its largest table, spans repeated`() throws {
    let page = "<table><tr><td>1</table><table><tr><th colspan=2>T<tr><td>a<td>b</table>"
    #expect(try rows(page) == [["T", "T"], ["a", "b"]])
  }

  @Test func `other formats and files without a cell are refused`() {
    #expect(throws: Diagnostic.self) { try rows("PAR1\u{0}\u{1}") }
    for text in ["", "\n \n", ";;\n"] {
      do throws(Diagnostic) {
        _ = try rows(text)
        Issue.record("\(text) was read")
      } catch { #expect(error.code == "empty-file") }
    }
  }

  @Test func `options are set by parameter, without a line of text`() throws {
    var options = ImportOptions.none
    #expect(options[CSVImporter.header] == nil && options[CSVImporter.skip] == 0)
    options[CSVImporter.header] = "no"
    options[CSVImporter.skip] = 1
    let context = try FileImportContext(fetched: "t.csv", bytes: Array("a\n1\n2\n".utf8), cancellation: Cancellation())
    #expect(try CSVImporter().load(context, options: options).table.rowCount == 2)
  }
}
