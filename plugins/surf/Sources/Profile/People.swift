internal import PodiumCore
internal import PodiumPlugin

/// The people whose sessions, preferences or profiles a workspace keeps.
enum People {
  /// Their names, in order; the person who works on the workspace is among them.
  static func all(in store: any RecordStore) throws(Diagnostic) -> [String] {
    var names: Set<String> = [SurfProfile.person(in: store)]
    for kind in [JournalKinds.session, StoredPreference.kindName, SurfProfile.kind] {
      let rows = try RecordRows(RecordQuery(kind), ["person"], in: store)
      names.formUnion(rows.texts("person").compactMap { $0 })
    }
    return names.sorted(by: CodePointOrder.precedes)
  }

  /// The person that a call names; nil where it names none, and `unknown-person` for someone unknown.
  static func typed(
    _ call: Call, _ parameter: Parameter<String?>, in store: any RecordStore
  ) throws(Diagnostic) -> String? {
    try call[parameter].map { (name) throws(Diagnostic) in try one(name, in: store, span: call.span(of: parameter)) }
  }

  /// A known person; case does not matter where only one name fits. Throws `unknown-person`.
  static func one(_ name: String, in store: any RecordStore, span: SourceSpan?) throws(Diagnostic) -> String {
    let known = try all(in: store)
    if known.contains(name) { return name }
    let alike = known.filter { SpotName.bare($0) == SpotName.bare(name) }
    guard alike.count == 1 else { throw Diagnostic.unknown("person", name, among: known, span: span) }
    return alike[0]
  }
}
