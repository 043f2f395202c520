internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// The clauses of a preference as they are typed and stored.
struct PreferenceText {
  /// A key of `surf prefer` and what it limits.
  enum Clause: String, CaseIterable {
    case height, period, direction, wind
    case windDirection = "wind-direction"
    case tide, time, days, daylight, air, rain, cloud, rating, score, likeness, chance

    var help: String {
      switch self {
      case .height: "Height of the waves, as in 1.2..2.5, 4..8ft or 1.5.."
      case .period: "Peak period in seconds, as in 10.."
      case .direction: "Where the swell comes from, clockwise, as in 290..20 or NW..NNE."
      case .wind: "Sides and speeds of the wind, as in offshore or glassy,offshore or ..10kn."
      case .windDirection: "Where the wind comes from, clockwise, as in 300..60."
      case .tide: "Stages of the tide: low, mid, high, rising, falling, slack, as in mid,rising."
      case .time: "Times of day at the spot, as in 06:00..10:00; they may cross midnight."
      case .days: "Days of the week, as in sat,sun, or weekend."
      case .daylight: "Whether hours count from dawn to dusk alone, by default yes; no for the night too."
      case .air: "Air temperature, as in 10.. or 50F..."
      case .rain: "Rain in millimetres an hour, as in ..0.5."
      case .cloud: "Cloud cover in percent, as in ..50."
      case .rating: "Lowest predicted overall rating, as in 4, or that of a category, as in power:3."
      case .score: "Lowest score of the forecast's source, from 0 to 1."
      case .likeness: "Lowest likeness to your good sessions, from 0 to 1, as surf why shows it."
      case .chance: "Lowest chance of a session that you rate 4 or more, from 0 to 1, as in surf week."
      }
    }

    var parameter: Parameter<[String]?> { .list(rawValue, help: help) }
  }

  let profile: SurfProfile
  let categories: [Category]
  /// Units that were taken from the profile, as sentences.
  private(set) var remarks: [String] = []

  init(_ profile: SurfProfile, _ categories: [Category]) { (self.profile, self.categories) = (profile, categories) }

  /// Sets a clause from its typed words; without words the clause goes.
  ///
  /// Throws `bad-value` and `unknown-category`.
  mutating func set(
    _ clause: Clause, _ words: [String], in preference: inout Preference, span: SourceSpan?
  ) throws(Diagnostic) {
    let words = words.filter { !$0.isEmpty }
    func bad(_ allowed: String) -> Diagnostic {
      .badValue(clause.rawValue, words.joined(separator: ","), allowed: allowed, span: span)
    }
    func range(_ quantity: SurfUnit.Quantity, _ limits: ClosedRange<Double>, _ example: String) throws(Diagnostic)
      -> Bounds?
    {
      guard let word = words.first else { return nil }
      guard words.count == 1, let bounds = bounds(word, quantity, limits, clause) else {
        throw bad("a range, as in \(example)")
      }
      return bounds
    }
    switch clause {
    case .height: preference.height = try range(.length, 0...40, "1.2..2.5, 4..8ft or 1.5..")
    case .period: preference.period = try range(.period, 0...35, "10..18 or 12..")
    case .air: preference.airTemperature = try range(.temperature, -60...60, "10..25 or 50F..")
    case .rain: preference.precipitation = try range(.rain, 0...500, "..0.5")
    case .cloud: preference.cloudCover = try range(.share, 0...100, "..50")
    case .direction, .windDirection:
      var arc: Arc?
      if let word = words.first {
        arc = words.count == 1 ? Arc(word) : nil
        guard arc != nil else { throw bad("two directions, clockwise, as in 290..20 or NW..NNE") }
      }
      if clause == .direction { preference.swellDirection = arc } else { preference.windDirection = arc }
    case .wind:
      (preference.windSides, preference.windSpeed) = ([], nil)
      for word in words.flatMap({ PreferenceText.windWords($0) }) {
        if let side = WindSide(rawValue: word.lowercased()) {
          preference.windSides.insert(side)
        } else if let speeds = bounds(word, .speed, 0...60, clause), preference.windSpeed == nil {
          preference.windSpeed = speeds
        } else {
          throw bad("sides (glassy, offshore, cross, onshore) and a range of speeds, as in offshore,..10kn")
        }
      }
    case .tide:
      var stages = SpotWindow()
      guard words.isEmpty || stages.takeTide(words.joined(separator: ",")) else { throw bad(SpotWindow.tideForm) }
      (preference.tideLevels, preference.tideTrends) = (stages.levels, stages.trends)
    case .time:
      preference.times = words.first.flatMap { DayTimes(typed: $0) }
      guard words.isEmpty || words.count == 1 && preference.times != nil else {
        throw bad("two times of day, as in 06:00..10:00")
      }
    case .days:
      preference.weekdays = []
      for word in words {
        let lower = word.lowercased()
        if lower == "weekend" {
          preference.weekdays.formUnion([.saturday, .sunday])
        } else if lower.count >= 2, let day = Weekday.allCases.first(where: { $0.name.lowercased().hasPrefix(lower) }) {
          preference.weekdays.insert(day)
        } else {
          throw bad("days of the week, as in sat,sun or weekend")
        }
      }
    case .daylight:
      guard words.count <= 1, ["yes", "no", nil].contains(words.first) else { throw bad("yes or no") }
      preference.daylightOnly = words.first != "no"
    case .rating:
      preference.minimumRatings = [:]
      for word in words {
        let parts = word.halves(of: ":") ?? (PredictedRatings.overall[...], word[...])
        guard let number = InstrumentNumber.read(parts.1) else {
          throw bad("an overall rating or CATEGORY:RATING, as in power:3")
        }
        let category =
          parts.0 == PredictedRatings.overall
          ? Category.overall
          : try SessionEntry.category(String(parts.0), categories, archived: true, span: span)
        // What is stored may be older than the scale.
        if span != nil, !(Double(category.scale.lowerBound)...Double(category.scale.upperBound)).contains(number) {
          throw bad("\(category.name) from \(category.scale.lowerBound) to \(category.scale.upperBound)")
        }
        preference.minimumRatings[category.key] = number
      }
    case .score, .likeness, .chance:
      // surf week shows chances as 60 %.
      let least = words.first.flatMap { word in
        word.hasSuffix("%")
          ? InstrumentNumber.read(String(word.dropLast())).map { $0 / 100 } : InstrumentNumber.read(word)
      }
      guard words.isEmpty || words.count == 1 && least.map({ (0...1).contains($0) }) == true else {
        throw bad("a number from 0 to 1, or in percent, as in 0.6 or 60%")
      }
      switch clause {
      case .likeness: preference.minimumLikeness = least
      case .chance: preference.minimumChance = least
      default: preference.minimumScore = least
      }
    }
  }

  /// `offshore<10kn` is a side and a speed.
  private static func windWords(_ word: String) -> [String] {
    guard let (side, speed) = word.halves(of: "<") else { return [word] }
    return (side.isEmpty ? [] : [String(side)]) + [".." + speed]
  }

  /// `1.2..2.5`, `..10kn`, `4..8ft`; a unit after one end counts for both. Nil for anything else.
  private mutating func bounds(
    _ word: String, _ quantity: SurfUnit.Quantity, _ limits: ClosedRange<Double>, _ clause: Clause
  ) -> Bounds? {
    guard let (first, second) = word.halves(of: "..") else { return nil }
    let unit = PreferenceText.unit(String(second)) ?? PreferenceText.unit(String(first))
    func end(_ text: Substring) -> (value: Double, isBare: Bool)? {
      let own = PreferenceText.unit(String(text)) == nil ? String(text) + (unit ?? "") : String(text)
      return profile.read(own, quantity)
    }
    let (low, high) = (first.isEmpty ? nil : end(first), second.isEmpty ? nil : end(second))
    guard first.isEmpty == (low == nil), second.isEmpty == (high == nil),
      [low, high].allSatisfy({ $0.map { limits.contains($0.value) } ?? true }),
      let bounds = Bounds(low: low?.value, high: high?.value)
    else { return nil }
    if unit == nil, let name = profile.units[quantity]?.name {
      remarks.append("read \(clause.rawValue)=\(word) in \(name)")
    }
    return bounds
  }

  /// The unit after a number; nil for a bare one.
  private static func unit(_ text: String) -> String? {
    let unit = text.drop { $0.isNumber || $0 == "." || $0 == "-" || $0 == "+" || $0 == " " }
    return unit.isEmpty ? nil : String(unit)
  }

  // MARK: - Stored

  /// The clauses in SI units, one a line, as `set` reads them.
  static func stored(_ preference: Preference) -> String {
    Clause.allCases.compactMap { clause in
      words(clause, preference, isExact: true).map { clause.rawValue + "=" + $0 }
    }.joined(separator: "\n")
  }

  /// A clause in words; nil where it is not set.
  static func words(
    _ clause: Clause, _ preference: Preference, _ units: ScreenUnits? = nil, isExact: Bool = false
  ) -> String? {
    func range(_ bounds: Bounds?, _ quantity: SurfUnit.Quantity) -> String? {
      guard let bounds else { return nil }
      let unit = units?.units[quantity]
      func end(_ value: Double?) -> String {
        guard let value else { return "" }
        // Conversion leaves digits such as 1.8288000000000002 that no one typed.
        guard let unit else { return NumberText.shortest(isExact ? value : PackedSeries.rounded(value, decimals: 6)) }
        return NumberText.shortest(PackedSeries.rounded(unit.shown(value), decimals: 3))
      }
      return end(bounds.low) + ".." + end(bounds.high) + (unit?.name ?? "")
    }
    func list(_ words: [String]) -> String? { words.isEmpty ? nil : words.joined(separator: ",") }
    switch clause {
    case .height: return range(preference.height, .length)
    case .period: return range(preference.period, .period)
    case .direction: return preference.swellDirection?.text
    case .wind:
      return list(
        WindSide.allCases.filter(preference.windSides.contains).map(\.rawValue)
          + [range(preference.windSpeed, .speed)].compactMap { $0 })
    case .windDirection: return preference.windDirection?.text
    case .tide:
      var stages = SpotWindow()
      (stages.levels, stages.trends) = (preference.tideLevels, preference.tideTrends)
      return stages.tideText
    case .time: return preference.times?.text
    case .days: return list(preference.weekdays.sorted().map { String($0.name.lowercased().prefix(3)) })
    case .daylight: return preference.daylightOnly ? "yes" : "no"
    case .air: return range(preference.airTemperature, .temperature)
    case .rain: return range(preference.precipitation, .rain)
    case .cloud: return range(preference.cloudCover, .share)
    case .rating:
      return list(
        preference.minimumRatings.inCodePointOrder(by: \.key).map {
          $0.key + ":" + NumberText.shortest($0.value)
        })
    case .score: return preference.minimumScore.map { NumberText.shortest($0) }
    case .likeness: return preference.minimumLikeness.map { NumberText.shortest($0) }
    case .chance: return preference.minimumChance.map { NumberText.shortest($0) }
    }
  }

  /// The clauses in words: `height 1.2..2.5, tide mid,rising`.
  static func summary(_ preference: Preference, _ units: ScreenUnits) -> String {
    let parts = Clause.allCases.compactMap { clause -> String? in
      if clause == .daylight { return preference.daylightOnly ? "in daylight" : "by day and night" }
      return words(clause, preference, units).map { clause.rawValue + " " + $0 }
    }
    return parts.count == 1 ? "any conditions " + parts[0] : parts.joined(separator: ", ")
  }
}

extension DayTimes {
  /// `22:00..06:00` or `6am..10am`; nil for any other text.
  init?(typed text: some StringProtocol) {
    guard let (low, high) = text.halves(of: "..") else { return nil }
    func minute(_ side: some StringProtocol) -> Int? { DayTimes.minute(side) ?? TypedTime.minute([String(side)]) }
    guard let from = minute(low), let to = minute(high) else { return nil }
    self.init(from: from, to: to)
  }

  /// The minute of a time of day (`7`, `7:30`, `24:00`); nil for any other text.
  static func minute(_ text: some StringProtocol) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let isDigits = parts.allSatisfy { part in
      (1...2).contains(part.count) && part.allSatisfy { $0.isASCII && $0.isNumber }
    }
    guard (1...2).contains(parts.count), isDigits, let hour = Int(parts[0]),
      let minute = parts.count == 2 ? Int(parts[1]) : 0, minute < 60, hour < 24 || hour == 24 && minute == 0
    else { return nil }
    return hour * 60 + minute
  }
}

extension StringProtocol {
  /// The text before and after the only place of a mark; nil where there is none or more than one.
  func halves(of mark: String) -> (SubSequence, SubSequence)? {
    let marks = ranges(of: mark)
    guard marks.count == 1, let range = marks.first else { return nil }
    return (self[..<range.lowerBound], self[range.upperBound...])
  }
}
