public import PodiumCore
public import PodiumPlugin

/// SQLite databases as files that are read and written.
///
/// They belong to this target and not to `PodiumFormats`, because the library does.
public enum SQLiteFormat {
  /// Registers the importer and the exporter.
  public static func register(into registry: inout Registry) throws(Diagnostic) {
    try registry.add(SQLiteImporter())
    try registry.add(SQLiteExporter())
  }
}
