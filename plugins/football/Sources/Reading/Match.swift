internal import PodiumCore

/// One played match, as recorded in a file.
struct Match: Sendable, Equatable {
  /// The line in the file, from 1.
  var line = 0
  /// The code of the competition (`E0`, `SWE`).
  var competition: String
  /// The name of the league, where the file has one.
  var league: String?
  var season: Season
  var date: CalendarDate
  /// The kick-off in UK time, as in the file.
  var time: String?
  var home: String
  var away: String
  var homeGoals: Int
  var awayGoals: Int
  var halfTime: HalfTime?
  /// Decimal odds for H, D and A.
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

  var letter: String {
    switch self {
    case .home: "H"
    case .draw: "D"
    case .away: "A"
    }
  }

  static let letters = allCases.map(\.letter)
}
