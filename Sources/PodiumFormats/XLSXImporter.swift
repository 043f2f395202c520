public import PodiumCore
public import PodiumPlugin

/// `load FILE.xlsx` and `load FILE.ods`: a sheet of a workbook of Excel or OpenDocument.
public struct XLSXImporter: Importer {
  /// The key `sheet=`.
  public static let sheet = Parameter<String?>.text(
    "sheet", help: "Name or number of the sheet, from 1; by default the first visible one.")
  /// The key `range=`.
  public static let range = Parameter<String?>.text("range", help: "Range of cells to read, as in range=A1:D20.")
  /// The key `header=`.
  public static let header = Parameter<String?>.choice(
    "header", ["yes", "no", "2"],
    help: "Whether the first row names the columns, or the first 2 together; detected by default.")

  public let key = "xlsx"
  public let summary = "A sheet of an Excel or OpenDocument workbook."
  public let extensions = ["xlsx", "xlsm", "xltx", "xltm", "ods", "ots"]
  public let parameters = [
    sheet.any, range.any, header.any, MissingKeys.added.any, MissingKeys.only.any, CSVImporter.types.any,
  ]

  public init() {}

  /// Whether an archive begins like a workbook.
  public func recognises(_ context: any ImportContext) -> Bool {
    guard let start = SingleFile.start(of: context), start.starts(with: [0x50, 0x4B, 3, 4]) else { return false }
    let text = String(decoding: start.map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self)
    return text.contains("[Content_Types].xml") || text.contains("xl/") || text.contains("opendocument.spreadsheet")
  }

  public func load(_ context: any ImportContext, options: ImportOptions) throws(Diagnostic) -> ImportedTable {
    let file = try SingleFile.name(in: context)
    let bytes = try context.bytes(of: file)
    if !bytes.starts(with: [0x50, 0x4B]) { try ForeignContent.refuse(bytes, name: file, as: "a workbook") }
    var read = XLSXOptions(
      sheet: options[XLSXImporter.sheet], range: options[XLSXImporter.range],
      header: options[XLSXImporter.header].map { $0 != "no" },
      hasTwoHeaders: options[XLSXImporter.header] == "2", missing: try MissingKeys.words(options),
      types: options[CSVImporter.types])
    read.zone = { context.zone(named: $0) }
    return try options.placing(["unknown-sheet"], under: XLSXImporter.sheet) { () throws(Diagnostic) in
      try options.placing(["bad-range"], under: XLSXImporter.range) { () throws(Diagnostic) in
        try options.placing(["unknown-column"], under: CSVImporter.types) { () throws(Diagnostic) in
          try XLSXReader.read(
            bytes, name: file, options: read, cancellation: context.cancellation,
            budget: context.budget
          ).imported
        }
      }
    }
  }
}

/// `to FILE.xlsx`.
public struct XLSXExporter: Exporter {
  public let key = "xlsx"
  public let extensions = ["xlsx"]

  public init() {}

  /// The bytes of the file.
  public func write(_ table: Table) throws(Diagnostic) -> [UInt8] { try XLSXWriter.write(table) }

  /// The table that the importer makes of the file.
  public func readAgain(_ table: Table, cancellation: Cancellation) throws(Diagnostic) -> Table? {
    try XLSXWriter.readAgain(table, cancellation: cancellation)
  }
}
