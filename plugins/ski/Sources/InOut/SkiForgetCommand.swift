internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// `ski forget`: removes a person, keeps the skis.
struct SkiForgetCommand: Command {
  static let athlete = Parameter<String>.required(
    "athlete", allowed: "an athlete", help: "Athlete.", completion: .athletes())
  static let yes = Parameter<Bool>.flag(
    "yes", default: false, help: "Remove the athlete without asking; required where podium cannot ask.")

  let signature = Signature(
    "ski forget", topic: .plugins, summary: "Remove an athlete's personal data and keep the skis.",
    details: """
      Removes the names, FIS code, gender, nation and comments from the record and from the log of changes. Logged \
      commands that contain the last name are reduced to the command name, and results that contain it are dropped. \
      Nothing of it stays in the workspace's files, or a note says that another podium still reads them. \
      The pairs lose their owner and keep their tests; the athlete's number is never used again. Neither this nor \
      anything done before it can be undone, because that would restore the personal data. The prompt asks first; elsewhere \
      yes=yes is required. Backups, exported files, the prompt's history and notebooks are separate files: clean them \
      up yourself. Names in comments on other records are counted and not changed.
      """, parameters: [athlete.any, yes.any],
    exampleLines: """
      one athlete: ski pair add 4711 owner="Anna Nilsson"; ski forget Nilsson yes=yes -> pairs_kept
      the skis remain: ski pair add 4711 owner="Anna Nilsson"; ski forget Nilsson yes=yes; ski pair 4711 -> 4711
      other athletes remain: ski pair add 4711 owner="Anna Nilsson"; ski athlete add "Per Berg"; ski forget Nilsson yes=yes; ski athletes -> Berg
      where podium cannot ask: ski athlete add "Anna Nilsson"; ski forget Nilsson -> !not-confirmed
      an unknown athlete: ski forget Nilsson yes=yes -> !unknown-athlete
      """, traits: [.spelledOut, .lasting], seeAlso: ["ski athlete", "ski export"])

  /// Removes the record, its covers and the owner of its pairs.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var workspace = try SkiWorkspace(session)
    let span = call.span(of: Self.athlete)
    let athlete = try workspace.athlete(call[Self.athlete], at: span)
    try Athlete.thing.refusePart(call[Self.athlete], of: athlete, "ski forget", at: span)
    let pairs = try workspace.store.records(SkiKinds.pair, ["owner": .text(athlete.number)])
    if !call[Self.yes] {
      let what = "this cannot be undone: remove \(athlete.name) for good and keep \(pairs.count.counted("ski pair"))"
      guard let answer = try session.confirm(what + "?") else {
        throw Diagnostic(
          "not-confirmed", "'ski forget' removes \(athlete.name) for good, and podium cannot ask for confirmation here",
          span: call.verbSpan, help: "write: ski forget \(CommandText.word(athlete.number)) yes=yes")
      }
      guard answer else { return [.note("nothing was changed: kept \(athlete.name)")] }
    }
    for pair in pairs { try workspace.store.update(pair, ["owner": .missing]) }
    let covers = try workspace.store.records(SkiKinds.cover, ["athlete": .text(athlete.number)])
    for cover in covers { try workspace.store.erase(cover.id, of: SkiKinds.cover, words: []) }
    let record = try Athlete.thing.record(.text(athlete.number), in: workspace.store)
    let words = [athlete.lastName, athlete.fisCode.map(String.init)].compactMap { $0 }
    try workspace.store.erase(record.id, of: SkiKinds.athlete, words: words)
    if let name = athlete.lastName {
      var remarks = 0
      for kind in SkiKinds.all where kind["comment"] != nil {
        remarks += try workspace.store.count(RecordQuery(kind.name, where: [.contains("comment", name)]))
      }
      if remarks > 0 {
        workspace.warn("\(remarks.counted("comment")) may contain the name; use ski export to find them")
      }
    }
    var output = RecordOutput("athlete removed")
    output.add("pairs_kept", .integer(pairs.count))
    output.add("covers_removed", .integer(covers.count))
    let results = session.dropResults(holding: words)
    if results > 0 { workspace.note("dropped \(results.counted("result")) of this session that named the person") }
    workspace.note(
      "undo stops here; backups, exported files, notebooks and the prompt's history are separate "
        + "files, and may still name the person")
    return [.record(output)] + workspace.remarks
  }
}
