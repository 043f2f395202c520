internal import PodiumCore
internal import PodiumPlugin

/// The change log: what each command did to each record.
///
/// It has no state of its own: the change set being written belongs to the transaction.
struct ChangeLog {
  let database: WorkspaceDatabase
  let transactions: Transactions

  /// Records a change in the running command's change set, which begins with its first change.
  func append(
    _ action: Change.Action, _ record: String, revision: Int, of kind: RecordKind, before: [(String, JSONValue)]?,
    _ connection: Connection
  ) throws(Diagnostic) {
    let text = before.map { JSONValue.object($0).text }
    try appendLine(action.number, record, revision: revision, of: kind, before: text, connection)
  }

  /// Writes a line of the log.
  func appendLine(
    _ action: Int, _ record: String, revision: Int, of kind: RecordKind, before text: String?, _ connection: Connection
  ) throws(Diagnostic) {
    guard case .open(var transaction) = transactions.phase else { throw ChangeLog.noTransaction }
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
        .integer(ChangeLog.checksum(set, kind.name, record, revision, action, text)),
      ])
    transactions.phase = .open(transaction)
  }

  private func newSet(
    at moment: Moment, _ transaction: inout Transactions.Transaction, _ connection: Connection
  ) throws(Diagnostic) -> Int {
    let last = try connection.integer("SELECT max(number) FROM podium_sets") ?? 0
    guard last < .max else { throw SQLiteFailure.damaged("the change log", cause: "no number is left") }
    let number = last + 1
    let id = database.ids.next(at: moment)
    // A command that carries its data in its text is not stored in full.
    let command = String(transactions.command.unicodeScalars.prefix(10_000))
    try connection.run(
      "INSERT INTO podium_sets (number, id, at, by, command, checksum) VALUES (?, ?, ?, ?, ?, ?)",
      [
        .integer(number), .text(id), .integer(moment.microseconds), .text(transactions.author), .text(command),
        .integer(ChangeLog.checksum(number, id, moment.microseconds, transactions.author, command)),
      ])
    transaction.set = (number, ChangeSetID(id))
    return number
  }

  /// The change set of the running command, created if nothing was logged; throws without a transaction.
  func currentSet(_ connection: Connection) throws(Diagnostic) -> ChangeSetID {
    guard case .open(var transaction) = transactions.phase else { throw ChangeLog.noTransaction }
    if let set = transaction.set { return set.id }
    _ = try newSet(at: transaction.at, &transaction, connection)
    transactions.phase = .open(transaction)
    guard let set = transaction.set else { throw Diagnostic("workspace-failed", "no change set could be created") }
    return set.id
  }

  private static var noTransaction: Diagnostic { Diagnostic("workspace-failed", "no transaction is open") }

  static func checksum(_ set: Int, _ id: String, _ at: Int, _ by: String, _ command: String) -> Int {
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

  /// The log line of the current row, whose columns are `changeColumns`.
  static func change(_ row: SQLStatement) throws(Diagnostic) -> LoggedChange {
    guard let number = row.integer(0), let set = row.integer(1), let kind = row.text(2), let record = row.text(3),
      let revision = row.integer(4), StoredRecord.revisions.contains(revision), let code = row.integer(5),
      let action = code == LoggedRun.action ? .insert : Change.Action(number: code),
      row.kind(6) == .null || row.text(6) != nil,
      row.integer(7) == checksum(set, kind, record, revision, code, row.text(6))
    else { throw SQLiteFailure.damaged("the change log", cause: "the checksum of a change does not match") }
    let isRun = code == LoggedRun.action
    let run = isRun ? LoggedRun(logged: row.text(6)) : nil
    guard (run != nil) == isRun else {
      throw SQLiteFailure.damaged("the change log", cause: "a run of records has no end")
    }
    return LoggedChange(
      number: number, set: set, kind: kind, record: record, revision: revision, action: action,
      before: isRun ? nil : row.text(6), run: run)
  }

  /// The change set of the current row, from a column on: id, at, by, command, checksum.
  static func set(_ row: SQLStatement, _ number: Int, from column: Int) throws(Diagnostic)
    -> LoggedSet
  {
    guard let id = row.text(column), let at = row.integer(column + 1), let by = row.text(column + 2),
      let command = row.text(column + 3), row.integer(column + 4) == checksum(number, id, at, by, command)
    else { throw SQLiteFailure.damaged("the change log", cause: "the checksum of a change set does not match") }
    return (id, Moment(microseconds: at), by, command)
  }

  /// The values before a change, as the log stores them.
  static func before(_ change: LoggedChange) throws(Diagnostic) -> [(String, JSONValue)] {
    guard let text = change.before else { return [] }
    do throws(Diagnostic) { return try JSONReader.value(text).members ?? [] } catch {
      throw SQLiteFailure.damaged("the change log", cause: error.message)
    }
  }
}
