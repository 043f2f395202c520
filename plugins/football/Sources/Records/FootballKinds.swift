internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// What the plugin stores in a workspace.
enum FootballKinds {
  static let match = "football.match"
  static let source = "football.source"
  static let goal = "football.goal"
  static let alias = "football.alias"
  static let competition = "football.competition"
  static let rules = "football.rules"
  static let adjustment = "football.adjustment"
  static let expulsion = "football.expulsion"
  static let report = "football.report"

  /// Two teams may meet twice in a season at the same ground, so the day is part of the key.
  private static let firstMatch = RecordKind(
    match,
    fields: [
      RecordField("competition", .text, required: true), RecordField("season", .text, required: true),
      RecordField("date", .date, required: true), RecordField("home", .text, required: true),
      RecordField("away", .text, required: true), RecordField("home_goals", .integer, required: true),
      RecordField("away_goals", .integer, required: true), RecordField("half_time_home", .integer),
      RecordField("half_time_away", .integer), RecordField("odds_home", .number), RecordField("odds_draw", .number),
      RecordField("odds_away", .number), RecordField("league", .text), RecordField("time_uk", .text),
    ],
    key: ["competition", "season", "date", "home", "away"], indexes: [["competition", "season"]],
    label: "match {home} {away} on {date}", numbered: "number")

  /// A source's version of a match, where the match does not show it itself (`SourceVersion`).
  private static let sourceKind = RecordKind(
    source,
    fields: [
      RecordField("match", .integer, required: true), RecordField("source", .text, required: true),
      RecordField("file", .text), RecordField("line", .integer), RecordField("date", .date, required: true),
      RecordField("state", .text, required: true), RecordField("home_goals", .integer),
      RecordField("away_goals", .integer), RecordField("differs", .boolean, required: true),
    ], key: ["match", "source"], indexes: [["match"]], label: "source {source} of match {match}")

  private static let goalKind = RecordKind(
    goal,
    fields: [
      RecordField("match", .integer, required: true), RecordField("source", .text, required: true),
      RecordField("number", .integer, required: true), RecordField("side", .text, required: true),
      RecordField("kind", .text, required: true), RecordField("minute", .text),
      RecordField("player", .text, required: true),
    ], key: ["match", "source", "number"], label: "goal {number} of match {match}")

  private static let aliasKind = RecordKind(
    alias, fields: [RecordField("name", .text, required: true), RecordField("team", .text, required: true)],
    key: ["name"], label: "alias {name}")

  /// A competition: what podium does not know of it, or what its owner says instead.
  private static let competitionKind = RecordKind(
    competition,
    fields: [
      RecordField("code", .text, required: true), RecordField("name", .text), RecordField("region", .text),
      RecordField("zone", .text), RecordField("seasons", .text), RecordField("half", .integer),
      RecordField("stopped", .boolean), RecordField("points", .integer), RecordField("ties", .text),
      RecordField("meetings", .boolean), RecordField("reapply", .boolean), RecordField("split_after", .integer),
      RecordField("split_groups", .text), RecordField("url", .text),
    ], key: ["code"], label: "competition {code}")

  /// The rules of a competition for seasons that start from one year to another.
  private static let rulesKind = RecordKind(
    rules,
    fields: [
      RecordField("competition", .text, required: true), RecordField("first", .integer, required: true),
      RecordField("last", .integer, required: true),
    ] + OwnRules.fields, key: ["competition", "first"], label: "rules of {competition} from {first}")

  private static let adjustmentKind = RecordKind(
    adjustment,
    fields: [
      RecordField("competition", .text, required: true), RecordField("season", .text, required: true),
      RecordField("team", .text, required: true), RecordField("points", .integer, required: true),
      RecordField("date", .date), RecordField("reason", .text, required: true), RecordField("goals_for", .integer),
      RecordField("goals_against", .integer),
    ], indexes: [["competition", "season"]], label: "adjustment of {team}")

  private static let expulsionKind = RecordKind(
    expulsion,
    fields: [
      RecordField("competition", .text, required: true), RecordField("season", .text, required: true),
      RecordField("team", .text, required: true), RecordField("policy", .text, required: true),
      RecordField("date", .date), RecordField("reason", .text),
    ], key: ["competition", "season", "team"], label: "expulsion of {team}")

  /// A report from a touchline; voided, never removed. The record's own stamps say who reported and who voided it.
  private static let reportKind = RecordKind(
    report,
    fields: [
      RecordField("match", .integer, required: true), RecordField("number", .integer, required: true),
      RecordField("kind", .text, required: true), RecordField("side", .text), RecordField("minute", .text),
      RecordField("player", .text), RecordField("state", .text), RecordField("home_goals", .integer),
      RecordField("away_goals", .integer), RecordField("at", .datetime, required: true),
      RecordField("device_time", .datetime), RecordField("request", .text), RecordField("void_reason", .text),
    ], key: ["match", "number"], indexes: [["match"]], label: "report {number} about match {match}")

  static let migrations = [
    StoreMigration(1, "keep matches", [.create(firstMatch)]),
    StoreMigration(
      2, "keep fixtures, sources and live reports",
      [
        .addNumber(kind: match, field: "number"), .setKey(kind: match, ["number"]),
        .makeOptional(kind: match, "home_goals"), .makeOptional(kind: match, "away_goals"),
        .addField(
          kind: match, RecordField("state", .text, required: true), existing: .text(MatchState.fullTime.rawValue)),
        .addField(kind: match, RecordField("source", .text), existing: .text("football-data.co.uk")),
        .addField(kind: match, RecordField("settled", .boolean), existing: .missing),
        .addField(kind: match, RecordField("kickoff", .datetime), existing: .missing),
        .addField(kind: match, RecordField("extra_time_home", .integer), existing: .missing),
        .addField(kind: match, RecordField("extra_time_away", .integer), existing: .missing),
        .addField(kind: match, RecordField("penalties_home", .integer), existing: .missing),
        .addField(kind: match, RecordField("penalties_away", .integer), existing: .missing),
        .addField(kind: match, RecordField("winner", .text), existing: .missing),
        .addField(kind: match, RecordField("stage", .text), existing: .missing),
        .addField(kind: match, RecordField("round", .text), existing: .missing),
        .addField(kind: match, RecordField("ground", .text), existing: .missing),
        .addField(kind: match, RecordField("source_number", .text), existing: .missing),
        .create(sourceKind), .create(aliasKind), .create(competitionKind), .create(adjustmentKind),
        .create(expulsionKind), .create(reportKind),
      ]),
    StoreMigration(
      3, "keep the goals that files give, and the file of a match",
      [
        .create(goalKind), .addField(kind: match, RecordField("file", .text), existing: .missing),
        .addField(kind: match, RecordField("line", .integer), existing: .missing),
      ]),
    StoreMigration(4, "keep the rules of some seasons of a competition", [.create(rulesKind)]),
    StoreMigration(
      5, "keep what a split carries along, away goals and play-offs",
      [competition, rules].flatMap { kind in
        OwnRules.laterFields.map { .addField(kind: kind, $0, existing: .missing) }
      }),
  ]
}
