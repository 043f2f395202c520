public import PodiumCore

/// A match of a file in the form in which it is stored, with its line and its scorers.
public struct IncomingMatch: Sendable {
  public let match: StoredMatch
  public let line: Int
  public let sheet: String?
  public let scorers: [SourceMatch.Scorer]

  /// A match as a source gives it; the names of the teams are those of the workspace.
  public init(
    _ given: SourceMatch, competition: String, season: Season, home: String, away: String, kickoff: Moment?,
    source: String
  ) {
    var match = StoredMatch(competition: competition, season: season, date: given.date, home: home, away: away)
    (match.state, match.fullTime, match.halfTime) = (given.state, given.fullTime, given.halfTime)
    (match.extraTime, match.penalties, match.winner) = (given.extraTime, given.penalties, given.winner)
    (match.stage, match.round, match.ground, match.league) = (given.stage, given.round, given.ground, given.league)
    if match.stage == nil, let parts = match.round.flatMap(Stage.split) { (match.stage, match.round) = parts }
    (match.odds, match.source, match.sourceNumber) = (given.odds, source, given.key)
    match.kickoff = kickoff
    if source == MatchFile.source { match.timeUK = given.time }
    (self.match, line, sheet, scorers) = (match, given.line, given.sheet, given.scorers)
  }
}

/// The competitions, seasons and teams of a file.
public struct IncomingTally {
  public struct Place: Hashable {
    public let competition: String
    public let season: Season
  }

  /// The first season of each competition, in the order of the file.
  public private(set) var firstSeasons: [String: Season] = [:]
  public private(set) var seasons: Set<Season> = []
  /// How many matches each team has.
  public private(set) var counts: [Place: [String: Int]] = [:]

  public init(_ matches: [IncomingMatch]) {
    for entry in matches {
      let match = entry.match
      let place = Place(competition: match.competition, season: match.season)
      counts[place, default: [:]][match.home, default: 0] += 1
      counts[place, default: [:]][match.away, default: 0] += 1
      if firstSeasons[match.competition] == nil { firstSeasons[match.competition] = match.season }
    }
    seasons = Set(counts.keys.map(\.season))
  }

  public var competitions: Set<String> { Set(firstSeasons.keys) }
}

extension SourceFile {
  /// Names the seasons of a list of internationals by the editions of their tournaments.
  public mutating func nameEditions() {
    hasEditions = true
    let over = Editions.name(&matches).map { "'\($0.abridged)'" }
    if over.isEmpty { return }
    notes.append(
      "editions that go on after New Year are named by the year of their first match: "
        + over.prefix(3).joined(separator: ", ")
        + (over.count > 3 ? ", and \((over.count - 3).counted("other tournament"))" : ""))
  }
}

extension SourceMatch {
  /// What a clock shows at the kick-off; nil where the source gives no time, or text that is not one.
  public var shownKickoff: Moment? {
    guard let time else { return nil }
    guard let minutes = SourceMatch.minutes(of: time.utf8) else { return Moment(iso: "\(date)T\(time)Z") }
    return Moment(microseconds: (date.days * 1440 + minutes) * 60_000_000)
  }

  /// The minutes of `15:00`; nil for other forms.
  static func minutes(of time: some Sequence<UInt8>) -> Int? {
    let worth = [600, 60, 0, 10, 1]
    var (minutes, place) = (0, 0)
    for byte in time {
      guard place < 5 else { return nil }
      let digit = Int(byte) - 0x30
      // A colon follows the hour, and no hour has more than 59 minutes.
      guard place == 2 ? byte == 0x3A : (0...(place == 3 ? 5 : 9)).contains(digit) else { return nil }
      minutes += digit * worth[place]
      place += 1
    }
    return place == 5 ? minutes : nil
  }
}
