public import PodiumCore
public import PodiumPlugin

/// The formats that are built in: a new one is a file of its own and a line here.
public enum Formats {
  /// What reads files; the last one names those that nothing reads.
  public static let importers: [any Importer] = [
    CSVImporter(), JSONImporter(), ARFFImporter(), HTMLImporter(), XLSXImporter(), WhitespaceImporter(),
    ForeignFormat(),
  ]

  /// What writes files; an exporter with a `textForm` is a name behind `--format` too.
  public static let exporters: [any Exporter] = [
    CSVExporter.csv, CSVExporter.tsv, ARFFExporter(), XLSXExporter(), JSONExporter.rows, JSONExporter.lines,
  ]

  /// Registers all of them.
  public static func register(into registry: inout Registry) throws(Diagnostic) {
    for importer in importers { try registry.add(importer) }
    for exporter in exporters { try registry.add(exporter) }
  }
}
