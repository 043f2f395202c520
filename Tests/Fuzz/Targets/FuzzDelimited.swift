import PodiumCore
import PodiumFormats
import PodiumPlugin

/// Delimited text: reading in parts on several threads gives the same result as reading the whole.
struct FuzzDelimited: FuzzTarget {
  let name = "csv"

  func feed(_ bytes: [UInt8]) {
    switch OneFile.load(bytes, as: "t.csv", by: CSVImporter()) {
    case .success(let loaded):
      inParts(bytes)
      Plant.check(loaded.table)
    case .failure: break
    }
  }

  private func inParts(_ bytes: [UInt8]) {
    var options = DelimitedOptions(threads: 1)
    guard let whole = try? CSVReader.read(bytes, name: "t.csv", options: options) else { return }
    // A thread costs milliseconds with the address sanitizer, so only a few inputs use threads.
    options.threads = bytes.count % 64 == 0 ? 2 : 1
    options.bulkBytes = 0
    options.bulkPart = 64
    guard let parts = try? CSVReader.read(bytes, name: "t.csv", options: options) else {
      return FuzzCheck.that(false, "what reads as a whole reads in parts")
    }
    FuzzCheck.that(parts == whole, "the reading in parts gives what the reading of the whole gives")
  }
}
