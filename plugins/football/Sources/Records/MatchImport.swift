internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// Merges the matches of one file into the workspace.
///
/// One competition, season and pair of teams within three days is one match. A later file of its source corrects it.
/// Another source that differs is a conflict: the match stays as it is, and both versions are kept.
struct MatchImport {
  struct Options {
    var competition: String?
    var season: Season?
    /// The zone of the file's times, where it is not that of the competition.
    var zone: String?
    /// Results after this moment are refused; nil where time does not move.
    var now: Moment?
  }

  struct Outcome {
    var new = 0
    var changed = 0
    var same = 0
    var conflicts = 0
    var refusals: [SourceFile.Refusal] = []
    var competitions: Set<String> = []
    var seasons: Set<Season> = []
    /// One sentence for each change, conflict and doubt.
    var changes: [String] = []
    var notes: [String] = []
    /// The numbers of the matches of the file, in its order.
    var numbers: [Int] = []
  }

  /// How far apart sources may date one match, in days.
  static let nearDays = 3
  private static let firstYear = 1850

  private typealias Incoming = (match: StoredMatch, line: Int, scorers: [SourceMatch.Scorer])

  private struct Pair: Hashable {
    let competition: String
    let season: Season
    let home: String
    let away: String

    init(_ match: StoredMatch) {
      (competition, season, home, away) = (match.competition, match.season, match.home, match.away)
    }
  }

  private let source: String
  private let file: String
  private let options: Options
  private let workspace: FootballWorkspace
  private let clock: (String) throws(Diagnostic) -> LocalClock
  private let cancellation: Cancellation
  private var clocks: [String: LocalClock] = [:]
  private var outcome = Outcome()
  private var skippedTimes: [Int] = []
  private var isWithoutZones = false
  /// The matches that the file leaves as they are, as far as their goals do.
  private var sameWithGoals: Set<Int> = []

  init(
    source: String, file: String, options: Options, workspace: FootballWorkspace,
    cancellation: Cancellation, clock: @escaping (String) throws(Diagnostic) -> LocalClock
  ) {
    (self.source, self.file, self.options, self.workspace) = (source, file, options, workspace)
    (self.cancellation, self.clock) = (cancellation, clock)
  }

  /// Stores what is new or corrected.
  mutating func run(_ read: SourceFile) throws(Diagnostic) -> Outcome {
    outcome.refusals = read.refusals
    outcome.notes = read.notes
    let named = try named(read)
    // Two names of one team may make two matches one.
    let hasAliases = try !workspace.aliases().isEmpty
    let incoming = read.isWithoutRepeats && !hasAliases ? named : dropRepeated(named)
    let stored = try stored(near: incoming)
    var places: [Pair: [Int]] = [:]
    var byNumber: [String: Int] = [:]
    for (place, match) in stored.enumerated() {
      places[Pair(match), default: []].append(place)
      if match.source == source, let number = match.sourceNumber { byNumber[match.competition + "\n" + number] = place }
    }
    let fileDays = days(of: incoming, besides: stored)
    let reported = try reported(stored)
    var next = try workspace.store.nextNumber(of: FootballKinds.match)
    var taken: Set<Int> = []
    var (written, kept): ([StoredMatch], [StoredMatch]) = ([], [])
    var versions: [SourceVersion] = []
    let recorded = stored.isEmpty ? [:] : try recorded()
    if stored.isEmpty { written.reserveCapacity(incoming.count) }
    for (match, line, scorers) in incoming {
      let candidates = stored.isEmpty ? [] : places[Pair(match)] ?? []
      // Some sources number the matches of each day from 0: a number alone does not make two matches one.
      let byKey = match.sourceNumber.flatMap { byNumber[match.competition + "\n" + $0] }.flatMap { place in
        Pair(stored[place]) == Pair(match)
          && (!stored[place].state.hasBegun || distance(stored[place], match) <= MatchImport.nearDays) ? place : nil
      }
      let place =
        byKey ?? nearest(match, candidates, stored, taken)
        ?? moved(match, candidates, stored, taken, days: fileDays.isEmpty ? [] : fileDays[Pair(match)] ?? [])
      guard let place, taken.insert(place).inserted else {
        var fresh = match
        fresh.number = next
        (fresh.file, fresh.line) = (file, line)
        next += 1
        outcome.new += 1
        outcome.numbers.append(fresh.number)
        written.append(fresh)
        continue
      }
      let known = stored[place]
      outcome.numbers.append(known.number)
      let isHeld = recorded[known.number].map { $0.holds(known, against: match) } ?? false
      var (merged, differs) = merge(
        match, into: known, line: line, reported: reported[known.number], isHeld: isHeld)
      if differs { outcome.conflicts += 1 }
      let isChanged = merged != known
      let isShown = merged.date == match.date && merged.state == match.state && merged.score == match.score
      if known.source == source, isShown, recorded[known.number] == nil {
        (merged.file, merged.line) = (file, line)
      } else {
        versions.append(
          SourceVersion(match, number: known.number, source: source, file: file, line: line, differs: differs))
        if merged.source != known.source { kept.append(known) }
        // A record says now what the source says.
        if merged.source == source { (merged.file, merged.line) = (nil, nil) }
      }
      if merged != known { written.append(merged) }
      if isChanged {
        outcome.changed += 1
      } else if !differs {
        outcome.same += 1
        if !scorers.isEmpty { sameWithGoals.insert(known.number) }
      }
    }
    try SourceVersion.keep(kept, in: workspace.store)
    try write(written, versions)
    try writeGoals(incoming)
    try noteCompetitions(incoming)
    noteTimes()
    noteTeams(incoming, stored)
    outcome.competitions = Set(incoming.lazy.map(\.match.competition))
    outcome.seasons = Set(incoming.lazy.map(\.match.season))
    return outcome
  }

  // MARK: Names

  /// The matches with competition, season, teams by their aliases, and kick-off.
  private mutating func named(_ read: SourceFile) throws(Diagnostic) -> [Incoming] {
    let aliases = try workspace.aliases()
    let fallback =
      options.competition ?? KnownCompetitions.code(inFile: file)
      ?? read.title.flatMap { KnownCompetitions.code(inTitle: $0) }
    let calendar = calendar(of: read)
    var competitions: [String: Competition] = [:]
    var found: [Incoming] = []
    found.reserveCapacity(read.matches.count)
    for given in read.matches {
      guard
        let code = options.competition ?? given.competition ?? fallback ?? read.title.map(MatchImport.withoutSeason),
        !code.isEmpty
      else {
        throw Diagnostic(
          "no-competition", "the file does not name its competition", help: "name it, as in competition=E0")
      }
      let competition = competitions[code] ?? workspace.competition(code)
      competitions[code] = competition
      guard given.date.civil.year >= MatchImport.firstYear else {
        refuse(given.line, "\(given.date) is before \(MatchImport.firstYear)")
        continue
      }
      if let now = options.now, given.state.hasBegun, given.date.days > now.date.days + 1 {
        refuse(given.line, "a result on \(given.date), which is in the future")
        continue
      }
      let season =
        options.season ?? given.season ?? competition.season(of: given.date)
        ?? (calendar == .winter
          ? Season(winter: given.date, competition: code) : Season(start: given.date.civil.year, isSplit: false))
      let (home, away) = (aliases[given.home] ?? given.home, aliases[given.away] ?? given.away)
      guard home != away else {
        refuse(given.line, "'\(home.abridged)' is on both sides")
        continue
      }
      var match = StoredMatch(competition: code, season: season, date: given.date, home: home, away: away)
      (match.state, match.fullTime, match.halfTime) = (given.state, given.fullTime, given.halfTime)
      (match.extraTime, match.penalties) = (given.extraTime, given.penalties)
      (match.stage, match.round, match.ground, match.league) = (given.stage, given.round, given.ground, given.league)
      (match.odds, match.source, match.sourceNumber) = (given.odds, source, given.key)
      match.kickoff = try kickoff(given, competition)
      if source == MatchFile.source { match.timeUK = given.time }
      found.append((match, given.line, given.scorers))
    }
    return found
  }

  private mutating func refuse(_ line: Int, _ reason: String) { outcome.refusals.append(.init(line, reason)) }

  /// Whether the seasons of an unknown competition run over New Year: when the file's own days do.
  private func calendar(of read: SourceFile) -> Competition.Seasons {
    let years = Set(read.matches.map(\.date.civil.year))
    return years.count > 1 ? .winter : .calendar
  }

  private static func withoutSeason(_ title: String) -> String {
    title.split(separator: " ").filter { Season(String($0)) == nil }.joined(separator: " ")
  }

  /// The moment of the kick-off: by the source's offset, or in the zone of the file or the competition.
  private mutating func kickoff(_ match: SourceMatch, _ competition: Competition) throws(Diagnostic) -> Moment? {
    guard let time = match.time, let shown = MatchImport.moment(match.date, time) else { return nil }
    if let offset = match.offset { return Moment(microseconds: shown.microseconds - offset * 60_000_000) }
    let zone = options.zone ?? (source == MatchFile.source ? "Europe/London" : competition.zone)
    guard let zone else { return nil }
    guard let clock = try known(zone) else { return nil }
    switch clock.reading(of: shown) {
    case .once(let offset): return Moment(microseconds: shown.microseconds - offset * 60_000_000)
    case .twice(let first, _):
      skippedTimes.append(match.line)
      return Moment(microseconds: shown.microseconds - first * 60_000_000)
    case .skipped:
      skippedTimes.append(match.line)
      return nil
    }
  }

  /// What a clock shows at a time such as 15:00; nil for text that is not one.
  private static func moment(_ date: CalendarDate, _ time: String) -> Moment? {
    let digits = time.utf8.map { Int($0) - 0x30 }
    guard digits.count == 5, [0, 1, 3, 4].allSatisfy({ (0...9).contains(digits[$0]) }) else {
      return Moment(iso: "\(date)T\(time)Z")
    }
    let minutes = (digits[0] * 10 + digits[1]) * 60 + digits[3] * 10 + digits[4]
    return Moment(microseconds: (date.days * 1440 + minutes) * 60_000_000)
  }

  /// The clock of a zone; nil, with a note, on a machine without time zones.
  private mutating func known(_ zone: String) throws(Diagnostic) -> LocalClock? {
    if let known = clocks[zone] { return known }
    if isWithoutZones { return nil }
    do throws(Diagnostic) {
      let made = try clock(zone)
      clocks[zone] = made
      return made
    } catch {
      guard error.code == "no-zones" else { throw error }
      isWithoutZones = true
      outcome.notes.append("kick-off times were not stored: \(error.message)")
      return nil
    }
  }

  /// Keeps one row per match of the file, the first.
  private mutating func dropRepeated(
    _ matches: [Incoming]
  ) -> [Incoming] {
    struct Meeting: Hashable { let pair: Pair; let date: CalendarDate }
    var seen: [Meeting: (line: Int, score: SourceMatch.Goals?)] = [:]
    seen.reserveCapacity(matches.count)
    return matches.filter { match, line, _ in
      let meeting = Meeting(pair: Pair(match), date: match.date)
      if let first = seen[meeting] {
        refuse(
          line,
          first.score == match.score
            ? "repeats the match of line \(first.line)" : "repeats the match of line \(first.line) with another score")
        return false
      }
      seen[meeting] = (line, match.score)
      return true
    }
  }

  // MARK: Stored matches

  /// The days on which the file has each pair, where a stored fixture may have moved.
  private func days(of incoming: [Incoming], besides stored: [StoredMatch]) -> [Pair: Set<CalendarDate>] {
    var days: [Pair: Set<CalendarDate>] = [:]
    for match in stored where match.source == source && !match.state.hasBegun { days[Pair(match)] = [] }
    if days.isEmpty { return [:] }
    for (match, _, _) in incoming where days[Pair(match)] != nil { days[Pair(match)]?.insert(match.date) }
    return days
  }

  private func stored(near incoming: [Incoming]) throws(Diagnostic) -> [StoredMatch] {
    let codes = Set(incoming.lazy.map(\.match.competition)).sorted(by: CodePointOrder.precedes)
    let seasons = Set(incoming.lazy.map(\.match.season)).sorted().map { Value.text($0.description) }
    if codes.isEmpty { return [] }
    return try workspace.stored([
      .isOneOf("competition", codes.map(Value.text)), .isOneOf("season", seasons),
    ])
  }

  /// What this source said of a match before it was changed by hand or by another source.
  private struct Said {
    let date: CalendarDate?
    let state: MatchState?
    let score: SourceMatch.Goals?

    /// Whether a match stays as it is: its source says what it said before, or it was awarded since.
    func holds(_ known: StoredMatch, against match: StoredMatch) -> Bool {
      let isUnchanged = date == match.date && state == match.state && score == match.score
      return isUnchanged || known.state == .awarded && state != .awarded
    }
  }

  /// What this source said of the matches that have a record of it.
  private func recorded() throws(Diagnostic) -> [Int: Said] {
    let query = RecordQuery(FootballKinds.source, where: [.equals("source", .text(source))])
    let rows = try RecordRows(query, ["match", "date", "state", "home_goals", "away_goals"], in: workspace.store)
    let (matches, dates, states) = (rows.integers("match"), rows.dates("date"), rows.texts("state"))
    let (home, away) = (rows.integers("home_goals"), rows.integers("away_goals"))
    var found: [Int: Said] = [:]
    for row in 0..<rows.count {
      guard let match = matches[row] else { continue }
      var score: SourceMatch.Goals?
      if let home = home[row], let away = away[row] { score = .init(home, away) }
      found[match] = Said(date: dates[row], state: states[row].flatMap { MatchState(rawValue: $0) }, score: score)
    }
    return found
  }

  /// The scores of the matches whose end was reported live: an import does not change what they show.
  private func reported(_ matches: [StoredMatch]) throws(Diagnostic) -> [Int: SourceMatch.Goals] {
    let reports = try StoredReport.byMatch(matches.map(\.number), in: workspace.store)
    var scores: [Int: SourceMatch.Goals] = [:]
    for match in matches {
      guard let own = reports[match.number], !match.isDecided else { continue }
      let live = LiveMatch(match, reports: own, rules: workspace.competition(match.competition).clock)
      if live.phases.state.isFinal { scores[match.number] = live.reported.score }
    }
    return scores
  }

  private func nearest(
    _ match: StoredMatch, _ candidates: [Int], _ stored: [StoredMatch], _ taken: Set<Int>
  ) -> Int? {
    candidates.filter { !taken.contains($0) && distance(stored[$0], match) <= MatchImport.nearDays }
      .min { (distance(stored[$0], match), $0) < (distance(stored[$1], match), $1) }
  }

  private func distance(_ a: StoredMatch, _ b: StoredMatch) -> Int { abs(a.date.days - b.date.days) }

  /// A fixture of the same source that has another day now: the only one of its pair that the file no longer has.
  private func moved(
    _ match: StoredMatch, _ candidates: [Int], _ stored: [StoredMatch], _ taken: Set<Int>, days: Set<CalendarDate>
  ) -> Int? {
    let left = candidates.filter { place in
      !taken.contains(place) && stored[place].source == source && !stored[place].state.hasBegun
        && !days.contains(stored[place].date)
    }
    return left.count == 1 ? left[0] : nil
  }

  // MARK: Merging

  /// The stored match after a version of a source, and whether the version differs from what is shown.
  private mutating func merge(
    _ match: StoredMatch, into known: StoredMatch, line: Int, reported: SourceMatch.Goals?, isHeld: Bool
  ) -> (StoredMatch, differs: Bool) {
    let (merged, differs) = merge(match, into: known, line: line, isHeld: isHeld)
    guard let reported, let score = match.score, score != reported, !known.isSettled else { return (merged, differs) }
    outcome.changes.append(
      "\(file):\(line): match \(known.number), \(known.home) against \(known.away): "
        + "\(MatchImport.text(score)) here, \(MatchImport.text(reported)) reported live")
    return (merged, true)
  }

  private mutating func merge(
    _ match: StoredMatch, into known: StoredMatch, line: Int, isHeld: Bool
  ) -> (StoredMatch, differs: Bool) {
    var merged = known
    func fill<Value: Equatable>(_ path: WritableKeyPath<StoredMatch, Value?>) {
      if merged[keyPath: path] == nil { merged[keyPath: path] = match[keyPath: path] }
    }
    let isOwn = known.source == source
    let sameScore = match.score == nil || known.score == nil || match.score == known.score
    let differs = !isOwn && (!sameScore || match.date != known.date)
    if !isOwn {
      // Another source may only add.
      fill(\.halfTime)
      fill(\.odds)
      fill(\.ground)
      fill(\.round)
      fill(\.stage)
      if match.date == known.date { fill(\.kickoff) }
      if !known.state.hasBegun, match.state.hasBegun {
        (merged.state, merged.fullTime, merged.halfTime) = (match.state, match.fullTime, match.halfTime)
        (merged.extraTime, merged.penalties, merged.source) = (match.extraTime, match.penalties, source)
      }
      if differs, !known.isSettled { note(known, match, line) }
      return (merged, differs && !known.isSettled)
    }
    if !isHeld {
      if match.state != .scheduled || known.state == .scheduled || known.state == .postponed {
        if match.state.hasBegun || !known.state.hasBegun { merged.state = match.state }
      }
      if match.fullTime != nil { merged.fullTime = match.fullTime }
      if match.halfTime != nil { merged.halfTime = match.halfTime }
      if match.extraTime != nil { merged.extraTime = match.extraTime }
      if match.penalties != nil { merged.penalties = match.penalties }
      if let kickoff = match.kickoff { merged.kickoff = kickoff }
      if merged.date != match.date {
        merged.date = match.date
        if match.kickoff == nil { merged.kickoff = nil }
      }
    }
    if match.odds != nil { merged.odds = match.odds }
    for path in [\StoredMatch.ground, \.round, \.stage, \.league, \.timeUK, \.sourceNumber] {
      if let value = match[keyPath: path] { merged[keyPath: path] = value }
    }
    if merged != known { noteChange(known, merged, line) }
    return (merged, false)
  }

  private static func text(_ goals: SourceMatch.Goals?) -> String {
    goals.map { "\($0.home)-\($0.away)" } ?? "no score"
  }

  private mutating func note(_ known: StoredMatch, _ match: StoredMatch, _ line: Int) {
    var parts: [String] = []
    if match.score != known.score, match.score != nil, known.score != nil {
      parts.append(
        "\(MatchImport.text(match.score)) here, \(MatchImport.text(known.score)) from \(known.source ?? "elsewhere")")
    }
    if match.date != known.date {
      parts.append("on \(match.date) here, on \(known.date) from \(known.source ?? "elsewhere")")
    }
    outcome.changes.append(
      "\(file):\(line): match \(known.number), \(known.home) against \(known.away): " + parts.joined(separator: "; "))
  }

  private mutating func noteChange(_ known: StoredMatch, _ merged: StoredMatch, _ line: Int) {
    var parts: [String] = []
    if known.score != merged.score {
      parts.append("\(MatchImport.text(known.score)) to \(MatchImport.text(merged.score))")
    }
    if known.state != merged.state { parts.append("\(known.state.rawValue) to \(merged.state.rawValue)") }
    if known.date != merged.date { parts.append("from \(known.date) to \(merged.date)") }
    if known.kickoff != merged.kickoff, known.date == merged.date { parts.append("another kick-off") }
    outcome.changes.append(
      "\(file):\(line): match \(known.number), \(known.home) against \(known.away): changed "
        + (parts.isEmpty ? "details" : parts.joined(separator: ", ")))
  }

  // MARK: Writing

  private func write(_ matches: [StoredMatch], _ versions: [SourceVersion]) throws(Diagnostic) {
    if !matches.isEmpty {
      _ = try workspace.store.merge(
        StoredMatch.table(matches), into: FootballKinds.match, rule: .update, cancellation: cancellation)
    }
    try SourceVersion.write(versions, in: workspace.store, cancellation: cancellation)
  }

  /// Stores the goals of the matches whose file names scorers; goals alone may change a match that is otherwise the same.
  private mutating func writeGoals(_ incoming: [Incoming]) throws(Diagnostic) {
    var given: [Int: [StoredGoal]] = [:]
    var places: [Int: Int] = [:]
    for (place, (entry, number)) in zip(incoming, outcome.numbers).enumerated() where !entry.scorers.isEmpty {
      places[number] = place
      given[number] = StoredGoal.inOrder(entry.scorers).enumerated().map {
        StoredGoal($0.element, match: number, source: source, number: $0.offset + 1)
      }
    }
    let other = try StoredGoal.replace(given, of: source, in: workspace.store, cancellation: cancellation)
    for number in other.sorted() where sameWithGoals.contains(number) {
      guard let place = places[number] else { continue }
      let (match, line, _) = incoming[place]
      outcome.same -= 1
      outcome.changed += 1
      outcome.changes.append("\(file):\(line): match \(number), \(match.home) against \(match.away): changed goals")
    }
  }

  // MARK: Notes

  /// Stores the calendar and the zone of a competition that is not known yet.
  private mutating func noteCompetitions(_ incoming: [Incoming]) throws(Diagnostic) {
    var seasons: [String: Season] = [:]
    for (match, _, _) in incoming where seasons[match.competition] == nil { seasons[match.competition] = match.season }
    for (code, season) in seasons.sorted(by: { CodePointOrder.precedes($0.key, $1.key) }) {
      var known = workspace.competition(code)
      let isStored = workspace.competitions[code] != nil
      guard known.seasons == nil || known.zone == nil && options.zone != nil else { continue }
      if known.seasons == nil { known.seasons = season.isSplit ? .winter : .calendar }
      if known.zone == nil { known.zone = options.zone }
      try workspace.store(known, cancellation: cancellation)
      if !isStored {
        outcome.notes.append(
          "'\(code)' is a new competition: its seasons run "
            + (known.seasons == .winter ? "from July to June" : "within a calendar year")
            + (known.zone.map { ", its kick-offs are in \($0)" } ?? ", and its time zone is unknown; set it with zone=")
        )
      }
    }
  }

  private mutating func noteTimes() {
    guard !skippedTimes.isEmpty else { return }
    let lines = skippedTimes.prefix(3).map { "\(file):\($0)" }.joined(separator: ", ")
    outcome.notes.append(
      "the clock changes at \(skippedTimes.count.counted("kick-off")) (\(lines)): a skipped time is unknown, of a repeated "
        + "one the first counts")
  }

  /// Names that may be another spelling: similar ones, and a team with one match in a full season.
  private mutating func noteTeams(_ incoming: [Incoming], _ stored: [StoredMatch]) {
    struct Place: Hashable { let competition: String; let season: Season }
    var counts: [Place: [String: Int]] = [:]
    for (match, _, _) in incoming {
      let place = Place(competition: match.competition, season: match.season)
      counts[place, default: [:]][match.home, default: 0] += 1
      counts[place, default: [:]][match.away, default: 0] += 1
    }
    var old: Set<String> = []
    for match in stored {
      old.insert(match.home)
      old.insert(match.away)
    }
    let new = counts.values.reduce(into: Set<String>()) { $0.formUnion($1.keys) }
    for (a, b) in TeamNames.alike(Array(old.union(new))) where new.contains(a) || new.contains(b) {
      outcome.notes.append(
        "'\(a)' and '\(b)' are counted as two teams; if they are one: football alias \"\(a)\" \"\(b)\"")
    }
    for (place, teams) in counts.sorted(by: {
      ($0.key.competition, $0.key.season) < ($1.key.competition, $1.key.season)
    }) {
      let usual = teams.values.sorted()[teams.count / 2]
      guard usual >= 10 else { continue }
      for (team, count) in teams.sorted(by: { $0.key < $1.key }) where count == 1 {
        outcome.notes.append(
          "'\(team)' has one match in \(place.competition) \(place.season); if it is another name of a team: "
            + "football alias \"\(team)\" TEAM")
      }
    }
  }
}
