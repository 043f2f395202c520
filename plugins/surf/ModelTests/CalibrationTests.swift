import PodiumCore
import Testing

@testable import SurfModel

/// What is said where rows are few or all alike, and how much few values can show.
struct CalibrationTests {
  @Test func `rows of one class are never a certainty`() throws {
    for isGood in [false, true] {
      let rows = (0..<60).map { place in
        AlertStudy.Row(
          AlertRow(
            window: Window(
              from: Moment(microseconds: place / 2 * 86_400_000_000),
              to: Moment(microseconds: place / 2 * 86_400_000_000 + 7_200_000_000)), day: place / 2, person: place % 2,
            spot: 0, lead: 24, isGood: isGood, isJudged: true, isSurfed: true),
          conditions: Conditions([.height: 1 + Double(place % 7) / 10]), matches: false, hour: 8, season: 0)
      }
      let study = AlertStudy(rows, variables: [.height])
      for method in [AlertStudy.Method.climatology, .everyone] {
        let found = try study.chances(method, training: Array(0..<40), test: Array(50..<60))
        for chance in found.test + found.training {
          #expect(chance > 0.001 && chance < 0.999, "\(method), \(isGood): \(chance)")
        }
      }
    }
  }

  @Test func `one regression for all ranks windows by what makes them good, whoever surfs`() throws {
    let rows = (0..<90).map { place in
      let start = Moment(microseconds: place * 86_400_000_000)
      let height = Double(place * 7 % 10)
      return AlertStudy.Row(
        AlertRow(
          window: Window(from: start, to: start.later(seconds: 7200)), day: place, person: place % 3, spot: 0, lead: 24,
          isGood: height > 5, isJudged: true, isSurfed: true),
        conditions: Conditions([.height: height, .windDirection: Double(place % 4) * 90]), matches: false, hour: 8,
        season: 0)
    }
    let study = AlertStudy(rows, variables: [.height, .windDirection])
    let found = try study.chances(.everyone, training: Array(0..<60), test: Array(60..<90))
    for (row, chance) in zip(rows[60...], found.test) { #expect((chance > 0.5) == row.alert.isGood, "\(chance)") }
    // Held out, in five blocks.
    #expect(zip(rows, found.training).allSatisfy { ($1 > 0.5) == $0.alert.isGood })
  }

  @Test func `days of one class count as many as the swells they are of`() throws {
    var random = RandomSource(seed: 11)
    let conditions = (0..<180).map { _ in
      Conditions([
        .height: 1 + random.uniform(), .period: 8 + 6 * random.uniform(), .onshore: 8 * random.uniform() - 4,
        .cross: 6 * random.uniform() - 3, .swellDirection: 280 + 40 * random.uniform(),
      ])
    }
    func chance(_ days: Int, isGood: Bool) throws -> Double {
      let rows = conditions.enumerated().map { day, conditions in
        let start = Moment(microseconds: day * 86_400_000_000)
        return AlertStudy.Row(
          AlertRow(
            window: Window(from: start, to: start.later(seconds: 7200)), day: day, person: 0, spot: 0, lead: 24,
            isGood: isGood, isJudged: true, isSurfed: true), conditions: conditions, matches: false, hour: 8, season: 0)
      }
      let study = AlertStudy(rows, variables: [.height, .period, .onshore, .cross, .swellDirection])
      return try study.chances(.everyone, training: Array(0..<days), test: [170]).test[0]
    }
    // Fifteen days are of about three swells, whatever the wind of each was; four months are of many.
    let (few, many) = (try chance(15, isGood: true), try chance(120, isGood: true))
    #expect(few > 0.7 && few < 0.85 && many > 0.9 && many < 0.98, "\(few), \(many)")
    let (none, never) = (try chance(15, isGood: false), try chance(120, isGood: false))
    #expect(none > 0.08 && none < 0.15 && never < 0.05, "\(none), \(never)")
  }

  @Test func `few values are close by chance, and evidence says when it is more`() throws {
    var random = SplitMix(14)
    let values = (0..<500).map { _ in Double.random(in: 0...1, using: &random) }
    for variable in [ConditionVariable.height, .swellDirection] {
      let background = variable.isCircular ? values.map { $0 * 360 } : values
      var (agreements, evidence) = (0.0, 0.0)
      for start in 0..<100 {
        let few = (0..<5).map { background[(start * 5 + $0) % 500] }
        let range = try #require(LearnedRange(variable, good: few, background: background))
        agreements += (range.agreement ?? .nan) / 100
        evidence += range.evidence / 100
      }
      #expect(agreements.magnitude < 0.12 && evidence < 0.2, "\(variable): \(agreements) \(evidence)")
      let close = (0..<8).map { (variable.isCircular ? 360 : 1) * (0.5 + Double($0) / 100) }
      let range = try #require(LearnedRange(variable, good: close, background: background))
      #expect(range.concentration > 0.8 && range.evidence > 0.9)
    }
    // One session agrees with itself, which says nothing.
    #expect(LearnedRange(.height, good: [1], background: values)?.agreement == nil)
    let taste = LearnedTaste(
      good: [Conditions([.height: 1, .period: 9])],
      background: values.map { Conditions([.height: $0, .period: 10 * $0]) }, variables: [.height, .period])
    #expect(taste.weights == [LearnedTaste.equalWeight, LearnedTaste.equalWeight])
  }
}
