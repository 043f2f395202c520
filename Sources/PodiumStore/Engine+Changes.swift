internal import PodiumCore
internal import PodiumShell

extension Engine {
  // MARK: Transactions

  /// A command starts. Inside of a file of commands (`hold`) it is part of the file's transaction.
  func begin(_ command: String, cancellation: Cancellation? = nil) {
    self.cancellation = cancellation
    wasSought = false
    switch phase {
    case .failed where !outerLevels.isEmpty: return
    case .idle, .failed:
      phase = .idle
      level = Level(command: command)
    case .open(var transaction):
      guard !outerLevels.isEmpty else { return }
      transaction.set = nil
      transaction.at = max(transaction.at, clock())
      phase = .open(transaction)
      level = Level(command: command, startedIdle: false)
    }
    self.command = command
  }

  func commit() throws(Diagnostic) -> [ChangeSetID] {
    // From here on it is done whole: half of it would be neither.
    cancellation = nil
    switch phase {
    case .failed(let error): throw error
    case .idle:
      flushWaiting()
      return []
    case .open(let transaction):
      guard let connection else { throw Diagnostic("workspace-failed", "the workspace was closed") }
      guard outerLevels.isEmpty else { return try commitInside(transaction, connection) }
      guard transaction.set != nil || transaction.hasEnded else {
        // Nothing but the lock: the file stays as it was.
        rollBack()
        return []
      }
      do throws(Diagnostic) {
        try checkPlace()
        try connection.run("COMMIT")
      } catch {
        connection.rollBack()
        settle(error)
        phase = .failed(error)
        throw error
      }
      phase = .idle
      flushWaiting()
      return transaction.set.map { [$0.id] } ?? []
    }
  }

  func rollBack() {
    cancellation = nil
    if !outerLevels.isEmpty {
      rollBackInside()
      return
    }
    let was = phase
    phase = .idle
    if case .open = was, let connection {
      connection.rollBack()
      // A rollback that fails leaves a connection nobody knows the state of.
      if connection.isInTransaction || connection.isBroken { drop() }
    }
    flushWaiting()
  }

  /// Throws when the file was taken away under the open connection: what is written would be lost with it.
  private func checkPlace() throws(Diagnostic) {
    guard let file, !isInPlace(file) else { return }
    connection?.rollBack()
    drop()
    throw Diagnostic(
      "workspace-failed", "the workspace '\(file)' was moved or replaced meanwhile, so nothing was changed",
      help: "run the command again")
  }

  // MARK: The log

  /// Notes a change in the running command's change set, which begins with its first change.
  func log(
    _ action: Change.Action, _ record: String, revision: Int, of kind: RecordKind, before: [(String, JSONValue)]?,
    _ connection: Connection
  ) throws(Diagnostic) {
    let text = before.map { JSONValue.object($0).text }
    try logLine(action.number, record, revision: revision, of: kind, before: text, connection)
  }

  /// Writes a line of the log.
  func logLine(
    _ action: Int, _ record: String, revision: Int, of kind: RecordKind, before text: String?, _ connection: Connection
  ) throws(Diagnostic) {
    guard case .open(var transaction) = phase else { throw Diagnostic("workspace-failed", "no transaction is open") }
    let set: Int
    if let known = transaction.set {
      set = known.number
    } else {
      set = try newSet(at: transaction.at, &transaction, connection)
    }
    try connection.run(
      """
      INSERT INTO podium_changes (set_number, kind, record, revision, action, before, checksum)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(set), .text(kind.name), .text(record), .integer(revision), .integer(action), .optional(text),
        .integer(Engine.checksum(set, kind.name, record, revision, action, text)),
      ])
    transaction.changes += 1
    phase = .open(transaction)
  }

  func newSet(
    at moment: Moment, _ transaction: inout Transaction, _ connection: Connection
  ) throws(Diagnostic) -> Int {
    let number = (try connection.integer("SELECT max(number) FROM podium_sets") ?? 0) + 1
    let id = ids.next(at: moment)
    // A command that carries its data in its text is not kept whole.
    let command = String(command.unicodeScalars.prefix(10_000))
    try connection.run(
      "INSERT INTO podium_sets (number, id, at, by, command, checksum) VALUES (?, ?, ?, ?, ?, ?)",
      [
        .integer(number), .text(id), .integer(moment.microseconds), .text(author), .text(command),
        .integer(Engine.checksum(number, id, moment.microseconds, author, command)),
      ])
    transaction.set = (number, ChangeSetID(id))
    return number
  }

  /// Removes a row and every line of the log about it; of logged commands that hold one of the words the verb stays.
  func erase(_ id: RecordID, of kind: String, words: [String]) throws(Diagnostic) {
    try writing { (connection) throws(Diagnostic) in
      let table = try table(kind)
      let row = try existing(id.text, table, revision: nil, connection)
      // What is freed is overwritten, not only unlinked.
      _ = try connection.integer("PRAGMA secure_delete = ON")
      try remove(row, table, connection)
      try shrinkRuns(over: row.id, createdAt: row.created.at, connection)
      try connection.run(
        "DELETE FROM podium_changes WHERE record = ? AND action <> \(LoggedRun.action)", [.text(row.id)])
      let wanted = words.map { $0.lowercased() }.filter { !$0.isEmpty }
      func blanked(_ command: String) -> String? {
        let text = command.lowercased()
        guard wanted.contains(where: { text.contains($0) }) else { return nil }
        return command.split(separator: " ").prefix(2).joined(separator: " ") + " (forgotten)"
      }
      let sets = try connection.rows("SELECT number, id, at, by, command, checksum FROM podium_sets", []) {
        (row) throws(Diagnostic) in
        let number = row.integer(0) ?? 0
        return (number: number, set: try Engine.set(row, number, from: 1))
      }
      for (number, set) in sets {
        guard let text = blanked(set.command) else { continue }
        try connection.run(
          "UPDATE podium_sets SET command = ?, checksum = ? WHERE number = ?",
          [
            .text(text), .integer(Engine.checksum(number, set.id, set.at.microseconds, set.by, text)), .integer(number),
          ])
      }
      if let text = blanked(command) { command = text }
    }
  }

  private static func checksum(_ set: Int, _ id: String, _ at: Int, _ by: String, _ command: String) -> Int {
    var sum = Checksum()
    sum.add(set)
    sum.add(id)
    sum.add(at)
    sum.add(by)
    sum.add(command)
    return sum.value
  }

  static func checksum(
    _ set: Int, _ kind: String, _ record: String, _ revision: Int, _ action: Int, _ before: String?
  ) -> Int {
    var sum = Checksum()
    sum.add(set)
    sum.add(kind)
    sum.add(record)
    sum.add(revision)
    sum.add(action)
    sum.add(before ?? "-")
    return sum.value
  }

  static let changeColumns =
    "c.number, c.set_number, c.kind, c.record, c.revision, c.action, c.before, c.checksum"

  /// The line of the log a statement stands on, whose columns are `changeColumns`.
  static func change(_ row: SQLStatement) throws(Diagnostic) -> LoggedChange {
    guard let number = row.integer(0), let set = row.integer(1), let kind = row.text(2), let record = row.text(3),
      let revision = row.integer(4), let code = row.integer(5),
      let action = code == LoggedRun.action ? .insert : Change.Action(number: code),
      row.kind(6) == .null || row.text(6) != nil,
      row.integer(7) == checksum(set, kind, record, revision, code, row.text(6))
    else { throw SQLiteFailure.damaged("the log of changes", cause: "the checksum of a change does not fit") }
    let isRun = code == LoggedRun.action
    let run = isRun ? LoggedRun(logged: row.text(6)) : nil
    guard (run != nil) == isRun else {
      throw SQLiteFailure.damaged("the log of changes", cause: "a run of records has no end")
    }
    return LoggedChange(
      number: number, set: set, kind: kind, record: record, revision: revision, action: action,
      before: isRun ? nil : row.text(6), run: run)
  }

  /// The change set a statement stands on from a column on: id, at, by, command, checksum.
  static func set(_ row: SQLStatement, _ number: Int, from column: Int) throws(Diagnostic)
    -> (id: String, at: Moment, by: String, command: String)
  {
    guard let id = row.text(column), let at = row.integer(column + 1), let by = row.text(column + 2),
      let command = row.text(column + 3), row.integer(column + 4) == checksum(number, id, at, by, command)
    else { throw SQLiteFailure.damaged("the log of changes", cause: "the checksum of a change set does not fit") }
    return (id, Moment(microseconds: at), by, command)
  }

  func changes(kind: String?, record: RecordID?, limit: Int) throws(Diagnostic) -> [Change] {
    if let kind, try loggedTable(kind) == nil { _ = try table(kind) }
    return try reading([]) { (connection) throws(Diagnostic) in
      var clauses: [String] = []
      var arguments: [SQLValue] = []
      if let kind {
        clauses.append("c.kind = ?")
        arguments.append(.text(kind))
      }
      if let record {
        clauses.append("c.record = ?")
        arguments.append(.text(record.text))
        // Runs that this record was made in, or only began with, are looked for apart.
        clauses.append("c.action <> \(LoggedRun.action)")
      }
      let condition = clauses.isEmpty ? "" : " WHERE " + clauses.joined(separator: " AND ")
      var lines = try connection.rows(
        Engine.linesWithSets + condition + Engine.newestFirst(limit), arguments, Engine.line)
      if let record {
        for (run, at) in try runs(over: record.text, connection) where kind == nil || kind == run.kind {
          guard try members(of: run, at: at, connection).contains(record.text) else { continue }
          lines += try connection.rows(
            Engine.linesWithSets + " WHERE c.number = ?", [.integer(run.number)], Engine.line
          ).map { ($0.change.about(record.text), $0.set) }
        }
        lines.sort { $0.change.number > $1.change.number }
      }
      var changes: [Change] = []
      for (line, set) in lines where changes.count < limit {
        for change in try expanded(line, at: set.at, limit: limit - changes.count, connection)
        where changes.count < limit {
          changes.append(try self.change(change, set))
        }
      }
      return changes
    }
  }

  /// The log with the change sets, each line as `line` reads it.
  private static var linesWithSets: String {
    "SELECT \(changeColumns), s.id, s.at, s.by, s.command, s.checksum FROM podium_changes c "
      + "JOIN podium_sets s ON s.number = c.set_number"
  }

  private static func newestFirst(_ limit: Int) -> String { " ORDER BY c.number DESC LIMIT \(max(0, limit))" }

  private typealias LoggedSet = (id: String, at: Moment, by: String, command: String)

  private static func line(_ row: SQLStatement) throws(Diagnostic) -> (change: LoggedChange, set: LoggedSet) {
    let change = try Engine.change(row)
    return (change, try Engine.set(row, change.set, from: 8))
  }

  /// A line of the log as callers see it.
  private func change(_ change: LoggedChange, _ set: LoggedSet) throws(Diagnostic) -> Change {
    let shape = try shape(ofLogged: change.kind)
    var before = try Engine.before(change)
    before.removeAll { $0.0 == LoggedField.createdAt || $0.0 == LoggedField.createdBy }
    var fields: [String: Value] = [:]
    for (name, value) in before { fields[name] = shape?[name]?.kind.value(logged: value) ?? value.guessed }
    return Change(
      set: ChangeSetID(set.id), at: set.at, by: set.by, command: set.command, kind: change.kind,
      record: RecordID(change.record), revision: change.revision, action: change.action, before: fields)
  }

  /// The shape of a kind in the log, whether its plugin may use this file or not; nil for one nobody keeps now.
  private func shape(ofLogged kind: String) throws(Diagnostic) -> RecordKind? {
    for own in [Layout.datasets.kind, Layout.models.kind] where own.name == kind { return own }
    return try plan.get().tables[kind]?.kind
  }

  /// What a change notes of the values before.
  static func before(_ change: LoggedChange) throws(Diagnostic) -> [(String, JSONValue)] {
    guard let text = change.before else { return [] }
    do throws(Diagnostic) { return try JSONReader.value(text).members ?? [] } catch {
      throw SQLiteFailure.damaged("the log of changes", cause: error.message)
    }
  }
}
