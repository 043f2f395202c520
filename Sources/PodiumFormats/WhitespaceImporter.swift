public import PodiumCore
public import PodiumShell

/// `load FILE.txt`: a table with blanks between its cells and comments before it; a delimiter that is plain to see wins.
public struct WhitespaceImporter: Importer {
  static let header = Parameter<String?>.choice(
    "header", ["yes", "no"], help: "Whether a line names the columns; found out when left out.")
  static let missing = Parameter<[String]?>.list(
    "missing", help: "The texts that stand for missing, as in missing=MM,99.0.")

  /// The name of the format.
  public let key = "whitespace"
  /// One sentence for the list of importers.
  public let summary = "Cells between blanks, with comments and names on lines that begin with #."
  /// The file endings.
  public let extensions = ["txt", "dat", "asc", "prn"]
  /// A text file may be anybody's, so whoever recognises it goes first.
  public let isGeneral = true
  /// The keys it takes.
  public let parameters = [header.any, missing.any, CSVImporter.types.any]

  /// Makes the importer.
  public init() {}

  /// A file is taken for such a table only by its ending, or when it is asked for.
  public func recognises(_ context: any ImportContext) -> Bool { false }

  /// Reads the file.
  public func load(_ context: any ImportContext, options: ImportOptions) throws(Diagnostic) -> ImportedTable {
    let file = try SingleFile.name(in: context)
    let bytes = try context.bytes(of: file)
    try ForeignContent.refuse(bytes, name: file, as: "a text table")
    let header = options[WhitespaceImporter.header].map { $0 == "yes" }
    let missing = options[WhitespaceImporter.missing]
    let types = options[CSVImporter.types]
    let isDelimited = try WhitespaceImporter.hasDelimiter(bytes, file)
    return try options.placing(["unknown-column"], under: CSVImporter.types) { () throws(Diagnostic) in
      if isDelimited {
        let loaded = try context.table(
          of: file, options: DelimitedOptions(header: header, missing: missing, types: types))
        return ImportedTable(loaded.table, report: loaded.report)
      }
      return try WhitespaceReader.read(
        bytes, name: file, options: WhitespaceOptions(header: header, missing: missing, types: types),
        cancellation: context.cancellation
      ).imported
    }
  }

  /// Whether one of the usual delimiters gives nearly all lines the same number of cells.
  private static func hasDelimiter(_ bytes: [UInt8], _ file: String) throws(Diagnostic) -> Bool {
    let decoded = try DecodedText.decode(bytes, name: file)
    if let first = decoded.bytes[decoded.start...].first, first == 0x23 || first == 0x25 { return false }
    let lines = decoded.bytes[decoded.start...].prefix(1 << 18)
      .split(maxSplits: 200) { $0 == 0x0A || $0 == 0x0D }.prefix(200)
    return CSVOptions.candidates.contains { candidate in
      var counts: [Int: Int] = [:]
      for line in lines { counts[line.count { $0 == candidate }, default: 0] += 1 }
      // In a table with tabs between blanks both readers give the same; a comma in a few words does not count.
      let best = counts.filter { $0.key > 0 }.map(\.value).max() ?? 0
      return best * 10 >= lines.count * 9
    }
  }
}
