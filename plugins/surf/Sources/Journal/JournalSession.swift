internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

/// A session that someone surfed.
struct JournalSession: Sendable, Equatable {
  /// What an empty journal says.
  static let howToLog = "log one: surf log SPOT START LENGTH RATING"

  /// The short number that people type; 0 before it is stored.
  var number = 0
  var person: String
  /// The number of the spot.
  var spot: Int
  var start: Moment
  var end: Moment
  /// The zone in which start and end were typed.
  var zone: String
  /// From 1 to 5.
  var rating: Int
  /// By the keys of categories.
  var ratings: [String: Int] = [:]
  var board: String?
  var crowd: String?
  /// How many waves were ridden.
  var waves: Int?
  /// The height of the waves as they were seen, in metres.
  var size: Double?
  var note: String?
  /// Whether only its day is known: it counts as noon, and no conditions are taken for it.
  var isDayOnly = false

  static let longest = 12 * 3_600_000_000

  var minutes: Double { Double(end.microseconds - start.microseconds) / 60_000_000 }
}

extension JournalSession {
  static let thing = Thing<JournalSession>(
    JournalKinds.session, verb: "surf session", key: "number",
    blank: JournalSession(
      person: "", spot: 0, start: Moment(microseconds: 0), end: Moment(microseconds: 0), zone: "", rating: 0)
  ) {
    Field(naming: "number", \.number)
    Field("person", \.person)
    Field("spot", \.spot, link: .init(to: Spot.kind, role: "session"))
    Field("start", \.start)
    Field("end", \.end)
    Field("zone", \.zone)
    Field("rating", \.rating)
    Field("board", \.board)
    Field("crowd", \.crowd)
    Field("waves", \.waves)
    Field("size", \.size)
    Field("note", \.note)
    Field("day_only", orBlank: \.isDayOnly)
  }
  .actions(SurfSessionCommand.actions, lister: "surf sessions")

  /// The stored sessions of some spots and people, oldest first; damaged records are skipped.
  static func all(
    person: String? = nil, spot: Int? = nil, number: Int? = nil, in store: any RecordStore
  ) throws(Diagnostic) -> [JournalSession] {
    var conditions: [RecordQuery.Condition] = []
    if let person { conditions.append(.equals("person", .text(person))) }
    if let spot { conditions.append(.equals("spot", .integer(spot))) }
    if let number { conditions.append(.equals("number", .integer(number))) }
    let given = try ratings(number: number, in: store)
    let stored = try thing.items(in: store, where: conditions, order: [("start", false), ("number", false)])
    return stored.compactMap { session in
      guard (1...1_000_000_000).contains(session.number), Category.widest.contains(session.rating),
        session.start < session.end
      else { return nil }
      var session = session
      session.ratings = given[session.number] ?? [:]
      return session
    }
  }

  /// The sessions at a spot, of a person or of everyone; throws `no-rows` where there is none.
  static func logged(
    at spot: Spot, of person: String?, in store: any RecordStore, span: SourceSpan?
  ) throws(Diagnostic) -> [JournalSession] {
    // Of a day alone it is not known which windows were surfed.
    let sessions = try all(person: person, spot: spot.number, in: store).filter { !$0.isDayOnly }
    guard !sessions.isEmpty else {
      let whose = person.map { " of \(Abridged.quoted($0))" } ?? ""
      let hasOthers = person == nil ? false : !(try all(spot: spot.number, in: store).isEmpty)
      throw Diagnostic(
        "no-rows", "no session\(whose) at \(Abridged.quoted(spot.name)) is logged", span: span,
        help: hasOthers ? "others surfed there: person=all takes everyone's sessions" : howToLog)
    }
    return sessions
  }

  private static func ratings(
    number: Int?, in store: any RecordStore
  ) throws(Diagnostic) -> [Int: [String: Int]] {
    let rows = try RecordRows(
      RecordQuery(JournalKinds.rating, where: number.map { [.equals("session", .integer($0))] } ?? []), in: store)
    let (sessions, categories, values) = (
      rows.integers("session"), rows.texts("category"), rows.integers("value", in: Category.widest)
    )
    var found: [Int: [String: Int]] = [:]
    for row in 0..<rows.count {
      if let session = sessions[row], let category = categories[row], let value = values[row] {
        found[session, default: [:]][category] = value
      }
    }
    return found
  }

  /// The session of a number; throws `unknown-session`.
  static func one(_ number: Int, in store: any RecordStore, span: SourceSpan?) throws(Diagnostic) -> JournalSession {
    guard let found = try all(number: number, in: store).first else {
      throw Diagnostic(
        "unknown-session", "there is no session \(number)", span: span, help: "list the sessions: surf sessions")
    }
    return found
  }

  /// Stores sessions under their numbers, with their ratings; those that a session had are replaced.
  static func store(
    _ sessions: [JournalSession], in store: any RecordStore, cancellation: Cancellation
  ) throws(Diagnostic) {
    guard !sessions.isEmpty else { return }
    try thing.store(sessions, in: store, cancellation: cancellation)
    let given = sessions.flatMap { session in
      session.ratings.inCodePointOrder(by: \.key).map { (session.number, $0.key, $0.value) }
    }
    let ratings = try Table([
      Column("session", .integer(given.map(\.0))), Column("category", .text(given.map(\.1))),
      Column("value", .integer(given.map(\.2))),
    ])
    if !given.isEmpty {
      _ = try store.merge(ratings, into: JournalKinds.rating, rule: .update, cancellation: cancellation)
    }
  }

  /// Takes away ratings that a session no longer has.
  func removeRatings(except kept: [String: Int], in store: any RecordStore) throws(Diagnostic) {
    let query = RecordQuery(JournalKinds.rating, where: [.equals("session", .integer(number))])
    for record in try store.records(query) where kept[record["category"].fileText] == nil {
      try store.remove(record.id, of: JournalKinds.rating, revision: record.revision)
    }
  }

  /// Removes the session with its ratings and conditions.
  func remove(in store: any RecordStore) throws(Diagnostic) {
    try removeRatings(except: [:], in: store)
    try store.remove(all: RecordQuery(JournalKinds.snapshot, where: [.equals("session", .integer(number))]))
    try store.remove(all: RecordQuery(JournalKinds.session, where: [.equals("number", .integer(number))]))
  }
}
