internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

/// What someone calls good, at some spots.
struct StoredPreference: Sendable, Equatable {
  /// What an empty list says.
  static let howToState = "state one: surf prefer NAME height=1.2..2.5"

  var person: String
  /// The name in lower case without accents, by which it is found.
  var key: String
  var name: String
  /// Numbers of spots; empty for the home spots, or all where there are none.
  var spots: [Int] = []
  var preference = Preference()
  /// Whether windows are sent to `notify=`.
  var isNotified = true
  /// The clauses of the preference as they are kept, in SI units; nil but for a record.
  var clauses: String?
  private var isSilent: Bool {
    get { !isNotified }
    set { isNotified = !newValue }
  }

  static let kindName = "surf.preference"

  static let kind = RecordKind(
    kindName,
    fields: [
      RecordField("person", .text, required: true), RecordField("key", .text, required: true),
      RecordField("name", .text, required: true), RecordField("spots", .text), RecordField("clauses", .text),
      RecordField("silent", .boolean),
    ], key: ["person", "key"], label: "preference {name}")

  static let thing = Thing<StoredPreference>(
    kindName, verb: "surf prefer", noun: "preference", key: "key",
    blank: StoredPreference(person: "", key: "", name: "")
  ) {
    Field("person", \.person)
    Field(naming: "key", \.key)
    Field("name", \.name)
    Field("spots", orBlank: \.spots)
    Field("clauses", \.clauses)
    Field("silent", orBlank: \.isSilent)
  }

  /// The stored preferences of a person, or of all, by name.
  static func all(person: String? = nil, in store: any RecordStore) throws(Diagnostic) -> [StoredPreference] {
    let categories = try Category.all(in: store)
    let kept = try thing.items(
      in: store, where: person.map { [.equals("person", .text($0))] } ?? [], order: [("key", false), ("person", false)])
    return try kept.map { (kept) throws(Diagnostic) in
      var stored = kept
      stored.clauses = nil
      // Clauses are stored in SI units, which are those of a profile without any.
      var reader = PreferenceText(SurfProfile(person: kept.person), categories)
      for line in kept.clauses?.split(separator: "\n") ?? [] {
        guard let (word, value) = line.halves(of: "="), let clause = PreferenceText.Clause(rawValue: String(word))
        else { continue }
        try reader.set(clause, value.split(separator: ",").map { String($0) }, in: &stored.preference, span: nil)
      }
      return stored
    }
  }

  func store(in store: any RecordStore, cancellation: Cancellation) throws(Diagnostic) {
    var kept = self
    let clauses = PreferenceText.stored(preference)
    kept.clauses = clauses.isEmpty ? nil : clauses
    try StoredPreference.thing.store([kept], in: store, cancellation: cancellation)
  }

  /// The preference of a name; throws `unknown-preference`.
  static func one(
    _ typed: String, of person: String, in store: any RecordStore, span: SourceSpan?
  ) throws(Diagnostic) -> StoredPreference {
    let all = try all(person: person, in: store)
    let key = SpotName.bare(typed)
    let begun = all.filter { $0.key.hasPrefix(key) }
    guard let found = all.first(where: { $0.key == key }) ?? (begun.count == 1 ? begun.first : nil) else {
      var error = Diagnostic.unknown("preference", typed, among: all.map(\.name), span: span)
      if all.isEmpty { error.help = "state one first: surf prefer NAME height=1.2..2.5" }
      throw error
    }
    return found
  }

  /// The spots that it is about.
  func spots(_ known: [Spot], home: [Int]) -> [Spot] {
    let wanted = !spots.isEmpty ? spots : home
    return wanted.isEmpty ? known : known.filter { wanted.contains($0.number) }
  }
}
