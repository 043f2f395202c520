public import PodiumCore

/// Stored rows by column: a missing field, or one outside its range, is nil.
public protocol MatchColumns {
  var count: Int { get }

  func texts(_ name: String) -> [String?]
  func numbers(_ name: String) -> [Double?]
  func integers(_ name: String) -> [Int?]
  func integers(_ name: String, in range: ClosedRange<Int>) -> [Int?]
  func moments(_ name: String) -> [Moment?]
  func dates(_ name: String) -> [CalendarDate?]
  func flags(_ name: String) -> [Bool]
}

/// A match as the workspace has it.
public struct StoredMatch: Sendable, Equatable {
  /// Who wins a match that is not decided by its goals.
  public enum Winner: String, Sendable {
    case home
    case away
    /// Both sides lose.
    case none
  }

  /// The short number that people type; 0 before it is stored.
  public var number = 0
  public var competition: String
  public var season: Season
  public var date: CalendarDate
  /// The kick-off; nil while the time is unknown.
  public var kickoff: Moment?
  public var home: String
  public var away: String
  public var state = MatchState.scheduled
  public var fullTime: SourceMatch.Goals?
  public var halfTime: SourceMatch.Goals?
  public var extraTime: SourceMatch.Goals?
  public var penalties: SourceMatch.Goals?
  /// Of an awarded match without a score.
  public var winner: Winner?
  public var stage: String?
  public var round: String?
  public var ground: String?
  public var league: String?
  public var odds: [Double]?
  /// The kick-off in UK time, as some files give it.
  public var timeUK: String?
  /// The source that the values are from.
  public var source: String?
  /// The file and the line that have these values, where nothing was changed by hand since.
  public var file: String?
  public var line: Int?
  /// Whether someone decided between sources that differ.
  public var isSettled = false
  public var sourceNumber: String?

  public init(competition: String, season: Season, date: CalendarDate, home: String, away: String) {
    (self.competition, self.season, self.date, self.home, self.away) = (competition, season, date, home, away)
  }

  public var score: SourceMatch.Goals? { extraTime ?? fullTime }

  /// Whether its state and score were decided, so that reports do not change them.
  public var isDecided: Bool { isSettled && state.isFinal || [.awarded, .postponed, .cancelled].contains(state) }

  /// Whether a table counts it.
  public var counts: Bool { state.isFinal && (score != nil || winner != nil) }

  public var title: String { "\(home) against \(away) on \(date)" }

  /// The teams of some matches.
  public static func teams(of matches: [StoredMatch]) -> Set<String> {
    var found: Set<String> = []
    for match in matches {
      found.insert(match.home)
      found.insert(match.away)
    }
    return found
  }
}

extension StoredMatch {
  private static let pairs: [(name: String, path: any WritableKeyPath<StoredMatch, SourceMatch.Goals?> & Sendable)] = [
    ("half_time", \.halfTime), ("extra_time", \.extraTime), ("penalties", \.penalties),
  ]

  /// Matches as rows to merge by their number, one column per field.
  public static func table(_ matches: [StoredMatch]) throws(Diagnostic) -> Table {
    func text(_ name: String, _ value: (StoredMatch) -> String?) -> Column { Column(name, .text(matches.map(value))) }
    func whole(_ name: String, _ value: (StoredMatch) -> Int?) -> Column {
      Column(name, .integer(matches.map { value($0) ?? ColumnValues.missingInteger }))
    }
    var columns = [
      whole("number", \.number), text("competition", \.competition), text("season") { $0.season.description },
      Column("date", .date(matches.map(\.date))), Column("kickoff", .datetime(matches.map(\.kickoff))),
      text("home", \.home), text("away", \.away), text("state", \.state.rawValue),
      whole("home_goals") { $0.fullTime?.home }, whole("away_goals") { $0.fullTime?.away },
    ]
    for (name, path) in pairs where matches.contains(where: { $0[keyPath: path] != nil }) {
      columns.append(whole(name + "_home") { $0[keyPath: path]?.home })
      columns.append(whole(name + "_away") { $0[keyPath: path]?.away })
    }
    for (place, name) in MatchResult.oddsColumns.enumerated() where matches.contains(where: { $0.odds != nil }) {
      columns.append(Column(name, .number(matches.map { $0.odds?[place] ?? .nan })))
    }
    let optional = [
      text("winner") { $0.winner?.rawValue }, text("stage", \.stage), text("round", \.round), text("ground", \.ground),
      text("league", \.league), text("time_uk", \.timeUK), text("source", \.source), text("file", \.file),
      whole("line", \.line), text("source_number", \.sourceNumber),
      Column("settled", .boolean(matches.map { $0.isSettled ? true : nil })),
    ]
    return try Table(columns + optional.filter { $0.missingCount < matches.count })
  }

  /// The matches in stored rows; a row without a required field is damaged, and is skipped.
  public static func read(_ rows: some MatchColumns) -> [StoredMatch] {
    let (numbers, competitions, seasons) = (rows.integers("number"), rows.texts("competition"), rows.texts("season"))
    let (dates, kickoffs, homes, aways) = (
      rows.dates("date"), rows.moments("kickoff"), rows.texts("home"), rows.texts("away")
    )
    let (states, leagues, times) = (rows.texts("state"), rows.texts("league"), rows.texts("time_uk"))
    let (winners, stages, rounds, grounds) = (
      rows.texts("winner"), rows.texts("stage"), rows.texts("round"), rows.texts("ground")
    )
    let (sources, sourceNumbers, settled) = (rows.texts("source"), rows.texts("source_number"), rows.flags("settled"))
    let (files, lines) = (rows.texts("file"), rows.integers("line"))
    let odds = MatchResult.oddsColumns.map { rows.numbers($0) }
    func goals(_ name: String) -> [SourceMatch.Goals?] {
      let prefix = name.isEmpty ? "" : name + "_"
      let suffix = name.isEmpty ? "_goals" : ""
      let (home, away) = (
        rows.integers(prefix + "home" + suffix, in: SourceMatch.Goals.range),
        rows.integers(prefix + "away" + suffix, in: SourceMatch.Goals.range)
      )
      return zip(home, away).map { home, away in
        if let home, let away { SourceMatch.Goals(home, away) } else { nil }
      }
    }
    let (full, half, extra, penalties) = (goals(""), goals("half_time"), goals("extra_time"), goals("penalties"))
    var known: [String: Season] = [:]
    var found: [StoredMatch] = []
    found.reserveCapacity(rows.count)
    for row in 0..<rows.count {
      guard let number = numbers[row], let competition = competitions[row], let text = seasons[row],
        let season = known[text] ?? Season(text), let date = dates[row], let home = homes[row], let away = aways[row]
      else { continue }
      known[text] = season
      var match = StoredMatch(competition: competition, season: season, date: date, home: home, away: away)
      match.number = number
      match.kickoff = kickoffs[row]
      match.state = states[row].flatMap { MatchState(rawValue: $0) } ?? .scheduled
      (match.fullTime, match.halfTime, match.extraTime, match.penalties) = (
        full[row], half[row], extra[row], penalties[row]
      )
      match.winner = winners[row].flatMap { Winner(rawValue: $0) }
      (match.stage, match.round, match.ground, match.league) = (stages[row], rounds[row], grounds[row], leagues[row])
      let prices = odds.compactMap { $0[row] }
      if prices.count == 3 { match.odds = prices }
      (match.timeUK, match.source, match.sourceNumber) = (times[row], sources[row], sourceNumbers[row])
      (match.file, match.line, match.isSettled) = (files[row], lines[row], settled[row])
      found.append(match)
    }
    return found
  }
}
