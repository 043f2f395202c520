internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// `football competition`: the competitions, or one with its rules.
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
    examples: [
      Example("football competition", after: ["football import football-league"], "all", prints: "M1"),
      Example("football competition SWE", "rules that podium knows", prints: "h2h-points"),
      Example(
        "football competition to competitions.csv", after: ["football import football-league"], "saved to a file",
        prints: "competitions.csv"),
      Example("football competition XYZ", "an unknown competition", fails: "unknown-competition"),
    ], seeAlso: ["football competition add", "football table"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    let seasons = try workspace.seasons()
    if let code = call[CompetitionCommand.code] {
      let last = seasons[code]?.max() ?? Season(start: 2025, isSplit: workspace.competition(code).seasons == .winter)
      guard seasons[code] != nil || workspace.competitions[code] != nil || KnownCompetitions.seasons(of: code) != nil
      else {
        throw Diagnostic.unknown(
          "competition", code,
          among: Set(seasons.keys).union(workspace.competitions.keys).sorted(by: CodePointOrder.precedes),
          span: call.span(of: CompetitionCommand.code))
      }
      return [CompetitionCommand.record(workspace.competition(code), season: last)]
        + (try CompetitionCommand.history(of: code))
    }
    let codes = Set(seasons.keys).union(workspace.competitions.keys).sorted(by: CodePointOrder.precedes)
    let all = codes.map { workspace.competition($0) }
    let table = try Table([
      Column("code", .text(codes)), Column("name", .text(all.map(\.name))),
      Column("seasons", .text(all.map(\.seasons?.rawValue))), Column("zone", .text(all.map(\.zone))),
      Column("first", .text(codes.map { seasons[$0]?.min()?.description })),
      Column("last", .text(codes.map { seasons[$0]?.max()?.description })),
    ])
    return [.table(TableOutput(table, title: codes.count.counted("competition")))]
  }

  /// The pairs of positions that a match decides between, as in 17-18.
  private static func text(_ playOffs: [Int]) -> String {
    playOffs.map { "\($0)-\($0 + 1)" }.joined(separator: ",")
  }

  /// The verified rules of a code whose rules have changed, by season.
  private static func history(of code: String) throws(Diagnostic) -> [Output] {
    let rows = LeagueRules.history(of: code)
    guard rows.count > 1 else { return [] }
    func year(_ year: Int) -> Int { (1801...9998).contains(year) ? year : ColumnValues.missingInteger }
    let table = try Table([
      Column("first", .integer(rows.map { year($0.years.lowerBound) })),
      Column("last", .integer(rows.map { year($0.years.upperBound) })),
      Column("ties", .text(rows.map { $0.rules.ties?.map(\.rawValue).joined(separator: ",") })),
      Column("play_offs", .text(rows.map { $0.rules.playOffs.isEmpty ? nil : text($0.rules.playOffs) })),
    ])
    return [.table(TableOutput(table, title: "rules by the year in which a season starts"))]
  }

  static func record(_ competition: Competition, season: Season) -> Output {
    let rules = competition.rules(season)
    var record = RecordOutput("competition \(competition.code)")
    record.add("code", .text(competition.code))
    if let name = competition.name { record.add("name", .text(name)) }
    if let region = competition.region { record.add("region", .text(region)) }
    record.add("seasons", competition.seasons.map { .text($0.rawValue) } ?? .missing)
    record.add("zone", competition.zone.map(Value.text) ?? .missing)
    record.add("halves", .text("2x\(competition.clock.half)"))
    if competition.clock.isStopped { record.add("clock", .text("stopped")) }
    record.add("rules_of", .text(season.description))
    record.add("points", .integer(rules.winPoints))
    record.add("ties", .text(rules.ties?.map(\.rawValue).joined(separator: ",") ?? "unknown"))
    if !rules.playOffs.isEmpty { record.add("play_offs", .text(CompetitionCommand.text(rules.playOffs))) }
    if let split = rules.split {
      record.add("split", .text("\(split.matches):" + split.groups.map(String.init).joined(separator: "+")))
    }
    if let url = competition.url { record.add("url", .text(url)) }
    return .record(record)
  }
}

/// `football competition add`: a competition with its calendar, clock and rules, or new values for one.
struct CompetitionAddCommand: Command {
  static let code = Parameter<String>.required(
    "code", allowed: "a competition code", help: "Competition code, or its name in quotes.")
  static let name = Parameter<String?>.text("name", help: "Full name.")
  static let region = Parameter<String?>.text("region", help: "Region.")
  static let zone = Parameter<String?>.text("zone", help: "Time zone of the kick-offs, as in Europe/Stockholm.")
  static let seasons = Parameter<String?>.choice(
    "seasons", Competition.Seasons.allCases.map(\.rawValue),
    help: "Whether a season is a calendar year, or runs from July to June (winter).")
  static let halves = Parameter<String?>.text("halves", help: "Length of the match, as in 2x45 or 2x20.")
  static let clock = Parameter<String?>.choice(
    "clock", ["running", "stopped"], help: "stopped if the clock stops with the ball, as in futsal.")
  static let points = Parameter<Int?>.optionalInt("points", in: 2...3, help: "Points for a win.")
  static let meetings = Parameter<String?>.choice(
    "meetings", ["any", "all"],
    help: "all if head-to-head rules wait until the level teams have played all their matches.")
  static let reapply = Parameter<String?>.choice(
    "reapply", ["yes", "no"], help: "Whether head-to-head rules start again among teams that are still level.")
  static let split = Parameter<String?>.text(
    "split", help: "Split of the season, as in 33:6+6: two groups of six after 33 matches of each team.")
  static let url = Parameter<String?>.text("url", help: "Address of the file with its matches.")

  let signature = Signature(
    "football competition add", topic: .plugins, summary: "Add a competition with its rules, or change one.",
    details: """
      Everything but the code may be omitted, and added later with the same command. ties= lists the tie-breakers in \
      order: \(TieBreak.allCases.map(\.rawValue).joined(separator: ", ")).
      """,
    parameters: [
      code.any, name.any, region.any, zone.any, seasons.any, halves.any, clock.any, points.any, TableCommand.ties.any,
      meetings.any, reapply.any, split.any, url.any,
    ],
    examples: [
      Example(
        "football competition add \"Div 4A Herrar\" region=\"Västra Götaland\" zone=Europe/Stockholm seasons=calendar ties=goal-difference,goals",
        "a local league", prints: "Div 4A Herrar"),
      Example(
        "football competition add \"Futsal div 1\" halves=2x20 clock=stopped seasons=winter", "futsal", prints: "2x20"),
      Example("football competition add X split=33:6+6", "a league that splits", prints: "33:6+6"),
      Example("football competition add X zone=Europe/Stockhlm", "a misspelled zone", fails: "unknown-time-zone"),
    ], seeAlso: ["football competition", "football table", "football import"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    let code = call[CompetitionAddCommand.code].trimmed
    guard !code.isEmpty, code.count <= 60 else {
      throw .badValue(
        "code", code.abridged, allowed: "a code of at most 60 characters",
        span: call.span(of: CompetitionAddCommand.code))
    }
    var competition = workspace.competition(code)
    if let name = call[CompetitionAddCommand.name] { competition.name = name }
    if let region = call[CompetitionAddCommand.region] { competition.region = region }
    if let zone = call[CompetitionAddCommand.zone] {
      do throws(Diagnostic) { _ = try session.clock(in: zone) } catch {
        throw error.at(call.span(of: CompetitionAddCommand.zone))
      }
      competition.zone = zone
    }
    if let word = call[CompetitionAddCommand.seasons] { competition.seasons = Competition.Seasons(rawValue: word) }
    if let typed = call[CompetitionAddCommand.halves] {
      let parts = typed.lowercased().split(separator: "x").map(String.init)
      guard parts.count == 2, parts[0] == "2", let half = Int(parts[1]), (5...60).contains(half) else {
        throw .badValue(
          "halves", typed.abridged, allowed: "2x45, 2x20 or another length from 5 to 60 minutes",
          span: call.span(of: CompetitionAddCommand.halves))
      }
      competition.clock.half = half
    }
    if let word = call[CompetitionAddCommand.clock] { competition.clock.isStopped = word == "stopped" }
    if let points = call[CompetitionAddCommand.points] { competition.winPoints = points }
    if let typed = call[TableCommand.ties] { competition.ties = try TableCommand.ties(typed, call) }
    if let word = call[CompetitionAddCommand.meetings] { competition.needsAllMeetings = word == "all" }
    if let word = call[CompetitionAddCommand.reapply] { competition.reapplies = word == "yes" }
    if let typed = call[CompetitionAddCommand.split] {
      competition.split = try CompetitionAddCommand.split(typed, at: call.span(of: CompetitionAddCommand.split))
    }
    if let url = call[CompetitionAddCommand.url] {
      try session.checkKept(
        url, "url", places: FetchCommand.places, span: call.span(of: CompetitionAddCommand.url))
      competition.url = url
    }
    try workspace.store(competition, cancellation: session.cancellation)
    let last = try workspace.seasons()[code]?.max()
    return [
      CompetitionCommand.record(
        competition, season: last ?? Season(start: 2025, isSplit: competition.seasons == .winter))
    ]
  }

  private static func split(_ typed: String, at span: SourceSpan?) throws(Diagnostic) -> LeagueSplit {
    let parts = typed.split(separator: ":", omittingEmptySubsequences: false)
    let sizes = parts.count == 2 ? parts[1].split(separator: "+").compactMap { Int($0) } : []
    guard parts.count == 2, let after = Int(parts[0]), (1...99).contains(after), sizes.count >= 2,
      sizes.allSatisfy({ (2...30).contains($0) })
    else {
      throw .badValue("split", typed.abridged, allowed: "matches and groups, as in 33:6+6", span: span)
    }
    return LeagueSplit(after: after, groups: sizes)
  }
}
