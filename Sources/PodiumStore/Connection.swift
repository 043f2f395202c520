internal import CSQLite
internal import GRDB
internal import PodiumCore

/// One open connection to the workspace's file, or to one in memory.
///
/// GRDB opens it, holds it and closes it; statements are our own (README.md says why). It is used under the
/// workspace's lock only.
final class Connection {
  /// SQLite's handle, valid until `close`.
  let handle: OpaquePointer
  /// The file; nil in memory.
  let file: String?
  /// Whether an error came up after which the connection cannot be trusted: nothing more is done with it.
  private(set) var isBroken = false
  /// Whether it was opened as a file that cannot change.
  let isFrozen: Bool
  /// The flag of the running command: what it set off on this connection ends soon after.
  var stop: Cancellation? {
    get { watch.stop }
    set { watch.stop = newValue }
  }
  private let watch: StopWatch
  private let queue: DatabaseQueue
  private var statements: [String: SQLStatement] = [:]
  /// The statement that was used last: an import uses one for each of its rows.
  private var latest: (sql: String, statement: SQLStatement)?

  /// How to open a file.
  enum Mode {
    /// To read and write; SQLite falls back to reading by itself.
    case standard
    /// To look whose a file is, without the right to change it.
    case probe
    /// To read what cannot change: the file lies where no log can be made beside it.
    case frozen
  }

  /// Opens a file that is there, or a workspace in memory.
  init(
    _ file: String?, mode: Mode = .standard, patience: Double, stop: Cancellation? = nil
  ) throws(Diagnostic) {
    var configuration = Configuration()
    configuration.busyMode = .timeout(patience)
    configuration.foreignKeysEnabled = true
    configuration.allowsUnsafeTransactions = true
    configuration.label = "workspace"
    let made: (DatabaseQueue, OpaquePointer?)
    do {
      let queue: DatabaseQueue
      switch (file, mode) {
      case (nil, _): queue = try DatabaseQueue(configuration: configuration)
      case (let file?, .standard): queue = try DatabaseQueue(path: file, configuration: configuration)
      case (let file?, .probe):
        configuration.readonly = true
        queue = try DatabaseQueue(path: file, configuration: configuration)
      case (let file?, .frozen):
        configuration.readonly = true
        // Under this setting SQLite looks for no log beside the file.
        queue = try DatabaseQueue(path: Connection.address(file, "immutable=1"), configuration: configuration)
      }
      made = (queue, queue.unsafeReentrantHandle)
    } catch let error as DatabaseError {
      throw SQLiteFailure.diagnostic(error.extendedResultCode.rawValue, error.message ?? "", file: file)
    } catch {
      throw Diagnostic("workspace-failed", "the workspace cannot be opened", cause: "\(error)")
    }
    guard let handle = made.1 else { throw Diagnostic("workspace-failed", "the workspace cannot be opened") }
    self.file = file
    isFrozen = mode == .frozen
    queue = made.0
    self.handle = handle
    watch = StopWatch(patience: patience, stop: stop)
    // Nobody observes transactions, and nobody else's SQL is run: the hooks would only cost time.
    sqlite3_commit_hook(handle, nil, nil)
    sqlite3_rollback_hook(handle, nil, nil)
    sqlite3_set_authorizer(handle, nil, nil)
    watch.guardStatements(of: handle)
    try configure()
  }

  deinit { close() }

  /// Ends it; the last connection to a file moves the log into the file and takes it away.
  func close() {
    statements = [:]
    latest = nil
    try? queue.close()
  }

  private func configure() throws(Diagnostic) {
    let code = podium_sqlite_defend(handle)
    guard code == SQLITE_OK else { throw failure(code) }
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 1 << 28)
    sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, 1 << 22)
    sqlite3_limit(handle, SQLITE_LIMIT_VARIABLE_NUMBER, 32_766)
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
    sqlite3_limit(handle, SQLITE_LIMIT_TRIGGER_DEPTH, 1)
    sqlite3_limit(handle, SQLITE_LIMIT_WORKER_THREADS, 0)
    for setting in [
      "PRAGMA trusted_schema = OFF", "PRAGMA cell_size_check = ON", "PRAGMA mmap_size = 0",
      "PRAGMA synchronous = FULL", "PRAGMA temp_store = MEMORY", "PRAGMA journal_size_limit = 16777216",
      // In KiB, as far as it is needed: an import that outgrows it would write its pages more than once.
      "PRAGMA cache_size = -65536",
    ] {
      try run(setting)
    }
  }

  /// A file with a setting of how it is opened, as SQLite's addresses write both.
  static func address(_ file: String, _ setting: String) -> String {
    // Two slashes at the beginning of a path would begin the name of a host.
    var out = file.hasPrefix("/") ? "file://" : "file:"
    for byte in file.utf8 {
      switch byte {
      case 0x2F, 0x2D, 0x2E, 0x5F, 0x30...0x39, 0x41...0x5A, 0x61...0x7A:
        out.unicodeScalars.append(Unicode.Scalar(byte))
      default: out += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return out + "?" + setting
  }

  // MARK: Statements

  /// The error SQLite reports, as a diagnostic; some are the end of the connection.
  func failure(_ code: Int32) -> Diagnostic {
    let extended = sqlite3_errcode(handle) & 0xFF == code & 0xFF ? sqlite3_extended_errcode(handle) : code
    let text = sqlite3_errmsg(handle).map { String(cString: $0) } ?? ""
    if SQLiteFailure.endsConnection(extended) { isBroken = true }
    // Waiting for another process was given up because the user wants no more of it.
    if code & 0xFF == SQLITE_BUSY, stop?.isCancelled == true { return .interrupted }
    return SQLiteFailure.diagnostic(extended, text, file: file)
  }

  /// SQLite's code of the last error.
  var lastCode: Int32 { sqlite3_extended_errcode(handle) }

  /// How many rows the last statement changed.
  var changedRows: Int { Int(sqlite3_changes(handle)) }

  /// How many rows it changed since it was opened, those of transactions that were rolled back included.
  var rowsChangedInAll: Int { Int(sqlite3_total_changes(handle)) }

  /// Whether a transaction is open.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Whether the file can only be read.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// Does something with a statement, which is kept prepared for the next time.
  func with<Result>(
    _ sql: String, _ arguments: [SQLValue] = [], _ body: (SQLStatement) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    let statement: SQLStatement
    if let latest, latest.sql == sql, !latest.statement.isBusy {
      statement = latest.statement
    } else if let known = statements[sql], !known.isBusy {
      statement = known
    } else {
      statement = try SQLStatement(sql, self)
      if statements.count >= 200 { statements = statements.filter(\.value.isBusy) }
      if statements[sql] == nil { statements[sql] = statement }
    }
    latest = (sql, statement)
    statement.isBusy = true
    defer {
      statement.reset()
      statement.isBusy = false
    }
    try statement.bind(arguments)
    return try body(statement)
  }

  /// Runs a statement to its end.
  func run(_ sql: String, _ arguments: [SQLValue] = []) throws(Diagnostic) {
    try with(sql, arguments) { (statement) throws(Diagnostic) in while try statement.step() {} }
  }

  /// Every row of an answer, made into values.
  func rows<Row>(
    _ sql: String, _ arguments: [SQLValue] = [], _ make: (SQLStatement) throws(Diagnostic) -> Row
  ) throws(Diagnostic) -> [Row] {
    try with(sql, arguments) { (statement) throws(Diagnostic) in
      var out: [Row] = []
      while try statement.step() {
        try stop?.check()
        out.append(try make(statement))
      }
      return out
    }
  }

  /// The first column of the first row, a whole number; nil when there is none.
  func integer(_ sql: String, _ arguments: [SQLValue] = []) throws(Diagnostic) -> Int? {
    try with(sql, arguments) { (statement) throws(Diagnostic) in try statement.step() ? statement.integer(0) : nil }
  }

  /// The first column of the first row, a text; nil when there is none.
  func text(_ sql: String, _ arguments: [SQLValue] = []) throws(Diagnostic) -> String? {
    try with(sql, arguments) { (statement) throws(Diagnostic) in try statement.step() ? statement.text(0) : nil }
  }

  /// Writes the file again without its free pages.
  func vacuum() throws(Diagnostic) {
    // SQLite copies through a database that it attaches itself.
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 1)
    defer { sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0) }
    try run("VACUUM")
  }

  /// Does something whole or not at all, within the open transaction.
  func nested<Result>(_ body: () throws(Diagnostic) -> Result) throws(Diagnostic) -> Result {
    try run("SAVEPOINT step")
    do throws(Diagnostic) {
      let result = try body()
      try run("RELEASE step")
      return result
    } catch {
      if !isBroken, isInTransaction {
        try? run("ROLLBACK TO step")
        try? run("RELEASE step")
      }
      throw error
    }
  }

  /// Drops what the open transaction did, if there is one.
  func rollBack() {
    if isInTransaction { try? run("ROLLBACK") }
  }

  /// How many pages are copied between two looks at the flag.
  private static let pagesOfStep: Int32 = 1000

  /// Copies everything into another connection's file, page by page.
  func copy(into other: Connection) throws(Diagnostic) {
    guard let copying = sqlite3_backup_init(other.handle, "main", handle, "main") else {
      throw other.failure(sqlite3_errcode(other.handle))
    }
    var code = SQLITE_OK
    repeat {
      code = sqlite3_backup_step(copying, Connection.pagesOfStep)
    } while code == SQLITE_OK && stop?.isCancelled != true
    let end = sqlite3_backup_finish(copying)
    if code == SQLITE_OK { throw .interrupted }
    guard code == SQLITE_DONE, end == SQLITE_OK else {
      throw other.failure(code == SQLITE_DONE ? end : code)
    }
  }
}

extension DatabaseQueue {
  /// SQLite's handle, which outlives the call for as long as the queue is open.
  fileprivate var unsafeReentrantHandle: OpaquePointer? { unsafeReentrantWrite { $0.sqliteConnection } }
}
