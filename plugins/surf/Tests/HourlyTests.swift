import PodiumCore
import PodiumPlugin
import Testing

@testable import SurfModel
@testable import SurfPlugin

/// One sample per hour from lines ten minutes apart.
struct HourlyTests {
  private func sample(_ time: String, _ values: [Variable: Double]) throws -> Sample {
    var sample = Sample(try #require(Moment(iso: "2022-06-05T" + time)))
    for (variable, value) in values { sample[variable] = value }
    return sample
  }

  @Test func `height and period on one line and the direction on the next are one sample`() throws {
    let hours = try HourlySamples.merge([
      try sample("10:20", [.waveHeight: 1.5, .meanDirection: 290]),
      try sample("10:10", [.waveHeight: 1.5, .peakPeriod: 12]),
      try sample("11:10", [.waveHeight: 1.6, .peakPeriod: 13]),
      try sample("11:20", [.waveHeight: 1.6, .meanDirection: 300]),
    ])
    #expect(hours.map(\.time.description) == ["2022-06-05T10:00:00Z", "2022-06-05T11:00:00Z"])
    #expect(hours.map { $0[.peakPeriod] } == [12, 13])
    #expect(hours.map { $0[.meanDirection] } == [290, 300])
  }

  @Test func `a line with more fields takes precedence, and belongs to the nearest hour`() throws {
    let hours = try HourlySamples.merge([
      try sample("10:40", [.waveHeight: 0.4]),
      try sample("10:50", [.waveHeight: 0.5, .peakPeriod: 7, .meanDirection: 100]),
    ])
    #expect(hours.count == 1)
    #expect(hours.first?.time.description == "2022-06-05T11:00:00Z")
    #expect(hours.first?[.waveHeight] == 0.5)
  }

  @Test func `waves more than half an hour apart are two samples`() throws {
    #expect(
      HourlySamples.waves([try sample("10:00", [.waveHeight: 1]), try sample("10:31", [.meanDirection: 9])]).count == 2)
    #expect(
      HourlySamples.waves([try sample("10:00", [.waveHeight: 1]), try sample("10:30", [.meanDirection: 9])]).count == 1)
  }

  @Test func `wind comes from the line nearest to the hour, speed and direction together`() throws {
    let hours = try HourlySamples.merge([
      try sample("09:50", [.windSpeed: 3]), try sample("10:20", [.windSpeed: 5, .windDirection: 200]),
      try sample("10:10", [.windDirection: 180, .pressure: 1010]),
    ])
    #expect(hours.count == 1)
    #expect(hours.first?[.windSpeed] == 3)
    #expect(hours.first?.has(.windDirection) == false)
    #expect(hours.first?[.pressure] == 1010)
  }

  @Test func `times before 1970 fall into their own hour`() throws {
    let early = Sample(Moment(microseconds: -90 * 60_000_000))
    var wave = early
    wave[.waveHeight] = 1
    #expect(try HourlySamples.merge([wave]).first?.time.microseconds == -3_600_000_000)
  }
}
