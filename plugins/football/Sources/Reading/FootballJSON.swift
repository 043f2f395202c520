public import FootballModel
public import PodiumCore

/// Reads football.json of openfootball: `matches` with teams by name, or the older `rounds` with teams as objects.
public enum FootballJSON {
  /// Whether a value has one of the two forms.
  public static func recognises(_ value: JSONValue) -> Bool {
    if let matches = value["matches"]?.array, !matches.isEmpty { return matches.contains { $0["team1"] != nil } }
    return value["rounds"]?.array.map { rounds in
      value["name"] != nil || rounds.contains { $0["matches"]?.array?.contains { $0["team1"] != nil } ?? false }
    } ?? false
  }

  /// Reads the matches; `bytes` are those of the file, for the lines of what is refused.
  public static func read(_ value: JSONValue, bytes: [UInt8]) -> SourceFile {
    var file = SourceFile(format: "football.json")
    file.title = value["name"]?.words
    let season = file.title.flatMap { FootballText.season(in: $0) }
    let all = (value["matches"]?.array ?? []) + (value["rounds"]?.array ?? []).flatMap { $0["matches"]?.array ?? [] }
    let dates = TextDates(all.lazy.compactMap { $0["date"]?.words })
    let places = JSONPlaces(of: bytes)
    func take(_ matches: [JSONValue], _ places: JSONPlaces, round: String?) {
      for (number, match) in matches.enumerated() {
        switch read(match, places[number], round: round, dates, &file.notes) {
        case .success(var found):
          found.season = season
          file.matches.append(found)
        case .failure(let refusal): file.refusals.append(refusal)
        }
      }
    }
    if let matches = value["matches"]?.array { take(matches, places["matches"], round: nil) }
    for (number, round) in (value["rounds"]?.array ?? []).enumerated() {
      let place = places["rounds"][number]
      if let matches = round["matches"]?.array {
        take(matches, place["matches"], round: round["name"]?.words)
      } else if round.members == nil || round["matches"].map({ !$0.isNull }) ?? false {
        let given = round["matches"] ?? round
        file.refusals.append(
          .init(place["matches"].line, "the matches of a round are \(given.kindName), not a list"))
      }
    }
    return file
  }

  private static func read(
    _ value: JSONValue, _ place: JSONPlaces, round: String?, _ dates: TextDates, _ notes: inout [String]
  ) -> Result<SourceMatch, SourceFile.Refusal> {
    func refuse(_ key: String, _ reason: String) -> Result<SourceMatch, SourceFile.Refusal> {
      .failure(.init(place[key].line, reason))
    }
    guard value.members != nil else { return refuse("", "the match is \(value.kindName), not an object") }
    let (home, away) = (team(value["team1"]) ?? "", team(value["team2"]) ?? "")
    if let fault = TeamText.fault(home: home, away: away) {
      return refuse(fault.isHome ? "team1" : "team2", fault.reason)
    }
    guard let day = value["date"]?.words else { return refuse("date", "the match has no 'date'") }
    guard let date = dates.day(day) else { return refuse("date", "the date '\(day.abridged)' is not a day") }
    func ignore(_ key: String, _ text: String, _ reason: String, _ line: Int? = nil) {
      let line = line ?? (value[key] == nil ? place["score"] : place)[key].line
      notes.append("line \(line): ignored '\(key)', \(text.abridged), \(reason)")
    }
    var match = SourceMatch(line: place["team1"].line, date: date, home: home, away: away)
    for key in ["time", "stage", "group", "status"] {
      if let other = value[key], !other.isNull, other.words == nil { ignore(key, other.text, "which is not text") }
    }
    match.round = value["round"].flatMap { $0.words ?? $0.whole.map(String.init) } ?? round
    match.stage = Stage.joined(value["stage"]?.words, group: value["group"]?.words)
    match.ground = value["ground"]?.words ?? value["stadium"]?["name"]?.words
    if let time = value["time"]?.words, !time.isEmpty {
      (match.time, match.offset) = clock(time)
      if match.time == nil { ignore("time", "'\(time)'", "which is not a time") }
    }
    score(value, &match) { ignore($0, $1, $2) }
    if let note = match.dropLevelShootOut() { notes.append(note) }
    if match.score != nil { match.state = .fullTime }
    let status = value["status"]?.words?.lowercased().replacing("canceled", with: "cancelled") ?? ""
    if let state = MatchState(rawValue: status), [.awarded, .cancelled, .postponed, .abandoned].contains(state) {
      match.state = state
    } else if !["", "played", "finished", "ft"].contains(status) {
      ignore("status", "'\(status)'", "which is not a known one")
    }
    for (key, isHome) in [("goals1", true), ("goals2", false)] {
      guard let list = value[key], !list.isNull else { continue }
      guard let given = list.array else {
        ignore(key, list.text, "which is not a list")
        continue
      }
      let scorers = goals(given, isHome: isHome)
      let named = given.indices.filter { given[$0]["name"]?.words != nil }
      if let first = given.indices.first(where: { !named.contains($0) }) {
        ignore(key, (given.count - named.count).counted("goal"), "without a name", place[key][first].line)
      }
      let strange = zip(named, scorers).filter { given[$0]["minute"].map { !$0.isNull } ?? false && $1.minute == nil }
      if let first = strange.first {
        ignore(
          "minute", "of \(strange.count.counted("goal"))", "which is not a minute", place[key][first.0]["minute"].line)
      }
      match.scorers += scorers
    }
    return .success(match)
  }

  private static func team(_ value: JSONValue?) -> String? { value?.words ?? value?["name"]?.words }

  /// `20:45`, `18:00 UTC+3`.
  private static func clock(_ text: String) -> (String?, Int?) {
    let words = text.split(separator: " ")
    guard let first = words.first, let time = SourceDates.time(first) else { return (nil, nil) }
    return (time, words.count > 1 && words[1].hasPrefix("UTC") ? TextLine.offset(words[1]) : nil)
  }

  /// Reads the scores; what cannot be read is left out. An empty score is a match that has not been played.
  private static func score(
    _ value: JSONValue, _ match: inout SourceMatch, _ ignore: (_ key: String, _ text: String, _ reason: String) -> Void
  ) {
    if let first = value["score1"], let second = value["score2"] {
      if first.isNull, second.isNull { return }
      guard let home = goals(first), let away = goals(second) else {
        return ignore("score1", "\(first.text) : \(second.text)", "which is not two whole numbers")
      }
      match.fullTime = .init(home, away)
      if let a = value["score1i"].flatMap(goals), let b = value["score2i"].flatMap(goals) {
        match.halfTime = .init(a, b)
      }
      return
    }
    guard let score = value["score"], !score.isNull else { return }
    guard score.members != nil else { return ignore("score", score.text, "which is not an object") }
    for (key, path) in parts {
      guard let pair = score[key], !pair.isNull else { continue }
      if pair.array?.isEmpty == true { continue }
      guard let items = pair.array, items.count == 2, let home = goals(items[0]), let away = goals(items[1]) else {
        ignore(key, pair.text, "which is not two whole numbers")
        continue
      }
      match[keyPath: path] = .init(home, away)
    }
    if let half = match.halfTime, let full = match.fullTime, !half.isWithin(full) {
      ignore("ht", half.description, "which exceeds \(full)")
      match.halfTime = nil
    }
  }

  private static let parts: [(String, any WritableKeyPath<SourceMatch, SourceMatch.Goals?> & Sendable)] = [
    ("ft", \.fullTime), ("ht", \.halfTime), ("et", \.extraTime), ("p", \.penalties),
  ]

  private static func goals(_ value: JSONValue) -> Int? {
    if case .string = value { return nil }
    return value.whole.flatMap { (0...99).contains($0) ? $0 : nil }
  }

  private static func goals(_ list: [JSONValue], isHome: Bool) -> [SourceMatch.Scorer] {
    list.compactMap { goal in
      guard let name = goal["name"]?.words else { return nil }
      var minute = goal["minute"].flatMap { $0.whole.map { MatchMinute($0) } ?? $0.words.flatMap { MatchMinute($0) } }
      if let added = goal["offset"]?.whole, (1...60).contains(added) { minute?.added = added }
      if let read = minute, !(1...150).contains(read.minute) { minute = nil }
      var scorer = SourceMatch.Scorer(name, minute, isHome: isHome)
      if case .bool(true)? = goal["penalty"] { scorer.kind = .penaltyGoal }
      if case .bool(true)? = goal["owngoal"] { scorer.kind = .ownGoal }
      return scorer
    }
  }
}
