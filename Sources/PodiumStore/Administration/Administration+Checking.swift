internal import PodiumCore
internal import PodiumPlugin

/// Checks for damage.
extension Administration {
  func check() throws(Diagnostic) -> [String] {
    do throws(Diagnostic) {
      return try transactions.reading([]) { (connection) throws(Diagnostic) in try problems(of: connection) }
    } catch {
      guard error.code == "workspace-damaged" else { throw error }
      // A file too damaged to work with is still checked.
      var found = [error.cause.map { "\(error.message): \($0)" } ?? error.message]
      if let file = database.file, let probe = try? Connection(file, mode: .probe, patience: database.patience) {
        found = (try? problems(of: probe)) ?? found
        probe.close()
      }
      return found
    }
  }

  /// All problems that a connection sees.
  func problems(of connection: Connection) throws(Diagnostic) -> [String] {
    var found = try Layout.problems(in: connection, whole: true, limit: 50)
    _ = try connection.rows("SELECT \"table\", parent FROM pragma_foreign_key_check LIMIT 50") {
      (row) throws(Diagnostic) in
      found.append("a record of '\(row.text(0) ?? "?")' refers to a missing record of '\(row.text(1) ?? "?")'")
    }
    let stored = try database.storedKinds(connection)
    if case .success(let plan) = database.plan {
      for kind in plan.kinds {
        guard let owner = plan.ownerOfKind[kind.name], database.refused[owner] == nil,
          try !database.isAbsent(kind.name, connection)
        else { continue }
        if let there = stored.first(where: { $0.name == kind.name }), there == kind { continue }
        if try connection.integer("SELECT count(*) FROM podium_versions WHERE plugin = ?", [.text(owner)])
          == plan.migrations[owner]?.count
        {
          found.append("kind '\(kind.name)' does not match the migrations of '\(owner)'")
        }
      }
    }
    for table in stored.map(KindTable.init) + [Layout.datasets, Layout.models] {
      try sums(of: table, connection, &found)
    }
    // No checksum covers the order of the lines: a later command has a higher number.
    var newest = Int.min
    try each("SELECT \(ChangeLog.changeColumns) FROM podium_changes c ORDER BY c.number", connection, &found) {
      (row) throws(Diagnostic) in
      let line = try ChangeLog.change(row)
      _ = try ChangeLog.before(line)
      guard line.set >= newest else {
        throw SQLiteFailure.damaged("the change log", cause: "change \(line.number) is in the place of an older one")
      }
      newest = line.set
    }
    try each(
      ChangeLog.linesWithSets + " WHERE c.action = \(LoggedRun.action) ORDER BY c.number", connection, &found
    ) { (row) throws(Diagnostic) in
      let line = try ChangeLog.line(row)
      _ = try log.members(of: line.change, at: line.set.at, connection)
    }
    try each("SELECT number, id, at, by, command, checksum FROM podium_sets ORDER BY number", connection, &found) {
      (row) throws(Diagnostic) in _ = try ChangeLog.set(row, row.integer(0) ?? 0, from: 1)
    }
    try each("SELECT job, content, checksum FROM podium_results ORDER BY job", connection, &found) {
      (row) throws(Diagnostic) in
      guard let job = row.text(0), let content = row.text(1), row.integer(2) == KeptResults.checksum(job, content)
      else {
        throw SQLiteFailure.damaged("the result of job '\(row.text(0) ?? "?")'", cause: "its checksum does not match")
      }
    }
    for hash in try connection.rows(
      "SELECT DISTINCT hash FROM podium_blobs ORDER BY hash", [],
      {
        (row) throws(Diagnostic) in row.text(0) ?? ""
      })
    {
      do throws(Diagnostic) { _ = try archive.blob(hash, connection) } catch {
        found.append(Administration.sentence(error))
      }
    }
    for (table, place) in [(Layout.datasets, 3), (Layout.models, 2)] {
      let column = SQLValue.quoted(table.kind.fields[place].name)
      _ = try connection.rows(
        "SELECT \"name\" FROM \(table.name) WHERE \(column) NOT IN (SELECT hash FROM podium_blobs)"
      ) { (row) throws(Diagnostic) in found.append("the content of '\(row.text(0) ?? "?")' is missing") }
    }
    return found
  }

  private func sums(of table: KindTable, _ connection: Connection, _ found: inout [String]) throws(Diagnostic) {
    do throws(Diagnostic) {
      try each("SELECT \(table.columns) FROM \(table.name) ORDER BY \"id\"", connection, &found) {
        (row) throws(Diagnostic) in _ = try table.read(row)
      }
    } catch {
      // The table lacks a column of its kind.
      guard error.code == "workspace-failed", !connection.isBroken else { throw error }
      found.append(
        "the table of kind '\(table.kind.name)' does not match its declaration: \(error.cause ?? error.message)")
    }
  }

  /// Reads every row; damage is noted, and reading continues.
  private func each(
    _ sql: String, _ connection: Connection, _ found: inout [String],
    _ look: (SQLStatement) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    try connection.with(sql) { (row) throws(Diagnostic) in
      while try row.step() {
        do throws(Diagnostic) { try look(row) } catch {
          guard error.code == "workspace-damaged" else { throw error }
          if found.count < 200 { found.append(Administration.sentence(error)) }
        }
      }
    }
  }

  private static func sentence(_ error: Diagnostic) -> String {
    error.cause.map { "\(error.message): \($0)" } ?? error.message
  }
}
