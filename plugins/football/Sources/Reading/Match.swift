internal import PodiumCore

/// One played match as a file tells it.
struct Match: Sendable, Equatable {
  /// Where the row stands: the file's line, from 1.
  var line = 0
  /// The code of the competition (`E0`, `SWE`).
  var competition: String
  /// The name of the league, where the file has one.
  var league: String?
  var season: Season
  var date: CalendarDate
  /// The kick-off in the time of the United Kingdom, as the file has it.
  var time: String?
  var home: String
  var away: String
  var homeGoals: Int
  var awayGoals: Int
  var halfTime: HalfTime?
  /// What the bookmaker paid for H, D and A.
  var odds: [Double]?

  struct HalfTime: Sendable, Equatable {
    var home: Int
    var away: Int
  }

  var result: MatchResult {
    homeGoals > awayGoals ? .home : homeGoals == awayGoals ? .draw : .away
  }
}

/// Who won, in the order of the classes.
enum MatchResult: Int, CaseIterable, Sendable {
  case home
  case draw
  case away

  /// The letter of the result.
  var letter: String {
    switch self {
    case .home: "H"
    case .draw: "D"
    case .away: "A"
    }
  }

  static let letters = allCases.map(\.letter)
}
