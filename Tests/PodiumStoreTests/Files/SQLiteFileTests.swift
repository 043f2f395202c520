import Glibc
import PodiumCore
import PodiumFiles
import PodiumFormats
import PodiumPlugin
import Testing

@testable import PodiumStore

@Suite("SQLite files that are not podium's")
struct SQLiteFileTests {
  private let place = TemporaryPlace()

  private func path(_ name: String) -> String { place.path + "/" + name }

  /// Creates a database with statements.
  private func make(_ name: String, _ lines: String...) throws {
    let connection = try place.connection(name)
    for line in lines { try connection.run(line) }
    connection.close()
  }

  private func context(_ name: String) throws(Diagnostic) -> FileImportContext {
    try FileImportContext(path(name), access: DiskFiles(), cancellation: Cancellation())
  }

  private func load(
    _ name: String, table: String? = nil, query: String? = nil, types: [String: ColumnType] = [:]
  ) throws(Diagnostic) -> ImportedTable {
    let context = try context(name)
    let database = try ForeignDatabase.open(
      path: path(name), name: name, cancellation: context.cancellation)
    var reader = SQLiteReader(database, context: context, types: types)
    if let query { return try reader.read(query: query) }
    return try reader.read(reader.choose(table))
  }

  private func code(_ body: () throws(Diagnostic) -> ImportedTable) -> String {
    do throws(Diagnostic) { return "read \(try body().table.rowCount) rows" } catch { return error.code }
  }

  // MARK: Types

  @Test("the declared type and the cells decide together")
  func types() throws {
    try make(
      "t.db",
      """
      CREATE TABLE t(i INTEGER, r REAL, d DATE, m DATETIME, b BOOLEAN, w VARCHAR(9), code TEXT, free, dec DECIMAL(9,2),
        none INTEGER, epoch TIMESTAMP, isoday TEXT)
      """,
      """
      INSERT INTO t VALUES
        (9223372036854775807, 1, '2024-01-05', '2024-01-05 10:00:00.000001', 1, 'a', '007', 1, 1.5, NULL, 1700000000, '1899-12-31'),
        (-9223372036854775807, 2.5, '2024-01-06', '2024-01-06', 0, 'b', '008', 2.5, 2, NULL, 1700000001, '9999-01-01'),
        (NULL, 9e999, NULL, '2024-01-07T10:00Z', NULL, '', '009', NULL, 3, NULL, 1700000002, NULL)
      """)
    let loaded = try load("t.db")
    let table = loaded.table
    #expect(
      table.columns.map(\.type) == [
        .integer, .number, .date, .datetime, .boolean, .category, .category, .number, .number, .integer, .integer,
        .date,
      ])
    #expect(table["i"]?.values == .integer([.max, -.max, .min]))
    #expect(table["r"]?.values == .number([1, 2.5, .infinity]))
    #expect(table["m"]?[1] == .datetime(Moment(microseconds: 19_728 * 86_400_000_000)))
    #expect(table["w"]?[2] == .text(""))
    #expect(loaded.report.notes.contains { $0.contains("'epoch'") && $0.contains("is declared datetime") })
    #expect(loaded.report.facts == [.init("table", .text("t"))])
  }

  @Test("a word among numbers becomes missing and is reported with its row")
  func mismatches() throws {
    try make(
      "t.db", "CREATE TABLE t(time REAL, n INTEGER)", "INSERT INTO t(rowid, time) VALUES (10, 1), (20, 'DNF'), (30, 3)",
      "INSERT INTO t(rowid, time) VALUES (40, 'DNS'), (50, x'0102')", "UPDATE t SET n = rowid")
    let loaded = try load("t.db")
    #expect(loaded.table["time"]?.values == .number([1, .nan, 3, .nan, .nan]))
    #expect(
      loaded.report.columns[0].mismatches == [
        .init(line: 20, text: "DNF"), .init(line: 40, text: "DNS"), .init(line: 50, text: "x'0102'"),
      ])
    #expect(loaded.report.columns[0].mismatchCount == 3)
    // More words than numbers, or words with digits, make words.
    try make("w.db", "CREATE TABLE t(time REAL)", "INSERT INTO t VALUES ('DNF'), ('DNS'), (3)")
    #expect(try load("w.db").table["time"]?.type == .category)
    try make("v.db", "CREATE TABLE t(time REAL)", "INSERT INTO t VALUES (1), (2), (3), (4), ('5 kg')")
    let words = try load("v.db")
    #expect(words.table["time"]?.type == .category)
    #expect(words.report.notes.contains { $0.contains("is declared number") })
    let declared = try load("v.db", types: ["time": .number])
    #expect(declared.table["time"]?.values == .number([1, 2, 3, 4, 5]))
    #expect(declared.report.notes.contains { $0.contains("without 'kg'") })
  }

  @Test("numbers stored as text stay words, and binary data are left out")
  func textsAndBytes() throws {
    try make(
      "t.db", "CREATE TABLE t(x TEXT, photo BLOB, bad TEXT)",
      "INSERT INTO t VALUES ('1', x'89504E47', CAST(x'61FF62' AS TEXT)), ('2', NULL, 'b')")
    let loaded = try load("t.db")
    #expect(loaded.table.names == ["x", "bad"])
    #expect(loaded.table["x"]?.type == .category)
    #expect(loaded.table["bad"]?[0] == .text("a\u{FFFD}b"))
    #expect(loaded.report.notes.contains { $0.contains("types=COLUMN:number") })
    #expect(loaded.report.notes.contains { $0.contains("'photo' holds binary data (1 cell)") })
    #expect(loaded.report.notes.contains { $0.contains("'bad'") && $0.contains("not UTF-8") })
    #expect(code { () throws(Diagnostic) in try load("t.db", query: "SELECT photo FROM t") } == "no-columns")
  }

  @Test("names that are not UTF-8 are shown by their bytes, and their tables are read")
  func foreignNames() throws {
    try make(
      "n.db", "CREATE TABLE tAA(cAA INTEGER, cBB INTEGER, \"c\u{FFFD}\" INTEGER)", "INSERT INTO tAA VALUES (1, 2, 3)",
      "CREATE TABLE u(x INTEGER)")
    var bytes = try DiskFiles().read(path("n.db"), shown: "n.db")
    for place in bytes.indices.dropLast() {
      let pair = [bytes[place], bytes[place + 1]]
      if pair == [0x41, 0x41] { bytes[place] = 0xE9 }
      if pair == [0x42, 0x42] { bytes[place] = 0xE8 }
    }
    try DiskFiles().write(bytes, to: path("n.db"), shown: "n.db", mode: .replace)
    let loaded = try load("n.db", table: "t\\xE9A")
    #expect(loaded.table.names == ["c\\xE9A", "c\\xE8B", "c\u{FFFD}"])
    #expect(loaded.table["c\\xE8B"]?.values == .integer([2]))
    #expect(!loaded.report.notes.contains { $0.contains("renamed") })
    let error = #expect(throws: Diagnostic.self) { try load("n.db") }
    #expect(error?.message == "'n.db' has 2 tables: t\\xE9A, u")
  }

  // MARK: Views without end

  static let endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)"

  /// The error of a view under a budget.
  private func refusal(_ name: String, _ change: (inout ForeignBudget) -> Void) throws -> Diagnostic? {
    let context = try context(name)
    let database = try ForeignDatabase.open(path: path(name), name: name, cancellation: context.cancellation)
    var reader = SQLiteReader(database, context: context, types: [:])
    change(&reader.budget)
    do throws(Diagnostic) { _ = try reader.read(reader.choose("v")) } catch { return error }
    return nil
  }

  @Test("a view without end is refused after a number of steps, cells or bytes")
  func endlessViews() throws {
    try make("steps.db", "CREATE VIEW v AS \(SQLiteFileTests.endless) SELECT count(*) FROM c")
    #expect(
      try refusal("steps.db") { $0.steps = 10_000 }?.message == "'steps.db' needs more than 10000 steps to be read")
    try make("rows.db", "CREATE VIEW v AS \(SQLiteFileTests.endless) SELECT x, x FROM c")
    let error = try #require(try refusal("rows.db") { $0.cells = 1000 })
    #expect(
      error.code == "too-large"
        && error.message == "'rows.db' has more than 1000 cells, too many for the size of its file")
    try make("bytes.db", "CREATE VIEW v AS \(SQLiteFileTests.endless) SELECT printf('%.*c', 60000, 'x') FROM c")
    #expect(
      try refusal("bytes.db") { $0.bytes = 2 << 20 }?.message
        == "'bytes.db' has more than 2 MB of text, too much for the size of its file")
    try make("memory.db", "CREATE VIEW v AS \(SQLiteFileTests.endless) SELECT group_concat(x) FROM c GROUP BY x % 7")
    #expect(
      try refusal("memory.db") { $0.memory = 1 << 20 }?.message
        == "'memory.db' needs more than 1 MB of memory to be read")
    try make("value.db", "CREATE VIEW v AS SELECT hex(zeroblob(200000)) AS x")
    #expect(try refusal("value.db") { _ in }?.code == "too-large")
  }

  @Test("views that name each other twice are refused before SQLite expands them all")
  func nestedViews() throws {
    let views = (1...15).map { "CREATE VIEW v\($0) AS SELECT a.x FROM v\($0 - 1) a, v\($0 - 1) b" }
    let connection = try place.connection("nest.db")
    for line in ["CREATE VIEW v0 AS SELECT 1 AS x"] + views + ["CREATE VIEW v AS SELECT * FROM v15"] {
      try connection.run(line)
    }
    connection.close()
    #expect(
      try refusal("nest.db") { _ in }?.message == "'nest.db' names tables and columns more than 20000 times")
  }

  @Test("a generated column is limited like a view")
  func expensiveTables() throws {
    try make("made.db", "CREATE TABLE v(x, y AS (hex(zeroblob(10000000 + x))))", "INSERT INTO v VALUES (1)")
    #expect(try refusal("made.db") { _ in }?.code == "too-large")
  }

  @Test("what a view may cost grows with the file, and other views are read as ever")
  func viewBudgets() throws {
    #expect(ForeignBudget(fileSize: 0).steps == 100_000_000)
    #expect(ForeignBudget(fileSize: 1 << 30).steps > 100 << 30)
    #expect(ForeignBudget(fileSize: 1 << 30).excess(steps: 1 << 30, memory: 1 << 30, seconds: 200) == nil)
    try make("v.db", "CREATE VIEW v AS \(SQLiteFileTests.endless) SELECT x FROM c LIMIT 5000")
    #expect(try load("v.db").table.rowCount == 5000)
    // A query is the user's own, and may ask for a part.
    try make("q.db", "CREATE VIEW v AS \(SQLiteFileTests.endless) SELECT x FROM c")
    #expect(try load("q.db", query: "SELECT * FROM v LIMIT 3").table.rowCount == 3)
  }

  @Test("a view in place of the column dictionary is not read")
  func endlessDictionary() throws {
    try make(
      "d.db", "CREATE TABLE t(x)", "INSERT INTO t VALUES (1)",
      "CREATE VIEW podium_columns AS \(SQLiteFileTests.endless) SELECT x AS 'table', x AS 'column', x AS name, "
        + "x AS type, x AS levels FROM c")
    #expect(try load("d.db").table.rowCount == 1)
  }

  @Test("a pipe in place of a database or of its log is refused before it is opened")
  func pipes() throws {
    try make("t.db", "CREATE TABLE t(x)")
    #expect(mkfifo(path("p.db"), 0o600) == 0)
    for ending in ["-journal", "-wal", "-shm"] {
      #expect(mkfifo(path("t.db" + ending), 0o600) == 0)
      let error = #expect(throws: Diagnostic.self) { try load("t.db") }
      #expect(error?.code == "not-a-file" && error?.message == "'t.db\(ending)' is not a regular file")
      #expect(throws: Diagnostic.self) { try WorkspaceFile.kind(path("t.db")) }
      unlink(path("t.db" + ending))
    }
    let error = #expect(throws: Diagnostic.self) {
      try ForeignDatabase.open(path: path("p.db"), name: "p.db", cancellation: Cancellation())
    }
    #expect(error?.message == "'p.db' is not a regular file")
  }

  // MARK: Tables and queries

  @Test("one table needs no name, several are named in the error")
  func choosing() throws {
    try make("one.db", "CREATE TABLE t(x)", "CREATE VIEW v AS SELECT x + 1 AS y FROM t", "INSERT INTO t VALUES (1)")
    #expect(try load("one.db").table.names == ["x"])
    #expect(try load("one.db", table: "V").report.facts == [.init("view", .text("v"))])
    try make(
      "two.db", "CREATE TABLE a(x)", "CREATE TABLE \"b c\"(rowid, _rowid_, oid)", "INSERT INTO \"b c\" VALUES (1, 2, 3)"
    )
    do throws(Diagnostic) {
      _ = try load("two.db")
      Issue.record("it was read")
    } catch {
      #expect(error.code == "several-tables" && error.message == "'two.db' has 2 tables: a, b c")
    }
    #expect(try load("two.db", table: "b c").table.names == ["rowid", "_rowid_", "oid"])
    #expect(code { () throws(Diagnostic) in try load("two.db", table: "c") } == "unknown-table")
    try make("none.db", "CREATE TABLE a(x)", "DROP TABLE a")
    #expect(code { () throws(Diagnostic) in try load("none.db") } == "no-table")
  }

  @Test(
    "a query reads and does nothing else",
    arguments: [
      ("SELECT x, x AS x FROM t", "read 2 rows"), ("WITH q AS (SELECT 1 AS a) SELECT * FROM q -- so", "read 1 rows"),
      ("SELECT count(*) FROM t WHERE x > 1;", "read 1 rows"), ("DELETE FROM t", "not-allowed"),
      ("INSERT INTO t VALUES (3)", "not-allowed"), ("DROP TABLE t", "not-allowed"),
      ("CREATE TEMP TABLE y AS SELECT 1", "not-allowed"), ("ATTACH 'x.db' AS y", "not-allowed"),
      ("PRAGMA writable_schema = 1", "not-allowed"), ("PRAGMA quick_check", "not-allowed"),
      ("SELECT load_extension('x')", "not-allowed"), ("SELECT fts3_tokenizer('simple')", "not-allowed"),
      ("SELECT 1; SELECT 2", "bad-query"), ("SELECT ?", "bad-query"), ("", "bad-query"), ("SELECT", "bad-query"),
      ("SELECT * FROM nowhere", "bad-query"), ("SELECT zeroblob(1000000000)", "too-large"),
      ("SELECT * FROM pragma_database_list", "not-allowed"), ("VACUUM INTO 'x.db'", "bad-query"),
      ("SELECT printf('%.*c', 99999999, 'a')", "too-large"), ("BEGIN IMMEDIATE", "not-allowed"),
    ])
  func queries(_ query: String, _ outcome: String) throws {
    try make("t.db", "CREATE TABLE t(x)", "INSERT INTO t VALUES (1), (2)")
    #expect(code { () throws(Diagnostic) in try load("t.db", query: query) } == outcome)
    #expect(try load("t.db").table["x"]?.values == .integer([1, 2]))
    #expect(place.names == ["t.db"])
  }

  @Test("an endless query is stopped by Ctrl-C")
  func interruption() throws {
    try make(
      "t.db",
      "CREATE VIEW v AS WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT x FROM r WHERE x < 0"
    )
    let context = try context("t.db")
    context.cancellation.cancel()
    do throws(Diagnostic) {
      _ = try SQLiteImporter().load(context, options: .none)
      Issue.record("it ended")
    } catch {
      #expect(error == .interrupted)
    }
  }

  // MARK: Files in any state

  @Test("what another program has committed to a log is seen, and no file is left over")
  func logs() throws {
    let writer = try place.connection("t.db")
    _ = try writer.text("PRAGMA journal_mode = WAL")
    for line in ["CREATE TABLE t(x)", "INSERT INTO t VALUES (1)", "BEGIN", "INSERT INTO t VALUES (2)"] {
      try writer.run(line)
    }
    #expect(try load("t.db").table.rowCount == 1)
    try writer.run("COMMIT")
    #expect(try load("t.db").table.rowCount == 2)
    writer.close()
    let before = place.names
    #expect(try load("t.db").table.rowCount == 2)
    #expect(place.names == before)
    // From its bytes too, where there cannot be a log.
    let bytes = try #require(TemporaryPlace.bytes(path("t.db")))
    let database = try ForeignDatabase.open(bytes, name: "t.db", cancellation: Cancellation())
    var reader = SQLiteReader(database, context: try context("t.db"), types: [:])
    #expect(try reader.read(reader.choose(nil)).table.rowCount == 2)
  }

  @Test("a locked file is reported as locked")
  func locks() throws {
    let writer = try place.connection("t.db")
    for line in ["CREATE TABLE t(x)", "BEGIN EXCLUSIVE", "INSERT INTO t VALUES (1)"] { try writer.run(line) }
    #expect(code { () throws(Diagnostic) in try load("t.db") } == "file-busy")
    try writer.run("COMMIT")
    writer.close()
  }

  @Test("a journal that was never replayed is reported")
  func journals() throws {
    let writer = try place.connection("t.db")
    for line in [
      "PRAGMA cache_size = 1", "PRAGMA cache_spill = 1", "CREATE TABLE t(x)",
      "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 500) INSERT INTO t SELECT hex(zeroblob(500)) FROM r",
      "BEGIN", "UPDATE t SET x = 'a' || x",
    ] { try writer.run(line) }
    let names = ["", "-journal"].map { ($0, TemporaryPlace.bytes(path("t.db" + $0)) ?? []) }
    writer.close()
    for (ending, bytes) in names { TemporaryPlace.write(bytes, to: path("crashed.db" + ending)) }
    #expect(["unfinished-write", "unreadable-file"].contains(code { () throws(Diagnostic) in try load("crashed.db") }))
  }

  @Test("every cut and many changes give a table or a specific error")
  func damage() throws {
    try make(
      "t.db", "CREATE TABLE t(x INTEGER, y TEXT)", "CREATE INDEX i ON t(y)",
      "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 400) INSERT INTO t SELECT n, 'row ' || n FROM r"
    )
    let bytes = try #require(TemporaryPlace.bytes(path("t.db")))
    let known: Set = [
      "not-a-database", "damaged-file", "no-table", "several-tables", "bad-query", "too-large", "not-allowed",
      "unreadable-file", "no-columns",
    ]
    for length in stride(from: 1237, to: bytes.count, by: 1237) {
      TemporaryPlace.write(Array(bytes.prefix(length)), to: path("cut.db"))
      let outcome = code { () throws(Diagnostic) in try load("cut.db") }
      #expect(outcome == "damaged-file" || outcome == "not-a-database", "\(length): \(outcome)")
    }
    var random = Seed(5).source()
    for _ in 0..<300 {
      var changed = bytes
      for _ in 0..<(1 + random.below(3)) { changed[random.below(changed.count)] = UInt8(random.below(256)) }
      TemporaryPlace.write(changed, to: path("bad.db"))
      let outcome = code { () throws(Diagnostic) in try load("bad.db") }
      #expect(outcome.hasPrefix("read ") || known.contains(outcome), "\(outcome)")
    }
    TemporaryPlace.write(Array("words\n".utf8), to: path("words.db"))
    #expect(code { () throws(Diagnostic) in try load("words.db") } == "not-a-database")
  }

  @Test("virtual tables are not read, and views run no functions with side effects")
  func hostile() throws {
    try make("v.db", "CREATE VIRTUAL TABLE f USING fts5(a)")
    #expect(code { () throws(Diagnostic) in try load("v.db", table: "f") } == "unknown-table")
    try make("w.db", "CREATE VIEW v AS SELECT load_extension('x.so') AS a")
    #expect(["not-allowed", "bad-query"].contains(code { () throws(Diagnostic) in try load("w.db") }))
  }

  // MARK: Written files

  @Test("a written file has the types and names that other programs know")
  func written() throws {
    let table = try Table([
      Column("n", .number([1, .nan])), Column("N", .integer([1, .min])), Column("", .text(["", nil])),
      Column("o", .ordered(Categorical(["low", "high"]).reordered([1, 0]))), Column("b", .boolean([true, nil])),
      Column("d", .date([CalendarDate(days: 0), nil])), Column("t", .datetime([Moment(microseconds: 1), nil])),
    ])
    TemporaryPlace.write(try SQLiteExporter().write(table, named: "my trips"), to: path("t.db"))
    let connection = try Connection(path("t.db"), mode: .probe, patience: 1)
    #expect(
      try connection.text("SELECT sql FROM sqlite_master")
        == "CREATE TABLE \"my trips\" (\"n\" REAL, \"N_2\" INTEGER, \"column_3\" TEXT, \"o\" TEXT, \"b\" BOOLEAN, \"d\" DATE, \"t\" DATETIME)"
    )
    #expect(try connection.text("SELECT t FROM \"my trips\"") == "1970-01-01 00:00:00.000001")
    #expect(try connection.text("SELECT levels FROM podium_columns WHERE \"column\" = 'o'") == "[\"low\",\"high\"]")
    connection.close()
    #expect(try load("t.db").table == table)
    // A category that another program adds comes after the listed ones.
    let edit = try Connection(path("t.db"), patience: 1)
    try edit.run("INSERT INTO \"my trips\"(o) VALUES ('top')")
    edit.close()
    #expect(try load("t.db").table["o"]?.categorical?.levels == ["low", "high", "top"])
    #expect(throws: Diagnostic.self) { try SQLiteExporter().write(.empty) }
  }
}
