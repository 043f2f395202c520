internal import PodiumCore

/// Reads football.txt of openfootball, level 1; what level 2 adds (line-ups, cards, referees) is counted and skipped. A
/// title `= …`, rounds, days, and matches `15:00  A v B 2-1 (1-0) @ ground` or `A 2-1 (1-0) B`, with goals in
/// parentheses on the lines after. Two spaces separate, one does not.
public struct FootballText {
  private var file = SourceFile(format: "football.txt")
  private var round: String?
  /// The round that the headings of legs are below.
  private var roundOfLegs: String?
  private var stage: String?
  /// The stage of the title above, and the one that groups are in.
  private var (titled, base): (String?, String?)
  /// The heading above, without a match since: one of matchdays makes it a stage.
  private var above: (name: String, isUnknown: Bool)?
  private var isAfterBlank = true
  private var season: Season?
  private var day: CalendarDate?
  private var hasDays = false
  /// The line of a day that was not understood: the matches below it are not those of the day before.
  private var unreadDay: (text: String, line: Int)?
  /// The day that the years of later ones go by: the last that can be in the season.
  private var sureDay: CalendarDate?
  /// Whether all years are taken as they are written, since the season of the title is not that of the first day.
  private var takesAllYears = false
  private var time: String?
  private var offset: Int?
  private var ground: String?
  /// Goals in parentheses that are not complete yet, and the line they began on.
  private var goals: (text: String, line: Int)?
  private var isInComment = false
  /// Inside of a line-up or another block of level 2.
  private var isInExtra = false
  private var extras = 0
  private var byes = 0
  /// Whether goals may follow: the line before was a match.
  private var isAfterMatch = false
  /// Days whose weekday is another one.
  private var strangeDays: [(line: Int, day: CalendarDate, weekday: Int)] = []

  /// Whether lines look like this format: a title or a round before any match.
  public static func recognises(_ lines: [Substring]) -> Bool {
    for line in lines.prefix(200) {
      let text = line.trimmed
      if text.isEmpty || text.hasPrefix("#") { continue }
      return text.hasPrefix("= ") || !text.contains { ",\t".contains($0) } && TextRound(withoutNumber(text)) != nil
    }
    return false
  }

  /// Reads the lines of a file; `season` gives the year where the file has none.
  public static func read(_ lines: [Substring], season: Season? = nil) -> SourceFile {
    var reader = FootballText()
    reader.season = season
    if season == nil, !lines.contains(where: { $0.hasPrefix("=") }) {
      // Some files have their title in a comment.
      reader.season = lines.lazy.filter { $0.hasPrefix("#") }.compactMap { FootballText.season(in: String($0)) }.first
    }
    for (place, line) in lines.enumerated() {
      if line.hasPrefix("__END__") || Cancellation.stopsWork(at: place << 6) { break }
      reader.take(line, place + 1)
    }
    reader.endGoals()
    reader.noteDays()
    if reader.extras > 0 {
      reader.file.notes.append("skipped \(reader.extras.counted("line")) of line-ups, cards and other details")
    }
    if reader.byes > 0 { reader.file.notes.append("\(reader.byes.counted("team")) had a bye, and no match") }
    return reader.file
  }

  private mutating func take(_ line: Substring, _ number: Int) {
    let text = withoutComments(line).trimmed
    if goals != nil {
      // A match ends goals whose parenthesis was never closed.
      guard TextLine(text).teams != nil else {
        goals?.text += " " + text
        if text.contains(")") || text.contains("]") || text.isEmpty { endGoals() }
        return
      }
      endGoals()
    }
    if text.isEmpty {
      isInExtra = false
      isAfterBlank = true
      return
    }
    let isAlone = isAfterBlank && line.first?.isWhitespace == false
    isAfterBlank = text.hasPrefix("=")
    if text.hasPrefix("=") {
      takeTitle(String(text.drop { $0 == "=" }).trimmed)
      return
    }
    if FootballText.areGoals(text) {
      goals = (text.hasPrefix("[") ? "(" + text.dropFirst().replacing("]", with: ")") : text, number)
      if FootballText.isBalanced(text) { endGoals() }
      return
    }
    if !isInExtra, takeRound(FootballText.withoutNumber(text)) { return }
    let parts = TextLine(text)
    if !isInExtra, !parts.isOpened, parts.teams == nil, FootballText.isStrangeDay(text) {
      (day, unreadDay, isAfterMatch) = (nil, (text, number), false)
      file.refusals.append(.init(number, "'\(text.abridged)' is not understood as a day"))
      return
    }
    // A line-up has neither a day nor a time.
    let isMatch = parts.isOpened && parts.teams != nil
    if !isMatch, isInExtra || FootballText.isExtra(text), !(parts.isOpened && parts.isEmpty) {
      isInExtra = true
      extras += 1
      return
    }
    isInExtra = false
    let known = extras
    take(parts, number)
    above = isAlone && extras > known && !text.contains(where: \.isNumber) ? (text, true) : nil
  }

  private mutating func takeTitle(_ title: String) {
    if file.title == nil {
      file.title = title
      if season == nil { season = FootballText.season(in: title) }
    } else {
      (stage, titled, round, roundOfLegs) = (title, title, nil, nil)
      base = Stage.isGroup(title) || FootballText.season(in: title) != nil ? nil : title
      // Where another season follows, its days are not those of the first.
      if let later = FootballText.season(in: title), later != season { takesAllYears = true }
    }
  }

  /// `(Neymar 29'; …` or `[Álvarez 49' …]` below a match; `(12)` is the number of a match.
  private static func areGoals(_ text: String) -> Bool {
    guard let first = text.first, first == "(" || first == "[" else { return false }
    let word = text.prefix { $0 != " " }
    if TextLine.isNumber(word), word.endIndex < text.endIndex { return false }
    return first == "(" || text.contains { "'’".contains($0) }
  }

  /// The text without the number of a match or a round before it.
  private static func withoutNumber(_ text: String) -> String {
    let word = text.prefix { $0 != " " }
    return TextLine.isNumber(word) ? String(text[word.endIndex...]).trimmed : text
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
    text.count { "([".contains($0) } <= text.count { ")]".contains($0) }
  }

  private mutating func takeRound(_ text: String) -> Bool {
    guard let read = TextRound(text) else { return false }
    if read.isDeclaration { return true }
    if let group = read.group {
      if Stage.isPart(group) {
        (stage, base, round, roundOfLegs) = (group, group, nil, nil)
      } else {
        stage = Stage.joined(base, group: group)
        if let earlier = round, Stage.isKnockOut(earlier) { round = nil }
      }
    }
    if let name = read.round {
      if let above, Stage.isPart(above.name, with: name) {
        (stage, base) = (above.name, above.name)
        if above.isUnknown { extras -= 1 }
      }
      // `▪▪ First Legs` below `▪ Round of 16`.
      if let above = roundOfLegs, Bracket.isLeg(name) {
        round = above + ", " + name
      } else {
        (round, roundOfLegs) = (name, name)
      }
      // What follows the groups is in none of them.
      if read.group == nil, Stage.isKnockOut(name), stage != titled { (stage, base) = (nil, titled) }
      if read.group == nil, Stage.isGroup(name), stage.map(Stage.isGroup) ?? false { stage = base }
    }
    above = read.round.map { ($0, false) }
    return true
  }

  /// `Wed Jan/32`, `[Lun. 3 Foo]`: a line that begins with a weekday and has a number.
  private static func isStrangeDay(_ text: String) -> Bool {
    let words = text.split { " []".contains($0) }
    guard let first = words.first else { return false }
    let isMarked = text.hasPrefix("[") || first.hasSuffix(".")
    guard FixtureTimes.isWeekday(first) || isMarked && SourceDates.foreignWeekday(first) != nil else { return false }
    return words.dropFirst().prefix(2).contains { $0.contains(where: \.isNumber) }
  }

  /// `Spain: Iker Casillas - …`, `Referee: …`; a time has a colon too, but digits before it, as `2 : 1`, and `-:-`.
  private static func isExtra(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"), let before = text[..<colon].last(where: { $0 != " " }) else {
      return false
    }
    return !before.isNumber && !"-–?".contains(before) && !text[..<colon].contains(" v ")
  }

  /// A day for the lines after it, or a match.
  private mutating func take(_ line: TextLine, _ number: Int) {
    if let written = line.day {
      (hasDays, unreadDay) = (true, nil)
      day = SourceDates.day(
        written, near: sureDay ?? season.flatMap(SourceDates.middle), in: sureDay == nil ? season : nil)
      if written.year != nil, sureDay == nil, let found = day, season?.allows(found) == false { takesAllYears = true }
      if let found = day, takesAllYears || season?.allows(found) ?? true {
        sureDay = found
      } else if written.year == nil {
        day = SourceDates.day(written, near: sureDay, in: season)
      }
      (time, offset) = (nil, nil)
      // The ground of a match is not that of the next one.
      ground = line.isEmpty ? line.ground : nil
      if let day, let weekday = written.weekday, weekday != SourceDates.weekday(of: day) {
        strangeDays.append((number, day, weekday))
      }
    }
    if let read = line.time { (time, offset) = (read, nil) }
    if line.isEmpty {
      if !line.isOpened { extras += 1 }
      return
    }
    isAfterMatch = false
    if line.isBye {
      byes += 1
      return
    }
    guard let teams = line.teams else {
      if let fault = line.fault { file.refusals.append(.init(number, fault)) } else { extras += 1 }
      return
    }
    guard let day else {
      file.refusals.append(
        .init(
          number,
          unreadDay.map { "its day, '\($0.text.abridged)' of line \($0.line), is not understood" }
            ?? (hasDays
              ? "its day has no year; give the season, as in season=1984"
              : "the file gives no day for the match, neither in its line nor above it")))
      return
    }
    var match = SourceMatch(line: number, date: day, home: teams.home, away: teams.away)
    (match.season, match.round, match.stage, match.ground) = (season, round, stage, line.ground ?? ground)
    (match.time, match.offset) = (time, line.offset ?? offset)
    if line.time != nil { offset = line.offset }
    if !line.score.isEmpty { apply(line.score, to: &match) }
    if let state = line.state { match.state = state }
    if let note = line.note {
      FootballText.apply(note, to: &match)
      if line.state == nil, match.score == nil || !FootballText.isKnown(note) {
        file.notes.append("line \(number): '[\(note.abridged)]' is not understood")
      }
    }
    if let note = match.dropLevelShootOut() { file.notes.append(note) }
    file.matches.append(match)
    isAfterMatch = true
  }

  /// Writes a score; one that contradicts itself is an award by its form, 3-0 or 0-3, or else it is left out.
  private mutating func apply(_ score: TextScore, to match: inout SourceMatch) {
    let before = match
    if score.apply(to: &match) {
      match.state = match.score == nil ? .scheduled : .fullTime
      return
    }
    match = before
    let isAward = score.first == .init(3, 0) || score.first == .init(0, 3)
    if isAward { (match.fullTime, match.state) = (score.first, .awarded) }
    file.notes.append(
      "line \(match.line): the score '\(score.text.abridged)' contradicts itself; kept the match "
        + (isAward ? "as awarded" : "without a score"))
  }

  /// Whether a note says how a score came about, where it was played, or a team's country: `[aet]`, `[neutral]`, `[ita]`.
  private static func isKnown(_ note: String) -> Bool {
    ["aet", "a.e.t", "pen", "agg", "golden", "neutral", " won "].contains(where: note.contains)
      || note.split(separator: ";").allSatisfy { $0.trimmed.count < 4 }
  }

  private static func apply(_ note: String, to match: inout SourceMatch) {
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
    // The match of these goals was refused.
    guard isAfterMatch, !file.matches.isEmpty else { return }
    let last = file.matches.count - 1
    let scorers = GoalLine.scorers(text, score: file.matches[last].score)
    let score = file.matches[last].score ?? .init(0, 0)
    guard let scorers, scorers.count(where: \.isHome) == score.home, scorers.count(where: { !$0.isHome }) == score.away
    else {
      file.notes.append(
        "line \(line): the goals do not add up to the score of \(file.matches[last].home) against "
          + "\(file.matches[last].away); kept the score")
      return
    }
    file.matches[last].scorers = scorers
  }

  /// Says which days are not on their weekday.
  private mutating func noteDays() {
    func more(_ count: Int) -> String { count > 1 ? ", and \((count - 1).counted("day")) more" : "" }
    if let (line, day, weekday) = strangeDays.first {
      let names = SourceDates.weekdayNames
      file.notes.append(
        "line \(line): \(day) is a \(names[SourceDates.weekday(of: day)]), not a \(names[weekday])"
          + more(strangeDays.count))
    }
  }

  /// The season in a title: `2010/11`, `2010-11` or `2024`.
  public static func season(in title: String) -> Season? {
    title.split { " (),:".contains($0) }.lazy.compactMap { word in Season(String(word)) }.last
  }
}

extension StringProtocol {
  /// At most 60 characters, for a message.
  public var abridged: String { count > 60 ? String(prefix(59)) + "…" : String(self) }
}
