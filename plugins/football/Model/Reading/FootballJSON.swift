public import PodiumCore

/// Reads football.json of openfootball: `matches` with teams by name, or the older `rounds` with teams as objects.
public enum FootballJSON {
  /// Whether a value has one of the two forms.
  public static func recognises(_ value: JSONValue) -> Bool {
    if let first = value["matches"]?.array?.first { return first["team1"] != nil }
    return value["rounds"]?.array?.first?["matches"]?.array?.first?["team1"] != nil
      || value["rounds"]?.array != nil && value["name"] != nil
  }

  /// Reads the matches; `bytes` are those of the file, for the lines of what is refused.
  public static func read(_ value: JSONValue, bytes: [UInt8]) -> SourceFile {
    var file = SourceFile(format: "football.json")
    file.title = value["name"]?.words
    let season = file.title.flatMap { FootballText.season(in: $0) }
    let lines = JSONPlaces(of: "team1", in: bytes)
    var number = 0
    func take(_ matches: [JSONValue], round: String?) {
      for match in matches {
        let line = lines[number]
        if match["team1"] != nil { number += 1 }
        switch read(match, line: line, round: round) {
        case .success(var found):
          found.season = season
          file.matches.append(found)
        case .failure(let refusal): file.refusals.append(refusal)
        }
      }
    }
    if let matches = value["matches"]?.array { take(matches, round: nil) }
    for round in value["rounds"]?.array ?? [] { take(round["matches"]?.array ?? [], round: round["name"]?.words) }
    return file
  }

  private static func read(
    _ value: JSONValue, line: Int, round: String?
  ) -> Result<SourceMatch, SourceFile.Refusal> {
    func refuse(_ reason: String) -> Result<SourceMatch, SourceFile.Refusal> { .failure(.init(line, reason)) }
    guard let home = team(value["team1"]), let away = team(value["team2"]), !home.isEmpty, !away.isEmpty else {
      return refuse("a team has no name")
    }
    guard home != away else { return refuse("'\(home.abridged)' is on both sides") }
    guard let day = value["date"]?.words else { return refuse("the match has no date") }
    guard let date = CalendarDate(iso: day) else { return refuse("'\(day.abridged)' is not a day") }
    var match = SourceMatch(line: line, date: date, home: home, away: away)
    match.round = value["round"]?.words ?? round
    match.stage = value["stage"]?.words ?? value["group"]?.words
    match.ground = value["ground"]?.words ?? value["stadium"]?["name"]?.words
    if let time = value["time"]?.words { (match.time, match.offset) = clock(time) }
    if let reason = score(value, &match) { return refuse(reason) }
    if match.score != nil { match.state = .fullTime }
    switch value["status"]?.words?.lowercased() {
    case "awarded": match.state = .awarded
    case "cancelled", "canceled": match.state = .cancelled
    case "postponed": match.state = .postponed
    case "abandoned": match.state = .abandoned
    default: break
    }
    match.scorers = goals(value["goals1"], isHome: true) + goals(value["goals2"], isHome: false)
    return .success(match)
  }

  private static func team(_ value: JSONValue?) -> String? { value?.words ?? value?["name"]?.words }

  /// `20:45`, `18:00 UTC+3`.
  private static func clock(_ text: String) -> (String?, Int?) {
    let words = text.split(separator: " ")
    guard let first = words.first, let time = SourceDates.time(first) else { return (nil, nil) }
    guard words.count > 1, words[1].hasPrefix("UTC") else { return (time, nil) }
    let hours = words[1].dropFirst(3)
    let number = Int(hours.drop { $0 == "+" }.prefix { $0 != ":" })
    return (time, number.flatMap { $0.magnitude <= 14 ? $0 * 60 : nil })
  }

  /// Reads the scores; the reason where they cannot be read. An empty score is a match that has not been played.
  private static func score(_ value: JSONValue, _ match: inout SourceMatch) -> String? {
    if let first = value["score1"], let second = value["score2"] {
      if first.isNull, second.isNull { return nil }
      guard let home = goals(first), let away = goals(second) else { return "the score is not two whole numbers" }
      match.fullTime = .init(home, away)
      if let a = value["score1i"].flatMap(goals), let b = value["score2i"].flatMap(goals) {
        match.halfTime = .init(a, b)
      }
      return nil
    }
    guard let score = value["score"], !score.isNull else { return nil }
    guard score.members != nil else { return "the score is \(score.kindName), not an object" }
    for (key, path) in parts {
      guard let pair = score[key], !pair.isNull else { continue }
      if pair.array?.isEmpty == true { continue }
      guard let items = pair.array, items.count == 2, let home = goals(items[0]), let away = goals(items[1]) else {
        return "the score '\(key)' is not two whole numbers"
      }
      match[keyPath: path] = .init(home, away)
    }
    if let half = match.halfTime, let full = match.fullTime, half.home > full.home || half.away > full.away {
      return "the score at half-time, \(half.home)-\(half.away), exceeds \(full.home)-\(full.away)"
    }
    return nil
  }

  private static let parts: [(String, any WritableKeyPath<SourceMatch, SourceMatch.Goals?> & Sendable)] = [
    ("ft", \.fullTime), ("ht", \.halfTime), ("et", \.extraTime), ("p", \.penalties),
  ]

  private static func goals(_ value: JSONValue) -> Int? {
    guard case .integer(let number) = value, (0...99).contains(number) else { return nil }
    return number
  }

  private static func goals(_ value: JSONValue?, isHome: Bool) -> [SourceMatch.Scorer] {
    (value?.array ?? []).compactMap { goal in
      guard let name = goal["name"]?.words else { return nil }
      var minute = goal["minute"].flatMap { $0.whole.map { MatchMinute($0) } ?? $0.words.flatMap { MatchMinute($0) } }
      if let added = goal["offset"]?.whole, (1...60).contains(added) { minute?.added = added }
      if let read = minute, !(1...150).contains(read.minute) { minute = nil }
      var scorer = SourceMatch.Scorer(name, minute, isHome: isHome)
      if case .bool(true)? = goal["penalty"] { scorer.isPenalty = true }
      if case .bool(true)? = goal["owngoal"] { scorer.isOwnGoal = true }
      return scorer
    }
  }
}

extension SourceFile.Refusal: Error {}
