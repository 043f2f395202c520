public import PodiumCore
public import PodiumLearn
public import PodiumShell
internal import Synchronization

/// The workspace in one SQLite file, or in memory: what a command wrote is there whole or not at all, and once
/// `commit` has returned it survives a crash and a power cut.
///
/// Nothing is opened or made before it is needed: reading a file that is not there answers as an empty workspace. It
/// may be used from any thread, and by several processes at once.
public final class Workspace: Store {
  private let engine: Mutex<Engine>

  /// Names a workspace; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - file: The file; nil for a workspace in memory.
  ///   - author: Who the records and changes are stamped with.
  ///   - migrations: What the plugins keep, by plugin, in order of version.
  ///   - clock: The time of stamps.
  public convenience init(
    file: String?, author: String, migrations: [String: [StoreMigration]],
    clock: @escaping @Sendable () -> Moment
  ) {
    self.init(file: file, author: author, migrations: migrations, patience: 5, settings: [], clock: clock)
  }

  /// A workspace that the user named: reading from a file that is not there is an error, and making it is reported.
  ///
  /// - Parameter name: The file as it was typed.
  public convenience init(
    file: String, named name: String, author: String, migrations: [String: [StoreMigration]],
    clock: @escaping @Sendable () -> Moment
  ) {
    self.init(file: file, author: author, migrations: migrations, clock: clock)
    engine.withLock { $0.name = name }
  }

  /// The same with what only tests and benchmarks change: seconds to wait for another process's lock, and settings
  /// of the connection.
  package init(
    file: String?, author: String, migrations: [String: [StoreMigration]], patience: Double,
    settings: [String] = [], clock: @escaping @Sendable () -> Moment
  ) {
    engine = Mutex(
      Engine(
        file: file, author: author, migrations: migrations, patience: patience, settings: settings, clock: clock))
  }

  /// Closes the file; the next call opens it again.
  public func close() { engine.withLock { $0.close() } }

  // MARK: Records

  /// The records a query asks for; throws `unknown-kind`, `unknown-field` and `bad-query`.
  public func records(_ query: RecordQuery) throws(Diagnostic) -> [Record] {
    try engine.withLock { (engine) throws(Diagnostic) in try engine.records(query) }
  }

  /// How many records a query asks for.
  public func count(_ query: RecordQuery) throws(Diagnostic) -> Int {
    try engine.withLock { (engine) throws(Diagnostic) in try engine.count(query) }
  }

  /// The fields of the records as a table.
  public func table(_ query: RecordQuery, fields: [String]?) throws(Diagnostic) -> Table {
    try engine.withLock { (engine) throws(Diagnostic) in
      try engine.table(query, fields: fields, coded: false)
    }
  }

  /// The same with texts as categories.
  public func coded(_ query: RecordQuery, fields: [String]?) throws(Diagnostic) -> Table {
    try engine.withLock { (engine) throws(Diagnostic) in try engine.table(query, fields: fields, coded: true) }
  }

  /// Several tables as they are at one moment.
  public func tables(_ requests: [TableRequest]) throws(Diagnostic) -> [Table] {
    try engine.withLock { (engine) throws(Diagnostic) in try engine.tables(requests) }
  }

  /// What stays equal for as long as nobody writes.
  public func mark() throws(Diagnostic) -> StoreMark? {
    try engine.withLock { (engine) throws(Diagnostic) in try engine.mark() }
  }

  /// Adds a record.
  public func insert(_ kind: String, _ fields: [String: Value]) throws(Diagnostic) -> Record {
    try engine.withLock { (engine) throws(Diagnostic) in try engine.insert(kind, fields) }
  }

  /// Changes fields of a record.
  public func update(
    _ id: RecordID, of kind: String, setting fields: [String: Value], revision: Int?
  ) throws(Diagnostic) -> Record {
    try engine.withLock { (engine) throws(Diagnostic) in
      try engine.update(id, of: kind, setting: fields, revision: revision)
    }
  }

  /// Removes a record.
  public func remove(_ id: RecordID, of kind: String, revision: Int?) throws(Diagnostic) {
    try engine.withLock { (engine) throws(Diagnostic) in try engine.remove(id, of: kind, revision: revision) }
  }

  /// Removes a record with what the log holds of it.
  public func erase(_ id: RecordID, of kind: String, words: [String]) throws(Diagnostic) {
    try engine.withLock { (engine) throws(Diagnostic) in try engine.erase(id, of: kind, words: words) }
  }

  /// Adds and changes records by their natural key.
  public func merge(
    _ table: Table, into kind: String, rule: MergeRule, cancellation: Cancellation
  ) throws(Diagnostic) -> MergeReport {
    try engine.withLock { (engine) throws(Diagnostic) in
      try engine.merge(table, into: kind, rule: rule, cancellation: cancellation)
    }
  }

  /// The kinds that registered migrations have made, in code-point order.
  public func kinds() throws(Diagnostic) -> [RecordKind] {
    try engine.withLock { (engine) throws(Diagnostic) in try engine.plan.get().kinds }
  }

  // MARK: Change sets

  /// A command starts; nothing is locked before its first write.
  public func begin(_ command: String) { engine.withLock { $0.begin(command) } }

  /// The same with the flag that stops the command.
  public func begin(_ command: String, cancellation: Cancellation) {
    engine.withLock { $0.begin(command, cancellation: cancellation) }
  }

  /// Makes what was written since `begin` lasting.
  public func commit() throws(Diagnostic) -> [ChangeSetID] {
    try engine.withLock { (engine) throws(Diagnostic) in try engine.commit() }
  }

  /// Drops what was written since `begin`.
  public func rollBack() { engine.withLock { $0.rollBack() } }

  /// The commands that the running one runs are part of its transaction from now on.
  public func hold() throws(Diagnostic) { try engine.withLock { (engine) throws(Diagnostic) in try engine.hold() } }

  /// The commands inside of the running one have ended.
  public func release() { engine.withLock { $0.release() } }

  /// Throws `unknown-workspace` when the running command read from a named file that is not there.
  public func refuseMissing() throws(Diagnostic) {
    try engine.withLock { (engine) throws(Diagnostic) in try engine.refuseMissing() }
  }

  /// What to report about the file, each sentence once.
  public func notices() -> [String] { engine.withLock { $0.takeNotices() } }

  /// The next of the numbers that a kind gives out, never one twice.
  public func nextNumber(of kind: String) throws(Diagnostic) -> Int {
    try engine.withLock { (engine) throws(Diagnostic) in try engine.nextNumber(of: kind) }
  }

  /// Takes change sets back, as a new change set of the running command.
  public func revert(_ sets: [ChangeSetID]) throws(Diagnostic) -> ChangeSetID {
    try engine.withLock { (engine) throws(Diagnostic) in try engine.revert(sets) }
  }

  /// The changes that were made, newest first.
  public func changes(kind: String?, record: RecordID?, limit: Int) throws(Diagnostic) -> [Change] {
    try engine.withLock { (engine) throws(Diagnostic) in try engine.changes(kind: kind, record: record, limit: limit) }
  }

  // MARK: Saved tables and models

  /// Keeps a table with its roles, labelling and recipe.
  public func save(_ dataset: Dataset, replacing: Bool) throws(Diagnostic) {
    try engine.withLock { (engine) throws(Diagnostic) in try engine.save(dataset, replacing: replacing) }
  }

  /// A saved table by its name, or nil.
  public func dataset(_ name: String) throws(Diagnostic) -> Dataset? {
    try engine.withLock { (engine) throws(Diagnostic) in try engine.dataset(name) }
  }

  /// The saved tables by name.
  public func datasets() throws(Diagnostic) -> [SavedEntry] {
    try engine.withLock { (engine) throws(Diagnostic) in try engine.datasets() }
  }

  /// Removes a saved table.
  public func removeDataset(_ name: String) throws(Diagnostic) {
    try engine.withLock { (engine) throws(Diagnostic) in try engine.removeDataset(name) }
  }

  /// Keeps a fitted model under a name.
  public func save(_ model: FittedModel, as name: String, replacing: Bool) throws(Diagnostic) {
    try engine.withLock { (engine) throws(Diagnostic) in try engine.save(model, as: name, replacing: replacing) }
  }

  /// A saved model by its name, or nil.
  public func model(
    _ name: String, learners: LearnerCatalogue, transformers: TransformerCatalogue
  ) throws(Diagnostic) -> FittedModel? {
    try engine.withLock { (engine) throws(Diagnostic) in
      try engine.model(name, learners: learners, transformers: transformers)
    }
  }

  /// The saved models by name.
  public func models() throws(Diagnostic) -> [SavedEntry] {
    try engine.withLock { (engine) throws(Diagnostic) in try engine.models() }
  }

  /// Removes a saved model.
  public func removeModel(_ name: String) throws(Diagnostic) {
    try engine.withLock { (engine) throws(Diagnostic) in try engine.removeModel(name) }
  }

  // MARK: Results of evaluation jobs

  /// The results kept for some jobs, by the job's id.
  public func results(_ jobs: [String]) throws(Diagnostic) -> [String: EvaluationResult] {
    try engine.withLock { (engine) throws(Diagnostic) in try engine.results(jobs) }
  }

  /// Keeps results at once; while a command has written, as soon as it ends, however it ends.
  public func keep(_ results: [EvaluationResult]) throws(Diagnostic) {
    try engine.withLock { (engine) throws(Diagnostic) in try engine.keep(results) }
  }

  /// Lowers the bytes that results may take, for tests.
  package func limitResults(to bytes: Int) {
    engine.withLock { ($0.resultLimit, $0.uncounted) = (bytes, bytes) }
  }

  /// Drops the results of some jobs.
  public func dropResults(_ jobs: [String]) throws(Diagnostic) {
    try engine.withLock { (engine) throws(Diagnostic) in try engine.dropResults(jobs) }
  }

  /// Drops all results.
  public func removeResults() throws(Diagnostic) -> Int {
    try engine.withLock { (engine) throws(Diagnostic) in try engine.removeResults() }
  }

  // MARK: The file itself

  /// What the file is and holds.
  public func info() throws(Diagnostic) -> WorkspaceInfo {
    try engine.withLock { (engine) throws(Diagnostic) in try engine.info() }
  }

  /// Copies the workspace into a new file.
  public func backUp(to path: String, shown name: String) throws(Diagnostic) {
    try engine.withLock { (engine) throws(Diagnostic) in try engine.backUp(to: path, shown: name) }
  }

  /// Makes the workspace what a backup holds, after checking that and after a backup of what is there now.
  public func restore(from path: String, shown name: String) throws(Diagnostic) -> String? {
    try engine.withLock { (engine) throws(Diagnostic) in try engine.restore(from: path, shown: name) }
  }

  /// Looks at every page, reference, blob and record; what is wrong, each one sentence.
  public func check() throws(Diagnostic) -> [String] {
    try engine.withLock { (engine) throws(Diagnostic) in try engine.check() }
  }
}
