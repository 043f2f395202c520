public import PodiumCore
public import PodiumPlugin

/// `load FILE.txt`: a table with spaces between its cells and comments before it; an obvious delimiter wins.
public struct WhitespaceImporter: Importer {
  /// The key `header=`.
  public static let header = Parameter<String?>.choice(
    "header", ["yes", "no"], help: "Whether a line names the columns; detected by default.")

  public let key = "whitespace"
  public let summary = "Cells separated by spaces, with comments and names on lines that begin with #."
  public let extensions = ["txt", "dat", "asc", "prn"]
  /// A text file may have any format, so an importer that recognises it takes precedence.
  public let isGeneral = true
  public let parameters = [
    CSVImporter.delimiter.any, header.any, MissingKeys.added.any, MissingKeys.only.any, CSVImporter.decimal.any,
    CSVImporter.thousands.any,
    CSVImporter.dates.any, CSVImporter.encoding.any, CSVImporter.skip.any, CSVImporter.types.any,
  ]

  public init() {}

  /// Such a table is recognised only by its file extension, or when requested.
  public func recognises(_ context: any ImportContext) -> Bool { false }

  public func load(_ context: any ImportContext, options: ImportOptions) throws(Diagnostic) -> ImportedTable {
    let file = try SingleFile.name(in: context)
    let encoding = options[CSVImporter.encoding].flatMap(TextEncoding.init)
    let bytes = try SingleFile.text(file, of: context, as: "a text table", encoding: encoding)
    let isNamed = options[CSVImporter.delimiter] != nil
    if isNamed ? true : try WhitespaceImporter.hasDelimiter(bytes, file) {
      return try CSVImporter().load(context, options: options)
    }
    var read = WhitespaceOptions()
    read.header = options[WhitespaceImporter.header].map { $0 == "yes" }
    read.missing = try MissingKeys.words(options)
    read.types = options[CSVImporter.types]
    read.skip = options[CSVImporter.skip]
    read.encoding = encoding
    read.formats = CSVImporter.formats(options)
    return try options.placing(["unknown-column"], under: CSVImporter.types) {
      () throws(Diagnostic) in
      try WhitespaceReader.read(
        bytes, name: file, options: read, cancellation: context.cancellation, budget: context.budget
      ).imported
    }
  }

  /// Whether one of the usual delimiters gives nearly all lines the same number of cells, or spaces give most lines one
  /// cell and a delimiter that does not occur in prose would give them more.
  private static func hasDelimiter(_ bytes: [UInt8], _ file: String) throws(Diagnostic) -> Bool {
    let decoded = try DecodedText.decode(bytes, name: file)
    var isCommented = false
    var lines: [ArraySlice<UInt8>] = []
    let all = decoded.bytes[decoded.start...].prefix(1 << 18).split(maxSplits: 200) { $0 == 0x0A || $0 == 0x0D }
    for line in all.prefix(200) {
      guard let first = line.first(where: { !WhitespaceReader.isBlank($0) }) else { continue }
      if lines.isEmpty, first == 0x23 || first == 0x25 {
        isCommented = true
      } else {
        lines.append(line)
      }
    }
    guard !lines.isEmpty else { return false }
    let single = lines.count { !$0.drop(while: WhitespaceReader.isBlank).contains(where: WhitespaceReader.isBlank) }
    return DelimitedOptions.candidates.contains { candidate in
      // The comments of a table with spaces may contain its names.
      if isCommented, candidate == 0x09 { return false }
      var counts: [Int: Int] = [:]
      for line in lines { counts[line.count { $0 == candidate }, default: 0] += 1 }
      // For a table with tabs among spaces both readers agree; a comma in a few words does not count.
      let best = counts.filter { $0.key > 0 }.map(\.value).max() ?? 0
      if best * 10 >= lines.count * 9 { return true }
      return candidate != 0x2C && best * 2 > lines.count && single * 2 > lines.count
    }
  }
}
