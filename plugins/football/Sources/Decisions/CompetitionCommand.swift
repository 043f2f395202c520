internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

struct CompetitionCommand: Command {
  static let code = Parameter<String?>.text(
    "code", positional: true, help: "Competition code; by default all are listed.",
    completion: .records([RecordNames(FootballKinds.competition, "code")], words: []))

  let signature = Signature(
    "football competition", topic: .plugins, summary: "List the competitions, or show one with its rules.",
    details: """
      Rules that podium ships are verified ones; 'unknown' tie-breakers leave level teams on one position.
      """,
    parameters: [code.any],
    exampleLines: MatchDay.lines(
      """
      all: {league}; football competition -> M1
      rules that podium knows: football competition SWE -> h2h-points
      saved to a file: {league}; football competition to competitions.csv -> competitions.csv
      an unknown competition: football competition XYZ -> !unknown-competition
      """), traits: .readsOnly, seeAlso: ["football competition add", "football table"])

  /// Changes nothing.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    if let code = call[CompetitionCommand.code] {
      return try CompetitionCommand.show(code, workspace, at: call.span(of: CompetitionCommand.code))
    }
    let seasons = try workspace.seasons()
    let codes = Set(seasons.keys).union(workspace.competitions.keys).inCodePointOrder()
    let all = codes.map { workspace.competition($0) }
    let table = try Table([
      Column("code", .text(codes)), Column("name", .text(all.map(\.name))),
      Column("seasons", .text(all.map(\.seasons?.rawValue))), Column("zone", .text(all.map(\.zone))),
      Column("first", .text(codes.map { seasons[$0]?.min()?.description })),
      Column("last", .text(codes.map { seasons[$0]?.max()?.description })),
    ])
    return [.table(TableOutput(table, title: codes.count.counted("competition")))]
  }

  /// A competition with its rules; throws `unknown-competition`.
  static func show(_ code: String, _ workspace: FootballWorkspace, at span: SourceSpan?) throws(Diagnostic) -> [Output]
  {
    try refuseUnknown(code, workspace, at: span)
    let competition = workspace.competition(code)
    let last = try workspace.seasons()[code]?.max() ?? Season(start: 2025, isSplit: competition.seasons == .winter)
    return [record(competition, season: last)] + (try history(of: code)) + (try own(competition))
  }

  /// Throws `unknown-competition` for a code that is neither stored nor known.
  static func refuseUnknown(_ code: String, _ workspace: FootballWorkspace, at span: SourceSpan?) throws(Diagnostic) {
    guard workspace.competitions[code] == nil, KnownCompetitions.seasons(of: code) == nil else { return }
    let seasons = try workspace.seasons()
    if seasons[code] == nil { throw unknown(code, workspace, seasons, at: span) }
  }

  static func unknown(
    _ code: String, _ workspace: FootballWorkspace, _ seasons: [String: Set<Season>], at span: SourceSpan?
  ) -> Diagnostic {
    .unknown(
      "competition", code,
      among: Set(seasons.keys).union(workspace.competitions.keys).inCodePointOrder(), span: span)
  }

  /// The pairs of positions that a match decides between, as in 17-18.
  private static func text(_ playOffs: [Int]) -> String { playOffs.map { "\($0)-\($0 + 1)" }.joined(separator: ",") }

  /// The verified rules of a code whose rules have changed, by season.
  private static func history(of code: String) throws(Diagnostic) -> [Output] {
    let rows = LeagueRules.history(of: code)
    guard rows.count > 1 else { return [] }
    let table = try Table([
      Column("first", .integer(rows.map { year($0.years.lowerBound) })),
      Column("last", .integer(rows.map { year($0.years.upperBound) })),
      Column("ties", .text(rows.map { $0.rules.ties?.map(\.rawValue).joined(separator: ",") })),
      Column("play_offs", .text(rows.map { $0.rules.playOffs.isEmpty ? nil : text($0.rules.playOffs) })),
      Column("split", .text(rows.map { $0.rules.split?.text })), Column("source", .text(rows.map(\.rules.source))),
    ])
    let output = TableOutput(table, title: "rules by the year in which a season starts")
    return [.table(output.showing(["first", "last", "ties"]))]
  }

  /// The rules of some seasons as their owner says them.
  static func own(_ competition: Competition) throws(Diagnostic) -> [Output] {
    let rows = competition.seasonal.map {
      SomeSeasons(first: year($0.years.lowerBound), last: year($0.years.upperBound), own: $0.rules)
    }
    guard !rows.isEmpty else { return [] }
    let columns = try SomeSeasons.thing.table(of: rows).columns.dropFirst()
    let shown = columns.prefix(2) + columns.dropFirst(2).filter { $0.missingCount < rows.count }
    let output = TableOutput(try Table(Array(shown)), title: "own rules by the year in which a season starts")
    return [.table(output.showing(shown.map(\.name)))]
  }

  /// A first or last year as a table shows it: missing where there is none.
  private static func year(_ year: Int) -> Int {
    let every = Competition.Seasonal.everYear
    return year > every.lowerBound && year < every.upperBound ? year : ColumnValues.missingInteger
  }

  static func record(_ competition: Competition, season: Season) -> Output {
    let (rules, split) = (competition.rules(season), competition.rules(season).split)
    func words(_ words: [String]?) -> Value? { words.map { .text($0.joined(separator: ",")) } }
    let carry = split.flatMap { $0.carry == [.all] ? nil : $0.carry.map(\.rawValue) }
    return .record(
      RecordOutput(
        "competition \(competition.code)",
        [
          "code": .text(competition.code), "name": competition.name.map(Value.text),
          "region": competition.region.map(Value.text),
          "seasons": competition.seasons.map { .text($0.rawValue) } ?? .missing,
          "zone": competition.zone.map(Value.text) ?? .missing, "halves": .text("2x\(competition.clock.half)"),
          "clock": competition.clock.isStopped ? .text("stopped") : nil, "rules_of": .text(season.description),
          "points": .integer(rules.winPoints), "ties": words(rules.ties?.map(\.rawValue)) ?? .text("unknown"),
          "play_offs": rules.playOffs.isEmpty ? nil : .text(text(rules.playOffs)),
          "split": split.map { .text($0.text) }, "carry": words(carry),
          "carry_goals": split?.keepsGoals == false ? .text("no") : nil,
          "away_goals": rules.awayGoals.map { .text($0 ? "yes" : "no") },
          "points_per_match": rules.isPointsPerMatch ? .text("yes") : nil, "source": rules.source.map(Value.text),
          "url": competition.url.map(Value.text),
        ]))
  }
}
