public import PodiumCore
public import PodiumShell

/// `load FILE.csv`: delimited text of any of the usual dialects.
public struct CSVImporter: Importer {
  static let delimiter = Parameter<String?>.text(
    "delimiter", help: "The character between cells, or tab, comma, semicolon, pipe; found out when left out.")
  static let header = Parameter<String?>.choice(
    "header", ["yes", "no"], help: "Whether the first line names the columns; found out when left out.")
  static let missing = Parameter<[String]?>.list(
    "missing", help: "The texts that stand for missing, as in missing=\"\",NA.")

  /// The name of the format.
  public let key = "csv"
  /// One sentence for the list of importers.
  public let summary = "Delimited text: comma, semicolon, tab or pipe."
  /// The file endings.
  public let extensions = ["csv", "tsv", "tab", "psv"]
  /// The keys it takes.
  public let parameters = [delimiter.any, header.any, missing.any]

  /// Makes the importer.
  public init() {}

  /// A file is taken for delimited text only by its ending.
  public func recognises(_ context: any ImportContext) -> Bool { false }

  /// Reads the file.
  public func load(_ context: any ImportContext, options: ImportOptions) throws(Diagnostic) -> ImportedTable {
    guard !context.isFolder, let file = context.files.first else {
      throw Diagnostic("not-a-file", "'\(context.name)' is a folder", help: "name a file in it")
    }
    var read = DelimitedOptions()
    if let typed = options[CSVImporter.delimiter] { read.delimiter = try CSVImporter.character(typed) }
    if read.delimiter == nil, file.lowercased().hasSuffix(".tsv") { read.delimiter = "\t" }
    read.header = options[CSVImporter.header].map { $0 == "yes" }
    read.missing = options[CSVImporter.missing]
    let loaded = try context.table(of: file, options: read)
    return ImportedTable(loaded.table, report: loaded.report)
  }

  private static func character(_ typed: String) throws(Diagnostic) -> Character {
    let names: [String: Character] = ["tab": "\t", "comma": ",", "semicolon": ";", "pipe": "|", "blank": " "]
    if let named = names[typed] { return named }
    guard typed.count == 1, let character = typed.first, let code = character.asciiValue, code != 34, code != 10,
      code != 13
    else {
      throw .badValue(
        "delimiter", typed, allowed: "one ASCII character, tab, comma, semicolon, pipe or blank", span: nil)
    }
    return character
  }
}

/// `to FILE.csv` and `to FILE.tsv`.
public struct CSVExporter: Exporter {
  /// The name of the format.
  public let key: String
  /// The file endings.
  public let extensions: [String]
  private let delimiter: UInt8

  /// Commas between cells.
  public static let csv = CSVExporter(key: "csv", extensions: ["csv"], delimiter: 0x2C)
  /// Tabs between cells.
  public static let tsv = CSVExporter(key: "tsv", extensions: ["tsv", "tab"], delimiter: 0x09)

  /// The bytes of the file.
  public func write(_ table: Table) throws(Diagnostic) -> [UInt8] { CSVWriter.write(table, delimiter: delimiter) }
}

extension CSVOptions {
  /// The reader's options for what an importer asked.
  init(_ options: DelimitedOptions) {
    self.init()
    delimiter = options.delimiter?.asciiValue
    header = options.header
    missing = options.missing
    types = options.types
  }
}
