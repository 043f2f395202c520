internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// What the plugin keeps records of, each declared once.
enum FootballThings {
  static let all: [any DeclaredThing] = [
    match, SeasonTable.Adjustment.thing, SeasonTable.Expulsion.thing, Competition.thing, SomeSeasons.thing,
    TeamAlias.thing, report, SourceVersion.thing, StoredGoal.thing,
  ]

  private static let match = Thing<ReadElsewhere>.described(
    FootballKinds.match, verb: "football match", plural: "matches", key: "number", by: FootballKinds.migrations,
    links: ["competition": .competition("match")]
  ).actions(matchActions, lister: "football match")

  private static let report = Thing<ReadElsewhere>.described(
    FootballKinds.report, verb: "football show", noun: "report", key: "match", by: FootballKinds.migrations,
    links: ["match": .match("report")])
}

extension ThingDescription.Link {
  /// The competition of a record.
  static func competition(_ role: String, isPart: Bool = false) -> ThingDescription.Link {
    .init(to: FootballKinds.competition, role: role, isPart: isPart)
  }

  /// The match of a record that goes with it.
  static func match(_ role: String) -> ThingDescription.Link {
    .init(to: FootballKinds.match, role: role, isPart: true)
  }
}
