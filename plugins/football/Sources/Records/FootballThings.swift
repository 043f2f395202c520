public import FootballModel
public import PodiumCore
public import PodiumPlugin
public import PodiumRecords

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

/// The model reads stored matches where loops over them are optimised.
extension RecordRows: @retroactive MatchColumns {}

extension Competition.Seasons: @retroactive StoredValue {}

extension SeasonTable.Expulsion.Policy: @retroactive StoredValue {}

extension MatchReport.Kind: @retroactive StoredValue {}

extension MatchReport.Side: @retroactive StoredValue {}

extension MatchMinute: @retroactive StoredValue {
  public static var storedAs: RecordField.Kind { .text }
  public init?(stored: Value) {
    guard case .text(let text) = stored else { return nil }
    self.init(text)
  }
  public var stored: Value { .text(description) }
}
