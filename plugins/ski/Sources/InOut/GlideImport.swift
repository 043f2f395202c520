internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

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
  private let table: IncomingTable
  private let cancellation: Cancellation
  /// The pairs in the workspace.
  private var known: Set<String> = []

  init(_ table: IncomingTable, workspace: SkiWorkspace, creates: Bool, cancellation: Cancellation) {
    self.workspace = workspace
    self.creates = creates
    self.table = table
    self.cancellation = cancellation
    name = table.source
  }

  /// A glide of the file with its line.
  private struct Row {
    /// Its number in the table.
    var place: Int
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
    self.known = Set(
      try RecordRows(RecordQuery(SkiKinds.pair), ["serial_number"], in: workspace.store).texts("serial_number")
        .compactMap { $0 })
    if !table.unknown.isEmpty {
      workspace.note("\(name): ignored columns: " + table.unknown.map { "'\($0)'" }.joined(separator: ", "))
    }
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
    var outcome = ImportOutcome("glides of \(name)", [.read, .new, .same, .others])
    outcome.subject = [("sessions", .integer(sessions.count))]
    (outcome.read, outcome.new, outcome.same) = (rows.count, fresh.count, rows.count - fresh.count)
    outcome.others = [
      ("new_sessions", .integer(made.sessions)), ("new_pairs", .integer(made.pairs)),
      ("new_participations", .integer(parts)),
    ]
    if let doubt = SessionChecks.unequalLengths(Array(Set(rows.flatMap { [$0.winner, $0.loser] })).sorted()) {
      workspace.warn(doubt)
    }
    return [.record(outcome.record)] + workspace.remarks
  }

  private mutating func read() throws(Diagnostic) -> [Row] {
    for column in GlideImport.needed where !table.has(column) {
      throw Diagnostic(
        "missing-column", "\(name) has no column '\(column)'",
        help: "glides need the columns " + GlideImport.needed.joined(separator: ", ")
          + "; use map=\(CommandText.word(column)):NAME if it has another name")
    }
    var rows: [Row] = []
    rows.reserveCapacity(table.count)
    var huge = 0
    let cells = (GlideImport.needed + GlideImport.optional).map { table.texts($0) }
    for row in 0..<table.count {
      var empty: String?
      for (place, name) in GlideImport.needed.enumerated() where cells[place][row] == nil && empty == nil {
        empty = name
      }
      guard empty == nil, let session = cells[0][row], let winner = cells[1][row], let loser = cells[2][row],
        let typed = cells[3][row]
      else {
        leave(
          row, empty,
          Diagnostic(
            "missing-key", "there is no \(empty == "difference_cm" ? "margin" : empty ?? "value")",
            help: "write a margin of 0 for a tie"))
        continue
      }
      guard let difference = GlideChecks.margin(typed.text) else {
        leave(
          row, "difference_cm",
          Diagnostic(
            "bad-margin", "the margin must be in centimetres, such as 14, not \(Abridged.quoted(typed.text))"))
        continue
      }
      do throws(Diagnostic) {
        try GlideChecks.check(winner: winner.text, loser: loser.text, difference: difference)
      } catch {
        leave(row, error.code == "same-pair" ? "loser" : "difference_cm", error)
        continue
      }
      do throws(Diagnostic) { _ = try RecordName.checked(session.text, "session") } catch {
        leave(row, "session", error)
        continue
      }
      guard isPair(winner, row, "winner"), isPair(loser, row, "loser") else { continue }
      if let doubt = GlideChecks.doubt(difference, of: table.place(row).text) {
        huge += 1
        if huge <= 3 { workspace.warn(doubt) }
      }
      var run: Int?
      if let cell = cells[5][row] {
        run = GlideChecks.run(cell.text)
        if run == nil { workspace.misfits.add(cell.place, GlideChecks.notRun(cell.text) + "; it was left unknown") }
      }
      rows.append(
        Row(
          place: row, session: session.text, winner: winner.text, loser: loser.text, difference: difference, run: run,
          words: [4, 6, 7, 8, 9].map { cells[$0][row]?.text }))
    }
    if rows.isEmpty, let first = workspace.misfits.first { throw first }
    if huge > 3 { workspace.warn("\(huge - 3) more margins above \(NumberText.shortest(GlideChecks.doubtful)) cm") }
    return rows
  }

  private mutating func leave(_ row: Int, _ name: String?, _ error: Diagnostic) {
    workspace.misfits.add(table.place(row, name), error, "the glide was left out")
  }

  /// Whether a new serial number can be stored; another is named.
  private mutating func isPair(_ cell: IncomingSheet.Cell, _ row: Int, _ name: String) -> Bool {
    guard creates, !known.contains(cell.text) else { return true }
    do throws(Diagnostic) { _ = try PairCommand.checked(cell.text, at: nil) } catch {
      leave(row, name, error)
      return false
    }
    return true
  }

  /// Unknown sessions and pairs: added on request, otherwise the first of them is the error.
  private mutating func makeUnknown(_ rows: [Row]) throws(Diagnostic) -> (sessions: Int, pairs: Int) {
    var sessions = Set(
      try RecordRows(RecordQuery(SkiKinds.session), ["session"], in: workspace.store).texts("session").compactMap { $0 }
    )
    var pairs = known
    var (newSessions, newPairs): ([String], [String]) = ([], [])
    for row in rows {
      if sessions.insert(row.session).inserted {
        guard creates else {
          throw Diagnostic.unknown(
            "session", row.session, among: sessions.subtracting([row.session]).sorted(by: SkiRecords.precedes),
            help: "\(table.place(row.place, "session").text); use create=yes to add unknown sessions and pairs")
        }
        newSessions.append(row.session)
      }
      for serial in [row.winner, row.loser] where pairs.insert(serial).inserted {
        guard creates else {
          throw Diagnostic.unknown(
            "pair", serial, among: pairs.subtracting([serial]).sorted(),
            help: "\(table.place(row.place).text); use create=yes to add unknown sessions and pairs")
        }
        newPairs.append(serial)
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
