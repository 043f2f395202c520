public import PodiumCore
public import PodiumPlugin

/// `load FILE.dta`, `.sav`, `.sas7bdat` and their relatives: a file of Stata, SPSS or SAS.
public struct StatImporter: Importer {
  /// The key `labels=`.
  public static let labels = Parameter<String?>.choice(
    "labels", ["yes", "no"],
    help: "Whether labels of values become categories; by default where each value has one.")
  /// The key `missing=`.
  public static let missing = Parameter<[String]?>.list(
    "missing", help: "More values that are missing, as in missing=-9,refused; the codes of the file always count.")
  /// The key `encoding=`.
  public static let encoding = Parameter<String?>.text(
    "encoding", help: "Text encoding of an old file, as in encoding=windows-1252; by default what the file says.")

  /// The key `table=`.
  public static let table = Parameter<String?>.text(
    "table", help: "Table of a SAS transport file to read; by default the only one.")

  public let key = "stat"
  public let summary = "A file of Stata, SPSS or SAS, with its labels, missing codes and dates."
  public let extensions = ["dta", "sav", "zsav", "por", "sas7bdat", "xpt"]
  public let parameters = [labels.any, missing.any, CSVImporter.types.any, encoding.any, table.any]

  public init() {}

  /// Whether a file of one of the formats begins here.
  public func recognises(_ context: any ImportContext) -> Bool {
    SingleFile.start(of: context).map { StatKind(start: $0) != nil } ?? false
  }

  public func load(_ context: any ImportContext, options: ImportOptions) throws(Diagnostic) -> ImportedTable {
    let file = try SingleFile.name(in: context)
    let read = StatOptions(
      usesLabels: options[StatImporter.labels].map { $0 == "yes" }, encoding: options[StatImporter.encoding],
      missing: options[StatImporter.missing] ?? [], types: options[CSVImporter.types],
      table: options[StatImporter.table])
    return try options.placing(["unknown-column"], under: CSVImporter.types) { () throws(Diagnostic) in
      try StatTable.read(
        try context.bytes(of: file), name: file, options: read, budget: context.budget,
        cancellation: context.cancellation
      ).imported
    }
  }
}

/// `to FILE.dta` and `to FILE.sav`.
public struct StatExporter: Exporter {
  public static let stata = StatExporter(key: "dta", kind: .stata)
  public static let spss = StatExporter(key: "sav", kind: .spss)

  public let key: String
  public let extensions: [String]
  private let kind: StatWriter.Kind

  private init(key: String, kind: StatWriter.Kind) {
    (self.key, extensions, self.kind) = (key, [key], kind)
  }

  /// The bytes of the file.
  public func write(_ table: Table) throws(Diagnostic) -> [UInt8] { try StatWriter.write(table, as: kind) }
}
