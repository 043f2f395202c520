internal import PodiumCore
internal import PodiumFigure
internal import PodiumPlugin
internal import SurfModel

/// How many of the sessions that chances are learned of were at the spot itself, and how many of those were good.
struct SessionCounts {
  let here: Int
  let goodHere: Int
}

/// The parts of the coming days with their chances, as a table and as lines for the screen.
struct WeekScreen {
  /// The best two hours of a part of a day at a spot.
  struct Row {
    let spot: Spot
    let day: CalendarDate
    let part: DayPart
    let window: Window
    let estimate: ChanceEstimate?
    let sea: SeaState
    let taste: PredictedRatings
    let counts: SessionCounts
    let issued: Moment
    let model: String

    /// What the chance is learned of.
    var basis: String {
      taste.isStated ? taste.sessionCount > 0 ? "stated ranges and sessions" : "stated ranges" : "sessions"
    }

    /// What speaks most for or against it; numbers in some units.
    func reason(_ units: ScreenUnits) -> String {
      why(units)?.text ?? "the spot does not work: " + (spot.window.match(sea).misses.first?.reason ?? "")
    }

    /// Nil where the spot does not work.
    func why(_ units: ScreenUnits) -> WeekReason? {
      guard spot.window.isEmpty || spot.window.match(sea).matches else { return nil }
      return WeekReason(taste.conditions(sea, facing: spot.facing), taste, units)
    }
  }

  let rows: [Row]
  let clocks: [Int: LocalClock]
  let units: ScreenUnits
  let showsSpot: Bool

  init(rows: [Row], clocks: [Int: LocalClock], units: ScreenUnits, showsSpot: Bool) {
    let places = Dictionary(DayPart.allCases.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    self.rows = rows.sorted {
      ($0.day.days, places[$0.part] ?? 0, $0.spot.number) < ($1.day.days, places[$1.part] ?? 0, $1.spot.number)
    }
    (self.clocks, self.units, self.showsSpot) = (clocks, units, showsSpot)
  }

  // MARK: - Hours

  /// The best hours of each part of each day in daylight, at the times and on the days that alternatives allow.
  static func rows(
    _ hours: SpotHours, _ taste: PredictedRatings, _ counts: SessionCounts, _ alternatives: [Preference], until: Moment
  ) -> [Row] {
    struct Key: Hashable {
      let day: Int
      let part: DayPart
    }
    let (table, spot) = (hours.table.hours, hours.spot)
    var parts: [Key: [Int]] = [:]
    for (row, hour) in table.enumerated()
    where hour.isDaylight == true && hours.model(row) != nil && alternatives.allow(hour) {
      let key = Key(day: hours.clock.shown(at: hour.sea.at).date.days, part: DayPart(hour.sea.at, hours.clock))
      parts[key, default: []].append(row)
    }
    let estimates = table.map { taste.chance($0.sea, facing: spot.facing) }
    return parts.compactMap { key, own in
      // An hour that the end of the days cuts off is not a session.
      if own.count == 1, own.first == table.count - 1, table[own[0]].sea.at.later(2 * 3_600_000_000) > until {
        return nil
      }
      // A session is two hours: an hour and the next one.
      func mean(_ row: Int) -> Double {
        let pair = [row, row + 1].filter(own.contains).map { hours.isOpen($0) ? estimates[$0]?.mean ?? -1 : -2 }
        return pair.mean ?? 0
      }
      let pairs = own.filter { own.contains($0 + 1) }
      let best = (pairs.isEmpty ? own : pairs).max { (mean($0), $1) < (mean($1), $0) } ?? own[0]
      let from = table[best].sea.at
      let length = own.contains(best + 1) ? 2 : 1
      return Row(
        spot: spot, day: CalendarDate(days: key.day), part: key.part,
        window: Window(from: from, to: from.later(length * 3_600_000_000)),
        estimate: hours.isOpen(best) ? estimates[best] : nil,
        sea: table[best].sea, taste: taste, counts: counts, issued: hours.issued(best) ?? from,
        model: hours.model(best) ?? "")
    }
  }

  // MARK: - Output

  func output(good least: Int, asOf: Moment, until: Moment) throws(Diagnostic) -> TableOutput {
    func number(_ name: String, _ value: (ChanceEstimate) -> Double) -> Column {
      Column(name, .number(rows.map { $0.estimate.map(value) ?? .nan }))
    }
    let table = try Table([
      Column("day", .text(rows.map(\.day.description))), Column("part", .text(rows.map(\.part.rawValue))),
      Column("spot", .text(rows.map(\.spot.name))), Column("from", .datetime(rows.map(\.window.from)), role: .time),
      Column("to", .datetime(rows.map(\.window.to))), number("chance") { $0.mean }, number("chance_low") { $0.low },
      number("chance_high") { $0.high }, Column("reason", .text(rows.map { $0.reason(ScreenUnits()) })),
      Column("sessions", .integer(rows.map(\.taste.sessionCount))),
      Column("good_sessions", .integer(rows.map(\.taste.goodCount))),
      Column("sessions_here", .integer(rows.map(\.counts.here))),
      Column("good_sessions_here", .integer(rows.map(\.counts.goodHere))),
      Column("basis", .text(rows.map(\.basis))),
      Column("issued", .datetime(rows.map(\.issued))), Column("model", .text(rows.map(\.model))),
      // By the clock of the spot, for a page that a phone shows.
      Column("hours", .text(rows.map { row in clocks[row.spot.number].map { WeekScreen.times(row, $0) } })),
      Column(
        "conditions",
        .text(
          rows.map {
            SurfSessionScreen.summary($0.sea, $0.spot, ScreenUnits(), period: $0.sea.forecastPeriod)
          })),
    ])
    var seen: [String] = []
    for row in rows {
      let elsewhere = row.taste.sessionCount - row.counts.here
      let text =
        "\(row.spot.name): \(row.counts.here.counted("session")), \(row.counts.goodHere) rated \(least) or more"
        + (elsewhere > 0
          ? ", and \(elsewhere.counted("session")) at other spots, \(row.taste.goodCount - row.counts.goodHere) of them"
          : "")
        + (row.taste.isStated ? ", and stated ranges" : "") + "; waves by \(row.model)"
      if !seen.contains(text) { seen.append(text) }
    }
    let last = rows.map(\.window.to).max() ?? until
    var footer = ["chance that you rate it \(least) or more, with its 95 % interval"] + seen.prefix(5)
    if let row = rows.last, let clock = clocks[row.spot.number],
      until.microseconds - last.microseconds > SessionTimes.day
    {
      footer.append("no forecast after \(SurfTime.text(of: clock.shown(at: last).date))")
    }
    var output = TableOutput(
      table, title: title, footer: footer, decimals: ["chance": 2, "chance_low": 2, "chance_high": 2])
    output.showsAllRows = true
    output.essential = (showsSpot ? ["spot"] : []) + ["day", "chance", "hours", "conditions"]
    output.picture = picture(of: table)
    output.lines = lines(parts: 3)
    output.narrowLines = [
      lines(parts: 2), lines(parts: 1), lines(parts: 0),
      lines(isShort: true) + ["no room for times and conditions"],
      lines(isShort: true, isBare: true) + ["no room for times, sea and reasons"],
    ]
    return output
  }

  /// Chances with their intervals over time, a panel a spot.
  private func picture(of table: Table) -> ResultPicture {
    let (title, names) = (title, showsSpot ? rows.map(\.spot.name) : [])
    let levels = names.enumerated().filter { names.firstIndex(of: $1) == $0 }.map(\.element)
    return ResultPicture("surf.week", keeping: [table]) { _ throws(Diagnostic) in
      let panel = Panel(
        title: "", x: Axis(.time, label: "UTC"),
        y: Axis(.linear, label: "chance", includesZero: true),
        layers: [
          .interval(x: "from", low: "chance_low", high: "chance_high", tone: .muted), .point(x: "from", y: "chance"),
        ])
      var figure = Figure(
        kind: "surf.week", title: title, data: table, panels: [panel], n: table.rowCount, counted: "window",
        sharesX: true, sharesY: true)
      figure.x = "from"
      figure.notes = ["95 % intervals", "times in UTC"]
      return levels.isEmpty ? figure : figure.faceted(by: "spot", levels: levels)
    }
  }

  /// The best part of all.
  private var title: String {
    let known = rows.filter { $0.estimate != nil }
    guard let best = known.max(by: { ($0.estimate?.mean ?? 0) < ($1.estimate?.mean ?? 0) }),
      let clock = clocks[best.spot.number]
    else { return "no chance is known" }
    return "best: \(SurfTime.text(of: best.day)) \(WeekScreen.times(best, clock)) at \(best.spot.name), chance "
      + WeekScreen.chance(best.estimate)
  }

  private static func times(_ row: Row, _ clock: LocalClock) -> String {
    let ends = [row.window.from, row.window.to].map { SurfTime.clockTime($0, clock) }
    return ends.map { $0.hasSuffix(":00") ? String($0.prefix(2)) : $0 }.joined(separator: "–")
  }

  /// `62 % (35–84)`.
  private static func chance(_ estimate: ChanceEstimate?) -> String {
    guard let estimate else { return "undefined" }
    return "\(percent(estimate.mean)) % (\(percent(estimate.low))–\(percent(estimate.high)))"
  }

  /// No chance is certain, so none is rounded to 0 or 100.
  static func percent(_ chance: Double) -> String { NumberText.fixed(min(99, max(1, chance * 100)), 0) }

  /// A line for each part of a day, the first of a day below its heading.
  private func lines(parts: Int = 0, isShort: Bool = false, isBare: Bool = false) -> [String] {
    let wide = rows.map { $0.spot.name.count }.max() ?? 0
    var day: CalendarDate?
    return rows.map { row in
      var cells = ["  " + row.part.rawValue.padded(toWidth: 7)]
      if let clock = clocks[row.spot.number], !isShort { cells.append(WeekScreen.times(row, clock)) }
      if showsSpot {
        cells.append(isShort ? String(row.spot.name.prefix(8)).padded(toWidth: 8) : row.spot.name.padded(toWidth: wide))
      }
      cells.append(WeekScreen.chance(row.estimate).padded(toWidth: isBare ? 0 : 12))
      if parts > 0 {
        cells.append(
          SurfSessionScreen.short(
            SurfSessionScreen.summary(row.sea, row.spot, units, period: row.sea.forecastPeriod), parts: parts))
      }
      if isShort, !isBare { cells.append(row.why(units)?.short ?? "closed") }
      if !isShort { cells.append(row.reason(units)) }
      defer { day = row.day }
      return (row.day == day ? "" : SurfTime.text(of: row.day) + "\n") + cells.joined(separator: "  ")
    }
  }
}

/// What speaks most for or against some conditions, in one line.
struct WeekReason {
  let text: String
  /// What is this little outside, in half widths, is not worth a word.
  private static let slight = 0.25
  /// What takes less than this from the chance is not worth a word.
  private static let gain = 0.05
  /// In a word or two: `height low`.
  let short: String

  /// By what is stated where there is anything, else by the middle 80 % of the good sessions.
  init(_ conditions: Conditions, _ taste: PredictedRatings, _ units: ScreenUnits) {
    struct Range {
      let liked: LikedRange
      let miss: Double
    }
    let weights = taste.taste
    let stated = taste.nearest(to: conditions)
    let ranges =
      stated?.statedRanges
      ?? (weights?.ranges.compactMap { range in
        guard let low = range.low, let high = range.high else { return nil }
        return LikedRange(variable: range.variable, low: low, high: high, weight: weights?.weight(range.variable) ?? 1)
      } ?? [])
    let known = ranges.compactMap { range in
      range.distance(conditions[range.variable]).map { Range(liked: range, miss: $0 * range.weight.squareRoot()) }
    }
    let worst = known.filter { $0.miss > WeekReason.slight }.max { $0.miss < $1.miss }
    let words = (stated?.words(of: conditions) ?? []).compactMap { words in
      words.found.map { (name: words.variable == .onshore ? "wind" : "tide", found: $0, wanted: words.wanted) }
    }
    // A word that is not wanted counts as half a width outside.
    if let other = words.first(where: { !$0.wanted.contains($0.found) }), (worst?.miss ?? 0) < 1 {
      short = other.name + " " + other.found
      text = short + ", yours " + other.wanted.joined(separator: " or ")
      return
    }
    guard let worst else {
      // Inside of the ranges the chance still falls with the distance from their middle, so what takes most away is named.
      let gains = known.compactMap { range in
        taste.gain(conditions, range.liked.variable).map { (variable: range.liked.variable, gain: $0) }
      }
      let against = gains.filter { $0.gain > WeekReason.gain }.sorted {
        ($0.gain, $1.variable) > ($1.gain, $0.variable)
      }
      .map(\.variable)
      let liked = known.filter { !against.contains($0.liked.variable) }.sorted { $0.liked.weight > $1.liked.weight }
      let names = (liked.map(\.liked.variable.name) + words.map(\.name)).prefix(3)
      let alike = names.isEmpty ? nil : names.joined(separator: ", ") + " like yours"
      guard let first = against.first, let median = weights?[first]?.median else {
        (text, short) = (alike ?? "nothing of it is known", names.isEmpty ? "unknown" : "like yours")
        return
      }
      let value = conditions[first]
      let off =
        "\(first.name) \(WeekReason.text(value, value, first, units)), yours about "
        + WeekReason.text(median, median, first, units)
      text = off + (alike.map { "; " + $0 } ?? "")
      short = first.name + (first.isCircular ? " off" : value < median ? " low" : " high")
      return
    }
    let (variable, liked) = (worst.liked.variable, worst.liked)
    let value = conditions[variable]
    text =
      "\(variable.name) \(WeekReason.text(value, value, variable, units)), yours "
      + (liked.isOpen
        ? WeekReason.text(liked.low, liked.low, variable, units) + " or more"
        : WeekReason.text(liked.low, liked.high, variable, units))
    short = variable.name + (variable.isCircular ? " off" : value < liked.low ? " low" : " high")
  }

  private static func text(_ low: Double, _ high: Double, _ variable: ConditionVariable, _ units: ScreenUnits) -> String
  {
    func joined(_ text: (Double) -> String) -> String {
      text(low) == text(high) ? text(low) : text(low) + " to " + text(high)
    }
    switch variable {
    case .height: return units.range(low, high, .length) ?? ""
    case .period: return units.range(low, high, .period) ?? ""
    case .swellDirection, .windDirection: return joined { Compass.name(of: $0) }
    case .windSpeed, .onshore, .cross:
      // A part of the wind may be below 0.
      let (from, to) = (units.text(low, .speed) ?? "", units.text(high, .speed) ?? "")
      return from == to ? from : from.prefix { $0 != " " } + " to " + to
    case .tideFraction: return joined { NumberText.fixed($0 * 100, 0) + " %" }
    case .tideTrend: return joined { $0 > 0 ? "rising" : $0 < 0 ? "falling" : "slack" }
    }
  }
}
