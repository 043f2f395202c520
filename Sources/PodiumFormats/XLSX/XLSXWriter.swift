internal import PodiumCore

/// Writes a table as a workbook of one sheet, as minimal as programs accept; reading it back gives the same values.
///
/// Days and moments are numbers with a date format if the workbook's date system can hold them exactly, otherwise the
/// whole column is ISO text. What a sheet cannot express: text as against category, and the order of categories.
enum XLSXWriter {
  /// The bytes of the file; throws `too-large` beyond the limits of a sheet.
  static func write(_ table: Table) throws(Diagnostic) -> [UInt8] {
    guard table.rowCount < CellPlace.rows, table.columns.count <= CellPlace.columns else {
      throw Diagnostic(
        "too-large",
        "a sheet holds at most \(CellPlace.rows - 1) rows below its header and \(CellPlace.columns) columns",
        help: "write fewer, or use CSV")
    }
    var zip = ZipWriter()
    for (name, text) in frame { try zip.add(name, Array((declaration + text).utf8)) }
    try zip.add("xl/worksheets/sheet1.xml", try sheet(table))
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
    (
      "xl/styles.xml",
      "<styleSheet xmlns=\"\(main)\"><numFmts count=\"5\"><numFmt numFmtId=\"164\" formatCode=\"yyyy\\-mm\\-dd\"/>"
        + "<numFmt numFmtId=\"165\" formatCode=\"yyyy\\-mm\\-dd\\ hh:mm:ss\"/><numFmt numFmtId=\"166\" formatCode=\"0.0##\"/>"
        + "<numFmt numFmtId=\"167\" formatCode=\"[h]:mm:ss.000\"/><numFmt numFmtId=\"168\" formatCode=\"hh:mm:ss\"/></numFmts>"
        + "<fonts count=\"1\"><font><sz val=\"11\"/><name val=\"Calibri\"/></font></fonts>"
        + "<fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill><fill><patternFill patternType=\"gray125\"/></fill></fills>"
        + "<borders count=\"1\"><border><left/><right/><top/><bottom/><diagonal/></border></borders>"
        + "<cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/></cellStyleXfs>"
        + "<cellXfs count=\"7\">"
        + [0, 164, 165, 166].map(style).joined()
        + "<xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\" quotePrefix=\"1\"/>"
        + [167, 168].map(style).joined()
        + "</cellXfs><cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles></styleSheet>"
    ),
  ]

  private static func style(_ format: Int) -> String {
    "<xf numFmtId=\"\(format)\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyNumberFormat=\"1\"/>"
  }

  private static func sheet(_ table: Table) throws(Diagnostic) -> [UInt8] {
    var columns: [SheetColumn] = []
    for (place, column) in table.columns.enumerated() { columns.append(try SheetColumn(column, place)) }
    var out = Array((declaration + "<worksheet xmlns=\"\(main)\" \(own)><sheetData>\n<row r=\"1\">").utf8)
    for column in columns { out += column.heading }
    out += "</row>\n".utf8
    // About as long as full rows, so that the buffer is not moved often; a wide table may be mostly empty.
    out.reserveCapacity(min(1 << 26, MemoryLimits.bytes(table.rowCount, times: columns.count, each: 40)))
    for row in 0..<table.rowCount {
      if Cancellation.stopsWork(at: row) { break }
      let number = Array(String(row + 2).utf8)
      out += "<row r=\"".utf8
      out += number
      out += "\">".utf8
      let start = out.count
      for column in columns { try column.write(row, number, to: &out) }
      if out.count == start {
        out.removeLast(1)
        out += " podium:missing=\"1\">".utf8
      }
      out += "</row>\n".utf8
    }
    return out + "</sheetData></worksheet>\n".utf8
  }
}
