import PodiumCore
import SurfModel
import Testing

/// Stated preferences: what matches, what fails and what is not known.
struct PreferenceTests {
  private func hour(
    _ values: [SeaVariable: Double] = [:], tide: TideStage? = nil, minutes: Int? = 480, facing: Double? = 180
  ) -> PreferenceHour {
    PreferenceHour(
      SeaState(at: Moment(microseconds: 0), values: values, tide: tide), minutes: minutes, weekday: .saturday,
      isDaylight: true, facing: facing)
  }

  @Test func `a preference without clauses matches every hour`() {
    #expect(Preference().match(hour()).matches && Preference().match(hour()).clauses.map(\.name) == ["daylight"])
  }

  @Test func `the arc 290 to 20 holds 350 and 10, and not 30`() {
    var preference = Preference()
    preference.swellDirection = Arc(from: 290, to: 20)
    for (direction, isInside) in [(350.0, true), (10, true), (290, true), (20, true), (30, false), (289, false)] {
      #expect(preference.match(hour([.waveDirection: direction])).matches == isInside)
    }
    let miss = preference.match(hour([.waveDirection: 30])).misses.first
    #expect(miss?.excess == 10 && miss?.reason == "the swell direction of 30° is 10° after 20°")
  }

  @Test func `what is not known never matches, and a failed clause comes before it`() {
    var preference = Preference()
    preference.height = Bounds(low: 1.2, high: 2.5)
    preference.tideLevels = [.mid]
    #expect(preference.match(hour([.waveHeight: 2])).answer == .unknown)
    #expect(preference.match(hour([.waveHeight: 3])).answer == .no)
    #expect(preference.match(hour([.waveHeight: 2], tide: TideStage(fraction: 0.5, trend: .rising))).answer == .yes)
    let miss = preference.match(hour([.waveHeight: 2.6])).misses.first
    #expect(miss?.reason == "the height of 2.6 m is 0.1 m above 2.5 m")
  }

  @Test func `wind sides need a beach, and calm air has every direction`() {
    var preference = Preference()
    preference.windSides = [.offshore, .glassy]
    #expect(preference.match(hour([.windSpeed: 6, .windDirection: 0])).answer == .yes)
    #expect(preference.match(hour([.windSpeed: 6, .windDirection: 0], facing: nil)).answer == .unknown)
    #expect(preference.match(hour([.windSpeed: 6, .windDirection: 170])).answer == .no)
    preference = Preference()
    preference.windDirection = Arc(from: 0, to: 10)
    #expect(preference.match(hour([.windSpeed: 0])).answer == .yes)
    #expect(preference.match(hour([.windSpeed: 1])).answer == .unknown)
  }

  @Test func `words and ranges without an upper end have a place, and of alternatives the nearest counts`() throws {
    var clean = Preference()
    (clean.height, clean.windSides, clean.tideTrends) = (Bounds(low: 1), [.offshore, .glassy], [.rising])
    #expect(clean.statedConditions == [.height, .onshore, .tideTrend])
    let windy = Conditions([.height: 3, .windSpeed: 6, .onshore: 5, .tideFraction: 0.5, .tideTrend: 1])
    #expect(windy.windSide == .onshore && windy.tide == TideStage(fraction: 0.5, trend: .rising))
    let place = clean.position(of: windy)
    #expect(place[.height] == 0 && place[.onshore] == 2 && place[.tideTrend] == 0)
    // Half a metre below a range as wide as from 1 to 2 m, and what is not known.
    let low = clean.position(of: Conditions([.height: 0.5, .windSpeed: 6]))
    #expect(low[.height] == -2 && low[.onshore].isNaN && low[.tideTrend].isNaN)
    var any = Preference()
    (any.height, any.windSides) = (Bounds(low: 0.5, high: 4), [.onshore])
    #expect([clean, any].nearest(to: windy)?.preference == any && [Preference()].nearest(to: windy) == nil)
    #expect([clean, any].position(of: windy)[.onshore] == 0)
  }

  @Test func `times may cross midnight, and belong to the day on which they began`() throws {
    let times = try #require(DayTimes(from: 1320, to: 360))
    for (minute, isInside) in [(1320, true), (1439, true), (0, true), (359, true), (360, false), (720, false)] {
      #expect(times.contains(minute) == isInside)
    }
    var preference = Preference()
    (preference.times, preference.weekdays) = (times, [.friday])
    // Saturday at 01:00 is the night of Friday.
    #expect(preference.match(hour(minutes: 60)).matches && !preference.match(hour(minutes: 1380)).matches)
  }

  @Test(arguments: 1...20)
  func `a table of hours gives the answers of single hours`(_ seed: UInt64) {
    var random = SplitMix(seed)
    func maybe<Value>(_ value: Value) -> Value? { random.next() % 4 == 0 ? nil : value }
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    let hours = (0..<200).map { _ -> PreferenceHour in
      var values: [SeaVariable: Double] = [:]
      for (variable, range) in [
        (SeaVariable.waveHeight, 0.0...5.0), (.swellHeight, 0...4), (.wavePeakPeriod, 3...20), (.swellPeriod, 3...20),
        (.wavePeriod, 3...20), (.swellDirection, 0...359), (.waveDirection, 0...359), (.windSpeed, 0...15),
        (.windDirection, 0...359), (.airTemperature, -5...30), (.precipitation, 0...3), (.cloudCover, 0...100),
      ] { values[variable] = maybe(number(range)) }
      if random.next() % 8 == 0 { values[.windSpeed] = 0 }
      return PreferenceHour(
        SeaState(
          at: Moment(microseconds: 0), values: values,
          tide: maybe(TideStage(fraction: number(0...1), trend: TideStage.Trend.allCases[Int(random.next() % 3)]))),
        minutes: maybe(Int(random.next() % 1440)), weekday: maybe(Weekday.allCases[Int(random.next() % 7)]),
        isDaylight: maybe(random.next() % 2 == 0), facing: maybe(number(0...359)), score: maybe(number(0...1)))
    }
    let table = HourTable(hours)
    for _ in 0..<20 {
      var preference = Preference()
      preference.height = maybe(Bounds(low: maybe(number(0...2)), high: number(2...5))) ?? nil
      preference.period = maybe(Bounds(low: number(5...12))) ?? nil
      preference.swellDirection = maybe(Arc(from: number(0...359), to: number(0...359)))
      preference.windSpeed = maybe(Bounds(high: number(2...15))) ?? nil
      if random.next() % 3 == 0 { preference.windDirection = Arc(from: number(0...359), to: number(0...359)) }
      if random.next() % 3 == 0 { preference.windSides = [.offshore, .glassy] }
      if random.next() % 3 == 0 { preference.tideLevels = [.mid, .high] }
      if random.next() % 3 == 0 { preference.tideTrends = [.rising] }
      if random.next() % 3 == 0 {
        preference.times = DayTimes(from: Int(random.next() % 1440), to: Int(random.next() % 1440))
      }
      if random.next() % 4 == 0 { preference.weekdays = [.saturday, .sunday] }
      if random.next() % 3 == 0 { preference.airTemperature = Bounds(low: 5) }
      if random.next() % 4 == 0 { preference.cloudCover = Bounds(high: 60) }
      if random.next() % 4 == 0 { preference.minimumScore = 0.3 }
      preference.daylightOnly = random.next() % 2 == 0
      #expect(preference.matches(table) == hours.map { preference.match($0).matches })
    }
  }

  @Test func `comfort is 1 in the middle of the limits and 0 at their edge`() {
    var preference = Preference()
    preference.height = Bounds(low: 1, high: 3)
    #expect(preference.comfort(hour([.waveHeight: 2])) == 1)
    #expect(preference.comfort(hour([.waveHeight: 1])) == 0 && preference.comfort(hour([.waveHeight: 2.5])) == 0.5)
    preference.swellDirection = Arc(from: 350, to: 10)
    #expect((preference.comfort(hour([.waveHeight: 2, .waveDirection: 0])) - 1).magnitude < 1e-12)
    #expect(Preference().comfort(hour()) == 1)
  }

  @Test func `hours merge into windows of at least two hours without a break`() {
    func at(_ hour: Int) -> Moment { Moment(microseconds: hour * 3_600_000_000) }
    let hours =
      [1, 2, 3, 5, 7, 8].map { SurfWindows.Hour(at: at($0), matches: true, quality: Double($0) / 10) }
      + [4, 6].map { SurfWindows.Hour(at: at($0), matches: false) }
    let windows = SurfWindows.merge(hours.reversed())
    #expect(windows.map(\.from) == [at(1), at(7)] && windows.map(\.to) == [at(4), at(9)])
    #expect((windows[0].quality - 0.2).magnitude < 1e-12)
    #expect(windows[0].share(coveredBy: Window(from: at(2), to: at(9))) == 2.0 / 3)
  }
}

/// A small generator, so that a seed gives the same numbers everywhere.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
