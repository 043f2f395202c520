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
    fields: fields(
      "competition! season! date:date! home! away! home_goals:integer! away_goals:integer! half_time_home:integer",
      "half_time_away:integer odds_home:number odds_draw:number odds_away:number league time_uk"),
    key: ["competition", "season", "date", "home", "away"], indexes: [["competition", "season"]],
    label: "match {home} {away} on {date}", numbered: "number")

  /// A source's version of a match, where the match does not show it itself (`SourceVersion`).
  private static let sourceKind = RecordKind(
    source,
    fields: fields(
      "match:integer! source! file line:integer date:date! state! home_goals:integer away_goals:integer differs:boolean!"
    ), key: ["match", "source"], indexes: [["match"]], label: "source {source} of match {match}")

  private static let goalKind = RecordKind(
    goal, fields: fields("match:integer! source! number:integer! side! kind! minute player!"),
    key: ["match", "source", "number"], label: "goal {number} of match {match}")

  private static let aliasKind = RecordKind(alias, fields: fields("name! team!"), key: ["name"], label: "alias {name}")

  /// A competition: what podium does not know of it, or what its owner says instead.
  private static let competitionKind = RecordKind(
    competition,
    fields: fields(
      "code! name region zone seasons half:integer stopped:boolean points:integer ties meetings:boolean reapply:boolean",
      "split_after:integer split_groups url"), key: ["code"], label: "competition {code}")

  /// The rules of a competition for seasons that start from one year to another.
  private static let rulesKind = RecordKind(
    rules, fields: fields("competition! first:integer! last:integer!") + OwnRules.fields,
    key: ["competition", "first"], label: "rules of {competition} from {first}")

  private static let adjustmentKind = RecordKind(
    adjustment,
    fields: fields(
      "competition! season! team! points:integer! date:date reason! goals_for:integer goals_against:integer"),
    indexes: [["competition", "season"]], label: "adjustment of {team}")

  private static let expulsionKind = RecordKind(
    expulsion, fields: fields("competition! season! team! policy! date:date reason"),
    key: ["competition", "season", "team"], label: "expulsion of {team}")

  /// A report from a touchline; voided, never removed. The record's own stamps say who reported and who voided it.
  private static let reportKind = RecordKind(
    report,
    fields: fields(
      "match:integer! number:integer! kind! side minute player state home_goals:integer away_goals:integer at:datetime!",
      "device_time:datetime request void_reason"), key: ["match", "number"], indexes: [["match"]],
    label: "report {number} about match {match}")

  /// Fields by their names, each with its kind unless it is text, and `!` for one that every record has.
  static func fields(_ lines: String...) -> [RecordField] {
    let kinds: [Substring: RecordField.Kind] = [
      "integer": .integer, "number": .number, "boolean": .boolean, "date": .date, "datetime": .datetime,
    ]
    return lines.flatMap { $0.split(separator: " ") }.map { word in
      let (isRequired, parts) = (word.hasSuffix("!"), word.split { $0 == ":" || $0 == "!" })
      return RecordField(String(parts[0]), parts.count > 1 ? kinds[parts[1]] ?? .text : .text, required: isRequired)
    }
  }

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
      ]
        + fields(
          "settled:boolean kickoff:datetime extra_time_home:integer extra_time_away:integer penalties_home:integer",
          "penalties_away:integer winner stage round ground source_number"
        ).map { StoreMigration.Step.addField(kind: match, $0, existing: .missing) } + [
          .create(sourceKind), .create(aliasKind), .create(competitionKind), .create(adjustmentKind),
          .create(expulsionKind), .create(reportKind),
        ]),
    StoreMigration(
      3, "keep the goals that files give, and the file of a match",
      [
        .create(goalKind), .addField(kind: match, RecordField("file", .text), existing: .missing),
        .addField(kind: match, RecordField("line", .integer), existing: .missing),
      ]), StoreMigration(4, "keep the rules of some seasons of a competition", [.create(rulesKind)]),
    StoreMigration(
      5, "keep what a split carries along, away goals and play-offs",
      [competition, rules].flatMap { kind in OwnRules.laterFields.map { .addField(kind: kind, $0, existing: .missing) }
      }),
  ]
}

extension RecordOutput {
  /// A record with fields in their order; those without a value are left out.
  init(_ title: String, _ fields: KeyValuePairs<String, Value?>) {
    self.init(title)
    add(fields)
  }

  mutating func add(_ fields: KeyValuePairs<String, Value?>) {
    for case (let name, let value?) in fields { add(name, value) }
  }
}
