internal import FootballModel
internal import PodiumCore

enum MatchTable {
  /// The probabilities of the odds without the bookmaker's margin, by Shin's method.
  static let probabilities = ["p_home", "p_draw", "p_away"]

  /// Leaves out columns without any value.
  static func table(_ matches: [SourceMatch], form: [(home: Form, away: Form)]) throws(Diagnostic) -> Table {
    func names(_ name: String, _ role: Role, _ value: (SourceMatch) -> String?) -> Column {
      Column(name, .category(Categorical(matches.map(value))), role: role)
    }
    func whole(_ name: String, _ value: (SourceMatch) -> Int?) -> Column {
      Column(name, .integer(matches.map { value($0) ?? ColumnValues.missingInteger }), role: .ignored)
    }
    var columns = [
      names("competition", .ignored, \.competition), names("season", .group) { $0.season?.description },
      Column("date", .date(matches.map(\.date)), role: .time), names("time_uk", .ignored, \.time),
      names("home", .feature, \.home), names("away", .feature, \.away),
    ]
    columns += known(form)
    for (place, name) in MatchResult.oddsColumns.enumerated() {
      columns.append(Column(name, .number(matches.map { $0.odds?[place] ?? .nan }), role: .ignored))
    }
    let chances = matches.map { match in match.odds.flatMap { OddsMargin.shin.probabilities($0)?.values } }
    for (place, name) in probabilities.enumerated() {
      columns.append(Column(name, .number(chances.map { $0?[place] ?? .nan }), role: .ignored))
    }
    columns += [
      whole("half_time_home") { $0.halfTime?.home }, whole("half_time_away") { $0.halfTime?.away },
      whole("home_goals") { $0.fullTime?.home }, whole("away_goals") { $0.fullTime?.away },
      Column(
        "result",
        .ordered(Categorical(levels: MatchResult.letters, codes: matches.map { Int32($0.result?.rawValue ?? -1) })),
        role: .ignored),
    ]
    return try Table(columns.filter { $0.missingCount < matches.count || matches.isEmpty })
  }

  /// What was known before each match; trees cannot subtract, so the differences of ratings are columns.
  private static func known(_ form: [(home: Form, away: Form)]) -> [Column] {
    func both(_ name: String, _ role: Role, _ values: ([Form]) -> ColumnValues) -> [Column] {
      [
        Column("home_" + name, values(form.map(\.home)), role: role),
        Column("away_" + name, values(form.map(\.away)), role: role),
      ]
    }
    func whole(_ name: String, _ value: (Form) -> Int) -> [Column] { both(name, .feature) { .integer($0.map(value)) } }
    func number(_ name: String, _ role: Role = .feature, _ value: (Form) -> Double) -> [Column] {
      both(name, role) { .number($0.map(value)) }
    }
    return whole("played", \.played) + number("points_per_match", .feature, \.pointsPerMatch)
      + number("goal_difference_per_match", .feature, \.goalDifferencePerMatch)
      + number("recent_points", .feature, \.recentPoints)
      + whole("rest_days", \.restDays) + number("elo", .ignored, \.elo) + [
        Column("elo_difference", .number(form.map { $0.home.elo - $0.away.elo }), role: .feature),
        Column(
          "pi_difference", .number(form.map { PiRatings.difference(home: $0.home.pi, away: $0.away.pi) }),
          role: .feature),
      ]
  }
}
