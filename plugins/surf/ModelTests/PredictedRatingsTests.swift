import PodiumCore
import Testing

@testable import SurfModel
@testable import SurfStudies

/// Ratings that are predicted from the sessions with the most similar conditions.
struct PredictedRatingsTests {
  /// Sessions of alternating small and large waves, rated 1 and 5.
  private func sessions(_ count: Int) -> [PredictedRatings.Session] {
    (0..<count).map { place in
      let isLarge = place % 2 == 1
      return PredictedRatings.Session(
        end: Moment(microseconds: place * 86_400_000_000),
        conditions: Conditions([.height: (isLarge ? 2 : 0.5) + 0.01 * Double(place)]), isGood: isLarge,
        ratings: ["power": isLarge ? 5 : 1])
    }
  }

  private let background = (0..<40).map { Conditions([.height: 0.4 + 0.05 * Double($0)]) }

  @Test func `similar sessions decide, and fewer than eight predict nothing`() throws {
    let ratings = PredictedRatings(sessions(12), background: background, variables: [.height])
    #expect(ratings.count(of: "power") == 12 && ratings.count(of: "chop") == 0)
    let large = try #require(ratings.ratings(Conditions([.height: 2.05]))["power"])
    let small = try #require(ratings.ratings(Conditions([.height: 0.55]))["power"])
    #expect(large > 3.5 && small < 2.5 && large <= 5 && small >= 1)
    #expect(ratings.ratings(Conditions()).isEmpty)
    let few = PredictedRatings(sessions(7), background: background, variables: [.height])
    #expect(few.ratings(Conditions([.height: 2])).isEmpty)
  }

  @Test func `a prediction that looks back knows only what was logged before`() {
    let past = PredictedRatings(sessions(12), background: background, variables: [.height], looksBack: true)
    func known(_ day: Int) -> [String: Double] {
      past.ratings(Conditions([.height: 2]), known: Moment(microseconds: day * 86_400_000_000))
    }
    #expect(known(6).isEmpty)
    let first = PredictedRatings(sessions(8), background: background, variables: [.height])
    #expect(known(7) == first.ratings(Conditions([.height: 2])))
  }

  @Test func `hours carry the ratings that their conditions would get`() {
    let ratings = PredictedRatings(sessions(12), background: background, variables: [.height])
    let hours = [2.05, 0.55].map { height in
      PreferenceHour(SeaState(at: Moment(microseconds: 0), values: [.waveHeight: height], tide: nil))
    }
    var preference = Preference()
    preference.daylightOnly = false
    preference.minimumRatings = ["power": 3]
    #expect(preference.matches(HourTable(hours)) == [false, false])
    #expect(preference.matches(HourTable(hours).rated(by: HourTaste(here: ratings))) == [true, false])
  }
}

/// Breaking on a slope, times of day, and reasons in other units.
struct LimitTests {
  @Test func `a steeper slope breaks waves higher, from an index of 0.78 on a flat bottom`() throws {
    #expect(Waves.breakerIndex(breakingHeight: 2, period: 14, slope: 0) == 0.78)
    let heights = try [0, 0.02, 0.05, 0.1].map { try #require(Waves.breaking(height: 2, period: 14, slope: $0)) }
    #expect(zip(heights, heights.dropFirst()).allSatisfy { $0 < $1 })
    // Each height keeps the power that arrives from deep water.
    for (slope, height) in zip([0, 0.02, 0.05, 0.1], heights) {
      let index = try #require(Waves.breakerIndex(breakingHeight: height, period: 14, slope: slope))
      let arriving = 2.0 * 2.0 * 9.81 * 14 / (4 * .pi)
      #expect((height * height * (9.81 * height / index).squareRoot() / arriving - 1).magnitude < 1e-9)
    }
    #expect(Waves.breaking(height: 2, period: 14, slope: 0.2) == nil)
    #expect(Waves.breaking(height: -1, period: 14, slope: 0.02) == nil)
  }

  @Test func `the distance to times of day is that to their nearer end`() throws {
    let times = try #require(DayTimes(from: 360, to: 600))
    #expect([720, 601, 600, 599, 300].map { times.minutesUntil($0) } == [120, 1, 1, 0, 60])
    var preference = Preference()
    preference.daylightOnly = false
    preference.times = times
    let hour = PreferenceHour(SeaState(at: Moment(microseconds: 0), values: [:], tide: nil), minutes: 720)
    #expect(preference.match(hour).misses.first?.reason == "12:00 is 120 minutes outside of 06:00..10:00")
  }

  @Test func `reasons can be in other units, and temperatures differ without their offset`() throws {
    var preference = Preference()
    preference.daylightOnly = false
    (preference.height, preference.airTemperature) = (Bounds(high: 1.524), Bounds(low: 15))
    let sea = SeaState(
      at: Moment(microseconds: 0), values: [.waveHeight: 1.8288, .airTemperature: 10], tide: nil)
    let match = preference.match(PreferenceHour(sea), units: [.length: .foot, .temperature: .fahrenheit])
    #expect(
      match.misses.map(\.reason) == [
        "the height of 6 ft is 1 ft above 5 ft", "the air temperature of 50 °F is 9 °F below 59 °F",
      ])
    #expect(preference.match(PreferenceHour(sea)).misses.first?.reason.contains("1.829 m") == true)
  }
}

/// What counts as a hit, and the line to beat.
struct AlertOverlapTests {
  private func row(_ hour: Int, good: Bool) -> AlertRow {
    let from = Moment(microseconds: hour * 3_600_000_000)
    return AlertRow(
      window: Window(from: from, to: Moment(microseconds: from.microseconds + 7_200_000_000)), day: 0, person: 0,
      spot: 0, lead: 24, isGood: good, isJudged: true)
  }

  @Test func `an alert is a hit where it and a good session share half of the shorter one`() {
    let rows = [8, 10, 12, 14, 16].map { row($0, good: $0 == 10) }
    let whole = AlertMeasures.Counts(AlertMeasures.stretches(rows, [1, 1, 1, 1, 1], 0.5))
    #expect(whole.alerts == 1 && whole.hits == 1 && whole.good == 1 && whole.found == 1)
    let other = AlertMeasures.Counts(AlertMeasures.stretches(rows, [0, 0, 1, 1, 1], 0.5))
    #expect(other.alerts == 1 && other.hits == 0 && other.found == 0)
    let half = AlertMeasures.Counts(AlertMeasures.stretches(rows, [0, 1, 1, 0, 0], 0.5))
    #expect(half.hits == 1 && half.found == 1)
  }

  @Test func `alerting always is right on the share of days that had a good session`() throws {
    let rows = (0..<50).flatMap { day in [8, 10, 12].map { row(day * 24 + $0, good: day % 2 == 0 && $0 == 10) } }
    let study = AlertStudy(
      rows.map { AlertStudy.Row($0, conditions: Conditions([.height: 1]), matches: false, hour: 8, season: 0) },
      variables: [.height])
    let places = Array(rows.indices)
    let chances = try study.chances(.always, training: places, test: places).test
    let measures = AlertMeasures(
      rows, chances: chances, raised: chances, areChances: AlertStudy.Method.always.hasChances, seed: Seed(1))
    #expect(measures.precision.value == 0.5 && measures.recall.value == 1)
    #expect(measures.precision.n == 50 && measures.brier == nil)
  }
}

/// What a simulation adds: a condition that no one likes.
struct PlantedNoiseTests {
  @Test func `noise has a weight below that of height`() throws {
    let study = try SimulationStudy(
      MadeSea.chances(days: 90, seed: 9), variables: MadeSea.variables, users: 8, sessions: 20,
      methods: [.stated], background: 40, seed: Seed(5))
    let noise = study.surfers.compactMap(\.noiseWeight)
    let heights = study.surfers.filter { $0.good > 0 }.map { $0.taste.weight(.height) }
    #expect(!noise.isEmpty && !heights.isEmpty)
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    #expect(mean(noise) < mean(heights), "\(noise) \(heights)")
  }
}
