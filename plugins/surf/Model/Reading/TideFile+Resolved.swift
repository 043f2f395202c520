public import PodiumCore

extension TideFile {
  /// Heights in metres at moments in UTC.
  public struct Heights: Sendable, Equatable {
    /// A time without heights in a curve, between two of its points.
    public struct Gap: Sendable, Equatable {
      public let after: Moment
      public let before: Moment
    }

    public let station: String?
    public let datum: String?
    /// High and low waters, in order.
    public internal(set) var events: [TideEvent] = []
    /// Points of a curve, in order.
    public internal(set) var points: [TidePoint] = []
    /// Where points are missing; no heights are made up there.
    public internal(set) var gaps: [Gap] = []
    /// `kept` counts events and points.
    public internal(set) var report: ReadingReport
  }

  /// The heights in metres at moments in UTC; what the file names itself need not be given.
  ///
  /// `rules` are those of the station's time zone; `lst` and `lst_ldt` need them. On the day when the clocks are put back,
  /// CO-OPS leaves out the first of the two hours: a repeated time is read as standard time, and the missing hour is a gap.
  /// Throws `missing-argument` for what neither gives, and `bad-value` where both differ or the unit is not one of length.
  public func resolved(
    unit given: SurfUnit? = nil, datum givenDatum: String? = nil, zone givenZone: Zone? = nil,
    rules: ZoneRules? = nil
  ) throws(Diagnostic) -> Heights {
    let unit = try agreed("units", given, self.unit, say: \.name, example: "units=ft")
    let zone = try agreed("zone", givenZone, self.zone, say: \.rawValue, example: "zone=lst_ldt")
    guard unit.quantity == .length else {
      throw Diagnostic("bad-value", "'units' must be ft or m, not '\(unit.name)'")
    }
    if let givenDatum, let datum, givenDatum.uppercased() != datum.uppercased() {
      throw TideFile.contradiction("datum", givenDatum, datum)
    }
    let clock: WallClock
    switch (zone, rules) {
    case (.gmt, _): clock = .utc
    case (_, let rules?): clock = .zone(rules)
    case (_, nil):
      throw Diagnostic(
        "missing-argument", "times in \(zone.rawValue) need the time zone of the station",
        help: "name it, as in zone=America/Los_Angeles")
    }
    var heights = Heights(station: station, datum: datum ?? givenDatum, report: report)
    heights.report.kept = 0
    heights.fill(moments(clock, zone, &heights.report), unit: unit)
    return heights
  }

  private func agreed<Value: Equatable>(
    _ name: String, _ given: Value?, _ known: Value?, say: (Value) -> String, example: String
  ) throws(Diagnostic) -> Value {
    if let given, let known, given != known { throw TideFile.contradiction(name, say(given), say(known)) }
    guard let value = given ?? known else {
      throw Diagnostic("missing-argument", "the file does not contain its \(name)", help: "name it, as in \(example)")
    }
    return value
  }

  private static func contradiction(_ name: String, _ given: String, _ known: String) -> Diagnostic {
    Diagnostic("bad-value", "'\(name)' is \(Abridged.quoted(given)), but the file has \(Abridged.quoted(known))")
  }

  /// Each row with its moment; a time that the clock never showed is refused.
  private func moments(_ clock: WallClock, _ zone: Zone, _ report: inout ReadingReport) -> [(Moment, Row)] {
    var found: [(Moment, Row)] = []
    found.reserveCapacity(rows.count)
    var isTwice: [Moment: Int] = [:]
    var repeated = 0
    if zone == .lstLdt {
      for row in rows { isTwice[row.clock, default: 0] += 1 }
    }
    var seen: Set<Moment> = []
    for row in rows {
      guard zone == .lstLdt else {
        found.append((clock.standard(row.clock), row))
        continue
      }
      switch clock.reading(row.clock) {
      case .once(let moment): found.append((moment, row))
      case .twice(let summer, let standard):
        // A file with both hours has each time twice, in order.
        let isSummer = isTwice[row.clock] == 2 && seen.insert(row.clock).inserted
        found.append((isSummer ? summer : standard, row))
        if isTwice[row.clock] == 1 { repeated += 1 }
      case .never:
        report.refuse(row.place, "the clock was put forward and never showed \(row.clock.onClock)")
      }
    }
    if repeated > 0 {
      report.remark(
        repeated.counted("time") + " that the clock showed twice " + (repeated == 1 ? "was" : "were")
          + " read as standard time")
    }
    return found
  }
}

extension TideFile.Heights {
  /// Heights of a source other than CO-OPS, sorted.
  public init(events: [TideEvent], points: [TidePoint], datum: String? = nil) {
    self.init(station: nil, datum: datum, report: ReadingReport())
    self.events = events.ordered { $0.at < $1.at }
    self.points = points.ordered { $0.at < $1.at }
  }

  /// Takes rows in any order; impossible heights, and a second height at a moment, are refused.
  mutating func fill(_ rows: [(Moment, TideFile.Row)], unit: SurfUnit) {
    let disorder = zip(rows, rows.dropFirst()).count { $1.0 < $0.0 }
    if disorder > 0 { report.remark("\(disorder.counted("row")) out of time order") }
    var known: [Moment: Double] = [:]
    var repeated = 0
    for (moment, row) in rows {
      let height = unit.stored(row.value)
      if let reason = SeaCheck.refusal(of: height, .tide) {
        report.refuse(row.place, reason)
      } else if let earlier = known.updateValue(height, forKey: moment) {
        known[moment] = earlier
        if earlier == height {
          repeated += 1
        } else {
          report.refuse(row.place, "\(moment) occurs before with another height")
        }
      } else if let isHigh = row.isHigh {
        events.append(TideEvent(at: moment, height: height, isHigh: isHigh))
      } else {
        points.append(TidePoint(at: moment, height: height))
      }
    }
    if repeated > 0 { report.remark("\(repeated.counted("row")) that \(repeated == 1 ? "repeats" : "repeat") another") }
    events.sort { $0.at < $1.at }
    points.sort { $0.at < $1.at }
    report.kept = events.count + points.count
    noteAlternation()
    noteGaps()
  }

  private mutating func noteAlternation() {
    let same = zip(events, events.dropFirst()).filter { $0.isHigh == $1.isHigh }
    guard let first = same.first else { return }
    report.remark(
      "\(same.count.counted("high or low water follows", plural: "high or low waters follow")) another of the same kind "
        + "(first: \(first.1.at)), so one between them is missing")
  }

  /// Finds steps of a curve that are longer than half as much again as its usual one.
  private mutating func noteGaps() {
    let steps = zip(points, points.dropFirst()).map { $1.at.microseconds - $0.at.microseconds }
    guard !steps.isEmpty else { return }
    let usual = steps.sorted()[steps.count / 2]
    for (row, step) in steps.enumerated() where step > usual + usual / 2 {
      gaps.append(Gap(after: points[row].at, before: points[row + 1].at))
    }
    for gap in gaps.prefix(5) { report.remark("no heights between \(gap.after) and \(gap.before)") }
    if gaps.count > 5 { report.remark("\(gaps.count) gaps in all") }
  }
}

extension Moment {
  /// A time on a clock, without the letter for UTC.
  var onClock: String { String(description.dropLast()) }
}
