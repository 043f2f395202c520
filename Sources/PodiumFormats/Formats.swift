public import PodiumCore
public import PodiumPlugin

/// The built-in formats: a new one is a separate file and a line here.
public enum Formats {
  /// The importers; the last one names the formats that are not supported.
  public static let importers: [any Importer] = [
    CSVImporter(), JSONImporter(), ARFFImporter(), HTMLImporter(), XLSXImporter(), WhitespaceImporter(),
    StatImporter(), ForeignFormat(),
  ]

  /// The exporters; one with a `textForm` is a value of `--format` too.
  public static let exporters: [any Exporter] = [
    CSVExporter.csv, CSVExporter.tsv, ARFFExporter(), XLSXExporter(), JSONExporter.rows, JSONExporter.lines,
    StatExporter.stata, StatExporter.spss,
  ]

  /// Registers all of them.
  public static func register(into registry: inout Registry) throws(Diagnostic) {
    for importer in importers { try registry.add(importer) }
    for exporter in exporters { try registry.add(exporter) }
  }
}
