public import PodiumCore
public import PodiumPlugin
internal import Synchronization

/// Records of plugins.
extension Workspace {
  /// The records that match a query; throws `unknown-kind`, `unknown-field` and `bad-query`.
  public func records(_ query: RecordQuery) throws(Diagnostic) -> [Record] {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.records.records(query) }
  }

  /// Number of records that match a query.
  public func count(_ query: RecordQuery) throws(Diagnostic) -> Int {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.records.count(query) }
  }

  public func table(_ query: RecordQuery, fields: [String]?) throws(Diagnostic) -> Table {
    try parts.withLock { (parts) throws(Diagnostic) in
      try parts.records.table(query, fields: fields, coded: false)
    }
  }

  /// The same with texts as categories.
  public func coded(_ query: RecordQuery, fields: [String]?) throws(Diagnostic) -> Table {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.records.table(query, fields: fields, coded: true) }
  }

  /// Several tables from one snapshot.
  public func tables(_ requests: [TableRequest]) throws(Diagnostic) -> [Table] {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.records.tables(requests) }
  }

  /// A mark that stays equal as long as no one writes.
  public func mark() throws(Diagnostic) -> StoreMark? {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.records.mark() }
  }

  /// Adds a record.
  public func insert(_ kind: String, _ fields: [String: Value]) throws(Diagnostic) -> Record {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.records.insert(kind, fields) }
  }

  /// Adds many records.
  public func insert(all rows: [[String: Value]], into kind: String, cancellation: Cancellation) throws(Diagnostic) {
    try parts.withLock { (parts) throws(Diagnostic) in
      try parts.records.insert(all: rows, into: kind, cancellation: cancellation)
    }
  }

  /// Changes fields of a record.
  public func update(
    _ id: RecordID, of kind: String, setting fields: [String: Value], revision: Int?
  ) throws(Diagnostic) -> Record {
    try parts.withLock { (parts) throws(Diagnostic) in
      try parts.records.update(id, of: kind, setting: fields, revision: revision)
    }
  }

  public func remove(_ id: RecordID, of kind: String, revision: Int?) throws(Diagnostic) {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.records.remove(id, of: kind, revision: revision) }
  }

  /// Removes a record and its traces in the log.
  public func erase(_ id: RecordID, of kind: String, words: [String]) throws(Diagnostic) {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.records.erase(id, of: kind, words: words) }
  }

  /// Adds and changes records by their natural key.
  public func merge(
    _ table: Table, into kind: String, rule: MergeRule, cancellation: Cancellation
  ) throws(Diagnostic) -> MergeReport {
    try parts.withLock { (parts) throws(Diagnostic) in
      try parts.records.merge(table, into: kind, rule: rule, cancellation: cancellation)
    }
  }

  /// The kinds created by registered migrations, in code-point order.
  public func kinds() throws(Diagnostic) -> [RecordKind] {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.database.plan.get().kinds }
  }

  /// The author of records and changes.
  public var author: String? { parts.withLock { $0.transactions.author } }

  /// The author in a replay of a notebook that names none.
  public static let replayAuthor = "notebook"

  /// Changes the author of a workspace in memory that belongs to a replay.
  public func sign(asInNotebook author: String) {
    parts.withLock { parts in
      guard parts.database.file == nil, parts.database.author == Workspace.replayAuthor else { return }
      parts.database.author = author
    }
  }

  /// The next number of a kind, never the same one twice.
  public func nextNumber(of kind: String) throws(Diagnostic) -> Int {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.records.nextNumber(of: kind) }
  }
}
