internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// Merges the matches of one file into the workspace. One competition, season and pair of teams within three days is
/// one match. A later file of its source corrects it. Another source that differs is a conflict: the match stays as it
/// is, and both versions are kept.
struct MatchImport {
  struct Options {
    var competition: String?
    var season: Season?
    /// The zone of the file's times, where it is not that of the competition.
    var zone: String?
    /// Results after this moment are refused; nil where time does not move.
    var now: Moment?
  }

  /// How far apart sources may date one match, in days.
  static let nearDays = 3
  static let firstYear = 1850

  struct Pair: Hashable {
    let competition: String
    /// Nil where the season of a match may be corrected.
    let season: Season?
    let home: String
    let away: String
  }

  func pair(_ match: StoredMatch) -> Pair {
    Pair(competition: match.competition, season: hasEditions ? nil : match.season, home: match.home, away: match.away)
  }

  let source: String
  let file: String
  let options: Options
  let workspace: FootballWorkspace
  let clock: (String) throws(Diagnostic) -> LocalClock
  let cancellation: Cancellation
  var clocks: [String: LocalClock] = [:]
  /// Its warnings are the changes, conflicts and doubts, one sentence each.
  var outcome: ImportOutcome
  var refusals: [SourceFile.Refusal] = []
  /// The numbers of the matches of the file, in its order.
  var numbers: [Int] = []
  var skippedTimes: [Int] = []
  var isWithoutZones = false
  /// Whether the file's seasons are editions of tournaments; a longer file may name them otherwise.
  private(set) var hasEditions = false
  /// The matches that the file leaves as they are, as far as their goals do.
  var sameWithGoals: Set<Int> = []

  init(
    source: String, file: String, options: Options, workspace: FootballWorkspace,
    cancellation: Cancellation, clock: @escaping (String) throws(Diagnostic) -> LocalClock
  ) {
    (self.source, self.file, self.options, self.workspace) = (source, file, options, workspace)
    (self.cancellation, self.clock) = (cancellation, clock)
    outcome = ImportOutcome("matches from \(file)", [.read, .new, .changed, .same, .conflicts, .refused])
  }

  /// Stores what is new or corrected.
  mutating func run(_ read: SourceFile) throws(Diagnostic) {
    refusals = read.refusals
    (outcome.read, outcome.notes, hasEditions) = (read.read, read.notes, read.hasEditions && options.season == nil)
    let named = try named(read)
    // Two names of one team may make two matches one.
    let hasAliases = try !workspace.aliases().isEmpty
    let incoming = read.isWithoutRepeats && !hasAliases ? named : dropRepeated(named)
    let tally = IncomingTally(incoming)
    let stored = try stored(near: tally)
    var places: [Pair: [Int]] = [:]
    var byNumber: [String: Int] = [:]
    for (place, match) in stored.enumerated() {
      places[pair(match), default: []].append(place)
      if match.source == source, let number = match.sourceNumber { byNumber[match.competition + "\n" + number] = place }
    }
    try cancellation.check()
    let fileDays = days(of: incoming, besides: stored)
    let draws = draws(incoming, besides: stored)
    let reported = try reported(stored)
    var next = try workspace.store.nextNumber(of: FootballKinds.match)
    var taken: Set<Int> = []
    var (written, kept): ([StoredMatch], [StoredMatch]) = ([], [])
    var versions: [SourceVersion] = []
    let recorded = stored.isEmpty ? [:] : try recorded()
    if stored.isEmpty { written.reserveCapacity(incoming.count) }
    for entry in incoming {
      try cancellation.check()
      let (match, line) = (entry.match, entry.line)
      if stored.isEmpty {
        written.append(fresh(match, line, number: next))
        next += 1
        continue
      }
      let candidates = places[pair(match)] ?? []
      // Some sources number the matches of each day from 0: a number alone does not make two matches one.
      let byKey = match.sourceNumber.flatMap { byNumber[match.competition + "\n" + $0] }.flatMap { place in
        pair(stored[place]) == pair(match)
          && (!stored[place].state.hasBegun || distance(stored[place], match) <= MatchImport.nearDays) ? place : nil
      }
      let place =
        byKey ?? nearest(match, candidates, stored, taken)
        ?? moved(match, candidates, stored, taken, days: fileDays.isEmpty ? [] : fileDays[pair(match)] ?? [])
        ?? drawn(match, draws, stored, taken)
      guard let place, taken.insert(place).inserted else {
        written.append(fresh(match, line, number: next))
        next += 1
        continue
      }
      let known = stored[place]
      numbers.append(known.number)
      let isHeld = recorded[known.number].map { $0.holds(known, against: match) } ?? false
      var (merged, differs) = merge(match, into: known, line: line, reported: reported[known.number], isHeld: isHeld)
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
        if !entry.scorers.isEmpty { sameWithGoals.insert(known.number) }
      }
    }
    try SourceVersion.keep(kept, in: workspace.store)
    try write(written, versions)
    try writeGoals(incoming)
    try noteCompetitions(tally)
    noteTimes()
    noteTeams(tally, stored)
    outcome.refused = refusals.count
    outcome.subject = [("format", .text(read.format))]
    outcome.lists = [
      ("competitions", tally.competitions.sorted(by: CodePointOrder.precedes).map(Value.text)),
      ("seasons", tally.seasons.sorted().map { .text($0.description) }),
    ]
  }

  /// A match that is not stored yet.
  private mutating func fresh(_ match: StoredMatch, _ line: Int, number: Int) -> StoredMatch {
    var fresh = match
    fresh.number = number
    (fresh.file, fresh.line) = (file, line)
    outcome.new += 1
    numbers.append(number)
    return fresh
  }
}

/// The stored matches that a file may be about.
extension MatchImport {
  /// The days on which the file has each pair, where a stored fixture may have moved.
  func days(of incoming: [IncomingMatch], besides stored: [StoredMatch]) -> [Pair: Set<CalendarDate>] {
    var days: [Pair: Set<CalendarDate>] = [:]
    for match in stored where match.source == source && !match.state.hasBegun { days[pair(match)] = [] }
    if days.isEmpty { return [:] }
    for entry in incoming where days[pair(entry.match)] != nil { days[pair(entry.match)]?.insert(entry.match.date) }
    return days
  }

  func stored(near tally: IncomingTally) throws(Diagnostic) -> [StoredMatch] {
    let codes = tally.competitions.sorted(by: CodePointOrder.precedes)
    let seasons = tally.seasons.sorted().map { Value.text($0.description) }
    if codes.isEmpty { return [] }
    return try workspace.stored(
      [.isOneOf("competition", codes.map(Value.text))] + (hasEditions ? [] : [.isOneOf("season", seasons)]))
  }

  /// What this source said of the matches before they were changed by hand or by another source.
  func recorded() throws(Diagnostic) -> [Int: SourceVersion] {
    let versions = try SourceVersion.read([.equals("source", .text(source))], in: workspace.store)
    return Dictionary(versions.map { ($0.match, $0) }, uniquingKeysWith: { $1 })
  }

  /// The scores of the matches whose end was reported live: an import does not change what they show.
  func reported(_ matches: [StoredMatch]) throws(Diagnostic) -> [Int: SourceMatch.Goals] {
    let reports = try StoredReport.byMatch(matches.map(\.number), in: workspace.store)
    var scores: [Int: SourceMatch.Goals] = [:]
    for match in matches {
      try cancellation.check()
      guard let own = reports[match.number], !match.isDecided else { continue }
      let live = LiveMatch(match, reports: own, rules: workspace.competition(match.competition).clock)
      if live.phases.state.isFinal { scores[match.number] = live.reported.score }
    }
    return scores
  }

  func nearest(_ match: StoredMatch, _ candidates: [Int], _ stored: [StoredMatch], _ taken: Set<Int>) -> Int? {
    candidates.filter { !taken.contains($0) && distance(stored[$0], match) <= MatchImport.nearDays }.min {
      (distance(stored[$0], match), $0) < (distance(stored[$1], match), $1)
    }
  }

  func distance(_ a: StoredMatch, _ b: StoredMatch) -> Int { abs(a.date.days - b.date.days) }

  /// The fixtures of this source between places of a draw, which the file no longer has.
  func draws(_ incoming: [IncomingMatch], besides stored: [StoredMatch]) -> [Int] {
    let open = stored.indices.filter { place in
      let match = stored[place]
      return match.source == source && !match.state.hasBegun
        && [match.home, match.away].contains(where: TeamText.isPlace)
    }
    if open.isEmpty { return [] }
    let pairs = Set(incoming.map { pair($0.match) })
    return open.filter { !pairs.contains(pair(stored[$0])) }
  }

  /// The fixture of a draw whose teams are known now: of the same round, time and ground.
  func drawn(_ match: StoredMatch, _ draws: [Int], _ stored: [StoredMatch], _ taken: Set<Int>) -> Int? {
    draws.first { place in
      let open = stored[place]
      return !taken.contains(place) && (open.competition, open.season) == (match.competition, match.season)
        && (open.round, open.date, open.kickoff, open.ground) == (match.round, match.date, match.kickoff, match.ground)
        && (TeamText.isPlace(open.home) || open.home == match.home)
        && (TeamText.isPlace(open.away) || open.away == match.away)
    }
  }

  /// A fixture of the same source that has another day now: the only one of its pair that the file no longer has.
  func moved(
    _ match: StoredMatch, _ candidates: [Int], _ stored: [StoredMatch], _ taken: Set<Int>, days: Set<CalendarDate>
  ) -> Int? {
    let left = candidates.filter { place in
      !taken.contains(place) && stored[place].source == source && !stored[place].state.hasBegun
        && !days.contains(stored[place].date)
    }
    return left.count == 1 ? left[0] : nil
  }
}

/// Writing what is new, and notes on what looks odd.
extension MatchImport {
  func write(_ matches: [StoredMatch], _ versions: [SourceVersion]) throws(Diagnostic) {
    if !matches.isEmpty {
      _ = try workspace.store.merge(
        StoredMatch.table(matches), into: FootballKinds.match, rule: .update, cancellation: cancellation)
    }
    try SourceVersion.write(versions, in: workspace.store, cancellation: cancellation)
  }

  /// Stores the goals of the matches whose file names scorers; goals alone may change a match that is otherwise the same.
  mutating func writeGoals(_ incoming: [IncomingMatch]) throws(Diagnostic) {
    var given: [Int: [StoredGoal]] = [:]
    var places: [Int: Int] = [:]
    for (place, (entry, number)) in zip(incoming, numbers).enumerated() where !entry.scorers.isEmpty {
      places[number] = place
      given[number] = StoredGoal.inOrder(entry.scorers).enumerated().map {
        StoredGoal($0.element, match: number, source: source, number: $0.offset + 1)
      }
    }
    let other = try StoredGoal.replace(given, of: source, in: workspace.store, cancellation: cancellation)
    for number in other.sorted() where sameWithGoals.contains(number) {
      guard let place = places[number] else { continue }
      let (match, line) = (incoming[place].match, incoming[place].line)
      outcome.same -= 1
      outcome.changed += 1
      outcome.warnings.append("\(file):\(line): match \(number), \(match.home) against \(match.away): changed goals")
    }
  }

  /// Stores the calendar and the zone of a competition that is not known yet.
  mutating func noteCompetitions(_ tally: IncomingTally) throws(Diagnostic) {
    for (code, season) in tally.firstSeasons.sorted(by: { CodePointOrder.precedes($0.key, $1.key) }) {
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

  mutating func noteTimes() {
    guard !skippedTimes.isEmpty else { return }
    let lines = skippedTimes.prefix(3).map { "\(file):\($0)" }.joined(separator: ", ")
    outcome.notes.append(
      "the clock changes at \(skippedTimes.count.counted("kick-off")) (\(lines)): a skipped time is unknown, of a repeated "
        + "one the first counts")
  }

  /// Names that may be another spelling: similar ones, and a team with one match in a full season.
  mutating func noteTeams(_ tally: IncomingTally, _ stored: [StoredMatch]) {
    let counts = tally.counts
    let old = Set(stored.lazy.flatMap { [$0.home, $0.away] })
    let new = counts.values.reduce(into: Set<String>()) { $0.formUnion($1.keys) }
    for (a, b) in TeamNames.alike(Array(old.union(new))) where new.contains(a) || new.contains(b) {
      outcome.notes.append(
        "'\(a)' and '\(b)' are counted as two teams; if they are one: football alias add \(CommandText.quoted(a)) \(CommandText.quoted(b))"
      )
    }
    for (place, teams) in counts.sorted(by: {
      ($0.key.competition, $0.key.season) < ($1.key.competition, $1.key.season)
    }) {
      let usual = teams.values.sorted()[teams.count / 2]
      guard usual >= 10 else { continue }
      for (team, count) in teams.sorted(by: { $0.key < $1.key }) where count == 1 {
        outcome.notes.append(
          "'\(team)' has one match in \(place.competition) \(place.season); if it is another name of a team: "
            + "football alias add \(CommandText.quoted(team)) TEAM")
      }
    }
  }
}
