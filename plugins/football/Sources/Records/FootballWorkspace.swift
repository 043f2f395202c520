internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// The stored matches, competitions and aliases of a session's workspace.
struct FootballWorkspace {
  let store: any Store
  let competitions: [String: Competition]
  private let clocks: ZoneClocks

  init(_ session: Session) throws(Diagnostic) {
    store = try session.store()
    competitions = try Competition.all(in: store)
    clocks = ZoneClocks(session)
  }

  /// A competition by its code; what is not stored has the verified rules, if there are any.
  func competition(_ code: String) -> Competition { competitions[code] ?? Competition(code) }

  /// The clock of a competition; nil where no zone is known, or the machine does not have it.
  func clock(of code: String) -> LocalClock? { competition(code).zone.flatMap(clocks.clock) }

  /// The matches of a query with the state and score that their reports give, by day and number.
  func matches(_ conditions: [RecordQuery.Condition] = []) throws(Diagnostic) -> [StoredMatch] {
    let stored = try stored(conditions)
    if stored.isEmpty { return [] }
    let reports = try StoredReport.byMatch(stored.map(\.number), in: store)
    if reports.isEmpty { return stored }
    return stored.map { match in
      reports[match.number].map { LiveMatch(match, reports: $0, rules: competition(match.competition).clock).reported }
        ?? match
    }
  }

  /// The matches of a query as they are stored, without their reports: what a change starts from.
  func stored(_ conditions: [RecordQuery.Condition]) throws(Diagnostic) -> [StoredMatch] {
    StoredMatch.read(
      try RecordRows(
        RecordQuery(FootballKinds.match, where: conditions, order: [("date", false), ("number", false)]), in: store))
  }

  /// A match as it is stored; throws `unknown-match`.
  func stored(number: Int) throws(Diagnostic) -> StoredMatch {
    if let match = try stored([.equals("number", .integer(number))]).first { return match }
    throw Diagnostic("unknown-match", "there is no match \(number)", help: "list the matches: football matches")
  }

  func matches(_ competition: String, _ season: Season) throws(Diagnostic) -> [StoredMatch] {
    try matches([.equals("competition", .text(competition)), .equals("season", .text(season.description))])
  }

  /// Writes all fields of a match that was changed by hand, also those that are missing now. What its source says is
  /// kept first.
  func replace(_ match: StoredMatch) throws(Diagnostic) {
    let query = RecordQuery(FootballKinds.match, where: [.equals("number", .integer(match.number))], limit: 1)
    guard let record = try store.records(query).first else {
      throw Diagnostic("unknown-match", "there is no match \(match.number)")
    }
    try SourceVersion.keep([stored(number: match.number)], in: store)
    var match = match
    (match.file, match.line) = (nil, nil)
    let row = try StoredMatch.table([match])
    var fields: [String: Value] = [:]
    let kind = try store.kinds().first { $0.name == FootballKinds.match }
    for field in kind?.fields ?? [] { fields[field.name] = row[field.name]?[0] ?? .missing }
    _ = try store.update(record.id, of: FootballKinds.match, setting: fields, revision: record.revision)
  }

  /// Stores a competition, or what changed of it.
  func store(_ competition: Competition, cancellation: Cancellation) throws(Diagnostic) {
    try Competition.thing.store([competition], in: store, cancellation: cancellation)
  }

  /// The team of every alias.
  func aliases() throws(Diagnostic) -> [String: String] {
    Dictionary(try TeamAlias.thing.items(in: store).map { ($0.name, $0.team) }, uniquingKeysWith: { $1 })
  }

  /// The teams of the stored matches.
  func teams() throws(Diagnostic) -> Set<String> {
    let rows = try RecordRows(RecordQuery(FootballKinds.match), ["home", "away"], coded: true, in: store)
    var found: Set<String> = []
    for name in ["home", "away"] {
      if case .category(let teams)? = rows.table[name]?.values { found.formUnion(teams.levels) }
    }
    return found
  }

  /// Whether a competition has stored matches, or a season of it.
  func hasMatches(_ competition: String, _ season: Season? = nil) throws(Diagnostic) -> Bool {
    var conditions: [RecordQuery.Condition] = [.equals("competition", .text(competition))]
    if let season { conditions.append(.equals("season", .text(season.description))) }
    return try !store.records(RecordQuery(FootballKinds.match, where: conditions, limit: 1)).isEmpty
  }

  /// The competition that was typed, if one was; throws `unknown-competition` for one without matches.
  func competition(typed parameter: Parameter<String?>, _ call: Call) throws(Diagnostic) -> String? {
    guard let code = call[parameter] else { return nil }
    guard try hasMatches(code) else {
      throw Diagnostic.unknown(
        "competition", code, among: try seasons().keys.sorted(by: CodePointOrder.precedes),
        span: call.span(of: parameter))
    }
    return code
  }

  /// The season of a competition that was typed, if one was; throws `unknown-season` for one without matches.
  func season(typed parameter: Parameter<String?>, of code: String, _ call: Call) throws(Diagnostic) -> Season? {
    guard let typed = call[parameter] else { return nil }
    return try season(typed, of: code, at: call.span(of: parameter))
  }

  /// A season of a competition; throws `unknown-season` for one without matches.
  func season(_ typed: String, of code: String, at span: SourceSpan?) throws(Diagnostic) -> Season {
    if let season = Season(typed), try hasMatches(code, season) { return season }
    throw .unknown("season", typed, among: try seasons()[code, default: []].sorted().map(\.description), span: span)
  }

  /// The one of some teams that a word names, also by an alias; throws `unknown-team` for none and for several.
  func team(_ word: String, among names: [String], at span: SourceSpan?) throws(Diagnostic) -> String {
    let fitting = MatchFinder.fitting(try aliases()[word] ?? word, in: names)
    if fitting.count == 1 { return fitting[0] }
    throw .unknown("team", word, among: Set(names).sorted(by: CodePointOrder.precedes), span: span)
  }

  /// The seasons of each competition with stored matches.
  func seasons() throws(Diagnostic) -> [String: Set<Season>] {
    let rows = try RecordRows(RecordQuery(FootballKinds.match), ["competition", "season"], coded: true, in: store)
    guard case .category(let codes)? = rows.table["competition"]?.values,
      case .category(let seasons)? = rows.table["season"]?.values
    else { return [:] }
    var known: [String: Set<Season>] = [:]
    var seen: Set<[Int32]> = []
    for (code, season) in zip(codes.codes, seasons.codes) where code >= 0 && season >= 0 {
      guard seen.insert([code, season]).inserted, let read = Season(seasons.levels[Int(season)]) else { continue }
      known[codes.levels[Int(code)], default: []].insert(read)
    }
    return known
  }
}

/// The clocks of zones, each read once.
private final class ZoneClocks {
  private let session: Session
  private var known: [String: LocalClock?] = [:]

  init(_ session: Session) { self.session = session }

  func clock(_ zone: String) -> LocalClock? {
    if let clock = known[zone] { return clock }
    let clock = try? session.clock(in: zone)
    known[zone] = clock
    return clock
  }
}

/// The time of a command: `now=`, or the machine's. A typed time without an offset is in the zone of the match it is
/// about.
struct FootballNow {
  static let parameter = Parameter<String?>.text(
    "now", help: "Time, as in 2015-04-18T14:30 in the competition's zone; by default the present.")

  private let moment: Moment
  private let isLocal: Bool
  private let span: SourceSpan?

  /// Throws `no-clock` in a notebook, where time does not move, and `bad-value`.
  init(_ call: Call, in session: Session) throws(Diagnostic) {
    span = call.span(of: FootballNow.parameter)
    guard let typed = call[FootballNow.parameter] else {
      guard let now = session.services.now else {
        throw Diagnostic(
          "no-clock", "this command needs the time, and a replay has no clock", span: call.verbSpan,
          help: "give it, as in now=2015-04-18T14:30")
      }
      (moment, isLocal) = (now(), false)
      return
    }
    guard let read = Moment(iso: typed) ?? CalendarDate(iso: typed).flatMap({ Moment(iso: "\($0)T12:00Z") }) else {
      throw .badValue("now", typed.abridged, allowed: "a time, as in 2015-04-18T14:30", span: span)
    }
    let hasOffset = typed.hasSuffix("Z") || typed.dropFirst(10).contains { $0 == "+" || $0 == "-" }
    (moment, isLocal) = (read, !hasOffset)
  }

  /// The moment by a clock; without one, a typed time is UTC. Throws `skipped-time`, and `repeated-time` where the
  /// clock shows the time twice.
  func moment(_ clock: LocalClock?) throws(Diagnostic) -> Moment {
    guard isLocal, let clock else { return moment }
    do throws(Diagnostic) { return try clock.moment(showing: moment) } catch {
      var error = error.at(span)
      if error.code == "repeated-time" { error.help = "add the offset, as in 2015-10-25T02:30+02:00" }
      throw error
    }
  }

  /// The day by a clock.
  func date(_ clock: LocalClock?) -> CalendarDate { isLocal ? moment.date : (clock?.shown(at: moment) ?? moment).date }

  /// The earliest and the latest day that it is anywhere on earth.
  var days: ClosedRange<Int> { (moment.date.days - 1)...(moment.date.days + 1) }
}

/// Days as they are typed.
enum FootballDays {
  /// The day typed for a key; nil if it was omitted. Throws `bad-value`.
  static func day(_ call: Call, _ parameter: Parameter<String?>) throws(Diagnostic) -> CalendarDate? {
    guard let typed = call[parameter] else { return nil }
    guard let day = CalendarDate(iso: typed) else {
      throw .badValue(parameter.name, typed, allowed: "a day, as in 2020-01-01", span: call.span(of: parameter))
    }
    return day
  }
}

/// How people name a match: by its number, or by a team and a day.
enum MatchFinder {
  static let match = Parameter<String>.required(
    "match", allowed: "a match's number, or a team with on=DATE", help: "Match: its number, or a team with on=.",
    completion: ChosenSeason.teams)
  static let on = Parameter<String?>.text("on", help: "Day of the match, as in 2015-04-18; by default today.")

  fileprivate static func which(_ matches: [StoredMatch], _ span: SourceSpan?) -> Diagnostic {
    let shown = matches.prefix(6).map { "\($0.number) (\($0.home) against \($0.away))" }
    return Diagnostic(
      "which-match", "\(matches.count.counted("match", plural: "matches")) fit", span: span,
      help: "give its number: " + shown.joined(separator: ", ") + (matches.count > 6 ? ", …" : ""))
  }

  /// The teams that a word fits best: the same name, else the same without case, else a beginning, else a part.
  static func fitting(_ word: String, in teams: [String]) -> [String] {
    let all = Set(teams).sorted(by: CodePointOrder.precedes)
    if all.contains(word) { return [word] }
    let lower = word.lowercased()
    guard !lower.isEmpty else { return [] }
    for fits in [
      { (team: String) in team.lowercased() == lower }, { $0.lowercased().hasPrefix(lower) },
      { $0.lowercased().split(separator: " ").contains { $0.hasPrefix(lower) } },
    ] {
      let found = all.filter(fits)
      if !found.isEmpty { return found }
    }
    return []
  }
}

extension FootballWorkspace {
  /// The match of a call, with its reports; throws `unknown-match`, `which-match`, `no-clock` and what a day throws.
  func match(_ call: Call, now: FootballNow? = nil, in session: Session) throws(Diagnostic) -> StoredMatch {
    let word = call[MatchFinder.match]
    let span = call.span(of: MatchFinder.match)
    let day = try FootballDays.day(call, MatchFinder.on)
    if let number = Int(word), day == nil { return try match(number: number, at: span) }
    return try match(of: word, playing: playing(on: day, now: now, call, in: session), at: span)
  }

  func match(number: Int, at span: SourceSpan?) throws(Diagnostic) -> StoredMatch {
    do throws(Diagnostic) { return try LiveMatch(number: number, in: self).reported } catch { throw error.at(span) }
  }

  /// The matches of a day, or of today: those under way since yesterday are today's too.
  func playing(
    on day: CalendarDate?, now: FootballNow? = nil, _ call: Call, in session: Session
  ) throws(Diagnostic) -> PlayedDay {
    if let day { return PlayedDay(day: day, matches: try matches([.equals("date", .date(day))])) }
    let time: FootballNow
    do throws(Diagnostic) {
      if let now { time = now } else { time = try FootballNow(call, in: session) }
    } catch {
      guard error.code == "no-clock", now == nil else { throw error }
      throw Diagnostic(
        "no-clock", "a team means a match of today, and a replay has no clock", span: call.verbSpan,
        help: "give the day, as in on=2015-04-18, or the match's number")
    }
    return PlayedDay(day: time.date(nil), matches: try today(time))
  }

  /// The matches of today in the zones of their competitions, and those of yesterday that may still go on: under way by
  /// their reports, or not reported as ended within three hours of the kick-off.
  func today(_ now: FootballNow) throws(Diagnostic) -> [StoredMatch] {
    var found: [StoredMatch] = []
    for match in try matches([
      .isAtLeast("date", .date(CalendarDate(days: now.days.lowerBound - 1))),
      .isAtMost("date", .date(CalendarDate(days: now.days.upperBound))),
    ]) where try isOn(match, now) { found.append(match) }
    return found
  }

  private func isOn(_ match: StoredMatch, _ now: FootballNow) throws(Diagnostic) -> Bool {
    let clock = clock(of: match.competition)
    let today = now.date(clock).days
    if match.date.days == today { return true }
    guard match.date.days == today - 1 else { return false }
    if match.state.isLive { return true }
    guard match.state == .scheduled, let kickoff = match.kickoff else { return false }
    return try now.moment(clock).microseconds.subtractingReportingOverflow(kickoff.microseconds).partialValue < 3
      * 3_600_000_000
  }

  /// The match of a team; the team may be shortened where that is clear.
  func match(of word: String, playing day: PlayedDay, at span: SourceSpan?) throws(Diagnostic) -> StoredMatch {
    let aliases = try aliases()
    let team = MatchFinder.fitting(aliases[word] ?? word, in: day.teams)
    switch team.count {
    case 0:
      let playing = Set(day.teams).sorted(by: CodePointOrder.precedes)
      throw Diagnostic(
        "unknown-match", "'\(word.abridged)' has no match on \(day.day)", span: span,
        help: playing.isEmpty
          ? "no match is stored for that day; give on=DATE"
          : "teams that play: " + playing.prefix(6).joined(separator: ", ") + (playing.count > 6 ? ", …" : ""))
    case 1:
      let found = day.matches.filter { $0.home == team[0] || $0.away == team[0] }
      if found.count == 1 { return found[0] }
      throw MatchFinder.which(found, span)
    default: throw MatchFinder.which(day.matches.filter { team.contains($0.home) || team.contains($0.away) }, span)
    }
  }
}

/// The matches of a day.
struct PlayedDay {
  let day: CalendarDate
  let matches: [StoredMatch]

  var teams: [String] { matches.flatMap { [$0.home, $0.away] } }
}
