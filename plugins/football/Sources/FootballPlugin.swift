internal import FootballModel
public import PodiumCore
public import PodiumPlugin
internal import PodiumRecords

/// Football: results, tables, odds, and how good a forecast is.
public struct FootballPlugin: Plugin {
  public let name = "football"
  public let version = "0.1.0"
  public let summary = "Football: results, tables, odds, and how good a forecast is."

  public init() {}

  public func register(into registry: inout Registry) throws(Diagnostic) {
    try registry.add(FootballImporter())
    for learner in [EloLearner.definition, GoalLearner.poisson, GoalLearner.dixonColes] { try registry.add(learner) }
    for evaluator in ResultEvaluator.all { try registry.add(evaluator) }
    for migration in FootballKinds.migrations { try registry.add(migration) }
    try registry.add(FootballImportCommand())
    try registry.add(FootballFetchCommand())
    registry.add(
      [
        Example("workspace export all", after: ["football import football-league"], "every stored match", prints: "all")
      ], to: "workspace export")
    let commands: [any Command] = [
      FootballTableCommand(), BracketCommand(), PositionsCommand(), FootballFitCommand(), FootballPredictCommand(),
      EvaluateCommand(), EloCommand(), SimulateCommand(), MatchesCommand(), FootballShowCommand(), MatchCommand(),
      MatchAddCommand(), MatchMoveCommand(), MatchResultCommand(), AdjustCommand(), ExpelCommand(), AwardCommand(),
      AliasCommand(), ConflictsCommand(), SettleCommand(), CompetitionCommand(), ScoreCommand(), ShootOutCommand(),
      VoidCommand(), LiveScoreExportCommand(), SiteCommand(),
    ]
    for command in commands { try registry.add(command) }
    for thing in FootballThings.all { try thing.register(into: &registry) }
    try registry.add { FootballExposure.exposure }
    // One by one: casting a list to `[any Command]` costs more than all the rest at the start.
    for command in MatchStopCommand.all { try registry.add(command) }
    for command in DayCommand.all { try registry.add(command) }
    for command in EventCommand.all { try registry.add(command) }
    for command in PhaseCommand.all { try registry.add(command) }
    try registry.add(CalendarExporter())
    try registry.add(
      DatasetEntry(
        "football-league", path: "football-league/league.csv", importer: "football",
        summary: "Two seasons of a fictional league: 480 matches with closing odds (simulated)."))
  }
}

extension FootballPlugin {
  /// The text of `help football`: five everyday tasks, then the commands by what they are for.
  public var guide: PluginGuide {
    PluginGuide(
      """
      everyday tasks:
        a season's table    football import E0.csv
                            football table E0 2018-19 form=5
        from the touchline  football start SKIF
                            football goal SKIF 33 Zaynal; football end SKIF
        a match day         football today; football live; football show SKIF
        a forecast          football predict E0 2018-19 Arsenal Chelsea
                            football simulate E0 2018-19 asof=2019-02-01
        against the odds    football import football-league
                            football evaluate M1 2024-25 train=2023-24 models=dixon-coles,elo,climatology,odds-shin
      Name a match by its number, or by a team that plays today: the beginning of its name is enough. Reports are never \
      deleted; football void marks one as wrong and gives the reason. now= gives the time in a notebook, where no clock \
      runs. help and a command's name, as in help football goal, explains that command. For practice: football import \
      football-league, two seasons of a simulated league.
      """,
      groups: FootballPlugin.rows(FootballPlugin.groups).map { .init($0, $1) },
      words: FootballPlugin.rows(FootballPlugin.words).map { head, words in
        // A note on the verb is in parentheses.
        let parts = head.split { "()".contains($0) }.map { $0.trimmed }
        return .init(words, verb: parts[0], parts.count > 1 ? parts[1] : "")
      } + [
        .init(
          ["lineup", "line-up", "lineups", "substitution", "substitute", "squad"],
          none: "football keeps goals and cards, and has no line-ups or substitutions"),
        .init(["referee", "attendance", "transfer"], none: "football does not keep this of a match"),
      ])
  }

  /// Lines of a head and its words.
  private static func rows(_ text: String) -> [(String, [String])] {
    text.split(separator: "\n").map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (String(parts[0]), parts[1].split(separator: "|").map { $0.trimmed })
    }
  }

  private static let groups = """
    matches: import|fetch|matches|show|match|match add|match show|match move|match result|match postpone|match cancel|match delete
    live: today|live|finished|upcoming
    reports: start|end|goal|own-goal|penalty|missed-penalty|yellow|second-yellow|red|score|shoot-out|void|delay|interrupt|resume|abandon
    tables: table|bracket|positions|adjust|award|expel
    competitions: competition|competition add|competition show|competition edit|competition delete
    sources: alias|alias add|alias show|alias delete|conflicts|settle
    forecasts: fit|predict|evaluate|elo|simulate
    in and out: export html|export json
    """

  /// Verbs by other words for what they do.
  private static let words = """
    table: standings|league table|ranking|rank|relegation|promotion|head to head|h2h|goal difference|tie-break
    bracket: knockout|knock-out|cup|round of 16|quarter-final|semi-final|final|aggregate|two-legged|second leg|away goals|extra time
    table (group= or stage= chooses one): group|groups|stage|zone|league phase
    table (divide points by played): points per game|points per match|ppg
    end: ft|full time|halftime|half time|ht|final whistle|whistle|stop|finish
    start: kickoff|kick off|ko|begin|second half
    award: walkover|w.o.|wo|forfeit|default win
    adjust: deduction|points deduction|penalty points
    expel: withdraw|withdrawal|disqualify|exclude
    shoot-out: penalties|penalty shoot-out|shootout
    penalty: pk|spot kick
    yellow: card|booking|caution|yellow card
    red: red card|sent off|dismissal
    own-goal: og
    void: undo goal|delete goal|correct|remove goal|var
    matches: fixtures|results|schedule|list
    match move: reschedule
    match result: result|enter result
    simulate: chances|title odds|monte carlo|season simulation
    predict: forecast|expected goals|probabilities
    alias add: rename team|merge teams|synonym
    fetch: download
    match delete: delete match|remove match|delete
    """
}

/// What of football a service shows and does: everyone reads; a reporter writes about matches of their own clubs, until half an
/// hour after the end.
enum FootballExposure {
  static let exposure = Exposure(
    scope: Exposure.Scope("football.team", limitsReading: false, decision: decide), kinds: kinds, verbs: verbs,
    pages: pages)

  private static let ofMatch = ["match.home", "match.away"]

  private static let kinds: [Exposure.Kind] = [
    .init(FootballKinds.match, writers: .admin, paths: ["home", "away"]),
    .init(FootballKinds.report, writers: .reporter, fields: ["request": .admin], paths: ofMatch, offersActions: false),
    .init(FootballKinds.goal, paths: ofMatch), .init(FootballKinds.source, readers: .admin, paths: ofMatch),
    .init(
      FootballKinds.competition, writers: .admin,
      typed: [
        .init("halves", ["half"]) { texts in texts[0].map { Int($0) == nil ? $0 : "2x" + $0 } },
        .init("split", ["split_after", "split_groups"]) { texts in
          texts[1].map { $0.contains(":") ? $0 : (texts[0] ?? "") + ":" + $0 }
        },
      ]), .init(FootballKinds.rules, writers: .admin), .init(FootballKinds.adjustment, writers: .admin),
    .init(FootballKinds.expulsion, writers: .admin), .init(FootballKinds.alias, writers: .admin),
  ]

  private static let phases = ["start", "end", "delay", "interrupt", "resume", "abandon"].map { "football " + $0 }
  private static let events = [
    "goal", "own-goal", "penalty", "missed-penalty", "yellow", "second-yellow", "red",
  ].map { "football " + $0 }
  private static let reports = phases + events + ["football score", "football shoot-out"]

  private static let verbs: [Exposure.Verb] =
    phases.map { Exposure.Verb($0 + " {match}") }
    + events.map { Exposure.Verb($0 + " {match} {side} {minute} {player}") } + [
      .init("football score {match} {score} {minute}"), .init("football shoot-out {match} {side} {result} {player}"),
      .init("football void {match} {number}"), .init("football today", .reader), .init("football live", .reader),
      .init("football finished", .reader), .init("football upcoming", .reader), .init("football show {match}", .reader),
      .init("football matches {competition} {season}", .reader),
      .init("football table {competition} {season}", .reader),
      .init("football bracket {competition} {season}", .reader),
    ]

  private static let live = [FootballKinds.match, FootballKinds.report]

  private static let pages: [Exposure.Page] = [
    .init("live", title: "Live", shows: "football today", watches: live, role: nil),
    .init("football/matches", title: "Matches", shows: "football matches", watches: live),
    .init(
      "football/match/{match}", shows: "football show {match}", forms: ["football void"], watches: live, role: nil,
      columns: ["match": ["number"]]),
    .init("football/tables", title: "Tables", shows: "football competition", watches: [FootballKinds.competition]),
    .init(
      "football/table/{competition}/{season}", shows: "football table {competition} {season}", watches: live, role: nil,
      columns: ["competition": ["code"], "season": ["last"]]),
    .init(
      "football/livescore.json", shows: "football export json livescore.json replace=yes", watches: live, role: nil),
    .init(
      "report", title: "Report", shows: "football today", forms: reports + ["football void"], watches: live,
      role: .reporter),
  ]

  /// How far the clock of a reporter may be ahead, in seconds.
  private static let clockError = 120

  /// Minutes after the end of a match in which its clubs may still correct it.
  private static let correction = 30

  /// The clubs of a match may report until half an hour after its end; of other matches the scope lets no one write.
  private static func decide(
    _ account: Account, _ change: Change, _ after: Record?, _ store: any RecordStore
  ) throws(Diagnostic) -> Diagnostic? {
    guard change.kind == FootballKinds.report else { return nil }
    // A report that is taken back or voided counts as it was.
    var before = after?.fields ?? [:]
    before.merge(change.before) { _, earlier in earlier }
    guard case .integer(let number)? = before["match"] else { return nil }
    if account.role != .admin, case .datetime(let at)? = after?["at"],
      at.microseconds - change.at.microseconds > clockError * 1_000_000
    {
      return Diagnostic("forbidden", "a report is not made ahead of its time", help: "leave out now=")
    }
    let ofMatch = RecordQuery.Condition.equals("match", .integer(number))
    let rows = try RecordRows(
      RecordQuery(FootballKinds.match, where: [.equals("number", .integer(number))], limit: 1), in: store)
    guard let match = StoredMatch.read(rows).first else { return nil }
    let rules = try Competition.all(in: store)[match.competition]?.clock ?? ClockRules()
    // Before the change itself: a report that ends the match is always in time.
    var reports = try StoredReport.read([ofMatch], in: store).filter { $0.id != change.record }
    if change.action != .insert {
      let stamp = after?.created ?? Record.Stamp(at: change.at, by: change.by)
      let record = Record(
        id: change.record, kind: change.kind, revision: max(1, change.revision - 1), created: stamp, changed: stamp,
        fields: before)
      reports += [StoredReport(record)].compactMap(\.self)
      reports.sort { $0.report.number < $1.report.number }
    }
    let earlier = LiveMatch(match, reports: reports, rules: rules)
    guard account.role != .admin, let ended = earlier.course(at: change.at).ended,
      change.at.microseconds - ended.microseconds > correction * 60_000_000
    else { return nil }
    return Diagnostic(
      "forbidden", "match \(number) ended more than \(correction) minutes ago",
      help: "ask who runs the service to correct it")
  }
}
