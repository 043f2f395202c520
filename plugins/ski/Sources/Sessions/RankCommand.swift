internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// `ski rank`: the order of a session, best first.
struct RankCommand: Command {
  static let order = Parameter<[String]>.words(
    "order", mayTie: true, help: "Pairs, best first; / or = marks ties, as in 017 006/005 008 or 017 006=005 008.",
    completion: .pairs())
  static let part = Parameter<String>.choice(
    "part", RankPart.allCases.map(\.rawValue), default: "all",
    help: "What to rank: all, or glide, kick or uphill of classic skis.")
  static let add = Parameter<Bool>.flag("add", default: false, help: "Add pairs to the session that are not in it yet.")
  static let rater = Parameter<String?>.text(
    "rater", help: "Store the order as this rater's; the session's own ranks do not change.")
  static let blind = Parameter<String>.choice(
    "blind", ["no", "yes", "key"], default: "no",
    help: "Use letters instead of serial numbers: yes, or key to list the pair of each letter.")

  static let undo = Parameter<Bool>.flag(
    "remove", default: false, help: "Remove the ranks, or with rater= that person's order.")

  let signature = Signature(
    "ski rank", topic: .plugins, summary: "Rank the pairs of a session, best first.",
    details: """
      Tied pairs share a rank and the next rank is skipped (1, 2, 2, 4); only / and = make a tie, and a pair named twice is \
      an error. Omitted pairs have no rank. Without an order the ranks are shown. blind=yes replaces serial numbers by \
      letters, so that the rater does not know which ski is being ranked. rater= stores another person's order.
      """, parameters: [AddCommand.session.any, order.any, part.any, add.any, rater.any, blind.any, undo.any],
    exampleLines: """
      with a tie: ski import ski-thesis; ski rank 1 003 001/002 004 -> rank
      the same as protocols write it: ski import ski-thesis; ski rank 1 003 001=002 004 -> rank
      ranks of the kick only: ski import ski-thesis; ski rank 1 002 001 part=kick -> kick_rank
      with pairs not yet in the session: ski import ski-thesis; ski session new Bruksvallarna number=20; ski rank last 017 018 add=yes -> 018
      the ranks of a mistake: ski import ski-thesis; ski rank 1 001 002; ski rank 1 remove=yes -> removed
      a blind ranking: ski import ski-thesis; ski rank 1 blind=yes -> H
      a pair twice: ski import ski-thesis; ski rank 1 001 002 001 -> !repeated-pair
      a pair outside the session: ski import ski-thesis; ski rank 1 017 001 -> !not-in-session
      """, seeAlso: ["ski move", "ski labels", "ski glide"])

  /// Changes all ranks of the session at once.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var workspace = try SkiWorkspace(session)
    var test = try workspace.session(call, AddCommand.session)
    let (span, words, letters) = (call.span(of: Self.order), call[Self.order], BlindLetters(test))
    let isBlind = call[Self.blind] != "no"
    if call[Self.undo] { return try remove(of: test, call, &workspace, &session) }
    guard !words.isEmpty else {
      guard !call.has(Self.rater) else {
        throw Diagnostic(
          "missing-argument", "'rater=' needs an order, so nothing was stored", span: call.span(of: Self.rater),
          help: "write the pairs, best first: ski rank \(CommandText.word(test.number)) 017 006 rater=NAME")
      }
      try call.refuseKeys(
        except: [Self.blind.any], of: "ski rank SESSION", instead: "ski rank SESSION PAIR PAIR")
      return try show(test, letters, call, workspace)
    }
    if call.has(Self.rater) {
      try call.refuseKeys(
        except: [Self.rater.any, Self.add.any, Self.blind.any], of: "ski rank SESSION PAIR PAIR rater=",
        instead: "ski rank SESSION PAIR PAIR")
    }
    var groups: [[String]] = []
    var seen: Set<String> = []
    let typed = words.map(RankText.tied)
    if call[Self.add], !isBlind { test = try workspace.adding(typed.flatMap(\.self), to: test, at: span) }
    for texts in typed {
      var group: [String] = []
      for text in texts {
        let serial = try serial(text, letters: isBlind ? letters : nil, &test, call, &workspace, span)
        guard seen.insert(serial).inserted else {
          throw Diagnostic(
            "repeated-pair", "'\(isBlind ? text : serial)' is in the order twice", span: span,
            help: "join tied pairs with /, as in 006/005")
        }
        group.append(serial)
      }
      groups.append(group)
    }
    let order = RankOrder(groups)
    if let rater = call[Self.rater] {
      let rater = try RecordName.checked(rater, "person", at: call.span(of: Self.rater))
      let earlier = try keep(order, of: rater, test, workspace)
      workspace.note("stored as the order of '\(rater)'; the ranks of session '\(test.number)' are unchanged")
      workspace.tellReplaced(earlier, by: order, isBlind ? letters : nil)
    } else {
      let part = RankPart(rawValue: call[Self.part]) ?? .all
      workspace.tellReplaced(RankOrder(ranks: part.ranks(test.participations)), by: order, isBlind ? letters : nil)
      try workspace.write(order, part, in: test.number)
      if part == .all { try workspace.countByHand(test) }
      test.participations = part.ranked(test.participations, order)
      let rest = test.participations.map(\.serialNumber).filter { !seen.contains($0) }
      if !rest.isEmpty {
        workspace.note(
          "without a rank: "
            + (isBlind ? rest.compactMap { letters.letters[$0] }.sorted() : rest).joined(separator: ", "))
      }
    }
    session.touch(SkiKinds.session, test.number)
    return try show(test, letters, call, workspace)
  }

  private func serial(
    _ text: String, letters: BlindLetters?, _ test: inout TestSession, _ call: Call, _ workspace: inout SkiWorkspace,
    _ span: SourceSpan?
  ) throws(Diagnostic) -> String {
    if let letters {
      if let serial = letters.serial(text) { return serial }
      throw Diagnostic.unknown(
        "letter", text, among: letters.letters.values.sorted(), span: span,
        help: "use ski rank SESSION blind=yes to list them")
    }
    do throws(Diagnostic) { return try workspace.participant(text, in: test, at: span) } catch {
      if error.code == "unknown-pair", !text.isEmpty {
        var error = error
        error.help =
          (error.help.map { $0 + "; " } ?? "") + "use ski pair add \(CommandText.word(text)) to add a new pair"
        throw error
      }
      guard error.code == "not-in-session" else { throw error }
      guard call[Self.add] else {
        var error = error
        error.help = (error.help.map { $0 + ", or " } ?? "") + "use add=yes"
        throw error
      }
      try workspace.add([text], to: test, at: span)
      test = try workspace.session(test.number)
      return try workspace.participant(text, in: test, at: span)
    }
  }

  /// Removes the ranks of a session, or a rater's order.
  private func remove(
    of test: TestSession, _ call: Call, _ workspace: inout SkiWorkspace, _ session: inout Session
  ) throws(Diagnostic) -> [Output] {
    if call.has(Self.order) {
      throw Diagnostic(
        "unexpected-argument", "'remove=' takes no order, so nothing was done", span: call.span(of: Self.order),
        help: "write: ski rank \(CommandText.word(test.number)) remove=yes")
    }
    try call.refuseKeys(
      except: [Self.undo.any, Self.rater.any, Self.part.any], of: "ski rank SESSION remove=yes",
      instead: "ski rank SESSION PAIR PAIR")
    var removed = RankOrder([])
    if let rater = call[Self.rater] {
      let rater = try RecordName.checked(rater, "person", at: call.span(of: Self.rater))
      removed = try keep(removed, of: rater, test, workspace)
    } else {
      let part = RankPart(rawValue: call[Self.part]) ?? .all
      // Ranks that come from glides are not stored.
      let changed = try workspace.write(removed, part, in: test.number)
      if changed > 0 { removed = RankOrder(ranks: part.ranks(test.participations)) }
    }
    guard removed.count > 0 else {
      throw Diagnostic(
        "no-ranks", "session '\(test.number)' has no such ranks", span: call.span(of: Self.rater) ?? call.verbSpan,
        help: "use ski session \(CommandText.word(test.number)) to see them")
    }
    session.touch(SkiKinds.session, test.number)
    let shown = removed.groups.map { $0.inCodePointOrder().joined(separator: "/") }.joined(separator: " ")
    return [.note("removed the order \(shown); 'undo' restores it")] + workspace.remarks
  }

  /// Stores a rater's order next to the session's own; returns the one it replaces, which may be empty.
  private func keep(
    _ order: RankOrder, of rater: String, _ test: TestSession, _ workspace: SkiWorkspace
  ) throws(Diagnostic) -> RankOrder {
    var earlier: [String: Int] = [:]
    for record in try workspace.store.records(SkiKinds.rating, ["session": .text(test.number), "rater": .text(rater)]) {
      if case .integer(let rank) = record["rank"] { earlier[record["serial_number"].fileText] = rank }
      try workspace.store.remove(record)
    }
    for (serial, rank) in order.ranks.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
      _ = try workspace.store.insert(
        SkiKinds.rating,
        ["session": .text(test.number), "rater": .text(rater), "serial_number": .text(serial), "rank": .integer(rank)])
    }
    return RankOrder(ranks: earlier)
  }

  private func show(_ test: TestSession, _ letters: BlindLetters, _ call: Call, _ workspace: SkiWorkspace)
    throws(Diagnostic) -> [Output]
  {
    switch call[Self.blind] {
    case "yes":
      let rows = test.participations.map { (letters.letters[$0.serialNumber] ?? "", $0.rank) }.sorted { $0.0 < $1.0 }
      let table = try Table([
        Column("letter", .text(rows.map(\.0))),
        Column("rank", .integer(rows.map { $0.1 ?? ColumnValues.missingInteger })),
      ])
      return [
        .table(TableOutput(table, title: test.heading + ": blind", footer: ["blind=key lists the pair of each letter"]))
      ] + workspace.remarks
    case "key":
      let rows = letters.letters.sorted { ($0.value.count, $0.value) < ($1.value.count, $1.value) }
      let table = try Table([
        Column("letter", .text(rows.map(\.value))), Column("serial_number", .text(rows.map(\.key))),
      ])
      return [.table(TableOutput(table, title: test.heading + ": key"))] + workspace.remarks
    default: return [.table(try SkiSessionScreen(workspace).pairs(test))] + workspace.remarks
    }
  }
}

extension SkiWorkspace {
  /// A session with the pairs that it lacks and whose whole serial numbers are typed, added at once: one by one each would read
  /// all pairs again.
  mutating func adding(_ texts: [String], to session: TestSession, at span: SourceSpan?) throws(Diagnostic)
    -> TestSession
  {
    var there = Set(session.participations.map(\.serialNumber))
    let pairs = try SkiRecords.pairs(store)
    let known = Set(pairs.map(\.serialNumber))
    // What names a pair of the session by an end of its number means that one.
    let own = pairs.filter { there.contains($0.serialNumber) }
    let missing = texts.filter { text in
      known.contains(text) && SkiPair.thing.hits(text, among: own).isEmpty && there.insert(text).inserted
    }
    if missing.isEmpty { return session }
    try add(missing, to: session, at: span)
    return try self.session(session.number)
  }

  /// Reports which order a new one replaces, unless the new one has its pairs in the same order.
  mutating func tellReplaced(_ old: RankOrder, by new: RankOrder, _ letters: BlindLetters?) {
    guard old.count > 1 else { return }
    let known = Set(old.groups.joined())
    let kept = RankOrder(new.groups.map { $0.filter(known.contains).inCodePointOrder() })
    guard kept != RankOrder(old.groups.map { $0.inCodePointOrder() }) else { return }
    let shown = old.groups.map { group in
      group.map { letters?.letters[$0] ?? $0 }.inCodePointOrder().joined(separator: "/")
    }
    note("replaced the order \(shown.joined(separator: " ")); 'undo' restores it")
  }
}

/// Letters for the pairs of a session, in an order that says nothing about them: A, B, …, Z, AA and so on.
struct BlindLetters {
  private(set) var letters: [String: String] = [:]

  /// Assigns letters by a hash of session and serial number, the same in each call.
  init(_ session: TestSession) {
    let shuffled = session.participations.map(\.serialNumber).map { serial -> (String, String) in
      var hash = SHA256()
      hash.update(text: session.number + "\u{0}" + serial)
      return (hash.hex(), serial)
    }.sorted { $0.0 < $1.0 }
    for (place, (_, serial)) in shuffled.enumerated() { letters[serial] = CellLetters.text(place) }
  }

  /// The serial number of a letter, case ignored.
  func serial(_ letter: String) -> String? { letters.first { $0.value == letter.uppercased() }?.key }
}
