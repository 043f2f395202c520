internal import PodiumCore
internal import PodiumPlugin

extension WorkspaceDatabase {
  /// Runs the plugins' pending migrations on a connection, all in one transaction, after a backup.
  ///
  /// Data newer than its plugin, or from a migration edited since, are refused for that plugin alone.
  func bring(_ connection: Connection, to plan: MigrationPlan) throws(Diagnostic) {
    (refused, absent) = ([:], [])
    let pending = try pending(connection, plan)
    guard !pending.isEmpty else { return }
    if connection.isReadOnly {
      for (owner, version) in pending {
        refused[owner] = Diagnostic(
          "workspace-read-only",
          "the data of '\(owner)' has version \(version) and must be migrated to version "
            + "\(plan.migrations[owner]?.count ?? 0), but the workspace is read-only",
          help: "make the file and its folder writable")
      }
      return
    }
    // Tables are rebuilt under their own names, which references would prevent.
    try connection.run("PRAGMA foreign_keys = OFF")
    try connection.run("BEGIN IMMEDIATE")
    let stamp = Record.Stamp(at: clock(), by: author)
    // Another process may have been here first.
    let due = try self.pending(connection, plan)
    if let first = due.first {
      if let file {
        // A separate connection makes the copy, since this one has begun to write; the lock keeps it from
        // missing what others write.
        let reader = try Connection(file, mode: .probe, patience: patience)
        defer { reader.close() }
        let version = plan.migrations[first.owner]?.count ?? 0
        _ = try backUp(reader, why: "before-\(first.owner)-\(version)", at: stamp.at)
      }
      for (owner, version) in due {
        for migration in (plan.migrations[owner] ?? []).dropFirst(version) {
          try run(migration, of: owner, after: plan, connection)
          try note(migration, plan.hashes(of: owner)[migration.version - 1], of: owner, stamp, connection)
        }
        try makeReferred(plan, by: owner, stamp, connection)
        try noteKinds(plan, of: owner, connection)
      }
      let broken = try connection.integer("SELECT count(*) FROM pragma_foreign_key_check") ?? 0
      guard broken == 0 else {
        throw Diagnostic(
          "workspace-failed",
          "the migrations leave \(broken.counted("reference")) to missing records, so nothing was changed")
      }
    }
    try connection.run("COMMIT")
    try connection.run("PRAGMA foreign_keys = ON")
  }

  /// The plugins with migrations to run and the versions they are at; fills `refused` and `absent`.
  private func pending(
    _ connection: Connection, _ plan: MigrationPlan
  ) throws(Diagnostic) -> [(owner: String, version: Int)] {
    var known: [String: [Int: String]] = [:]
    _ = try connection.rows("SELECT plugin, version, hash FROM podium_versions") { (row) throws(Diagnostic) in
      guard let plugin = row.text(0), let version = row.integer(1), version > 0, let hash = row.text(2) else {
        throw SQLiteFailure.damaged("the list of migrations")
      }
      known[plugin, default: [:]][version] = hash
    }
    var out: [(owner: String, version: Int)] = []
    for owner in plan.owners {
      let migrations = plan.migrations[owner] ?? []
      guard let run = known[owner], let version = run.keys.max() else {
        absent.insert(owner)
        continue
      }
      guard version <= migrations.count else {
        refused[owner] = Diagnostic(
          "workspace-newer",
          "the data of '\(owner)' in the workspace has version \(version), but this podium only knows versions up to "
            + "\(migrations.count)",
          help: "use the newer podium, or restore a backup from before the upgrade")
        continue
      }
      let hashes = plan.hashes(of: owner)
      if let edited = hashes.prefix(version).indices.first(where: { run[$0 + 1] != hashes[$0] }) {
        refused[owner] = Diagnostic(
          "workspace-newer",
          "migration \(edited + 1) of '\(owner)' is not the one that was run on this workspace",
          help: "leave published migrations unchanged and add a new version")
        continue
      }
      if version < migrations.count { out.append((owner, version)) }
    }
    return out
  }

  /// Makes the tables of the plugin that keeps a kind, which keeps nothing in the file yet; the caller holds the
  /// transaction.
  func makeTables(with kind: String, _ connection: Connection) throws(Diagnostic) {
    let plan = try plan.get()
    guard let owner = plan.ownerOfKind[kind] else { return }
    try make(plan, owner, Record.Stamp(at: clock(), by: author), connection)
    // Only changes by others require that the file is opened again.
    schemaVersion = try connection.integer("PRAGMA schema_version") ?? 0
  }

  /// Makes the tables of a plugin in the shape that all its migrations lead to.
  private func make(
    _ plan: MigrationPlan, _ owner: String, _ stamp: Record.Stamp, _ connection: Connection
  ) throws(Diagnostic) {
    for (migration, hash) in zip(plan.migrations[owner] ?? [], plan.hashes(of: owner)) {
      try note(migration, hash, of: owner, stamp, connection)
    }
    try noteKinds(plan, of: owner, connection)
    for kind in plan.kinds(of: owner) {
      do throws(Diagnostic) {
        try TableRebuild(connection: connection, before: [:], after: [:]).run(.create(kind))
      } catch {
        throw failure(error, "the tables of '\(owner)' could not be made", of: owner, connection)
      }
    }
    try makeReferred(plan, by: owner, stamp, connection)
  }

  /// Makes the tables of other plugins that records of this one refer to.
  private func makeReferred(
    _ plan: MigrationPlan, by owner: String, _ stamp: Record.Stamp, _ connection: Connection
  ) throws(Diagnostic) {
    for field in plan.kinds(of: owner).flatMap(\.fields) {
      guard case .reference(let target) = field.kind, let other = plan.ownerOfKind[target], other != owner,
        try isAbsent(target, connection)
      else { continue }
      try make(plan, other, stamp, connection)
    }
  }

  /// A full or failing disk, or a lock, is reported as it is; anything else is the fault of the plugin's migrations.
  private func failure(
    _ error: Diagnostic, _ what: String, of owner: String, _ connection: Connection
  ) -> Diagnostic {
    if connection.isBroken || error.code == "workspace-busy" { return error }
    return Diagnostic(
      "workspace-failed", what + ", so nothing was changed",
      help: "use this workspace with the previous version of '\(owner)'", cause: error.message)
  }

  private func run(
    _ migration: StoreMigration, of owner: String, after plan: MigrationPlan, _ connection: Connection
  ) throws(Diagnostic) {
    var kinds: [String: RecordKind] = [:]
    for kind in try MigrationPlan.shapes(Array((plan.migrations[owner] ?? []).prefix(migration.version - 1)), of: owner)
    { kinds[kind.name] = kind }
    for step in migration.steps {
      do throws(Diagnostic) {
        let before = kinds
        try step.apply(to: &kinds)
        try TableRebuild(connection: connection, before: before, after: kinds).run(step)
      } catch {
        throw failure(
          error, "migration \(migration.version) of '\(owner)' (\(migration.summary)) failed", of: owner, connection)
      }
    }
  }

  /// Stores that a plugin's data have a migration's shape.
  private func note(
    _ migration: StoreMigration, _ hash: String, of owner: String, _ stamp: Record.Stamp, _ connection: Connection
  ) throws(Diagnostic) {
    try connection.run(
      "INSERT INTO podium_versions (plugin, version, summary, hash, at, by) VALUES (?, ?, ?, ?, ?, ?)",
      [
        .text(owner), .integer(migration.version), .text(migration.summary), .text(hash),
        .integer(stamp.at.microseconds), .text(stamp.by),
      ])
  }

  /// Stores the current kinds of a plugin, for programs that read the file without it.
  private func noteKinds(_ plan: MigrationPlan, of owner: String, _ connection: Connection) throws(Diagnostic) {
    try connection.run("DELETE FROM podium_kinds WHERE plugin = ?", [.text(owner)])
    for kind in plan.kinds(of: owner) {
      try connection.run(
        "INSERT INTO podium_kinds (name, plugin, declaration) VALUES (?, ?, ?)",
        [.text(kind.name), .text(owner), .text(kind.declaration)])
    }
  }
}
