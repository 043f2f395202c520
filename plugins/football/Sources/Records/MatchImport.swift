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
      // A list of shoot-outs has the winners of matches that another file has.
      let isOnlyWon = match.state == .scheduled && match.winner != nil
      if stored.isEmpty, !isOnlyWon {
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
      if place == nil, isOnlyWon {
        refuse(line, entry.sheet, "\(match.home) against \(match.away) is not stored; import its result first")
        numbers.append(0)
        continue
      }
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
      } else if !isOnlyWon {
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
    noteTeams(tally, stored, incoming)
    outcome.refused = refusals.count
    outcome.subject = [("format", .text(read.format))]
    outcome.lists = [
      ("competitions", tally.competitions.inCodePointOrder().map(Value.text)),
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
