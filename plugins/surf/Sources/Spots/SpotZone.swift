internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// Time zones as the plugin reads them everywhere: a name of the IANA database, UTC, or an offset; and that of a place.
enum SpotZone {
  /// A clock this many hours from the sun of a place belongs to another coast.
  private static let widest = 3.0
  /// A point of the table farther away than this may lie in another zone, in kilometres.
  private static let near = 250.0

  /// Why a zone cannot be that of a place; nil where it can. UTC names no place, so it fits all.
  static func misfit(_ zone: String, at place: Coordinate, _ session: Session) throws(Diagnostic) -> String? {
    let clock = try session.spotClock(zone)
    // At a pole all clocks are near.
    guard clock.zone != "UTC", place.latitude.magnitude < 85 else { return nil }
    let sun = place.longitude / 15
    // Summer time is on one side of the equator in January, on the other in July.
    let apart = [0, 181].map { day -> Double in
      let hours = Double(clock.offset(Moment(microseconds: (20_454 + day) * SessionTimes.day))) / 60
      let difference = (hours - sun).magnitude.truncatingRemainder(dividingBy: 24)
      return min(difference, 24 - difference)
    }
    guard let least = apart.min(), least > widest else { return nil }
    return "the clocks of \(zone) are \(NumberText.fixed(least, 1)) hours from the sun at \(place.shortened)"
  }

  /// The zone of a new spot: the typed one where it fits, else that of the nearest coast.
  ///
  /// Throws `unknown-time-zone`, `bad-value` for one that does not fit, and `missing-argument` far from every coast.
  static func of(
    _ place: Coordinate, typed: String?, span: SourceSpan?, _ session: Session
  ) throws(Diagnostic) -> String {
    if let typed {
      try check(typed, at: place, span: span, session)
      return typed
    }
    if let found = CoastZones.nearest(to: place) { return found.zone }
    throw Diagnostic(
      "missing-argument", "a new spot needs its time zone, and no known coast is near \(place.shortened)", span: span,
      help: "add it, as in zone=America/Los_Angeles")
  }

  /// Throws `unknown-time-zone`, and `bad-value` for a zone that does not fit a place.
  static func check(_ zone: String, at place: Coordinate, span: SourceSpan?, _ session: Session) throws(Diagnostic) {
    let problem: String?
    do throws(Diagnostic) { problem = try misfit(zone, at: place, session) } catch { throw error.at(span) }
    guard let problem else { return }
    let near = CoastZones.nearest(to: place).map { "zone=\($0.zone), or another zone of its coast" }
    throw Diagnostic(
      "bad-value", problem, span: span, help: "use " + (near ?? "the zone of its coast") + "; zone=UTC fits every place"
    )
  }

  /// A note on a zone that was taken from the table.
  static func note(_ zone: String, at place: Coordinate) -> String {
    let distance = CoastZones.nearest(to: place)?.distance ?? 0
    return "took the zone \(zone) of the nearest coast"
      + (distance > near ? ", \(NumberText.fixed(distance, 0)) km away, so check it" : "") + "; set another with zone="
  }
}

extension Session {
  /// The clock of a zone: a name of the IANA database, `UTC`, `gmt`, `Z`, or an offset such as `-08:00`.
  ///
  /// Throws `unknown-time-zone`, and `no-zones` without a database of zones.
  func spotClock(_ zone: String) throws(Diagnostic) -> LocalClock {
    switch zone.lowercased() {
    case "gmt", "utc", "z": return LocalClock(zone: "UTC") { _ in 0 }
    default: break
    }
    if let offset = SessionTimes.offset(zone) { return LocalClock(zone: zone) { _ in offset } }
    return try clock(in: zone)
  }

  /// The same for the readers of files; nil where there is no database.
  func wallClock(_ zone: String) throws(Diagnostic) -> WallClock? {
    if ["gmt", "utc", "z"].contains(zone.lowercased()) { return .utc }
    if let offset = SessionTimes.offset(zone) { return .offset(minutes: offset) }
    return try services.zone.map { (rules) throws(Diagnostic) in .zone(try rules(zone)) }
  }
}
