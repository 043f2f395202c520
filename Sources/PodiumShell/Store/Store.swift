public import PodiumCore
public import PodiumLearn

/// The workspace as commands see it: plugins' records, saved tables and models, results of evaluation jobs.
///
/// A reference: copies of a session share it. What a command writes is one transaction, which the interpreter
/// commits when the command has succeeded and rolls back when it fails or is interrupted; `begin`, `commit` and
/// `rollBack` are the interpreter's. Once `commit` has returned, what was written survives a crash and a power cut.
///
/// Errors of every call: `workspace-busy`, `workspace-full`, `workspace-read-only`, `workspace-damaged`,
/// `workspace-newer`, `not-a-workspace`, `workspace-unreadable`, `workspace-failed`.
public protocol Store: Sendable {
  // MARK: Records

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

  /// What stays equal for as long as nobody writes into the workspace, this process or another.
  ///
  /// Nil where nobody can tell, as while the running command has written.
  func mark() throws(Diagnostic) -> StoreMark?

  /// Adds a record; throws `bad-record` for values that do not fit the kind, `taken-key` for a known natural key.
  func insert(_ kind: String, _ fields: [String: Value]) throws(Diagnostic) -> Record

  /// Changes fields of a record (`.missing` takes a value away); throws `unknown-record`, `bad-record`,
  /// `taken-key`, and `stale-record` when `revision` is given and is not the record's.
  func update(
    _ id: RecordID, of kind: String, setting fields: [String: Value], revision: Int?
  ) throws(Diagnostic) -> Record

  /// Removes a record; throws `unknown-record`, `stale-record`, and `record-in-use` when others refer to it.
  func remove(_ id: RecordID, of kind: String, revision: Int?) throws(Diagnostic)

  /// Removes a record for good, as a person's wish to be forgotten asks: the log keeps nothing of it, so that `revert`
  /// cannot bring it back, and of commands in the log that hold one of the words only the verb stays.
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

  // MARK: Change sets

  /// A command starts; nothing is locked before its first write.
  func begin(_ command: String)

  /// The same with the flag that stops the command: a long query ends, and so does waiting for another process.
  func begin(_ command: String, cancellation: Cancellation)

  /// Makes what was written since `begin` lasting; the change sets it makes up, or none when nothing was written.
  func commit() throws(Diagnostic) -> [ChangeSetID]

  /// Drops what was written since `begin`.
  func rollBack()

  /// The running command runs other commands: until `release`, what those write is part of its own transaction, so
  /// that a rollback of it takes all of them back. Each of them still begins and ends as always.
  func hold() throws(Diagnostic)

  /// The commands inside of the running one have ended.
  func release()

  /// Throws `unknown-workspace` when the running command looked for records in a workspace that was named and is not
  /// there, and wrote none.
  func refuseMissing() throws(Diagnostic)

  /// What to report about the workspace, each sentence once.
  func notices() -> [String]

  /// The next of the numbers that a kind gives out one after the other (`RecordKind.numbered`); never one that a record
  /// had, be it removed, taken back or forgotten since.
  func nextNumber(of kind: String) throws(Diagnostic) -> Int

  /// Takes change sets back, as a new change set of the running command.
  ///
  /// Throws `changed-since` when a record was changed again by somebody else.
  func revert(_ sets: [ChangeSetID]) throws(Diagnostic) -> ChangeSetID

  /// The changes that were made, newest first: of a kind, of one record, at most so many.
  func changes(kind: String?, record: RecordID?, limit: Int) throws(Diagnostic) -> [Change]

  // MARK: Saved tables and models

  /// Keeps a table with its roles, labelling and recipe; throws `saved-name-taken` unless it may replace.
  func save(_ dataset: Dataset, replacing: Bool) throws(Diagnostic)
  /// A saved table by its name, or nil.
  func dataset(_ name: String) throws(Diagnostic) -> Dataset?
  /// The saved tables by name; none, without making a file, when there is no workspace yet.
  func datasets() throws(Diagnostic) -> [SavedEntry]
  /// Removes a saved table; throws `unknown-dataset`.
  func removeDataset(_ name: String) throws(Diagnostic)

  /// Keeps a fitted model under a name; throws `saved-name-taken` unless it may replace.
  func save(_ model: FittedModel, as name: String, replacing: Bool) throws(Diagnostic)
  /// A saved model by its name, or nil; throws `unknown-learner` when nobody brings its learner now.
  func model(
    _ name: String, learners: LearnerCatalogue, transformers: TransformerCatalogue
  ) throws(Diagnostic) -> FittedModel?
  /// The saved models by name.
  func models() throws(Diagnostic) -> [SavedEntry]
  /// Removes a saved model; throws `unknown-model`.
  func removeModel(_ name: String) throws(Diagnostic)

  // MARK: Results of evaluation jobs

  /// The results kept for some jobs, by the job's id.
  func results(_ jobs: [String]) throws(Diagnostic) -> [String: EvaluationResult]
  /// Keeps results at once, whatever becomes of the command; a job's result that is known already stays.
  ///
  /// There is room for so many bytes; beyond that the oldest go.
  func keep(_ results: [EvaluationResult]) throws(Diagnostic)
  /// Drops the results of some jobs, which are not needed any more.
  func dropResults(_ jobs: [String]) throws(Diagnostic)
  /// Drops all results; returns how many there were.
  func removeResults() throws(Diagnostic) -> Int

  // MARK: The file itself

  /// Closes the file; the next call opens it again.
  func close()
  /// What the file is and holds.
  func info() throws(Diagnostic) -> WorkspaceInfo
  /// Copies the workspace into a new file; throws `file-exists`.
  func backUp(to path: String, shown name: String) throws(Diagnostic)
  /// Makes the workspace what a backup holds, after checking that and after a backup of what is there now.
  ///
  /// Returns the path of the backup it made, nil when there was nothing to save.
  func restore(from path: String, shown name: String) throws(Diagnostic) -> String?
  /// Looks at every page, reference, blob and record; what is wrong, each one sentence.
  func check() throws(Diagnostic) -> [String]
}

extension Store {
  /// A store that nothing need stop.
  public func begin(_ command: String, cancellation: Cancellation) { begin(command) }

  /// A store whose commands are each a transaction of their own.
  public func hold() throws(Diagnostic) {}

  /// The other end of `hold`.
  public func release() {}

  /// A store that is always there.
  public func refuseMissing() throws(Diagnostic) {}

  /// A store with nothing to tell.
  public func notices() -> [String] { [] }

  /// A store that remembers the records it has alone.
  public func nextNumber(of kind: String) throws(Diagnostic) -> Int {
    guard let field = try kinds().first(where: { $0.name == kind })?.numbered else {
      throw Diagnostic("unknown-kind", "records of '\(kind)' have no numbers")
    }
    let known = try records(RecordQuery(kind)).compactMap { Int($0[field].fileText) }.filter { $0 >= 0 && $0 < Int.max }
    return (known.max() ?? 0) + 1
  }

  /// A store that keeps no results.
  public func dropResults(_ jobs: [String]) throws(Diagnostic) {}

  /// A store that keeps no results.
  public func removeResults() throws(Diagnostic) -> Int { 0 }

  /// A store that cannot tell whether something was written.
  public func mark() throws(Diagnostic) -> StoreMark? { nil }

  /// A store that knows texts only leaves them as they are.
  public func coded(_ query: RecordQuery, fields: [String]?) throws(Diagnostic) -> Table {
    try table(query, fields: fields)
  }

  /// A store that reads one table after the other.
  public func tables(_ requests: [TableRequest]) throws(Diagnostic) -> [Table] {
    var tables: [Table] = []
    for request in requests {
      tables.append(
        request.isCoded
          ? try coded(request.query, fields: request.fields) : try table(request.query, fields: request.fields))
    }
    return tables
  }

  /// A store without a log has nothing but the record to remove.
  public func erase(_ id: RecordID, of kind: String, words: [String]) throws(Diagnostic) {
    try remove(id, of: kind, revision: nil)
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

/// What tells whether a workspace is as it was at an earlier look (`Store.mark`).
public struct StoreMark: Sendable, Hashable {
  private let counts: [Int]

  /// Counts of which one rises with every write.
  public init(_ counts: [Int]) { self.counts = counts }
}

/// The name of a change set: everything one command wrote.
public struct ChangeSetID: Sendable, Hashable, Codable {
  /// The text of a UUID of version 7.
  public let text: String

  /// Takes the text of a UUID as it is.
  public init(_ text: String) { self.text = text }
}

/// One change of one record.
public struct Change: Sendable, Equatable {
  /// What was done.
  public enum Action: String, Sendable {
    /// The record was made.
    case insert
    /// Fields were changed.
    case update
    /// The record was removed.
    case remove
  }

  /// The change set it belongs to.
  public let set: ChangeSetID
  /// When.
  public let at: Moment
  /// Who.
  public let by: String
  /// The command as it was typed.
  public let command: String
  /// The kind of the record.
  public let kind: String
  /// The record.
  public let record: RecordID
  /// The record's revision after the change.
  public let revision: Int
  /// What was done.
  public let action: Action
  /// The values before, of fields that changed or of the record that was removed.
  public let before: [String: Value]

  /// Notes a change.
  public init(
    set: ChangeSetID, at: Moment, by: String, command: String, kind: String, record: RecordID, revision: Int,
    action: Action, before: [String: Value]
  ) {
    self.set = set
    self.at = at
    self.by = by
    self.command = command
    self.kind = kind
    self.record = record
    self.revision = revision
    self.action = action
    self.before = before
  }
}

/// A saved table or model as a list shows it.
public struct SavedEntry: Sendable, Equatable {
  /// Its name.
  public let name: String
  /// What it is, in one phrase (`112 rows, 14 columns`, `svm(c=2)`).
  public let summary: String
  /// When it was saved last and by whom.
  public let saved: Record.Stamp

  /// Names what was saved.
  public init(name: String, summary: String, saved: Record.Stamp) {
    self.name = name
    self.summary = summary
    self.saved = saved
  }
}

/// What a workspace is and holds.
public struct WorkspaceInfo: Sendable, Equatable {
  /// The file; nil for one in memory.
  public var path: String?
  /// Its size in bytes, log included.
  public var bytes = 0
  /// The version of its own layout.
  public var version = 0
  /// The versions of the plugins' parts, by plugin.
  public var plugins: [String: Int] = [:]
  /// How many records there are, by kind.
  public var records: [String: Int] = [:]
  /// How many changes are on record.
  public var changes = 0
  /// How many tables are saved.
  public var datasets = 0
  /// How many models are saved.
  public var models = 0
  /// How many results of jobs are kept.
  public var results = 0
  /// The bytes they take.
  public var resultBytes = 0
  /// Whether it can be written.
  public var isWritable = true

  /// An empty description.
  public init() {}
}
