internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

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
    let all = Set(teams).inCodePointOrder()
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
    let day = try call.day(MatchFinder.on, in: session)
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
      let playing = Set(day.teams).inCodePointOrder()
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
