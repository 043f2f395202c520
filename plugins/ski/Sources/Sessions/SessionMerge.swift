internal import PodiumCore
internal import PodiumPlugin
internal import SkiModel

/// Merges two records of one test: everything of the wrong session moves to the right one, which gets the values it
/// lacks. If the two contradict each other, nothing is merged.
struct SessionMerge {
  let wrong: TestSession
  let right: TestSession
  private let store: any Store
  private let span: SourceSpan?
  private(set) var moved = 0
  /// The number of records that were in both.
  private(set) var alike = 0
  /// Fields for which the right session keeps a different value.
  private(set) var kept: [String] = []

  /// Merges; throws `same-record` and `merge-conflict`.
  init(_ wrong: TestSession, into right: TestSession, _ store: any Store, at span: SourceSpan?) throws(Diagnostic) {
    guard wrong.number != right.number else {
      throw Diagnostic("same-record", "session '\(wrong.number)' cannot be merged with itself", span: span)
    }
    (self.wrong, self.right, self.store, self.span) = (wrong, right, store, span)
    guard !right.isArchived || wrong.isArchived else {
      throw conflict(
        "'\(right.number)' is archived, and results of the other would no longer count",
        help: "restore it first: ski session restore \(CommandText.word(right.number))")
    }
    try refuseTwoOrders()
    try move(SkiKinds.participation, ["serial_number"], "pair")
    try move(SkiKinds.rating, ["rater", "serial_number"], "order")
    try move(SkiKinds.condition, ["moment"], "measurement")
    try moveGlides()
    try moveSnow()
    try fillFields()
  }

  /// A rank counts the better pairs on the same day and track, so two orders of different pairs cannot be combined.
  private func refuseTwoOrders() throws(Diagnostic) {
    let (mine, other) = (RankPart.all.ranks(wrong.participations), RankPart.all.ranks(right.participations))
    guard !mine.isEmpty, !other.isEmpty, mine != other else { return }
    throw conflict(
      "both have ranks, and their orders cannot be combined",
      help: "keep both if they are two tests; if they are one, remove the wrong ranks first: ski drop, then ski add")
  }

  private func conflict(_ what: String, help: String) -> Diagnostic {
    Diagnostic(
      "merge-conflict", "sessions '\(wrong.number)' and '\(right.number)' cannot be merged: " + what, span: span,
      help: help)
  }

  private func records(_ kind: String, of session: TestSession) throws(Diagnostic) -> [Record] {
    try store.records(kind, ["session": .text(session.number)])
  }

  /// Moves records with a given key; two records with the same key are merged.
  private mutating func move(_ kind: String, _ key: [String], _ noun: String) throws(Diagnostic) {
    let there = try records(kind, of: right)
    for record in try records(kind, of: wrong) {
      guard let same = there.first(where: { other in key.allSatisfy { other[$0] == record[$0] } }) else {
        try store.update(record, ["session": .text(right.number)])
        moved += 1
        continue
      }
      let name = key.map { record[$0].fileText }.joined(separator: " ")
      let values = record.fields.filter { $0.key != "session" && !$0.value.isMissing }
      for (field, value) in values.inCodePointOrder(by: \.key)
      where !same[field].isMissing && same[field] != value {
        throw conflict(
          "\(noun) '\(name)' has \(field) \(value.fileText) in one and \(same[field].fileText) in the other",
          help: "correct one of the two first")
      }
      let gained = values.filter { same[$0.key].isMissing }
      if !gained.isEmpty { try store.update(same, gained) }
      try store.remove(record)
      alike += 1
    }
  }

  /// Glides are numbered within a session, so moved ones continue the numbering.
  private mutating func moveGlides() throws(Diagnostic) {
    var last = right.glides.map(\.number).max() ?? 0
    let number: (Record) -> Int = { record in if case .integer(let n) = record["number"] { n } else { 0 } }
    for record in try records(SkiKinds.glide, of: wrong).sorted(by: { number($0) < number($1) }) {
      last += 1
      try store.update(record, ["session": .text(right.number), "number": .integer(last)])
      moved += 1
    }
  }

  /// The snow moves as a whole: that of the right session if it has any, otherwise the other's.
  private mutating func moveSnow() throws(Diagnostic) {
    let (mine, other) = (try records(SkiKinds.snow, of: wrong), try records(SkiKinds.snow, of: right))
    func shares(_ records: [Record]) -> [String: String] {
      Dictionary(
        records.map { ($0["snow_type"].fileText, $0["share_pct"].fileText) }, uniquingKeysWith: { first, _ in first })
    }
    if !mine.isEmpty, !other.isEmpty, shares(mine) != shares(other) { kept.append("snow") }
    for record in mine {
      if other.isEmpty {
        try store.update(record, ["session": .text(right.number)])
        moved += 1
      } else {
        try store.remove(record)
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
    if !gained.isEmpty { try store.update(own, gained) }
    try store.remove(old)
  }
}
