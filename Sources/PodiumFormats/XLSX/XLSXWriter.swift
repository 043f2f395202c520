internal import PodiumCore

/// Writes a table as a workbook of one sheet, as minimal as programs accept; reading it back gives the same values.
///
/// Days and moments are numbers with a date format if the workbook's date system can hold them exactly, otherwise the
/// whole column is ISO text. What a sheet cannot express: text as against category, and the order of categories.
enum XLSXWriter {
  /// The table that `XLSXReader` makes of the file; nil for a sheet that may be too large for it.
  ///
  /// Cells are taken as the reader takes them, then read by its rules: only the bytes between them are left out.
  static func readAgain(_ table: Table, cancellation: Cancellation) throws(Diagnostic) -> Table? {
    guard table.rowCount.multipliedReportingOverflow(by: table.columns.count).partialValue < mostReadAgain else {
      return nil
    }
    var columns: [Column?] = []
    var unknown: [(name: String, cells: [Value], literals: Set<Int>)] = []
    var bytes = 0
    let names = CSVHeader.distinct(table.names).names
    var inference = TypedInference(missing: MissingWords.standard)
    let zones = zones(of: table)
    for (place, column) in table.columns.enumerated() {
      try cancellation.check()
      let written = try SheetColumn(column, place, zones: zones)
      let read = written.readAgain(column)
      bytes += read.bytes
      guard bytes < 1 << 24 else { return nil }
      columns.append(read.values.map { Column(names[place], $0, scale: written.scale) })
      if read.values != nil { continue }
      inference.clocks[names[place]] = read.clock
      inference.scales[names[place]] = written.scale
      unknown.append((names[place], read.cells, read.literals))
    }
    var found = try inference.table(
      TypedCells(
        names: unknown.map(\.name), columns: unknown.map { ($0.cells, $0.literals) }, rowCount: table.rowCount),
      cancellation: cancellation
    ).table.columns.makeIterator()
    return try Table(columns.compactMap { $0 ?? found.next() }, rowCount: table.rowCount)
  }

  /// The most cells that are read again by their values: those of a larger sheet may be refused for their number of bytes.
  private static let mostReadAgain = 1_200_000

  /// The bytes of the file; throws `too-large` beyond the limits of a sheet.
  static func write(_ table: Table) throws(Diagnostic) -> [UInt8] {
    guard table.rowCount < CellPlace.rows, table.columns.count <= CellPlace.columns else {
      throw Diagnostic(
        "too-large",
        "a sheet holds at most \(CellPlace.rows - 1) rows below its header and \(CellPlace.columns) columns",
        help: "write fewer, or use CSV")
    }
    var zip = ZipWriter()
    let zones = zones(of: table)
    for (name, text) in frame + [("xl/styles.xml", styles(zones))] {
      try zip.add(name, Array((declaration + text).utf8))
    }
    var columns: [SheetColumn] = []
    for (place, column) in table.columns.enumerated() { columns.append(try SheetColumn(column, place, zones: zones)) }
    let writes = columns.map(\.write)
    var row = 0
    try zip.add("xl/worksheets/sheet1.xml") { piece throws(Diagnostic) in
      if row == 0 { write(columns, to: &piece) }
      return try write(writes, &row, of: table.rowCount, to: &piece)
    }
    return zip.finished()
  }

  private static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
  private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  private static let links = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

  /// Programs ignore what has the prefix `podium`: a row of missing values, as against a blank one.
  private static let own =
    "xmlns:mc=\"http://schemas.openxmlformats.org/markup-compatibility/2006\" mc:Ignorable=\"podium\" xmlns:podium=\"urn:podium\""

  /// Everything around the sheet (ECMA-376 part 1, 12.3).
  private static let frame: [(String, String)] = [
    (
      "[Content_Types].xml",
      "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
        + "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
        + "<Default Extension=\"xml\" ContentType=\"application/xml\"/>"
        + [("workbook", "sheet.main"), ("styles", "styles"), ("worksheets/sheet1", "worksheet")].map {
          "<Override PartName=\"/xl/\($0.0).xml\" "
            + "ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.\($0.1)+xml\"/>"
        }.joined() + "</Types>"
    ),
    (
      "_rels/.rels",
      "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
        + "<Relationship Id=\"rId1\" Type=\"\(links)/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
    ),
    (
      "xl/workbook.xml",
      "<workbook xmlns=\"\(main)\" xmlns:r=\"\(links)\"><sheets><sheet name=\"Table\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>"
    ),
    (
      "xl/_rels/workbook.xml.rels",
      "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
        + "<Relationship Id=\"rId1\" Type=\"\(links)/worksheet\" Target=\"worksheets/sheet1.xml\"/>"
        + "<Relationship Id=\"rId2\" Type=\"\(links)/styles\" Target=\"styles.xml\"/></Relationships>"
    ),
  ]

  /// The zones of a table's columns that the format of a number can name.
  private static func zones(of table: Table) -> [Zone] {
    table.columns.reduce(into: []) { zones, column in
      if let zone = column.zone, Zone.isName(zone.name), !zones.contains(zone) { zones.append(zone) }
    }
  }

  /// The styles of cells: moments by the clock of a zone have its name after them, which is how it is kept.
  private static func styles(_ zones: [Zone]) -> String {
    let formats = zones.enumerated().map { place, zone in
      "<numFmt numFmtId=\"\(169 + place)\" formatCode=\"yyyy\\-mm\\-dd\\ hh:mm:ss\\ &quot;\(zone.name)&quot;\"/>"
    }
    return
      "<styleSheet xmlns=\"\(main)\"><numFmts count=\"\(5 + zones.count)\"><numFmt numFmtId=\"164\" formatCode=\"yyyy\\-mm\\-dd\"/>"
      + "<numFmt numFmtId=\"165\" formatCode=\"yyyy\\-mm\\-dd\\ hh:mm:ss\"/><numFmt numFmtId=\"166\" formatCode=\"0.0##\"/>"
      + "<numFmt numFmtId=\"167\" formatCode=\"[h]:mm:ss.000\"/><numFmt numFmtId=\"168\" formatCode=\"hh:mm:ss\"/>"
      + formats.joined() + "</numFmts>"
      + "<fonts count=\"1\"><font><sz val=\"11\"/><name val=\"Calibri\"/></font></fonts>"
      + "<fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill><fill><patternFill patternType=\"gray125\"/></fill></fills>"
      + "<borders count=\"1\"><border><left/><right/><top/><bottom/><diagonal/></border></borders>"
      + "<cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/></cellStyleXfs>"
      + "<cellXfs count=\"\(SheetColumn.firstZone + zones.count)\">"
      + [0, 164, 165, 166].map(style).joined()
      + "<xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\" quotePrefix=\"1\"/>"
      + ([167, 168] + zones.indices.map { 169 + $0 }).map(style).joined()
      + "</cellXfs><cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles></styleSheet>"
  }

  private static func style(_ format: Int) -> String {
    "<xf numFmtId=\"\(format)\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyNumberFormat=\"1\"/>"
  }

  /// A sheet is written in pieces of this size, so that its text is never as a whole in memory.
  private static let piece = 1 << 17

  /// Appends what is before the rows: the start of the sheet and the names.
  private static func write(_ columns: [SheetColumn], to out: inout [UInt8]) {
    out += (declaration + "<worksheet xmlns=\"\(main)\" \(own)><sheetData>\n<row r=\"1\">").utf8
    for column in columns { out += column.heading }
    out += "</row>\n".utf8
  }

  /// Appends rows up to the size of a piece, then the end of the sheet; false once it has ended.
  private static func write(
    _ columns: [SheetColumn.Write], _ row: inout Int, of count: Int, to out: inout [UInt8]
  ) throws(Diagnostic) -> Bool {
    while row < count, !Cancellation.stopsWork(at: row) {
      if out.count >= piece { return true }
      let number = Array(String(row + 2).utf8)
      out += "<row r=\"".utf8
      out += number
      out += "\">".utf8
      let start = out.count
      for write in columns { try write(row, number, &out) }
      if out.count == start {
        out.removeLast(1)
        out += " podium:missing=\"1\">".utf8
      }
      out += "</row>\n".utf8
      row += 1
    }
    out += "</sheetData></worksheet>\n".utf8
    return false
  }
}
