import PodiumCore
import SurfModel
import Testing

/// Spectral wave summaries, made up in the form of NDBC.
struct SpectralFileTests {
  private static let header = """
    #YY  MM DD hh mm WVHT  SwH  SwP  WWH  WWP SwD WWD  STEEPNESS  APD MWD
    #yr  mo dy hr mn    m    m  sec    m  sec  -  degT     -      sec degT

    """

  private func read(_ rows: String, header: String = header) throws -> SpectralFile {
    try SpectralFile(Sample.bytes(header + rows), name: "44000.spec")
  }

  @Test func `swell and wind waves are read with the width of their letters`() throws {
    let file = try read(
      """
      2026 06 05 12 40  1.5  1.2 12.5  0.9  4.0  SW WNW STEEP  5.5 230
      2026 06 05 11 40  1.4  0.0   MM  1.4  4.1  MM   W N/A  5.4 -99

      """)
    #expect(file.samples.count == 2 && file.report.refused.isEmpty)
    let (second, first) = (file.samples[0], file.samples[1])
    #expect(first.time.description == "2026-06-05T12:40:00Z" && first.line == 3 && second.line == 4)
    #expect(first[.swellDirection] == 225 && first[.directionWidth] == 11.25)
    #expect(first[.windWaveDirection] == 292.5 && first[.meanDirection] == 230)
    #expect(first[.meanPeriod] == 5.5 && first[.swellPeriod] == 12.5)
    #expect(!second.has(.swellDirection) && !second.has(.swellPeriod) && second[.directionWidth] == 11.25)
    #expect(!second.has(.meanDirection) && second[.swellHeight] == 0)
    #expect(file.report.remarks.contains("1 row with the mean direction -99, set to missing"))
    #expect(file.report.remarks.contains("1 row without swell (height 0 without a period)"))
    #expect(file.run.times.map(\.description) == ["2026-06-05T11:40:00Z", "2026-06-05T12:40:00Z"])
    #expect(file.run[.swellHeight, 0] == 0 && file.run[.swellHeight, 1] == 1.2)
  }

  @Test(arguments: [
    "2026 06 31 12 40  1.5  1.2 12.5  0.9  4.0  SW WNW STEEP  5.5 230",
    "2026 06 05 12 40  1.5  1.2 12.5  0.9  4.0  SW WNW STEEP  5.5",
    "2026 -6 05 12 40  1.5  1.2 12.5  0.9  4.0  SW WNW STEEP  5.5 230",
  ])
  func `a row that cannot be true is refused with its line`(_ row: String) throws {
    let good = "2026 06 05 13 40  1.5  1.2 12.5  0.9  4.0  SW WNW STEEP  5.5 230\n"
    let file = try read(good + row + "\n")
    #expect(file.run.times.count == 1 && file.report.refused.map(\.place) == ["line 4"])
  }

  @Test(
    arguments: [
      ("1.5  1.2 12.5  0.9  4.0  225 WNW STEEP  5.5 230", SeaVariable.swellDirection),
      ("nan  1.2 12.5  0.9  4.0  SW WNW STEEP  5.5 230", .waveHeight),
      ("1.5  1.2 12.5  0.9  4.0  SW WNW GENTLE  5.5 230", nil),
      ("1.5  1.2 12.5  0.9  4.0  SW //  STEEP  5.5 230", .windWaveDirection),
    ] as [(String, SeaVariable?)])
  func `an invalid cell is reported, and the rest of its row is kept`(_ cells: String, _ missing: SeaVariable?) throws {
    let file = try read("2026 06 05 12 40  " + cells + "\n")
    #expect(file.run.times.count == 1 && file.report.refused.map(\.place) == ["line 3"])
    #expect(file.run[.swellHeight, 0] == 1.2)
    if let missing { #expect(file.run[missing, 0].isNaN) }
  }

  @Test func `a repeated time counts once, and other values at it are refused`() throws {
    let row = "2026 06 05 12 40  1.5  1.2 12.5  0.9  4.0  SW WNW STEEP  5.5 230\n"
    let other = "2026 06 05 12 40  1.6  1.2 12.5  0.9  4.0  SW WNW STEEP  5.5 230\n"
    let file = try read(row + row + other)
    #expect(file.run.times.count == 1 && file.report.refused.map(\.place) == ["line 5"])
    #expect(file.report.remarks.contains { $0.contains("repeat") })
  }

  @Test func `an unknown unit, a column given twice and a file without rows are errors`() {
    let unit = SpectralFileTests.header.split(separator: " m ").joined(separator: " fathom ")
    #expect(Sample.failure { _ = try read("", header: unit) }?.code == "unknown-unit")
    let twice = "#YY MM DD hh mm WVHT SwH SwH\n"
    #expect(Sample.failure { _ = try read("", header: twice) }?.code == "repeated-column")
    #expect(Sample.failure { _ = try read("") }?.code == "no-rows")
  }
}
