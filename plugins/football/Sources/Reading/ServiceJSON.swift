public import FootballModel
public import PodiumCore

/// Reads the matches that football-data.org (`matches` with `utcDate`) and API-Football (`response` with `fixture`)
/// answer. Both give kick-offs in UTC or with their offset, and name states, stages and groups by words of their own.
public enum ServiceJSON {
  /// The services, by the key that each match has once.
  public enum Service: String, CaseIterable, Sendable {
    case footballData = "football-data.org"
    case apiFootball = "API-Football"

    fileprivate var list: String { self == .footballData ? "matches" : "response" }
    fileprivate var mark: String { self == .footballData ? "utcDate" : "fixture" }
  }

  /// The service whose answer a value is; nil for other values.
  public static func service(of value: JSONValue) -> Service? {
    Service.allCases.first { one in value[one.list]?.array?.contains { $0[one.mark] != nil } ?? false }
  }

  /// What a service says in place of matches: `{"errors": {"token": "…"}}`, `{"message": "…"}`; nil for other values.
  public static func fault(in value: JSONValue) -> String? {
    func words(_ value: JSONValue?) -> String? {
      if let text = value?.words { return text.isEmpty ? nil : text }
      let parts = value?.array?.compactMap { words($0) } ?? value?.members?.compactMap { words($0.1) } ?? []
      return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
    return words(value["errors"]) ?? words(value["message"]) ?? words(value["error"])
  }

  /// Reads the matches; `bytes` are those of the file, for the lines of what is refused.
  public static func read(_ value: JSONValue, from service: Service, bytes: [UInt8]) -> SourceFile {
    var file = SourceFile(format: service.rawValue)
    if let page = value["paging"]?["current"]?.whole, let all = value["paging"]?["total"]?.whole, all > 1 {
      file.notes.append("this is page \(page) of \(all) of the answer; import the other pages too")
    }
    let places = JSONPlaces(of: bytes)[service.list]
    for (number, match) in (value[service.list]?.array ?? []).enumerated() {
      var reader = Reader(match, line: places[number][service.mark].line)
      if service == .footballData { reader.footballData(top: value["competition"]) } else { reader.apiFootball() }
      if let reason = reader.refusal {
        file.refusals.append(.init(reader.match.line, reason))
      } else {
        file.matches.append(reader.checked())
      }
      file.notes += reader.notes
    }
    return file
  }

  /// Reads one match.
  private struct Reader {
    let value: JSONValue
    var match: SourceMatch
    var refusal: String?
    var notes: [String] = []

    init(_ value: JSONValue, line: Int) {
      self.value = value
      match = SourceMatch(line: line, date: CalendarDate(days: 0), home: "", away: "")
    }

    mutating func footballData(top: JSONValue?) {
      start(value["utcDate"], "utcDate", value["homeTeam"], value["awayTeam"], id: value["id"], value["status"])
      let competition = value["competition"] ?? top
      match.competition = competition?["code"]?.words.map { ServiceJSON.codes[$0] ?? $0 } ?? competition?["name"]?.words
      let years = ["startDate", "endDate"].map { value["season"]?[$0]?.words.flatMap { Int($0.prefix(4)) } }
      if let first = years[0], let last = years[1] { match.season = Season(start: first, isSplit: last > first) }
      let stage = value["stage"]?.words.flatMap(ServiceJSON.stage)
      let isKnockOut = stage.map(Stage.isKnockOut) ?? false
      match.stage = value["group"]?.words.map(ServiceJSON.named) ?? (isKnockOut ? nil : stage)
      match.round = isKnockOut ? stage : value["matchday"]?.whole.map(String.init)
      match.ground = value["venue"]?.words
      match.winner = ["HOME_TEAM": .home, "AWAY_TEAM": .away][value["score"]?["winner"]?.words ?? ""]
      let all = goals("fullTime")
      match.halfTime = goals("halfTime")
      match.fullTime = all
      guard value["score"]?["duration"]?.words ?? "REGULAR" != "REGULAR" else { return }
      // The whole score has the goals of extra time and of the shoot-out too.
      let (extra, shots) = (goals("extraTime") ?? .init(0, 0), goals("penalties"))
      match.penalties = shots
      match.fullTime =
        goals("regularTime")
        ?? all.map { .init($0.home - extra.home - (shots?.home ?? 0), $0.away - extra.away - (shots?.away ?? 0)) }
      match.extraTime = match.fullTime.map { .init($0.home + extra.home, $0.away + extra.away) }
    }

    mutating func apiFootball() {
      let (fixture, teams, league) = (value["fixture"], value["teams"], value["league"])
      start(fixture?["date"], "date", teams?["home"], teams?["away"], id: fixture?["id"], fixture?["status"]?["short"])
      match.competition = league?["id"]?.whole.flatMap { ServiceJSON.leagues[$0] }
      if match.competition == nil, let name = league?["name"]?.words {
        // Many countries have a Premier League.
        match.competition = name
        match.league = league?["country"]?.words.map { "\(name) (\($0))" }
      }
      if teams?["home"]?["winner"]?.bool == true { match.winner = .home }
      if teams?["away"]?["winner"]?.bool == true { match.winner = .away }
      match.seasonYear = league?["season"]?.whole.flatMap { (1850...2200).contains($0) ? $0 : nil }
      match.round = league?["round"]?.words
      match.ground = fixture?["venue"]?["name"]?.words
      let all = goals("goals", in: value)
      (match.fullTime, match.halfTime) = (goals("fulltime") ?? all, goals("halftime"))
      if goals("extratime") != nil { match.extraTime = all }
      match.penalties = goals("penalty")
    }

    /// What both services have: teams, kick-off, number and state.
    private mutating func start(
      _ when: JSONValue?, _ key: String, _ home: JSONValue?, _ away: JSONValue?, id: JSONValue?, _ state: JSONValue?
    ) {
      (match.home, match.away) = (home?["name"]?.words ?? "", away?["name"]?.words ?? "")
      refusal = TeamText.fault(home: match.home, away: match.away)?.reason
      let text = when?.words ?? ""
      if let day = CalendarDate(iso: String(text.prefix(10))) {
        match.date = day
      } else {
        refusal = refusal ?? "'\(text.abridged)' in '\(key)' is not a day"
      }
      match.time = SourceDates.time(text.dropFirst(11).prefix(5))
      if match.time == nil, text.count > 10 {
        notes.append("line \(match.line): ignored the time in '\(key)', '\(text.abridged)', which is not one")
      }
      match.offset = SourceDates.offset(text.dropFirst(16)) ?? 0
      match.key = id?.whole.map(String.init)
      guard let word = state?.words, !word.isEmpty else {
        notes.append("line \(match.line): the match has no state; kept it without a score")
        return
      }
      match.state = ServiceJSON.states[word.uppercased()] ?? .scheduled
      if ServiceJSON.states[word.uppercased()] == nil {
        notes.append("line \(match.line): ignored the state '\(word.abridged)', which is not a known one")
      }
    }

    /// Two whole numbers; nil where one is missing, with a note where it is something else.
    private mutating func goals(_ key: String, in other: JSONValue? = nil) -> SourceMatch.Goals? {
      guard let pair = (other ?? value["score"])?[key], !pair.isNull else { return nil }
      let (home, away) = (pair["home"] ?? pair["homeTeam"], pair["away"] ?? pair["awayTeam"])
      if pair.members != nil, home?.isNull ?? true, away?.isNull ?? true { return nil }
      if let a = home?.whole, let b = away?.whole, (0...99).contains(a), (0...99).contains(b) { return .init(a, b) }
      notes.append("line \(match.line): ignored '\(key)', \(pair.text.abridged), which is not two whole numbers")
      return nil
    }

    /// The match; one that has not ended has no result yet.
    mutating func checked() -> SourceMatch {
      var match = match
      if let note = match.dropLevelShootOut() { notes.append(note) }
      let parts = [match.fullTime, match.extraTime].compactMap { $0 }
      if parts.contains(where: { $0.home < 0 || $0.away < 0 }) {
        notes.append("line \(match.line): ignored the score, of which extra time and the shoot-out have more goals")
        (match.fullTime, match.extraTime) = (nil, nil)
      } else if match.state == .fullTime, match.score == nil, notes.isEmpty {
        notes.append("line \(match.line): the match has ended and has no score; kept it as one to be played")
      }
      if !match.state.isFinal {
        (match.fullTime, match.halfTime, match.extraTime, match.penalties) = (nil, nil, nil, nil)
      }
      // Goals say who won, where there are any.
      if match.state != .awarded || match.score != nil { match.winner = nil }
      if match.state.isLive || match.score == nil && match.state == .fullTime { match.state = .scheduled }
      return match
    }
  }

  /// `Quarter-finals` of `QUARTER_FINALS`; nil for a league.
  private static func stage(_ word: String) -> String? {
    switch word.uppercased() {
    case "REGULAR_SEASON", "GROUP_STAGE": nil
    case "QUARTER_FINALS": "Quarter-finals"
    case "SEMI_FINALS": "Semi-finals"
    case "THIRD_PLACE": "Match for third place"
    case "LEAGUE_STAGE": "League phase"
    case let other where other.hasPrefix("LAST_"): "Round of " + other.dropFirst(5)
    default: named(word)
    }
  }

  /// `Group A` of `GROUP_A`.
  private static func named(_ word: String) -> String {
    guard word == word.uppercased() else { return word }
    let words = word.split(separator: "_")
    return words.enumerated().map { place, word in
      word.count == 1
        ? String(word) : (place == 0 ? word.prefix(1) : "") + word.dropFirst(place == 0 ? 1 : 0).lowercased()
    }.joined(separator: " ")
  }

  private static let states: [String: MatchState] = [
    "SCHEDULED": .scheduled, "TIMED": .scheduled, "IN_PLAY": .firstHalf, "PAUSED": .halfTime, "LIVE": .firstHalf,
    "FINISHED": .fullTime, "SUSPENDED": .interrupted, "POSTPONED": .postponed, "CANCELLED": .cancelled,
    "CANCELED": .cancelled, "AWARDED": .awarded, "TBD": .scheduled, "NS": .scheduled, "1H": .firstHalf, "HT": .halfTime,
    "2H": .firstHalf, "ET": .firstHalf, "BT": .firstHalf, "P": .firstHalf, "INT": .interrupted, "SUSP": .interrupted,
    "FT": .fullTime, "AET": .fullTime, "PEN": .fullTime, "PST": .postponed, "CANC": .cancelled, "ABD": .abandoned,
    "AWD": .awarded, "WO": .awarded,
  ]

  /// The codes of leagues that both name; others keep the service's own.
  private static let codes = [
    "PL": "E0", "ELC": "E1", "BL1": "D1", "SA": "I1", "PD": "SP1", "FL1": "F1", "DED": "N1", "PPL": "P1", "BSA": "BRA",
    "CL": "UCL", "EC": "EURO",
  ]
  private static let leagues = [
    39: "E0", 40: "E1", 78: "D1", 140: "SP1", 135: "I1", 61: "F1", 88: "N1", 94: "P1", 203: "T1", 144: "B1", 113: "SWE",
    103: "NOR", 71: "BRA", 128: "ARG", 253: "USA", 1: "WC", 2: "UCL", 3: "UEL", 4: "EURO",
  ]
}
