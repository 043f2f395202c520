internal import PodiumCore
internal import PodiumPlugin

/// `ski forget`: drops a person, keeps the skis.
struct ForgetCommand: Command {
  static let athlete = Parameter<String>.required(
    "athlete", allowed: "an athlete", help: "The athlete.", completion: .athletes())
  static let yes = Parameter<Bool>.flag(
    "yes", default: false, help: "Drop the athlete without a question; needed where podium cannot ask.")

  let signature = Signature(
    "ski forget", topic: .plugins, summary: "Drop an athlete as a person and keep the skis.",
    details: """
      Names, FIS code, gender, nation and remarks go, from the record and from the log of changes; of logged commands that \
      hold the last name only the verb stays, and results that hold it are dropped. The pairs lose their owner and keep \
      their tests; the number is never given again. It cannot be undone, nor can what was done before it, since that \
      would bring the person back. The prompt asks first; elsewhere yes=yes is needed. Backups, exported files, the \
      history of the prompt and notebooks are other files: see to those yourself. Names that somebody wrote into remarks \
      on other records are counted and not changed.
      """,
    parameters: [athlete.any, yes.any],
    examples: [
      Example(
        "ski forget Nilsson yes=yes", after: ["ski pair add 4711 owner=\"Anna Nilsson\""], "one athlete",
        prints: "pairs_kept"),
      Example(
        "ski pair 4711", after: ["ski pair add 4711 owner=\"Anna Nilsson\"", "ski forget Nilsson yes=yes"],
        "the skis are there",
        prints: "4711"),
      Example(
        "ski athletes",
        after: [
          "ski pair add 4711 owner=\"Anna Nilsson\"", "ski athlete add \"Per Berg\"", "ski forget Nilsson yes=yes",
        ],
        "the others too", prints: "Berg"),
      Example(
        "ski forget Nilsson", after: ["ski athlete add \"Anna Nilsson\""], "where podium cannot ask",
        fails: "not-confirmed"),
      Example("ski forget Nilsson yes=yes", "an unknown athlete", fails: "unknown-athlete"),
    ], traits: [.spelledOut, .lasting], seeAlso: ["ski athlete", "ski export"])

  /// The record, the covers and the owner of pairs go.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var workspace = try SkiWorkspace(session)
    let athlete = try workspace.athlete(call[ForgetCommand.athlete], at: call.span(of: ForgetCommand.athlete))
    let pairs = try SkiLinks.records(SkiLinks.athlete[0], athlete.number, in: workspace.store)
    if !call[ForgetCommand.yes] {
      let what = "drop \(athlete.name) for good and keep \(pairs.count.counted("ski pair")); undo cannot bring it back"
      guard let answer = try session.confirm(what + "?") else {
        throw Diagnostic(
          "not-confirmed", "'ski forget' drops \(athlete.name) for good, and podium cannot ask here",
          span: call.verbSpan, help: "write: ski forget \(Session.quoted(athlete.number)) yes=yes")
      }
      guard answer else { return [.note("nothing was changed: \(athlete.name) stays")] }
    }
    for pair in pairs {
      _ = try workspace.store.update(pair.id, of: SkiKinds.pair, setting: ["owner": .missing], revision: pair.revision)
    }
    let covers = try SkiLinks.records(SkiLinks.athlete[1], athlete.number, in: workspace.store)
    for cover in covers { try workspace.store.erase(cover.id, of: SkiKinds.cover, words: []) }
    let record = try workspace.record(SkiKinds.athlete, "number", athlete.number)
    let words = [athlete.lastName, athlete.fisCode.map(String.init)].compactMap { $0 }
    try workspace.store.erase(record.id, of: SkiKinds.athlete, words: words)
    if let name = athlete.lastName {
      var remarks = 0
      for kind in SkiKinds.all where kind["comment"] != nil {
        remarks += try workspace.store.count(RecordQuery(kind.name, where: [.contains("comment", name)]))
      }
      if remarks > 0 { workspace.warn("\(remarks.counted("remark")) may hold the name; find them with ski export") }
    }
    var output = RecordOutput("the athlete is forgotten")
    output.add("pairs_kept", .integer(pairs.count))
    output.add("covers_removed", .integer(covers.count))
    let results = session.dropResults(holding: words)
    if results > 0 { workspace.note("\(results.counted("result")) of this session that named the person dropped") }
    workspace.note(
      "undo goes back to here and no further; backups, exported files, notebooks and the prompt's history are other "
        + "files, and may still name the person")
    return [.record(output)] + workspace.remarks
  }
}
