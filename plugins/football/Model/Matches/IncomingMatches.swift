public import PodiumCore

/// The matches of a file as the workspace names them: competition, season, teams by their aliases, kick-off.
public struct IncomingMatches {
  public struct Options: Sendable {
    public var competition: String?
    public var season: Season?
    /// The zone of the file's times, where it is not that of the competition.
    public var zone: String?
    /// Results after this moment are refused; nil where time does not move.
    public var now: Moment?

    public init(competition: String? = nil, season: Season? = nil, zone: String? = nil, now: Moment? = nil) {
      (self.competition, self.season, self.zone, self.now) = (competition, season, zone, now)
    }
  }

  /// The minutes that a zone is ahead of UTC when its clocks show a time: nil for a time that they skip; one that they show
  /// twice is not sure.
  public typealias Clock = (_ shown: Moment) -> (offset: Int?, isSure: Bool)

  /// What the workspace knows.
  public struct Known {
    let aliases: [String: String]
    let competition: (String) -> Competition
    let clock: (String) throws(Diagnostic) -> Clock

    public init(
      aliases: [String: String], competition: @escaping (String) -> Competition,
      clock: @escaping (String) throws(Diagnostic) -> Clock
    ) {
      (self.aliases, self.competition, self.clock) = (aliases, competition, clock)
    }
  }

  /// A home side and its opponent in a season.
  public struct Pair: Hashable {
    let competition: String
    /// Nil where the season of a match may be corrected.
    let season: Season?
    let home: String
    let away: String
  }

  /// How far apart sources may date one match, in days.
  public static let nearDays = 3
  public static let firstYear = 1850

  public private(set) var all: [IncomingMatch] = []
  public private(set) var refusals: [SourceFile.Refusal] = []
  public private(set) var notes: [String] = []
  /// The lines of kick-offs at which the clock changes.
  public private(set) var skippedTimes: [Int] = []
  /// Whether the file's seasons are editions of tournaments; a longer file may name them otherwise.
  public let hasEditions: Bool
  private let source: String
  private let options: Options
  private let known: Known
  private var clocks: [String: Clock] = [:]
  private var isWithoutZones = false

  /// Names the matches that a reader found. Throws `no-competition`, and what a clock throws.
  public init(
    _ read: SourceFile, source: String, file: String, options: Options, known: Known
  ) throws(Diagnostic) {
    (self.source, self.options, self.known) = (source, options, known)
    hasEditions = read.hasEditions && options.season == nil
    try name(read, file)
    // Two names of one team may make two matches one.
    if !read.isWithoutRepeats || !known.aliases.isEmpty { dropRepeated() }
  }

  private mutating func name(_ read: SourceFile, _ file: String) throws(Diagnostic) {
    let fallback =
      options.competition ?? KnownCompetitions.code(inFile: file)
      ?? read.title.flatMap { KnownCompetitions.code(inTitle: $0) }
    // The seasons of an unknown competition run over New Year when the file's own days do.
    let runsOverNewYear = read.spansYears
    let overNewYear = Set(
      read.matches.lazy.filter { match in match.seasonYear.map { match.date.civil.year > $0 } ?? false }
        .map(\.competition))
    // Matches of one competition follow each other, and so do their lookups.
    var competitions: [String: Competition] = [:]
    var last: (code: String, competition: Competition)?
    var outside: [SourceFile.Refusal] = []
    all.reserveCapacity(read.matches.count)
    for given in read.matches {
      guard
        let code = options.competition ?? given.competition ?? fallback
          ?? read.title.map(IncomingMatches.withoutSeason), !code.isEmpty
      else {
        // One empty cell costs its row, not the file.
        guard read.matches.contains(where: { $0.competition != nil }) else {
          throw Diagnostic(
            "no-competition", "the file does not name its competition", help: "name it, as in competition=E0")
        }
        let column = read.competitionColumn.map { "column '\($0.abridged)': " } ?? ""
        refuse(given.line, given.sheet, column + "the row does not name its competition")
        continue
      }
      let competition: Competition
      if let last, last.code == code {
        competition = last.competition
      } else {
        competition = competitions[code] ?? known.competition(code)
        competitions[code] = competition
        last = (code, competition)
      }
      guard given.date.civil.year >= IncomingMatches.firstYear else {
        refuse(given.line, given.sheet, "\(given.date) is before \(IncomingMatches.firstYear)")
        continue
      }
      if let now = options.now, given.state.hasBegun, given.date.days > now.date.days + 1 {
        refuse(given.line, given.sheet, "a result on \(given.date), which is in the future")
        continue
      }
      let season =
        options.season ?? given.season ?? given.seasonYear.map { year in
          Season(
            start: year, isSplit: competition.seasons.map { $0 == .winter } ?? overNewYear.contains(given.competition))
        } ?? competition.season(of: given.date)
        ?? (runsOverNewYear
          ? Season(winter: given.date, competition: code) : Season(start: given.date.civil.year, isSplit: false))
      let (home, away) = (name(given.home), name(given.away))
      guard home != away else {
        refuse(given.line, given.sheet, "'\(home.abridged)' is on both sides")
        continue
      }
      if !hasEditions, !season.allows(given.date) {
        outside.append(.init(given.line, "\(given.date) is outside of the season \(season)", sheet: given.sheet))
      }
      all.append(
        IncomingMatch(
          given, competition: code, season: season, home: home, away: away, kickoff: try kickoff(given, competition),
          source: source))
    }
    if let first = outside.first, source != MatchFile.source {
      notes.append(
        first.place + ": " + first.reason
          + (outside.count > 1 ? ", and \((outside.count - 1).counted("day")) more" : ""))
    }
  }

  private func name(_ team: String) -> String { known.aliases.isEmpty ? team : known.aliases[team] ?? team }

  private mutating func refuse(_ line: Int, _ sheet: String?, _ reason: String) {
    refusals.append(.init(line, reason, sheet: sheet))
  }

  private static func withoutSeason(_ title: String) -> String {
    title.split(separator: " ").filter { Season(String($0)) == nil }.joined(separator: " ")
  }

  /// The moment of the kick-off: by the source's offset, or in the zone of the file or the competition.
  private mutating func kickoff(_ match: SourceMatch, _ competition: Competition) throws(Diagnostic) -> Moment? {
    guard let shown = match.shownKickoff else { return nil }
    if let offset = match.offset { return Moment(microseconds: shown.microseconds - offset * 60_000_000) }
    let zone = options.zone ?? (source == MatchFile.source ? "Europe/London" : competition.zone)
    guard let zone, let clock = try clock(zone) else { return nil }
    let (offset, isSure) = clock(shown)
    if !isSure { skippedTimes.append(match.line) }
    return offset.map { Moment(microseconds: shown.microseconds - $0 * 60_000_000) }
  }

  /// The clock of a zone; nil, with a note, on a machine without time zones.
  private mutating func clock(_ zone: String) throws(Diagnostic) -> Clock? {
    if let clock = clocks[zone] { return clock }
    if isWithoutZones { return nil }
    do throws(Diagnostic) {
      let made = try known.clock(zone)
      clocks[zone] = made
      return made
    } catch {
      guard error.code == "no-zones" else { throw error }
      isWithoutZones = true
      notes.append("kick-off times were not stored: \(error.message)")
      return nil
    }
  }

  /// Keeps one row per match of the file, the first.
  private mutating func dropRepeated() {
    struct Meeting: Hashable { let pair: Pair; let date: CalendarDate }
    var seen: [Meeting: Int] = [:]
    seen.reserveCapacity(all.count)
    var repeated: [(place: Int, first: Int)] = []
    for place in all.indices {
      let meeting = Meeting(pair: pair(all[place].match), date: all[place].match.date)
      if let first = seen[meeting] { repeated.append((place, first)) } else { seen[meeting] = place }
    }
    for (place, first) in repeated {
      let (entry, first) = (all[place], all[first])
      let known = SourceFile.Refusal(first.line, "", sheet: first.sheet == entry.sheet ? nil : first.sheet).place
      refuse(
        entry.line, entry.sheet,
        "repeats the match of " + known + (first.match.score == entry.match.score ? "" : " with another score"))
    }
    if repeated.isEmpty { return }
    let gone = Set(repeated.map(\.place))
    all = all.indices.filter { !gone.contains($0) }.map { all[$0] }
  }
}

extension IncomingMatches {
  public func pair(_ match: StoredMatch) -> Pair {
    Pair(competition: match.competition, season: hasEditions ? nil : match.season, home: match.home, away: match.away)
  }

  /// All of them as new matches with numbers from one on.
  public func numbered(from first: Int, file: String) -> [StoredMatch] {
    all.enumerated().map { place, entry in entry.stored(first + place, file: file) }
  }

  /// The places of the matches whose goals the file names.
  public var scored: [Int] { all.indices.filter { !all[$0].scorers.isEmpty } }
}

extension IncomingMatch {
  /// A match that is not stored yet.
  public func stored(_ number: Int, file: String) -> StoredMatch {
    var fresh = match
    (fresh.number, fresh.file, fresh.line) = (number, file, line)
    return fresh
  }
}
