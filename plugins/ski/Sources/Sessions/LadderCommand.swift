internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// `ski ladder`: the knockout bracket of a session, filled in from its glides.
struct LadderCommand: Command {
  static let seeds = Parameter<[String]>.words(
    "seeds", help: "Pairs, best seed first; default: by their earlier ranks.", completion: .pairs())

  let signature = Signature(
    "ski ladder", topic: .plugins, summary: "Show the knockout bracket of a session, filled in from its glides.",
    details: """
      Pairs run two at a time, and the winners advance. Pairs are seeded by the mean share of pairs that beat them in \
      earlier sessions of the same ski type; pairs without an earlier rank come last, in order of serial number. If the \
      number of pairs is not a power of two, the best seeds get a bye. The sum of all glides between two pairs decides \
      their heat; a sum of 0 leaves it open.
      """, parameters: [AddCommand.session.any, seeds.any],
    exampleLines: """
      an empty bracket: ski import ski-thesis; ski ladder 1 -> round
      after a glide: ski import ski-thesis; ski glide 1 001 beats 008 margin=14; ski ladder 1 -> 14
      your own seeding: ski import ski-thesis; ski ladder 2 003 001 002 004 -> 003
      a seed twice: ski import ski-thesis; ski ladder 1 001 001 -> !repeated-pair
      """, traits: .readsOnly, seeAlso: ["ski glide", "ski sheet"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try SkiWorkspace(session)
    let test = try workspace.session(call, AddCommand.session)
    let span = call.span(of: Self.seeds)
    var seeds: [String] = []
    for text in call[Self.seeds] {
      let serial = try workspace.participant(text, in: test, at: span)
      guard !seeds.contains(serial) else {
        throw Diagnostic("repeated-pair", "'\(serial)' is seeded twice", span: span)
      }
      seeds.append(serial)
    }
    if seeds.isEmpty { seeds = try Seeding(workspace, test).order }
    guard seeds.count > 1 else {
      throw Diagnostic(
        "too-few-pairs", "session '\(test.number)' has \(test.participations.count.counted("pair"))",
        span: call.span(of: AddCommand.session),
        help: "use ski add \(CommandText.word(test.number)) SERIAL to add pairs")
    }
    // Glides of a wax test compare treatments, not pairs.
    let ladder = Ladder(seeds: seeds, glides: SessionGlides(test).plain)
    let matches = ladder.matches
    let table = try Table([
      Column("round", .integer(matches.map(\.round))), Column("match", .integer(matches.map(\.number))),
      Column("first", .text(matches.map(\.first))),
      Column("second", .text(matches.map { $0.isBye ? "bye" : $0.second })),
      Column("winner", .text(matches.map(\.winner))),
      Column("difference_cm", .number(matches.map { $0.margin ?? .nan })),
    ])
    var footer: [String] = []
    if let winner = ladder.winner { footer.append("winner: \(winner)") }
    if let next = ladder.open.first, let a = next.first, let b = next.second {
      footer.append("next: \(a) against \(b)" + (next.margin == 0 ? ", tied so far" : ""))
    }
    let output = TableOutput(table, title: test.heading + ": knockout bracket", footer: footer)
    let margins = Column("cm", .number(matches.map { $0.margin ?? .nan }))
    return [
      .table(
        output.showing(["round", "first", "second", "winner", "difference_cm"], narrow: ["difference_cm": margins]))
    ]
  }
}

/// The seeding of a session's pairs by their earlier results.
struct Seeding {
  /// Best first.
  let order: [String]

  /// Reads the earlier ranks of the pairs of a session, in sessions of the same ski type.
  init(_ workspace: SkiWorkspace, _ test: TestSession) throws(Diagnostic) {
    let serials = test.participations.map(\.serialNumber)
    let own = try workspace.store.texts(
      "session", of: SkiKinds.participation, where: [.isOneOf("serial_number", serials.map(Value.text))])
    let numbers = Set(own).subtracting([test.number]).map(Value.text)
    let sessions = try SkiRecords.sessions(workspace.store, [.isOneOf("session", numbers)]).filter { other in
      other.skiType == test.skiType && !other.isArchived
        && (test.time.flatMap { time in other.time.map { $0 < time } } ?? true)
    }
    let rows = try Participation.thing.items(
      in: workspace.store, where: [.isOneOf("session", sessions.map { .text($0.number) })])
    let counts = Dictionary(grouping: rows.filter { $0.rank != nil }, by: \.session).mapValues(\.count)
    var sums: [String: (share: Double, count: Int)] = [:]
    for row in rows {
      guard let rank = row.rank, let n = counts[row.session], n > 1 else { continue }
      let old = sums[row.serialNumber] ?? (0, 0)
      sums[row.serialNumber] = (old.share + Double(rank - 1) / Double(n - 1), old.count + 1)
    }
    let shares = sums.mapValues { $0.share / Double($0.count) }
    order = serials.sorted { a, b in
      let (x, y) = (shares[a] ?? 2, shares[b] ?? 2)
      return x != y ? x < y : CodePointOrder.precedes(a, b)
    }
  }
}
