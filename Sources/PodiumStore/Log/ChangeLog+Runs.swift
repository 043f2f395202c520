internal import PodiumCore
internal import PodiumPlugin

/// Runs of records created by one merge.
extension ChangeLog {
  /// Logs what a merge created, and starts an empty run.
  func append(_ run: inout FreshRun, of kind: RecordKind, _ connection: Connection) throws(Diagnostic) {
    defer { run = FreshRun() }
    guard run.names.count >= LoggedRun.fewest, let first = run.names.first, let last = run.names.last,
      // If a clock stopped, a record of another session may be between them.
      try connection.integer(
        "SELECT count(*) FROM \(SQLValue.quoted(kind.name)) WHERE id BETWEEN ? AND ? AND created_at = ?",
        [.text(first), .text(last), .integer(try transactions.stamp().at.microseconds)]) == run.names.count
    else {
      for id in run.names { try append(.insert, id, revision: 1, of: kind, before: nil, connection) }
      return
    }
    // Versions that do not know runs must not mistake them for damage.
    if try connection.integer("PRAGMA user_version") ?? 0 < Layout.version {
      try connection.run("PRAGMA user_version = \(Layout.version)")
    }
    try appendLine(
      LoggedRun.action, first, revision: 1, of: kind, before: LoggedRun(last: last, count: run.names.count).text,
      connection)
    try connection.run(
      "INSERT INTO podium_meta (name, value) VALUES ('names', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      [.integer(database.ids.reached)])
  }

  /// The lines that a log line represents: one for each record of a run, newest first, otherwise itself.
  ///
  /// `at` is the moment of its change set. Records that were removed since count, erased ones do not. If no plugin
  /// stores the kind now, the run represents itself.
  func expanded(
    _ change: LoggedChange, at moment: Moment, limit: Int = .max, _ connection: Connection
  ) throws(Diagnostic) -> [LoggedChange] {
    guard change.run != nil else { return [change] }
    let names = try members(of: change, at: moment, limit: limit, connection)
    guard !names.isEmpty else { return [change] }
    return names.map { change.about($0) }
  }

  /// The names of the records that a run created, newest first, up to a limit.
  func members(
    of change: LoggedChange, at moment: Moment, limit: Int = .max, _ connection: Connection
  ) throws(Diagnostic) -> [String] {
    guard let run = change.run else { return [] }
    var names: [String] = []
    let known = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?"
    let isStored = try connection.integer(known, [.text(change.kind)]) ?? 0 > 0
    if isStored {
      names = try connection.rows(
        "SELECT id FROM \(SQLValue.quoted(change.kind)) WHERE id BETWEEN ? AND ? AND created_at = ? "
          + "ORDER BY id DESC LIMIT \(limit)",
        [.text(change.record), .text(run.last), .integer(moment.microseconds)]
      ) { (row) throws(Diagnostic) in row.text(0) ?? "" }
    }
    let removed = try connection.rows(
      "SELECT \(ChangeLog.changeColumns) FROM podium_changes c WHERE c.kind = ? AND c.record BETWEEN ? AND ? "
        + "AND c.action = ? AND c.number > ?",
      [
        .text(change.kind), .text(change.record), .text(run.last), .integer(Change.Action.remove.number),
        .integer(change.number),
      ], ChangeLog.change)
    if !removed.isEmpty {
      var all = Set(names)
      for line in removed {
        let before = try ChangeLog.before(line)
        guard before.first(where: { $0.0 == LoggedField.createdAt })?.1.integer == moment.microseconds else { continue }
        all.insert(line.record)
      }
      names = Array(all.inCodePointOrder().reversed().prefix(limit))
    }
    // Otherwise a damaged moment of a record would leave it out.
    guard !isStored || names.count == min(run.count, limit) else {
      throw SQLiteFailure.damaged(
        "the change log",
        cause: "\(run.count.counted("record")) of '\(change.kind)' were created, but \(names.count) are known")
    }
    return names
  }

  /// The runs whose range of names includes a record, and their change sets.
  func runs(
    over record: String, _ connection: Connection
  ) throws(Diagnostic) -> [(change: LoggedChange, set: LoggedSet)] {
    let lines = try connection.rows(
      ChangeLog.linesWithSets + " WHERE c.action = ? AND c.record <= ?",
      [.integer(LoggedRun.action), .text(record)], ChangeLog.line)
    return lines.filter { $0.change.run.map { !CodePointOrder.precedes($0.last, record) } ?? false }
  }

  /// Removes an erased record from the run that created it.
  func shrinkRuns(over record: String, createdAt: Moment, _ connection: Connection) throws(Diagnostic) {
    for (change, set) in try runs(over: record, connection) where set.at == createdAt {
      let names = try members(of: change, at: set.at, connection).filter { $0 != record }
      guard let last = names.first, let first = names.last else {
        try connection.run("DELETE FROM podium_changes WHERE number = ?", [.integer(change.number)])
        continue
      }
      let text = LoggedRun(last: last, count: names.count).text
      try connection.run(
        "UPDATE podium_changes SET record = ?, before = ?, checksum = ? WHERE number = ?",
        [
          .text(first), .text(text),
          .integer(ChangeLog.checksum(change.set, change.kind, first, change.revision, LoggedRun.action, text)),
          .integer(change.number),
        ])
    }
  }
}
