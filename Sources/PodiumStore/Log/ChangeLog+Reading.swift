internal import PodiumCore
internal import PodiumPlugin

extension ChangeLog {
  func changes(kind: String?, record: RecordID?, limit: Int) throws(Diagnostic) -> [Change] {
    if let kind, try database.loggedTable(kind) == nil { _ = try database.table(kind) }
    return try transactions.reading([]) { (connection) throws(Diagnostic) in
      var clauses: [String] = []
      var arguments: [SQLValue] = []
      if let kind {
        clauses.append("c.kind = ?")
        arguments.append(.text(kind))
      }
      if let record {
        clauses.append("c.record = ?")
        arguments.append(.text(record.text))
        // The run that created this record, or only began with it, is searched separately.
        clauses.append("c.action <> \(LoggedRun.action)")
      }
      let condition = clauses.isEmpty ? "" : " WHERE " + clauses.joined(separator: " AND ")
      var lines = try connection.rows(
        ChangeLog.linesWithSets + condition + ChangeLog.newestFirst(limit), arguments, ChangeLog.line)
      if let record {
        for (run, set) in try runs(over: record.text, connection) where kind == nil || kind == run.kind {
          guard try members(of: run, at: set.at, connection).contains(record.text) else { continue }
          lines.append((run.about(record.text), set))
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

  /// The changes after a number, the oldest first; the lines of the log are taken whole.
  func changes(after number: Int, kinds: [String]?, limit: Int) throws(Diagnostic) -> [Change] {
    for kind in kinds ?? [] where try database.loggedTable(kind) == nil { _ = try database.table(kind) }
    return try transactions.reading([]) { (connection) throws(Diagnostic) in
      let chosen = kinds.map { " AND c.kind IN (" + $0.map { _ in "?" }.joined(separator: ", ") + ")" } ?? ""
      return try changes(
        where: "c.number > ?" + chosen, [.integer(number)] + (kinds ?? []).map(SQLValue.text), limit: limit, connection)
    }
  }

  /// The number of the last change; 0 where there is none.
  func lastChange() throws(Diagnostic) -> Int {
    try transactions.reading(0) { (connection) throws(Diagnostic) in
      try connection.integer("SELECT max(number) FROM podium_changes") ?? 0
    }
  }

  /// What the running command has changed so far, the oldest first.
  func pendingChanges() throws(Diagnostic) -> [Change] {
    guard case .open(let transaction) = transactions.phase, let set = transaction.set else { return [] }
    return try transactions.reading([]) { (connection) throws(Diagnostic) in
      try changes(of: set.number, connection)
    }
  }

  /// What a change set is made of, the oldest first.
  func changes(of set: Int, _ connection: Connection) throws(Diagnostic) -> [Change] {
    try changes(where: "c.set_number = ?", [.integer(set)], limit: .max, connection)
  }

  private func changes(
    where condition: String, _ arguments: [SQLValue], limit: Int, _ connection: Connection
  ) throws(Diagnostic) -> [Change] {
    let lines = try connection.rows(
      ChangeLog.linesWithSets + " WHERE \(condition) ORDER BY c.number LIMIT \(max(0, limit))", arguments,
      ChangeLog.line)
    var changes: [Change] = []
    for (line, set) in lines where changes.count < limit {
      // Those of a run come newest first.
      for change in try expanded(line, at: set.at, connection).reversed() {
        changes.append(try self.change(change, set))
      }
    }
    return changes
  }

  /// The log with its change sets, each line as read by `line`; a line whose set is lost is damage, not absent.
  static var linesWithSets: String {
    "SELECT \(changeColumns), s.id, s.at, s.by, s.command, s.checksum FROM podium_changes c "
      + "LEFT JOIN podium_sets s ON s.number = c.set_number"
  }

  private static func newestFirst(_ limit: Int) -> String { " ORDER BY c.number DESC LIMIT \(max(0, limit))" }

  typealias LoggedSet = (id: String, at: Moment, by: String, command: String)

  static func line(_ row: SQLStatement) throws(Diagnostic) -> (change: LoggedChange, set: LoggedSet) {
    let change = try ChangeLog.change(row)
    return (change, try ChangeLog.set(row, change.set, from: 8))
  }

  /// A line of the log as callers see it.
  private func change(_ change: LoggedChange, _ set: LoggedSet) throws(Diagnostic) -> Change {
    let shape = try database.shape(ofLogged: change.kind)
    var before = try ChangeLog.before(change)
    before.removeAll { $0.0 == LoggedField.createdAt || $0.0 == LoggedField.createdBy }
    var fields: [String: Value] = [:]
    for (name, value) in before { fields[name] = shape?[name]?.kind.value(logged: value) ?? value.guessed }
    return Change(
      number: change.number, set: ChangeSetID(set.id), at: set.at, by: set.by, command: set.command, kind: change.kind,
      record: RecordID(change.record), revision: change.revision, action: change.action, before: fields)
  }
}
