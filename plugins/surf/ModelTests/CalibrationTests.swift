import PodiumCore
import Testing

@testable import SurfModel
@testable import SurfStudies

/// Chances come true on made surfers, by a small version of `surf-bench calibration`.
struct CalibrationTests {
  @Test func `what is said comes true within two standard errors, and is never 0 or 1`() throws {
    let study = try CalibrationStudy(groups: 30, ways: [.near, .rows], seed: Seed(1))
    for tally in study.tallies where !tally.isHigh {
      #expect(tally.groups == 30 && tally.z.magnitude <= 2, "\(tally)")
    }
    // Of the few above 0.9 none is much too sure.
    for tally in study.tallies where tally.isHigh && tally.windows >= 20 {
      #expect(tally.said - tally.cameTrue <= max(0.1, 2 * tally.error), "\(tally)")
    }
    #expect(study.least >= 0.001 && study.most <= 0.999)
  }

  @Test func `few neighbours of one kind are not a certainty`() {
    let rows = NearestRows(
      k: 3, classCount: 2, codes: [1, 1, 1, 0, 0, 0], spots: [0, 0, 0, 0, 0, 0], persons: [0, 0, 0, 0, 0, 0],
      values: [[1, 1.1, 1.2, 5, 5.1, 5.2]], scales: [1], isCircular: [false])
    let (near, far) = (rows.shares([1.1], spot: 0, person: 0), rows.shares([5.1], spot: 0, person: 0))
    #expect(near[1] > 0.6 && near[1] < 0.95 && far[1] < 0.4 && far[1] > 0.05)
    #expect((near[0] + near[1] - 1).magnitude < 1e-12)
  }

  @Test func `what is unlike all known rows is not answered by the nearest of them`() {
    let codes = (0..<60).map { $0 % 10 == 3 ? 0 : 1 }
    let rows = NearestRows(
      k: 15, classCount: 2, codes: codes, spots: codes.map { _ in 0 }, persons: codes.map { _ in 0 },
      values: [(0..<60).map { Double($0 * 7 % 60) / 60 }], scales: [2], isCircular: [false])
    let (near, far) = (rows.shares([0.5], spot: 0, person: 0)[1], rows.shares([20], spot: 0, person: 0)[1])
    #expect(near > 0.8 && far < 0.75 && far > 1.0 / 3, "\(near), \(far)")
    // Of more classes too.
    let three = NearestRows(
      k: 3, classCount: 3, codes: [0, 0, 0, 1, 1, 2, 2, 2], spots: [Int](repeating: 0, count: 8),
      persons: [Int](repeating: 0, count: 8), values: [[0, 0.1, 0.2, 1, 1.1, 2, 2.1, 2.2]], scales: [3],
      isCircular: [false])
    let away = three.shares([50], spot: 0, person: 0)
    #expect((away[0] - 3.5 / 9.5).magnitude < 0.01 && (away.reduce(0, +) - 1).magnitude < 1e-12, "\(away)")
    #expect(three.shares([2.1], spot: 0, person: 0)[2] > 0.6)
  }

  @Test func `rows count as many as they are unlike`() {
    func count(_ values: [Double], persons: [Int]? = nil) -> Double {
      RowLikeness(
        values: [values], scales: [1], isCircular: [false], spots: values.map { _ in 0 },
        persons: persons ?? values.map { _ in 0 }
      ).unlikeCount
    }
    #expect(count([]) == 0 && count([3]) == 1 && (count([3, 3, 3, 3]) - 1).magnitude < 1e-12)
    #expect((count([0, 100, 200]) - 3).magnitude < 1e-12 && count([1, .nan]) < 1.000001)
    #expect(count([3, 3], persons: [0, 1]) > 1.1 && count([3, 3], persons: [0, 1]) < 1.4)
    let drift = count((0..<1000).map { Double($0) / 500 })
    #expect(drift > 1 && drift < 3, "\(drift)")
  }

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
      for method in [AlertStudy.Method.climatology, .near, .everyone] {
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
      return try study.chances(.near, training: Array(0..<days), test: [170]).test[0]
    }
    // Fifteen days are of about two swells, whatever the wind of each was; four months are of many.
    let (few, many) = (try chance(15, isGood: true), try chance(120, isGood: true))
    #expect(few > 0.7 && few < 0.85 && many > 0.88 && many < 0.96, "\(few), \(many)")
    let (none, never) = (try chance(15, isGood: false), try chance(120, isGood: false))
    #expect(none > 0.08 && none < 0.15 && never < 0.05, "\(none), \(never)")
  }

  @Test func `chances that held-out rows contradict stay near the share of all`() throws {
    let odds = (0..<40).map { Double($0 % 8) - 4 }
    let level = PlattScaling.Level(good: 20, of: 40, unlike: 40)
    let platt = try #require(PlattScaling(logOdds: odds, isGood: odds.map { $0 < 0 }, level: level))
    #expect(platt.slope == 0.1 && (0.3...0.7).contains(platt.chance(3)))
    #expect(PlattScaling(logOdds: [1, 2], isGood: [true, true], level: level) == nil)
  }

  @Test func `calibration gives shares that agree with what happens`() throws {
    var random = SplitMix(5)
    var (odds, good): ([Double], [Bool]) = ([], [])
    for _ in 0..<4000 {
      let x = Double.random(in: -3...3, using: &random)
      odds.append(2 * x)
      good.append(Double.random(in: 0..<1, using: &random) < LogOdds.chance(x - 1))
    }
    let level = PlattScaling.Level(good: Double(good.count { $0 }), of: 4000, unlike: 4000)
    let platt = try #require(PlattScaling(logOdds: odds, isGood: good, level: level))
    #expect((platt.slope - 0.5).magnitude < 0.06 && (platt.offset + 1).magnitude < 0.12)
  }

  @Test func `what decides has a weight, which people who differ in it do not hide`() {
    // Everyone likes another height, within half a metre; a few good rows each, in any direction.
    var random = SplitMix(12)
    var values: [[Double]] = [[], []]
    let persons = (0..<2000).map { _ in Int(random.next() % 25) }
    for _ in persons {
      values[0].append(Double.random(in: 0...4, using: &random))
      values[1].append(Double.random(in: 0..<360, using: &random))
    }
    let classes = zip(persons, values[0]).map { ($1 - 4 * Double($0) / 25).magnitude < 0.25 ? 1 : 0 }
    func weights(_ persons: [Int]) -> [Double] {
      ConditionWeights.weights(
        RatedRows(
          columns: ["wave_height_m", "swell_direction_deg"], values: values, classes: classes,
          spots: persons.map { _ in 0 }, persons: persons), [0, 1])
    }
    let own = weights(persons)
    #expect(own[0] > 0.7 && own[1] < 0.15, "\(own)")
    #expect(weights(persons.map { _ in 0 })[0] < 0.2)
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
