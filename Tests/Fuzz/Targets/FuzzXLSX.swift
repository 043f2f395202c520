import PodiumCore
import PodiumFormats
import PodiumPlugin

/// Workbooks: bytes of an archive, or the parts of one, which reach deeper code.
///
/// The first byte chooses: `P` begins an archive, `O` the tables of an OpenDocument spreadsheet; after anything else come the sheet, the shared strings and the
/// styles, separated by NUL, and the archive is built here.
struct FuzzXLSX: FuzzTarget {
  let name = "xlsx"

  func feed(_ bytes: [UInt8]) {
    let file =
      switch bytes.first {
      case 0x50: bytes
      case 0x4F: document(bytes.dropFirst())
      default: archive(bytes.dropFirst())
      }
    guard case .success(let loaded) = OneFile.load(file, as: "t.xlsx", by: XLSXImporter()) else { return }
    Plant.check(loaded.table)
  }

  private func document(_ tables: ArraySlice<UInt8>) -> [UInt8] {
    var zip = ZipWriter()
    try? zip.add("mimetype", Array("application/vnd.oasis.opendocument.spreadsheet".utf8))
    try? zip.add("content.xml", Array("<a><b>".utf8) + tables + Array("</b></a>".utf8))
    return zip.finished()
  }

  private func archive(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let parts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
    var zip = ZipWriter()
    for (name, text) in FuzzXLSX.frame { try? zip.add(name, Array(text.utf8)) }
    for (name, part) in zip2(["worksheets/sheet1", "sharedStrings", "styles"], parts) {
      try? zip.add("xl/" + name + ".xml", Array(part))
    }
    return zip.finished()
  }

  private func zip2(_ names: [String], _ parts: [ArraySlice<UInt8>]) -> [(String, ArraySlice<UInt8>)] {
    names.enumerated().map { ($1, $0 < parts.count ? parts[$0] : []) }
  }

  private static let links = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

  private static let frame: [(String, String)] = [
    (
      "_rels/.rels",
      "<Relationships><Relationship Id=\"a\" Type=\"\(links)/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
    ),
    ("xl/workbook.xml", "<workbook><sheets><sheet name=\"S\" sheetId=\"1\" r:id=\"a\"/></sheets></workbook>"),
    (
      "xl/_rels/workbook.xml.rels",
      "<Relationships>"
        + [("a", "worksheet", "worksheets/sheet1"), ("b", "sharedStrings", "sharedStrings"), ("c", "styles", "styles")]
        .map { "<Relationship Id=\"\($0.0)\" Type=\"\(links)/\($0.1)\" Target=\"\($0.2).xml\"/>" }.joined()
        + "</Relationships>"
    ),
  ]
}
