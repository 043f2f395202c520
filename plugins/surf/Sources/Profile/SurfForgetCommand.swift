internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// `surf forget`: removes a person with all that is kept of them.
struct SurfForgetCommand: Command {
  static let person = Parameter<String>.required(
    "person", allowed: "a person", help: "Person.",
    completion: .records([RecordNames(JournalKinds.session, "person")], words: []))
  static let yes = Parameter<Bool>.flag(
    "yes", default: false, help: "Remove the person without asking; required where podium cannot ask.")

  let signature = Signature(
    "surf forget", topic: .plugins, summary: "Remove a person's journal, preferences, profile and notices for good.",
    details: """
      Removes the sessions with their ratings, notes and conditions, the preferences, the profile and the notices of \
      the person, from the workspace and from the log of changes. Logged commands that contain the name or a note are \
      reduced to the command name, and results that contain the name are dropped. Spots, forecasts, observations and \
      categories belong to everyone and are kept. Neither this nor anything done before it can be undone, because that \
      would restore the personal data. The prompt asks first; elsewhere yes=yes is required. Backups, exported files, \
      the prompt's history and notebooks are separate files: clean them up yourself.
      """,
    parameters: [person.any, yes.any],
    examples: SurfSamples.examples(
      """
      one person: crowd; surf forget ann yes=yes -> sessions
      other people remain: crowd; surf forget ann yes=yes; surf sessions person=all -> 2 people
      and so do the spots: crowd; surf forget ann yes=yes; surf spots -> Ramp
      where podium cannot ask: logged; surf forget ann -> !not-confirmed
      an unknown person: surf forget Zoe yes=yes -> !unknown-person
      """), traits: [.spelledOut, .lasting], seeAlso: ["surf export sessions", "surf sessions", "surf profile"])

  /// The kinds of records that belong to a person.
  private static let kinds = [
    Notice.kindName, StoredPreference.kindName, SurfProfile.kind, JournalKinds.session,
  ]

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let store = try session.store()
    let person = try People.one(
      call[SurfForgetCommand.person], isExact: true, in: store, span: call.span(of: SurfForgetCommand.person))
    let sessions = try JournalSession.all(person: person, in: store)
    let quoted = Abridged.quoted(person)
    if !call[SurfForgetCommand.yes] {
      let what = "this cannot be undone: remove \(quoted) with \(sessions.count.counted("session")) for good"
      guard let answer = try session.confirm(what + "?") else {
        throw Diagnostic(
          "not-confirmed", "'surf forget' removes \(quoted) for good, and podium cannot ask for confirmation here",
          span: call.verbSpan, help: "write: surf forget \(Session.quote(person)) yes=yes")
      }
      guard answer else { return [.note("nothing was changed: kept \(quoted)")] }
    }
    // A short word would occur in commands that have nothing to do with the person.
    let words = ([person] + sessions.compactMap(\.note)).filter { $0.count > 2 }
    for entry in sessions {
      try session.cancellation.check()
      for kind in [JournalKinds.rating, JournalKinds.snapshot] {
        for record in try store.records(RecordQuery(kind, where: [.equals("session", .integer(entry.number))])) {
          try store.erase(record.id, of: kind, words: [])
        }
      }
    }
    var counts: [String: Int] = [:]
    var last: (id: RecordID, kind: String)?
    for kind in SurfForgetCommand.kinds {
      for record in try store.records(RecordQuery(kind, where: [.equals("person", .text(person))])) {
        if let last { try store.erase(last.id, of: last.kind, words: []) }
        last = (record.id, kind)
        counts[kind, default: 0] += 1
      }
    }
    // The log is searched once, with the last record.
    if let last { try store.erase(last.id, of: last.kind, words: words) }
    var record = RecordOutput("person removed")
    record.add("sessions", .integer(counts[JournalKinds.session] ?? 0))
    record.add("preferences", .integer(counts[StoredPreference.kindName] ?? 0))
    record.add("notices", .integer(counts[Notice.kindName] ?? 0))
    var outputs: [Output] = [.record(record)]
    let results = session.dropResults(holding: words)
    if results > 0 {
      outputs.append(.note("dropped \(results.counted("result")) of this session with the person's data"))
    }
    outputs.append(
      .note(
        "undo stops here; backups, exported files, notebooks and the prompt's history are separate files, and may still "
          + "name the person"))
    return outputs
  }
}
