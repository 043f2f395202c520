internal import PodiumCore
internal import PodiumPlugin
internal import SkiModel

/// `ski add`: pairs take part in a session.
struct AddCommand: Command {
  static let session = Parameter<String>.required(
    "session", allowed: "a session", help: "The session.", completion: .sessions(["last"]))
  static let pairs = Parameter<[String]>.words(
    "pairs", required: true, help: "The pairs, by the end of the serial number or more.", completion: .pairs())

  let signature = Signature(
    "ski add", topic: .plugins, summary: "Add ski pairs to a session.",
    details: "A pair takes part once. A pair of another ski type than the session's is added and told.",
    parameters: [session.any, pairs.any],
    examples: [
      Example(
        "ski add last 017 006", after: ["ski import ski-thesis", "ski session new Bruksvallarna number=20"],
        "two pairs",
        prints: "006"),
      Example(
        "ski add 20 017", after: ["ski import ski-thesis", "ski session new Bruksvallarna number=20 type=Universal"],
        "of another type", prints: "Klister"),
      Example(
        "ski add 20 001 002 003",
        after: ["ski import ski-thesis", "ski session new Bruksvallarna number=20 at=2018-03-01"],
        "with their grindings",
        prints: "grinding"),
      Example("ski add 1 001", after: ["ski import ski-thesis"], "a pair twice", fails: "taken-key"),
      Example("ski add 1 999", after: ["ski import ski-thesis"], "a pair nobody knows", fails: "unknown-pair"),
    ], seeAlso: ["ski rank", "ski drop"])

  /// One record a pair.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var workspace = try SkiWorkspace(session)
    let test = try workspace.session(call[AddCommand.session], at: call.span(of: AddCommand.session))
    try workspace.add(call[AddCommand.pairs], to: test, at: call.span(of: AddCommand.pairs))
    session.touch(SkiKinds.session, test.number)
    return [.table(try SessionScreen(workspace).pairs(try workspace.session(test.number)))] + workspace.remarks
  }
}

extension SkiWorkspace {
  /// Lets pairs take part in a session; throws `taken-key` for one that does, and what finding them throws.
  mutating func add(_ texts: [String], to session: TestSession, at span: SourceSpan?) throws(Diagnostic) {
    var there = Set(session.participations.map(\.serialNumber))
    let finder = try finder()
    for text in texts {
      let pair = try finder.one(text, at: span)
      guard there.insert(pair.serialNumber).inserted else {
        throw Diagnostic(
          "taken-key", "ski pair '\(pair.serialNumber)' takes part in session '\(session.number)' already", span: span,
          help: "a pair has one rank in a session")
      }
      if let type = session.skiType, let own = pair.skiType, own != type {
        warn("'\(pair.serialNumber)' is of type \(own), and session '\(session.number)' tests \(type)")
      }
      if let day = pair.acquired, let time = session.time, time.date < day {
        warn("'\(pair.serialNumber)' came on \(day), after session '\(session.number)'")
      }
      if pair.isArchived { warn("'\(pair.serialNumber)' is archived") }
      _ = try store.insert(
        SkiKinds.participation, ["session": .text(session.number), "serial_number": .text(pair.serialNumber)])
    }
  }
}

/// `ski drop`: pairs leave a session they were added to by mistake.
struct DropCommand: Command {
  static let glides = Parameter<Bool>.flag("glides", default: false, help: "Remove the glides of these pairs too.")

  let signature = Signature(
    "ski drop", topic: .plugins, summary: "Take ski pairs out of a session.",
    details: "A pair with glides stays unless glides=yes removes those too. The others move up.",
    parameters: [AddCommand.session.any, AddCommand.pairs.any, glides.any],
    examples: [
      Example("ski drop 1 003", after: ["ski import ski-thesis"], "the others move up", prints: "004"),
      Example("ski drop 1 003 004", after: ["ski import ski-thesis"], "two pairs", prints: "005"),
      Example(
        "ski drop 1 001 glides=yes", after: ["ski import ski-thesis", "ski glide 1 001 beats 002 margin=9cm"],
        "with the glides", prints: "1 glide"),
      Example(
        "ski drop 1 001", after: ["ski import ski-thesis", "ski glide 1 001 beats 002 margin=9cm"], "with glides",
        fails: "record-in-use"),
    ], seeAlso: ["ski add"])

  /// Participations go, ranks close up.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var workspace = try SkiWorkspace(session)
    let test = try workspace.session(call[AddCommand.session], at: call.span(of: AddCommand.session))
    let span = call.span(of: AddCommand.pairs)
    var gone: Set<String> = []
    for text in call[AddCommand.pairs] { gone.insert(try workspace.participant(text, in: test, at: span)) }
    let glides = test.glides.filter { gone.contains($0.winner) || gone.contains($0.loser) }
    if !glides.isEmpty, !call[DropCommand.glides] {
      throw Diagnostic(
        "record-in-use", "these pairs have \(glides.count.counted("glide")) in session '\(test.number)'", span: span,
        help: "glides=yes removes them too")
    }
    for glide in glides {
      let query = RecordQuery(
        SkiKinds.glide, where: [.equals("session", .text(test.number)), .equals("number", .integer(glide.number))])
      for record in try workspace.store.records(query) {
        try workspace.store.remove(record.id, of: SkiKinds.glide, revision: record.revision)
      }
    }
    if !glides.isEmpty { workspace.note("removed \(glides.count.counted("glide"))") }
    for kind in [SkiKinds.participation, SkiKinds.rating] {
      let query = RecordQuery(
        kind, where: [.equals("session", .text(test.number)), .isOneOf("serial_number", gone.map(Value.text))])
      for record in try workspace.store.records(query) {
        try workspace.store.remove(record.id, of: kind, revision: record.revision)
      }
    }
    let rest = test.participations.filter { !gone.contains($0.serialNumber) }
    for part in RankPart.allCases {
      try workspace.write(RankOrder(ranks: part.ranks(rest)), part, in: test.number)
    }
    session.touch(SkiKinds.session, test.number)
    return [.table(try SessionScreen(workspace).pairs(try workspace.session(test.number)))] + workspace.remarks
  }
}
