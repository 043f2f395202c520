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
