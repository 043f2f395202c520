public import PodiumCore

/// One match as a source gives it, before it is matched with what is stored.
public struct SourceMatch: Sendable, Equatable {
  public struct Goals: Sendable, Hashable, CustomStringConvertible {
    public var home: Int
    public var away: Int

    public init(_ home: Int, _ away: Int) { (self.home, self.away) = (home, away) }

    public var description: String { "\(home)-\(away)" }

    /// Whether they may be those of an earlier moment than others.
    public func isWithin(_ later: Goals) -> Bool { home <= later.home && away <= later.away }

    /// The goals that a side can have in what is stored.
    public static let range = 0...999
  }

  /// A goal with its scorer, or a card; the side is the one whose score rises, of a card that of the player.
  public struct Scorer: Sendable, Equatable {
    /// Empty where the source does not name the player.
    public var player: String
    public var minute: MatchMinute?
    public var isHome: Bool
    public var kind: MatchReport.Kind

    public init(_ player: String, _ minute: MatchMinute?, isHome: Bool, kind: MatchReport.Kind = .goal) {
      (self.player, self.minute, self.isHome, self.kind) = (player, minute, isHome, kind)
    }
  }

  /// The line in the file, from 1, and the sheet where it is one of several.
  public var line: Int
  public var sheet: String?
  /// What the source says of the competition and the season; nil where it says nothing.
  public var competition: String?
  public var league: String?
  public var season: Season?
  /// The year in which its season starts, where the source does not say whether the season ends in the next one.
  public var seasonYear: Int?
  public var round: String?
  public var stage: String?
  public var date: CalendarDate
  /// The kick-off as `15:00`, and the minutes its zone is ahead of UTC where the source says so.
  public var time: String?
  public var offset: Int?
  public var home: String
  public var away: String
  /// The score after 90 minutes, at half-time, after extra time, and of the shoot-out.
  public var fullTime: Goals?
  public var halfTime: Goals?
  public var extraTime: Goals?
  public var penalties: Goals?
  /// Of an awarded match without a score.
  public var winner: StoredMatch.Winner?
  public var state: MatchState
  public var ground: String?
  public var scorers: [Scorer] = []
  /// Decimal odds for H, D and A.
  public var odds: [Double]?
  /// The source's own number of the match.
  public var key: String?

  public init(line: Int, date: CalendarDate, home: String, away: String, state: MatchState = .scheduled) {
    (self.line, self.date, self.home, self.away, self.state) = (line, date, home, away, state)
  }

  /// Takes out a shoot-out that no one won; the sentence that says so.
  public mutating func dropLevelShootOut() -> String? {
    guard let shots = penalties, shots.home == shots.away else { return nil }
    penalties = nil
    return "line \(line): ignored the shoot-out \(shots), which no one won"
  }

  /// The score that decides: after extra time where it was played.
  public var score: Goals? { extraTime ?? fullTime }

  /// Who won within 90 minutes; nil without a score.
  public var result: MatchResult? { fullTime.map { MatchResult(homeGoals: $0.home, awayGoals: $0.away) } }
}

/// What a reader found in a file.
public struct SourceFile: Sendable {
  /// A row that is not a match, with the reason.
  public struct Refusal: Sendable, Equatable {
    public let line: Int
    /// The sheet, where it is one of several.
    public var sheet: String?
    public let reason: String

    public init(_ line: Int, _ reason: String, sheet: String? = nil) {
      (self.line, self.reason, self.sheet) = (line, reason, sheet)
    }

    /// `line 3`, `sheet 'E1', line 3`.
    public var place: String { (sheet.map { "sheet '\($0.abridged)', " } ?? "") + "line \(line)" }
  }

  /// The name of the format (`football.txt`).
  public let format: String
  /// The file's own title, where it has one.
  public var title: String?
  public var matches: [SourceMatch] = []
  public var refusals: [Refusal] = []
  /// Whether no two matches have the same day and teams in one competition.
  public var isWithoutRepeats = false
  /// Whether its seasons are the editions of tournaments, whose days say little of their years.
  public internal(set) var hasEditions = false
  /// Whether it says something of matches that other files have: their goals, or who won a shoot-out.
  public var isOfKnownMatches = false
  /// The heading of the column that names the competition of each row.
  var competitionColumn: String?
  /// Matches that were left out on request, as of other seasons.
  public var leftOut = 0
  /// Rows that could have been matches.
  public var read: Int { matches.count + refusals.count + leftOut }
  /// What the reader skipped or repaired, one sentence each.
  public var notes: [String] = []

  public init(format: String) { self.format = format }

  /// What several sheets or tables of one file hold; a note that all have is said once.
  public init(_ parts: [(sheet: String?, file: SourceFile)]) {
    self.init(format: parts.first?.file.format ?? "")
    title = parts.lazy.compactMap(\.file.title).first
    hasEditions = parts.contains { $0.file.hasEditions }
    isOfKnownMatches = parts.contains { $0.file.isOfKnownMatches }
    competitionColumn = parts.lazy.compactMap(\.file.competitionColumn).first
    var noted: [(note: String, sheets: [String?])] = []
    for (sheet, file) in parts {
      matches += file.matches.map { match in
        var match = match
        match.sheet = sheet
        return match
      }
      refusals += file.refusals.map { .init($0.line, $0.reason, sheet: sheet) }
      leftOut += file.leftOut
      for note in file.notes {
        if let place = noted.firstIndex(where: { $0.note == note }) {
          noted[place].sheets.append(sheet)
        } else {
          noted.append((note, [sheet]))
        }
      }
    }
    isWithoutRepeats = parts.count == 1 && parts[0].file.isWithoutRepeats
    notes = noted.map { note, sheets in
      let names = parts.count > 1 && sheets.count == parts.count ? [] : sheets.compactMap { $0 }
      let more = names.count > 3 ? ", …" : ""
      return names.isEmpty
        ? note
        : "sheet " + names.prefix(3).map { "'\($0.abridged)'" }.joined(separator: ", ") + more
          + (note.hasPrefix("line ") ? ", " : ": ") + note
    }
  }
}

extension SourceFile.Refusal: Error {}
