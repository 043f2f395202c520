import Glibc
import PodiumAssembly
import PodiumCore
import PodiumPlugin
import Synchronization
import Testing

@testable import PodiumStore

@Suite("Migrations of the workspace")
struct MigrationTests {
  static let second = StoreMigration(
    2, "tell towns",
    [
      .addField(kind: "club.team", RecordField("town", .text, required: true), existing: .text("?")),
      .renameField(kind: "club.team", from: "name", to: "title"),
      .setKey(kind: "club.team", ["title", "town"]),
      .dropField(kind: "club.match", "odds"),
      .addIndex(kind: "club.match", ["note"]),
      .rewrite(kind: "club.team") { (record) throws(Diagnostic) in
        ["town": .text("of " + record["title"].fileText)]
      },
      .create(RecordKind("club.ground", fields: [RecordField("seats", .integer)])),
    ])

  private func filled(_ folder: TemporaryPlace) throws {
    let workspace = Club.workspace(folder.file)
    try workspace.command("fill") {
      try workspace.mergeTeams(["a", "b"])
      let team = try workspace.records(RecordQuery("club.team"))[0]
      _ = try workspace.insert(
        "club.match",
        ["day": .date(CalendarDate(days: 1)), "home": .text(team.id.text), "odds": .number(2), "goals": .integer(3)])
    }
    workspace.close()
  }

  @Test("convert records to the new form, all at once, after a backup that only its owner can read")
  func run() throws {
    let folder = TemporaryPlace()
    try filled(folder)
    #expect(folder.names == ["workspace.sqlite"])
    let workspace = Club.workspace(folder.file, migrations: ["club": [Club.first, Self.second]])
    let teams = try workspace.records(RecordQuery("club.team", order: [("title", false)]))
    #expect(
      teams.map(\.fields) == [
        ["title": .text("a"), "town": .text("of a")], ["title": .text("b"), "town": .text("of b")],
      ])
    #expect(
      try workspace.table(RecordQuery("club.match"), fields: nil).names == [
        "day", "home", "note", "goals", "over", "kickoff",
      ])
    #expect(try workspace.check() == [])
    #expect(failure { try workspace.remove(teams[0].id, of: "club.team", revision: nil) }?.code == "record-in-use")
    workspace.rollBack()
    _ = try workspace.insert("club.ground", ["seats": .integer(9)])
    _ = try workspace.insert("club.team", ["title": .text("a"), "town": .text("x")])
    #expect(try workspace.commit().count == 1)
    #expect(try workspace.info().plugins == ["club": 2])
    workspace.close()
    let backup = try #require(
      folder.names.first { $0.hasPrefix("workspace.before-club-2.") && $0.hasSuffix("Z.sqlite") })
    #expect(folder.names == [backup, "workspace.sqlite"])
    for name in folder.names {
      var status = stat()
      #expect(stat(folder.path + "/" + name, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600)
    }
    #expect(try Club.workspace(folder.path + "/" + backup).teamNames() == ["a", "b"])
  }

  /// What a file says of its tables, indexes, migrations and kinds.
  private func shape(_ file: String) throws -> [[String?]] {
    let connection = try Connection(file, mode: .probe, patience: 1)
    defer { connection.close() }
    return try [
      "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name",
      "SELECT plugin || version, summary, hash FROM podium_versions ORDER BY plugin, version",
      "SELECT name, plugin, declaration FROM podium_kinds ORDER BY name",
    ].flatMap { query in
      try connection.rows(query) { (row) throws(Diagnostic) in (0..<3).map { row.text($0) } }
    }
  }

  /// A file with the tables of each plugin as some migrations make them, then opened with all of them.
  private func shape(
    _ migrations: [String: [StoreMigration]], first: Int
  ) throws -> [[String?]] {
    let folder = TemporaryPlace()
    for some in [migrations.mapValues { Array($0.prefix(first)) }, migrations] {
      let workspace = Club.workspace(folder.file, migrations: some)
      try workspace.command("fill") {
        try workspace.makeTables()
        try workspace.save(SavedTests.dataset("d"), replacing: true)
      }
      #expect(try workspace.check() == [])
      workspace.close()
    }
    return try shape(folder.file)
  }

  @Test("make the same tables one after another as at once, for every plugin that is built in")
  func atOnce() throws {
    let plugins = try Assembly.registry().migrations
    #expect(plugins.count == 3)
    for migrations in [plugins, ["club": [Club.first, Self.second]]] {
      let most = migrations.values.map(\.count).max() ?? 0
      let atOnce = try shape(migrations, first: most)
      #expect(atOnce.count > 3 * migrations.count)
      for first in 1..<most { #expect(try shape(migrations, first: first) == atOnce, "from version \(first)") }
    }
  }

  @Test("make the tables of a plugin at its first write, and those that it refers to")
  func byNeed() throws {
    let folder = TemporaryPlace()
    let list = StoreMigration(
      1, "lists",
      [
        .create(
          RecordKind("list.item", fields: [RecordField("n", .integer), RecordField("of", .reference("club.team"))]))
      ])
    let other = StoreMigration(1, "nests", [.create(RecordKind("nest.egg", fields: [RecordField("n", .integer)]))])
    let migrations = ["club": [Club.first], "list": [list], "nest": [other]]
    let workspace = Club.workspace(folder.file, migrations: migrations)
    let beside = Club.workspace(folder.file, migrations: migrations)
    try workspace.command("save") { try workspace.save(SavedTests.dataset("d"), replacing: true) }
    #expect(try workspace.info().plugins.isEmpty)
    #expect(try workspace.count(RecordQuery("list.item")) == 0)
    #expect(try beside.records(RecordQuery("club.team")).isEmpty)
    // A command that fails leaves no tables.
    workspace.begin("fail")
    #expect(failure { try workspace.remove(RecordID("x"), of: "club.team", revision: nil) }?.code == "unknown-record")
    _ = try workspace.insert("list.item", ["n": .integer(1)])
    #expect(try workspace.count(RecordQuery("list.item")) == 1)
    workspace.rollBack()
    #expect(try workspace.info().plugins.isEmpty)
    #expect(try workspace.count(RecordQuery("list.item")) == 0)
    // Nor does one within a file of commands.
    workspace.begin("run")
    _ = try workspace.insert("nest.egg", ["n": .integer(1)])
    try workspace.hold()
    workspace.begin("inside")
    _ = try workspace.insert("list.item", ["n": .integer(1)])
    workspace.rollBack()
    #expect(try workspace.count(RecordQuery("list.item")) == 0)
    workspace.begin("again")
    let item = try workspace.insert("list.item", ["n": .integer(2)])
    _ = try workspace.commit()
    workspace.release()
    #expect(try workspace.commit().count == 1)
    #expect(try workspace.info().plugins == ["club": 1, "list": 1, "nest": 1])
    try beside.command("refer") {
      let team = try beside.insert("club.team", ["name": .text("a")])
      _ = try beside.update(item.id, of: "list.item", setting: ["of": .text(team.id.text)], revision: nil)
    }
    #expect(try workspace.records(RecordQuery("list.item")).map { $0["n"] } == [.integer(2)])
    workspace.begin("erase")
    #expect(failure { try workspace.erase(RecordID("x"), of: "nest.egg", words: []) }?.code == "unknown-record")
    workspace.rollBack()
    #expect(try workspace.check() == [])
    workspace.close()
    beside.close()
    #expect(folder.names == ["workspace.sqlite"])
  }

  @Test("are identified by declarations that are JSON, and read back")
  func declarations() throws {
    let odd = RecordKind(
      "a.b", fields: [RecordField("to", .reference("x/\"y")), RecordField("né", .bytes, required: true)], key: ["né"],
      indexes: [["to", "né"], []])
    for kind in try Assembly.registry().migrations.values.joined().flatMap(\.madeKinds) + [odd] {
      #expect(try JSONReader.value(kind.declaration).text == kind.declaration)
      #expect(RecordKind(declaration: kind.declaration) == kind)
    }
  }

  @Test("number existing records in their order, and let a required field be missing from then on")
  func numbers() throws {
    let folder = TemporaryPlace()
    try filled(folder)
    let second = StoreMigration(
      2, "number teams",
      [
        .addNumber(kind: "club.team", field: "number"), .setKey(kind: "club.team", ["number"]),
        .makeOptional(kind: "club.team", "name"),
      ])
    let workspace = Club.workspace(folder.file, migrations: ["club": [Club.first, second]])
    let teams = try workspace.records(RecordQuery("club.team", order: [("number", false)]))
    #expect(teams.map { $0["number"] } == [.integer(1), .integer(2)])
    #expect(teams.map { $0["name"] } == [.text("a"), .text("b")])
    #expect(teams.map(\.id) == teams.map(\.id).sorted())
    let third = try workspace.insert("club.team", ["number": .integer(3)])
    #expect(third["name"].isMissing)
    #expect(failure { _ = try workspace.insert("club.team", ["number": .integer(3)]) }?.code == "taken-key")
    #expect(try workspace.check() == [])
    #expect(
      failure {
        _ = try MigrationPlan(["club": [Club.first, StoreMigration(2, "x", [.makeOptional(kind: "club.team", "no")])]])
      }?.code == "bad-migration")
  }

  @Test("that fail change nothing and are named")
  func failing() throws {
    let folder = TemporaryPlace()
    try filled(folder)
    let before = TemporaryPlace.bytes(folder.file)
    let bad = StoreMigration(
      2, "break",
      [
        .addField(kind: "club.team", RecordField("x", .text), existing: .missing),
        .rewrite(kind: "club.team") { (_) throws(Diagnostic) in ["x": .integer(1)] },
      ])
    let workspace = Club.workspace(folder.file, migrations: ["club": [Club.first, bad]])
    let error = failure { _ = try workspace.records(RecordQuery("club.team")) }
    #expect(error?.code == "workspace-failed")
    #expect(error?.message.contains("migration 2 of 'club' (break)") == true)
    workspace.close()
    #expect(try Club.workspace(folder.file).teamNames() == ["a", "b"])
    #expect(TemporaryPlace.bytes(folder.file) == before)
    let keyed = StoreMigration(
      2, "one team",
      [
        .addField(kind: "club.team", RecordField("x", .text, required: true), existing: .text("same")),
        .setKey(kind: "club.team", ["x"]),
      ])
    let other = Club.workspace(folder.file, migrations: ["club": [Club.first, keyed]])
    #expect(failure { _ = try other.datasets() }?.cause?.contains("share the new key") == true)
  }

  @Test("of a newer plugin, or edited ones, disable that plugin's kinds and nothing else")
  func newerOrEdited() throws {
    let folder = TemporaryPlace()
    let newer = Club.workspace(folder.file, migrations: ["club": [Club.first, Self.second]])
    try newer.command("fill") {
      try newer.makeTables()
      try newer.save(SavedTests.dataset("d"), replacing: false)
    }
    newer.close()
    let other = StoreMigration(1, "lists", [.create(RecordKind("list.item", fields: [RecordField("n", .integer)]))])
    let older = Club.workspace(folder.file, migrations: ["club": [Club.first], "list": [other]])
    #expect(failure { _ = try older.records(RecordQuery("club.team")) }?.code == "workspace-newer")
    #expect(failure { _ = try older.insert("club.team", ["name": .text("x")]) }?.code == "workspace-newer")
    older.rollBack()
    try older.command("add") { _ = try older.insert("list.item", ["n": .integer(1)]) }
    #expect(try older.datasets().count == 1)
    #expect(try older.count(RecordQuery("list.item")) == 1)
    older.close()
    let edited = StoreMigration(1, "lists", [.create(RecordKind("list.item", fields: [RecordField("n", .text)]))])
    let wrong = Club.workspace(folder.file, migrations: ["list": [edited]])
    #expect(failure { _ = try wrong.records(RecordQuery("list.item")) }?.message.contains("is not the one") == true)
    #expect(try wrong.datasets().count == 1)
  }

  @Test("with names that could be SQL, or that are invalid, are refused before anything is opened")
  func names() throws {
    let folder = TemporaryPlace()
    for kind in [
      RecordKind("x\"; DROP TABLE podium_sets; --", fields: []), RecordKind("podium.dataset", fields: []),
      RecordKind("sqlite_master", fields: []), RecordKind("x.y", fields: [RecordField("a b", .text)]),
      RecordKind("x.y", fields: [RecordField("checksum", .text)]), RecordKind("x.y", fields: [], key: ["a"]),
      RecordKind("x.y", fields: [RecordField("a", .text)], key: ["a"]),
      RecordKind("x.y", fields: [RecordField("a", .reference("x.z"))]),
    ] {
      let workspace = Club.workspace(folder.file, migrations: ["x": [StoreMigration(1, "y", [.create(kind)])]])
      #expect(failure { _ = try workspace.kinds() }?.code == "bad-migration")
      #expect(failure { _ = try workspace.insert("x.y", [:]) }?.code == "bad-migration")
    }
    #expect(folder.names == [])
  }
}

extension Workspace {
  /// Makes the tables of all plugins, as the first write of each does.
  fileprivate func makeTables() throws(Diagnostic) {
    try parts.withLock { (parts) throws(Diagnostic) in
      for kind in try parts.database.plan.get().kinds {
        try parts.transactions.writing { (connection) throws(Diagnostic) in
          _ = try parts.database.writableTable(kind.name, connection)
        }
      }
    }
  }
}
