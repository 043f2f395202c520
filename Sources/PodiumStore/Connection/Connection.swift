internal import CSQLite
internal import PodiumCore

/// One open connection to the workspace's file, or to a database in memory.
///
/// It is used under the workspace's lock only: SQLite itself takes no lock for a connection (`NOMUTEX`).
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
  private var isClosed = false
  private var statements: [String: SQLStatement] = [:]
  /// The statement that was used last: an import uses one for each of its rows.
  private var latest: (sql: String, statement: SQLStatement)?

  /// How to open a file that exists; no mode makes one.
  enum Mode: String {
    /// To read and write; SQLite falls back to reading where the file's rights allow no more.
    case standard = "mode=rw"
    /// To read without the right to change anything.
    case probe = "mode=ro"
    /// To read what cannot change: SQLite takes no lock and looks for no log beside the file.
    case frozen = "mode=ro&immutable=1"
  }

  /// Opens a file that exists, or a database in memory.
  ///
  /// - Parameters:
  ///   - file: The path, with any characters but a zero byte; nil for a database in memory.
  ///   - patience: Seconds to wait for another process's lock.
  ///   - stop: The flag of the running command, which ends that wait too.
  ///
  /// Throws `workspace-unreadable` for a file that is missing or a folder, `not-a-workspace` for a file of another
  /// kind, `workspace-busy` for one that stays locked.
  init(
    _ file: String?, mode: Mode = .standard, patience: Double, stop: Cancellation? = nil
  ) throws(Diagnostic) {
    handle = try Connection.open(file, mode)
    self.file = file
    isFrozen = mode == .frozen
    watch = StopWatch(patience: patience, stop: stop)
    watch.guardStatements(of: handle)
    do throws(Diagnostic) { try configure() } catch {
      close()
      throw error
    }
  }

  /// SQLite's handle for a file or for a database in memory.
  private static func open(_ file: String?, _ mode: Mode) throws(Diagnostic) -> OpaquePointer {
    // SQLite would take the path up to a zero byte, and an empty path for a temporary database.
    if let file, file.isEmpty || file.utf8.contains(0) {
      throw SQLiteFailure.diagnostic(SQLITE_CANTOPEN, "the path is empty or holds a zero byte", file: file)
    }
    var made: OpaquePointer?
    // Always an address: Debian's SQLite reads a path that begins with `file:` as one in any case.
    let code = sqlite3_open_v2(
      file.map { address($0, mode.rawValue) } ?? ":memory:", &made,
      SQLITE_OPEN_READWRITE | (file == nil ? SQLITE_OPEN_MEMORY : SQLITE_OPEN_URI) | SQLITE_OPEN_NOMUTEX
        | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let made else {
      let text = made.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? ""
      sqlite3_close_v2(made)
      throw SQLiteFailure.diagnostic(code, text, file: file)
    }
    return made
  }

  deinit { close() }

  /// Ends it; the last connection to a file moves the log into the file and removes the log.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    // Prepared statements would keep the file open.
    statements = [:]
    latest = nil
    sqlite3_close_v2(handle)
  }

  private func configure() throws(Diagnostic) {
    for code in [podium_sqlite_defend(handle), podium_sqlite_refuse_quoted_text(handle)] where code != SQLITE_OK {
      throw failure(code)
    }
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
    // SQLite reads nothing before it is asked: what is not a database shows now.
    _ = try integer("SELECT 1 FROM sqlite_master LIMIT 1")
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
