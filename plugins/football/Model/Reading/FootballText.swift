internal import PodiumCore

/// Reads football.txt of openfootball, level 1; what level 2 adds (line-ups, cards, referees) is counted and skipped.
///
/// A title `= …`, rounds, days, and matches `15:00  A v B 2-1 (1-0) @ ground` or `A 2-1 (1-0) B`, with goals in
/// parentheses on the lines after. Two spaces separate, one does not.
public struct FootballText {
  private var file = SourceFile(format: "football.txt")
  private var round: String?
  private var stage: String?
  private var season: Season?
  private var day: CalendarDate?
  private var time: String?
  private var offset: Int?
  private var ground: String?
  /// Goals in parentheses that are not complete yet, and the line they began on.
  private var goals: (text: String, line: Int)?
  private var isInComment = false
  /// Inside of a line-up or another block of level 2.
  private var isInExtra = false
  private var extras = 0

  /// Whether lines look like this format: a title or a round before any match.
  public static func recognises(_ lines: [Substring]) -> Bool {
    for line in lines.prefix(60) {
      let text = line.drop { $0 == " " || $0 == "\t" }
      if text.isEmpty || text.hasPrefix("#") { continue }
      return text.hasPrefix("= ") || text.hasPrefix("▪") || text.hasPrefix("»") || text.hasPrefix("::")
        || text.hasPrefix("Matchday ")
    }
    return false
  }

  /// Reads the lines of a file; `season` gives the year where the file has none.
  public static func read(_ lines: [Substring], season: Season? = nil) -> SourceFile {
    var reader = FootballText()
    reader.season = season
    for (place, line) in lines.enumerated() {
      if line.hasPrefix("__END__") { break }
      reader.take(line, place + 1)
    }
    reader.endGoals()
    if reader.extras > 0 {
      reader.file.notes.append(
        "skipped \(reader.extras.counted("line")) of line-ups, cards and other details")
    }
    return reader.file
  }

  private mutating func take(_ line: Substring, _ number: Int) {
    let bare = withoutComments(line)
    let text = bare.trimmed
    if goals != nil {
      goals?.text += " " + text
      if text.contains(")") || text.isEmpty { endGoals() }
      return
    }
    if text.isEmpty {
      isInExtra = false
      return
    }
    if text.hasPrefix("=") {
      let title = String(text.drop { $0 == "=" }).trimmed
      if file.title == nil {
        file.title = title
        if season == nil { season = FootballText.season(in: title) }
      } else {
        stage = title
      }
      return
    }
    if text.hasPrefix("(") {
      goals = (text, number)
      if FootballText.isBalanced(text) { endGoals() }
      return
    }
    if takeRound(text) { return }
    if takeDay(text) { return }
    if isInExtra || FootballText.isExtra(text) {
      isInExtra = true
      extras += 1
      return
    }
    takeMatch(text, number)
  }

  /// The line without `#` comments and `<!-- -->` blocks, which may go on over several lines.
  private mutating func withoutComments(_ line: Substring) -> String {
    var rest = String(line)
    var out = ""
    while true {
      if isInComment {
        guard let end = rest.firstRange(of: "-->") else { return out }
        rest = String(rest[end.upperBound...])
        isInComment = false
      }
      guard let start = rest.firstRange(of: "<!--") else { break }
      out += rest[..<start.lowerBound]
      rest = String(rest[start.upperBound...])
      isInComment = true
    }
    out += rest
    return String(out.prefix { $0 != "#" })
  }

  private static func isBalanced(_ text: String) -> Bool {
    text.count { $0 == "(" } <= text.count { $0 == ")" }
  }

  private static let roundWords = [
    "matchday", "round", "group", "quarter-final", "semi-final", "final", "third-place",
    "match for", "play-off", "playoff", "runde", "spieltag", "omgång",
  ]

  private mutating func takeRound(_ text: String) -> Bool {
    var name = text
    let isMarked = ["▪", "»", "::", "•"].contains { text.hasPrefix($0) }
    if isMarked { name = String(text.drop { "▪»:• ".contains($0) }) }
    let lower = name.lowercased()
    guard isMarked || FootballText.roundWords.contains(where: { lower.hasPrefix($0) }) else { return false }
    // `Group A | Brazil …` and `Matchday 1 | Thu Jun 12` declare, they do not begin a round.
    if name.contains("|") { return true }
    if !isMarked, FootballText.scores(in: name) != nil || name.contains(" v ") { return false }
    if lower.hasPrefix("group") { stage = name } else { round = name }
    return true
  }

  private mutating func takeDay(_ text: String) -> Bool {
    var text = text
    var place: String?
    if let at = text.firstRange(of: "@") {
      place = String(text[at.upperBound...]).trimmed
      text = String(text[..<at.lowerBound]).trimmed
    }
    if text.hasPrefix("["), text.hasSuffix("]") { text = String(text.dropFirst().dropLast()) }
    guard let written = SourceDates.written(text) else { return false }
    day = SourceDates.day(written, near: day ?? season.flatMap(SourceDates.middle))
    time = nil
    offset = nil
    ground = place
    return true
  }

  /// `Spain: Iker Casillas - …`, `Referee: …`; a time has a colon too, but digits before it.
  private static func isExtra(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else { return false }
    let before = text[text.index(before: colon)]
    return !before.isNumber && !text[..<colon].contains(" v ")
  }

  private mutating func takeMatch(_ text: String, _ number: Int) {
    var rest = text
    takeTime(&rest)
    var ground = ground
    if let at = rest.firstRange(of: " @ ") {
      ground = String(rest[at.upperBound...]).trimmed
      rest = String(rest[..<at.lowerBound])
    }
    var note: String?
    if let open = rest.firstIndex(of: "["), let close = rest[open...].firstIndex(of: "]") {
      note = String(rest[rest.index(after: open)..<close]).lowercased()
      rest = String(rest[..<open]) + String(rest[rest.index(after: close)...])
    }
    guard let (home, score, away) = FootballText.parts(rest) else {
      if number > 0 { extras += 1 }
      return
    }
    func refuse(_ reason: String) { file.refusals.append(.init(number, reason)) }
    guard !home.isEmpty, !away.isEmpty else { return refuse("a team has no name") }
    guard home != away else { return refuse("'\(home.abridged)' is on both sides") }
    guard let day else { return refuse("the match has no day, or a day without a year") }
    var match = SourceMatch(line: number, date: day, home: home, away: away)
    (match.season, match.round, match.stage, match.ground) = (season, round, stage, ground)
    (match.time, match.offset) = (time, offset)
    if let score {
      guard score.apply(to: &match) else { return refuse("the score '\(score.text.abridged)' contradicts itself") }
      match.state = .fullTime
    }
    FootballText.apply(note, to: &match)
    file.matches.append(match)
  }

  /// `15:00`, `12.45`, `17:00 UTC-3`; without a time that of the line before counts.
  private mutating func takeTime(_ rest: inout String) {
    guard let first = rest.split(separator: " ", maxSplits: 1).first, let read = SourceDates.time(first) else { return }
    time = read
    offset = nil
    rest = String(rest.dropFirst(first.count)).trimmed
    guard rest.hasPrefix("UTC") else { return }
    let zone = rest.prefix { $0 != " " }
    rest = String(rest.dropFirst(zone.count)).trimmed
    let hours = zone.dropFirst(3)
    if let number = Int(hours.filter { $0 != "+" && $0 != ":" }.prefix(3)), number.magnitude <= 14 {
      offset = number * 60
    }
  }

  /// Both teams and the score between or after them; nil for a line that is not a match.
  private static func parts(_ text: String) -> (home: String, score: TextScore?, away: String)? {
    let found = scores(in: text)
    if let versus = text.firstRange(of: " v ") ?? text.firstRange(of: " vs ") {
      let home = String(text[..<versus.lowerBound]).trimmed
      if let found, found.range.lowerBound > versus.upperBound {
        return (home, found, String(text[versus.upperBound..<found.range.lowerBound]).trimmed)
      }
      return (home, nil, String(text[versus.upperBound...]).trimmed)
    }
    if let found {
      return (
        String(text[..<found.range.lowerBound]).trimmed, found, String(text[found.range.upperBound...]).trimmed
      )
    }
    guard let dash = text.firstRange(of: " - ") else { return nil }
    let (home, away) = (String(text[..<dash.lowerBound]).trimmed, String(text[dash.upperBound...]).trimmed)
    return away.contains(" - ") ? nil : (home, nil, away)
  }

  static func scores(in text: String) -> TextScore? { TextScore(in: text) }

  private static func apply(_ note: String?, to match: inout SourceMatch) {
    guard let note else { return }
    if note.hasPrefix("cancel") {
      match.state = .cancelled
    } else if note.hasPrefix("postponed") {
      match.state = .postponed
    } else if note.hasPrefix("abandoned") {
      match.state = .abandoned
    } else if note.hasPrefix("awarded") {
      match.state = .awarded
    }
    if note.contains("aet") || note.contains("a.e.t"), match.extraTime == nil {
      match.extraTime = match.fullTime
      match.fullTime = nil
    }
    // `Switzerland won 5-4 on penalties`
    if let won = note.firstRange(of: " won "), note.contains("pen"), let goals = TextScore.first(in: note) {
      let winner = note[..<won.lowerBound].split(separator: ";").last.map { String($0).trimmed } ?? ""
      let (most, least) = (max(goals.home, goals.away), min(goals.home, goals.away))
      let isHome = match.home.lowercased().hasPrefix(winner)
      match.penalties = isHome ? .init(most, least) : .init(least, most)
    }
  }

  private mutating func endGoals() {
    guard let (text, line) = goals else { return }
    goals = nil
    guard !file.matches.isEmpty else { return }
    let last = file.matches.count - 1
    let scorers = GoalLine.scorers(text, score: file.matches[last].score)
    let score = file.matches[last].score ?? .init(0, 0)
    guard let scorers, scorers.count(where: \.isHome) == score.home,
      scorers.count(where: { !$0.isHome }) == score.away
    else {
      file.notes.append(
        "line \(line): the goals do not add up to the score of \(file.matches[last].home) against "
          + "\(file.matches[last].away); kept the score")
      return
    }
    file.matches[last].scorers = scorers
  }

  /// The season in a title: `2010/11`, `2010-11` or `2024`.
  static func season(in title: String) -> Season? {
    title.split { " ()".contains($0) }.lazy.compactMap { word in Season(String(word)) }.last
  }
}

extension StringProtocol {
  /// Without spaces and tabs at both ends.
  public var trimmed: String {
    let isBlank: (Character) -> Bool = { $0.isWhitespace || $0 == "\u{FEFF}" }
    guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
      return ""
    }
    return String(self[first...last])
  }

  /// At most 60 characters, for a message.
  public var abridged: String { count > 60 ? String(prefix(59)) + "…" : String(self) }
}
