internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// Merges the matches of one file into the workspace. One competition, season and pair of teams within three days is
/// one match. A later file of its source corrects it. Another source that differs is a conflict: the match stays as it
/// is, and both versions are kept.
struct MatchImport {
  typealias Options = IncomingMatches.Options

  /// The first day that a match may be on.
  static let firstDay =
    CalendarDate(year: IncomingMatches.firstYear, month: 1, day: 1)?.days ?? TypedMoment.firstDay

  let source: String
  let file: String
  let options: Options
  let workspace: FootballWorkspace
  let clock: (String) throws(Diagnostic) -> LocalClock
  let cancellation: Cancellation
  /// Its warnings are the changes, conflicts and doubts, one sentence each.
  var outcome: ImportOutcome
  var refusals: [SourceFile.Refusal] = []
  /// The numbers of the matches of the file, in its order.
  private(set) var numbers: [Int] = []
  /// The matches that the file leaves as they are, as far as their goals do.
  private(set) var sameWithGoals: Set<Int> = []

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
    (outcome.read, outcome.notes) = (read.read, read.notes)
    if read.isOfKnownMatches {
      try complete(read)
    } else {
      try merge(read)
    }
    outcome.refused = refusals.count
    outcome.subject = [("format", .text(read.format))]
  }

  private mutating func merge(_ read: SourceFile) throws(Diagnostic) {
    let incoming = try IncomingMatches(read, source: source, file: file, options: options, known: known())
    refusals += incoming.refusals
    outcome.notes += incoming.notes
    let tally = IncomingTally(incoming.all)
    let stored = try stored(near: tally, anySeason: incoming.hasEditions)
    let next = try workspace.store.nextNumber(of: FootballKinds.match)
    try cancellation.check()
    if stored.isEmpty {
      numbers = Array(next..<(next + incoming.all.count))
      outcome.new = incoming.all.count
      try write(incoming.numbered(from: next, file: file), [])
    } else {
      try merge(incoming, into: stored, next)
    }
    try writeGoals(incoming)
    try noteCompetitions(tally)
    noteTimes(incoming.skippedTimes)
    noteTeams(tally, stored, incoming.all)
    noteLists(tally.competitions, tally.seasons)
  }

  /// The record of what the file is about.
  mutating func noteLists(_ competitions: Set<String>, _ seasons: Set<Season>) {
    outcome.lists = [
      ("competitions", competitions.inCodePointOrder().map(Value.text)),
      ("seasons", seasons.sorted().map { .text($0.description) }),
    ]
  }

  /// Compares a file with the stored matches of its seasons; new ones have numbers from `first` on.
  private mutating func merge(
    _ incoming: IncomingMatches, into stored: [StoredMatch], _ first: Int
  ) throws(Diagnostic) {
    var next = first
    let (reported, recorded) = (try reported(stored), try recorded())
    var places = MatchPlaces(incoming, among: stored, source: source, earlier: recorded.mapValues(\.date))
    var (written, kept): ([StoredMatch], [StoredMatch]) = ([], [])
    var versions: [SourceVersion] = []
    for entry in incoming.all {
      try cancellation.check()
      let (match, line) = (entry.match, entry.line)
      guard let place = places.take(match) else {
        written.append(entry.stored(next, file: file))
        numbers.append(next)
        outcome.new += 1
        next += 1
        continue
      }
      let known = stored[place]
      numbers.append(known.number)
      let isHeld = recorded[known.number].map { $0.holds(known, against: match) } ?? false
      let result = MatchMerge(match, into: known, from: source, isHeld: isHeld, reported: reported[known.number])
      for sentence in result.sentences { warn(known, line, sentence) }
      var (merged, differs) = (result.merged, result.differs)
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
  }

  /// Says something of a match where a line of the file is about it.
  mutating func warn(_ match: StoredMatch, _ line: Int, _ what: String) {
    outcome.warnings.append("\(file):\(line): match \(match.number), \(match.home) against \(match.away): " + what)
  }

  /// What the workspace knows of competitions and teams.
  private func known() throws(Diagnostic) -> IncomingMatches.Known {
    let (workspace, clock) = (workspace, clock)
    return .init(aliases: try workspace.aliases(), competition: workspace.competition) { (zone) throws(Diagnostic) in
      let made = try clock(zone)
      return { shown in
        switch made.reading(of: shown) {
        case .once(let offset): (offset, true)
        case .twice(let first, _): (first, false)
        case .skipped: (nil, false)
        }
      }
    }
  }

  /// The stored matches that a file may be about.
  private func stored(near tally: IncomingTally, anySeason: Bool) throws(Diagnostic) -> [StoredMatch] {
    let codes = tally.competitions.inCodePointOrder()
    let seasons = tally.seasons.sorted().map { Value.text($0.description) }
    if codes.isEmpty { return [] }
    return try workspace.stored(
      [.isOneOf("competition", codes.map(Value.text))] + (anySeason ? [] : [.isOneOf("season", seasons)]))
  }

  /// What this source said of the matches before they were changed by hand or by another source.
  private func recorded() throws(Diagnostic) -> [Int: SourceVersion] {
    let versions = try SourceVersion.read([.equals("source", .text(source))], in: workspace.store)
    return Dictionary(versions.map { ($0.match, $0) }, uniquingKeysWith: { $1 })
  }

  /// The scores of the matches whose end was reported live: an import does not change what they show.
  private func reported(_ matches: [StoredMatch]) throws(Diagnostic) -> [Int: SourceMatch.Goals] {
    let reports = try StoredReport.byMatch(matches.map(\.number), in: workspace.store)
    if reports.isEmpty { return [:] }
    var scores: [Int: SourceMatch.Goals] = [:]
    for match in matches {
      try cancellation.check()
      guard let own = reports[match.number], !match.isDecided else { continue }
      let live = LiveMatch(match, reports: own, rules: workspace.competition(match.competition).clock)
      if live.phases.state.isFinal { scores[match.number] = live.reported.score }
    }
    return scores
  }
}
