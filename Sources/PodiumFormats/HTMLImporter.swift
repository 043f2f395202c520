public import PodiumCore
public import PodiumPlugin

/// `load PAGE.html`: one table of a page.
public struct HTMLImporter: Importer {
  /// The key `table=`.
  public static let table = Parameter<String?>.text(
    "table", help: "Table number, from 1, or words from its caption or heading; by default the largest table.")
  /// The key `header=`.
  public static let header = Parameter<String?>.choice(
    "header", ["yes", "no"], help: "Whether rows at the top name the columns; detected by default.")

  public let key = "html"
  public let summary = "A table from an HTML page, laid out as in a browser."
  public let extensions = ["html", "htm", "xhtml"]
  public let parameters = [table.any, header.any, MissingKeys.added.any, MissingKeys.only.any, CSVImporter.types.any]

  public init() {}

  /// Whether a page begins here: a doctype, `<html>` or a table.
  public func recognises(_ context: any ImportContext) -> Bool {
    SingleFile.start(of: context).map { HTMLReader.begins($0) } ?? false
  }

  public func load(_ context: any ImportContext, options: ImportOptions) throws(Diagnostic) -> ImportedTable {
    let file = try SingleFile.name(in: context)
    let bytes = try SingleFile.text(file, of: context, as: "an HTML page")
    let read = HTMLOptions(
      table: options[HTMLImporter.table], header: options[HTMLImporter.header].map { $0 == "yes" },
      missing: try MissingKeys.words(options), types: options[CSVImporter.types])
    return try options.placing(["unknown-table"], under: HTMLImporter.table) { () throws(Diagnostic) in
      try options.placing(["unknown-column"], under: CSVImporter.types) { () throws(Diagnostic) in
        try HTMLReader.read(
          bytes, name: file, options: read, cancellation: context.cancellation,
          budget: context.budget
        ).imported
      }
    }
  }
}
