public import PodiumCore
public import PodiumPlugin

/// Files podium does not read: they are refused by name, with advice on converting them.
public struct ForeignFormat: Importer {
  public let key = "foreign"
  public let summary = "Formats that podium does not read, with advice on converting them."
  public let extensions = ForeignFormat.formats.flatMap(\.endings)
  /// None: it reads no files.
  public let isReader = false
  /// None.
  public let parameters: [AnyParameter] = []

  private struct Format: Sendable {
    let endings: [String]
    let name: String
    let help: String
  }

  static let toXLSX = "open it in a spreadsheet program and save it as .xlsx or .csv"
  static let byR = "in R: write.csv(OBJECT, \"FILE.csv\", row.names = FALSE)"

  static let byPlugin =
    "add the plugin that reads it with pyarrow, polars or duckdb, in a shell: podium plugin install parquet"

  static func byPandas(_ reader: String) -> String {
    "convert it with pandas: python3 -c 'import pandas; pandas.read_\(reader)(\"FILE\").to_csv(\"FILE.csv\", index=False)'"
  }

  private static let formats: [Format] = [
    Format(endings: ["parquet", "pq"], name: "Parquet", help: byPlugin),
    Format(endings: ["feather", "arrow", "ipc"], name: "Arrow", help: byPlugin),
    Format(endings: ["sas7bcat"], name: "SAS", help: "load the .sas7bdat file beside it, which takes its labels"),
    Format(endings: ["rds", "rda", "rdata"], name: "R", help: byR),
    Format(endings: ["h5", "hdf5", "hdf"], name: "HDF5", help: byPandas("hdf")),
    Format(endings: ["orc"], name: "ORC", help: byPandas("orc")),
    Format(endings: ["avro"], name: "Avro", help: "convert it to JSON Lines, for example with avro-tools tojson"),
    Format(endings: ["pkl", "pickle"], name: "Pickle", help: byPandas("pickle")),
    Format(endings: ["mat"], name: "MATLAB", help: "in MATLAB: writetable(TABLE, 'FILE.csv')"),
    Format(endings: ["xls", "xlsb", "numbers", "fods"], name: "spreadsheet", help: toXLSX),
    Format(
      endings: ["mdb", "accdb"], name: "Access", help: "export the table as CSV, for example with mdb-export FILE TABLE"
    ),
    Format(endings: ["dbf"], name: "dBase", help: toXLSX),
    Format(endings: ["pdf"], name: "PDF", help: "copy the table into a CSV file"),
    Format(
      endings: ["zip", "tar", "tgz", "7z", "rar", "bz2", "xz", "zst"], name: "compressed",
      help: "unpack it first and load the file inside; podium unpacks .gz itself"),
    Format(
      endings: ["xml", "yaml", "yml", "toml"], name: "markup",
      help: "convert the rows to JSON or CSV; XML has no standard form for a table"),
  ]

  public init() {}

  /// Whether the content clearly has a format that no importer reads.
  public func recognises(_ context: any ImportContext) -> Bool {
    SingleFile.start(of: context).map { ForeignContent.isUnread($0) } ?? false
  }

  /// Throws `foreign-format`.
  public func load(_ context: any ImportContext, options: ImportOptions) throws(Diagnostic) -> ImportedTable {
    let file = try SingleFile.name(in: context)
    if let start = SingleFile.start(of: context) {
      try ForeignContent.refuse(start, name: file, as: nil)
    }
    let ending = FilePath(context.files.first ?? context.name).ending
    let format = ForeignFormat.formats.first { $0.endings.contains(ending) }
    throw Diagnostic(
      "foreign-format",
      "'\(context.name)' has the extension of \(format?.name ?? "foreign") files, which podium does not read",
      help: format?.help ?? "convert it to CSV, or use format=csv to read it as text")
  }
}
