import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumStore

/// Fields that hold bytes.
struct BytesTests {
  private static let kind = RecordKind(
    "all.series", fields: [RecordField("name", .text, required: true), RecordField("packed", .bytes)], key: ["name"])
  private static let migrations = ["all": [StoreMigration(1, "keep series", [.create(kind)])]]

  private static let samples: [[UInt8]] = [
    [], [0], [0xFF, 0, 0xFE], Array(0...255), [UInt8](repeating: 7, count: 100_000),
  ]

  private func packed(_ workspace: Workspace, _ name: String) throws -> Value? {
    try workspace.records(RecordQuery("all.series", where: [.equals("name", .text(name))])).first?["packed"]
  }

  @Test func `bytes are read as they were written, also by another process`() throws {
    let place = TemporaryPlace()
    let workspace = Club.workspace(place.file, migrations: Self.migrations)
    try workspace.command("write") {
      for (number, bytes) in Self.samples.enumerated() {
        _ = try workspace.insert("all.series", ["name": .text("s\(number)"), "packed": .bytes(bytes)])
      }
      _ = try workspace.insert("all.series", ["name": .text("none")])
    }
    let other = Club.workspace(place.file, migrations: Self.migrations)
    for (number, bytes) in Self.samples.enumerated() {
      #expect(try packed(other, "s\(number)") == .bytes(bytes))
    }
    #expect(try packed(other, "none") == .missing)
  }

  @Test func `a change, a removal and a run of new records are taken back`() throws {
    let workspace = Club.workspace(migrations: Self.migrations)
    let rows = (0..<40).map { ["name": Value.text("s\($0)"), "packed": .bytes([UInt8($0), 1, 2])] }
    let made = try workspace.command("many") {
      try workspace.insert(all: rows, into: "all.series", cancellation: Cancellation())
    }
    #expect(try workspace.count(RecordQuery("all.series")) == 40)
    let first = try #require(try workspace.records(RecordQuery("all.series", order: [("name", false)])).first)
    let changed = try workspace.command("change") {
      _ = try workspace.update(first.id, of: "all.series", setting: ["packed": .bytes([9])], revision: nil)
    }
    #expect(try packed(workspace, "s0") == .bytes([9]))
    try workspace.command("revert") { _ = try workspace.revert(changed) }
    #expect(try packed(workspace, "s0") == .bytes([0, 1, 2]))
    let removed = try workspace.command("remove") {
      try workspace.remove(first.id, of: "all.series", revision: nil)
    }
    try workspace.command("revert") { _ = try workspace.revert(removed) }
    #expect(try packed(workspace, "s0") == .bytes([0, 1, 2]))
    // The first record was changed since it was made, by changes that are taken back.
    try workspace.command("revert") { _ = try workspace.revert(made) }
    #expect(try workspace.count(RecordQuery("all.series")) == 0)
  }

  @Test func `a table leaves bytes out, and refuses to have them`() throws {
    let workspace = Club.workspace(migrations: Self.migrations)
    try workspace.command("write") {
      _ = try workspace.insert("all.series", ["name": .text("a"), "packed": .bytes([1, 2, 3])])
    }
    #expect(try workspace.table(RecordQuery("all.series"), fields: nil).names == ["name"])
    let error = #expect(throws: Diagnostic.self) {
      try workspace.table(RecordQuery("all.series"), fields: ["name", "packed"])
    }
    #expect(error?.code == "bad-record")
  }

  @Test func `text is refused where bytes belong`() throws {
    let workspace = Club.workspace(migrations: Self.migrations)
    let error = #expect(throws: Diagnostic.self) {
      try workspace.command("write") {
        _ = try workspace.insert("all.series", ["name": .text("a"), "packed": .text("b")])
      }
    }
    #expect(error?.code == "bad-record")
    #expect(error?.message.contains("must be bytes") == true)
  }

  @Test func `a flipped bit is found by records and by tables`() throws {
    let place = TemporaryPlace()
    let file = place.file
    let workspace = Club.workspace(file, migrations: Self.migrations)
    try workspace.command("write") {
      _ = try workspace.insert("all.series", ["name": .text("a"), "packed": .bytes([1, 2, 3])])
    }
    try Connection(file, patience: 1).run(
      "UPDATE \"all.series\" SET packed = x'010203FF'")
    let other = Club.workspace(file, migrations: Self.migrations)
    #expect(throws: Diagnostic.self) { try other.records(RecordQuery("all.series")) }
    #expect(throws: Diagnostic.self) { try other.table(RecordQuery("all.series"), fields: ["name"]) }
  }
}
