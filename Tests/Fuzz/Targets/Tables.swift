import FootballPlugin
import PodiumCore
import PodiumFormats
import PodiumPlugin
import SurfPlugin

/// ARFF: a table that is read and written as ARFF is read back the same.
struct FuzzARFF: FuzzTarget {
  let name = "arff"

  func feed(_ bytes: [UInt8]) {
    guard case .success(let loaded) = OneFile.load(bytes, as: "t.arff", by: ARFFImporter()) else { return }
    defer { Plant.check(loaded.table) }
    guard loaded.table.rowCount <= 2000, let written = try? ARFFExporter().write(loaded.table) else { return }
    switch OneFile.load(written, as: "t.arff", by: ARFFImporter()) {
    case .success(let again):
      for (one, other) in zip(loaded.table.columns, again.table.columns) {
        FuzzCheck.that(one.name == other.name, "the name '\(one.name)' reads back, not as '\(other.name)'")
        FuzzCheck.that(one.values == other.values, "column '\(one.name)' of \(one.type) reads back from ARFF")
      }
    case .failure(let error): FuzzCheck.that(false, "what was written as ARFF reads back, not \(error.message)")
    }
  }
}

/// Tables of HTML pages.
struct FuzzHTML: FuzzTarget {
  let name = "html"

  func feed(_ bytes: [UInt8]) {
    guard case .success(let loaded) = OneFile.load(bytes, as: "t.html", by: HTMLImporter()) else { return }
    Plant.check(loaded.table)
  }
}

/// Tables with spaces between their cells.
struct FuzzBlanks: FuzzTarget {
  let name = "blanks"

  func feed(_ bytes: [UInt8]) {
    guard case .success(let loaded) = OneFile.load(bytes, as: "t.txt", by: WhitespaceImporter()) else { return }
    Plant.check(loaded.table)
  }
}

/// Observations of buoys and logs of sessions.
struct FuzzBuoy: FuzzTarget {
  let name = "buoy"

  func feed(_ bytes: [UInt8]) {
    guard let importer = PluginImporters.surf else { return }
    guard case .success(let loaded) = OneFile.load(bytes, as: "46042.txt", by: importer) else { return }
    Plant.check(loaded.table)
  }
}

/// Football results.
struct FuzzFootball: FuzzTarget {
  let name = "football"

  func feed(_ bytes: [UInt8]) {
    guard let importer = PluginImporters.football else { return }
    guard case .success(let loaded) = OneFile.load(bytes, as: "E0.csv", by: importer) else { return }
    Plant.check(loaded.table)
  }
}

/// The importers of plugins, found by key as in a session.
enum PluginImporters {
  static let surf = importer("surf", of: SurfPlugin())
  static let football = importer("football", of: FootballPlugin())

  private static func importer(_ key: String, of plugin: any Plugin) -> (any Importer)? {
    var registry = Registry()
    try? registry.add(plugin)
    return registry.importers[key]
  }
}
