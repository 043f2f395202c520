public import PodiumCore
public import PodiumPlugin

/// `load FILE.json` and `load FILE.jsonl`: rows as objects or lists.
public struct JSONImporter: Importer {
  /// The key `rows=`.
  public static let rows = Parameter<String?>.text(
    "rows", help: "Path to the table within the file, as in rows=data.matches; detected by default.")
  /// The key `header=`.
  public static let header = Parameter<String?>.choice(
    "header", ["yes", "no"], help: "Whether the first of several lists names the columns; detected by default.")
  /// The key `numbers=`.
  public static let numbers = Parameter<String?>.choice(
    "numbers", ["yes", "no"], help: "Whether to read numbers stored as text as numbers; no by default.")

  public let key = "json"
  public let summary = "JSON and JSON Lines: rows as objects or lists, or columns as lists."
  public let extensions = ["json", "jsonl", "ndjson"]
  public let parameters = [rows.any, header.any, numbers.any, CSVImporter.types.any]

  public init() {}

  /// Whether the first bytes begin a JSON object or list.
  public func recognises(_ context: any ImportContext) -> Bool {
    guard let bytes = SingleFile.start(of: context) else { return false }
    let signs = bytes.lazy.filter { $0 > 0x20 }.prefix(2)
    guard let first = signs.first else { return false }
    if first == 0x7B { return signs.count == 1 || signs.last == 0x22 || signs.last == 0x7D }
    return first == 0x5B && signs.count == 2 && signs.last.map { $0 == 0x7B || $0 == 0x5B } == true
  }

  public func load(_ context: any ImportContext, options: ImportOptions) throws(Diagnostic) -> ImportedTable {
    let file = try SingleFile.name(in: context)
    let bytes: [UInt8]
    do throws(Diagnostic) { bytes = try SingleFile.text(file, of: context, as: "JSON") } catch {
      var malformed = error
      if error.code == "not-text" { malformed.code = "malformed-json" }
      throw malformed
    }
    var read = JSONOptions(rows: options[JSONImporter.rows])
    read.header = options[JSONImporter.header].map { $0 == "yes" }
    read.types = options[CSVImporter.types]
    read.zone = { context.zone(named: $0) }
    read.numbers = options[JSONImporter.numbers] == "yes"
    if SingleFile.ending(file) != "json", SingleFile.ending(file).hasPrefix("js") || SingleFile.ending(file) == "ndjson"
    {
      read.lines = true
    }
    return try options.placing(["unknown-rows"], under: JSONImporter.rows) { () throws(Diagnostic) in
      try options.placing(["unknown-column"], under: CSVImporter.types) { () throws(Diagnostic) in
        try JSONTableReader.read(
          bytes, name: file, options: read, cancellation: context.cancellation,
          budget: context.budget
        ).imported
      }
    }
  }
}

/// The one file that importers of single files read.
enum SingleFile {
  /// Its name; throws `not-a-file` for a folder.
  static func name(in context: any ImportContext) throws(Diagnostic) -> String {
    guard !context.isFolder, let file = context.files.first else {
      throw Diagnostic("not-a-file", "'\(context.name)' is a folder", help: "name a file in it")
    }
    return file
  }

  /// Its extension without the dot and without `.gz`, in lower case.
  static func ending(_ file: String) -> String {
    FilePath(file).unpacked.ending
  }

  /// Its first bytes; nil for folders and unreadable files.
  static func start(of context: any ImportContext) -> [UInt8]? {
    guard !context.isFolder, let file = context.files.first else { return nil }
    do throws(Diagnostic) {
      return try context.start(of: file, count: DecodedText.startBytes)
    } catch { return nil }
  }

  /// The bytes of a text; one whose first bytes show another format, or no text, is refused before the rest is read.
  ///
  /// Throws `foreign-format`, `not-text` and what `bytes` throws.
  static func text(
    _ file: String, of context: any ImportContext, as wanted: String, encoding: TextEncoding? = nil
  ) throws(Diagnostic) -> [UInt8] {
    let start = try context.start(of: file, count: DecodedText.startBytes)
    try ForeignContent.refuse(start, name: file, as: wanted)
    try DecodedText.refuse(start: start, name: file, as: encoding)
    return try context.bytes(of: file)
  }
}
