import PodiumCore
import SurfModel
import Testing

/// Physical limits of sea and air.
struct SeaCheckTests {
  private func check(_ values: [SeaVariable: Double]) -> (
    kept: [SeaVariable: Double], refused: [SeaVariable], remarks: Set<SeaCheck.Remark>
  ) {
    var values = values
    let found = SeaCheck.check(&values)
    return (values, found.refused.map(\.variable), found.remarks)
  }

  @Test(arguments: [
    (SeaVariable.waveHeight, -0.1), (.waveHeight, 25.1), (.swellPeriod, 0), (.swellPeriod, -1), (.wavePeriod, 35.1),
    (.waveDirection, -1), (.waveDirection, 360.5), (.windSpeed, -0.1), (.windSpeed, 60.1), (.pressure, 869),
    (.pressure, 1086), (.waterTemperature, -3.1), (.waterTemperature, 36.1), (.tide, -4.1), (.tide, 17.1),
    (.cloudCover, 101), (.score, 1.01), (.windSpeed, .infinity), (.sourceRating, .infinity),
  ])
  func `an impossible value is refused and others are kept`(_ variable: SeaVariable, _ value: Double) {
    let found = check([variable: value, .airTemperature: 12])
    #expect(found.refused == [variable])
    #expect(found.kept == [.airTemperature: 12])
    #expect(SeaCheck.refusal(of: value, variable)?.contains(variable.words) == true)
  }

  @Test(arguments: [
    (SeaVariable.waveHeight, 0.0), (.waveHeight, 25), (.wavePeriod, 35), (.waveDirection, 0), (.windSpeed, 60),
    (.pressure, 870), (.pressure, 1085), (.tide, -4), (.tide, 17), (.waterTemperature, 36),
  ])
  func `the limits themselves are possible`(_ variable: SeaVariable, _ value: Double) {
    #expect(check([variable: value]).refused.isEmpty)
    #expect(SeaCheck.refusal(of: value, variable) == nil)
  }

  @Test(arguments: [
    ([SeaVariable.waveHeight: 15.1], SeaCheck.Remark.highWaves), ([.wavePeriod: 26.7], .longPeriod),
    ([.waveHeight: 1.1, .wavePeakPeriod: 1.9], .shortPeriod), ([.swellHeight: 3, .swellPeriod: 4.5], .steepWaves),
    ([.windSpeed: 41], .strongWind), ([.windSpeed: 8, .windGust: 7], .weakGust),
  ])
  func `a rare value is kept with a remark`(_ values: [SeaVariable: Double], _ remark: SeaCheck.Remark) {
    let found = check(values)
    #expect(found.remarks.contains(remark))
    #expect(found.kept == values && found.refused.isEmpty)
  }

  @Test func `a partition that is steeper than waves can be loses all of its values`() {
    let found = check([.swellHeight: 3, .swellPeriod: 3, .swellDirection: 200, .waveHeight: 3, .wavePeriod: 3])
    #expect(found.refused == [.swellHeight])
    // The whole sea is a sum of partitions, of which the period fits only some.
    #expect(found.kept == [.waveHeight: 3, .wavePeriod: 3])
  }

  @Test func `calm wind and waves of height 0 have no direction`() {
    let found = check([
      .windSpeed: 0, .windDirection: 0, .swellHeight: 0, .swellPeriod: 0, .swellDirection: 0, .waveDirection: 360,
      .waveHeight: 1,
    ])
    #expect(found.kept == [.windSpeed: 0, .swellHeight: 0, .waveDirection: 0, .waveHeight: 1])
    #expect(found.remarks == [.calm, .noSwell] && found.refused.isEmpty)
  }

  @Test func `missing values are neither refused nor kept`() {
    let found = check([.waveHeight: .nan, .wavePeriod: 8])
    #expect(found.kept == [.wavePeriod: 8] && found.refused.isEmpty && found.remarks.isEmpty)
  }

  @Test func `variables are named in words without their unit`() {
    #expect(SeaVariable.waveHeight.words == "wave height" && SeaVariable.windSpeed.words == "wind speed")
    #expect(SeaVariable.weatherCode.words == "weather code" && SeaVariable.score.words == "score")
  }
}
