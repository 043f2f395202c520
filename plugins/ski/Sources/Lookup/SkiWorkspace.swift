internal import PodiumCore
internal import PodiumPlugin

/// What a command works with: the records, the terms, the time of day, and the notes and warnings that
/// follow the result.
struct SkiWorkspace {
  let store: any Store
  /// The time of day; nil without a clock.
  let now: Moment?
  /// The zone of times without an offset; nil for UTC.
  let localClock: LocalClock?
  /// The sessions that this prompt made or changed, the last one first.
  let worked: [String]
  var terms: Terms
  /// The notes.
  private(set) var notes: [String] = []
  /// The warnings.
  private(set) var warnings: [String] = []
  /// What of a file could not be read.
  var misfits = Misfits()

  init(_ session: Session) throws(Diagnostic) {
    store = try session.store()
    now = session.services.now?()
    localClock = session.services.localClock
    worked = session.touched(SkiKinds.session)
    terms = try Terms(store)
  }

  mutating func note(_ sentence: String) { notes.append(sentence) }
  mutating func warn(_ sentence: String) { warnings.append(sentence) }

  /// The notes and warnings that follow the result.
  var remarks: [Output] { (misfits.warnings + warnings).map(Output.warning) + (terms.notes + notes).map(Output.note) }

  // MARK: Finding

  /// The athletes in order of name.
  func athletes() throws(Diagnostic) -> [Athlete] {
    let rows = try RecordRows(RecordQuery(SkiKinds.athlete), in: store)
    let (numbers, first, last) = (rows.texts("number"), rows.texts("first_name"), rows.texts("last_name"))
    let (codes, genders, nations) = (rows.integers("fis_code"), rows.texts("gender"), rows.texts("nation"))
    let (brands, teams, comments) = (rows.texts("brand"), rows.texts("team"), rows.texts("comment"))
    let archived = rows.flags("archived")
    return (0..<rows.count).compactMap { row in
      guard let number = numbers[row] else { return nil }
      return Athlete(
        number: number, firstName: first[row], lastName: last[row], fisCode: codes[row], gender: genders[row],
        nation: nations[row], brand: brands[row], team: teams[row], comment: comments[row], isArchived: archived[row])
    }.sorted { a, b in
      let (x, y) = (
        (a.lastName ?? "") + "\u{0}" + (a.firstName ?? ""), (b.lastName ?? "") + "\u{0}" + (b.firstName ?? "")
      )
      return x != y ? CodePointOrder.precedes(x, y) : SkiRecords.precedes(a.number, b.number)
    }
  }

  /// The names of athletes by their numbers.
  func athleteNames() throws(Diagnostic) -> [String: String] {
    Dictionary(try athletes().map { ($0.number, $0.name) }, uniquingKeysWith: { first, _ in first })
  }

  /// The athlete that a text matches; throws `unknown-athlete` and `ambiguous-athlete`.
  func athlete(_ text: String, at span: SourceSpan? = nil) throws(Diagnostic) -> Athlete {
    try AthleteFinder(athletes: try athletes()).one(text, at: span)
  }

  /// A finder among all pairs, or among some.
  func finder(_ pairs: [SkiPair]? = nil) throws(Diagnostic) -> PairFinder {
    let all: [SkiPair]
    if let pairs { all = pairs } else { all = try SkiRecords.pairs(store) }
    let workspace = self
    return PairFinder(all) { pairs in
      // Without either, only the serial numbers are listed.
      let names = (try? workspace.athleteNames()) ?? [:]
      let grinds = (try? workspace.currentGrindings(of: pairs.map(\.serialNumber))) ?? [:]
      return pairs.map { pair in
        let words = [
          pair.owner.map { names[$0] ?? "athlete " + $0 }, pair.skiType, pair.base, grinds[pair.serialNumber],
        ].compactMap { $0 }
        return pair.serialNumber + (words.isEmpty ? "" : " (" + words.joined(separator: ", ") + ")")
      }
    }
  }

  /// The pair that a text matches; throws `unknown-pair` and `ambiguous-pair`.
  func pair(_ text: String, at span: SourceSpan? = nil) throws(Diagnostic) -> SkiPair {
    if let exact = try SkiRecords.pairs(store, where: [.equals("serial_number", .text(text))]).first { return exact }
    return try finder().one(text, at: span)
  }

  /// The latest grinding of each pair, or of some, up to now.
  func currentGrindings(of serials: [String]? = nil) throws(Diagnostic) -> [String: String] {
    let only: [RecordQuery.Condition] = serials.map { [.isOneOf("serial_number", $0.map(Value.text))] } ?? []
    var latest: [String: String] = [:]
    for grind in try SkiRecords.grinds(store, where: only) where now.map({ grind.moment < $0 }) ?? true {
      latest[grind.serialNumber] = grind.grinding
    }
    return latest
  }

  /// A session by its number; `last` is the one this prompt made or changed last, else the newest; throws
  /// `unknown-session`.
  func sessionNumber(_ text: String, at span: SourceSpan? = nil) throws(Diagnostic) -> String {
    if try store.count(RecordQuery(SkiKinds.session, where: [.equals("session", .text(text))])) > 0 { return text }
    if text == "last" {
      for number in worked {
        let there: [RecordQuery.Condition] = [
          .equals("session", .text(number)), .not(.equals("archived", .boolean(true))),
        ]
        if try store.count(RecordQuery(SkiKinds.session, where: there)) > 0 { return number }
      }
    }
    let all = try SkiRecords.sessions(store, [])
    if text == "last", let last = all.last(where: { !$0.isArchived }) { return last.number }
    throw Diagnostic.unknown(
      "session", text, among: all.map(\.number), span: span,
      help: all.isEmpty ? "there are no sessions yet: ski session new PLACE" : "use ski sessions to list them")
  }

  /// A complete session with its participations.
  func session(_ text: String, at span: SourceSpan? = nil) throws(Diagnostic) -> TestSession {
    let number = try sessionNumber(text, at: span)
    guard let session = try sessionView(number) else {
      throw Diagnostic("unknown-session", "unknown session '\(text)'", span: span)
    }
    return session
  }

  /// One session without the records of pairs, which a finder reads anyway.
  private func sessionView(_ number: String) throws(Diagnostic) -> TestSession? {
    try SkiRecords(store, session: number, parts: .glides)[session: number]
  }

  /// A pair of a session; the session's own pairs are searched first.
  ///
  /// Throws `not-in-session` for a known pair outside the session.
  func participant(
    _ text: String, in session: TestSession, at span: SourceSpan? = nil
  ) throws(Diagnostic) -> String {
    let serials = session.participations.map(\.serialNumber)
    if serials.contains(text) { return text }
    let known = try SkiRecords.pairs(store, where: [.isOneOf("serial_number", serials.map(Value.text))])
    let finder = try finder(known)
    if !finder.hits(text).isEmpty { return try finder.one(text, at: span).serialNumber }
    let other = try pair(text, at: span)
    throw Diagnostic(
      "not-in-session", "ski pair '\(other.serialNumber)' is not in session '\(session.number)'",
      span: span, help: "add it first: ski add \(Session.quoted(session.number)) \(Session.quoted(other.serialNumber))")
  }
}

extension Session {
  /// A text as an argument: in quotes only where needed.
  static func quoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.unicodeScalars.allSatisfy {
        $0.isASCII && $0.value > 0x20 && $0.value != 0x7F && !",(\"`|>=;#$".unicodeScalars.contains($0)
      }
    return isPlain ? text : quote(text)
  }
}
