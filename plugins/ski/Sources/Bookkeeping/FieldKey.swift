internal import PodiumCore
internal import PodiumPlugin

/// A key of a command that sets one field of a record, as data: an empty text takes a value away.
struct FieldKey: Sendable {
  /// The key as typed.
  let name: String
  /// The field of the record.
  let field: String
  /// What the command takes.
  let any: AnyParameter
  /// The value for the record; nil when the key was left out.
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

  /// A word of a list of the trade; a new one is added.
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
      "team", help: "The team.", completion: .teams)
    return FieldKey("team", "team", parameter.any) { (call, workspace) throws(Diagnostic) in
      guard let text = call[parameter] else { return nil }
      if text.isEmpty { return .missing }
      let known = try RecordRows(RecordQuery(SkiKinds.team), ["name"], in: workspace.store).texts("name").compactMap {
        $0
      }
      guard known.contains(text) else {
        throw Diagnostic.unknown(
          "team", text, among: known, span: call.span(of: parameter),
          help: "ski team add \(Session.quoted(text)) adds it")
      }
      return .text(text)
    }
  }()

  /// A remark in the person's own words.
  static let comment = FieldKey.text("comment", help: "A remark.")
}

/// Fields whose values are to be taken away, by their keys.
enum Clearing {
  static let parameter = Parameter<[String]?>.list("clear", help: "Keys whose values are taken away, as in full,half.")

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
  /// The fields that a call sets; throws what the values do wrong, and `taken-away-key` for one both set and cleared.
  func values(_ call: Call, _ workspace: inout SkiWorkspace) throws(Diagnostic) -> [String: Value] {
    var values: [String: Value] = [:]
    for key in self {
      if let value = try key.read(call, &workspace) { values[key.field] = value }
    }
    for field in try Clearing.fields(call, among: self) {
      guard values[field] == nil else {
        throw Diagnostic(
          "repeated-key", "a key is both given and cleared", span: call.span(of: Clearing.parameter),
          help: "leave one of the two out")
      }
      values[field] = .missing
    }
    return values
  }
}

extension Completion {
  /// Serial numbers of pairs that are in use, some words before them.
  static func pairs(_ words: [String] = []) -> Completion {
    .records([RecordNames(SkiKinds.pair, "serial_number", note: "nickname", where: [current])], words: words)
  }

  /// Numbers of sessions, some words before them.
  static func sessions(_ words: [String] = []) -> Completion {
    .records([RecordNames(SkiKinds.session, "session", note: "place", where: [current])], words: words)
  }

  /// Last names of athletes, some words before them.
  static func athletes(_ words: [String] = []) -> Completion {
    .records([RecordNames(SkiKinds.athlete, "last_name", note: "first_name", where: [current])], words: words)
  }

  /// Codes of waxers, some words before them.
  static func waxers(_ words: [String] = []) -> Completion {
    .records([RecordNames(SkiKinds.waxer, "code", note: "name", where: [current])], words: words)
  }

  /// Names of teams.
  static let teams = Completion.records([RecordNames(SkiKinds.team, "name")], words: [])

  /// Words of a list of the trade.
  static func terms(_ list: Terms.List) -> Completion {
    .records(
      [
        RecordNames(
          SkiKinds.term, "name", note: "description", where: [current, .equals("list", .text(list.rawValue))])
      ],
      words: [])
  }

  /// Serial numbers of pairs that were put away.
  static let archivedPairs = archived(SkiKinds.pair, "serial_number", note: "nickname")
  /// Numbers of sessions that were put away.
  static let archivedSessions = archived(SkiKinds.session, "session", note: "place")
  /// Last names of athletes that were put away.
  static let archivedAthletes = archived(SkiKinds.athlete, "last_name", note: "first_name")
  /// Codes of waxers that were put away.
  static let archivedWaxers = archived(SkiKinds.waxer, "code", note: "name")

  private static func archived(_ kind: String, _ field: String, note: String) -> Completion {
    .records([RecordNames(kind, field, note: note, where: [.equals("archived", .boolean(true))])], words: [])
  }

  private static var current: RecordQuery.Condition { .not(.equals("archived", .boolean(true))) }
}
