internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// The team of a season that a decision is about.
enum ChosenTeam {
  static let team = Parameter<String>.required(
    "team", allowed: "a team of the season", help: "Team.", completion: ChosenSeason.teams)
  /// The same for a verb that lists without it.
  static let listed = Parameter<String?>.text(
    "team", positional: true, help: "Team; by default all are listed.", completion: ChosenSeason.teams)

  /// What is kept of a competition, a season or a team, as far as they are typed.
  static func list<Decision>(
    _ thing: Thing<Decision>, _ call: Call, _ instead: String, in workspace: FootballWorkspace
  ) throws(Diagnostic) -> [Output] {
    try call.refuseKeys(except: [], of: thing.verb, instead: instead)
    var conditions: [RecordQuery.Condition] = []
    if let code = try workspace.competition(typed: MatchesCommand.competition, call) {
      conditions.append(.equals("competition", .text(code)))
      if let season = try workspace.season(typed: MatchesCommand.season, of: code, call) {
        conditions.append(.equals("season", .text(season.description)))
        if call.has(listed) { conditions.append(.equals("team", .text(try read(call, code, season, in: workspace)))) }
      }
    }
    let order = ["competition", "season", "team"].map { (field: $0, descending: false) }
    let table = try workspace.store.table(
      RecordQuery(thing.kind, where: conditions, order: order), fields: thing.fields.map(\.column.name))
    let output = TableOutput(table, title: table.rowCount.counted(thing.noun))
    return [.table(output.showing(thing.fields.map(\.column.name).dropFirst().prefix(3).map(\.self)))]
  }

  /// The fields that say of which team and season a decision is.
  static func place(_ team: String, _ code: String, _ season: Season) -> [String: Value] {
    ["competition": .text(code), "season": .text(season.description), "team": .text(team)]
  }

  /// What is kept of a team in a season.
  static func records(
    _ kind: String, _ team: String, _ code: String, _ season: Season, _ workspace: FootballWorkspace
  ) throws(Diagnostic) -> [Record] {
    let place = place(team, code, season).sorted { $0.key < $1.key }
    return try workspace.store.records(RecordQuery(kind, where: place.map { .equals($0.key, $0.value) }))
  }

  /// The team's full name; throws `unknown-team` for a name that no team or several teams of the season have.
  static func read(_ call: Call, _ code: String, _ season: Season, in workspace: FootballWorkspace) throws(Diagnostic)
    -> String
  {
    let names = try workspace.matches(code, season).flatMap { [$0.home, $0.away] }
    return try workspace.team(call[team], among: names, at: call.span(of: team))
  }
}

struct AdjustCommand: Command {
  static let points = Parameter<String?>.text(
    "points", positional: true, help: "Points from -99 to 99, negative for a deduction.")
  static let reason = Parameter<String?>.text("reason", help: "Reason, as it is shown below the table.")
  static let on = Parameter<String?>.text("on", help: "First day on which it counts; by default the whole season.")
  static let scored = Parameter<Int?>.optionalInt("for", in: -99...99, help: "Goals for to add as well.")
  static let remove = Parameter<Bool>.flag("remove", default: false, help: "Remove the adjustment.")
  static let conceded = Parameter<Int?>.optionalInt("against", in: -99...99, help: "Goals against to add as well.")

  let signature = Signature(
    "football adjust", topic: .plugins, summary: "Add points to a team in a season, deduct them, or list what is kept.",
    details: """
      football table shows the adjustment and its reason. Two adjustments of a team add up; the same one again is \
      refused. remove=yes removes the team's adjustment, named by its points, reason or day if there are several. Without \
      points the adjustments are listed: all, or those of a competition, season or team.
      """,
    parameters: [
      MatchesCommand.competition.any, MatchesCommand.season.any, ChosenTeam.listed.any, points.any, reason.any, on.any,
      scored.any, conceded.any, remove.any,
    ],
    exampleLines: MatchDay.lines(
      """
      a deduction: {league}; football adjust M1 2023-24 Aldmoor -9 reason="insolvency" -> -9
      from a day on: {league}; football adjust M1 2023-24 Aldmoor -3 reason="fielded a suspended player" on=2024-02-01 -> 2024-02-01
      the table after it: {league}; football adjust M1 2023-24 Aldmoor -9 reason=insolvency; football table M1 2023-24 -> insolvency
      those of a competition: {league}; football adjust M1 2023-24 Aldmoor -9 reason=insolvency; football adjust M1 -> 1 adjustment
      taken back: {league}; football adjust M1 2023-24 Aldmoor -9 reason=insolvency; football adjust M1 2023-24 Aldmoor remove=yes -> removed
      a second time: {league}; football adjust M1 2023-24 Aldmoor -9 reason=insolvency; football adjust M1 2023-24 Aldmoor -9 reason=insolvency -> !taken-key
      an unknown team: {league}; football adjust M1 2023-24 Nowhere -9 reason=x -> !unknown-team
      """), seeAlso: ["football table", "football award", "football expel"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    guard let given = call[AdjustCommand.points] else {
      if call[AdjustCommand.remove], call.has(ChosenTeam.listed) {
        let (code, season) = try ChosenSeason.read(call, in: workspace)
        let team = try ChosenTeam.read(call, code, season, in: workspace)
        return try remove(nil, of: team, code, season, call, workspace, session)
      }
      return try ChosenTeam.list(
        SeasonTable.Adjustment.thing, call, "football adjust COMPETITION SEASON TEAM POINTS", in: workspace)
    }
    let (code, season) = try ChosenSeason.read(call, in: workspace)
    let team = try ChosenTeam.read(call, code, season, in: workspace)
    let typed = given.replacing("−", with: "-")
    guard let points = Int(typed), points.magnitude < 100, points != 0 else {
      throw .badValue(
        "points", given, allowed: "a whole number from -99 to 99, not 0", span: call.span(of: AdjustCommand.points))
    }
    if call[AdjustCommand.remove] { return try remove(points, of: team, code, season, call, workspace, session) }
    guard let reason = call[AdjustCommand.reason], !reason.isEmpty else {
      throw Diagnostic(
        "missing-reason", "an adjustment needs its reason", span: call.verbSpan,
        help: "add it, as in reason=\"entered administration\"")
    }
    let fields = try AdjustCommand.typed(points, call, in: session)
    let same = try ChosenTeam.records(FootballKinds.adjustment, team, code, season, workspace).first { known in
      AdjustCommand.fields.allSatisfy { known[$0] == (fields[$0] ?? .missing) }
    }
    guard same == nil else {
      throw Diagnostic(
        "taken-key", "'\(team)' has \(typed) already for '\(reason.abridged)'",
        span: call.span(of: AdjustCommand.points), help: "give another reason, or remove that one: add remove=yes")
    }
    _ = try workspace.store.insert(
      FootballKinds.adjustment, fields.merging(ChosenTeam.place(team, code, season)) { $1 })
    return [
      .record(
        RecordOutput(
          "adjustment in \(code) \(season)",
          [
            "team": .text(team), "points": .integer(points), "reason": .text(reason), "date": fields["date"],
            "goals_for": fields["goals_for"], "goals_against": fields["goals_against"],
          ]))
    ]
  }

  private static let fields = ["points", "reason", "date", "goals_for", "goals_against"]

  /// What is typed of an adjustment, by field.
  private static func typed(
    _ points: Int?, _ call: Call, in session: Session
  ) throws(Diagnostic) -> [String: Value] {
    let values: [Value?] = [
      points.map(Value.integer), call[reason].map(Value.text), try call.day(on, in: session).map(Value.date),
      call[scored].map(Value.integer), call[conceded].map(Value.integer),
    ]
    return Dictionary(uniqueKeysWithValues: zip(fields, values).compactMap { name, value in value.map { (name, $0) } })
  }

  /// Removes the only adjustment of a team, of those with the points, the reason and the day that are typed.
  private func remove(
    _ points: Int?, of team: String, _ code: String, _ season: Season, _ call: Call, _ workspace: FootballWorkspace,
    _ session: Session
  ) throws(Diagnostic) -> [Output] {
    let wanted = try AdjustCommand.typed(points, call, in: session)
    let found = try ChosenTeam.records(FootballKinds.adjustment, team, code, season, workspace).filter { known in
      wanted.allSatisfy { known[$0.key] == $0.value }
    }
    guard let first = found.first, found.count == 1 else {
      throw Diagnostic(
        "unknown-record",
        found.isEmpty
          ? "'\(team)' has no such adjustment in \(code) \(season)"
          : "'\(team)' has \(found.count) adjustments\(points.map { " of \($0) points" } ?? "") in \(code) \(season)",
        span: call.span(of: AdjustCommand.points) ?? call.span(of: ChosenTeam.listed),
        help: found.isEmpty
          ? "list them: football adjust \(CommandText.word(code)) \(season)"
          : "add the points, the reason or the day of the one to remove")
    }
    try workspace.store.remove(first.id, of: FootballKinds.adjustment, revision: first.revision)
    return [.note("removed the adjustment of \(first["points"].fileText) for '\(team)' in \(code) \(season)")]
  }
}

struct ExpelCommand: Command {
  static let policy = Parameter<String?>.choice(
    "policy", SeasonTable.Expulsion.Policy.allCases.map(\.rawValue),
    help: "void removes all its matches; 3-0 counts the remaining ones as lost 0-3.")
  static let reason = Parameter<String?>.text("reason", help: "Reason.")
  static let remove = Parameter<Bool>.flag("remove", default: false, help: "Remove the expulsion.")

  let signature = Signature(
    "football expel", topic: .plugins, summary: "Expel a team from a season, or list who is expelled.",
    details: """
      Both policies exist: with policy=void no match of the team counts, for its opponents either; with policy=3-0 its \
      played matches count, and those still to be played are lost 0-3. remove=yes takes the expulsion back. \
      Without a team the expulsions are listed.
      """,
    parameters: [
      MatchesCommand.competition.any, MatchesCommand.season.any, ChosenTeam.listed.any, policy.any,
      AdjustCommand.on.any, reason.any, remove.any,
    ],
    exampleLines: MatchDay.lines(
      """
      its results are removed: {league}; football expel M1 2023-24 Aldmoor policy=void -> void
      its remaining matches are lost: {league}; football expel M1 2024-25 Aldmoor policy=3-0 on=2025-01-01 -> 3-0
      the table after it: {league}; football expel M1 2023-24 Aldmoor policy=void; football table M1 2023-24 -> expelled
      those of all seasons: football expel -> 0 expulsions
      without a policy: {league}; football expel M1 2023-24 Aldmoor -> !missing-policy
      """), seeAlso: ["football table", "football adjust"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    guard call.has(ChosenTeam.listed) else {
      return try ChosenTeam.list(
        SeasonTable.Expulsion.thing, call, "football expel COMPETITION SEASON TEAM", in: workspace)
    }
    let (code, season) = try ChosenSeason.read(call, in: workspace)
    let team = try ChosenTeam.read(call, code, season, in: workspace)
    let known = try ChosenTeam.records(FootballKinds.expulsion, team, code, season, workspace).first
    if call[ExpelCommand.remove] {
      try call.refuseKeys(
        except: [ExpelCommand.remove.any], of: "football expel … remove=yes",
        instead: "football expel COMPETITION SEASON TEAM")
      guard let known else {
        throw Diagnostic(
          "unknown-record", "'\(team)' is not expelled from \(code) \(season)", span: call.span(of: ChosenTeam.team))
      }
      try workspace.store.remove(known.id, of: FootballKinds.expulsion, revision: known.revision)
      return [.note("removed the expulsion of '\(team)' from \(code) \(season)")]
    }
    guard known == nil else {
      throw Diagnostic(
        "taken-key", "'\(team)' is expelled from \(code) \(season) already", span: call.span(of: ChosenTeam.team),
        help: "to change it, remove it first: add remove=yes")
    }
    guard let policy = call[ExpelCommand.policy] else {
      throw Diagnostic(
        "missing-policy", "an expulsion needs its policy", span: call.verbSpan,
        help: "policy=void removes the team's results, policy=3-0 counts the remaining matches as lost")
    }
    let day = try call.day(AdjustCommand.on, in: session)
    var fields = ChosenTeam.place(team, code, season)
    fields["policy"] = .text(policy)
    fields["date"] = day.map(Value.date)
    fields["reason"] = call[ExpelCommand.reason].map(Value.text)
    _ = try workspace.store.insert(FootballKinds.expulsion, fields)
    let count = try workspace.matches(code, season).count { $0.home == team || $0.away == team }
    let record = RecordOutput(
      "expulsion in \(code) \(season)",
      ["team": .text(team), "policy": .text(policy), "matches": .integer(count), "date": day.map(Value.date)])
    return [.record(record)]
  }
}
