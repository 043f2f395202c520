internal import CSQLite
internal import PodiumCore
internal import PodiumFiles

/// One open connection to the workspace's file, or to a database in memory.
///
/// It is used under the workspace's lock only: SQLite itself takes no lock for a connection (`NOMUTEX`).
final class Connection {
  /// SQLite's handle, valid until `close`.
  let handle: OpaquePointer
  /// The file; nil in memory.
  let file: String?
  /// Whether an error occurred after which the connection cannot be trusted and is no longer used.
  private(set) var isBroken = false
  /// Whether it was opened as an immutable file.
  let isFrozen: Bool
  /// The interrupt flag of the running command, which stops its statements on this connection.
  var stop: Cancellation? {
    get { watch.stop }
    set { watch.stop = newValue }
  }
  private let watch: StopWatch
  private var isClosed = false
  /// Nothing else in this process opens the file meanwhile.
  private var hold: HeldFiles.Hold?
  private var statements: [String: SQLStatement] = [:]
  /// The last statement used: an import uses the same one for each row.
  private var latest: (sql: String, statement: SQLStatement)?

  /// How to open an existing file; no mode creates one.
  enum Mode: String {
    /// To read and write; SQLite falls back to reading if the file's permissions allow no more.
    case standard = "mode=rw"
    /// To read only.
    case probe = "mode=ro"
    /// To read an immutable file: SQLite takes no lock and looks for no log.
    case frozen = "mode=ro&immutable=1"
  }

  /// Opens an existing file, or a database in memory.
  ///
  /// - Parameters:
  ///   - file: The path, with any characters except a zero byte; nil for a database in memory.
  ///   - patience: Seconds to wait for another process's lock.
  ///   - stop: The interrupt flag of the running command, which ends that wait too.
  ///
  /// Throws `workspace-unreadable` for a file that is missing or a folder, `not-a-workspace` for a file of another
  /// kind, `workspace-busy` for one that stays locked.
  init(
    _ file: String?, mode: Mode = .standard, patience: Double, stop: Cancellation? = nil
  ) throws(Diagnostic) {
    let hold = file.map { Connection.hold($0, isProbe: mode == .probe) }
    handle = try Connection.open(file, mode)
    self.hold = hold
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
    // SQLite would stop the path at a zero byte, and take an empty path for a temporary database.
    if let file, file.isEmpty || file.utf8.contains(0) {
      throw SQLiteFailure.diagnostic(SQLITE_CANTOPEN, "the path is empty or contains a zero byte", file: file)
    }
    // Always a URI: Debian's SQLite reads a path that begins with `file:` as a URI anyway.
    let (code, made) = try SQLiteLibrary.open(
      file.map { address($0, mode.rawValue) } ?? ":memory:",
      SQLITE_OPEN_READWRITE | (file == nil ? SQLITE_OPEN_MEMORY : SQLITE_OPEN_URI) | SQLITE_OPEN_NOMUTEX
        | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE)
    guard code == SQLITE_OK, let made else {
      let text = made.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? ""
      sqlite3_close_v2(made)
      throw SQLiteFailure.diagnostic(code, text, file: file)
    }
    return made
  }

  deinit { close() }

  /// Closes it; the last connection to a file moves the log into the file and removes the log.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    // Prepared statements would keep the file open.
    statements = [:]
    latest = nil
    sqlite3_close_v2(handle)
    hold = nil
  }

  /// Keeps the rest of this process from opening a file: what it holds is read through another connection.
  static func hold(_ file: String, isProbe: Bool = false) -> HeldFiles.Hold {
    HeldFiles.Hold(file, isProbe: isProbe) { () throws(Diagnostic) in
      guard WorkspaceFile.size(file) > 0 || WorkspaceFile.size(file + "-wal") > 0 else { return [] }
      let reader = try Connection(file, mode: .probe, patience: 5)
      defer { reader.close() }
      return try reader.bytes()
    }
  }

  /// The bytes of the file as they would be without a log.
  private func bytes() throws(Diagnostic) -> [UInt8] {
    try run("BEGIN")
    defer { rollBack() }
    _ = try integer("PRAGMA schema_version")
    var size: sqlite3_int64 = 0
    guard let bytes = sqlite3_serialize(handle, "main", &size, 0) else {
      throw Diagnostic("too-large", "'\(file ?? ":memory:")' does not fit into memory")
    }
    defer { sqlite3_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
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
      // In KiB, as needed: an import that exceeds it would write its pages more than once.
      "PRAGMA cache_size = -65536",
    ] {
      try run(setting)
    }
    // SQLite reads nothing before the first query, which detects files that are not databases.
    _ = try integer("SELECT 1 FROM sqlite_master LIMIT 1")
  }

  /// A path and an open mode as an SQLite URI.
  static func address(_ file: String, _ setting: String) -> String {
    // Two leading slashes would begin a host name.
    var out = FilePath(file).isAbsolute ? "file://" : "file:"
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

  /// The error SQLite reports, as a diagnostic; some make the connection unusable.
  func failure(_ code: Int32) -> Diagnostic {
    let extended = sqlite3_errcode(handle) & 0xFF == code & 0xFF ? sqlite3_extended_errcode(handle) : code
    let text = sqlite3_errmsg(handle).map { String(cString: $0) } ?? ""
    if SQLiteFailure.endsConnection(extended) { isBroken = true }
    // The wait for another process was interrupted by the user.
    if code & 0xFF == SQLITE_BUSY, stop?.isCancelled == true { return .interrupted }
    return SQLiteFailure.diagnostic(extended, text, file: file)
  }

  /// SQLite's code of the last error.
  var lastCode: Int32 { sqlite3_extended_errcode(handle) }

  /// Number of rows changed since it was opened, including transactions that were rolled back.
  var rowsChangedInAll: Int { Int(sqlite3_total_changes(handle)) }

  /// Whether a transaction is open.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Whether the file can only be read.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// Calls a closure with a statement, which stays prepared for the next time.
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

  /// All rows of a query, converted to values.
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

  /// The first column of the first row as a whole number; nil if there is none.
  func integer(_ sql: String, _ arguments: [SQLValue] = []) throws(Diagnostic) -> Int? {
    try with(sql, arguments) { (statement) throws(Diagnostic) in try statement.step() ? statement.integer(0) : nil }
  }

  /// The first column of the first row as a text; nil if there is none.
  func text(_ sql: String, _ arguments: [SQLValue] = []) throws(Diagnostic) -> String? {
    try with(sql, arguments) { (statement) throws(Diagnostic) in try statement.step() ? statement.text(0) : nil }
  }

  /// Rewrites the file without its free pages.
  func vacuum() throws(Diagnostic) {
    // SQLite copies through a database that it attaches.
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 1)
    defer { sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0) }
    try run("VACUUM")
  }

  /// Runs a closure completely or not at all, within the open transaction.
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

  /// Rolls back the open transaction, if there is one.
  func rollBack() {
    if isInTransaction { try? run("ROLLBACK") }
  }

  /// Number of pages copied between checks of the flag.
  private static let pagesOfStep: Int32 = 1000

  /// Copies everything into another connection's file, page by page.
  ///
  /// Before the first page others cannot write there any more; `whileLocked` may look at what they have written, through a
  /// connection of its own.
  func copy(
    into other: Connection, whileLocked: () throws(Diagnostic) -> Void = {}
  ) throws(Diagnostic) {
    guard let copying = sqlite3_backup_init(other.handle, "main", handle, "main") else {
      throw other.failure(sqlite3_errcode(other.handle))
    }
    // No page takes the lock alone.
    var code = sqlite3_backup_step(copying, 0)
    do throws(Diagnostic) { if code == SQLITE_OK { try whileLocked() } } catch {
      sqlite3_backup_finish(copying)
      throw error
    }
    while code == SQLITE_OK, stop?.isCancelled != true {
      code = sqlite3_backup_step(copying, Connection.pagesOfStep)
    }
    let end = sqlite3_backup_finish(copying)
    if code == SQLITE_OK { throw .interrupted }
    guard code == SQLITE_DONE, end == SQLITE_OK else {
      throw other.failure(code == SQLITE_DONE ? end : code)
    }
  }
}
