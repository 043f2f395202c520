import PodiumCore
import PodiumFormats
import PodiumPlugin

/// Files of Stata, SPSS and SAS; what is read is written again, and reads back as a table of that shape.
struct FuzzStat: FuzzTarget {
  let name = "stat"

  func feed(_ bytes: [UInt8]) {
    guard case .success(let loaded) = OneFile.load(bytes, as: "t.dta", by: StatImporter()) else { return }
    Plant.check(loaded.table)
    for exporter in [StatExporter.stata, .spss] {
      // A format may have no place for a value.
      guard let again = try? exporter.write(loaded.table), loaded.table.rowCount > 0 else { continue }
      guard case .success(let second) = OneFile.load(again, as: "t.\(exporter.key)", by: StatImporter()) else {
        FuzzCheck.that(false, "what is written can be read")
        return
      }
      FuzzCheck.that(second.table.rowCount == loaded.table.rowCount, "rows are written")
      FuzzCheck.that(second.table.columns.count == loaded.table.columns.count, "columns are written")
    }
  }
}
