public import FootballModel
public import PodiumCore

/// Reads and writes the JSON of the live score app: region and division (or division alone), the number of a match, and
/// `homeTeam`, `awayTeam`, `homeScore`, `awayScore`, `time`, `tempTime` and `events`. The form has no date: it must be
/// given, or be in the name of the file.
public enum LiveScoreJSON {
  /// Whether a value has the form: objects down to one with both teams, two or three levels below.
  public static func recognises(_ value: JSONValue) -> Bool {
    guard let first = value.members?.first?.1, let second = first.members?.first?.1 else { return false }
    return isMatch(second) || second.members?.first.map { isMatch($0.1) } == true
  }

  private static func isMatch(_ value: JSONValue) -> Bool { value["homeTeam"] != nil && value["awayTeam"] != nil }

  /// The day in the name of a file: `livescore-2014-11-04.json`; nil without one.
  public static func day(inName name: String) -> CalendarDate? {
    let bytes = Array(name.utf8)
    guard bytes.count >= 10 else { return nil }
    return (0...(bytes.count - 10)).lazy.compactMap {
      CalendarDate(iso: String(decoding: bytes[$0..<($0 + 10)], as: UTF8.self))
    }.first
  }

  /// Reads the matches of a day.
  public static func read(_ value: JSONValue, on date: CalendarDate, bytes: [UInt8]) -> SourceFile {
    var file = SourceFile(format: "live score JSON")
    var strangeEvents: [Int] = []
    func take(_ value: JSONValue, _ places: JSONPlaces, names: [String], depth: Int) {
      for (number, (name, member)) in (value.members ?? []).enumerated() {
        let place = places[number]
        if isMatch(member) {
          read(member, place, names: names, key: name)
        } else if depth < 3, member.members != nil {
          take(member, place, names: names + [name.trimmed], depth: depth + 1)
        } else {
          file.refusals.append(.init(place.line, "'\(name.abridged)' is \(member.kindName), not a match"))
        }
      }
    }
    func read(_ value: JSONValue, _ place: JSONPlaces, names: [String], key: String) {
      let line = place["awayTeam"].line
      let (home, away) = (value["homeTeam"]?.words ?? "", value["awayTeam"]?.words ?? "")
      if let fault = TeamText.fault(home: home, away: away) { return file.refusals.append(.init(line, fault.reason)) }
      var match = SourceMatch(line: line, date: date, home: home, away: away)
      match.competition = names.last
      match.league = names.count > 1 ? names.first : nil
      match.key = key
      let clock = value["time"]?.words ?? ""
      let kickoff = value["tempTime"]?.words ?? ""
      match.time = SourceDates.time(kickoff) ?? SourceDates.time(clock)
      if !kickoff.isEmpty, match.time == nil {
        file.notes.append("line \(line): ignored 'tempTime', '\(kickoff.abridged)', which is not a time")
      }
      match.state = state(value, clock: clock)
      if !score(value, &match) {
        match.state = .scheduled
        file.notes.append("line \(line): the score is not two whole numbers; kept the match without one")
      }
      if match.state.isFinal, let note = match.dropLevelShootOut() { file.notes.append(note) }
      for (number, event) in (value["events"]?.array ?? []).enumerated() {
        if let found = scorer(event, home: home, away: away) {
          match.scorers.append(found)
        } else {
          strangeEvents.append(place["events"][number].line)
        }
      }
      file.matches.append(match)
    }
    take(value, JSONPlaces(of: bytes), names: [], depth: 1)
    if let first = strangeEvents.first {
      file.notes.append("skipped \(strangeEvents.count.counted("event")) that no match has, the first at line \(first)")
    }
    return file
  }

  /// The state that is written, or else the one that the clock shows: `FT`, `HT`, a minute; a kick-off is to come.
  private static func state(_ value: JSONValue, clock: String) -> MatchState {
    if let written = value["state"]?.words.flatMap({ MatchState(rawValue: $0) }) { return written }
    switch clock.uppercased() {
    case "FT": return .fullTime
    case "HT": return .halfTime
    default:
      guard let minute = MatchMinute(clock.hasSuffix("+") ? String(clock.dropLast()) : clock) else { return .scheduled }
      return ClockRules().period(of: minute) ?? .scheduled
    }
  }

  /// Reads the scores of a match that has begun; false where they cannot be read.
  private static func score(_ value: JSONValue, _ match: inout SourceMatch) -> Bool {
    guard match.state.hasBegun else { return true }
    func goals(_ name: String) -> SourceMatch.Goals? { value[name]?.words.flatMap { TextScore.goals($0) } }
    guard let a = value["homeScore"]?.whole, let b = value["awayScore"]?.whole, (0..<100).contains(a),
      (0..<100).contains(b)
    else {
      // A winner alone may be named of an awarded match.
      return match.state == .awarded
    }
    match.fullTime = goals("fullTime") ?? .init(a, b)
    match.extraTime = goals("fullTime") == nil ? nil : .init(a, b)
    match.penalties = goals("penalties")
    if let half = goals("halfTime"), half.home <= a, half.away <= b { match.halfTime = half }
    return true
  }

  /// An event of a match; nil for what no match has, and for an event of neither team.
  private static func scorer(_ event: JSONValue, home: String, away: String) -> SourceMatch.Scorer? {
    guard let kind = event["type"]?.words.flatMap({ MatchReport.Kind(rawValue: $0) }), kind != .score, kind != .state,
      let team = event["team"]?.words, team == home || team == away
    else { return nil }
    let minute = event["minute"]?.words.flatMap { MatchMinute($0) }
    return .init(event["player"]?.words ?? "", minute, isHome: (team == home) != (kind == .ownGoal), kind: kind)
  }

  /// The form with two levels: divisions in the order in which they come, and their matches by a key.
  static func value(_ matches: [(division: String, key: String, value: JSONValue)]) -> JSONValue {
    var divisions: [(String, [(String, JSONValue)])] = []
    for (division, key, value) in matches {
      if let place = divisions.firstIndex(where: { $0.0 == division }) {
        divisions[place].1.append((key, value))
      } else {
        divisions.append((division, [(key, value)]))
      }
    }
    return .object(divisions.map { ($0.0, .object($0.1)) })
  }

  /// A match, with scores as text. `time` is `FT`, a minute or the kick-off; `more` is what the app does not have and an import
  /// reads: `state`, and `halfTime`, `fullTime` and `penalties` as `2-1`.
  static func value(
    home: String, away: String, score: (home: Int?, away: Int?), time: String, kickoff: String,
    events: [MatchReport] = [], more: [(name: String, text: String)] = []
  ) -> JSONValue {
    func goals(_ count: Int?) -> JSONValue { .string(count.map { String($0) } ?? "") }
    return .object(
      [
        ("awayScore", goals(score.away)), ("homeTeam", .string(home)), ("tempTime", .string(kickoff)),
        ("homeScore", goals(score.home)), ("awayTeam", .string(away)), ("time", .string(time)),
        ("events", .array(events.map { value($0, home: home, away: away) })),
      ] + more.map { ($0.name, .string($0.text)) })
  }

  private static func value(_ event: MatchReport, home: String, away: String) -> JSONValue {
    .object([
      ("type", .string(event.kind.rawValue)), ("team", .string(event.side == .home ? home : away)),
      ("minute", event.minute.map { .string($0.description) } ?? .null),
      ("player", event.player.map(JSONValue.string) ?? .null),
    ])
  }
}
