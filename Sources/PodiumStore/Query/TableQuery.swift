internal import CSQLite
public import PodiumCore
public import PodiumPlugin

/// SQL over tables in memory: one SELECT, which reads and nothing else.
public enum TableQuery {
  /// Runs a query.
  ///
  /// Throws `bad-query` for what SQLite refuses or what is not one SELECT of a table, `unknown-table` and
  /// `unknown-column`, `query-limit` for one that takes too long or gives too many rows, `too-large` for one that takes too much
  /// memory, and `interrupted`.
  public static func answer(
    _ sql: String, tables: [QueryTable], cancellation: Cancellation
  ) throws(Diagnostic) -> QueryAnswer {
    try answer(sql, tables: tables, cancellation: cancellation, limits: QueryLimits(memory: cancellation.memory))
  }

  /// The same with other limits.
  ///
  /// `groups` are counted and summed by the columns where the query says no more than that; without, by SQLite row by row.
  package static func answer(
    _ sql: String, tables: [QueryTable], cancellation: Cancellation, limits: QueryLimits, groups: Bool = true
  ) throws(Diagnostic) -> QueryAnswer {
    guard !sql.utf8.contains(0), sql.utf8.count <= 1_000_000 else {
      throw Diagnostic("bad-query", "the query is too long or contains a zero byte")
    }
    let query = try RunningQuery(tables, cancellation, limits)
    defer { query.close() }
    return try query.answer(sql, groups: groups)
  }
}

/// A connection with the tables, for one query. A class: SQLite holds a pointer to it. It is used by one thread.
private final class RunningQuery {
  private let handle: OpaquePointer
  private let module: TableModule
  private let functions: SQLFunctions
  private let tables: [QueryTable]
  private let cancellation: Cancellation
  private var limits: QueryLimits
  private var excess: Diagnostic?
  private var denied: SQLFunctions.Refusal?
  private var calls = 0
  private var isMaking = false
  private var used: Set<String> = []
  private var origins = QueryOrigins()
  /// The tables that SQLite knows by now.
  private var made: Set<Int> = []

  init(_ tables: [QueryTable], _ cancellation: Cancellation, _ limits: QueryLimits) throws(Diagnostic) {
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
    let (code, made) = try SQLiteLibrary.open(":memory:", flags | SQLITE_OPEN_EXRESCODE)
    guard code == SQLITE_OK, let made else {
      sqlite3_close_v2(made)
      throw Diagnostic("too-large", "there is not enough memory for the query")
    }
    (handle, self.tables, self.cancellation, self.limits) = (made, tables, cancellation, limits)
    functions = SQLFunctions(cancellation)
    module = TableModule(cancellation)
    do throws(Diagnostic) { try open() } catch {
      close()
      throw error
    }
  }

  private func open() throws(Diagnostic) {
    for code in [
      podium_sqlite_defend(handle), podium_sqlite_refuse_quoted_text(handle), functions.register(on: handle),
      module.register(on: handle),
    ] where code != SQLITE_OK {
      throw failure()
    }
    for (limit, most) in [
      (SQLITE_LIMIT_SQL_LENGTH, 1 << 20), (SQLITE_LIMIT_EXPR_DEPTH, 200), (SQLITE_LIMIT_COMPOUND_SELECT, 100),
      (SQLITE_LIMIT_FUNCTION_ARG, 100), (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000),
      (SQLITE_LIMIT_TRIGGER_DEPTH, 1), (SQLITE_LIMIT_WORKER_THREADS, 0), (SQLITE_LIMIT_COLUMN, 30_000),
    ] as [(Int32, Int32)] {
      sqlite3_limit(handle, limit, most)
    }
    for setting in ["PRAGMA trusted_schema = OFF", "PRAGMA temp_store = MEMORY", "PRAGMA cache_size = -65536"] {
      guard sqlite3_exec(handle, setting, nil, nil, nil) == SQLITE_OK else { throw failure() }
    }
    let own = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_set_authorizer(
      handle,
      { own, action, first, second, _, _ in
        RunningQuery.of(own)?.allows(action, first, second) ?? SQLITE_DENY
      }, own)
    sqlite3_progress_handler(handle, QueryLimits.interval, { RunningQuery.of($0)?.look() ?? 1 }, own)
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> RunningQuery? {
    pointer.map { Unmanaged<RunningQuery>.fromOpaque($0).takeUnretainedValue() }
  }

  func close() { sqlite3_close_v2(handle) }

  private func look() -> Int32 {
    if excess == nil { excess = limits.excess() }
    return excess != nil || cancellation.isCancelled ? 1 : 0
  }

  /// Reading tables, functions and recursion, and nothing else; which tables are read is noted.
  private func allows(
    _ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?
  ) -> Int32 {
    if isMaking { return SQLITE_OK }
    switch action {
    case SQLITE_SELECT, SQLITE_RECURSIVE: return SQLITE_OK
    case SQLITE_READ:
      let name = first.map { String(cString: $0) } ?? ""
      if name.lowercased().hasPrefix("sqlite_") { return SQLITE_DENY }
      used.insert(name)
      // Without a name it is a table of which no column is read.
      if let column = second.map({ String(cString: $0) }), !column.isEmpty { origins.note(table: name, column: column) }
      return SQLITE_OK
    case SQLITE_FUNCTION:
      calls += 1
      if let function = second.map({ String(cString: $0) }) { origins.note(function: function) }
      denied = denied ?? second.flatMap { SQLFunctions.refusal(of: String(cString: $0)) }
      return denied == nil ? SQLITE_OK : SQLITE_DENY
    default: return SQLITE_DENY
    }
  }

  func answer(_ sql: String, groups: Bool) throws(Diagnostic) -> QueryAnswer {
    let (statement, rest) = try prepared(sql)
    guard let statement else {
      throw Diagnostic("bad-query", "the query is empty", help: "as in: sql \"SELECT count(*) FROM iris\"")
    }
    defer { sqlite3_finalize(statement) }
    guard rest.allSatisfy({ $0.isWhitespace || $0 == ";" }) else {
      throw Diagnostic("bad-query", "sql takes one query", help: "write one SELECT; use a command for each query")
    }
    guard sqlite3_stmt_isexplain(statement) == 0 else {
      throw Diagnostic("bad-query", "sql does not explain queries", help: "write the SELECT without EXPLAIN")
    }
    let read = tables.indices.filter { made.contains($0) && used.contains(tables[$0].name) }
    guard !read.isEmpty else {
      throw Diagnostic(
        "bad-query", "the query reads no table",
        help: tables.isEmpty
          ? "load a table first" : "tables in memory: " + tables.prefix(8).map(\.name).joined(separator: ", "))
    }
    try QueryNames(tables.map(\.name)).check(sql, read: read)
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, QueryLimits.longestValue(calls: calls, sql: sql.utf8.count))
    let grouped = groups ? try groupRows(statement, sql) : nil
    let table = if let grouped { grouped } else { try rows(of: statement, as: statement, sql) }
    return QueryAnswer(table: table, tables: read.map { tables[$0].name })
  }

  /// The statement, after the tables it names were made known to SQLite; other tables cannot spoil it.
  private func prepared(_ sql: String) throws(Diagnostic) -> (statement: OpaquePointer?, rest: String) {
    while true {
      (denied, calls, used, origins) = (nil, 0, [], QueryOrigins())
      var statement: OpaquePointer?
      var rest = ""
      let code = sql.withCString { start in
        var tail: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v3(handle, start, -1, 0, &statement, &tail)
        rest = tail.map { String(cString: $0) } ?? ""
        return code
      }
      if code == SQLITE_OK { return (statement, rest) }
      let missing = "no such table: "
      let text = sqlite3_errmsg(handle).map { String(cString: $0) } ?? ""
      let names = QueryNames(tables.map(\.name))
      guard text.hasPrefix(missing) else {
        try names.check(sql, read: made.sorted())
        throw failure()
      }
      let typed = text.dropFirst(missing.count)
      let name = String(typed.hasPrefix("main.") ? typed.dropFirst(5) : typed)
      guard let number = try names.number(of: name), made.insert(number).inserted else { throw failure() }
      try make(number)
    }
  }

  /// Makes a table known to SQLite.
  private func make(_ number: Int) throws(Diagnostic) {
    let table = tables[number]
    let limit = Int(sqlite3_limit(handle, SQLITE_LIMIT_COLUMN, -1))
    guard table.table.columns.count <= limit else {
      throw Diagnostic(
        "bad-query",
        "table \(Abridged.quoted(table.name)) has \(table.table.columns.count) columns, and sql reads tables of at most \(limit)",
        help: "keep the columns you need first, as in: keep COLUMN1 COLUMN2")
    }
    guard !table.name.lowercased().hasPrefix("sqlite_") else {
      throw Diagnostic(
        "bad-query",
        "sql cannot read table \(Abridged.quoted(table.name)): SQLite reserves names that begin with sqlite_",
        help: "load it under another name, as in: load FILE as NAME")
    }
    limits.add(table)
    let place = module.add(SharedTable(table.name, table.table, rows: table.rows))
    let sql = "CREATE VIRTUAL TABLE main.\(SQLValue.quoted(table.name)) USING podium(\(place))"
    isMaking = true
    defer { isMaking = false }
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      let text = sqlite3_errmsg(handle).map { String(cString: $0) } ?? ""
      throw Diagnostic(
        "bad-query", "sql cannot read table \(Abridged.quoted(table.name)): \(SafeText.escape(text))",
        help: "give the table or its columns other names")
    }
  }

  /// The answer by the groups of the table; nil where the query asks for more than they say.
  private func groupRows(_ statement: OpaquePointer, _ sql: String) throws(Diagnostic) -> Table? {
    guard let query = GroupQuery(sql, tables) else { return nil }
    let table = tables[query.table]
    let groups = GroupedTable(query, table, cancellation)
    let place = module.add(SharedTable(GroupQuery.tableName, table.table, rows: table.rows, groups: groups))
    // What it reads and calls is what the query itself was allowed.
    isMaking = true
    defer { isMaking = false }
    let made = "CREATE VIRTUAL TABLE main.\(SQLValue.quoted(GroupQuery.tableName)) USING podium(\(place))"
    guard sqlite3_exec(handle, made, nil, nil, nil) == SQLITE_OK else { return nil }
    var other: OpaquePointer?
    guard sqlite3_prepare_v3(handle, query.sql, -1, 0, &other, nil) == SQLITE_OK, let other else { return nil }
    defer { sqlite3_finalize(other) }
    guard sqlite3_column_count(other) == sqlite3_column_count(statement) else { return nil }
    do throws(Diagnostic) {
      let answer = try rows(of: other, as: statement, sql)
      // A condition without columns may leave out the one group of all rows.
      return groups.isMisread || query.keys.isEmpty && answer.rowCount == 0 ? nil : answer
    } catch {
      guard groups.isMisread else { throw error }
      return nil
    }
  }

  /// The rows of a statement, whose columns have the names, types and origins of those of `shown`, which is the query.
  private func rows(
    of statement: OpaquePointer, as shown: OpaquePointer, _ sql: String
  ) throws(Diagnostic) -> Table {
    let width = Int(sqlite3_column_count(statement))
    var columns = (0..<width).map { place in
      let declared = sqlite3_column_decltype(shown, Int32(place)).map { String(cString: $0) }
      return AnswerColumn(declared: declared)
    }
    var count = 0
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { break }
      guard code == SQLITE_ROW else {
        throw failure()
      }
      count += 1
      guard count <= QueryLimits.cells / max(1, width) else {
        throw Diagnostic(
          "query-limit", "the query gives more than \(count - 1) rows", help: "use LIMIT, or a condition")
      }
      var bytes = 0
      for place in 0..<width { bytes += columns[place].take(statement, Int32(place)) }
      try limits.result.use(bytes)
    }
    let names = UniqueNames.of(
      (0..<width).map { place in
        sqlite3_column_name(shown, Int32(place)).map { String(cString: $0) } ?? "column\(place + 1)"
      })
    let made = zip(zip(names, columns), origins.origins(shown, names, sql, tables)).map { named, origin in
      Column(named.0, named.1.values, origin: origin)
    }
    return try Table(made, rowCount: count).kept(by: origins.keptBy(sql, tables))
  }

  private func failure() -> Diagnostic {
    if cancellation.isCancelled { return .interrupted }
    if let excess { return excess }
    if let refusal = denied ?? functions.refusal {
      return Diagnostic("bad-query", "sql does not allow \(refusal.what)", help: refusal.help)
    }
    switch sqlite3_errcode(handle) & 0xFF {
    case SQLITE_TOOBIG:
      return Diagnostic(
        "too-large",
        "the query makes or reads a value of more than \(sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, -1) >> 10) KB",
        help:
          "take a part of it with substr, or write a shorter query: the limit follows from its length and its functions"
      )
    case SQLITE_NOMEM:
      return Diagnostic("too-large", "there is not enough memory for the query", help: "use LIMIT, or a condition")
    default: break
    }
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
