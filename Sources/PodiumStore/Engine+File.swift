internal import Glibc
internal import PodiumCore
internal import PodiumShell

extension Engine {
  func info() throws(Diagnostic) -> WorkspaceInfo {
    var empty = WorkspaceInfo()
    empty.path = file
    empty.version = Layout.oldest
    return try reading(empty) { (connection) throws(Diagnostic) in
      var info = empty
      if let file {
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
      for kind in try storedKinds(connection) {
        info.records[kind.name] = try count("SELECT count(*) FROM \(SQLValue.quoted(kind.name))", connection)
      }
      info.changes = try count("SELECT count(*) FROM podium_changes", connection)
      // A run is as many changes as it made records.
      _ = try connection.rows("SELECT before FROM podium_changes WHERE action = \(LoggedRun.action)") {
        (row) throws(Diagnostic) in info.changes += max(0, (LoggedRun(logged: row.text(0))?.count ?? 1) - 1)
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

  /// The kinds in the file, those of plugins that do not run now included.
  private func storedKinds(_ connection: Connection) throws(Diagnostic) -> [RecordKind] {
    try connection.rows("SELECT name, declaration FROM podium_kinds ORDER BY name") { (row) throws(Diagnostic) in
      guard let name = row.text(0), let kind = row.text(1).flatMap(RecordKind.init(declaration:)), kind.name == name
      else { throw SQLiteFailure.damaged("the list of kinds") }
      return kind
    }
  }

  // MARK: Backups

  func backUp(to path: String, shown name: String) throws(Diagnostic) {
    try Engine.refuseOpenTransaction(self)
    guard let connection = try opened(creating: file == nil) else {
      throw Diagnostic("no-workspace", "there is no workspace yet, so there is nothing to back up")
    }
    do throws(Diagnostic) { try Engine.copy(connection, to: path, shown: name, patience: patience) } catch {
      settle(error)
      throw error
    }
  }

  /// Copies the open file beside itself; returns the path.
  func backUp(_ connection: Connection, why: String, at moment: Moment) throws(Diagnostic) -> String? {
    guard let file else { return nil }
    let stamp = moment.description.filter { $0.isASCII && ($0.isNumber || $0.isLetter) }
    let stem = file.hasSuffix(".sqlite") ? String(file.dropLast(7)) : file
    // Two backups in one second take numbers.
    for number in 1...100 {
      let path = "\(stem).\(why).\(stamp)\(number == 1 ? "" : "-\(number)").sqlite"
      do throws(Diagnostic) {
        try Engine.copy(connection, to: path, shown: path, patience: patience)
        return path
      } catch {
        guard error.code == "file-exists" else { throw error }
      }
    }
    throw Diagnostic("file-exists", "there are 100 backups of this second already")
  }

  /// Copies everything a connection sees into a new file, whole and on the disk, or not at all.
  private static func copy(
    _ connection: Connection, to path: String, shown name: String, patience: Double
  ) throws(Diagnostic) {
    try WorkspaceFile.makeNew(path, shown: name)
    do throws(Diagnostic) {
      let target = try Connection(path, patience: patience)
      defer { target.close() }
      try connection.copy(into: target)
      // A backup is one file: no log beside it, and its next reader need not check it for a crash.
      let mode = try target.text("PRAGMA journal_mode = DELETE")
      guard mode == "delete" else { throw Diagnostic("workspace-failed", "the backup cannot be closed", cause: mode) }
      try target.run("UPDATE podium_meta SET value = 1 WHERE name = 'clean'")
      try Layout.verify(target, whole: true)
      WorkspaceFile.synchronise(folder: WorkspaceFile.folder(of: path))
    } catch {
      WorkspaceFile.remove(path)
      throw error
    }
  }

  func restore(from path: String, shown name: String) throws(Diagnostic) -> String? {
    try Engine.refuseOpenTransaction(self)
    // Nothing would take it back where the rest of the file fails.
    guard outerLevels.isEmpty else {
      throw Diagnostic(
        "workspace-busy", "a file of commands is all or nothing, and nothing takes a restored workspace back",
        help: "restore in a command of its own")
    }
    guard case .file = try WorkspaceFile.kind(path) else {
      throw Diagnostic("unknown-file", "there is no backup '\(name)'", help: "name a backup of a workspace")
    }
    let source = try Connection(path, mode: .probe, patience: patience)
    defer { source.close() }
    guard try Layout.owner(of: source) == .podium else {
      throw Diagnostic("not-a-workspace", "'\(name)' is no backup of a workspace")
    }
    try Layout.verify(source, whole: true)
    if let problem = try problems(of: source).first {
      throw SQLiteFailure.damaged("the backup '\(name)'", cause: problem)
    }
    // The marker of a session that is running now would make the next opening check everything.
    flushWaiting()
    let (saved, target) = try cleared(at: clock())
    do throws(Diagnostic) {
      try source.copy(into: target)
      try Layout.verify(target, whole: true)
      // What the plugins keep may be older now: a file is looked at anew by the next call.
      if file == nil { try adopt(target, plan.get()) } else { drop() }
    } catch {
      settle(error)
      drop()
      throw error
    }
    return saved
  }

  /// A connection to restore into, and the path of the backup of what was there.
  ///
  /// A damaged file is set aside as it is: its pages cannot be copied.
  private func cleared(at moment: Moment) throws(Diagnostic) -> (String?, Connection) {
    do throws(Diagnostic) {
      let existed = connection != nil || file.map { WorkspaceFile.size($0) > 0 } ?? false
      guard let open = try opened(creating: true) else {
        throw Diagnostic("workspace-failed", "the workspace cannot be opened")
      }
      guard !open.isReadOnly else { throw SQLiteFailure.diagnostic(8, "", file: file) }
      return (existed ? try backUp(open, why: "before-restore", at: moment) : nil, open)
    } catch {
      guard error.code == "workspace-damaged", let file else { throw error }
      drop()
      let aside = "\(file).damaged.\(moment.description.filter { $0.isASCII && ($0.isNumber || $0.isLetter) })"
      for ending in ["", "-wal", "-journal"] where WorkspaceFile.identity(file + ending) != nil {
        guard renameatx(file + ending, aside + ending) else {
          throw Diagnostic("workspace-failed", "the damaged workspace cannot be set aside", cause: "'\(aside)'")
        }
      }
      guard let fresh = try opened(creating: true) else {
        throw Diagnostic("workspace-failed", "the workspace cannot be opened")
      }
      return (aside, fresh)
    }
  }

  /// Renames without replacing anything.
  private func renameatx(_ from: String, _ to: String) -> Bool {
    guard WorkspaceFile.identity(to) == nil else { return false }
    return rename(from, to) == 0
  }

  private static func refuseOpenTransaction(_ engine: Engine) throws(Diagnostic) {
    guard engine.isOpen else { return }
    throw Diagnostic(
      "workspace-busy", "the running command has written into the workspace, so its file stays as it is",
      help: "back up and restore in a command of its own, outside of a file that writes")
  }

  // MARK: Checking

  func check() throws(Diagnostic) -> [String] {
    do throws(Diagnostic) {
      return try reading([]) { (connection) throws(Diagnostic) in try problems(of: connection) }
    } catch {
      guard error.code == "workspace-damaged" else { throw error }
      // What is too damaged to work with is looked at all the same.
      var found = [error.cause.map { "\(error.message): \($0)" } ?? error.message]
      if let file, let probe = try? Connection(file, mode: .probe, patience: patience) {
        found = (try? problems(of: probe)) ?? found
        probe.close()
      }
      return found
    }
  }

  /// Everything that is wrong with what a connection sees.
  private func problems(of connection: Connection) throws(Diagnostic) -> [String] {
    var found = try Layout.problems(in: connection, whole: true, limit: 50)
    _ = try connection.rows("SELECT \"table\", parent FROM pragma_foreign_key_check LIMIT 50") {
      (row) throws(Diagnostic) in
      found.append("a record of '\(row.text(0) ?? "?")' refers to one of '\(row.text(1) ?? "?")' that is gone")
    }
    let stored = try storedKinds(connection)
    if case .success(let plan) = plan {
      for kind in plan.kinds {
        guard let owner = plan.ownerOfKind[kind.name], refused[owner] == nil, !absent.contains(owner) else { continue }
        if let there = stored.first(where: { $0.name == kind.name }), there == kind { continue }
        if try connection.integer("SELECT count(*) FROM podium_versions WHERE plugin = ?", [.text(owner)])
          == plan.migrations[owner]?.count
        {
          found.append("kind '\(kind.name)' is not what the migrations of '\(owner)' make")
        }
      }
    }
    for table in stored.map(KindTable.init) + [Layout.datasets, Layout.models] {
      try sums(of: table, connection, &found)
    }
    try each("SELECT \(Engine.changeColumns) FROM podium_changes c ORDER BY c.number", connection, &found) {
      (row) throws(Diagnostic) in _ = try Engine.before(try Engine.change(row))
    }
    try each(
      "SELECT \(Engine.changeColumns), s.at FROM podium_changes c JOIN podium_sets s ON s.number = c.set_number "
        + "WHERE c.action = \(LoggedRun.action)", connection, &found
    ) { (row) throws(Diagnostic) in
      let line = try Engine.change(row)
      guard let run = line.run, stored.contains(where: { $0.name == line.kind }) else { return }
      let there = try members(of: line, at: Moment(microseconds: row.integer(8) ?? 0), connection).count
      guard there != run.count else { return }
      throw SQLiteFailure.damaged(
        "the log of changes",
        cause: "\(run.count.counted("record")) of '\(line.kind)' were made, and \(there) are known")
    }
    try each("SELECT number, id, at, by, command, checksum FROM podium_sets ORDER BY number", connection, &found) {
      (row) throws(Diagnostic) in _ = try Engine.set(row, row.integer(0) ?? 0, from: 1)
    }
    try each("SELECT job, content, checksum FROM podium_results ORDER BY job", connection, &found) {
      (row) throws(Diagnostic) in
      guard let job = row.text(0), let content = row.text(1), row.integer(2) == Engine.checksum(job, content) else {
        throw SQLiteFailure.damaged("the result of job '\(row.text(0) ?? "?")'", cause: "its checksum does not fit")
      }
    }
    for hash in try connection.rows(
      "SELECT DISTINCT hash FROM podium_blobs ORDER BY hash", [],
      {
        (row) throws(Diagnostic) in row.text(0) ?? ""
      })
    {
      do throws(Diagnostic) { _ = try blob(hash, connection) } catch { found.append(Engine.sentence(error)) }
    }
    for (table, place) in [(Layout.datasets, 3), (Layout.models, 2)] {
      let column = SQLValue.quoted(table.kind.fields[place].name)
      _ = try connection.rows(
        "SELECT \"name\" FROM \(table.name) WHERE \(column) NOT IN (SELECT hash FROM podium_blobs)"
      ) { (row) throws(Diagnostic) in found.append("the content of '\(row.text(0) ?? "?")' is gone") }
    }
    return found
  }

  private func sums(of table: KindTable, _ connection: Connection, _ found: inout [String]) throws(Diagnostic) {
    do throws(Diagnostic) {
      try each("SELECT \(table.columns) FROM \(table.name) ORDER BY \"id\"", connection, &found) {
        (row) throws(Diagnostic) in _ = try table.read(row)
      }
    } catch {
      // A table that lacks a column its kind has.
      guard error.code == "workspace-failed", !connection.isBroken else { throw error }
      found.append("the table of kind '\(table.kind.name)' is not as declared: \(error.cause ?? error.message)")
    }
  }

  /// Looks at every row; what is damaged is noted, and the looking goes on.
  private func each(
    _ sql: String, _ connection: Connection, _ found: inout [String],
    _ look: (SQLStatement) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    try connection.with(sql) { (row) throws(Diagnostic) in
      while try row.step() {
        do throws(Diagnostic) { try look(row) } catch {
          guard error.code == "workspace-damaged" else { throw error }
          if found.count < 200 { found.append(Engine.sentence(error)) }
        }
      }
    }
  }

  private static func sentence(_ error: Diagnostic) -> String {
    error.cause.map { "\(error.message): \($0)" } ?? error.message
  }
}
