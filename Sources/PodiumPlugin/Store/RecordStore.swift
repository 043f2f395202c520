public import PodiumCore

/// The records of plugins.
public protocol RecordStore: Sendable {
  /// The records a query asks for; throws `unknown-kind` and `unknown-field`.
  func records(_ query: RecordQuery) throws(Diagnostic) -> [Record]

  /// How many records a query asks for.
  func count(_ query: RecordQuery) throws(Diagnostic) -> Int

  /// The fields of the records as a table, one column a field in the kind's order; faster than records one by one.
  ///
  /// `fields` chooses and orders columns; `id`, `revision`, `created_at`, `created_by`, `changed_at` and
  /// `changed_by` may be among them.
  func table(_ query: RecordQuery, fields: [String]?) throws(Diagnostic) -> Table

  /// The same with texts and references as categories in the order they are met: where texts repeat, ten thousands of
  /// rows are compared and counted by their codes.
  func coded(_ query: RecordQuery, fields: [String]?) throws(Diagnostic) -> Table

  /// Several tables as they are at one moment, in the order they are asked for.
  ///
  /// For what is read whole before it is worked on: large tables are read side by side.
  func tables(_ requests: [TableRequest]) throws(Diagnostic) -> [Table]

  /// A mark that changes when this or another process writes to the workspace, and is unlike the marks of other stores.
  ///
  /// Nil where that is unknown, as after the running command has written.
  func mark() throws(Diagnostic) -> StoreMark?

  /// Adds a record; throws `bad-record` for values that do not fit the kind, `taken-key` for a known natural key.
  func insert(_ kind: String, _ fields: [String: Value]) throws(Diagnostic) -> Record

  /// Adds records, all or none; throws as `insert` does.
  ///
  /// For many records, such as those with fields of bytes, which no table can hold for `merge`.
  func insert(all rows: [[String: Value]], into kind: String, cancellation: Cancellation) throws(Diagnostic)

  /// Changes fields of a record (`.missing` takes a value away); throws `unknown-record`, `bad-record`,
  /// `taken-key`, and `stale-record` when `revision` is given and is not the record's.
  func update(
    _ id: RecordID, of kind: String, setting fields: [String: Value], revision: Int?
  ) throws(Diagnostic) -> Record

  /// Removes a record; throws `unknown-record`, `stale-record`, and `record-in-use` when others refer to it.
  func remove(_ id: RecordID, of kind: String, revision: Int?) throws(Diagnostic)

  /// Removes a record for good, as a person's wish to be forgotten asks: the log keeps nothing of it, so that `revert`
  /// cannot bring it back, and commands in the log that contain one of the words keep only their verb.
  ///
  /// Throws `unknown-record`, and `record-in-use` when others refer to it.
  func erase(_ id: RecordID, of kind: String, words: [String]) throws(Diagnostic)

  /// Adds and changes records by their natural key; columns of the table are fields.
  ///
  /// Rows of one key within the table count as further rows about the same record. Throws `bad-record` naming the
  /// row, and `no-key` for a kind without a natural key.
  func merge(
    _ table: Table, into kind: String, rule: MergeRule, cancellation: Cancellation
  ) throws(Diagnostic) -> MergeReport

  /// The kinds that registered migrations have made, in code-point order.
  func kinds() throws(Diagnostic) -> [RecordKind]

  /// Takes the lock for writing now: what the command reads from here on stays as it is until its end.
  ///
  /// A command need not ask: if another program writes between its first read and its first write, it runs again from its
  /// start. This is for commands with an effect outside the workspace, such as a download or a message, before they write:
  /// they ask for the lock after a download, and before what decides whether to send; what was read earlier no longer
  /// counts.
  func lock() throws(Diagnostic)

  /// The next of the numbers that a kind gives out one after another (`RecordKind.numbered`), under the lock; never one
  /// that a record had, be it removed, taken back or forgotten since.
  func nextNumber(of kind: String) throws(Diagnostic) -> Int

  /// The name that new records are stamped with; nil where the store does not know it.
  var author: String? { get }

  /// Stamps new records with the author that a notebook names, if the store is that of a replay.
  func sign(asInNotebook author: String)
}

extension RecordStore {
  /// A store that no other program writes to.
  public func lock() throws(Diagnostic) {}

  /// Removes the records that a query finds.
  public func remove(all query: RecordQuery) throws(Diagnostic) {
    for record in try records(query) { try remove(record.id, of: query.kind, revision: record.revision) }
  }

  /// A store that is not that of a replay.
  public func sign(asInNotebook author: String) {}

  /// Changes fields of a record as it was read; throws `stale-record` if it was changed since.
  @discardableResult
  public func update(_ record: Record, _ fields: [String: Value]) throws(Diagnostic) -> Record {
    try update(record.id, of: record.kind, setting: fields, revision: record.revision)
  }

  /// Removes a record as it was read; throws `stale-record` if it was changed since.
  public func remove(_ record: Record) throws(Diagnostic) {
    try remove(record.id, of: record.kind, revision: record.revision)
  }

  /// The records with these values in their fields, such as those of a natural key.
  public func records(_ kind: String, _ fields: [String: Value]) throws(Diagnostic) -> [Record] {
    let sorted = fields.inCodePointOrder(by: \.key)
    return try records(RecordQuery(kind, where: sorted.map { .equals($0.key, $0.value) }))
  }

  /// A text field of the records that have it.
  public func texts(
    _ field: String, of kind: String, where conditions: [RecordQuery.Condition] = []
  ) throws(Diagnostic) -> [String] {
    try RecordRows(RecordQuery(kind, where: conditions), [field], in: self).texts(field).compactMap { $0 }
  }
}

/// A table that is asked of a store: which records, which of their fields, and whether texts come as categories.
public struct TableRequest: Sendable {
  /// Which records.
  public let query: RecordQuery
  /// Which fields; nil for all of the kind.
  public let fields: [String]?
  /// Whether texts and references come as categories in the order they are met.
  public let isCoded: Bool

  /// Asks for fields of the records that a query names.
  public init(_ query: RecordQuery, fields: [String]?, coded: Bool = false) {
    (self.query, self.fields, isCoded) = (query, fields, coded)
  }
}

/// A mark that shows whether a workspace changed since an earlier look (`Store.mark`).
public struct StoreMark: Sendable, Hashable {
  private let counts: [Int]
  private var scope = ""

  /// Counts of which one rises with every write, and one is unlike those of other stores.
  public init(_ counts: [Int]) { self.counts = counts }

  /// The mark of a part of the store, such as what one team may see: what is kept by it is never another part's.
  public func within(_ scope: String) -> StoreMark {
    var copy = self
    copy.scope += "\(scope.utf8.count):\(scope)"
    return copy
  }
}
