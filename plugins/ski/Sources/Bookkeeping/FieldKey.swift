internal import PodiumCore
internal import PodiumPlugin

/// A key of a command that sets one field of a record, as data; an empty text removes the value.
struct FieldKey: Sendable {
  /// The key as typed.
  let name: String
  /// The field of the record.
  let field: String
  /// What the command takes.
  let any: AnyParameter
  /// The value for the record; nil if the key was omitted.
  let read: @Sendable (Call, inout SkiWorkspace) throws(Diagnostic) -> Value?

  init(
    _ name: String, _ field: String, _ any: AnyParameter,
    read: @escaping @Sendable (Call, inout SkiWorkspace) throws(Diagnostic) -> Value?
  ) {
    self.name = name
    self.field = field
    self.any = any
    self.read = read
  }

  /// Any text.
  static func text(_ name: String, _ field: String? = nil, help: String) -> FieldKey {
    let parameter = Parameter<String?>.text(name, help: help)
    return FieldKey(name, field ?? name, parameter.any) { (call, _) throws(Diagnostic) in
      guard let text = call[parameter] else { return nil }
      return try Terms.remark(text, name, at: call.span(of: parameter))
    }
  }

  /// A term of a list; a new one is added.
  static func word(_ name: String, _ field: String? = nil, _ list: Terms.List, help: String) -> FieldKey {
    let parameter = Parameter<String?>.text(name, help: help, completion: .terms(list))
    return FieldKey(name, field ?? name, parameter.any) { (call, workspace) throws(Diagnostic) in
      guard let text = call[parameter] else { return nil }
      return text.isEmpty ? .missing : .text(try workspace.terms.word(list, text, at: call.span(of: parameter)))
    }
  }

  /// A number within bounds.
  static func number(
    _ name: String, _ field: String, in range: ClosedRange<Double>, unit: String, help: String
  ) -> FieldKey {
    let parameter = Parameter<Double?>.number(name, in: range, unit: unit, help: help)
    return FieldKey(name, field, parameter.any) { (call, _) throws(Diagnostic) in call[parameter].map(Value.number) }
  }

  /// A day.
  static func day(_ name: String, _ field: String, help: String) -> FieldKey {
    let parameter = Parameter<String?>.text(name, help: help)
    return FieldKey(name, field, parameter.any) { (call, workspace) throws(Diagnostic) in
      if call[parameter] == "" { return .missing }
      return try workspace.day(call, parameter).map(Value.date)
    }
  }

  /// A team that is known.
  static let team: FieldKey = {
    let parameter = Parameter<String?>.text(
      "team", help: "Team.", completion: .teams)
    return FieldKey("team", "team", parameter.any) { (call, workspace) throws(Diagnostic) in
      guard let text = call[parameter] else { return nil }
      if text.isEmpty { return .missing }
      let known = try RecordRows(RecordQuery(SkiKinds.team), ["name"], in: workspace.store).texts("name").compactMap {
        $0
      }
      guard known.contains(text) else {
        throw Diagnostic.unknown(
          "team", text, among: known, span: call.span(of: parameter),
          help: "use ski team add \(Session.quoted(text)) to add it")
      }
      return .text(text)
    }
  }()

  /// A free-text comment.
  static let comment = FieldKey.text("comment", help: "Comment.")
}

/// The fields to clear, by their keys.
enum Clearing {
  static let parameter = Parameter<[String]?>.list("clear", help: "Keys to clear, as in full,half.")

  /// The fields of the keys that were typed; throws `unknown-key`.
  static func fields(_ call: Call, among keys: [FieldKey]) throws(Diagnostic) -> [String] {
    var fields: [String] = []
    for name in call[parameter] ?? [] {
      guard let key = keys.first(where: { $0.name == name }) else {
        throw Diagnostic.unknown("key", name, among: keys.map(\.name), span: call.span(of: parameter))
      }
      fields.append(key.field)
    }
    return fields
  }
}

extension [FieldKey] {
  /// The fields that a call sets; throws for invalid values, and `repeated-key` for a key both set and cleared.
  func values(_ call: Call, _ workspace: inout SkiWorkspace) throws(Diagnostic) -> [String: Value] {
    var values: [String: Value] = [:]
    for key in self {
      if let value = try key.read(call, &workspace) { values[key.field] = value }
    }
    for field in try Clearing.fields(call, among: self) {
      guard values[field] == nil else {
        throw Diagnostic(
          "repeated-key", "a key is both set and cleared", span: call.span(of: Clearing.parameter),
          help: "set it or clear it")
      }
      values[field] = .missing
    }
    return values
  }
}

extension Completion {
  /// Serial numbers of active pairs, after some fixed words.
  static func pairs(_ words: [String] = []) -> Completion {
    .records([RecordNames(SkiKinds.pair, "serial_number", note: "nickname", where: [current])], words: words)
  }

  /// Numbers of sessions, after some fixed words.
  static func sessions(_ words: [String] = []) -> Completion {
    .records([RecordNames(SkiKinds.session, "session", note: "place", where: [current])], words: words)
  }

  /// Last names of athletes, after some fixed words.
  static func athletes(_ words: [String] = []) -> Completion {
    .records([RecordNames(SkiKinds.athlete, "last_name", note: "first_name", where: [current])], words: words)
  }

  /// Codes of waxers, after some fixed words.
  static func waxers(_ words: [String] = []) -> Completion {
    .records([RecordNames(SkiKinds.waxer, "code", note: "name", where: [current])], words: words)
  }

  /// Names of teams.
  static let teams = Completion.records([RecordNames(SkiKinds.team, "name")], words: [])

  /// Terms of a list.
  static func terms(_ list: Terms.List) -> Completion {
    .records(
      [
        RecordNames(
          SkiKinds.term, "name", note: "description", where: [current, .equals("list", .text(list.rawValue))])
      ],
      words: [])
  }

  /// Serial numbers of archived pairs.
  static let archivedPairs = archived(SkiKinds.pair, "serial_number", note: "nickname")
  /// Numbers of archived sessions.
  static let archivedSessions = archived(SkiKinds.session, "session", note: "place")
  /// Last names of archived athletes.
  static let archivedAthletes = archived(SkiKinds.athlete, "last_name", note: "first_name")
  /// Codes of archived waxers.
  static let archivedWaxers = archived(SkiKinds.waxer, "code", note: "name")

  private static func archived(_ kind: String, _ field: String, note: String) -> Completion {
    .records([RecordNames(kind, field, note: note, where: [.equals("archived", .boolean(true))])], words: [])
  }

  private static var current: RecordQuery.Condition { .not(.equals("archived", .boolean(true))) }
}
