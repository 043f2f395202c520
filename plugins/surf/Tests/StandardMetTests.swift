import PodiumCore
import PodiumPlugin
import Testing

@testable import SurfModel
@testable import SurfPlugin

/// Standard meteorological data of every age, valid and invalid.
struct StandardMetTests {
  private func row(_ cells: String, _ header: String = BuoyText.realtime) throws -> Sample {
    try #require(try BuoyText.read(header + cells + "\n").samples.first)
  }

  private func reason(_ cells: String, _ header: String = BuoyText.realtime) throws -> String {
    // A valid row too, so that the file is read.
    let good = "2021 01 01 00 00" + String(repeating: " MM", count: header == BuoyText.realtime ? 14 : 13) + "\n"
    let file = try BuoyText.read(header + good + cells + "\n")
    #expect(file.samples.count == 1)
    return file.refused.first?.reason ?? ""
  }

  /// The rows of a file with a valid one, and its invalid cells.
  private func cells(_ cells: String) throws -> (sample: Sample?, missed: [String]) {
    let good = "2021 01 01 00 00" + String(repeating: " MM", count: 14) + "\n"
    let file = try BuoyText.read(BuoyText.realtime + good + cells + "\n")
    #expect(file.refused.isEmpty && file.missed.allSatisfy { $0.line == 4 })
    return (file.samples.first { $0.line == 4 }, file.missed.map(\.reason))
  }

  @Test func `the last 45 days: MM is missing, feet and nautical miles become metres`() throws {
    let sample = try row(
      "2022 06 05 13 00 280  3.0  4.0    MM    MM    MM  MM 1015.2    MM  13.9    MM   2.0 +1.6   10")
    #expect(sample.time.description == "2022-06-05T13:00:00Z")
    #expect(sample[.windDirection] == 280 && sample[.windSpeed] == 3 && sample[.windGust] == 4)
    #expect(!sample.has(.waveHeight) && !sample.has(.meanDirection) && !sample.has(.airTemperature))
    #expect(sample[.pressureTendency] == 1.6)
    #expect(sample[.visibility] == 3704)
    #expect(sample[.tide] == 3.048)
  }

  @Test func `historical files: nines mean missing only in their own field`() throws {
    let sample = try row(
      "2019 08 01 00 00  99  1.6 99.0 99.00 99.00 99.00 999 1017.3  15.7 999.0 999.0 99.0 99.00", BuoyText.historical)
    // 99 is a valid direction, 999 means missing; 99 m/s means missing wind speed.
    #expect(sample[.windDirection] == 99)
    #expect(!sample.has(.meanDirection) && !sample.has(.windGust) && !sample.has(.waveHeight))
    #expect(!sample.has(.waterTemperature) && !sample.has(.visibility) && !sample.has(.tide))
    #expect(sample[.airTemperature] == 15.7)
  }

  @Test func `nines do not mean missing in files that write MM`() throws {
    #expect(
      try cells("2022 06 05 13 00 280 99.0 MM MM MM MM MM MM MM MM MM MM MM MM").missed[0].contains("wind speed is 99"))
  }

  @Test func `older headers: WD and BAR, no units, no minutes, two-digit years`() throws {
    let old = """
      YY MM DD hh WD   WSPD GST  WVHT  DPD   APD  MWD  BAR    ATMP  WTMP  DEWP  VIS
      97 12 31 23 210  5.1  6.2  1.80 12.50  7.10 290 1012.3  14.1  13.9 999.0 99.0

      """
    let file = try BuoyText.read(old)
    #expect(file.header.lineCount == 1 && !file.header.hasMinutes && file.header.age == .historical)
    let sample = try #require(file.samples.first)
    #expect(sample.time.description == "1997-12-31T23:00:00Z")
    #expect(sample[.windDirection] == 210 && sample[.pressure] == 1012.3 && sample[.peakPeriod] == 12.5)
    let middle = """
      YYYY MM DD hh mm  WD WSPD GST  WVHT  DPD   APD  MWD   BAR    ATMP  WTMP  DEWP  VIS  TIDE
      2005 01 01 00 00 210  5.1  6.2  1.80 12.50  7.10 290 1012.3  14.1  13.9 999.0 99.0 99.00

      """
    #expect(try BuoyText.read(middle).header.hasMinutes)
  }

  @Test func `a year's file may begin on the last day of the year before`() throws {
    let text = """
      2018 12 31 23 50 231 1.6 99.0 99.00 99.00 99.00 999 1017.3 15.7 13.5 999.0 99.0 99.00
      2019 01 01 00 00 231 1.6 99.0 99.00 99.00 99.00 999 1017.3 15.7 13.5 999.0 99.0 99.00

      """
    let file = try BuoyText.read(BuoyText.historical + text)
    #expect(file.samples.map(\.time).min()?.description == "2018-12-31T23:50:00Z")
    #expect(file.refused.isEmpty && file.remarks.sentences.isEmpty)
  }

  @Test func `999 hPa is missing among high readings and a storm among low ones`() throws {
    func text(_ pressures: [String]) -> String {
      BuoyText.historical
        + pressures.enumerated().map {
          "2019 08 01 0\($0) 00 231 1.6 99.0 99.00 99.00 99.00 999 \($1) 15.7 13.5 999.0 99.0 99.00\n"
        }.joined()
    }
    let high = try BuoyText.read(text(["1017.3", "999.0", "9999.0"]))
    #expect(!high.samples[1].has(.pressure) && !high.samples[2].has(.pressure))
    #expect(high.remarks[.missingPressure] == 1)
    let storm = try BuoyText.read(text(["1003.0", "999.0", "1006.0"]))
    #expect(storm.samples[1][.pressure] == 999)
    #expect(storm.remarks[.keptPressure] == 1)
    #expect(!(try BuoyText.read(text(["999.0"])).samples[0].has(.pressure)))
  }

  @Test func `calm has no direction, and 360 is north`() throws {
    let calm = try row("2022 06 05 13 00   0  0.0  0.0 MM MM MM 360 MM MM MM MM MM MM MM")
    #expect(!calm.has(.windDirection) && calm[.windSpeed] == 0 && calm[.meanDirection] == 0)
    #expect(try row("2022 06 05 13 00   0  2.0  2.0 MM MM MM MM MM MM MM MM MM MM MM")[.windDirection] == 0)
  }

  @Test func `names decide, not positions, and unknown columns are kept`() throws {
    let file = try BuoyText.read(
      "#YY MM DD hh mm WVHT WDIR PRES SNOW\n#yr mo dy hr mn m degT hPa cm\n2022 06 05 13 00 1.5 270 1015.0 7\n")
    #expect(file.samples[0][.waveHeight] == 1.5 && file.samples[0][.windDirection] == 270)
    #expect(file.header.extras == ["snow"] && file.samples[0].extras == [7])
  }

  @Test(arguments: [
    ("2022 06 05 13 00 280 -1.0 MM MM MM MM MM MM MM MM MM MM MM MM", "wind speed is -1"),
    ("2022 06 05 13 00 361 1.0 MM MM MM MM MM MM MM MM MM MM MM MM", "wind direction is 361"),
    ("2022 06 05 13 00 280 1.0 MM 25.1 12 MM MM MM MM MM MM MM MM MM", "wave height is 25.1"),
    ("2022 06 05 13 00 280 1.0 MM -0.1 12 MM MM MM MM MM MM MM MM MM", "wave height is -0.1"),
    ("2022 06 05 13 00 280 1.0 MM 1.0 35.5 MM MM MM MM MM MM MM MM MM", "peak period is 35.5"),
    ("2022 06 05 13 00 280 1.0 MM 1.0 0 MM MM MM MM MM MM MM MM MM", "peak period is 0"),
    ("2022 06 05 13 00 280 1.0 MM MM MM MM MM 869 MM MM MM MM MM MM", "pressure is 869"),
    ("2022 06 05 13 00 280 1.0 MM MM MM MM MM MM MM 37 MM MM MM MM", "water temperature is 37"),
    ("2022 06 05 13 00 280 1.0 MM MM MM MM MM MM MM MM MM MM MM 60", "tide is 18.288"),
    ("2022 06 05 13 00 280 nan MM MM MM MM MM MM MM MM MM MM MM MM", "'nan' is not a number"),
    ("2022 06 05 13 00 0x1p3 1 MM MM MM MM MM MM MM MM MM MM MM MM", "'0x1p3' is not a number"),
    ("2022 06 05 13 00 // 5.0 6.0 1.4 11 6.2 350 1015.2 10.1 12.0 MM MM MM MM", "'//' is not a number"),
    ("2022 06 05 13 00 340 5.0 6.0 1.3 10 6.1 345 1015.4 99.0 12.0 MM MM MM MM", "air temperature is 99"),
  ])
  func `an invalid cell is missing, and the rest of its row is kept`(_ row: String, _ reason: String) throws {
    let read = try cells(row)
    #expect(read.missed.count == 1 && read.missed[0].contains(reason))
    #expect(read.sample != nil)
    if reason.contains("//") { #expect(read.sample?.has(.windDirection) == false && read.sample?[.waveHeight] == 1.4) }
  }

  @Test(arguments: [
    ("2022 06 05 13 00 x y z MM MM MM MM MM MM MM MM MM MM MM", "'x' is not a number"),
    ("2022 06 05 13 00 MM MM MM MM MM MM MM 99.0 MM MM MM MM MM MM", "pressure is 99"),
    ("2022 06 05 13 00 280 1.0 MM", "8 cells, but the header has 19"),
    ("2022 02 30 13 00 280 1.0 MM MM MM MM MM MM MM MM MM MM MM MM", "not a valid time"),
    ("2022 06 05 24 00 280 1.0 MM MM MM MM MM MM MM MM MM MM MM MM", "not a valid time"),
    ("22 06 05 13 00 280 1.0 MM MM MM MM MM MM MM MM MM MM MM MM", "not a valid time"),
    ("2021 01 01 00 00 280 1.0 MM MM MM MM MM MM MM MM MM MM MM MM", "with other values"),
  ])
  func `a row that is invalid as a whole is skipped with its line`(_ cells: String, _ reason: String) throws {
    #expect(try self.reason(cells).contains(reason))
  }

  @Test func `rare values are kept and reported`() throws {
    let text = """
      2022 06 05 13 00 280 41.0 40.0 15.5 26.0 MM MM MM MM MM MM MM MM MM
      2022 06 05 12 00 280 1.0 1.0 3.0 4.0 MM MM MM MM MM MM MM MM MM
      2022 06 05 12 30 280 1.0 1.0 MM MM MM MM MM MM MM MM MM MM MM
      2022 06 05 12 30 280 1.0 1.0 MM MM MM MM MM MM MM MM MM MM MM

      """
    let file = try BuoyText.read(BuoyText.realtime + text)
    #expect(file.samples.count == 3 && file.repeated == 1)
    for kind in [SampleRemarks.Kind.highWaves, .longPeriod, .strongWind, .weakGust, .steepWaves, .disorder] {
      #expect(file.remarks[kind] == 1, "\(kind)")
    }
  }

  @Test func `line ends, a byte order mark and extra spaces do not matter`() throws {
    let row = "2022 06 05 13 00 280  3.0  4.0 MM MM MM MM MM MM MM MM MM MM MM"
    let plain = try BuoyText.read(BuoyText.realtime + row + "\n")
    let other = try BuoyText.read(
      "\u{FEFF}" + (BuoyText.realtime + row + "   \n\n").replacing("\n", with: "\r\n"))
    #expect(other.samples == plain.samples)
    #expect(try BuoyText.read(BuoyText.realtime + row).samples == plain.samples)
  }

  @Test func `a file that is not a buoy table is refused as a whole`() {
    func code(_ text: String) -> String? { BuoyText.failure { _ = try BuoyText.read(text) }?.code }
    #expect(code("") == "not-ndbc")
    #expect(code("\u{0}\u{1}") == "not-ndbc")
    #expect(code(BuoyText.realtime) == "empty-file")
    #expect(code(BuoyText.realtime + "hello\n") == "no-rows")
    #expect(code("#YY MM DD hh mm WDIR WVHT PRES\n#yr mo dy hr mn degT yards hPa\n") == "unknown-unit")
    #expect(code("#YY MM DD hh mm WDIR WVHT PRES WVHT\n#yr mo dy hr mn degT m hPa m\n") == "repeated-column")
    #expect(code("#YY MM DD hh mm WDIR WVHT PRES\n#yr mo dy hr mn degT m\n") == "not-ndbc")
  }

  @Test func `the station comes from the file name or station=`() throws {
    #expect(StationCode.ofFile("44013.txt") == "44013")
    #expect(StationCode.ofFile("dir/sanf1h2004.txt") == "SANF1")
    #expect(StationCode.ofFile("46097h201908qc.txt") == "46097")
    for name in ["buoy.txt", "440133.txt", "44013-old.txt", "44013h19.txt", "made.csv", ".txt", ""] {
      #expect(StationCode.ofFile(name) == nil, "\(name)")
    }
    #expect(try StationCode.find("made1", file: "x.txt") == "MADE1")
    #expect(BuoyText.failure { _ = try StationCode.find(nil, file: "download.txt") }?.code == "no-station")
    #expect(BuoyText.failure { _ = try StationCode.find("44 13", file: "44013.txt") }?.code == "bad-value")
  }
}
