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

  public static let catalog = Parameter<String?>.text(
    "catalog",
    help:
      "Catalogue with the labels of a SAS file (.sas7bcat), a file in the same folder; by default one with its name, or formats.sas7bcat."
  )

  public let key = "stat"
  public let summary = "A file of Stata, SPSS or SAS, with its labels, missing codes and dates."
  public let extensions = ["dta", "sav", "zsav", "por", "sas7bdat", "xpt"]
  public let parameters = [labels.any, missing.any, CSVImporter.types.any, encoding.any, table.any, catalog.any]

  public init() {}

  /// Whether a file of one of the formats begins here.
  public func recognises(_ context: any ImportContext) -> Bool {
    SingleFile.start(of: context).map { StatKind(start: $0) != nil } ?? false
  }

  public func load(_ context: any ImportContext, options: ImportOptions) throws(Diagnostic) -> ImportedTable {
    let file = try SingleFile.name(in: context)
    var read = StatOptions(
      usesLabels: options[StatImporter.labels].map { $0 == "yes" }, encoding: options[StatImporter.encoding],
      missing: options[StatImporter.missing] ?? [], types: options[CSVImporter.types],
      table: options[StatImporter.table])
    if let catalogue = options[StatImporter.catalog] {
      guard let bytes = try context.companion(catalogue) else {
        throw Diagnostic(
          "unknown-file", "there is no file '\(catalogue)' beside '\(context.name)'",
          help: "name a file in the folder of the data, without a path")
      }
      read.catalogue = (catalogue, bytes)
    } else if SingleFile.ending(file) == "sas7bdat" {
      for name in [FilePath(file).unpacked.stem, "formats"].map({ $0 + ".sas7bcat" }) where read.catalogue == nil {
        let bytes = try context.companion(name)
        if let bytes, SASHeader.isCatalogue(bytes) { read.catalogue = (name, bytes) }
      }
    }
    let chosen = read
    return try options.placing(["unknown-column"], under: CSVImporter.types) { () throws(Diagnostic) in
      try StatTable.read(
        try context.bytes(of: file), name: file, options: chosen, budget: context.budget,
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
