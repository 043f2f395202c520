import PodiumCore
import PodiumPlugin
import PodiumStore
import Testing

/// The functions that a query may call, and what they may cost.
@Suite struct QueryFunctionTests {
  private func value(_ expression: String) throws -> Value {
    try QueryTests.rows("SELECT \(expression) AS v FROM tests LIMIT 1")[0][0]
  }

  private func error(_ sql: String) -> Diagnostic? {
    do throws(any Error) {
      _ = try QueryTests.answer(sql)
      return nil
    } catch { return error as? Diagnostic }
  }

  static let refused = [
    "random()", "randomblob(4)", "RANDOM()", "current_date", "current_time", "current_timestamp", "date()", "time()",
    "datetime()", "julianday()", "unixepoch()", "strftime('%Y')", "date('now')", "datetime('NOW', '+1 day')",
    "strftime('%Y', 'now')", "julianday('now')", "unixepoch('now')", "time('now')", "date('n' || 'ow')",
    "datetime(x'6e6f77')", "julianday(cast('now' as blob))", "date('now' || char(0) || 'and more than that')",
    "datetime('2024-01-01', 'localtime')", "datetime('2024-01-01', 'utc')", "sqlite_version()", "sqlite_source_id()",
    "sqlite_compileoption_get(1)", "sqlite_compileoption_used('X')", "sqlite_log(1, 'x')", "load_extension('x')",
    "fts3_tokenizer('simple')", "fts3_tokenizer('simple', x'4141414141414141')", "changes()", "total_changes()",
    "last_insert_rowid()", "fts5_source_id()",
    "rtreecheck('x')", "subtype('x')",
  ]

  @Test(arguments: refused)
  func `a function that reads more than its arguments is refused by name`(_ call: String) {
    let found = error("SELECT \(call) FROM tests")
    #expect(found?.code == "bad-query", "\(call): \(found?.message ?? "")")
    let name = call.lowercased().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    #expect(found?.message.contains(name) ?? false, "\(found?.message ?? "")")
    #expect(found?.help != nil)
  }

  @Test func `the present is refused when it comes from a cell`() throws {
    let table = QueryTable(name: "t", table: try Table([Column("w", .text(["2024-01-01", "now"]))]))
    let error = #expect(throws: Diagnostic.self) { try QueryTests.answer("SELECT date(w) FROM t", [table]) }
    #expect(error?.message.contains("reads the clock") ?? false)
  }

  @Test(arguments: [
    ("instr('naïve', 'v')", Value.integer(4)), ("instr('abc', 'x')", .integer(0)), ("instr('abc', '')", .integer(1)),
    ("instr(12345, 34)", .integer(3)), ("instr(x'c3a962', x'62')", .integer(3)), ("instr(NULL, 'a')", .missing),
    ("replace('aaaaa', 'aa', 'b')", .text("bba")), ("replace('abc', '', 'x')", .text("abc")),
    ("replace('abc', 'x', 'y')", .text("abc")), ("replace(15, 5, 6)", .text("16")),
    ("replace('a', 'a', NULL)", .missing),
    ("trim('xxaxx', 'x')", .text("a")), ("ltrim('äöa', 'öä')", .text("a")), ("rtrim('aäö', 'öä')", .text("a")),
    ("trim('xx', 'x')", .text("")), ("trim('a', NULL)", .missing), ("trim('  a ')", .text("a")),
    ("'Naïve' LIKE 'nA_ve'", .integer(1)), ("'50%' LIKE '50!%' ESCAPE '!'", .integer(1)),
    ("'505' LIKE '50!%' ESCAPE '!'", .integer(0)), ("'abc' LIKE NULL", .missing), ("'abc' GLOB 'a[b-d]*'", .integer(1)),
    ("'ABC' GLOB 'a*'", .integer(0)), ("12 LIKE '1%'", .integer(1)),
    ("date('2024-02-28', '+2 days')", .text("2024-03-01")), ("strftime('%Y-%W', '2024-05-01')", .text("2024-18")),
    ("julianday('2000-01-01 12:00')", .number(2_451_545)), ("unixepoch('1970-01-02')", .integer(86_400)),
    ("datetime(0, 'unixepoch')", .text("1970-01-01 00:00:00")), ("time('12:30', '-1 hour')", .text("11:30:00")),
    ("date('no date')", .missing), ("date(NULL)", .missing), ("json_extract('{\"a\":[1,2]}', '$.a[1]')", .integer(2)),
    ("sum(n) OVER ()", .integer(8)), ("round(sqrt(2), 3)", .number(1.414)), ("printf('%05.1f', 2)", .text("002.0")),
  ])
  func `functions give what SQLite's give`(_ expression: String, _ wanted: Value) throws {
    #expect(try value(expression) == wanted, "\(expression)")
  }

  @Test func `a value may be as long as the query has room for`() {
    for call in [
      "hex(zeroblob(130000000))", "zeroblob(100000000)", "printf('%.*c', 99999999, 'a')", "format('%99999999d', 1)",
      "replace(hex(zeroblob(4000000)), '0', 'aaaaaaaaaa')",
    ] {
      #expect(error("SELECT length(\(call)) FROM tests")?.code == "too-large", "\(call)")
    }
  }

  @Test func `searching a long text for a long one ends at once`() throws {
    let long = "hex(zeroblob(1000000))"
    #expect(try value("instr(\(long), hex(zeroblob(500000)) || '1')") == .integer(0))
    #expect(try value("length(replace(\(long), hex(zeroblob(500000)) || '1', ''))") == .integer(2_000_000))
    #expect(try value("length(trim(\(long), \(long) || '1'))") == .integer(0))
    let pattern = "'%' || substr(\(long), 1, 990) || '1'"
    let found = error("SELECT \(long) LIKE \(pattern) FROM tests LIMIT 1")
    #expect(found?.code == "bad-query" && found?.help?.contains("instr") ?? false)
  }

  @Test func `a patch of large objects is refused, and others are SQLite's`() throws {
    let large = "json_object('a', hex(zeroblob(100000)))"
    let found = error("SELECT json_patch(\(large), \(large)) FROM tests")
    #expect(found?.code == "bad-query" && found?.message.contains("json_patch") ?? false, "\(found?.message ?? "")")
    #expect(try value("length(json_patch(\(large), '{\"b\":2}')) > 200000") == .integer(1))
    #expect(try value(#"json_array(json_patch('{"a":1}', '{"b":2}'))"#) == .text(#"[{"a":1,"b":2}]"#))
  }

  @Test func `a query that makes much stops at its budget`() {
    let memory = MemoryLimits(least: 1 << 20) { MemoryRoom(bytes: 1 << 40) }
    for sql in [
      "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 100000) SELECT x, hex(zeroblob(100)) h FROM c, places",
      "WITH RECURSIVE c(x) AS (SELECT 1 UNION SELECT x + 1 FROM c LIMIT 200000) SELECT count(*) FROM c, places",
      "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 200000) SELECT max(x) OVER (ORDER BY -x) FROM c, places LIMIT 1",
      "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 500000) SELECT length(group_concat(x)) FROM c, places",
    ] {
      let error = #expect(throws: Diagnostic.self) {
        try TableQuery.answer(
          sql, tables: QueryTests.tables, cancellation: Cancellation(),
          limits: QueryLimits(memory: memory))
      }
      #expect(error?.code == "too-large", "\(sql): \(error?.message ?? "")")
      #expect(error?.message.contains("1 MB") ?? false, "\(error?.message ?? "")")
    }
  }

  @Test func `only a table that the query names lets it take more`() throws {
    func table(_ name: String, _ rows: Int) throws -> QueryTable {
      QueryTable(name: name, table: try Table([Column("x", .integer(Array(0..<rows)))]))
    }
    let memory = MemoryLimits(least: 1 << 20) { MemoryRoom(bytes: 1 << 40) }
    let numbers = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 500000) "
    func answer(_ more: String) throws -> QueryAnswer {
      try TableQuery.answer(
        numbers + "SELECT length(group_concat(c.x)) FROM c, small" + more,
        tables: [try table("small", 1), try table("large", 1_000_000)], cancellation: Cancellation(),
        limits: QueryLimits(memory: memory))
    }
    let error = #expect(throws: Diagnostic.self) { try answer("") }
    #expect(error?.code == "too-large" && error?.message.contains("1 MB") == true, "\(error?.message ?? "")")
    #expect(try answer(" WHERE EXISTS (SELECT 1 FROM large)").table.rowCount == 1)
  }

  @Test func `what each small piece takes beside its content counts`() throws {
    // 400,000 groups of 24 bytes are 10 MB, and take 19.
    let tables = [QueryTable(name: "t", table: try Table([Column("x", .integer(Array(1...1000)))]))]
    let memory = MemoryLimits(least: 14 << 20) { MemoryRoom(bytes: 1 << 40) }
    let error = #expect(throws: Diagnostic.self) {
      try TableQuery.answer(
        "SELECT a.x, b.x FROM t a, t b WHERE b.x <= 400 GROUP BY a.x, b.x HAVING 0", tables: tables,
        cancellation: Cancellation(), limits: QueryLimits(memory: memory))
    }
    #expect(error?.code == "too-large", "\(error?.message ?? "")")
  }

  @Test func `doubled names of a result are numbered`() throws {
    #expect(try QueryTests.answer("SELECT 1 a, 2 a, 3 a, 4 b FROM tests").table.names == ["a", "a_2", "a_3", "b"])
  }
}

/// Tables that SQLite cannot show as they are.
@Suite struct QueryTableTests {
  private func table(_ name: String, _ columns: [String] = ["x"]) throws -> QueryTable {
    QueryTable(name: name, table: try Table(columns.map { Column($0, .integer([1])) }))
  }

  private func error(_ sql: String, _ tables: [QueryTable]) -> Diagnostic? {
    do throws(any Error) {
      _ = try QueryTests.answer(sql, tables)
      return nil
    } catch { return error as? Diagnostic }
  }

  @Test func `a table that cannot be shown spoils only the query that names it`() throws {
    let wide = try table("wide", (0..<2500).map { "c\($0)" })
    let tables = [try table("good"), wide, try table("sqlite_x"), try table("Iris"), try table("iris", ["y"])]
    #expect(try QueryTests.answer("SELECT x FROM good", tables).table.rowCount == 1)
    #expect(try QueryTests.answer("SELECT x FROM GOOD", tables).tables == ["good"])
    #expect(error("SELECT c1 FROM wide", tables)?.message.contains("2500 columns") ?? false)
    #expect(error("SELECT x FROM sqlite_x", tables)?.message.contains("reserves names") ?? false)
    #expect(error("SELECT x FROM good, wide", tables)?.code == "bad-query")
  }

  @Test func `tables that differ in case alone are read one at a time`() throws {
    let tables = [try table("Iris"), try table("iris", ["y"])]
    #expect(try QueryTests.answer("SELECT x FROM Iris", tables).tables == ["Iris"])
    #expect(try QueryTests.answer("SELECT y FROM \"iris\" WHERE y != 'Iris' -- x", tables).tables == ["iris"])
    for sql in [
      "SELECT x FROM IRIS", "SELECT a.x FROM Iris a, iris b", "SELECT 1 FROM iris WHERE 1 IN (SELECT x FROM [Iris])",
    ] {
      #expect(error(sql, tables)?.message.contains("apart") ?? false, "\(sql)")
    }
  }

  @Test func `columns that differ in case alone get a suffix`() throws {
    let found = try QueryTests.answer("SELECT * FROM t", [table("t", ["a", "A", "a_2"])]).table
    #expect(found.names == ["a", "A_2", "a_2_2"])
  }
}
