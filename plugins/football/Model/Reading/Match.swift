public import PodiumCore

/// One played match, as recorded in a file.
public struct Match: Sendable, Equatable {
  /// The line in the file, from 1.
  public var line = 0
  /// The code of the competition (`E0`, `SWE`).
  public var competition: String
  /// The name of the league, where the file has one.
  public var league: String?
  public var season: Season
  public var date: CalendarDate
  /// The kick-off in UK time, as in the file.
  public var time: String?
  public var home: String
  public var away: String
  public var homeGoals: Int
  public var awayGoals: Int
  public var halfTime: SourceMatch.Goals?
  /// Decimal odds for H, D and A.
  public var odds: [Double]?

  public var result: MatchResult { MatchResult(homeGoals: homeGoals, awayGoals: awayGoals) }
}

extension SourceMatch {
  /// What a clock shows at the kick-off; nil where the source gives no time, or text that is not one.
  public var shownKickoff: Moment? {
    guard let time else { return nil }
    let digits = time.utf8.map { Int($0) - 0x30 }
    guard digits.count == 5, [0, 1, 3, 4].allSatisfy({ (0...9).contains(digits[$0]) }) else {
      return Moment(iso: "\(date)T\(time)Z")
    }
    let minutes = (digits[0] * 10 + digits[1]) * 60 + digits[3] * 10 + digits[4]
    return Moment(microseconds: (date.days * 1440 + minutes) * 60_000_000)
  }
}
