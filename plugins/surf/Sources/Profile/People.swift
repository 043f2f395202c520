internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// The people whose sessions, preferences or profiles a workspace keeps.
enum People {
  /// Tab offers those with sessions or preferences.
  static let completion = Completion.records(
    [RecordNames(JournalKinds.session, "person"), RecordNames(StoredPreference.kindName, "person")], words: [])

  /// Their names, in order; the person who works on the workspace is among them.
  static func all(in store: any RecordStore) throws(Diagnostic) -> [String] {
    var names: Set<String> = [SurfProfile.person(in: store)]
    for kind in [JournalKinds.session, StoredPreference.kindName, SurfProfile.kind] {
      let rows = try RecordRows(RecordQuery(kind), ["person"], in: store)
      names.formUnion(rows.texts("person").compactMap { $0 })
    }
    return names.inCodePointOrder()
  }

  /// The word for everyone in every command.
  static let everyone = "all"

  /// Whose records a call asks for: yours by default, nil for everyone; throws `unknown-person`.
  static func wanted(
    _ call: Call, _ parameter: Parameter<String?>, in store: any RecordStore
  ) throws(Diagnostic) -> String? {
    if call[parameter] == everyone { return nil }
    return try typed(call, parameter, in: store) ?? SurfProfile.person(in: store)
  }

  /// Who a new record is about: anyone by a name of their own. Throws `bad-value` for the word for everyone.
  static func new(
    _ call: Call, _ parameter: Parameter<String?>, in store: any RecordStore
  ) throws(Diagnostic) -> String {
    guard call[parameter] != everyone else {
      throw .badValue(
        parameter.name, everyone, allowed: "the name of one person, since \(everyone) means everyone",
        span: call.span(of: parameter))
    }
    return call[parameter] ?? SurfProfile.person(in: store)
  }

  /// A note that others have sessions too, where one person's are shown; at one spot or at all.
  static func others(
    than person: String?, at spot: Int?, in store: any RecordStore
  ) throws(Diagnostic) -> [Output] {
    guard let person else { return [] }
    let rows = try RecordRows(
      RecordQuery(JournalKinds.session, where: spot.map { [.equals("spot", .integer($0))] } ?? []), ["person"],
      in: store)
    let others = rows.texts("person").compactMap { $0 }.filter { $0 != person }
    guard !others.isEmpty else { return [] }
    return [
      .note(
        "\(others.count.counted("session")) of \(Set(others).count.counted("other person", plural: "other people")) "
          + "left out; person=all takes everyone's")
    ]
  }

  /// The person that a call names; nil where it names none, and `unknown-person` for someone unknown.
  static func typed(
    _ call: Call, _ parameter: Parameter<String?>, in store: any RecordStore
  ) throws(Diagnostic) -> String? {
    try call[parameter].map { (name) throws(Diagnostic) in try one(name, in: store, span: call.span(of: parameter)) }
  }

  private static let naming = Naming<String>(codes: { [$0] }, names: { [$0] }, parts: [.beginning, .word])

  /// A known person by name, whatever its case and accents; unless it `isExact`, as before something is removed, by the
  /// beginning of a word of it too.
  ///
  /// Throws `unknown-person`, and `ambiguous-record` with the names.
  static func one(
    _ name: String, isExact: Bool = false, in store: any RecordStore, span: SourceSpan?
  ) throws(Diagnostic) -> String {
    let known = try all(in: store)
    if known.contains(name) { return name }
    if name == everyone {
      throw Diagnostic(
        "unknown-person", "this takes one person, not everyone", span: span,
        help: "known: " + known.joined(separator: ", "))
    }
    let found = naming.hits(name, among: known).filter {
      !isExact || PlainLetters.spoken($0) == PlainLetters.spoken(name)
    }
    guard let one = found.first else { throw Diagnostic.unknown("person", name, among: known, span: span) }
    guard found.count == 1 else {
      throw Diagnostic(
        "ambiguous-record", "\(Abridged.quoted(name)) matches \(found.count) people", span: span,
        help: "write the name in full: " + found.prefix(8).map { CommandText.word($0) }.joined(separator: "; "))
    }
    return one
  }
}
