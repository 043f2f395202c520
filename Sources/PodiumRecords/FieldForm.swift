public import PodiumCore
public import PodiumPlugin

/// How people type a field: the parameter of its verbs, and how what was typed becomes a value.
public struct TypedField: Sendable {
  /// What the verbs take.
  public let parameter: AnyParameter
  /// The value for the record; nil if nothing was typed, missing to clear it.
  let read: @Sendable (inout RecordWork) throws(Diagnostic) -> Value?

  /// Joins a parameter and its reading.
  public init(_ parameter: AnyParameter, read: @escaping @Sendable (inout RecordWork) throws(Diagnostic) -> Value?) {
    (self.parameter, self.read) = (parameter, read)
  }

  var name: String { parameter.description.name }
}

/// A form that values of a type are typed in: a number within bounds, one of some words, a day.
public struct FieldForm<Content>: Sendable {
  let typed: @Sendable (_ name: String, _ isPositional: Bool, _ help: String) -> TypedField
  /// The thing that its values name; nil for none.
  let link: ThingDescription.Link?
  /// The unit of its numbers; nil for none.
  var unit: String?

  /// A form of a sport's own: `typed` makes the parameter of a name and help, by key or by place.
  public init(
    link: ThingDescription.Link? = nil,
    typed: @escaping @Sendable (_ name: String, _ isPositional: Bool, _ help: String) -> TypedField
  ) {
    (self.link, self.typed) = (link, typed)
  }

  /// A text that a sport reads itself; an empty one clears the field, unless the sport reads that too.
  public static func read(
    _ completion: Completion = .none, link: ThingDescription.Link? = nil, allowed: String = "text",
    clearsIfEmpty: Bool = true,
    _ read: @escaping @Sendable (String, SourceSpan?, inout RecordWork) throws(Diagnostic) -> Value
  ) -> FieldForm {
    FieldForm<Content>(link: link) { name, isPositional, help in
      .text(name, isPositional, help, completion, allowed: allowed, clearsIfEmpty: clearsIfEmpty, read)
    }
  }
}

extension TypedField {
  /// A text, by place or by key, that is read as a value.
  static func text(
    _ name: String, _ isPositional: Bool, _ help: String, _ completion: Completion, allowed: String,
    clearsIfEmpty: Bool = true,
    _ read: @escaping @Sendable (String, SourceSpan?, inout RecordWork) throws(Diagnostic) -> Value
  ) -> TypedField {
    if isPositional {
      let parameter = Parameter<String>.required(name, allowed: allowed, help: help, completion: completion)
      return TypedField(parameter.any) { (work: inout RecordWork) throws(Diagnostic) -> Value? in
        let span = work.call.span(of: parameter)
        return try read(work.call[parameter], span, &work)
      }
    }
    let parameter = Parameter<String?>.text(name, help: help, completion: completion)
    return TypedField(parameter.any) { (work: inout RecordWork) throws(Diagnostic) -> Value? in
      guard let text = work.call[parameter] else { return nil }
      let span = work.call.span(of: parameter)
      return text.isEmpty && clearsIfEmpty ? .missing : try read(text, span, &work)
    }
  }
}

extension FieldForm where Content == String {
  /// Any text, of at most some characters.
  public static func text(_ most: Int = 1000) -> FieldForm {
    FieldForm<String> { name, isPositional, help in
      .text(name, isPositional, help, .none, allowed: "a text") { (text, span, _) throws(Diagnostic) -> Value in
        try RecordName.remark(text, name, most: most, at: span)
      }
    }
  }

  /// One of some words.
  public static func choice(_ words: [String]) -> FieldForm {
    FieldForm { name, _, help in
      let parameter = Parameter<String?>.choice(name, words, help: help)
      return TypedField(parameter.any) { (work) throws(Diagnostic) in work.call[parameter].map(Value.text) }
    }
  }

  /// A name of a record of another thing, found as that thing is found; kept as its key.
  public static func link<Other>(to thing: Thing<Other>) -> FieldForm {
    FieldForm<String>(link: .init(to: thing.kind, role: "record")) { name, isPositional, help in
      .text(name, isPositional, help, thing.completion, allowed: "the name of \(thing.one)") {
        (text, span, work) throws(Diagnostic) -> Value in
        thing.keyValue(of: try thing.find(text, in: work.store, at: span))
      }
    }
  }
}

extension FieldForm where Content: RawRepresentable & CaseIterable, Content.RawValue == String {
  /// One of the words of an enumeration.
  public static var choice: FieldForm {
    let words = Content.allCases.map(\.rawValue)
    return FieldForm { name, _, help in
      let parameter = Parameter<String?>.choice(name, words, help: help)
      return TypedField(parameter.any) { (work) throws(Diagnostic) in work.call[parameter].map(Value.text) }
    }
  }
}

extension FieldForm where Content == Double {
  /// A number within bounds.
  public static func number(in range: ClosedRange<Double>, unit: String) -> FieldForm {
    var form = FieldForm { name, _, help in
      let parameter = Parameter<Double?>.number(name, in: range, unit: unit, help: help)
      return TypedField(parameter.any) { (work) throws(Diagnostic) in work.call[parameter].map(Value.number) }
    }
    form.unit = unit
    return form
  }
}

extension FieldForm where Content == Int {
  /// A whole number within bounds.
  public static func integer(in range: ClosedRange<Int>) -> FieldForm {
    FieldForm { name, _, help in
      let parameter = Parameter<Int?>.optionalInt(name, in: range, help: help)
      return TypedField(parameter.any) { (work) throws(Diagnostic) in work.call[parameter].map(Value.integer) }
    }
  }
}

extension FieldForm where Content == CalendarDate {
  public static var day: FieldForm {
    FieldForm { name, _, help in
      let parameter = Parameter<String?>.text(name, help: help)
      return TypedField(parameter.any) { (work) throws(Diagnostic) in
        if work.call[parameter] == "" { return .missing }
        return try work.day(parameter).map(Value.date)
      }
    }
  }
}
