internal import PodiumCore
internal import PodiumPlugin
internal import SkiModel

/// Two records of one test made one: what belongs to the wrong session moves to the right one, which gets the values it
/// lacks. Where both say something else of the same thing nothing is merged.
struct SessionMerge {
  let wrong: TestSession
  let right: TestSession
  private let store: any Store
  private let span: SourceSpan?
  /// How many records were moved.
  private(set) var moved = 0
  /// How many were in both alike.
  private(set) var alike = 0
  /// Values of the wrong session that the right one has otherwise, and keeps.
  private(set) var kept: [String] = []

  /// Merges; throws `same-record` and `merge-conflict`.
  init(_ wrong: TestSession, into right: TestSession, _ store: any Store, at span: SourceSpan?) throws(Diagnostic) {
    guard wrong.number != right.number else {
      throw Diagnostic("same-record", "session '\(wrong.number)' cannot be merged with itself", span: span)
    }
    (self.wrong, self.right, self.store, self.span) = (wrong, right, store, span)
    try refuseTwoOrders()
    try move(SkiKinds.participation, ["serial_number"], "pair")
    try move(SkiKinds.rating, ["rater", "serial_number"], "order")
    try move(SkiKinds.condition, ["moment"], "measurement")
    try moveGlides()
    try moveSnow()
    try fillFields()
  }

  /// Ranks count the pairs that were better on the same day and track: two orders of different pairs give none.
  private func refuseTwoOrders() throws(Diagnostic) {
    func ranks(_ session: TestSession) -> [String: Int] {
      Dictionary(
        session.participations.compactMap { part in part.rank.map { (part.serialNumber, $0) } },
        uniquingKeysWith: { first, _ in first })
    }
    let (mine, other) = (ranks(wrong), ranks(right))
    guard !mine.isEmpty, !other.isEmpty, mine != other else { return }
    throw conflict(
      "both have ranks, and nothing says how the pairs of one did against those of the other",
      help: "they are two tests; where they are one, take the wrong ranks off first: ski drop, then ski add")
  }

  private func conflict(_ what: String, help: String) -> Diagnostic {
    Diagnostic(
      "merge-conflict", "sessions '\(wrong.number)' and '\(right.number)' cannot be merged: " + what, span: span,
      help: help)
  }

  private func records(_ kind: String, of session: TestSession) throws(Diagnostic) -> [Record] {
    try store.records(RecordQuery(kind, where: [.equals("session", .text(session.number))]))
  }

  /// Moves records that are named by some fields; of two with one name the gaps are filled.
  private mutating func move(_ kind: String, _ key: [String], _ noun: String) throws(Diagnostic) {
    let there = try records(kind, of: right)
    for record in try records(kind, of: wrong) {
      guard let same = there.first(where: { other in key.allSatisfy { other[$0] == record[$0] } }) else {
        _ = try store.update(
          record.id, of: kind, setting: ["session": .text(right.number)], revision: record.revision)
        moved += 1
        continue
      }
      let name = key.map { record[$0].fileText }.joined(separator: " ")
      let values = record.fields.filter { $0.key != "session" && !$0.value.isMissing }
      for (field, value) in values.sorted(by: { CodePointOrder.precedes($0.key, $1.key) })
      where !same[field].isMissing && same[field] != value {
        throw conflict(
          "\(noun) '\(name)' has \(field) \(value.fileText) in one and \(same[field].fileText) in the other",
          help: "correct one of the two first")
      }
      let gained = values.filter { same[$0.key].isMissing }
      if !gained.isEmpty { _ = try store.update(same.id, of: kind, setting: gained, revision: same.revision) }
      try store.remove(record.id, of: kind, revision: record.revision)
      alike += 1
    }
  }

  /// Glides are numbered within a session, so those that come go on counting.
  private mutating func moveGlides() throws(Diagnostic) {
    var last = right.glides.map(\.number).max() ?? 0
    let number: (Record) -> Int = { record in if case .integer(let n) = record["number"] { n } else { 0 } }
    for record in try records(SkiKinds.glide, of: wrong).sorted(by: { number($0) < number($1) }) {
      last += 1
      _ = try store.update(
        record.id, of: SkiKinds.glide, setting: ["session": .text(right.number), "number": .integer(last)],
        revision: record.revision)
      moved += 1
    }
  }

  /// The snow is one whole: that of the right session where it has any, else the other's.
  private mutating func moveSnow() throws(Diagnostic) {
    let (mine, other) = (try records(SkiKinds.snow, of: wrong), try records(SkiKinds.snow, of: right))
    func shares(_ records: [Record]) -> [String: String] {
      Dictionary(
        records.map { ($0["snow_type"].fileText, $0["share_pct"].fileText) }, uniquingKeysWith: { first, _ in first })
    }
    if !mine.isEmpty, !other.isEmpty, shares(mine) != shares(other) { kept.append("snow") }
    for record in mine {
      if other.isEmpty {
        _ = try store.update(
          record.id, of: SkiKinds.snow, setting: ["session": .text(right.number)], revision: record.revision)
        moved += 1
      } else {
        try store.remove(record.id, of: SkiKinds.snow, revision: record.revision)
      }
    }
  }

  private mutating func fillFields() throws(Diagnostic) {
    guard let old = try records(SkiKinds.session, of: wrong).first,
      let own = try records(SkiKinds.session, of: right).first
    else { return }
    let values = old.fields.filter { $0.key != "session" && $0.key != "archived" && !$0.value.isMissing }
    kept += values.filter { !own[$0.key].isMissing && own[$0.key] != $0.value }.keys.sorted()
    let gained = values.filter { own[$0.key].isMissing }
    if !gained.isEmpty {
      _ = try store.update(own.id, of: SkiKinds.session, setting: gained, revision: own.revision)
    }
    try store.remove(old.id, of: SkiKinds.session, revision: old.revision)
  }
}
