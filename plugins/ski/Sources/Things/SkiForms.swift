internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

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
