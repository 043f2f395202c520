internal import PodiumCore

/// Writes a table as a workbook of one sheet, as minimal as programs accept; reading it back gives the same values.
///
/// Days and moments are numbers with a date format if the workbook's date system can hold them exactly, otherwise the
/// whole column is ISO text. What a sheet cannot express: text as against category, and the order of categories.
enum XLSXWriter {
  private enum Style: Int {
    case plain = 0
    case day, moment, decimal, literal
  }

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
    try zip.add("xl/worksheets/sheet1.xml", Array(try sheet(table).utf8))
    return zip.finished()
  }

  private static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
  private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  private static let links = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

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
      "<styleSheet xmlns=\"\(main)\"><numFmts count=\"3\"><numFmt numFmtId=\"164\" formatCode=\"yyyy\\-mm\\-dd\"/>"
        + "<numFmt numFmtId=\"165\" formatCode=\"yyyy\\-mm\\-dd\\ hh:mm:ss\"/><numFmt numFmtId=\"166\" formatCode=\"0.0##\"/></numFmts>"
        + "<fonts count=\"1\"><font><sz val=\"11\"/><name val=\"Calibri\"/></font></fonts>"
        + "<fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill><fill><patternFill patternType=\"gray125\"/></fill></fills>"
        + "<borders count=\"1\"><border><left/><right/><top/><bottom/><diagonal/></border></borders>"
        + "<cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/></cellStyleXfs>"
        + "<cellXfs count=\"5\">"
        + [0, 164, 165, 166].map {
          "<xf numFmtId=\"\($0)\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyNumberFormat=\"1\"/>"
        }.joined()
        + "<xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\" quotePrefix=\"1\"/>"
        + "</cellXfs><cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles></styleSheet>"
    ),
  ]

  private static func sheet(_ table: Table) throws(Diagnostic) -> String {
    let styles = table.columns.map(style)
    let letters = table.columns.indices.map(CellPlace.letters)
    var out = declaration + "<worksheet xmlns=\"\(main)\"><sheetData>\n<row r=\"1\">"
    for (place, column) in table.columns.enumerated() { out += try text(column.name, letters[place] + "1") }
    out += "</row>\n"
    for row in 0..<table.rowCount {
      out += "<row r=\"\(row + 2)\">"
      var isEmpty = true
      for (place, column) in table.columns.enumerated() {
        let value = column[row]
        if value.isMissing { continue }
        isEmpty = false
        out += try cell(value, letters[place] + String(row + 2), styles[place])
      }
      // A row without cells would be read as the end of a table; the error marks the value as not available.
      if isEmpty, let first = letters.first { out += "<c r=\"\(first)\(row + 2)\" t=\"e\"><v>#N/A</v></c>" }
      out += "</row>\n"
    }
    return out + "</sheetData></worksheet>\n"
  }

  private static func style(_ column: Column) -> Style? {
    switch column.values {
    case .number(let values):
      return values.allSatisfy { $0.isNaN || $0.rounded() == $0 } ? .decimal : .plain
    case .date(let days):
      return days.allSatisfy { $0.map { SerialDate.serial($0.days * 86_400_000_000) != nil } ?? true } ? .day : nil
    case .datetime(let moments):
      return moments.allSatisfy { $0.map { SerialDate.serial($0.microseconds) != nil } ?? true } ? .moment : nil
    default: return .plain
    }
  }

  private static func cell(_ value: Value, _ reference: String, _ style: Style?) throws(Diagnostic) -> String {
    func number(_ text: String) -> String {
      let mark = style.map { $0 == .plain ? "" : " s=\"\($0.rawValue)\"" } ?? ""
      return "<c r=\"\(reference)\"\(mark)><v>\(text)</v></c>"
    }
    switch value {
    case .missing: return ""
    case .number(let x):
      return x.isFinite ? number(NumberText.shortest(x)) : try text(NumberText.shortest(x), reference)
    case .integer(let whole): return number(String(whole))
    case .boolean(let truth): return "<c r=\"\(reference)\" t=\"b\"><v>\(truth ? 1 : 0)</v></c>"
    case .text(let string): return try text(string, reference, isLiteral: looksLikeAnother(string))
    case .bytes: return try text(value.fileText, reference)
    case .date(let day):
      if style == .day, let serial = SerialDate.serial(day.days * 86_400_000_000) {
        return number(NumberText.shortest(serial))
      }
      return try text(day.description, reference)
    case .datetime(let moment):
      if style == .moment, let serial = SerialDate.serial(moment.microseconds) {
        return number(NumberText.shortest(serial))
      }
      return try text(moment.description, reference)
    }
  }

  /// A text in its cell; characters that XML cannot contain are written as `_x001B_`.
  private static func text(
    _ text: String, _ reference: String, isLiteral: Bool = false
  ) throws(Diagnostic) -> String {
    guard text.utf16.count <= 32_767 else {
      throw Diagnostic(
        "too-large", "a cell of a sheet holds at most 32767 characters, but one has more", help: "use CSV")
    }
    var out = ""
    let scalars = Array(text.unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      switch scalar {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "_" where place + 1 < scalars.count && scalars[place + 1] == "x": out += "_x005F_"
      case "\n", "\t": out.unicodeScalars.append(scalar)
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}":
        let digits = String(scalar.value, radix: 16, uppercase: true)
        out += "_x" + String(repeating: "0", count: 4 - digits.count) + digits + "_"
      default: out.unicodeScalars.append(scalar)
      }
    }
    let mark = isLiteral ? " s=\"\(Style.literal.rawValue)\"" : ""
    return "<c r=\"\(reference)\"\(mark) t=\"inlineStr\"><is><t xml:space=\"preserve\">\(out)</t></is></c>"
  }

  /// Whether a text looks like a missing value or a date, so that it is marked as `'NA` is when it is typed.
  private static func looksLikeAnother(_ text: String) -> Bool {
    MissingWords.standard.contains(text) || ISODateCell.read(text) != .none
  }
}
