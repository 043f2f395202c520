import PodiumCore
import PodiumPlugin
import Testing

@testable import PodiumFormats

struct OpenDocumentTests {
  /// A spreadsheet of the XML within its body.
  private func document(_ tables: String, mime: String = "spreadsheet", manifest: String = "") throws -> [UInt8] {
    var zip = ZipWriter()
    try zip.add("mimetype", Array("application/vnd.oasis.opendocument.\(mime)".utf8))
    let styles =
      "<o:automatic-styles><n:time-style s:name='N1' n:truncate-on-overflow='false'/><s:style s:name='h'><s:table-properties "
      + "t:display='false'/></s:style><s:style s:name='span' s:data-style-name='N1'/></o:automatic-styles>"
    try zip.add(
      "content.xml",
      Array(
        "<o:document-content>\(styles)<o:body><o:spreadsheet>\(tables)</o:spreadsheet></o:body></o:document-content>"
          .utf8))
    try zip.add("META-INF/manifest.xml", Array("<m:manifest>\(manifest)</m:manifest>".utf8))
    return zip.finished()
  }

  private func text(_ text: String, _ more: String = "") -> String {
    "<t:table-cell o:value-type='string' \(more)><x:p>\(text)</x:p></t:table-cell>"
  }

  private func value(_ type: String, _ name: String, _ value: String, _ more: String = "") -> String {
    "<t:table-cell o:value-type='\(type)' o:\(name)='\(value)' \(more)><x:p>shown</x:p></t:table-cell>"
  }

  private func row(_ cells: String, _ more: String = "") -> String { "<t:table-row \(more)>\(cells)</t:table-row>" }

  private func read(_ bytes: [UInt8], _ options: XLSXOptions = XLSXOptions()) throws(Diagnostic) -> ReadTable {
    try XLSXReader.read(bytes, name: "w.ods", options: options, cancellation: Cancellation())
  }

  private func code(_ bytes: [UInt8]) -> String? {
    do throws(Diagnostic) {
      _ = try read(bytes)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func `times are durations where one of them is more than a day, or is shown as one`() throws {
    func lap(_ time: String, _ more: String = "") -> String { value("time", "time-value", time, more) }
    let columns = "<t:table-column t:number-columns-repeated='2'/><t:table-column t:default-cell-style-name='span'/>"
    let head = row(["start", "long", "lap", "own"].map { text($0) }.joined())
    let body =
      row(lap("PT08H30M00S") + lap("PT12H00M00S") + lap("PT00H12M01.4S") + lap("PT00H01M00S", "t:style-name='span'"))
      + row(lap("PT20H30M00S") + lap("PT26H05M00S") + lap("PT00H01M26S") + lap("PT00H02M00S"))
    let table = try read(document("<t:table t:name='S'>\(columns)\(head)\(body)</t:table>")).table
    #expect(table.columns.map(\.scale) == [.time, .duration, .duration, .duration])
    #expect(table.columns.map { $0.fileText(of: $0[0]) } == ["08:30", "12:00:00", "12:01.4", "1:00"])
  }

  @Test func `numbers in several currencies are words as in a file of text`() throws {
    func money(_ number: String, _ currency: String) -> String {
      value("currency", "value", number, "o:currency='\(currency)'")
    }
    let head = row(["price", "all", "some"].map { text($0) }.joined())
    let body =
      row(money("1.5", "EUR") + money("1", "EUR") + money("1", "EUR"))
      + row(money("2", "USD") + money("2", "EUR") + value("float", "value", "2"))
    let read = try read(document("<t:table t:name='S'>\(head)\(body)</t:table>"))
    #expect(read.table.columns.map(\.type) == [.category, .integer, .integer])
    #expect((0...1).map { read.table.columns[0][$0].fileText } == ["1.5 €", "2 $"])
    #expect(
      read.notes == [
        "column 'some': the currency '€' is on 1 of 2 numbers, first in row 2; the others have none, first in row 3",
        "column 'price': stays category: it mixes '€' (first '1.5 €') and '$' (first '2 $')",
      ])
  }

  @Test func `durations below nothing and of days are read`() throws {
    let body = ["-PT1H", "PT00H30M00S", "P1DT2H"].map { row(value("time", "time-value", $0)) }.joined()
    let table = try read(document("<t:table t:name='S'>\(row(text("lap")))\(body)</t:table>")).table
    #expect(table["lap"]?.scale == .duration && table["lap"]?.numbers == [-3600, 1800, 93_600])
    let cells = value("time", "time-value", "P1M") + value("float", "value", "1")
    let months = try read(document("<t:table t:name='S'>\(row(text("lap") + text("n")))\(row(cells))</t:table>"))
    #expect(months.table["lap"]?[0] == .text("shown"))
  }

  @Test(arguments: ["16385", "50000", "1152921504606846976"])
  func `cells beyond the last column are refused`(_ repeats: String) throws {
    let head = row(text("a") + text("b"))
    let beyond = "<t:table-cell t:number-columns-repeated='\(repeats)'/>" + value("float", "value", "1")
    #expect(code(try document("<t:table t:name='S'>\(head)\(row(beyond))</t:table>")) == "too-large")
    // The way out leads to the cells that are on the sheet.
    let both = row(value("float", "value", "1")) + row(beyond)
    let chosen = try document("<t:table t:name='S'>\(head)\(both)</t:table>")
    #expect(try read(chosen, XLSXOptions(range: "A1:B3")).table["a"]?.numbers == [1])
    // Empty cells fill rows of real files to their end.
    let filled = value("float", "value", "1") + "<t:table-cell t:number-columns-repeated='\(repeats)'/>"
    #expect(try read(document("<t:table t:name='S'>\(head)\(row(filled))</t:table>")).table.rowCount == 1)
  }

  @Test func `cells have the values that the file gives them`() throws {
    let head = row(["word", "n", "price", "day", "at", "time", "share", "on"].map { text($0) }.joined())
    let body = row(
      text("a<x:s x:c='2'/>b</x:p><x:p>c") + value("float", "value", "3") + value("currency", "value", "2.5")
        + value("date", "date-value", "2024-02-29") + value("date", "date-value", "2024-02-29T12:30:00")
        + value("time", "time-value", "PT12H30M15.5S") + value("percentage", "value", "0.25")
        + value("boolean", "boolean-value", "true"))
    let table = try read(document("<t:table t:name='S'>\(head)\(body)</t:table>")).table
    #expect(
      table.columns.map(\.type) == [
        .category, .integer, .number, .date, .datetime, .number, .number, .boolean,
      ])
    #expect(
      table.columns.map { $0.fileText(of: $0[0]) } == [
        "a  b\nc", "3", "2.5", "2024-02-29", "2024-02-29T12:30:00Z", "12:30:15.5", "0.25", "true",
      ])
  }

  @Test func `rows and cells repeat, and empty ones to the end of the sheet cost nothing`() throws {
    let empty =
      "<t:table-row t:number-rows-repeated='1048000'><t:table-cell t:number-columns-repeated='16384'/></t:table-row>"
    let bytes = try document(
      "<t:table t:name='S'>" + row(text("a") + text("b"))
        + row(value("float", "value", "1", "t:number-columns-repeated='2'"), "t:number-rows-repeated='3'") + empty
        + "</t:table>")
    let table = try read(bytes).table
    #expect(table.columns.map(\.values) == [.integer([1, 1, 1]), .integer([1, 1, 1])])
  }

  @Test func `merged cells count for each row they cover, notes on cells are not their text`() throws {
    let bytes = try document(
      "<t:table t:name='S'>" + row(text("team") + text("x"))
        + row(
          "<t:table-cell t:number-rows-spanned='2' o:value-type='string'><o:annotation><x:p>note</x:p></o:annotation><x:p>A</x:p></t:table-cell>"
            + value("float", "value", "1"))
        + row("<t:covered-table-cell/>" + value("float", "value", "2")) + "</t:table>")
    let table = try read(bytes).table
    #expect(table.columns[0].categorical?.levels == ["A"])
    #expect(table.columns[0].missingCount == 0)
  }

  @Test func `sheets are named, hidden ones are not the first, errors are missing`() throws {
    let error = "<t:table-cell o:value-type='string' c:value-type='error'><x:p>#DIV/0!</x:p></t:table-cell>"
    let bytes = try document(
      "<t:table t:name='old' t:style-name='h'>" + row(text("no")) + row(text("n")) + "</t:table><t:table t:name='new'>"
        + row(text("x") + text("y")) + row(value("float", "value", "1") + error) + row(value("float", "value", "2"))
        + "</t:table>")
    let read = try read(bytes)
    #expect(read.facts == [.init("sheet", .text("new"))])
    #expect(
      read.notes.prefix(2) == [
        "the sheet 'new' was read; others: 'old' (hidden)", "1 cell with a spreadsheet error became missing",
      ])
    let old = try self.read(bytes, XLSXOptions(sheet: "old"))
    #expect(old.table.columns.map(\.name) == ["no"])
  }

  @Test func `other documents, passwords and bombs are refused`() throws {
    #expect(code(try document("", mime: "text")) == "not-a-workbook")
    #expect(code(try document("", manifest: "<m:encryption-data/>")) == "encrypted-file")
    #expect(code(try document("")) == "empty-sheet")
    let bomb = row(
      value("float", "value", "1", "t:number-columns-repeated='16384'"), "t:number-rows-repeated='1048576'")
    #expect(code(try document("<t:table t:name='S'>\(bomb)</t:table>")) == "too-large")
    #expect(code(try document("<t:table t:name='S'><t:table-row>")) == "malformed-xml")
  }
}
