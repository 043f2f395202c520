internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

/// What someone calls good, at some spots.
struct StoredPreference: Sendable, Equatable {
  /// What an empty list says.
  static let howToState = "state one: surf prefer NAME height=1.2..2.5"

  let person: String
  /// The name in lower case without accents, by which it is found.
  let key: String
  var name: String
  /// Numbers of spots; empty for the home spots, or all where there are none.
  var spots: [Int] = []
  var preference = Preference()
  /// Whether windows are sent to `notify=`.
  var isNotified = true

  static let kindName = "surf.preference"

  static let kind = RecordKind(
    kindName,
    fields: [
      RecordField("person", .text, required: true), RecordField("key", .text, required: true),
      RecordField("name", .text, required: true), RecordField("spots", .text), RecordField("clauses", .text),
      RecordField("silent", .boolean),
    ], key: ["person", "key"], label: "preference {name}")

  /// The stored preferences of a person, or of all, by name.
  static func all(person: String? = nil, in store: any RecordStore) throws(Diagnostic) -> [StoredPreference] {
    let categories = try Category.all(in: store)
    let query = RecordQuery(
      kindName, where: person.map { [.equals("person", .text($0))] } ?? [], order: [("key", false), ("person", false)])
    let rows = try RecordRows(query, in: store)
    let (people, keys, names) = (rows.texts("person"), rows.texts("key"), rows.texts("name"))
    let (spots, clauses, silent) = (rows.texts("spots"), rows.texts("clauses"), rows.flags("silent"))
    var found: [StoredPreference] = []
    for row in 0..<rows.count {
      guard let person = people[row], let key = keys[row], let name = names[row] else { continue }
      var stored = StoredPreference(person: person, key: key, name: name)
      stored.spots = spots[row]?.split(separator: ",").compactMap { Int($0) } ?? []
      stored.isNotified = !silent[row]
      // Clauses are stored in SI units, which are those of a profile without any.
      var reader = PreferenceText(SurfProfile(person: person), categories)
      for line in clauses[row]?.split(separator: "\n") ?? [] {
        guard let (word, value) = line.halves(of: "="), let clause = PreferenceText.Clause(rawValue: String(word))
        else {
          continue
        }
        try reader.set(
          clause, value.split(separator: ",").map { String($0) }, in: &stored.preference, span: nil)
      }
      found.append(stored)
    }
    return found
  }

  func store(in store: any RecordStore, cancellation: Cancellation) throws(Diagnostic) {
    let clauses = PreferenceText.stored(preference)
    let table = try Table([
      Column("person", .text([person])), Column("key", .text([key])), Column("name", .text([name])),
      Column("spots", .text([spots.isEmpty ? nil : spots.map(String.init).joined(separator: ",")])),
      Column("clauses", .text([clauses.isEmpty ? nil : clauses])), Column("silent", .boolean([!isNotified])),
    ])
    try store.replace(table, in: StoredPreference.kindName, key: ["person", "key"], cancellation: cancellation)
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
