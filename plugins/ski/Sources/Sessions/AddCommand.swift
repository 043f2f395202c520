internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SkiModel

/// `ski add`: adds pairs to a session.
struct AddCommand: Command {
  static let session = Parameter<String>.required(
    "session", allowed: "a session", help: "Session.", completion: .sessions(["last"]))
  static let pairs = Parameter<[String]>.words(
    "pairs", required: true, help: "Pairs, each by the end of its serial number or more.", completion: .pairs())

  let signature = Signature(
    "ski add", topic: .plugins, summary: "Add ski pairs to a session.",
    details: "Each pair can be added once. A pair whose ski type differs from the session's is added with a warning.",
    parameters: [session.any, pairs.any],
    exampleLines: """
      two pairs: ski import ski-thesis; ski session new Bruksvallarna number=20; ski add last 017 006 -> 006
      a pair of another type: ski import ski-thesis; ski session new Bruksvallarna number=20 type=Universal; ski add 20 017 -> Klister
      with their grindings: ski import ski-thesis; ski session new Bruksvallarna number=20 at=2018-03-01; ski add 20 001 002 003 -> grinding
      a pair that was already added: ski import ski-thesis; ski add 1 001 -> !taken-key
      an unknown pair: ski import ski-thesis; ski add 1 999 -> !unknown-pair
      """, seeAlso: ["ski rank", "ski drop"])

  /// Adds one record per pair.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var workspace = try SkiWorkspace(session)
    let test = try workspace.session(call, Self.session)
    try workspace.add(call[Self.pairs], to: test, at: call.span(of: Self.pairs))
    return try workspace.changed(test, in: &session)
  }
}

extension SkiWorkspace {
  /// The pairs of a session that was changed, which is the last one from now on, and the remarks.
  func changed(_ test: TestSession, in session: inout Session) throws(Diagnostic) -> [Output] {
    session.touch(SkiKinds.session, test.number)
    return [.table(try SkiSessionScreen(self).pairs(try self.session(test.number)))] + remarks
  }

  /// Adds pairs to a session; throws `taken-key` for one that is already in it, `too-large`, and the errors of finding them.
  mutating func add(_ texts: [String], to session: TestSession, at span: SourceSpan?) throws(Diagnostic) {
    var there = Set(session.participations.map(\.serialNumber))
    let count = there.count + texts.count
    try SessionSize.check(count, of: "pairs", most: SessionSize.mostPairs, in: session.number, at: span)
    let pairs = try SkiRecords.pairs(store)
    for text in texts {
      let pair = try pair(text, among: pairs, at: span)
      guard there.insert(pair.serialNumber).inserted else {
        throw Diagnostic(
          "taken-key", "ski pair '\(pair.serialNumber)' is already in session '\(session.number)'", span: span,
          help: "omit it: a pair can only be added once")
      }
      if let type = session.skiType, let own = pair.skiType, own != type {
        warn("'\(pair.serialNumber)' is of type \(own), but session '\(session.number)' tests \(type)")
      }
      if let day = pair.acquired, let tested = session.day, tested < day {
        warn("'\(pair.serialNumber)' was acquired on \(day), after session '\(session.number)'")
      }
      if pair.isArchived { warn("'\(pair.serialNumber)' is archived") }
      _ = try store.insert(
        SkiKinds.participation, ["session": .text(session.number), "serial_number": .text(pair.serialNumber)])
    }
  }
}

/// `ski drop`: removes pairs that were added to a session by mistake.
struct SkiDropCommand: Command {
  static let glides = Parameter<Bool>.flag("glides", default: false, help: "Also remove the glides of these pairs.")

  let signature = Signature(
    "ski drop", topic: .plugins, summary: "Remove ski pairs from a session.",
    details:
      "A pair with glides is only removed with glides=yes, which removes its glides too. The other pairs move up.",
    parameters: [AddCommand.session.any, AddCommand.pairs.any, glides.any],
    exampleLines: """
      the other pairs move up: ski import ski-thesis; ski drop 1 003 -> 004
      two pairs: ski import ski-thesis; ski drop 1 003 004 -> 005
      with their glides: ski import ski-thesis; ski glide 1 001 beats 002 margin=9cm; ski drop 1 001 glides=yes -> 1 glide
      a pair with glides: ski import ski-thesis; ski glide 1 001 beats 002 margin=9cm; ski drop 1 001 -> !record-in-use
      """, seeAlso: ["ski add"])

  /// Removes participations and closes up the ranks.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var workspace = try SkiWorkspace(session)
    let test = try workspace.session(call, AddCommand.session)
    let span = call.span(of: AddCommand.pairs)
    var gone: Set<String> = []
    for text in call[AddCommand.pairs] { gone.insert(try workspace.participant(text, in: test, at: span)) }
    let glides = test.glides.filter { gone.contains($0.winner) || gone.contains($0.loser) }
    if !glides.isEmpty, !call[Self.glides] {
      throw Diagnostic(
        "record-in-use", "these pairs have \(glides.count.counted("glide")) in session '\(test.number)'", span: span,
        help: "use glides=yes to remove them too")
    }
    for glide in glides {
      let key: [String: Value] = ["session": .text(test.number), "number": .integer(glide.number)]
      for record in try workspace.store.records(SkiKinds.glide, key) { try workspace.store.remove(record) }
    }
    if !glides.isEmpty { workspace.note("removed \(glides.count.counted("glide"))") }
    for kind in [SkiKinds.participation, SkiKinds.rating] {
      let query = RecordQuery(
        kind, where: [.equals("session", .text(test.number)), .isOneOf("serial_number", gone.map(Value.text))])
      for record in try workspace.store.records(query) { try workspace.store.remove(record) }
    }
    let rest = test.participations.filter { !gone.contains($0.serialNumber) }
    for part in RankPart.allCases { try workspace.write(RankOrder(ranks: part.ranks(rest)), part, in: test.number) }
    return try workspace.changed(test, in: &session)
  }
}
