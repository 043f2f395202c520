internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SkiModel

/// What the plugin keeps records of, each declared once; in the order in which references to a record are reported.
enum SkiThings {
  static let all: [any DeclaredThing] = [
    Participation.thing, Glide.thing, Rating.thing, GrindingMoment.thing, Treatment.thing, SnowPart.thing, weather,
    SkiPair.thing, Athlete.thing, Waxer.thing, TestSession.thing, Cover.Duty.thing, Cover.Leave.thing, Team.thing,
    Term.thing,
  ]

  private static let described = all.map(\.description)

  /// What the numbers and words of a kind may be, as commands take them: the only definition that files are checked by.
  static func allowed(in kind: String) -> [(column: RecordField, allowed: ParameterDescription)] {
    let typed = described.first { $0.kind == kind }?.fields ?? []
    return typed.compactMap { field in
      (field.key ?? set[kind]?.first { $0.name == field.column.name }).map { (field.column, $0) }
    }
  }

  /// The same for fields that commands set themselves.
  private static let set: [String: [ParameterDescription]] = [
    SkiKinds.term: [Parameter<String?>.choice("list", Terms.List.allCases.map(\.rawValue), help: "").description],
    SkiKinds.treatment: [
      Parameter<String?>.choice("kind", Treatment.Kind.allCases.map(\.rawValue), help: "").description
    ],
    SkiKinds.session: [
      Parameter<Int?>.optionalInt("utc_offset_minutes", in: SessionChecks.offsets, help: "").description
    ],
    SkiKinds.glide: [
      Parameter<Int?>.optionalInt("number", in: GlideChecks.numbers, help: "").description,
      GlideCommand.run.description,
    ], SkiKinds.rating: [Parameter<Int?>.optionalInt("rank", in: GlideChecks.numbers, help: "").description],
  ]

  /// The references to records of a kind, or of one list of terms.
  static func links(to kind: String, scope: String? = nil) -> RecordLinks {
    RecordLinks(to: kind, scope: scope, among: described)
  }

  static func links(to list: Terms.List) -> RecordLinks { links(to: SkiKinds.term, scope: list.rawValue) }
}

extension RecordWork {
  /// Works with the records of skis; what is noted there is noted here.
  mutating func ski<Result>(_ body: (inout SkiWorkspace) throws(Diagnostic) -> Result) throws(Diagnostic) -> Result {
    var workspace: SkiWorkspace
    if let kept = own as? SkiWorkspace { workspace = kept } else { workspace = try SkiWorkspace(session) }
    let result = try body(&workspace)
    let remarks = workspace.takeRemarks()
    for warning in remarks.warnings { warn(warning) }
    for note in remarks.notes { self.note(note) }
    own = workspace
    return result
  }
}
