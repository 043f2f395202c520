internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

extension SeasonTable {
  /// Reads a season; throws `unknown-competition` and `unknown-season`.
  init(_ workspace: FootballWorkspace, _ code: String, _ season: Season) throws(Diagnostic) {
    let query: [RecordQuery.Condition] = [
      .equals("competition", .text(code)), .equals("season", .text(season.description)),
    ]
    self.init(
      workspace.competition(code), season, matches: try workspace.matches(code, season),
      adjustments: try Adjustment.thing.items(in: workspace.store, where: query).compactMap(\.checked),
      expulsions: try Expulsion.thing.items(in: workspace.store, where: query))
  }
}

extension SeasonTable.Adjustment {
  static let thing = Thing<SeasonTable.Adjustment>(
    FootballKinds.adjustment, verb: "football adjust", noun: "adjustment", key: "team",
    blank: SeasonTable.Adjustment(team: "", points: 0, date: nil, reason: "")
  ) {
    Field("competition", .text, required: true, link: .competition("adjustment"))
    Field("season", .text, required: true)
    Field("team", \.team)
    Field("points", \.points)
    Field("date", \.date)
    Field("reason", \.reason)
    Field("goals_for", orBlank: \.goalsFor)
    Field("goals_against", orBlank: \.goalsAgainst)
  }.actions([], lister: "football adjust")

  /// Without what another program stored and no body decides.
  fileprivate var checked: SeasonTable.Adjustment? {
    let range = SeasonTable.Adjustment.range
    guard range.contains(points) else { return nil }
    var adjustment = self
    if !range.contains(goalsFor) { adjustment.goalsFor = 0 }
    if !range.contains(goalsAgainst) { adjustment.goalsAgainst = 0 }
    return adjustment
  }
}

extension SeasonTable.Expulsion {
  static let thing = Thing<SeasonTable.Expulsion>(
    FootballKinds.expulsion, verb: "football expel", noun: "expulsion", key: "team",
    blank: SeasonTable.Expulsion(team: "", policy: .void, date: nil)
  ) {
    Field("competition", .text, required: true, link: .competition("expulsion"))
    Field("season", .text, required: true)
    Field("team", \.team)
    Field("policy", \.policy)
    Field("date", \.date)
    Field("reason", .text)
  }.actions([], lister: "football expel")
}
