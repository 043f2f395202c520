internal import PodiumCore
internal import PodiumPlugin

/// Imports a table of glides: session, winner, loser, difference_cm and optional columns.
///
/// A glide that was imported before is not added again: of each glide as many are kept as the file has.
/// Glides with the same margin differ in their run.
struct GlideImport {
  /// The required and the optional columns.
  static let needed = ["session", "winner", "loser", "difference_cm"]
  static let optional = ["lane", "run", "tester", "winner_treatment", "loser_treatment", "comment"]

  private var workspace: SkiWorkspace
  private let creates: Bool
  private let name: String
  private let table: TextTable
  private let cancellation: Cancellation

  init(_ table: TextTable, workspace: SkiWorkspace, creates: Bool, cancellation: Cancellation) {
    self.workspace = workspace
    self.creates = creates
    self.table = table
    self.cancellation = cancellation
    name = table.name
  }

  /// A glide of the file with its line.
  private struct Row {
    var session: String
    var winner: String
    var loser: String
    var difference: Double
    var run: Int?
    var words: [String?]
  }

  /// The values that make two glides the same.
  private struct Key: Hashable {
    let session: String
    let winner: String
    let loser: String
    let difference: Double
    let run: Int?
    let words: [String?]
  }

  /// The text fields that distinguish glides.
  private static let words = ["lane", "tester", "winner_treatment", "loser_treatment"]

  /// Checks all rows, then writes what is new.
  mutating func run() throws(Diagnostic) -> [Output] {
    let rows = try read()
    let made = try makeUnknown(rows)
    let sessions = Set(rows.map(\.session)).sorted(by: SkiRecords.precedes)
    let parts = try addParticipants(rows)
    let kept = try RecordRows(
      RecordQuery(SkiKinds.glide, where: [.isOneOf("session", sessions.map(Value.text))]), in: workspace.store)
    var known: [Key: Int] = [:]
    var last: [String: Int] = [:]
    let (of, numbers) = (kept.texts("session"), kept.integers("number", in: GlideChecks.numbers))
    let (winners, losers, differences) = (kept.texts("winner"), kept.texts("loser"), kept.numbers("difference_cm"))
    let (runs, words) = (kept.integers("run"), GlideImport.words.map { kept.texts($0) })
    for row in 0..<kept.count {
      guard let session = of[row], let number = numbers[row], let winner = winners[row], let loser = losers[row],
        let difference = differences[row]
      else { continue }
      last[session] = max(last[session] ?? 0, number)
      known[
        Key(
          session: session, winner: winner, loser: loser, difference: difference, run: runs[row],
          words: words.map { $0[row] }), default: 0] += 1
    }
    var fresh: [(row: Row, number: Int)] = []
    for row in rows {
      let key = Key(
        session: row.session, winner: row.winner, loser: row.loser, difference: row.difference, run: row.run,
        words: Array(row.words.prefix(GlideImport.words.count)))
      if let count = known[key], count > 0 {
        known[key] = count - 1
        continue
      }
      // Numbers of stored glides end at 1,000,000,000, so this cannot overflow.
      let number = (last[row.session] ?? 0) + 1
      last[row.session] = number
      fresh.append((row, number))
    }
    if !fresh.isEmpty { try write(fresh) }
    var record = RecordOutput("glides of '\(name)'")
    record.add("sessions", .integer(sessions.count))
    record.add("read", .integer(rows.count))
    record.add("new", .integer(fresh.count))
    record.add("same", .integer(rows.count - fresh.count))
    record.add("new_sessions", .integer(made.sessions))
    record.add("new_pairs", .integer(made.pairs))
    record.add("new_participations", .integer(parts))
    if let doubt = SessionChecks.unequalLengths(Array(Set(rows.flatMap { [$0.winner, $0.loser] })).sorted()) {
      workspace.warn(doubt)
    }
    return [.record(record)] + workspace.remarks
  }

  private mutating func read() throws(Diagnostic) -> [Row] {
    for column in GlideImport.needed where table.column(column) == nil {
      throw Diagnostic(
        "missing-column", "'\(name)' has no column '\(column)'",
        help: "glides need the columns " + GlideImport.needed.joined(separator: ", ")
          + "; use map=\(CommandText.word(column)):NAME if it has another name")
    }
    var rows: [Row] = []
    rows.reserveCapacity(table.count)
    var huge = 0
    let cells = (GlideImport.needed + GlideImport.optional).map { table.texts($0) }
    for row in 0..<table.count {
      let what = table.place(row)
      guard let session = cells[0][row], let winner = cells[1][row], let loser = cells[2][row],
        let typed = cells[3][row]
      else {
        throw Diagnostic(
          "missing-key", "\(what) has no session, winner, loser or margin", help: "write a margin of 0 for a tie")
      }
      guard let difference = GlideChecks.margin(typed) else {
        throw Diagnostic(
          "bad-margin", "\(what): the margin must be in centimetres, such as 14, not '\(typed.prefix(40))'")
      }
      try GlideChecks.check(winner: winner, loser: loser, difference: difference, of: what)
      if let doubt = GlideChecks.doubt(difference, of: what) {
        huge += 1
        if huge <= 3 { workspace.warn(doubt) }
      }
      var run: Int?
      if let text = cells[5][row] {
        guard let number = Int(text) ?? Double(decimal: text).flatMap({ Int(exactly: $0) }),
          (1...10_000).contains(number)
        else {
          throw Diagnostic(
            "bad-value", "\(what): the run must be a whole number from 1 to 10000, not '\(text.prefix(40))'")
        }
        run = number
      }
      _ = try Terms.checked(session, "session")
      rows.append(
        Row(
          session: session, winner: winner, loser: loser, difference: difference, run: run,
          words: [cells[4][row], cells[6][row], cells[7][row], cells[8][row], cells[9][row]]))
    }
    if huge > 3 { workspace.warn("\(huge - 3) more margins above \(NumberText.shortest(GlideChecks.doubtful)) cm") }
    return rows
  }

  /// Unknown sessions and pairs: added on request, otherwise the first of them is the error.
  private mutating func makeUnknown(_ rows: [Row]) throws(Diagnostic) -> (sessions: Int, pairs: Int) {
    var sessions = Set(
      try RecordRows(RecordQuery(SkiKinds.session), ["session"], in: workspace.store).texts("session").compactMap { $0 }
    )
    var pairs = Set(
      try RecordRows(RecordQuery(SkiKinds.pair), ["serial_number"], in: workspace.store).texts("serial_number")
        .compactMap { $0 })
    var (newSessions, newPairs): ([String], [String]) = ([], [])
    for (place, row) in rows.enumerated() {
      if sessions.insert(row.session).inserted {
        guard creates else {
          throw Diagnostic.unknown(
            "session", row.session, among: sessions.subtracting([row.session]).sorted(by: SkiRecords.precedes),
            help: "\(table.place(place)); use create=yes to add unknown sessions and pairs")
        }
        newSessions.append(row.session)
      }
      for serial in [row.winner, row.loser] where pairs.insert(serial).inserted {
        guard creates else {
          throw Diagnostic.unknown(
            "pair", serial, among: pairs.subtracting([serial]).sorted(),
            help: "\(table.place(place)); use create=yes to add unknown sessions and pairs")
        }
        newPairs.append(try PairCommand.checked(serial, at: nil))
      }
    }
    if !newSessions.isEmpty {
      _ = try workspace.store.merge(
        try Table([
          Column("session", .text(newSessions)),
          Column("using_manual_rank", .boolean(newSessions.map { _ in false })),
        ]), into: SkiKinds.session, rule: .keep, cancellation: cancellation)
    }
    if !newPairs.isEmpty {
      _ = try workspace.store.merge(
        try Table([Column("serial_number", .text(newPairs))]), into: SkiKinds.pair, rule: .keep,
        cancellation: cancellation)
    }
    return (newSessions.count, newPairs.count)
  }

  /// Adds the pairs that glide to the session; returns how many are new in it.
  private func addParticipants(_ rows: [Row]) throws(Diagnostic) -> Int {
    var seen: Set<[String]> = []
    var (sessions, serials): ([String], [String]) = ([], [])
    for row in rows {
      for serial in [row.winner, row.loser] where seen.insert([row.session, serial]).inserted {
        sessions.append(row.session)
        serials.append(serial)
      }
    }
    guard !sessions.isEmpty else { return 0 }
    return try workspace.store.merge(
      try Table([Column("session", .text(sessions)), Column("serial_number", .text(serials))]),
      into: SkiKinds.participation, rule: .keep, cancellation: cancellation
    ).new
  }

  private func write(_ fresh: [(row: Row, number: Int)]) throws(Diagnostic) {
    func words(_ place: Int) -> ColumnValues { .text(fresh.map { $0.row.words[place] }) }
    _ = try workspace.store.merge(
      try Table([
        Column("session", .text(fresh.map(\.row.session))), Column("number", .integer(fresh.map(\.number))),
        Column("winner", .text(fresh.map(\.row.winner))), Column("loser", .text(fresh.map(\.row.loser))),
        Column("difference_cm", .number(fresh.map(\.row.difference))), Column("lane", words(0)),
        Column("run", .integer(fresh.map { $0.row.run ?? ColumnValues.missingInteger })), Column("tester", words(1)),
        Column("winner_treatment", words(2)), Column("loser_treatment", words(3)), Column("comment", words(4)),
      ]), into: SkiKinds.glide, rule: .keep, cancellation: cancellation)
  }
}
