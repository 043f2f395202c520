internal import CSQLite
internal import Glibc
internal import PodiumCore

/// A foreign database file, opened read-only and not trusted at all.
///
/// All of it is read from one snapshot, even while other programs write. It is used by one thread.
final class ForeignDatabase {
  /// SQLite's handle, valid as long as the value.
  let handle: OpaquePointer
  /// The file as messages name it.
  let name: String
  /// Notes about how it was opened.
  private(set) var notes: [String] = []
  private let watch: ForeignWatch
  /// The longest value that statements may make, in bytes.
  private var longestValue = longest

  /// The bytes every database begins with.
  static let magic = Array("SQLite format 3\0".utf8)

  /// Maximum number of bytes of one value or row; a cell of podium holds at most 16 MB.
  private static let longest: Int32 = 1 << 28

  private init(_ handle: OpaquePointer, name: String, cancellation: Cancellation) {
    self.handle = handle
    self.name = name
    watch = ForeignWatch(cancellation)
  }

  deinit { sqlite3_close_v2(handle) }

  /// Opens a file in place, so that what is committed in its log is seen.
  ///
  /// Throws `not-a-file`, `not-a-database`, `damaged-file`, `file-busy`, `unfinished-write` and `unreadable-file`.
  static func open(path: String, name: String, cancellation: Cancellation) throws(Diagnostic) -> ForeignDatabase {
    try judge(path, name)
    let asIs = try connect(Connection.address(path, "mode=ro"), name, cancellation)
    // A missing log means nothing to read; SQLite would leave an empty one in the folder. Where there is one, even an empty
    // one, a program has the file open, perhaps this one: an immutable file is closed without regard to its locks, which
    // are lost with the first descriptor that is closed.
    guard podium_sqlite_keeps_log(asIs.handle) != 0 else {
      try asIs.begin()
      return asIs
    }
    let log = podium_sqlite_log_path(asIs.handle).map { String(cString: $0) }
    var status = stat()
    let isOpen = log.map { stat($0, &status) == 0 } ?? false
    let hasLog = isOpen && status.st_size > 0
    if isOpen {
      do throws(Diagnostic) {
        try asIs.begin()
        return asIs
      } catch {
        // Without permission to create the log's index, SQLite cannot read the log.
        guard error.code == "unreadable-file" else { throw error }
      }
    }
    let frozen = try connect(Connection.address(path, "immutable=1"), name, cancellation)
    try frozen.begin()
    if hasLog {
      frozen.notes.append(
        "the log of '\(name)' cannot be read in its folder: the latest changes may be missing")
    }
    return frozen
  }

  /// Throws `not-a-file` if SQLite could wait for a pipe.
  ///
  /// By `stat`: closing a file that SQLite has open in the same process would drop its locks.
  private static func judge(_ path: String, _ name: String) throws(Diagnostic) {
    var status = stat()
    guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
      throw Diagnostic("not-a-file", "'\(name)' is not a regular file", help: "name a file")
    }
    if let log = WorkspaceFile.irregularLog(of: path) {
      throw Diagnostic(
        "not-a-file",
        "'\(name + String(decoding: log.utf8.dropFirst(path.utf8.count), as: UTF8.self))' is not a regular file",
        help: "remove it, or copy the database to another folder")
    }
  }

  /// Opens the bytes of a file that exists only in memory.
  static func open(_ bytes: [UInt8], name: String, cancellation: Cancellation) throws(Diagnostic) -> ForeignDatabase {
    guard bytes.starts(with: magic) || bytes.isEmpty else { throw notADatabase(name, nil) }
    let database = try connect(":memory:", name, cancellation)
    guard !bytes.isEmpty else {
      try database.begin()
      return database
    }
    guard let copy = sqlite3_malloc64(UInt64(bytes.count)) else {
      throw Diagnostic("too-large", "there is not enough memory for '\(name)'")
    }
    copy.copyMemory(from: bytes, byteCount: bytes.count)
    let header = copy.assumingMemoryBound(to: UInt8.self)
    // In memory there is no log: a file that uses one is read without it.
    if bytes.count > 19, header[18] == 2 || header[19] == 2 {
      header[18] = 1
      header[19] = 1
    }
    // The connection owns the copy now, and frees it even if this fails.
    let code = sqlite3_deserialize(
      database.handle, "main", header, Int64(bytes.count), Int64(bytes.count),
      UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY))
    guard code == SQLITE_OK else { throw database.failure(code) }
    try database.begin()
    return database
  }

  private static func connect(
    _ address: String, _ name: String, _ cancellation: Cancellation
  ) throws(Diagnostic) -> ForeignDatabase {
    let flags =
      address == ":memory:"
      ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    let (code, made) = try SQLiteLibrary.open(address, flags | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE)
    guard let made else { throw Diagnostic("too-large", "there is not enough memory for '\(name)'") }
    let database = ForeignDatabase(made, name: name, cancellation: cancellation)
    guard code == SQLITE_OK else { throw database.failure(code) }
    return database
  }

  /// Disables what a hostile file could exploit, and fixes the snapshot.
  private func begin() throws(Diagnostic) {
    // Without modules there are no virtual tables: a file must not choose the code that reads it.
    guard podium_sqlite_defend(handle) == SQLITE_OK, sqlite3_drop_modules(handle, nil) == SQLITE_OK else {
      throw failure(SQLITE_ERROR)
    }
    for (limit, most) in [
      (SQLITE_LIMIT_LENGTH, ForeignDatabase.longest), (SQLITE_LIMIT_SQL_LENGTH, 1 << 20),
      (SQLITE_LIMIT_EXPR_DEPTH, 200), (SQLITE_LIMIT_COMPOUND_SELECT, 100), (SQLITE_LIMIT_VDBE_OP, 1 << 20),
      (SQLITE_LIMIT_FUNCTION_ARG, 100), (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000),
      (SQLITE_LIMIT_VARIABLE_NUMBER, 10), (SQLITE_LIMIT_TRIGGER_DEPTH, 1), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ] as [(Int32, Int32)] {
      sqlite3_limit(handle, limit, most)
    }
    watch.guardStatements(of: handle)
    for line in [
      "PRAGMA trusted_schema = OFF", "PRAGMA cell_size_check = ON", "PRAGMA mmap_size = 0",
      "PRAGMA temp_store = MEMORY", "PRAGMA query_only = ON", "BEGIN", "SELECT count(*) FROM sqlite_master",
    ] {
      let code = sqlite3_exec(handle, line, nil, nil, nil)
      guard code == SQLITE_OK else { throw failure(code) }
    }
    guard watch.allowOnlyReading(on: handle) == SQLITE_OK else { throw failure(SQLITE_ERROR) }
    // If a file is cut off in the middle of a page, SQLite reads that page as zeros.
    watch.isChecking = true
    let rows = try prepare("PRAGMA page_size")
    watch.isChecking = false
    let page = try rows.step() ? rows.integer(0) ?? 0 : 0
    let size = podium_sqlite_file_size(handle)
    guard page <= 0 || size <= 0 || size % Int64(page) == 0 else {
      throw ForeignFailure.diagnostic(SQLITE_CORRUPT, "the last page is incomplete", name: name)
    }
  }

  /// Throws `damaged-file` if the pages of a table, or of the whole file, are inconsistent.
  ///
  /// Otherwise a zeroed page would read as rows without values. Violated constraints are not damage.
  func check(_ table: ForeignName?) throws(Diagnostic) {
    watch.isChecking = true
    defer { watch.isChecking = false }
    let rows: ForeignRows
    do throws(Diagnostic) {
      rows = try prepare(
        Array("PRAGMA quick_check".utf8)
          + (table.map { [UInt8(ascii: "(")] + $0.quoted + [UInt8(ascii: ")")] } ?? []))
    } catch {
      return
    }
    while try rows.step() {
      let found = rows.text(0) ?? ""
      guard found == "ok" || found.contains(" value in ") || found.hasPrefix("CHECK constraint failed") else {
        throw ForeignFailure.diagnostic(SQLITE_CORRUPT, found, name: name)
      }
    }
  }

  /// Limits what the next statements cost; nil for a query, which is the user's.
  func limit(to budget: ForeignBudget?) {
    watch.limit(to: budget)
    longestValue = min(budget?.value ?? .max, ForeignDatabase.longest)
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, longestValue)
    // The search for a pattern may take as many steps as text and pattern are long, multiplied.
    sqlite3_limit(handle, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, budget == nil ? 1000 : 100)
  }

  /// The size of the file in bytes; 0 if unknown.
  var size: Int { max(0, Int(podium_sqlite_file_size(handle))) }

  /// A statement of podium's or of the user's.
  ///
  /// Throws `not-allowed` for statements that do more than read, and the errors of `failure`.
  func prepare(_ sql: String) throws(Diagnostic) -> ForeignRows { try prepare(Array(sql.utf8)) }

  /// A statement whose names may have any bytes.
  func prepare(_ sql: [UInt8]) throws(Diagnostic) -> ForeignRows {
    watch.beginStatement()
    var made: OpaquePointer?
    var code = SQLITE_OK
    var rest = ""
    // Of an empty text there is an address too.
    (sql + [0]).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        var tail: UnsafePointer<CChar>?
        code = sqlite3_prepare_v2(handle, characters.baseAddress, Int32(clamping: sql.count), &made, &tail)
        if let base = characters.baseAddress, let tail {
          rest = String(decoding: sql[min(tail - base, sql.count)...], as: UTF8.self)
        }
      }
    }
    guard code == SQLITE_OK else {
      if watch.excess != nil || watch.cancellation.isCancelled { throw failure(SQLITE_INTERRUPT) }
      if code & 0xFF == SQLITE_AUTH || watch.refusal != nil { throw notAllowed }
      throw failure(code)
    }
    guard let made else {
      throw Diagnostic("bad-query", "the query is empty", help: "write one SELECT, as in query=\"select * from t\"")
    }
    let rows = ForeignRows(made, self)
    var second: OpaquePointer?
    // Spaces and comments may follow.
    guard sqlite3_prepare_v2(handle, rest, -1, &second, nil) == SQLITE_OK, second == nil else {
      sqlite3_finalize(second)
      throw Diagnostic("bad-query", "the query has more than one statement", help: "write one SELECT")
    }
    guard rows.columnCount > 0 else {
      throw Diagnostic("bad-query", "the query returns no columns", help: "write one SELECT")
    }
    guard sqlite3_stmt_isexplain(made) == 0 else {
      throw Diagnostic("bad-query", "EXPLAIN is not a query", help: "write the SELECT without EXPLAIN")
    }
    let most = watch.calls == 0 ? Int32.max : QueryLimits.longestValue(calls: watch.calls, sql: sql.count)
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, min(longestValue, most))
    guard sqlite3_bind_parameter_count(made) == 0 else {
      throw Diagnostic("bad-query", "the query has a parameter without a value", help: "write the value in its place")
    }
    return rows
  }

  /// Throws `too-large` and `interrupted` if the watch stopped a statement, otherwise SQLite's error.
  func failure(_ code: Int32) -> Diagnostic {
    if code & 0xFF == SQLITE_INTERRUPT {
      guard let excess = watch.excess else { return .interrupted }
      return Diagnostic("too-large", "'\(name)' \(excess)", help: "read less with query=")
    }
    if watch.refusal != nil { return notAllowed }
    let text = sqlite3_errmsg(handle).map { String(cString: $0) } ?? ""
    return ForeignFailure.diagnostic(code, text, name: name)
  }

  private var notAllowed: Diagnostic {
    Diagnostic(
      "not-allowed", "a query may only read tables, and this one uses " + (watch.refusal ?? "something else"),
      help: "write one SELECT over the tables of the file")
  }

  static func notADatabase(_ name: String, _ cause: String?) -> Diagnostic {
    Diagnostic(
      "not-a-database", "'\(name)' is not an SQLite database, or is encrypted",
      help: "decrypt it with the program it belongs to, or check what kind of file it is", cause: cause)
  }
}

/// What SQLite's error codes mean for a file that is only read.
enum ForeignFailure {
  static func diagnostic(_ code: Int32, _ text: String, name: String) -> Diagnostic {
    let cause = text.isEmpty ? "SQLite error \(code)" : "\(SafeText.escape(text)) (SQLite error \(code))"
    switch code & 0xFF {
    case SQLITE_NOTADB: return ForeignDatabase.notADatabase(name, cause)
    case SQLITE_CORRUPT:
      return Diagnostic(
        "damaged-file", "'\(name)' is damaged or was cut off",
        help: "copy it again, or recover what is left: sqlite3 FILE .recover | sqlite3 NEW", cause: cause)
    case SQLITE_BUSY, SQLITE_LOCKED:
      return Diagnostic(
        "file-busy", "another program is writing to '\(name)'", help: "wait for it and load the file again",
        cause: cause)
    // SQLITE_READONLY_ROLLBACK and SQLITE_READONLY_RECOVERY.
    case SQLITE_READONLY where code == 776 || code == 264:
      return Diagnostic(
        "unfinished-write", "a program stopped while writing to '\(name)' and left its journal",
        help: "open the file once with the program it belongs to, or run: sqlite3 FILE .tables", cause: cause)
    case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_IOERR:
      return Diagnostic(
        "unreadable-file", "'\(name)' cannot be read", help: "check the permissions of the file and its folder",
        cause: cause)
    case SQLITE_TOOBIG:
      return Diagnostic(
        "too-large", "'\(name)' holds a value or a row that is too long", help: "leave its column out with query=",
        cause: cause)
    case SQLITE_NOMEM:
      return Diagnostic("too-large", "there is not enough memory for '\(name)'", help: "read less with query=")
    case SQLITE_AUTH:
      return Diagnostic(
        "not-allowed", "reading '\(name)' would have side effects", help: "name a plain table with table=", cause: cause
      )
    default:
      return Diagnostic("bad-query", "SQLite cannot run this query: \(SafeText.escape(text))")
    }
  }
}
