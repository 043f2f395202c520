internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// What a command works with: the records, the terms, the time of day, and the notes and warnings that follow the result.
struct SkiWorkspace {
  let store: any Store
  /// The time of day; nil without a clock.
  let now: Moment?
  /// The zone of times without an offset; nil for UTC.
  let localClock: LocalClock?
  /// The sessions that this prompt made or changed, the last one first.
  let worked: [String]
  var terms: Terms
  private(set) var notes: [String] = []
  private(set) var warnings: [String] = []
  /// What of a file could not be read.
  var misfits = Misfits()

  init(_ session: Session) throws(Diagnostic) {
    store = try session.store()
    (now, localClock) = (session.services.now?(), session.services.localClock)
    (worked, terms) = (session.touched(SkiKinds.session), Terms(store))
  }

  mutating func note(_ sentence: String) { notes.append(sentence) }
  mutating func warn(_ sentence: String) { warnings.append(sentence) }

  /// The warnings and notes so far, which are then gone.
  mutating func takeRemarks() -> (warnings: [String], notes: [String]) {
    let taken = (misfits.warnings + warnings, terms.notes + notes)
    (warnings, notes, terms.notes, misfits) = ([], [], [], Misfits())
    return taken
  }

  /// The notes and warnings that follow the result.
  var remarks: [Output] { (misfits.warnings + warnings).map(Output.warning) + (terms.notes + notes).map(Output.note) }

  // MARK: Finding

  /// The athletes in order of name.
  func athletes() throws(Diagnostic) -> [Athlete] {
    try Athlete.thing.items(in: store).sorted { a, b in
      let (x, y) = (
        (a.lastName ?? "") + "\u{0}" + (a.firstName ?? ""), (b.lastName ?? "") + "\u{0}" + (b.firstName ?? "")
      )
      return x != y ? CodePointOrder.precedes(x, y) : SkiRecords.precedes(a.number, b.number)
    }
  }

  /// The names of athletes, of all or of some, by their numbers.
  func athleteNames(of numbers: [String]? = nil) throws(Diagnostic) -> [String: String] {
    let only = numbers.map { [RecordQuery.Condition.isOneOf("number", Set($0).sorted().map(Value.text))] } ?? []
    let athletes = try Athlete.thing.items(in: store, where: only)
    return Dictionary(athletes.map { ($0.number, $0.name) }, uniquingKeysWith: { first, _ in first })
  }

  /// The athlete that a text matches; throws `unknown-athlete` and `ambiguous-athlete`.
  func athlete(
    _ text: String, among athletes: [Athlete]? = nil, at span: SourceSpan? = nil
  ) throws(Diagnostic) -> Athlete {
    guard let athletes else { return try Athlete.thing.find(text, in: store, at: span) }
    return try Athlete.thing.find(text, among: athletes, in: store, at: span)
  }

  /// The code of the waxer that a text names, by code or name; throws `unknown-waxer`.
  func waxer(_ text: String, at span: SourceSpan? = nil) throws(Diagnostic) -> String {
    try Waxer.thing.find(text, in: store, at: span).code
  }

  /// The pair that a text matches, of all or of some; throws `unknown-pair` and `ambiguous-pair`.
  func pair(_ text: String, among pairs: [SkiPair]? = nil, at span: SourceSpan? = nil) throws(Diagnostic) -> SkiPair {
    if let pairs { return try SkiPair.thing.find(text, among: pairs, in: store, at: span) }
    return try SkiPair.thing.find(text, in: store, at: span)
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

  /// A session by its number; `last` is the one this prompt made or changed last, else the newest; throws `unknown-session`.
  func sessionNumber(_ text: String, at span: SourceSpan? = nil) throws(Diagnostic) -> String {
    if try store.count(RecordQuery(SkiKinds.session, where: [.equals("session", .text(text))])) > 0 { return text }
    if text == "last" {
      for number in worked {
        let there: [RecordQuery.Condition] = [
          .equals("session", .text(number)), .not(.equals("archived", .boolean(true))),
        ]
        if try store.count(RecordQuery(SkiKinds.session, where: there)) > 0 { return number }
        if try store.count(RecordQuery(SkiKinds.session, where: [.equals("session", .text(number))])) == 0 {
          // An older session is not what the word meant a moment ago.
          throw Diagnostic(
            "unknown-session", "session '\(number)', the last one at this prompt, is gone", span: span,
            help: "name another: ski sessions lists them")
        }
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
    if let session = try sessionView(text) { return session }
    guard let session = try sessionView(try sessionNumber(text, at: span)) else {
      throw Diagnostic("unknown-session", "unknown session '\(text)'", span: span)
    }
    return session
  }

  /// The complete session, the pair and the pair of a session that a call names.
  func session(_ call: Call, _ name: Parameter<String>) throws(Diagnostic) -> TestSession {
    try session(call[name], at: call.span(of: name))
  }
  func pair(_ call: Call, _ name: Parameter<String>) throws(Diagnostic) -> SkiPair {
    try pair(call[name], at: call.span(of: name))
  }
  func participant(_ call: Call, _ name: Parameter<String>, in session: TestSession) throws(Diagnostic) -> String {
    try participant(call[name], in: session, at: call.span(of: name))
  }

  /// One session without the records of pairs, which a finder reads anyway.
  private func sessionView(_ number: String) throws(Diagnostic) -> TestSession? {
    try SkiRecords(store, session: number)[session: number]
  }

  /// A pair of a session; the session's own pairs are searched first. Throws `not-in-session` for a known pair outside the session.
  func participant(_ text: String, in session: TestSession, at span: SourceSpan? = nil) throws(Diagnostic) -> String {
    let serials = session.participations.map(\.serialNumber)
    if serials.contains(text) { return text }
    let known = try SkiRecords.pairs(store, where: [.isOneOf("serial_number", serials.map(Value.text))])
    if !SkiPair.thing.hits(text, among: known).isEmpty { return try pair(text, among: known, at: span).serialNumber }
    let other = try pair(text, at: span)
    throw Diagnostic(
      "not-in-session", "ski pair '\(other.serialNumber)' is not in session '\(session.number)'", span: span,
      help: "add it first: ski add \(CommandText.word(session.number)) \(CommandText.word(other.serialNumber))")
  }
}
