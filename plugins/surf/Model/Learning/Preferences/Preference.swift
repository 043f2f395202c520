/// The conditions that a surfer says are good; every clause is optional, and all of them must hold.
public struct Preference: Sendable, Equatable {
  /// Significant height of the waves in metres.
  public var height: Bounds?
  /// Peak period in seconds.
  public var period: Bounds?
  /// Where the swell comes from.
  public var swellDirection: Arc?
  /// In metres per second.
  public var windSpeed: Bounds?
  /// Where the wind comes from.
  public var windDirection: Arc?
  /// Empty: any side.
  public var windSides: Set<WindSide> = []
  /// Empty: any level.
  public var tideLevels: Set<TideStage.Level> = []
  /// Empty: any trend.
  public var tideTrends: Set<TideStage.Trend> = []
  /// By the clocks of the spot.
  public var times: DayTimes?
  /// Empty: any day. After midnight, times that cross it belong to the day on which they began.
  public var weekdays: Set<Weekday> = []
  /// From dawn to dusk of civil twilight; false for those who surf at night too.
  public var daylightOnly = true
  /// In degrees Celsius.
  public var airTemperature: Bounds?
  /// In millimetres per hour.
  public var precipitation: Bounds?
  /// In hundredths of the sky.
  public var cloudCover: Bounds?
  /// The minimum predicted rating by category, on the scale of the category.
  public var minimumRatings: [String: Double] = [:]
  /// The minimum predicted score, from 0 to 1.
  public var minimumScore: Double?
  /// The minimum likeness to good sessions, from 0 to 1.
  public var minimumLikeness: Double?
  /// The minimum chance of a good rating, from 0 to 1.
  public var minimumChance: Double?

  /// A preference without clauses, which every hour of daylight matches.
  public init() {}

  public var isEmpty: Bool { self == Preference() }

  /// Whether it asks for what is learned of sessions.
  public var asksTaste: Bool { !minimumRatings.isEmpty || minimumLikeness != nil || minimumChance != nil }
}

/// An hour as a preference sees it: the sea, the local clock, daylight and what was predicted for it.
public struct PreferenceHour: Sendable, Equatable {
  public var sea: SeaState
  /// After local midnight; nil where the zone is not known.
  public var minutes: Int?
  public var weekday: Weekday?
  public var isDaylight: Bool?
  /// The direction the beach faces, in degrees.
  public var facing: Double?
  /// Predicted ratings by category.
  public var ratings: [String: Double]
  /// The predicted score, from 0 to 1.
  public var score: Double?
  /// How alike it is to the good sessions of a person, and the chance that they rate it good.
  public var likeness: Double?
  public var chance: Double?

  public init(
    _ sea: SeaState, minutes: Int? = nil, weekday: Weekday? = nil, isDaylight: Bool? = nil, facing: Double? = nil,
    ratings: [String: Double] = [:], score: Double? = nil
  ) {
    (self.sea, self.minutes, self.weekday, self.isDaylight) = (sea, minutes, weekday, isDaylight)
    (self.facing, self.ratings, self.score) = (facing, ratings, score)
  }
}

extension SeaState {
  /// The significant height in metres: of the whole sea where it is known, else of the primary swell.
  public var height: Double? { self[.waveHeight] ?? self[.swellHeight] }
}

extension Preference {
  /// Whether its times of day and days of the week allow an hour; where its clock is not known they do not.
  public func allows(_ hour: PreferenceHour) -> Bool {
    var clock = Preference()
    (clock.times, clock.weekdays, clock.daylightOnly) = (times, weekdays, false)
    return clock.match(hour).matches
  }

  /// The conditions of which a range or an arc is stated, with its ends.
  public var statedRanges: [LikedRange] {
    var ranges: [LikedRange] = []
    for (variable, bounds) in [
      (ConditionVariable.height, height), (.period, period), (.windSpeed, windSpeed),
    ] {
      guard let bounds, bounds.ends.high > bounds.ends.low else { continue }
      let (low, high) = bounds.ends
      ranges.append(LikedRange(variable: variable, low: low, high: high, isOpen: bounds.high == nil))
    }
    for (variable, arc) in [(ConditionVariable.swellDirection, swellDirection), (.windDirection, windDirection)] {
      guard let arc, arc.from != arc.to else { continue }
      ranges.append(LikedRange(variable: variable, low: arc.from, high: arc.to))
    }
    return ranges
  }

  /// What is stated in words, and the word that conditions have; nil where it is not known.
  public func words(
    of conditions: Conditions
  ) -> [(variable: ConditionVariable, wanted: [String], found: String?)] {
    func words<Word: RawRepresentable<String> & CaseIterable & Hashable>(
      _ variable: ConditionVariable, _ wanted: Set<Word>, _ found: Word?
    ) -> (variable: ConditionVariable, wanted: [String], found: String?) {
      (variable, Word.allCases.filter(wanted.contains).map(\.rawValue), found?.rawValue)
    }
    return [
      words(.onshore, windSides, conditions.windSide), words(.tideFraction, tideLevels, conditions.tide?.level),
      words(.tideTrend, tideTrends, conditions.tide?.trend),
    ].filter { !$0.wanted.isEmpty }
  }

  /// The conditions of which something is stated.
  public var statedConditions: [ConditionVariable] {
    statedRanges.map(\.variable) + words(of: Conditions()).map(\.variable)
  }

  /// Where conditions are in what is stated: in ranges by `LikedRange.position`; 0 with a word that is wanted, and half a width
  /// outside of it with another.
  public func position(of conditions: Conditions) -> Conditions {
    var position = LikedRange.position(conditions, statedRanges)
    for (variable, wanted, found) in words(of: conditions) {
      if let found { position[variable] = wanted.contains(found) ? 0 : 2 }
    }
    return position
  }
}

extension [Preference] {
  /// Whether the times and days of an alternative allow an hour; without alternatives every hour.
  public func allow(_ hour: PreferenceHour) -> Bool { isEmpty || contains { $0.allows(hour) } }

  /// Of alternatives the one that conditions are least outside of, and where they are in it; nil where none states anything.
  public func nearest(to conditions: Conditions) -> (preference: Preference, position: Conditions)? {
    let found = filter { !$0.statedConditions.isEmpty }.map { ($0, $0.position(of: conditions)) }
    func outside(_ one: (preference: Preference, position: Conditions)) -> Double {
      one.preference.statedConditions.reduce(0) { sum, variable in
        let place = one.position[variable]
        // What is not known may be outside.
        let apart = place.isFinite ? Swift.max(0, place.magnitude - 1) : 1
        return sum + apart * apart
      }
    }
    return found.count < 2 ? found.first : found.min { outside($0) < outside($1) }
  }

  /// Where conditions are in the nearest alternative.
  public func position(of conditions: Conditions) -> Conditions { nearest(to: conditions)?.position ?? Conditions() }
}
