internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// One session with its ratings and conditions.
struct SurfSessionScreen {
  let entry: JournalSession
  let spot: Spot
  let clock: LocalClock
  let categories: [Category]
  let profile: SurfProfile

  init(_ entry: JournalSession, spot: Spot, clock: LocalClock, categories: [Category], profile: SurfProfile) {
    (self.entry, self.spot, self.clock) = (entry, spot, clock)
    (self.categories, self.profile) = (categories, profile)
  }

  func outputs(_ snapshots: [SessionSnapshot]) throws(Diagnostic) -> [Output] {
    var record = RecordOutput("session \(entry.number): \(spot.name), \(SurfSessionScreen.time(entry, clock))")
    record.add("id", .integer(entry.number))
    record.add("person", .text(entry.person))
    record.add("spot", .text(spot.name))
    record.add("start", .datetime(entry.start))
    record.add("end", .datetime(entry.end))
    record.add("zone", .text(entry.zone))
    if entry.isDayOnly { record.add("day_only", .boolean(true)) }
    record.add("rating", .integer(entry.rating))
    record.add("meaning", Category.overall.words[entry.rating].map(Value.text) ?? .missing)
    for category in categories {
      if let value = entry.ratings[category.key] { record.add(category.key, .text(category.text(value))) }
    }
    for (name, value) in [("board", entry.board), ("crowd", entry.crowd)] {
      if let value { record.add(name, .text(value)) }
    }
    if let waves = entry.waves { record.add("waves", .integer(waves)) }
    if let size = entry.size { record.add("size_m", .number(PackedSeries.rounded(size, decimals: 4))) }
    if let note = entry.note { record.add("note", .text(note)) }
    for source in SessionSnapshot.Source.allCases {
      guard let snapshot = snapshots[source] else { continue }
      record.add(source.rawValue, .text(SurfSessionScreen.sentence(snapshot, spot, profile.screen)))
    }
    var outputs: [Output] = [.record(record)]
    if entry.isDayOnly {
      outputs.append(.note("only the day is known: give the time with surf session edit \(entry.number) start=7:30"))
    } else if snapshots.isEmpty {
      outputs.append(
        .note(
          "no forecast of the 48 hours before it and no observation of that time is stored; after an import, take them: "
            + "surf snapshot \(entry.number)"
        ))
    } else {
      outputs.append(.table(try SurfSessionScreen.conditions(snapshots, ScreenTable(profile))))
    }
    return outputs
  }

  /// Day and times of a session by the clock of its spot: `Fri 5 Dec 2025 07:30–09:05`.
  static func time(_ entry: JournalSession, _ clock: LocalClock) -> String {
    if entry.isDayOnly { return SurfTime.text(of: clock.shown(at: entry.start).date) + ", time unknown" }
    return SurfTime.text(of: clock.shown(at: entry.start).date) + " " + SurfTime.clockTime(entry.start, clock) + "–"
      + SurfTime.clockTime(entry.end, clock)
  }

  /// Conditions in one line, and where they come from.
  static func sentence(_ snapshot: SessionSnapshot, _ spot: Spot, _ units: ScreenUnits) -> String {
    let found = snapshot.found
    var origin: [String] = []
    if let model = found.model { origin.append((found.isAnalysis ? "by " : "") + model) }
    if let lead = found.lead {
      origin.append(lead < 0 ? "issued \(NumberText.fixed(-lead, 0)) h later" : "\(NumberText.fixed(lead, 0)) h ahead")
    }
    if let distance = found.distance { origin.append("for a place \(NumberText.fixed(distance, 0)) km away") }
    if found.isPartial { origin.append("partial, \(NumberText.fixed(found.coverage * 100, 0)) %") }
    let words = summary(found.state, spot, units)
    return (words.isEmpty ? "nothing known" : words)
      + (origin.isEmpty ? "" : " (" + origin.joined(separator: ", ") + ")")
  }

  /// `1.2 m 14 s ↗ SW, wind 3 m/s offshore, tide mid rising`.
  static func summary(_ state: SeaState, _ spot: Spot, _ units: ScreenUnits, period: Double? = nil) -> String {
    let waves = [
      units.text(state[.waveHeight], .length),
      units.text(period ?? state.peakPeriod, .period).map { state.isSwellPeriod ? "swell " + $0 : $0 },
      state.swellDirection.map { Glyphs.heading(from: $0) },
    ].compactMap { $0 }.joined(separator: " ")
    let wind = units.text(state[.windSpeed], .speed).map { speed in
      let side = state.windSide(facing: spot.facing)?.rawValue ?? state[.windDirection].map { Compass.name(of: $0) }
      return state[.windSpeed] == 0 ? "calm" : "wind " + [speed, side].compactMap { $0 }.joined(separator: " ")
    }
    let tide = state.tide.map { "tide \($0.level.rawValue) \($0.trend.rawValue)" }
    return [waves.isEmpty ? nil : waves, wind, tide].compactMap { $0 }.joined(separator: ", ")
  }

  /// The first parts of a summary: the waves, then the wind, then the tide.
  static func short(_ summary: String, parts: Int) -> String {
    summary.split(separator: ",", omittingEmptySubsequences: false).prefix(parts).joined(separator: ",")
  }

  /// The conditions of a session in SI units, a row for each variable.
  private static func conditions(
    _ snapshots: [SessionSnapshot], _ screen: ScreenTable
  ) throws(Diagnostic) -> TableOutput {
    let variables = Set(snapshots.flatMap { $0.found.state.values.keys }).sorted()
    var columns = [Column("variable", .text(variables.map(\.column)))]
    for source in SessionSnapshot.Source.allCases {
      guard let state = snapshots[source]?.found.state else { continue }
      columns.append(Column(source.rawValue, .number(variables.map { state[$0] ?? .nan })))
    }
    var output = TableOutput(
      try Table(columns), title: "conditions",
      footer: ["units are those of the names; directions are where it comes from"],
      decimals: Dictionary(uniqueKeysWithValues: SessionSnapshot.Source.allCases.map { ($0.rawValue, 2) }))
    output.isAside = true
    if !screen.units.isEmpty {
      // The unit of a row is in the name of its variable.
      var shown = [Column("variable", .text(variables.map { screen.name($0.column) }))]
      for source in SessionSnapshot.Source.allCases {
        guard let state = snapshots[source]?.found.state else { continue }
        shown.append(
          Column(source.rawValue, .number(variables.map { screen.number(state[$0] ?? .nan, of: $0.column) })))
      }
      output.screen = try Table(shown)
    }
    return output
  }
}
