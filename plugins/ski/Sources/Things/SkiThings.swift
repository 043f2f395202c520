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

/// A term of a list: a brand, a type, a grinding, a place.
struct Term: Sendable {
  var list = ""
  var name = ""
  var isArchived = false

  static let thing = Thing<Term>(SkiKinds.term, verb: "ski term", key: "name", blank: Term()) {
    Field("list", \.list)
    Field(naming: "name", \.name)
    Field("description", .text(), help: "Description.")
    Field(
      "counts_as", .choice(SnowClass.allCases.map(\.rawValue)), key: "counts-as",
      help: "Class that this type of snow counts as.")
    Field(
      "icssg", .choice(["PP", "MM", "DF", "RG", "FC", "DH", "SH", "MF", "IF"]),
      help: "Code in the International Classification for Seasonal Snow on the Ground (2009).")
    Field("best_snow", .text(), key: "snow", help: "Snow that a grinding is best for, as in new, new|old or wet+old.")
    Field(
      "best_above_c", .number(in: -60...40, unit: "°C"), key: "above",
      help: "Air temperature above which a grinding is best.")
    Field(
      "best_below_c", .number(in: -60...40, unit: "°C"), key: "below",
      help: "Air temperature below which a grinding is best.")
    Field("latitude", .number(in: -90...90, unit: "°"), help: "Latitude of a place, positive north.")
    Field("longitude", .number(in: -180...180, unit: "°"), help: "Longitude of a place, positive east.")
    Field("archived", orBlank: \.isArchived)
  }.actions(TermCommand.actions, sample: ThingSample("base White", "base Grey", made: .thesis, unknown: "unknown-base"))
}

extension FieldForm where Content == String {
  /// A term of a list; a new one is added.
  static func term(_ list: Terms.List) -> FieldForm {
    .read(.terms(list), link: .term(list)) { (text, span, work) throws(Diagnostic) in
      .text(try work.ski { (ski) throws(Diagnostic) in try ski.terms.word(list, text, at: span) })
    }
  }

  /// An athlete, kept by number; a new one is added.
  static var athlete: FieldForm {
    .read(Athlete.thing.completion, link: .init(to: SkiKinds.athlete, role: "record")) {
      (text, span, work) throws(Diagnostic) in
      .text(try work.ski { (ski) throws(Diagnostic) in try ski.athleteOrNew(text, at: span).number })
    }
  }
}

extension FieldForm where Content == [String] {
  static func terms(_ list: Terms.List) -> FieldForm {
    FieldForm(link: .term(list, isList: true)) { name, _, help in
      let parameter = Parameter<[String]?>.list(name, help: help, completion: .terms(list))
      return TypedField(parameter.any) { (work) throws(Diagnostic) in
        guard let words = work.call[parameter] else { return nil }
        let span = work.call.span(of: parameter)
        return try work.ski { (ski) throws(Diagnostic) in
          var terms: [String] = []
          for text in words where !text.isEmpty {
            let term = try ski.terms.word(list, text, at: span)
            if !terms.contains(term) { terms.append(term) }
          }
          return terms.stored
        }
      }
    }
  }
}

extension FieldForm where Content == Bool {
  /// Whether ranks are manual; otherwise they are calculated from the glides.
  static var rank: FieldForm {
    FieldForm { name, _, help in
      let parameter = Parameter<String?>.choice(name, ["manual", "calculated"], help: help)
      return TypedField(parameter.any) { (work) throws(Diagnostic) in
        work.call[parameter].map { .boolean($0 == "manual") }
      }
    }
  }
}

extension ThingDescription.Link {
  static func term(_ list: Terms.List, isList: Bool = false) -> ThingDescription.Link {
    .init(to: SkiKinds.term, scope: list.rawValue, role: "record", isList: isList)
  }

  static func pair(_ role: String) -> ThingDescription.Link { .init(to: SkiKinds.pair, role: role) }
  static func session(_ role: String, isPart: Bool = false) -> ThingDescription.Link {
    .init(to: SkiKinds.session, role: role, isPart: isPart)
  }
}

extension Parameter where Value == String {
  static var pair: Parameter<String> {
    .required("pair", allowed: "a ski pair", help: "Ski pair.", completion: .pairs())
  }
}

extension [String] {
  /// The thesis's tests, for examples.
  static let thesis = ["ski import ski-thesis"]
}

extension Completion {
  /// Serial numbers of active pairs, after some fixed words.
  static func pairs(_ words: [String] = []) -> Completion { SkiPair.thing.completion(after: words) }

  /// Numbers of sessions, after some fixed words.
  static func sessions(_ words: [String] = []) -> Completion { TestSession.thing.completion(after: words) }

  static func athletes() -> Completion { Athlete.thing.completion }
  static func waxers() -> Completion { Waxer.thing.completion }

  static func terms(_ list: Terms.List) -> Completion {
    let kept: [RecordQuery.Condition] = [
      .not(.equals("archived", .boolean(true))), .equals("list", .text(list.rawValue)),
    ]
    return .records([RecordNames(SkiKinds.term, "name", note: "description", where: kept)], words: [])
  }
}
