internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// What the plugin keeps records of, each declared once.
enum FootballThings {
  static let all: [any DeclaredThing] = [
    match, SeasonTable.Adjustment.thing, SeasonTable.Expulsion.thing, Competition.thing, SomeSeasons.thing,
    TeamAlias.thing, part(FootballKinds.report, "report"), part(FootballKinds.source, "version of a file"),
    part(FootballKinds.goal, "goal"),
  ]

  /// An item of a kind that is read elsewhere: the model reads matches where loops over them are optimised.
  private struct Elsewhere: Sendable {}

  private static let match = Thing<Elsewhere>(
    FootballKinds.match, verb: "football match", plural: "matches", key: "number", blank: Elsewhere()
  ) {
    fields(FootballKinds.match, linked: "competition", .competition("match"))
  }
  .actions(matchActions, lister: "football match")

  /// What belongs to a match.
  private static func part(_ kind: String, _ noun: String) -> Thing<Elsewhere> {
    Thing<Elsewhere>(kind, verb: "football show", noun: noun, key: "match", blank: Elsewhere()) {
      fields(kind, linked: "match", .init(to: FootballKinds.match, role: noun, isPart: true))
    }
  }

  /// The fields of a kind as the migrations make them, one of which names records.
  private static func fields(
    _ kind: String, linked: String, _ link: ThingDescription.Link
  ) -> [Field<Elsewhere>] {
    var fields: [RecordField] = []
    for step in FootballKinds.migrations.lazy.flatMap(\.steps) {
      switch step {
      case .create(let made) where made.name == kind: fields = made.fields
      case .addNumber(kind, let name): fields.append(RecordField(name, .integer, required: true))
      case .addField(kind, let field, _): fields.append(field)
      case .makeOptional(kind, let name):
        for place in fields.indices where fields[place].name == name { fields[place].isRequired = false }
      default: break
      }
    }
    return fields.map {
      Field($0.name, $0.kind, required: $0.isRequired, link: $0.name == linked ? link : nil)
    }
  }
}

extension ThingDescription.Link {
  /// The competition of a record.
  static func competition(_ role: String, isPart: Bool = false) -> ThingDescription.Link {
    .init(to: FootballKinds.competition, role: role, isPart: isPart)
  }
}
