internal import CSQLite
public import PodiumCore
public import PodiumPlugin

/// SQL over tables in memory: one SELECT, which reads and nothing else.
public enum TableQuery {
  /// The most steps of SQLite's machine that a query may take, some seconds: 500 for each of a million rows.
  static let stepLimit = 500_000_000
  /// Steps between two looks at the flag that stops it.
  private static let steps: Int32 = 20_000
  /// The most cells of a result.
  static let cellLimit = 100_000_000

  /// Runs a query.
  ///
  /// Throws `bad-query` for what SQLite refuses or what is not one SELECT of a table, `unknown-table` and
  /// `unknown-column`, `query-limit` for one that takes too long or gives too much, and `interrupted`.
  public static func answer(
    _ sql: String, tables: [QueryTable], cancellation: Cancellation
  ) throws(Diagnostic) -> QueryAnswer {
    try answer(sql, tables: tables, cancellation: cancellation, stepLimit: stepLimit)
  }

  /// The same with another limit of steps.
  package static func answer(
    _ sql: String, tables: [QueryTable], cancellation: Cancellation, stepLimit: Int
  ) throws(Diagnostic) -> QueryAnswer {
    guard !sql.utf8.contains(0), sql.utf8.count <= 1_000_000 else {
      throw Diagnostic("bad-query", "the query is too long or contains a zero byte")
    }
    let query = try RunningQuery(tables, cancellation, stepLimit: stepLimit)
    defer { query.close() }
    return try query.answer(sql)
  }

  static var stepsBetweenLooks: Int32 { steps }
}

/// A connection with the tables, for one query. A class: SQLite holds a pointer to it. It is used by one thread.
private final class RunningQuery {
  private let handle: OpaquePointer
  private let module: TableModule
  private let tables: [QueryTable]
  private let cancellation: Cancellation
  private let stepLimit: Int
  private var looks = 0
  private var isOver = false
  private var isReading = false
  private var used: Set<String> = []

  init(_ tables: [QueryTable], _ cancellation: Cancellation, stepLimit: Int) throws(Diagnostic) {
    var made: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
    let code = sqlite3_open_v2(":memory:", &made, flags | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let made else {
      sqlite3_close_v2(made)
      throw Diagnostic("too-large", "there is not enough memory for the query")
    }
    (handle, self.tables, self.cancellation, self.stepLimit) = (made, tables, cancellation, stepLimit)
    module = TableModule(
      tables.map { SharedTable($0.name, $0.table, rows: $0.rows) }, cancellation: cancellation)
    do throws(Diagnostic) { try open() } catch {
      close()
      throw error
    }
  }

  private func open() throws(Diagnostic) {
    for code in [podium_sqlite_defend(handle), podium_sqlite_refuse_quoted_text(handle), module.register(on: handle)]
    where code != SQLITE_OK {
      throw failure()
    }
    for (limit, most) in [
      (SQLITE_LIMIT_LENGTH, 1 << 28), (SQLITE_LIMIT_SQL_LENGTH, 1 << 20), (SQLITE_LIMIT_EXPR_DEPTH, 200),
      (SQLITE_LIMIT_COMPOUND_SELECT, 100), (SQLITE_LIMIT_FUNCTION_ARG, 100), (SQLITE_LIMIT_ATTACHED, 0),
      (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000), (SQLITE_LIMIT_TRIGGER_DEPTH, 1), (SQLITE_LIMIT_WORKER_THREADS, 0),
      (SQLITE_LIMIT_COLUMN, 30_000),
    ] as [(Int32, Int32)] {
      sqlite3_limit(handle, limit, most)
    }
    for setting in ["PRAGMA trusted_schema = OFF", "PRAGMA temp_store = MEMORY", "PRAGMA cache_size = -65536"] {
      guard sqlite3_exec(handle, setting, nil, nil, nil) == SQLITE_OK else { throw failure() }
    }
    for (number, table) in tables.enumerated() {
      let sql = "CREATE VIRTUAL TABLE main.\(SharedTable.quoted(table.name)) USING podium(\(number))"
      guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
    }
    let own = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_set_authorizer(
      handle,
      { own, action, first, second, _, _ in
        RunningQuery.of(own)?.allows(action, first, second) ?? SQLITE_DENY
      }, own)
    sqlite3_progress_handler(handle, TableQuery.stepsBetweenLooks, { RunningQuery.of($0)?.look() ?? 1 }, own)
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> RunningQuery? {
    pointer.map { Unmanaged<RunningQuery>.fromOpaque($0).takeUnretainedValue() }
  }

  func close() { sqlite3_close_v2(handle) }

  private func look() -> Int32 {
    looks += 1
    isOver = isOver || looks > stepLimit / Int(TableQuery.stepsBetweenLooks)
    return isOver || cancellation.isCancelled ? 1 : 0
  }

  /// Reading tables, functions and recursion, and nothing else; which tables are read is noted.
  private func allows(
    _ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?
  ) -> Int32 {
    switch action {
    case SQLITE_SELECT, SQLITE_RECURSIVE: return SQLITE_OK
    case SQLITE_READ:
      let name = first.map { String(cString: $0) } ?? ""
      if name.lowercased().hasPrefix("sqlite_") { return SQLITE_DENY }
      used.insert(name)
      return SQLITE_OK
    case SQLITE_FUNCTION:
      let name = second.map { String(cString: $0) } ?? ""
      return name.lowercased() == "load_extension" ? SQLITE_DENY : SQLITE_OK
    default: return SQLITE_DENY
    }
  }

  func answer(_ sql: String) throws(Diagnostic) -> QueryAnswer {
    var made: OpaquePointer?
    var rest = ""
    let code = sql.withCString { start in
      var tail: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v3(handle, start, -1, 0, &made, &tail)
      rest = tail.map { String(cString: $0) } ?? ""
      return code
    }
    guard code == SQLITE_OK else { throw failure() }
    guard let statement = made else {
      throw Diagnostic("bad-query", "the query is empty", help: "as in: sql \"SELECT count(*) FROM iris\"")
    }
    defer { sqlite3_finalize(statement) }
    guard rest.allSatisfy({ $0.isWhitespace || $0 == ";" }) else {
      throw Diagnostic("bad-query", "sql takes one query", help: "write one SELECT; use a command for each query")
    }
    let read = tables.map(\.name).filter { used.contains($0) }
    guard !read.isEmpty else {
      throw Diagnostic(
        "bad-query", "the query reads no table",
        help: tables.isEmpty
          ? "load a table first" : "tables in memory: " + tables.prefix(8).map(\.name).joined(separator: ", "))
    }
    let table = try rows(statement)
    return QueryAnswer(table: table, tables: read)
  }

  private func rows(_ statement: OpaquePointer) throws(Diagnostic) -> Table {
    let width = Int(sqlite3_column_count(statement))
    var columns = (0..<width).map { place in
      let declared = sqlite3_column_decltype(statement, Int32(place)).map { String(cString: $0) }
      return AnswerColumn(declared: declared)
    }
    var count = 0
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { break }
      guard code == SQLITE_ROW else {
        if cancellation.isCancelled { throw .interrupted }
        if isOver {
          throw Diagnostic(
            "query-limit", "the query did not end within its limit of steps",
            help: "a recursion without an end, or a join without a condition, goes on for ever")
        }
        throw failure()
      }
      count += 1
      guard count <= TableQuery.cellLimit / max(1, width) else {
        throw Diagnostic(
          "query-limit", "the query gives more than \(count - 1) rows", help: "use LIMIT, or a condition")
      }
      for place in 0..<width { columns[place].take(statement, Int32(place)) }
    }
    var names: Set<String> = []
    var made: [Column] = []
    for place in 0..<width {
      var name = sqlite3_column_name(statement, Int32(place)).map { String(cString: $0) } ?? "column\(place + 1)"
      while !names.insert(name).inserted { name += "_2" }
      made.append(Column(name, columns[place].values))
    }
    return try Table(made, rowCount: count)
  }

  private func failure() -> Diagnostic {
    if cancellation.isCancelled { return .interrupted }
    let text = sqlite3_errmsg(handle).map { String(cString: $0) } ?? "SQLite error"
    func named(_ mark: String) -> String? { text.hasPrefix(mark) ? String(text.dropFirst(mark.count)) : nil }
    if let name = named("no such table: ") { return .unknown("table", name, among: tables.map(\.name)) }
    if let name = named("no such column: ") {
      let column = name.split(separator: ".").last.map(String.init) ?? name
      return .unknown(
        "column", column, among: tables.flatMap(\.table.names),
        help: "write names with blanks or signs in double quotes, and text in single ones")
    }
    if sqlite3_errcode(handle) & 0xFF == SQLITE_AUTH || text.contains("not authorized") || text.contains("prohibited") {
      return Diagnostic(
        "bad-query", "sql only reads the tables in memory", help: "write a SELECT; other verbs change tables",
        cause: text)
    }
    return Diagnostic("bad-query", "SQLite cannot run the query: \(text)", help: "text is written in 'single quotes'")
  }
}
