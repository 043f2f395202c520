import PodiumCore
import PodiumPlugin
import Testing

@testable import PodiumStore

@Suite("Groups counted by the columns are those that SQLite counts row by row")
struct GroupQueryTests {
  /// Two categories, numbers with missing ones, both zeros and sums that round, whole numbers, truths, days and texts.
  static let table: QueryTable = {
    let rows = 400
    var state: UInt64 = 7
    func next(_ below: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % below
    }
    let letters = ["b", "A", "a", "Ö", "10", "9"]
    let columns = [
      Column("letter", .category(Categorical((0..<rows).map { _ in next(7) == 0 ? nil : letters[next(6)] }))),
      Column("Half", .category(Categorical((0..<rows).map { _ in ["x", "y"][next(2)] }))),
      Column(
        "f",
        .number(
          (0..<rows).map { place in
            next(9) == 0
              ? .nan : [0.0, -0.0, 0.1, 1e16, -1e16, 3.7][next(6)] + Double(next(100)) / 7 * Double(place % 2)
          })),
      Column("step", .number((0..<rows).map { _ in next(6) == 0 ? .nan : [0.0, -0.0, 1.5, -2][next(4)] })),
      Column("n", .integer((0..<rows).map { _ in next(8) == 0 ? ColumnValues.missingInteger : next(50) - 20 })),
      Column("big", .integer((0..<rows).map { _ in Int.max - next(9) })),
      Column("truth", .boolean((0..<rows).map { _ in [true, false, nil][next(3)] })),
      Column(
        "day",
        .date(
          (0..<rows).map { _ in
            [CalendarDate(year: 2024, month: 2, day: 29), CalendarDate(days: next(3)), nil][next(3)]
          })),
      Column("remark", .text((0..<rows).map { _ in ["1", "2x", "é", "e\u{301}", nil][next(5)] })),
      Column("two words", .number((0..<rows).map { Double($0 % 5) })),
    ]
    guard let table = try? Table(columns) else { fatalError("columns of one length") }
    return QueryTable(name: "made", table: table, rows: nil)
  }()

  static let tables = [
    table, QueryTable(name: "some", table: table.table, rows: (0..<400).filter { $0 % 3 != 1 }),
    QueryTable(name: "empty", table: table.table, rows: []),
  ]

  private static func answers(_ sql: String) throws -> [QueryAnswer] {
    try [true, false].map {
      try TableQuery.answer(
        sql, tables: tables, cancellation: Cancellation(), limits: QueryLimits(), groups: $0)
    }
  }

  private static func check(_ sql: String) throws {
    for name in tables.map(\.name) {
      let sql = sql.replacing("FROM made", with: "FROM \(name)").replacing("made.", with: "\(name).")
      let found = try answers(sql)
      #expect(found[0].table == found[1].table, "\(sql)")
      #expect(found[0].table.columns.map(\.origin) == found[1].table.columns.map(\.origin), "\(sql)")
      #expect(found[0].tables == found[1].tables)
      // −0 equals 0, and is another number.
      #expect(bits(found[0].table) == bits(found[1].table), "\(sql)")
    }
  }

  private static func bits(_ table: Table) -> [[UInt64]] {
    table.columns.map { if case .number(let x) = $0.values { x.map(\.bitPattern) } else { [] } }
  }

  static let plain = [
    "SELECT letter, avg(f) FROM made GROUP BY letter",
    "SELECT letter, avg(f) FROM made WHERE f > 0 GROUP BY letter;",
    "select LETTER as l, Count(*) n, sum( f ) from made where step <= 1.5 and n = 3 group by Letter",
    "SELECT letter, half, count(*), count(f), count(remark), count(truth), count(day), count(letter) FROM made GROUP BY letter, half",
    "SELECT half, letter, min(f), max(f), min(n), max(n), total(f), total(n), avg(n), sum(n) FROM made GROUP BY 1, 2",
    "SELECT count(*) FROM made", "SELECT avg(f), sum(f), total(f), min(step), max(step) FROM made",
    "SELECT sum(n) + 1 AS more, round(avg(f), 2) FROM made WHERE n BETWEEN -3 AND 9",
    "SELECT count(*) FROM made WHERE letter = 'nothing of that name'", "SELECT sum(n) FROM made WHERE 1 = 0",
    "SELECT step, count(*) FROM made GROUP BY step", "SELECT n, sum(f) FROM made GROUP BY n ORDER BY n DESC LIMIT 5",
    "SELECT truth, avg(step) FROM made GROUP BY truth", "SELECT day, count(*) FROM made GROUP BY day",
    "SELECT made.letter, avg(made.f) FROM made GROUP BY made.letter HAVING avg(made.f) > 1",
    "SELECT letter, half, count(*) AS k FROM made GROUP BY letter, half ORDER BY half DESC, k",
    "SELECT letter, count(*) AS k FROM made GROUP BY letter HAVING k > 40 ORDER BY k DESC",
    "SELECT letter FROM made GROUP BY letter HAVING count(*) > 50 AND letter <> 'a' ORDER BY avg(f)",
    "SELECT letter || '!' AS shout, max(f) - min(f) FROM made GROUP BY letter ORDER BY 2 DESC LIMIT 3 OFFSET 1",
    "SELECT half, avg(\"two words\"), avg([two words]) FROM made GROUP BY half",
    "SELECT avg(f) FROM made GROUP BY letter", "SELECT letter FROM made GROUP BY letter",
    "SELECT 1 FROM made GROUP BY letter", "SELECT count(*), count(*) FROM made",
    "SELECT upper(letter), coalesce(sum(n), 0) FROM made WHERE half = 'x' GROUP BY letter ORDER BY sum(n) DESC, letter",
    "SELECT avg(f) AS f FROM made WHERE f > 1", "SELECT letter AS half, avg(f) FROM made GROUP BY half",
    "SELECT letter, avg(f) FROM made WHERE letter IN ('a', 'b') GROUP BY letter",
    "SELECT letter, avg(f) FROM made WHERE letter = 'a' OR letter = 'b' GROUP BY letter",
    "SELECT letter, count(*) FROM made WHERE upper(letter) = 'A' GROUP BY letter",
    "SELECT sum(big) / 2 FROM made WHERE n = 1000", "SELECT max(big), min(big) FROM made",
  ]

  @Test(arguments: plain)
  func `a query of groups gives the bytes that SQLite gives`(_ sql: String) throws {
    #expect(GroupQuery(sql, GroupQueryTests.tables) != nil, "\(sql)")
    try GroupQueryTests.check(sql)
  }

  /// What the groups do not say is found while they are read, or before.
  static let odd = [
    "SELECT letter, count(*) AS n FROM made GROUP BY letter HAVING n > 40 ORDER BY n, letter",
    "SELECT letter, count(*) AS n FROM made GROUP BY letter HAVING avg(n) > 4 ORDER BY n + 1",
    "SELECT letter, f, avg(n) FROM made GROUP BY half", "SELECT letter, max(f), n FROM made GROUP BY letter",
    "SELECT letter, avg(f) FROM made WHERE f + n > 3 GROUP BY letter",
    "SELECT letter, avg(f) FROM made WHERE f > 1 OR n < 3 GROUP BY letter",
    "SELECT letter, avg(f) FROM made WHERE f IS NULL OR step > 0 GROUP BY letter",
    "SELECT letter, avg(f) FROM made WHERE n IN (1, 2, 3) GROUP BY letter",
    "SELECT count(*) FROM made WHERE n IN (1, 2, 3)", "SELECT count(*) FROM made WHERE f > 1 OR f < -1",
    "SELECT letter, avg(f) FROM made WHERE f + n > 3 GROUP BY letter HAVING avg(f) > 1",
    "SELECT letter, avg(f) FROM made WHERE n > 2 AND n + step > 3 GROUP BY letter HAVING count(*) > 90",
    "SELECT count(*) FROM made WHERE remark = '1'", "SELECT remark, count(*) FROM made GROUP BY remark",
    "SELECT letter, sum(remark) FROM made GROUP BY letter", "SELECT letter, max(remark) FROM made GROUP BY letter",
    "SELECT DISTINCT count(*) FROM made GROUP BY letter", "SELECT count(DISTINCT letter) FROM made",
    "SELECT letter, avg(f) FILTER (WHERE n > 3) FROM made GROUP BY letter", "SELECT max(f, n) FROM made LIMIT 3",
    "SELECT letter, sum(f) OVER (ORDER BY n) FROM made ORDER BY n, f, step LIMIT 5",
    "SELECT group_concat(letter) FROM made", "SELECT letter, avg(f + 1) FROM made GROUP BY letter",
    "SELECT m.letter, avg(m.f) FROM made AS m GROUP BY m.letter",
    "SELECT a.n, count(*) FROM made a, some b GROUP BY a.n LIMIT 2",
    "SELECT letter, avg(f) FROM (SELECT * FROM made) GROUP BY letter", "SELECT * FROM made GROUP BY letter, half",
    "SELECT letter, avg(f) /* of all */ FROM made GROUP BY letter", "SELECT count(*) FROM made HAVING count(*) > 3",
    "SELECT total(big), avg(big) FROM made", "SELECT letter FROM made GROUP BY letter COLLATE NOCASE",
    "SELECT letter, count(*) FROM made GROUP BY letter ORDER BY f",
    "SELECT letter, rowid, count(*) FROM made GROUP BY letter",
    "SELECT letter, avg(f) FROM made WHERE n = (SELECT max(n) FROM made) GROUP BY letter",
    "SELECT letter, avg(f) FROM made WHERE 'x' = half AND f > 0.5 GROUP BY letter", "SELECT count(*) FROM made LIMIT 0",
    "SELECT letter, avg(f) FROM made WHERE half COLLATE NOCASE = 'X' GROUP BY letter",
  ]

  @Test(arguments: odd)
  func `any other query is answered as before`(_ sql: String) throws { try GroupQueryTests.check(sql) }

  /// Queries put together from parts, the same ones each time.
  @Test(arguments: 1...10)
  func `made queries give the bytes that SQLite gives`(_ seed: Int) throws {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15
    func pick(_ list: [String]) -> String {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return list[Int(state >> 33) % list.count]
    }
    let figures = [
      "count(*)", "count(f)", "count(day)", "sum(f)", "sum(n)", "avg(f)", "avg(n)", "min(step)", "max(f)", "max(n)",
      "total(f)",
      "min(n) + 1", "round(avg(f), 1)", "sum(f) / count(*)", "coalesce(sum(step), 0)",
    ]
    let tests = [
      "f > 0", "n <= 3", "n BETWEEN 1 AND 20", "letter = 'a'", "half <> 'x'", "step = 0", "f IS NOT NULL", "f + n > 2",
      "letter LIKE 'a%'", "truth = 1", "n IN (1, 4, 9)", "(f > 1 OR n > 3)", "day > '2000-01-01'", "NOT (n > 3)",
      "f > n",
    ]
    for _ in 0..<40 {
      var keys = ["letter", "half", "truth", "n", "step", "day"].filter { _ in pick(["0", "1", "2"]) == "0" }
      keys = Array(keys.prefix(2))
      var items = keys
      for _ in 0..<3 { items.append(pick(figures) + pick(["", " AS k", " AS f", " AS n"])) }
      var sql = "SELECT " + items.joined(separator: ", ") + " FROM made"
      let conditions = (0..<2).map { _ in pick(tests) }.filter { _ in pick(["0", "1"]) == "0" }
      if !conditions.isEmpty { sql += " WHERE " + conditions.joined(separator: " AND ") }
      if !keys.isEmpty {
        sql += " GROUP BY " + keys.joined(separator: ", ")
        if pick(["0", "1", "2"]) == "0" {
          sql +=
            " HAVING "
            + pick([
              "count(*) > 20", "avg(f) > 1", "k > 3", "sum(n) IS NOT NULL", "n > 2", "max(f) > 2 AND count(*) > 9",
            ])
        }
      }
      if pick(["0", "1"]) == "0" {
        sql += " ORDER BY " + pick(["1", "2 DESC", "count(*) DESC", "avg(f)", "3, 1", "1 DESC, 2", "k", "f"])
      }
      if pick(["0", "1", "2"]) == "0" { sql += " LIMIT " + pick(["0", "1", "5", "3 OFFSET 2"]) }
      // What SQLite refuses both refuse.
      do { try GroupQueryTests.check(sql) } catch let error as Diagnostic {
        #expect(error.code == "bad-query" || error.code == "unknown-column", "\(sql): \(error.message)")
      }
    }
  }

  @Test func `a sum beyond the whole numbers is the same error`() {
    for groups in [true, false] {
      let error = #expect(throws: Diagnostic.self) {
        try TableQuery.answer(
          "SELECT sum(big) FROM made", tables: GroupQueryTests.tables, cancellation: Cancellation(),
          limits: QueryLimits(), groups: groups)
      }
      #expect(error?.message.contains("integer overflow") == true)
    }
  }

  @Test func `a table of a reserved name is read as before`() throws {
    let tables = [
      QueryTable(name: "podium groups", table: GroupQueryTests.table.table, rows: nil), GroupQueryTests.table,
    ]
    for sql in ["SELECT count(*) FROM \"podium groups\"", "SELECT half, count(*) FROM made GROUP BY half"] {
      #expect(try TableQuery.answer(sql, tables: tables, cancellation: Cancellation()).table.rowCount > 0)
    }
  }

  @Test func `Ctrl-C ends the groups`() throws {
    let flag = Cancellation()
    flag.cancel()
    let error = #expect(throws: Diagnostic.self) {
      try TableQuery.answer(
        "SELECT half, count(*) FROM made GROUP BY half", tables: GroupQueryTests.tables, cancellation: flag)
    }
    #expect(error?.code == "interrupted")
  }
}
