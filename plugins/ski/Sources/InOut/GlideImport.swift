internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SkiModel

/// Imports a table of glides: session, winner, loser, difference_cm and optional columns. A glide that was imported before is not
/// added again: of each glide as many are kept as the file has. Glides with the same margin differ in their run.
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
    (self.workspace, self.creates, self.table, self.cancellation) = (workspace, creates, table, cancellation)
    name = table.source
  }

  /// A glide of the file with the number of its row.
  private typealias Row = (place: Int, glide: Glide.Row)

  /// Checks all rows, then writes what is new.
  mutating func run() throws(Diagnostic) -> [Output] {
    known = Set(try workspace.store.texts("serial_number", of: SkiKinds.pair))
    if !table.unknown.isEmpty {
      workspace.note("\(name): ignored columns: " + table.unknown.map { "'\($0)'" }.joined(separator: ", "))
    }
    let rows = try read()
    let made = try makeUnknown(rows)
    let sessions = Set(rows.map(\.glide.session)).sorted(by: SkiRecords.precedes)
    let parts = try workspace.limitingSizes { () throws(Diagnostic) in try addParticipants(rows) }
    var stored: [Glide.Row: Int] = [:]
    var last: [String: Int] = [:]
    let kept = try Glide.thing.items(in: workspace.store, where: [.isOneOf("session", sessions.map(Value.text))])
    for glide in kept where GlideChecks.numbers.contains(glide.value.number) {
      last[glide.session] = max(last[glide.session] ?? 0, glide.value.number)
      stored[glide.compared, default: 0] += 1
    }
    var fresh: [Glide.Row] = []
    for var glide in rows.map(\.glide) {
      if let count = stored[glide.compared], count > 0 {
        stored[glide.compared] = count - 1
        continue
      }
      // Numbers of stored glides end at 1,000,000,000, so this cannot overflow.
      glide.value.number = (last[glide.session] ?? 0) + 1
      last[glide.session] = glide.value.number
      fresh.append(glide)
    }
    if !fresh.isEmpty { _ = try merge(try Glide.thing.table(of: fresh), into: SkiKinds.glide) }
    var outcome = ImportOutcome("glides of \(name)", [.read, .new, .same, .others])
    outcome.subject = [("sessions", .integer(sessions.count))]
    (outcome.read, outcome.new, outcome.same) = (rows.count, fresh.count, rows.count - fresh.count)
    outcome.others = [
      ("new_sessions", .integer(made.sessions)), ("new_pairs", .integer(made.pairs)),
      ("new_participations", .integer(parts)),
    ]
    if let doubt = SessionChecks.unequalLengths(Array(Set(rows.flatMap(\.glide.pairs))).sorted()) {
      workspace.warn(doubt)
    }
    return [.record(outcome.record)] + workspace.remarks
  }

  private func merge(_ table: Table, into kind: String) throws(Diagnostic) -> MergeReport {
    try workspace.store.merge(table, into: kind, rule: .keep, cancellation: cancellation)
  }

  private mutating func read() throws(Diagnostic) -> [Row] {
    for column in Self.needed where !table.has(column) {
      throw Diagnostic(
        "missing-column", "\(name) has no column '\(column)'",
        help: "glides need the columns " + Self.needed.joined(separator: ", ")
          + "; use map=\(CommandText.word(column)):NAME if it has another name")
    }
    var rows: [Row] = []
    rows.reserveCapacity(table.count)
    var huge = 0
    let cells = (Self.needed + Self.optional).map { table.texts($0) }
    for row in 0..<table.count {
      var column: String?
      do throws(Diagnostic) {
        let glide = try glide(cells.map { $0[row] }, &column)
        if let doubt = GlideChecks.doubt(glide.value.difference, of: table.place(row).text) {
          huge += 1
          if huge <= 3 { workspace.warn(doubt) }
        }
        rows.append((row, glide))
      } catch { workspace.misfits.add(table.place(row, column), error, "the glide was left out") }
    }
    if rows.isEmpty, let first = workspace.misfits.first { throw first }
    if huge > 3 { workspace.warn("\(huge - 3) more margins above \(NumberText.shortest(GlideChecks.doubtful)) cm") }
    return rows
  }

  /// The glide of a row; throws what is wrong with it and names the column.
  private mutating func glide(_ cells: [IncomingSheet.Cell?], _ column: inout String?) throws(Diagnostic) -> Glide.Row {
    guard let session = cells[0], let winner = cells[1], let loser = cells[2], let typed = cells[3] else {
      column = zip(Self.needed, cells).first { $1 == nil }?.0
      throw Diagnostic(
        "missing-key", "\(column == "difference_cm" ? "margin" : column ?? "a value") is missing",
        help: "write a margin of 0 for a tie")
    }
    column = "difference_cm"
    guard let difference = GlideChecks.margin(typed.text) else {
      throw Diagnostic(
        "bad-margin", "the margin must be in centimetres, such as 14, not \(Abridged.quoted(typed.text))")
    }
    if winner.text == loser.text { column = "loser" }
    try GlideChecks.check(winner: winner.text, loser: loser.text, difference: difference)
    column = "session"
    _ = try RecordName.checked(session.text, "session")
    for (name, cell) in [("winner", winner), ("loser", loser)] where creates && !known.contains(cell.text) {
      column = name
      _ = try PairCommand.checked(cell.text, at: nil)
    }
    var glide = Glide(
      number: 0, winner: winner.text, loser: loser.text, difference: difference, lane: cells[4]?.text,
      tester: cells[6]?.text, winnerTreatment: cells[7]?.text, loserTreatment: cells[8]?.text, comment: cells[9]?.text)
    if let cell = cells[5] {
      glide.run = GlideChecks.run(cell.text)
      if glide.run == nil { workspace.misfits.add(cell.place, GlideChecks.notRun(cell.text) + "; it was left unknown") }
    }
    return Glide.Row(session: session.text, value: glide)
  }

  /// Unknown sessions and pairs: added on request, otherwise the first of them is the error.
  private func makeUnknown(_ rows: [Row]) throws(Diagnostic) -> (sessions: Int, pairs: Int) {
    var sessions = Set(try workspace.store.texts("session", of: SkiKinds.session))
    var pairs = known
    var (newSessions, newPairs): ([String], [String]) = ([], [])
    func refuse(_ noun: String, _ name: String, among known: @autoclosure () -> [String], at place: SourcePlace)
      throws(Diagnostic)
    {
      guard !creates else { return }
      throw Diagnostic.unknown(
        noun, name, among: known(), help: "\(place.text); use create=yes to add unknown sessions and pairs")
    }
    for (place, glide) in rows {
      if sessions.insert(glide.session).inserted {
        try refuse(
          "session", glide.session, among: sessions.subtracting([glide.session]).sorted(by: SkiRecords.precedes),
          at: table.place(place, "session"))
        newSessions.append(glide.session)
      }
      for serial in glide.pairs where pairs.insert(serial).inserted {
        try refuse("pair", serial, among: pairs.subtracting([serial]).sorted(), at: table.place(place))
        newPairs.append(serial)
      }
    }
    if !newSessions.isEmpty {
      let isManual = Column("using_manual_rank", .boolean(newSessions.map { _ in false }))
      _ = try merge(try Table([Column("session", .text(newSessions)), isManual]), into: SkiKinds.session)
    }
    if !newPairs.isEmpty { _ = try merge(try Table([Column("serial_number", .text(newPairs))]), into: SkiKinds.pair) }
    return (newSessions.count, newPairs.count)
  }

  /// Adds the pairs that glide to the session; returns how many are new in it.
  private func addParticipants(_ rows: [Row]) throws(Diagnostic) -> Int {
    var seen: Set<[String]> = []
    var (sessions, serials): ([String], [String]) = ([], [])
    for glide in rows.map(\.glide) {
      for serial in glide.pairs where seen.insert([glide.session, serial]).inserted {
        sessions.append(glide.session)
        serials.append(serial)
      }
    }
    guard !sessions.isEmpty else { return 0 }
    return try merge(
      try Table([Column("session", .text(sessions)), Column("serial_number", .text(serials))]),
      into: SkiKinds.participation
    ).new
  }
}

extension Glide.Row {
  fileprivate var pairs: [String] { [value.winner, value.loser] }

  /// What makes two glides the same: all but the number and the comment.
  fileprivate var compared: Glide.Row {
    var copy = self
    (copy.value.number, copy.value.comment) = (0, nil)
    return copy
  }
}
