internal import Glibc
internal import PodiumCore
internal import PodiumPlugin

/// The workspace's file as a whole: its contents, backups, and checks.
///
/// It has no state of its own.
struct Administration {
  let database: WorkspaceDatabase
  let transactions: Transactions
  let log: ChangeLog
  let archive: Archive
  let results: KeptResults

  func info() throws(Diagnostic) -> WorkspaceInfo {
    var empty = WorkspaceInfo()
    empty.path = database.file
    empty.version = Layout.oldest
    return try transactions.reading(empty) { (connection) throws(Diagnostic) in
      var info = empty
      if let file = database.file {
        info.bytes = WorkspaceFile.size(file) + WorkspaceFile.size(file + "-wal")
      } else {
        info.bytes =
          (try connection.integer("PRAGMA page_count") ?? 0) * (try connection.integer("PRAGMA page_size") ?? 0)
      }
      info.version = try connection.integer("PRAGMA user_version") ?? 0
      info.isWritable = !connection.isReadOnly
      _ = try connection.rows("SELECT plugin, max(version) FROM podium_versions GROUP BY plugin") {
        (row) throws(Diagnostic) in
        if let plugin = row.text(0) { info.plugins[plugin] = row.integer(1) }
      }
      if case .success(let plan) = database.plan {
        for kind in plan.kinds where try database.isAbsent(kind.name, connection) { info.records[kind.name] = 0 }
      }
      for kind in try database.storedKinds(connection) {
        info.records[kind.name] = try count("SELECT count(*) FROM \(SQLValue.quoted(kind.name))", connection)
      }
      info.changes = try count("SELECT count(*) FROM podium_changes", connection)
      // A run counts as one change per record it created.
      _ = try connection.rows("SELECT before FROM podium_changes WHERE action = \(LoggedRun.action)") {
        (row) throws(Diagnostic) in
        guard let run = LoggedRun(logged: row.text(0)) else { return }
        let (changes, isTooLarge) = info.changes.addingReportingOverflow(run.count - 1)
        info.changes = isTooLarge ? .max : changes
      }
      info.datasets = try count("SELECT count(*) FROM \(Layout.datasets.name)", connection)
      info.models = try count("SELECT count(*) FROM \(Layout.models.name)", connection)
      info.results = try count("SELECT count(*) FROM podium_results", connection)
      info.resultBytes = try count("SELECT sum(length(CAST(content AS BLOB))) FROM podium_results", connection)
      return info
    }
  }

  private func count(_ sql: String, _ connection: Connection) throws(Diagnostic) -> Int {
    try connection.integer(sql) ?? 0
  }
}
