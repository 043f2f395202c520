import PodiumCore
import Testing

@testable import PodiumFormats
@testable import PodiumPlugin

/// Labels of SAS, which are in a file beside the data.
struct CatalogueTests {
  private func load(_ others: [String: [UInt8]], catalogue: String? = nil) throws -> ImportedTable {
    let data = try StatSample.formatted.bytes()
    let files = ["/d/cups.sas7bdat": data].merging(others) { first, _ in first }
    let context = try FileImportContext(
      "/d/cups.sas7bdat", access: MemoryFiles(files: files), cancellation: Cancellation())
    let keys = catalogue.map { [StatImporter.catalog.name: Optional.some($0)] } ?? [:]
    return try StatImporter().load(context, options: ImportOptions(values: keys))
  }

  private func words(_ table: Table, _ name: String) throws -> [String] {
    let column = try #require(table[name])
    return (0..<column.count).map { column[$0].isMissing ? "·" : column[$0].fileText }
  }

  @Test(arguments: ["/d/cups.sas7bcat", "/d/formats.sas7bcat"])
  func `a catalogue beside the data labels its values`(_ place: String) throws {
    let read = try load([place: try StatSample.catalogue.bytes()])
    #expect(try words(read.table, "SEX") == ["man", "woman", "man", "woman"])
    #expect(read.table["SEX"]?.type == .category && read.table["WEIGHT"]?.type == .number)
    #expect(read.report.facts.contains(.init("labels", .text(FilePath(place).name))))
  }

  @Test func `catalog= names another one, in the same folder only`() throws {
    let bytes = try StatSample.catalogue.bytes()
    let read = try load(["/d/other.sas7bcat": bytes], catalogue: "other.sas7bcat")
    #expect(try words(read.table, "SEX") == ["man", "woman", "man", "woman"])
    for name in ["../d/other.sas7bcat", "none.sas7bcat"] {
      let error = #expect(throws: Diagnostic.self) { try load(["/d/other.sas7bcat": bytes], catalogue: name) }
      #expect(error?.code == "unknown-file")
    }
    let error = #expect(throws: Diagnostic.self) { try load(["/d/x.csv": [0x61]], catalogue: "x.csv") }
    #expect(error?.code == "damaged-file")
  }

  @Test func `without a catalogue the numbers stay, with a note`() throws {
    let read = try load(["/d/formats.sas7bcat": [0x61]])
    #expect(try words(read.table, "SEX") == ["1", "2", "1", "2"])
    #expect(
      read.report.notes.contains(
        "3 columns have their labels in a catalogue (.sas7bcat), first the format 'SEXF'; catalog=FILE names one in the same folder"
      ))
  }

  @Test func `more rows than the file has bytes are refused`() throws {
    var bytes = try StatSample.sas.bytes()
    let mark: [UInt8] = [0xF7, 0xF7, 0xF7, 0xF7, 0, 0, 0, 0]
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: mark) })
    // The number of rows, in 64 bits.
    #expect(bytes[place + 48] == 3 && SASHeader(bytes)?.rows == 3)
    bytes.replaceSubrange(place + 48..<place + 56, with: [0, 0, 0, 0, 0, 0, 0, 0x10])
    let error = #expect(throws: Diagnostic.self) {
      try StatTable.read(
        bytes, name: "t", options: StatOptions(), budget: ReadBudget("t", opened: bytes.count),
        cancellation: Cancellation())
    }
    #expect(error?.code == "damaged-file" && error?.message.contains("1152921504606846976 rows") == true)
  }

  @Test func `a damaged catalogue is an error, never a crash`() throws {
    let bytes = try StatSample.catalogue.bytes()
    let step = max(1, bytes.count / 200)
    for place in stride(from: 0, to: bytes.count, by: step) {
      for value: UInt8 in [0, 0x7F, 0xFF] {
        var damaged = bytes
        damaged[place] = value
        tryOut(damaged)
      }
      tryOut(Array(bytes[..<place]))
    }
  }

  private func tryOut(_ catalogue: [UInt8]) {
    do { _ = try load(["/d/c.sas7bcat": catalogue], catalogue: "c.sas7bcat") } catch let error as Diagnostic {
      #expect(!error.message.isEmpty)
    } catch {
      Issue.record("another error: \(error)")
    }
  }

  @Test func `Stata: a moment that shows hours and minutes only is a time of day`() {
    for format in ["%tcHH:MM:SS", "%tchh:MM_AM", "%-tcHH:MM"] {
      #expect(StatKind.stata.clock(of: format) == .scaled(.time, each: 1000))
    }
    for format in ["%tc", "%tcDDmonCCYY_HH:MM:SS", "%tcCCYY.NN.DD_HH:MM"] {
      #expect(StatKind.stata.clock(of: format) == .seconds(from: StatClock.year1960, each: 1000))
    }
  }
}
