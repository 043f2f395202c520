internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// What the plugin keeps records of, each declared once.
enum FootballThings {
  static let all: [any DeclaredThing] = [
    match, SeasonTable.Adjustment.thing, SeasonTable.Expulsion.thing, Competition.thing, SomeSeasons.thing,
    TeamAlias.thing, part(FootballKinds.report, "report"),
    part(FootballKinds.source, "version of a file", plural: "versions of files"),
    part(FootballKinds.goal, "goal"),
  ]

  private static let match = Thing<ReadElsewhere>.described(
    FootballKinds.match, verb: "football match", plural: "matches", key: "number", by: FootballKinds.migrations,
    links: ["competition": .competition("match")]
  )
  .actions(matchActions, lister: "football match")

  /// What belongs to a match.
  private static func part(_ kind: String, _ noun: String, plural: String? = nil) -> Thing<ReadElsewhere> {
    .described(
      kind, verb: "football show", noun: noun, plural: plural, key: "match", by: FootballKinds.migrations,
      links: ["match": .init(to: FootballKinds.match, role: noun, isPart: true)])
  }
}

extension ThingDescription.Link {
  /// The competition of a record.
  static func competition(_ role: String, isPart: Bool = false) -> ThingDescription.Link {
    .init(to: FootballKinds.competition, role: role, isPart: isPart)
  }
}
