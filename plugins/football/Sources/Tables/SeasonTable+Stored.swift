internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

extension SeasonTable {
  /// Reads a season; throws `unknown-competition` and `unknown-season`.
  init(
    _ workspace: FootballWorkspace, _ code: String, _ season: Season
  ) throws(Diagnostic) {
    let query: [RecordQuery.Condition] = [
      .equals("competition", .text(code)), .equals("season", .text(season.description)),
    ]
    self.init(
      workspace.competition(code), season, matches: try workspace.matches(code, season),
      adjustments: try SeasonTable.adjustments(query, in: workspace.store),
      expulsions: try SeasonTable.expulsions(query, in: workspace.store))
  }

  private static func adjustments(
    _ query: [RecordQuery.Condition], in store: any RecordStore
  ) throws(Diagnostic) -> [Adjustment] {
    let rows = try RecordRows(RecordQuery(FootballKinds.adjustment, where: query), in: store)
    let (teams, points, dates) = (rows.texts("team"), rows.integers("points", in: Adjustment.range), rows.dates("date"))
    let (reasons, scored, conceded) = (
      rows.texts("reason"), rows.integers("goals_for", in: Adjustment.range),
      rows.integers("goals_against", in: Adjustment.range)
    )
    return (0..<rows.count).compactMap { row in
      guard let team = teams[row], let count = points[row] else { return nil }
      return Adjustment(
        team: team, points: count, date: dates[row], reason: reasons[row] ?? "", goalsFor: scored[row] ?? 0,
        goalsAgainst: conceded[row] ?? 0)
    }
  }

  private static func expulsions(
    _ query: [RecordQuery.Condition], in store: any RecordStore
  ) throws(Diagnostic) -> [Expulsion] {
    let rows = try RecordRows(RecordQuery(FootballKinds.expulsion, where: query), in: store)
    let (teams, policies, dates) = (rows.texts("team"), rows.texts("policy"), rows.dates("date"))
    return (0..<rows.count).compactMap { row in
      guard let team = teams[row], let policy = policies[row].flatMap({ Expulsion.Policy(rawValue: $0) }) else {
        return nil
      }
      return Expulsion(team: team, policy: policy, date: dates[row])
    }
  }
}
