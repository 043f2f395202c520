import PodiumCore
import PodiumPlugin
import Testing

@testable import PodiumStore

@Suite("Records in the workspace")
struct RecordTests {
  /// Texts that are harmless data but broke other programs.
  static let oddTexts = [
    "", " ", "'; DROP TABLE \"club.team\"; --", "\" OR 1=1", "%", "_", "a\u{0}b", "\u{0}", "é", "e\u{301}", "🏴‍☠️",
    "\u{1B}[2J", "NULL", "1", "1.0", "?", "?1", ":name", "\\", "\u{FFFD}", "x\n\r\ty", "[id]", "`id`",
  ]

  @Test("are read as they were written, with every kind of value")
  func everyValue() throws {
    let workspace = Club.workspace()
    let team = try workspace.insert("club.team", ["name": .text("Hull")])
    let fields: [String: Value] = [
      "day": .date(CalendarDate(days: 19_000)), "home": .text(team.id.text), "note": .text("wet"),
      "goals": .integer(-3), "odds": .number(0.1), "over": .boolean(false),
      "kickoff": .datetime(Moment(microseconds: -1)),
    ]
    let made = try workspace.insert("club.match", fields)
    #expect(made.fields == fields)
    #expect(made.revision == 1)
    #expect(made.created.by == "ann")
    #expect(try workspace.records(RecordQuery("club.match")) == [made])
    let changed = try workspace.update(
      made.id, of: "club.match", setting: ["note": .missing, "odds": .integer(2)], revision: 1)
    #expect(changed.revision == 2)
    #expect(changed["note"] == .missing)
    #expect(changed["odds"] == .number(2))
    #expect(try workspace.records(RecordQuery("club.match")) == [changed])
    #expect(try workspace.commit().count == 1)
  }

  @Test("store any text byte for byte, find it by each condition, and execute none of it")
  func oddTexts() throws {
    let workspace = Club.workspace()
    for text in Self.oddTexts {
      let made = try workspace.insert("club.team", ["name": .text(text)])
      let found = try workspace.records(RecordQuery("club.team", where: [.equals("name", .text(text))]))
      #expect(found.map(\.id) == [made.id])
      #expect(found.first.map { Array($0["name"].fileText.utf8) } == Array(text.utf8))
      for condition: RecordQuery.Condition in [
        .hasPrefix("name", text), .hasSuffix("name", text), .contains("name", text),
      ] {
        #expect(try workspace.records(RecordQuery("club.team", where: [condition])).map(\.id).contains(made.id))
      }
    }
    #expect(try workspace.count(RecordQuery("club.team")) == Self.oddTexts.count)
    #expect(try workspace.count(RecordQuery("club.team", where: [.contains("name", "%")])) == 1)
    #expect(try workspace.count(RecordQuery("club.team", where: [.hasPrefix("name", "_")])) == 1)
    #expect(try workspace.check() == [])
  }

  @Test("are selected by conditions in which a missing value matches only 'is missing' and 'not'")
  func conditions() throws {
    let workspace = Club.workspace()
    let team = try workspace.insert("club.team", ["name": .text("Hull City")])
    for (day, goals, note) in [(1, 0, "Cup"), (2, 3, "cup tie"), (3, nil, nil)] as [(Int, Int?, String?)] {
      _ = try workspace.insert(
        "club.match",
        [
          "day": .date(CalendarDate(days: day)), "home": .text(team.id.text),
          "goals": goals.map(Value.integer) ?? .missing, "note": note.map(Value.text) ?? .missing,
        ])
    }
    func days(_ conditions: RecordQuery.Condition...) throws -> [Int] {
      try workspace.records(RecordQuery("club.match", where: conditions, order: [("day", false)])).compactMap {
        if case .date(let day) = $0["day"] { day.days } else { nil }
      }
    }
    #expect(try days() == [1, 2, 3])
    #expect(try days(.equals("goals", .integer(0))) == [1])
    #expect(try days(.equals("goals", .number(3))) == [2])
    #expect(try days(.equals("goals", .missing)) == [])
    #expect(try days(.not(.equals("goals", .integer(0)))) == [2, 3])
    #expect(try days(.isMissing("goals")) == [3])
    #expect(try days(.isBefore("goals", .integer(3))) == [1])
    #expect(try days(.isAtMost("goals", .integer(3))) == [1, 2])
    #expect(try days(.isAtLeast("goals", .number(0.5))) == [2])
    #expect(try days(.isOneOf("goals", [.integer(3), .missing, .integer(7)])) == [2])
    #expect(try days(.isOneOf("goals", [])) == [])
    #expect(try days(.hasPrefix("note", "CUP")) == [1, 2])
    #expect(try days(.hasSuffix("note", "TIE")) == [2])
    #expect(try days(.contains("note", "p t")) == [2])
    #expect(try days(.not(.contains("note", "p t"))) == [1, 3])
    #expect(try days(.any([])) == [])
    #expect(try days(.any([.isMissing("note"), .equals("note", .text("Cup"))])) == [1, 3])
    #expect(try days(.not(.any([.isMissing("note"), .equals("note", .text("Cup"))]))) == [2])
    #expect(try days(.isAtLeast("day", .date(CalendarDate(days: 2))), .not(.isMissing("goals"))) == [2])
    let all = try workspace.records(RecordQuery("club.match"))
    #expect(try workspace.count(RecordQuery("club.match", where: [.ids(all.prefix(2).map(\.id))])) == 2)
    #expect(try workspace.count(RecordQuery("club.match", limit: 1)) == 1)
    let wide = RecordQuery("club.match", where: [.any((0..<3000).map { .equals("goals", .integer($0)) })])
    #expect(try workspace.count(wide) == 2)
  }

  @Test("are ordered by fields, the missing ones last, then by id")
  func order() throws {
    let workspace = Club.workspace()
    for (name, day) in [("b", 5), ("a", nil), ("c", 5), ("d", 4)] as [(String, Int?)] {
      _ = try workspace.insert(
        "club.team",
        ["name": .text(name), "founded": day.map { .date(CalendarDate(days: $0)) } ?? .missing])
    }
    func names(_ descending: Bool) throws -> String {
      try workspace.records(RecordQuery("club.team", order: [("founded", descending)])).map { $0["name"].fileText }
        .joined()
    }
    #expect(try names(false) == "dbca")
    #expect(try names(true) == "bcda")
  }

  @Test("are a table, with the common fields of every record if requested")
  func table() throws {
    let workspace = Club.workspace()
    try workspace.mergeTeams(["a", "b"])
    let table = try workspace.table(RecordQuery("club.team"), fields: ["revision", "name", "created_at", "founded"])
    #expect(table.names == ["revision", "name", "created_at", "founded"])
    #expect(table.columns.map(\.type) == [.integer, .text, .datetime, .date])
    #expect(table["name"]?[1] == .text("b"))
    #expect(table["founded"]?.missingCount == 2)
    #expect(try workspace.table(RecordQuery("club.team"), fields: nil).names == ["name", "founded"])
  }

  @Test("that do not fit are refused, and nothing is written")
  func refusals() throws {
    let workspace = Club.workspace()
    let team = try workspace.insert("club.team", ["name": .text("Hull")])
    func code(_ body: () throws -> Void) -> String? { failure(body)?.code }
    #expect(code { _ = try workspace.insert("club.teem", [:]) } == "unknown-kind")
    #expect(code { _ = try workspace.insert("club.team", [:]) } == "bad-record")
    #expect(code { _ = try workspace.insert("club.team", ["name": .text("x"), "nam": .text("y")]) } == "unknown-field")
    #expect(code { _ = try workspace.insert("club.team", ["name": .integer(1)]) } == "bad-record")
    #expect(code { _ = try workspace.insert("club.team", ["name": .text("Hull")]) } == "taken-key")
    for (field, value): (String, Value) in [
      ("goals", .number(1.5)), ("goals", .integer(.min)), ("odds", .number(.infinity)), ("odds", .number(.nan)),
      ("over", .integer(1)), ("day", .text("2020-01-01")), ("day", .missing),
    ] {
      let fields: [String: Value] = ["day": .date(CalendarDate(days: 1)), "home": .text(team.id.text)]
      #expect(code { _ = try workspace.insert("club.match", fields.merging([field: value]) { $1 }) } == "bad-record")
    }
    let nowhere: [String: Value] = ["day": .date(CalendarDate(days: 1)), "home": .text("missing")]
    #expect(code { _ = try workspace.insert("club.match", nowhere) } == "bad-record")
    _ = try workspace.insert("club.match", nowhere.merging(["home": .text(team.id.text)]) { $1 })
    #expect(code { try workspace.remove(team.id, of: "club.team", revision: nil) } == "record-in-use")
    #expect(code { try workspace.remove(team.id, of: "club.team", revision: 2) } == "stale-record")
    #expect(code { _ = try workspace.update(team.id, of: "club.team", setting: [:], revision: 7) } == "stale-record")
    #expect(code { try workspace.remove(RecordID("x"), of: "club.team", revision: nil) } == "unknown-record")
    #expect(code { _ = try workspace.records(RecordQuery("club.team", where: [.isMissing("x")])) } == "unknown-field")
    #expect(
      code { _ = try workspace.count(RecordQuery("club.team", where: [.equals("name", .integer(1))])) } == "bad-query")
    let deep = (0..<100).reduce(RecordQuery.Condition.isMissing("name")) { inner, _ in .not(inner) }
    #expect(code { _ = try workspace.count(RecordQuery("club.team", where: [deep])) } == "bad-query")
    #expect(try workspace.count(RecordQuery("club.team")) == 1)
    #expect(try workspace.count(RecordQuery("club.match")) == 1)
  }

  @Test("do not exist without a file, and reading creates none")
  func nothingThere() throws {
    let folder = TemporaryPlace()
    let workspace = Club.workspace(folder.file)
    #expect(try workspace.records(RecordQuery("club.team")) == [])
    #expect(try workspace.table(RecordQuery("club.team"), fields: nil).names == ["name", "founded"])
    #expect(try workspace.kinds().map(\.name) == ["club.match", "club.team"])
    #expect(try workspace.datasets() == [])
    #expect(try workspace.models() == [])
    #expect(try workspace.results(["x"]).isEmpty)
    #expect(try workspace.changes(kind: nil, record: nil, limit: 5) == [])
    #expect(try workspace.check() == [])
    #expect(try workspace.info().bytes == 0)
    workspace.begin("nothing")
    #expect(try workspace.commit() == [])
    #expect(WorkspaceFile.identity(folder.file) == nil)
    #expect(failure { _ = try workspace.records(RecordQuery("club.teem")) }?.code == "unknown-kind")
  }
}

@Suite("Merging into the workspace")
struct MergeTests {
  private func days(_ rows: [(Int, String, Int?)]) -> Table {
    Table.made([
      Column("day", .date(rows.map { CalendarDate(days: $0.0) })), Column("home", .text(rows.map(\.1))),
      Column("goals", .number(rows.map { $0.2.map(Double.init) ?? .nan })),
    ])
  }

  @Test("adds, changes and keeps records by the natural key, and reports it")
  func update() throws {
    let workspace = Club.workspace()
    try workspace.mergeTeams(["a", "b"])
    let ids = try workspace.records(RecordQuery("club.team", order: [("name", false)])).map(\.id.text)
    func merge(_ table: Table, _ rule: MergeRule = .update) throws -> MergeReport {
      try workspace.merge(table, into: "club.match", rule: rule, cancellation: Cancellation())
    }
    var report = try merge(days([(1, ids[0], 2), (1, ids[1], nil), (2, ids[0], 5)]))
    #expect((report.read, report.new, report.changed, report.same, report.kept) == (3, 3, 0, 0, 0))
    report = try merge(days([(1, ids[0], 3), (1, ids[1], nil), (2, ids[0], nil), (3, ids[0], 1), (3, ids[0], 2)]))
    #expect((report.read, report.new, report.changed, report.same, report.kept) == (5, 1, 2, 2, 0))
    #expect(report.differences.map(\.row) == [0, 4])
    #expect(report.differences[0].stored == .integer(2))
    #expect(report.differences[0].given == .integer(3))
    report = try merge(days([(1, ids[0], 9), (2, ids[0], 5)]), .keep)
    #expect((report.new, report.changed, report.same, report.kept) == (0, 0, 1, 1))
    let goals = try workspace.table(
      RecordQuery("club.match", order: [("day", false), ("home", false)]), fields: ["goals"])
    #expect((0..<4).map { goals.columns[0][$0] } == [.integer(3), .missing, .integer(5), .integer(2)])
    #expect(try workspace.mergeTeams(["a", "b", "a"]).same == 3)
  }

  @Test("of an invalid row is refused with its number, and earlier rows are rolled back")
  func refusals() throws {
    let workspace = Club.workspace()
    try workspace.mergeTeams(["a"])
    let id = try workspace.records(RecordQuery("club.team"))[0].id.text
    let bad = failure {
      _ = try workspace.merge(
        days([(1, id, 1), (2, "missing", 1)]), into: "club.match", rule: .update, cancellation: Cancellation())
    }
    #expect(bad?.code == "bad-record")
    #expect(bad?.message.hasPrefix("row 2: ") == true)
    #expect(try workspace.count(RecordQuery("club.match")) == 0)
    #expect(
      failure {
        _ = try workspace.merge(
          Club.teams(["x"]), into: "club.match", rule: .update, cancellation: Cancellation())
      }?.code == "unknown-field")
    #expect(
      failure {
        _ = try workspace.merge(
          Table.made([Column("goals", .integer([1]))]), into: "club.match", rule: .update, cancellation: Cancellation())
      }?.code == "bad-record")
    let stopped = Cancellation()
    stopped.cancel()
    #expect(
      failure {
        _ = try workspace.merge(Club.teams(["x"]), into: "club.team", rule: .update, cancellation: stopped)
      }?.code == "interrupted")
    #expect(try workspace.teamNames() == ["a"])
  }

  @Test("with a revision that no record reaches are damaged", arguments: [Int.max, 0, Int.min])
  func revisions(_ revision: Int) throws {
    let folder = TemporaryPlace()
    let workspace = Club.workspace(folder.file)
    try workspace.command("add") { try workspace.mergeTeams(["a"]) }
    let record = try #require(try workspace.records(RecordQuery("club.team")).first)
    workspace.close()
    var row = StoredRecord(
      id: record.id.text, revision: 1, created: record.created, changed: record.changed,
      values: [.text("a"), .missing])
    let table = KindTable(Club.team)
    let connection = try Connection(folder.file, patience: 1)
    let known = try connection.integer("SELECT checksum FROM \"club.team\"")
    #expect(known == table.checksum(row))
    row.revision = revision
    try connection.run(
      "UPDATE \"club.team\" SET revision = ?, checksum = ?", [.integer(revision), .integer(table.checksum(row))])
    connection.close()
    let other = Club.workspace(folder.file)
    #expect(failure { _ = try other.records(RecordQuery("club.team")) }?.code == "workspace-damaged")
    #expect(failure { _ = try other.table(RecordQuery("club.team"), fields: nil) }?.code == "workspace-damaged")
    #expect(
      failure { try other.command("change") { try other.remove(record.id, of: "club.team", revision: nil) } } != nil)
  }
}
