import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumFormats

struct XLSXReaderTests {
  /// A workbook of sheets given as the XML within `sheetData`, and the XML after it.
  private func workbook(
    _ sheets: [(name: String, state: String, rows: String)], shared: [String] = [], formats: [String] = [],
    properties: String = "", after: String = ""
  ) throws -> [UInt8] {
    var zip = ZipWriter()
    func add(_ name: String, _ text: String) throws { try zip.add(name, Array(text.utf8)) }
    try add("[Content_Types].xml", "<Types/>")
    let kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    try add(
      "_rels/.rels",
      "<Relationships><Relationship Id='a' Type='\(kind)/officeDocument' Target='/xl/workbook.xml'/></Relationships>")
    try add(
      "xl/workbook.xml",
      "<x:workbook xmlns:x='m'><x:workbookPr \(properties)/><x:sheets>"
        + sheets.enumerated().map { "<x:sheet name='\($1.name)' sheetId='1' state='\($1.state)' r:id='r\($0)'/>" }
        .joined()
        + "</x:sheets></x:workbook>")
    try add(
      "xl/_rels/workbook.xml.rels",
      "<Relationships>"
        + sheets.indices.map { "<Relationship Id='r\($0)' Type='\(kind)/worksheet' Target='worksheets/s\($0).xml'/>" }
        .joined()
        + "<Relationship Id='s' Type='\(kind)/sharedStrings' Target='sharedStrings.xml'/>"
        + "<Relationship Id='t' Type='\(kind)/styles' Target='styles.xml'/></Relationships>")
    try add("xl/sharedStrings.xml", "<sst>" + shared.map { "<si>\($0)</si>" }.joined() + "</sst>")
    try add(
      "xl/styles.xml",
      "<styleSheet><numFmts>"
        + formats.enumerated().map { "<numFmt numFmtId='\(200 + $0)' formatCode='\($1)'/>" }.joined()
        + "</numFmts><cellStyleXfs><xf numFmtId='14'/></cellStyleXfs><cellXfs><xf numFmtId='0'/><xf numFmtId='14'/>"
        + formats.indices.map { "<xf numFmtId='\(200 + $0)'/>" }.joined() + "</cellXfs></styleSheet>")
    for (place, sheet) in sheets.enumerated() {
      try add("xl/worksheets/s\(place).xml", "<worksheet><sheetData>\(sheet.rows)</sheetData>\(after)</worksheet>")
    }
    return zip.finished()
  }

  private func sheet(
    _ rows: String, formats: [String] = [], shared: [String] = [], properties: String = "", after: String = ""
  ) throws -> [UInt8] {
    try workbook([("S", "visible", rows)], shared: shared, formats: formats, properties: properties, after: after)
  }

  private func read(_ bytes: [UInt8], _ options: XLSXOptions = XLSXOptions()) throws(Diagnostic) -> ReadTable {
    try XLSXReader.read(bytes, name: "w.xlsx", options: options, cancellation: Cancellation())
  }

  private func failure(_ bytes: [UInt8], _ options: XLSXOptions = XLSXOptions()) -> Diagnostic? {
    do throws(Diagnostic) {
      _ = try read(bytes, options)
      return nil
    } catch {
      return error
    }
  }

  @Test func `cells of all kinds are read, missing ones and errors are missing`() throws {
    let read = try read(
      sheet(
        """
        <row r="2"><c r="B2" t="s"><v>0</v></c><c r="C2" t="inlineStr"><is><t>n</t></is></c><c r="D2" t="str"><v>b</v></c>\
        <c r="E2" t="s"><v>1</v></c><c r="F2" t="s"><v>2</v></c></row>
        <row r="3"><c r="B3" t="s"><v>3</v></c><c r="C3"><f>1+1</f><v>2.5</v></c><c r="D3" t="b"><v>1</v></c><c r="E3" s="1"><v>45296</v></c>\
        <c r="F3" t="e"><v>#DIV/0!</v></c></row>
        <row r="5"><c r="C5"><v>3</v></c><c r="F5"><v>7</v></c></row>
        """,
        shared: [
          "<t>a &amp; b</t>", "<r><t>da</t></r><r><rPr><b/></rPr><t>te</t></r><rPh sb='0' eb='1'><t>no</t></rPh>",
          "<t>e</t>", "<t>x_x000A_y</t>",
        ]))
    #expect(read.table.names == ["a & b", "n", "b", "date", "e"])
    #expect(read.table.columns.map(\.type) == [.category, .number, .boolean, .date, .integer])
    #expect(read.table.texts == [["x\ny", "2.5", "true", "2024-01-05", nil], [nil, "3", nil, nil, "7"]])
    #expect(read.facts == [.init("sheet", .text("S"))])
    #expect(read.notes.contains("1 cell with a spreadsheet error became missing"))
  }

  @Test func `a row of missing values comes back without an error in the sheet, a blank row of others is skipped`()
    throws
  {
    let table = try Table([
      Column("x", .integer([1, ColumnValues.missingInteger, 3])), Column("s", .category(Categorical(["a", nil, nil]))),
    ])
    let read = try read(XLSXWriter.write(table))
    #expect(read.table == table && read.notes.isEmpty)
    let foreign = try self.read(
      sheet(
        "<row r='1'><c r='A1' t='str'><v>d</v></c></row><row r='2' ht='20'></row><row r='3'><c r='A3'><v>6</v></c></row>"
      ))
    #expect(foreign.table.rowCount == 1)
  }

  @Test(
    arguments: [
      (1.0, false, "1900-01-01"), (59.0, false, "1900-02-28"), (60.0, false, nil), (61.0, false, "1900-03-01"),
      (45296.0, false, "2024-01-05"), (0.0, true, "1904-01-01"), (43834.0, true, "2024-01-05"), (-1.0, false, nil),
      (2_958_465.0, false, "9999-12-31"), (2_958_466.0, false, nil), (45296.4375, false, "2024-01-05T10:30:00Z"),
    ] as [(Double, Bool, String?)])
  func `numbers are days of both calendars`(_ serial: Double, _ startsIn1904: Bool, _ expected: String?) {
    #expect(SerialDate.value(serial, startsIn1904: startsIn1904, isDay: true)?.fileText == expected)
  }

  @Test func `a nonexistent day becomes missing and is reported`() throws {
    let read = try read(
      sheet(
        "<row r='1'><c r='A1' t='str'><v>d</v></c></row><row r='2'><c r='A2' s='1'><v>60</v></c></row><row r='3'><c r='A3' s='1'><v>61</v></c></row>"
      ))
    #expect(read.table.texts == [["1900-03-01"]])
    #expect(read.notes.contains("1 nonexistent date became missing"))
  }

  @Test(
    arguments: [
      ("yyyy\\-mm\\-dd", .date), ("d. mmmm yyyy", .date), ("[$-409]m/d/yy h:mm AM/PM", .datetime), ("[h]:mm:ss", .time),
      ("mm:ss.0", .time),
      ("#,##0.00", .decimal), ("General", .number), ("0", .number), ("0%", .number), ("\"day\" 0", .number),
      ("[Red]0.0;[Blue]-0.0", .decimal),
      ("0_d", .number), ("mmm", .date),
    ] as [(String, CellFormat.Kind)])
  func `formats tell days and times by their letters`(_ code: String, _ kind: CellFormat.Kind) {
    #expect(CellFormat(code: code).kind == kind)
  }

  @Test(
    arguments: [
      ("#,##0.00\\ \"€\"", "€"), ("[$€-407]\\ #,##0.00", "€"), ("[$EUR] 0.00", "EUR"),
      ("_-* #,##0.00\\ \"kr\"_-;-0", "kr"),
      ("\\$#,##0", "$"), ("[Red]$0.00", "$"), ("0.00\"kg\"", nil), ("[$-409]0.00", nil), ("General", nil),
      ("[$-409]d/m/yy", nil), ("0.00E+00", nil),
    ] as [(String, String?)])
  func `formats name currencies`(_ code: String, _ currency: String?) {
    #expect(CellFormat(code: code).currency == currency)
  }

  @Test func `numbers in several currencies are words as in a file of text`() throws {
    let read = try read(
      sheet(
        "<row r='1'><c r='A1' t='str'><v>p</v></c></row><row r='2'><c r='A2' s='2'><v>1.5</v></c></row><row r='3'><c r='A3' s='3'><v>2</v></c></row>",
        formats: ["[$€-407] 0.00", "[$$-409]0.00"]))
    #expect(read.table.texts == [["1.5 €"], ["2 $"]])
    #expect(read.notes == ["column 'p': stays category: it mixes '€' (first '1.5 €') and '$' (first '2 $')"])
  }

  @Test func `words that differ only in their Unicode composition are one category, with a note`() throws {
    let cells = ["n", "\u{E9}", "e\u{301}", "b"].enumerated().map {
      "<row r='\($0 + 1)'><c r='A\($0 + 1)' t='str'><v>\($1)</v></c></row>"
    }
    let read = try read(sheet(cells.joined()))
    #expect(read.table.columns[0].categorical?.levels.count == 2)
    #expect(read.notes == ["column 'n': merged 1 value that differed from another only in Unicode composition"])
  }

  @Test func `sheets are chosen by name and number, hidden ones are reported, ranges are applied`() throws {
    let row = { (a: String, b: Int) in
      "<row r='1'><c t='str'><v>\(a)</v></c><c t='str'><v>z</v></c></row><row r='2'><c><v>\(b)</v></c><c><v>9</v></c></row>"
    }
    let bytes = try workbook([
      ("hid", "hidden", row("h", 1)), ("One", "visible", row("p", 2)), ("Two", "visible", row("q", 3)),
    ])
    #expect(try read(bytes).table.names == ["p", "z"])
    #expect(try read(bytes).notes.first == "the sheet 'One' was read; others: 'hid' (hidden), 'Two'")
    #expect(try read(bytes, XLSXOptions(sheet: "two")).table.texts == [["3", "9"]])
    #expect(try read(bytes, XLSXOptions(sheet: "1")).table.names == ["h", "z"])
    #expect(try read(bytes, XLSXOptions(sheet: "Two", range: "B1:B2")).table.texts == [["9"]])
    #expect(failure(bytes, XLSXOptions(sheet: "Tow"))?.message == "unknown sheet 'Tow'; did you mean 'Two'?")
    #expect(failure(bytes, XLSXOptions(range: "B1:B"))?.code == "bad-range")
    #expect(failure(bytes, XLSXOptions(range: "F7:F9"))?.code == "empty-sheet")
  }

  @Test func `merged cells repeat their value, titles are left out`() throws {
    let read = try read(
      sheet(
        """
        <row r="1"><c r="A1" t="str"><v>Report</v></c></row><row r="3"><c r="A3" t="str"><v>g</v></c><c r="B3" t="str"><v>n</v></c><c r="C3" t="str"><v>m</v></c></row>
        <row r="4"><c r="A4" t="str"><v>x</v></c><c r="B4"><v>1</v></c><c r="C4"><v>2</v></c></row><row r="5"><c r="B5"><v>3</v></c><c r="C5"><v>4</v></c></row>
        """, after: "<mergeCells><mergeCell ref='A4:A5'/><mergeCell ref='A1:XFD2'/></mergeCells>"))
    #expect(read.table.texts == [["x", "1", "2"], ["x", "3", "4"]])
    #expect(read.notes.contains("row 1 is a title and was left out"))
  }

  @Test func `merged ranges that repeat the same cells are refused quickly`() throws {
    let cells = (0..<300).map {
      "<c r='\(CellPlace.letters($0 * 50))1'><v>1</v></c><c r='\(CellPlace.letters($0 * 50 + 1))1'><v>2</v></c>"
    }
    let rows = "<row r='1'>" + cells.joined() + "</row><row r='2'><c r='A2'><v>3</v></c></row>"
    let merges = "<mergeCells>" + String(repeating: "<mergeCell ref='A1:XFD1048576'/>", count: 4000) + "</mergeCells>"
    #expect(failure(try sheet(rows, after: merges))?.code == "too-large")
  }

  @Test(arguments: 1...25)
  func `what is written reads back the same with its types given`(_ seed: Int) throws {
    var tables = SampleTables(seed: UInt64(seed))
    tables.numbers = [-0.0, 1, 1e22, .infinity, -.infinity, 0.1]
    let table = try tables.table()
    var options = XLSXOptions(header: true, missing: [])
    options.types = table.declared.types
    options.levels = table.declared.levels
    let written = try XLSXWriter.write(table)
    let found = try read(written, options)
    #expect(found.table == table)
    #expect(found.columns.allSatisfy { $0.mismatchCount == 0 })
    #expect(try XLSXWriter.write(found.table) == written)
  }

  /// Tables with everything that a cell may be, one of them longer than the pieces in which a sheet is written.
  private func tables(_ seed: Int) throws -> [Table] {
    var tables = SampleTables(seed: UInt64(seed))
    tables.numbers = [-0.0, 1, 1e22, 0x1p60, .infinity, -.infinity, 0.1, 1e300]
    return [try tables.table(), try tables.plain(), try Table.sample(0..<5_000)]
  }

  @Test(arguments: 1...25)
  func `what is read again is known without reading it`(_ seed: Int) throws {
    for table in try tables(seed) {
      let known = try #require(try XLSXWriter.readAgain(table, cancellation: Cancellation()))
      #expect(try read(XLSXWriter.write(table)).table == known)
    }
  }

  @Test func `of a sheet of many cells only reading shows it`() throws {
    let table = try Table((0..<12).map { Column("c\($0)", .integer([Int](repeating: 1, count: 100_001))) })
    #expect(try XLSXWriter.readAgain(table, cancellation: Cancellation()) == nil)
  }

  @Test func `plain columns keep their types without options, even days before 1900`() throws {
    let table = try Table([
      Column("n", .number([1, 2, .nan])), Column("i", .integer([1, 2, .min])),
      Column("b", .boolean([true, nil, false])),
      Column("d", .date([CalendarDate(days: -60_000), nil, CalendarDate(days: 1)])),
      Column("t", .datetime([Moment(microseconds: 1_700_000_000_123_456), nil, nil])),
      Column("c", .category(Categorical(["007", "x", nil]))),
    ])
    #expect(try read(XLSXWriter.write(table)).table == table)
  }

  @Test func `two rows of names are read where they are asked for`() throws {
    let table = try Table([
      Column("pair", .text(["name", "A"])), Column("glide", .text(["first", "b"])), Column("", .text(["second", "c"])),
    ])
    let found = try read(XLSXWriter.write(table), XLSXOptions(header: true, hasTwoHeaders: true)).table
    #expect(found.names == ["pair name", "glide first", "glide second"])
    #expect(found.rowCount == 1)
  }

  @Test func `archives that are not workbooks are refused by name`() throws {
    var zip = ZipWriter()
    try zip.add("a.txt", [1, 2, 3])
    #expect(failure(zip.finished())?.code == "not-a-workbook")
    var other = ZipWriter()
    try other.add("mimetype", [1])
    try other.add("content.xml", [1])
    #expect(
      failure(other.finished())?.message == "'w.xlsx' is an OpenDocument file, but not a spreadsheet")
    #expect(failure(Array("a,b\n".utf8))?.code == "not-zip")
    #expect(failure(Array(try sheet("").prefix(300)))?.code == "damaged-file")
  }

  @Test func `a document type is refused, whatever it defines`() throws {
    let bytes = try sheet("</sheetData><!DOCTYPE x [<!ENTITY a 'b'>]><sheetData>")
    #expect(failure(bytes)?.code == "malformed-xml")
  }

  @Test func `endless nesting is refused`() throws {
    let deep = String(repeating: "<x>", count: 100_000)
    let error = failure(try sheet(deep))
    #expect(error?.code == "malformed-xml")
    #expect(error?.message.contains("nesting deeper than 256 levels") == true)
  }

  @Test func `an archive that expands too much is refused`() throws {
    var zip = ZipWriter()
    try zip.add("a", Array(repeating: 0, count: 1 << 20))
    var archive = try ZipArchive(
      zip.finished(), name: "w", limits: UnpackLimits(free: 1 << 18), cancellation: Cancellation())
    do throws(Diagnostic) {
      _ = try archive.bytes(of: "a")
      Issue.record("it was unpacked")
    } catch {
      #expect(error.code == "too-large")
    }
  }

  @Test func `a broken workbook is a table or an error`() throws {
    let sample = try sheet(
      "<row r='1'><c r='A1' t='s'><v>0</v></c><c r='B1'><v>2</v></c></row><row r='2'><c r='A2' s='1'><v>45000</v></c><c r='B2' t='b'><v>1</v></c></row>",
      shared: ["<t>n</t>"])
    var mutations = Mutations(seed: 5)
    for _ in 0..<600 { _ = failure(mutations.next(sample)) }
    // A checksum protects compressed bytes, so the XML is also broken before it is compressed.
    let rows =
      "<row r='1'><c r='A1' t='inlineStr'><is><t>a&amp;b</t></is></c><c r='B1'><v>2</v></c></row><row r='9'><c r='C9'><f>x</f><v>1e3</v></c></row>"
    for _ in 0..<600 {
      let broken = String(decoding: mutations.next(Array(rows.utf8)), as: UTF8.self)
      _ = failure(try sheet(broken))
    }
  }

  @Test func `cells that repeat a long text are refused by their bytes`() throws {
    let long = "<t>" + String(repeating: "x", count: 1 << 20) + "</t>"
    let cells = (2...300).map { "<row r='\($0)'><c r='A\($0)' t='s'><v>0</v></c></row>" }.joined()
    let error = failure(try sheet("<row r='1'><c r='A1' t='s'><v>1</v></c></row>" + cells, shared: [long, "<t>a</t>"]))
    #expect(error?.code == "too-large")
    #expect(error?.message == "the cells of the sheet repeat long texts to more than 256 MB")
    let names = (0..<20).map { "<c r='\(CellPlace.letters($0))1' t='s'><v>\($0 == 0 ? 1 : 0)</v></c>" }.joined()
    let wide = failure(
      try sheet("<row r='1'>\(names)</row><row r='2'><c r='A2'><v>1</v></c></row>", shared: [long, "<t>a</t>"]))
    #expect(wide?.message == "the names of the columns have more than 16 MB")
    // Any number of cells may repeat a short one.
    #expect(
      try read(sheet("<row r='1'><c r='A1' t='s'><v>0</v></c></row>" + cells, shared: ["<t>a</t>"])).table.rowCount
        == 299)
  }

  @Test func `cells as programs write them are what their tags as tokens are`() throws {
    let cells = [
      "<c r=\"A\"><v>1</v></c>", "<c r=\"A\"><v></v></c>", "<c r=\"A\" s=\"1\"><v>45296</v></c>",
      "<c r=\"A\" s=\"1\"><v>-1</v></c>", "<c r=\"A\" s=\"2\"><v>0.501</v></c>", "<c r=\"A\" s=\"9\"><v>1e3</v></c>",
      "<c r=\"A\" s=\"x\"><v> 7 </v></c>", "<c r=\"A\" t=\"b\"><v>1</v></c>", "<c r=\"A\" t=\"b\"><v>2</v></c>",
      "<c r=\"A\" t=\"e\"><v>#N/A</v></c>", "<c r=\"A\" t=\"s\"><v>0</v></c>", "<c r=\"A\" t=\"s\"><v>1</v></c>",
      "<c r=\"A\" t=\"s\"><v>99999999999999999999</v></c>", "<c r=\"A\" s=\"1\" t=\"str\"><v>a_x0041_b</v></c>",
      "<c r=\"A\" t=\"inlineStr\"><is><t>a_x000D_</t></is></c>", "<c r=\"A\" t=\"inlineStr\"><is><t></t></is></c>",
      "<c r=\"A\" t=\"inlineStr\"><is><t xml:space=\"preserve\"> é </t></is></c>",
      "<c r=\"A\" t=\"inlineStr\"><is><r><t>a</t></r><r><t>b</t></r></is></c>",
      "<c r=\"A\" t=\"d\"><v>2024-02-29</v></c>",
      "<c r=\"A\" t=\"d\"><v>2024-02-30</v></c>", "<c r=\"A\" t=\"odd\"><v>5</v></c>", "<c r=\"A\"><v>1 &lt; 2</v></c>",
      "<c r=\"A\"><f>1+1</f><v>2</v></c>", "<c r=\"A\"><f>1+1</f></c>", "<c r=\"A\"/>",
      "<c r=\"A\" cm=\"1\"><v>3</v></c>",
      "<c r=\"A\" t=\"str\"><v>line\nline</v></c>", "<c r=\"A\" t=\"str\"><v><![CDATA[<x>]]></v></c>",
    ]
    for cell in cells {
      let rows = (["<c r=\"A\" t=\"str\"><v>head</v></c>"] + [cell, cell]).enumerated().map { place, cell in
        "<row>" + cell.replacing("\"A\"", with: "\"A\(place + 1)\"")
          + "<c r=\"B\(place + 1)\"><v>\(place)</v></c></row>"
      }.joined()
      let tokens = rows.replacing("<c r=", with: "<c  r=")
      let plain = try read(sheet(rows, formats: ["hh:mm:ss"], shared: ["<t>one</t>"]), XLSXOptions(header: true))
      let slow = try read(sheet(tokens, formats: ["hh:mm:ss"], shared: ["<t>one</t>"]), XLSXOptions(header: true))
      #expect(plain.table.columns == slow.table.columns && plain.notes == slow.notes, "\(cell)")
      #expect(plain.table.rowCount == 2)
    }
    #expect(failure(try sheet("<row r=\"1\"><c r=\"A1\"><v>1</v></row>"))?.code == "malformed-xml")
    #expect(failure(try sheet("<row r=\"1\"><c r=\"A1\"><v>1"))?.code == "malformed-xml")
    #expect(failure(try sheet("<row r=\"1\"><c r=\"1A\"><v>1</v></c></row>"))?.code == "damaged-file")
  }
}

extension Table {
  /// Times, texts of which many differ, whole numbers that are not integers, and rows of missing values.
  fileprivate static func sample(_ rows: Range<Int>) throws -> Table {
    try Table([
      Column("lap", .number(rows.map { $0 % 7 == 0 ? .nan : Double($0) * 61.25 }), scale: .duration),
      Column("start", .number(rows.map { $0 % 7 == 0 ? .nan : Double($0) }), scale: .time),
      Column("whole", .number(rows.map { $0 % 7 == 0 ? .nan : Double($0) })),
      Column("mixed", .number(rows.map { $0 % 7 == 0 ? .nan : Double($0) / 4 })),
      Column("many", .text(rows.map { $0 % 7 == 0 ? nil : "text \($0)" })),
      Column("few", .text(rows.map { $0 % 7 == 0 ? nil : ["NA", "", "2024-01-01", " a\r\n_x0041_"][$0 % 4] })),
      Column("at", .datetime(rows.map { $0 % 7 == 0 ? nil : Moment(microseconds: $0 * 1_000_003) })),
    ])
  }
}
