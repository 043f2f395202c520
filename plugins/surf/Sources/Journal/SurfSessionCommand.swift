internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

/// `surf session N`: shows one session; `edit` changes it and `delete` removes it.
struct SurfSessionCommand: Command {
  static let number = Parameter<String>.required(
    "session", allowed: "the number of a session, or last", help: "Session: its number, or last.",
    completion: .words(["last"]))
  static let spot = Parameter<String?>.text(
    "spot", help: "Another spot.", completion: .spots())
  static let start = Parameter<String?>.text("start", help: "Another start, as in \"2025-12-05 07:30\" or 7:30.")
  static let length = Parameter<String?>.text("length", help: "Another length or end, as in 95min or 9:05.")
  static let rating = Parameter<Int?>.optionalInt("rating", in: 1...5, help: "Another overall rating.")

  private static let named = Parameter<String?>.text(
    "session", positional: true, help: "Session: its number, or last; by default all are listed.",
    completion: .words(["last"]))

  let signature = Signature(
    "surf session", topic: .plugins, summary: "List the sessions of the journal, or show one.",
    details: "'last' is the session that was last logged or changed at this prompt, otherwise the newest.",
    parameters: [named.any],
    examples: SurfSamples.examples(
      """
      all sessions: two; surf session -> 2 sessions
      one session: two; surf session 1 -> power
      the newest: two; surf session last -> rating
      an unknown session: surf session 99 -> !unknown-session
      """), traits: .readsOnly, seeAlso: ["surf sessions", "surf log", "surf session edit", "surf snapshot"])

  /// Changes nothing.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    guard let typed = call[SurfSessionCommand.named] else { return try SurfSessionsCommand.list(call, session).outputs }
    let store = try session.store()
    let entry = try SurfSessionCommand.entry(typed, call.span(of: SurfSessionCommand.named), session, store)
    return try SurfSessionCommand.show(entry, SpotFinder(in: store), store, session)
  }

  /// What can be done with a session.
  static let actions: [ThingAction] = [
    ThingAction(
      .show, names: [number],
      examples: SurfSamples.examples(
        """
        one session: two; surf session show 1 -> power
        an unknown session: surf session show 99 -> !unknown-session
        """)
    ) { (work) throws(Diagnostic) in
      let entry = try entry(work.name, work.span, work.session, work.store)
      return try show(entry, SpotFinder(in: work.store), work.store, work.session)
    },
    ThingAction(
      .edit, names: [number],
      keys: {
        [spot.any, start.any, length.any, rating.any, SessionEntry.rate.any] + SessionEntry.details + [
          SessionEntry.clear.any, SessionEntry.fold.any, SessionEntry.person.any, SurfTime.now.any,
        ]
      },
      details: """
        What you name is changed, and clear= clears parts and ratings. After another spot or time the session gets the \
        conditions of that spot and time. 'undo' brings back what was changed.
        """,
      examples: SurfSamples.examples(
        """
        a change: two; surf session edit 1 rating=5 note="better than it looked" -> better
        an unknown session: surf session edit 99 rating=5 -> !unknown-session
        """)
    ) { (work) throws(Diagnostic) in
      let entry = try entry(work.name, work.span, work.session, work.store)
      return try edit(entry, work.call, SpotFinder(in: work.store), work.store, &work.session)
    },
    ThingAction(
      .delete, names: [number], summary: "Delete a session with its ratings and conditions.",
      details: "'undo' brings it back.",
      examples: SurfSamples.examples(
        """
        logged by mistake: two; surf session delete last -> deleted
        an unknown session: surf session delete 99 -> !unknown-session
        """)
    ) { (work) throws(Diagnostic) in
      let entry = try entry(work.name, work.span, work.session, work.store)
      try entry.remove(in: work.store)
      return [.note("deleted session \(entry.number) of \(entry.start.date); 'undo' brings it back")]
    },
  ]

  /// The session of a number; last is the one that was changed last, else the newest.
  static func entry(
    _ typed: String, _ span: SourceSpan?, _ session: Session, _ store: any RecordStore
  ) throws(Diagnostic) -> JournalSession {
    if typed == "last" {
      for name in session.touched(JournalKinds.session) {
        if let number = Int(name), let found = try JournalSession.all(number: number, in: store).first { return found }
        // An older session is not what the word meant a moment ago.
        throw Diagnostic(
          "unknown-session", "session \(name), the last one at this prompt, is gone", span: span,
          help: "name another: surf sessions lists them")
      }
      guard let newest = try JournalSession.all(in: store).last else {
        throw Diagnostic(
          "unknown-session", "no session is logged", span: span, help: JournalSession.howToLog)
      }
      return newest
    }
    guard let wanted = Int(typed) else {
      throw .badValue("session", typed, allowed: "the number of a session, or last", span: span)
    }
    return try JournalSession.one(wanted, in: store, span: span)
  }

  static func show(
    _ entry: JournalSession, _ finder: SpotFinder, _ store: any RecordStore, _ session: Session
  ) throws(Diagnostic) -> [Output] {
    let spot = try finder.one(String(entry.spot), span: nil)
    return try SurfSessionScreen(
      entry, spot: spot, clock: session.spotClock(entry.zone), categories: Category.all(in: store),
      profile: SurfProfile.current(in: store)
    ).outputs(SessionSnapshot.all(session: entry.number, in: store)[entry.number] ?? [])
  }

  private static func edit(
    _ old: JournalSession, _ call: Call, _ finder: SpotFinder, _ store: any RecordStore, _ session: inout Session
  ) throws(Diagnostic) -> [Output] {
    var entry = old
    var spot = try finder.one(String(old.spot), span: nil)
    if let word = call[SurfSessionCommand.spot] {
      spot = try finder.one(word, span: call.span(of: SurfSessionCommand.spot))
      (entry.spot, entry.zone) = (spot.number, spot.zone)
    }
    let clock = try session.spotClock(entry.zone)
    let fold = call[SessionEntry.fold].flatMap { LocalClock.Fold(rawValue: $0) }
    if let typed = call[SurfSessionCommand.start] {
      // A time alone is one of the day of the session, and the length stays.
      entry.start = try SessionEntry.start(
        typed, clock, fold: fold, now: old.start, span: call.span(of: SurfSessionCommand.start))
      entry.end = entry.start.later(old.end.microseconds - old.start.microseconds)
      entry.isDayOnly = false
      try SessionEntry.check(
        typed, start: entry.start,
        now: try SurfTime.moment(call, SurfTime.now, in: session) ?? SurfTime.present(session),
        span: call.span(of: SurfSessionCommand.start))
    }
    if let typed = call[SurfSessionCommand.length] {
      entry.end = try SessionEntry.end(
        typed, start: entry.start, clock, fold: fold, span: call.span(of: SurfSessionCommand.length))
    }
    if let rating = call[SurfSessionCommand.rating] { entry.rating = rating }
    if call.has(SessionEntry.person) { entry.person = try People.new(call, SessionEntry.person, in: store) }
    entry.ratings = try SessionEntry.ratings(call, Category.all(in: store), onto: old.ratings)
    try SessionEntry.clear(call, &entry)
    var remarks = try SessionEntry.take(call, into: &entry, SurfProfile.current(in: store))
    session.touch(JournalKinds.session, String(entry.number))
    guard entry != old else {
      return try SurfSessionCommand.show(old, finder, store, session) + [.note("nothing was changed")]
    }
    let others = try JournalSession.all(person: entry.person, in: store)
    if let same = others.first(where: { $0.number != entry.number && $0.spot == entry.spot && $0.start == entry.start })
    {
      throw Diagnostic(
        "taken-key", "that would be session \(same.number), which is logged already", span: call.verbSpan,
        help: "delete one of them")
    }
    try old.removeRatings(except: entry.ratings, in: store)
    try JournalSession.store([entry], in: store, cancellation: session.cancellation)
    if (entry.spot, entry.start, entry.end) != (old.spot, old.start, old.end) || entry.isDayOnly != old.isDayOnly {
      try SessionSnapshot.remove(of: entry.number, sources: [.forecast, .observed, .analysis], in: store)
      let snapshots = entry.isDayOnly ? [] : try SessionSnapshot.taken(of: entry, at: spot, in: store)
      try SessionSnapshot.store(snapshots, in: store, cancellation: session.cancellation)
      if !snapshots.isEmpty { remarks.append(.note("took the conditions again, since spot or time changed")) }
    }
    return try SurfSessionCommand.show(entry, finder, store, session) + remarks + SessionEntry.overlaps(entry, others)
  }
}

/// `surf snapshot`: takes conditions that sessions lack, after an import.
struct SnapshotCommand: Command {
  static let number = Parameter<Int?>.optionalInt(
    "session", in: 1...1_000_000_000, positional: true, help: "Number of the session; by default all sessions.")
  static let again = Parameter<Bool>.flag(
    "again", default: false,
    help: "Take forecasts again by the spot's model of today, as they were known when the session began.")

  let signature = Signature(
    "surf snapshot", topic: .plugins, summary: "Take the conditions that sessions lack, after an import.",
    details: """
      A forecast that was taken changes with again=yes alone, after another model was chosen for the spot. What was not measured yet, or only in part, is taken again where the \
      buoy's observations have come since.
      """,
    parameters: [number.any, again.any],
    examples: SurfSamples.examples(
      """
      of all sessions: two; surf snapshot -> 2 sessions
      of one session: two; surf snapshot 1 -> 1 session
      after an import: spot; surf log ramp "2026-03-02 07:30" 95min 4; surf import forecast ramp-forecast.csv spot=ramp model=coast; surf snapshot -> taken
      an unknown session: surf snapshot 99 -> !unknown-session
      """), seeAlso: ["surf session", "surf import"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let store = try session.store()
    let finder = try SpotFinder(in: store)
    let sessions =
      if let number = call[SnapshotCommand.number] {
        [try JournalSession.one(number, in: store, span: call.span(of: SnapshotCommand.number))]
      } else {
        try JournalSession.all(in: store)
      }
    let known = try SessionSnapshot.all(in: store)
    var (taken, replaced) = (0, 0)
    // Why nothing is taken, with the number of sessions.
    var reasons: [String: Int] = [:]
    for entry in sessions {
      try session.cancellation.check()
      guard let spot = finder.spots.first(where: { $0.number == entry.spot }), !entry.isDayOnly else {
        reasons[entry.isDayOnly ? "had no time of day" : "had no spot any more", default: 0] += 1
        continue
      }
      let old = known[entry.number] ?? []
      let found = try SessionSnapshot.taken(of: entry, at: spot, in: store)
      let reason =
        found.isEmpty ? "had no forecast of the 48 hours before and no measurement" : "had all conditions already"
      reasons[reason, default: 0] += 1
      for snapshot in found {
        // Measurements may complete what was not measured; a forecast stays as it was.
        let before = old[snapshot.source] ?? (snapshot.source == .observed ? old[.analysis] : nil)
        if let before {
          let isMeasured =
            snapshot.source == .observed && (before.source == .analysis || before.found.isPartial)
          guard isMeasured || call[SnapshotCommand.again] && snapshot.source != .observed,
            !snapshot.isStored(like: before)
          else { continue }
          try SessionSnapshot.remove(
            of: entry.number, sources: isMeasured ? [.observed, .analysis] : [snapshot.source], in: store)
          replaced += 1
        } else {
          if snapshot.source == .analysis, old[.observed] != nil { continue }
          taken += 1
        }
        try SessionSnapshot.store([snapshot], in: store, cancellation: session.cancellation)
      }
    }
    var record = RecordOutput("\(sessions.count.counted("session"))")
    record.add("sessions", .integer(sessions.count))
    record.add("taken", .integer(taken))
    record.add("replaced", .integer(replaced))
    guard taken + replaced == 0 else { return [.record(record)] }
    let why = reasons.inCodePointOrder(by: \.key).map { "\($1.counted("session")) \($0)" }
    let sentence =
      why.isEmpty
      ? "no session is logged; " + JournalSession.howToLog : "nothing was taken: " + why.joined(separator: ", ")
    return [.record(record), .note(sentence)]
  }
}
