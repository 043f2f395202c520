internal import FootballModel
internal import PodiumCore
internal import PodiumLearn

/// The training rows of a learner as matches, by day, then by the names of the teams. Teams, goals and dates are
/// columns that a learner receives of training rows only.
struct TrainingMatches {
  static let columns = ["date", "home", "away", "home_goals", "away_goals"]

  /// Beyond every result ever played, so that sums of goals stay exact.
  private static let maximumGoals = 999

  /// Days as numbers, whatever they count from, so that differences cannot overflow.
  private static let dayNumbers = -10_000_000...10_000_000

  /// In code-point order.
  let teams: [String]
  let matches: [ForecastMatch]

  /// Throws `wrong-column-type` and `missing-values`.
  init(_ data: TrainingData) throws(Diagnostic) {
    precondition(data.columns.count == TrainingMatches.columns.count, "the learner names other columns")
    for column in data.columns where column.missingCount > 0 {
      throw Diagnostic(
        "missing-values",
        "column '\(column.name)', which the learner trains on, has \(column.missingCount.counted("missing value"))",
        help: "leave those rows out: if not missing(\(CommandText.column(column.name)))")
    }
    let days = try TrainingMatches.days(data.columns[0])
    let (home, away) = (try TrainingMatches.names(data.columns[1]), try TrainingMatches.names(data.columns[2]))
    let goals = (try TrainingMatches.goals(data.columns[3]), try TrainingMatches.goals(data.columns[4]))
    teams = Set(home + away).inCodePointOrder()
    let places = Dictionary(teams.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    matches = days.indices.map { row in
      ForecastMatch(
        day: days[row], home: places[home[row]] ?? 0, away: places[away[row]] ?? 0, homeGoals: goals.0[row],
        awayGoals: goals.1[row])
    }.sorted {
      // Complete, so that sums do not depend on the order of the rows.
      ($0.day, $0.home, $0.away, $0.homeGoals, $0.awayGoals) < ($1.day, $1.home, $1.away, $1.homeGoals, $1.awayGoals)
    }
  }

  private static func days(_ column: Column) throws(Diagnostic) -> [Int] {
    switch column.values {
    case .date(let values): return values.map { $0?.days ?? 0 }
    case .datetime(let values):
      return values.map { Int((Double($0?.microseconds ?? 0) / 86_400_000_000).rounded(.down)) }
    case .integer(let values):
      guard values.allSatisfy(TrainingMatches.dayNumbers.contains) else {
        throw Diagnostic(
          "wrong-column-type",
          "column '\(column.name)' must hold days, or their numbers from \(TrainingMatches.dayNumbers.lowerBound) to "
            + "\(TrainingMatches.dayNumbers.upperBound)")
      }
      return values
    default:
      throw Diagnostic(
        "wrong-column-type",
        "column '\(column.name)' has type \(column.type.rawValue), and the day of a match must be a date")
    }
  }

  private static func names(_ column: Column) throws(Diagnostic) -> [String] {
    switch column.values {
    case .text(let values): return values.compactMap { $0 }
    case .category(let values), .ordered(let values): return values.codes.indices.compactMap { values.name($0) }
    default:
      throw Diagnostic(
        "wrong-column-type", "column '\(column.name)' has type \(column.type.rawValue), and a team must be a name")
    }
  }

  private static func goals(_ column: Column) throws(Diagnostic) -> [Int] {
    guard let values = column.numbers,
      values.allSatisfy({ (0...Double(TrainingMatches.maximumGoals)).contains($0) && $0 == $0.rounded() })
    else {
      throw Diagnostic(
        "wrong-column-type", "column '\(column.name)' must hold whole numbers from 0 to \(TrainingMatches.maximumGoals)"
      )
    }
    return values.map { Int($0) }
  }
}
