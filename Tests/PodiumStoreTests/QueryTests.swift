import PodiumCore
import PodiumPlugin
import PodiumStore
import Testing

/// SQL over tables in memory.
@Suite struct QueryTests {
  static let tables: [QueryTable] = {
    do {
      return [
        QueryTable(
          name: "tests",
          table: try Table([
            Column("place", .category(Categorical(["b", "a", nil, "b"]))), Column("n", .integer([3, 1, .min, 4])),
            Column("x y", .number([0.5, .nan, 2, 1])), Column("note", .text(["p'q", nil, "ü", ""])),
            Column("won", .boolean([true, false, nil, true])),
            Column("day", .date([CalendarDate(days: 0), nil, CalendarDate(days: 1), CalendarDate(days: 2)])),
            Column("at", .datetime([Moment(microseconds: 0), nil, nil, nil])),
          ])),
        QueryTable(
          name: "places",
          table: try Table([Column("place", .text(["a", "b", "c"])), Column("height", .integer([10, 20, 30]))]),
          rows: [1, 2]),
      ]
    } catch { return [] }
  }()

  static func answer(_ sql: String, _ tables: [QueryTable] = tables) throws -> QueryAnswer {
    try TableQuery.answer(sql, tables: tables, cancellation: Cancellation())
  }

  static func rows(_ sql: String) throws -> [[Value]] {
    let table = try answer(sql).table
    return (0..<table.rowCount).map { row in table.columns.map { $0[row] } }
  }

  @Test func `every type comes back as it was, with missing values`() throws {
    let answer = try QueryTests.answer("SELECT * FROM tests")
    #expect(answer.tables == ["tests"])
    #expect(answer.table.names == QueryTests.tables[0].table.names)
    for (column, given) in zip(answer.table.columns, QueryTests.tables[0].table.columns) where given.name != "note" {
      #expect(column.values == given.values, "\(column.name)")
    }
    #expect((0..<4).map { answer.table.columns[3][$0] } == [.text("p'q"), .missing, .text("ü"), .text("")])
  }

  @Test func `it filters, groups and joins`() throws {
    #expect(
      try QueryTests.rows("SELECT place, sum(n) FROM tests WHERE \"x y\" > 0.4 GROUP BY place ORDER BY 2")
        == [[.missing, .missing], [.text("b"), .integer(7)]])
    // Only two rows of the other table are shown.
    #expect(
      try QueryTests.rows("SELECT t.n, p.height FROM tests t JOIN places p ON t.place = p.place ORDER BY t.n")
        == [[.integer(3), .integer(20)], [.integer(4), .integer(20)]])
    #expect(try QueryTests.answer("SELECT 1 FROM tests t, places p").tables == ["tests", "places"])
    #expect(try QueryTests.rows("SELECT count(*) FROM tests WHERE won") == [[.integer(2)]])
    #expect(try QueryTests.rows("SELECT max(day) FROM tests") == [[.text("1970-01-03")]])
  }

  /// Numbers, whole numbers and categories with missing values, ties and extremes.
  static let mixed: [QueryTable] = {
    var random = Seed(3).source()
    let names = ["b", "a", "é", "", "Z", "zz"]
    let rows = 3000
    let doubles = (0..<rows).map { row -> Double in
      row % 11 == 0 ? .nan : row % 13 == 0 ? -0.0 : ((random.uniform() - 0.5) * 20).rounded() / 2
    }
    let wholes = (0..<rows).map { row -> Int in
      row % 7 == 0 ? ColumnValues.missingInteger : row % 501 == 0 ? .max : Int(random.uniform() * 9) - 4
    }
    let codes = (0..<rows).map { _ in Int32(random.uniform() * 7) - 1 }
    do {
      let table = try Table([
        Column("x", .number(doubles)), Column("n", .integer(wholes)),
        Column("c", .category(Categorical(levels: names, codes: codes))),
        Column("o", .ordered(Categorical(levels: names, codes: codes.reversed()))),
      ])
      return [QueryTable(name: "m", table: table, rows: (0..<rows).filter { $0 % 5 != 1 })]
    } catch { return [] }
  }()

  @Test(arguments: [
    "x > 1.5", "x >= 1.5", "x < 0", "x <= -0.0", "x = 2", "n > 2", "n >= 2", "n < -1", "n <= -1", "n = 0",
    "n >= 9223372036854775807", "c = 'b'", "c = ''", "c = 'none'", "o = 'Z'", "c > 'a'", "n > 1.5",
    "x > 9007199254740993", "c = 'B' COLLATE NOCASE", "x > 0 AND n < 3 AND c = 'zz'", "x > 0 OR n < 0", "1 < x",
  ])
  func `a comparison that the table answers is that of SQLite`(_ condition: String) throws {
    // A sign in front keeps SQLite from asking the table.
    let own = try #require(condition.split(separator: " ").first)
    let plain =
      condition.hasPrefix("1")
      ? "1 < +x"
      : condition.split(separator: " ").map { ["x", "n", "c", "o"].contains($0) ? "+\($0)" : String($0) }
        .joined(separator: " ")
    #expect(plain != condition, "\(own)")
    let columns = "SELECT rowid, x, n, c, o FROM m WHERE "
    let found = try QueryTests.answer(columns + condition, QueryTests.mixed).table
    #expect(try found == QueryTests.answer(columns + plain, QueryTests.mixed).table)
  }

  @Test(arguments: [
    "x", "x DESC", "n", "n DESC", "c", "c DESC", "o", "c, n DESC", "n, x, c", "c COLLATE NOCASE, rowid", "x NULLS LAST",
  ])
  func `an order that the table gives is that of SQLite`(_ order: String) throws {
    let plain = order.split(separator: ", ").map { $0.hasPrefix("rowid") ? String($0) : "+\($0)" }.joined(
      separator: ", ")
    let columns = "SELECT x, n, c, o FROM m WHERE n < 4 ORDER BY "
    // Among equal rows SQLite's order is its own; those beside the keys are compared as sums.
    let keys = order.split(separator: ", ").map { String($0.first ?? "x") }.filter { $0 != "r" }
    let (found, wanted) = (
      try QueryTests.answer(columns + order, QueryTests.mixed).table,
      try QueryTests.answer(columns + plain, QueryTests.mixed).table
    )
    for key in keys { #expect(found[key]?.values == wanted[key]?.values, "\(key)") }
    #expect(found.rowCount == wanted.rowCount)
  }

  @Test func `groups, distinct rows and extremes are those of SQLite`() throws {
    for (query, plain) in [
      ("SELECT c, count(*), total(n), min(x), max(x) FROM m WHERE x > 0 GROUP BY c", "+c"),
      ("SELECT n, o, count(*) FROM m GROUP BY n, o", "+n, +o"),
    ] {
      let sorted = query + " ORDER BY 1, 2"
      let parts = query.split(separator: "GROUP BY ")
      #expect(
        try QueryTests.answer(sorted, QueryTests.mixed).table
          == QueryTests.answer("\(parts[0])GROUP BY \(plain) ORDER BY 1, 2", QueryTests.mixed).table)
    }
    let distinct = try QueryTests.answer("SELECT DISTINCT c FROM m", QueryTests.mixed).table
    #expect(distinct.rowCount == 7)
    for function in ["min", "max"] {
      #expect(
        try QueryTests.answer("SELECT \(function)(x) AS v FROM m", QueryTests.mixed).table
          == QueryTests.answer("SELECT \(function)(+x) AS v FROM m", QueryTests.mixed).table)
    }
  }

  @Test func `a query without an end stops at its limit of steps`() {
    let error = #expect(throws: Diagnostic.self) {
      try TableQuery.answer(
        "WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r) SELECT count(*) FROM r, places",
        tables: QueryTests.tables, cancellation: Cancellation(),
        limits: QueryLimits(steps: 200_000))
    }
    #expect(error?.code == "query-limit")
  }

  @Test func `a join of many rows uses an index`() throws {
    let many = 60_000
    let table = QueryTable(
      name: "big",
      table: try Table([Column("k", .integer(Array(0..<many))), Column("v", .number((0..<many).map { Double($0) }))]))
    let sum = try QueryTests.answer("SELECT sum(a.v) FROM big a JOIN big b ON a.k = b.v", [table]).table
    #expect(sum.columns[0][0] == .number(Double(many) * Double(many - 1) / 2))
  }

  static let refused: [(String, String)] = [
    ("DELETE FROM tests", "bad-query"), ("UPDATE tests SET n = 1", "bad-query"),
    ("INSERT INTO tests(n) VALUES (1)", "bad-query"),
    ("DROP TABLE tests", "bad-query"), ("CREATE TABLE a(b)", "bad-query"), ("ATTACH 'x' AS y", "bad-query"),
    ("SELECT load_extension('x') FROM tests", "bad-query"), ("PRAGMA user_version", "bad-query"),
    ("SELECT * FROM pragma_table_info('tests')", "bad-query"), ("SELECT * FROM sqlite_master", "bad-query"),
    ("SELECT 1", "bad-query"), ("", "bad-query"), ("-- nothing", "bad-query"),
    ("SELECT 1 FROM tests; DROP TABLE tests", "bad-query"),
    ("SELEC 1", "bad-query"), ("SELECT * FROM test", "unknown-table"), ("SELECT plaec FROM tests", "unknown-column"),
    ("SELECT \"plaec\" FROM tests", "unknown-column"), ("BEGIN", "bad-query"), ("VACUUM INTO 'x'", "bad-query"),
    (
      "SELECT " + String(repeating: "(", count: 2000) + "1" + String(repeating: ")", count: 2000) + " FROM tests",
      "bad-query"
    ),
    ("CREATE VIRTUAL TABLE a USING podium(0)", "bad-query"), ("SELECT 1 FROM tests\0", "bad-query"),
    ("EXPLAIN SELECT * FROM tests", "bad-query"), ("EXPLAIN QUERY PLAN SELECT * FROM tests", "bad-query"),
    ("SELECT * FROM tests, sqlite_stmt", "unknown-table"), ("SELECT * FROM tests, dbstat", "unknown-table"),
    ("SELECT * FROM tests, fts3tokenize", "unknown-table"),
  ]

  @Test(arguments: refused)
  func `what does not only read is refused`(_ sql: String, _ code: String) throws {
    let error = #expect(throws: Diagnostic.self) { try QueryTests.answer(sql) }
    #expect(error?.code == code, "\(sql): \(error?.message ?? "")")
  }

  @Test func `a query that would go on for ever is stopped by the flag`() throws {
    let flag = Cancellation()
    flag.cancel()
    let sql = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c, tests"
    #expect(throws: Diagnostic.interrupted) {
      try TableQuery.answer(sql, tables: QueryTests.tables, cancellation: flag)
    }
  }
}
