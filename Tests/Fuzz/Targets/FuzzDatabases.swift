import PodiumFormats
import PodiumLearn
import PodiumPlugin
import PodiumStore

@testable import PodiumCore
@testable import PodiumOutside

/// Foreign databases.
struct FuzzSQLite: FuzzTarget {
  let name = "sqlite"

  func feed(_ bytes: [UInt8]) {
    guard case .success(let loaded) = OneFile.load(bytes, as: "t.sqlite", by: SQLiteImporter()) else { return }
    Plant.check(loaded.table)
  }
}

/// Saved tables: the body of one, to which the header and the checksum are added.
struct FuzzArchive: FuzzTarget {
  let name = "archive"

  func feed(_ bytes: [UInt8]) {
    guard let version = bytes.first else { return }
    let body = Array("podium-t".utf8) + [1 + version % 3] + bytes.dropFirst()
    var sum = FNV.sum(body[...])
    var whole = body
    for _ in 0..<8 {
      whole.append(UInt8(truncatingIfNeeded: sum))
      sum >>= 8
    }
    do throws(Diagnostic) {
      let table = try TableArchive.table(whole)
      FuzzCheck.that(
        (try? TableArchive.table(TableArchive.bytes(of: table))) == table, "a saved table reads back after it is saved")
      TablePromises.check(ImportedTable(table))
      Plant.check(table)
    } catch {
      TablePromises.check(error)
    }
  }
}

/// Saved models: read, and applied to a table.
struct FuzzModel: FuzzTarget {
  let name = "model"

  func feed(_ bytes: [UInt8]) {
    let registry = FuzzSession.registry
    do throws(Diagnostic) {
      let model = try JSONJobCoder().value(bytes) {
        try FittedModel(from: $0, learners: registry.learners, transformers: registry.transformers)
      }
      defer { Plant.check([model.target] + (model.classes ?? []) + model.features) }
      let predicted = try model.predict(FuzzSample.table)
      FuzzCheck.that(predicted.rowCount == FuzzSample.table.rowCount, "each row gets a prediction")
    } catch {
      TablePromises.check(error)
    }
  }
}
