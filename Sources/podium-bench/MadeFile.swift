import ArgumentParser
import CSQLite
import PodiumCore
import PodiumFormats

/// Files of several parts, made for a benchmark.
enum MadeFile {
  /// An .xlsx workbook of one sheet, from the XML of its rows and of its shared texts.
  static func workbook(rows: String, texts: String) throws -> [UInt8] {
    let links = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    let parts = [
      (
        "_rels/.rels",
        "<Relationships><Relationship Id=\"a\" Type=\"\(links)/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
      ),
      ("xl/workbook.xml", "<workbook><sheets><sheet name=\"S\" sheetId=\"1\" r:id=\"a\"/></sheets></workbook>"),
      (
        "xl/_rels/workbook.xml.rels",
        "<Relationships><Relationship Id=\"a\" Type=\"\(links)/worksheet\" Target=\"worksheets/sheet1.xml\"/>"
          + "<Relationship Id=\"b\" Type=\"\(links)/sharedStrings\" Target=\"sharedStrings.xml\"/></Relationships>"
      ),
      ("xl/worksheets/sheet1.xml", "<worksheet><sheetData>" + rows + "</sheetData></worksheet>"),
      ("xl/sharedStrings.xml", "<sst>" + texts + "</sst>"),
    ]
    var zip = ZipWriter()
    for (name, text) in parts { try zip.add(name, Array(text.utf8)) }
    return zip.finished()
  }

  /// An SQLite database that statements make.
  static func database(_ sql: String) throws -> [UInt8] {
    var made: OpaquePointer?
    defer { sqlite3_close(made) }
    var size: sqlite3_int64 = 0
    try SystemLibrary.sqlite.load { podium_sqlite_load($0) }
    guard sqlite3_open(":memory:", &made) == SQLITE_OK, sqlite3_exec(made, sql, nil, nil, nil) == SQLITE_OK,
      let bytes = sqlite3_serialize(made, "main", &size, 0)
    else { throw ValidationError("the database could not be made") }
    defer { sqlite3_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
  }
}
