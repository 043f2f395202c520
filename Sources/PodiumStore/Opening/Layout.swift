internal import PodiumCore
internal import PodiumPlugin

/// The workspace's own tables, and how the file is identified.
enum Layout {
  /// The file's application id: `podi` in ASCII.
  static let applicationID = 0x706F_6469
  /// The newest version of this layout: 2 has log lines for runs of records. A file becomes 2 with its first run.
  static let version = 2
  /// The version of a new file.
  static let oldest = 1

  /// Saved tables and models are records of podium itself, so that the change log and `revert` cover them.
  static let datasets = KindTable(
    RecordKind(
      "podium.dataset",
      fields: [
        RecordField("name", .text, required: true), RecordField("summary", .text, required: true),
        RecordField("description", .text, required: true), RecordField("content", .text, required: true),
      ], key: ["name"], label: "saved table {name}"))
  static let models = KindTable(
    RecordKind(
      "podium.model",
      fields: [
        RecordField("name", .text, required: true), RecordField("summary", .text, required: true),
        RecordField("content", .text, required: true),
      ], key: ["name"], label: "saved model {name}"))

  private static let tables = [
    "podium_meta", "podium_versions", "podium_kinds", "podium_sets", "podium_changes", "podium_blobs",
    "podium_results", datasets.kind.name, models.kind.name,
  ]
  private static var names: String { tables.map { "'\($0)'" }.joined(separator: ", ") }

  private static let definitions: [String] = [
    "CREATE TABLE podium_meta (name TEXT NOT NULL PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID",
    """
    CREATE TABLE podium_versions (
      plugin TEXT NOT NULL, version INTEGER NOT NULL, summary TEXT NOT NULL, hash TEXT NOT NULL,
      at INTEGER NOT NULL, by TEXT NOT NULL, PRIMARY KEY (plugin, version)) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE podium_kinds (
      name TEXT NOT NULL PRIMARY KEY, plugin TEXT NOT NULL, declaration TEXT NOT NULL) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE podium_sets (
      number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, by TEXT NOT NULL,
      command TEXT NOT NULL, checksum INTEGER NOT NULL) STRICT
    """,
    """
    CREATE TABLE podium_changes (
      number INTEGER PRIMARY KEY, set_number INTEGER NOT NULL REFERENCES podium_sets (number),
      kind TEXT NOT NULL, record TEXT NOT NULL, revision INTEGER NOT NULL, action INTEGER NOT NULL, before TEXT,
      checksum INTEGER NOT NULL) STRICT
    """,
    "CREATE INDEX podium_changes_set ON podium_changes (set_number)",
    "CREATE INDEX podium_changes_record ON podium_changes (record)",
    """
    CREATE TABLE podium_blobs (
      hash TEXT NOT NULL, part INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (hash, part)) STRICT
    """,
    """
    CREATE TABLE podium_results (
      job TEXT NOT NULL PRIMARY KEY, at INTEGER NOT NULL, content TEXT NOT NULL, checksum INTEGER NOT NULL) STRICT
    """,
  ]

  /// Creates the tables in an empty file; the caller holds the transaction.
  static func create(in connection: Connection) throws(Diagnostic) {
    for definition in definitions { try connection.run(definition) }
    for table in [datasets, models] {
      for definition in [table.definition()] + table.indexDefinitions { try connection.run(definition) }
    }
    try connection.run("INSERT INTO podium_meta (name, value) VALUES ('clean', 1)")
    try connection.run("PRAGMA application_id = \(applicationID)")
    try connection.run("PRAGMA user_version = \(oldest)")
  }

  /// How a file identifies itself.
  enum Owner {
    /// Nothing was ever written to it.
    case empty
    /// A workspace of this version.
    case podium
  }

  /// The owner of the open file; throws `not-a-workspace` and `workspace-newer`.
  static func owner(of connection: Connection) throws(Diagnostic) -> Owner {
    // One snapshot: another process may be filling the file meanwhile.
    let isOwn = !connection.isInTransaction
    if isOwn { try connection.run("BEGIN") }
    defer { if isOwn { connection.rollBack() } }
    let name = "'\(connection.file ?? ":memory:")'"
    let application = try connection.integer("PRAGMA application_id") ?? 0
    let found = try connection.integer("PRAGMA user_version") ?? 0
    if application == 0, found == 0, try connection.integer("SELECT count(*) FROM sqlite_schema") == 0,
      // One page, because the lock to fill an empty file creates it.
      try connection.integer("PRAGMA page_count") ?? 0 <= 1
    {
      return .empty
    }
    guard application == applicationID else {
      throw Diagnostic(
        "not-a-workspace", "\(name) is a database of another program, so it was left unchanged",
        help: "name another file")
    }
    guard found <= version else {
      throw Diagnostic(
        "workspace-newer",
        "\(name) was written by a newer podium: its layout is \(found), "
          + "but this podium only knows layouts up to \(version)",
        help: "use the newer podium, or restore a backup into another file")
    }
    guard found >= oldest else {
      throw SQLiteFailure.damaged("the workspace \(name)", cause: "its layout is \(found)")
    }
    // A foreign trigger or view would act on what we write.
    let strange = try connection.integer("SELECT count(*) FROM sqlite_schema WHERE type NOT IN ('table', 'index')")
    let own = try connection.integer(
      "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN (\(names))")
    guard strange == 0, own == tables.count else {
      throw Diagnostic(
        "not-a-workspace", "\(name) is marked as a workspace but has other tables, so it was left unchanged",
        help: "restore a backup of the workspace, or name another file")
    }
    return .podium
  }

  /// Throws `workspace-damaged` if pages are inconsistent.
  ///
  /// `whole` compares every index with its table too.
  static func verify(_ connection: Connection, whole: Bool) throws(Diagnostic) {
    let found = try problems(in: connection, whole: whole, limit: 1)
    guard let first = found.first else { return }
    throw SQLiteFailure.damaged("the workspace '\(connection.file ?? ":memory:")'", cause: first)
  }

  /// The problems that SQLite finds in the pages.
  static func problems(in connection: Connection, whole: Bool, limit: Int) throws(Diagnostic) -> [String] {
    // A quick check reads each page once: kept pages would only cost the system as much time again.
    let cache = try connection.integer("PRAGMA cache_size") ?? -2000
    if !whole { try connection.run("PRAGMA cache_size = -1024") }
    defer { try? connection.run("PRAGMA cache_size = \(cache)") }
    return try connection.rows("PRAGMA \(whole ? "integrity" : "quick")_check(\(limit))") {
      (row) throws(Diagnostic) in row.text(0) ?? "an unreadable message"
    }.filter { $0 != "ok" }
  }
}
