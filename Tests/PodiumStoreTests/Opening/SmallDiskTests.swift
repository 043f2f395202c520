import Glibc
import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumStore

/// A small separate disk, which can be made read-only.
private final class SmallDisk {
  let folder = TemporaryPlace()
  private let isMounted: Bool

  init?() {
    isMounted = mount("tmpfs", folder.path, "tmpfs", 0, "size=4m") == 0
    guard isMounted else { return nil }
  }

  deinit { umount2(folder.path, Int32(2)) }

  func remount(readOnly: Bool) -> Bool {
    mount("tmpfs", folder.path, "tmpfs", UInt(MS_REMOUNT) | (readOnly ? UInt(MS_RDONLY) : 0), nil)
      == 0
  }

  static var isAllowed: Bool { SmallDisk() != nil }
}

@Suite("A read-only workspace", .enabled(if: SmallDisk.isAllowed, "mounting a disk is not allowed here"))
struct ReadOnlyTests {
  @Test("can be read, and reports that it is read-only on writing")
  func reading() throws {
    let disk = try #require(SmallDisk())
    try FileTests.filled(disk.folder)
    #expect(disk.remount(readOnly: true))
    let workspace = Club.workspace(disk.folder.file)
    #expect(try workspace.count(RecordQuery("club.team")) == 20)
    #expect(try workspace.dataset("d") == SavedTests.dataset("d"))
    #expect(try workspace.info().isWritable == false)
    #expect(try workspace.check() == [])
    #expect(failure { try workspace.mergeTeams(["x"]) }?.code == "workspace-read-only")
    workspace.rollBack()
    let new = Club.workspace(disk.folder.path + "/new/w.sqlite")
    #expect(failure { try new.mergeTeams(["x"]) }?.code == "workspace-read-only")
    #expect(disk.folder.names == ["workspace.sqlite"])
    let target = TemporaryPlace()
    try workspace.backUp(to: target.file, shown: "copy")
    #expect(try Club.workspace(target.file).count(RecordQuery("club.team")) == 20)
    #expect(disk.remount(readOnly: false))
    workspace.close()
    #expect(try workspace.mergeTeams(["x"]).new == 1)
  }

  @Test("opens read-only, even if writing was requested")
  func fallback() throws {
    let disk = try #require(SmallDisk())
    let maker = try disk.folder.connection("t.db")
    try maker.run("CREATE TABLE t(x)")
    maker.close()
    #expect(disk.remount(readOnly: true))
    let connection = try disk.folder.connection("t.db")
    #expect(connection.isReadOnly)
    #expect(try connection.integer("SELECT count(*) FROM t") == 0)
    #expect(failure { try connection.run("INSERT INTO t VALUES (1)") }?.code == "workspace-read-only")
    connection.close()
  }

  @Test("has no records of later plugins, and refuses those that it would have to migrate")
  func pending() throws {
    let disk = try #require(SmallDisk())
    try FileTests.filled(disk.folder)
    #expect(disk.remount(readOnly: true))
    let lists = StoreMigration(1, "lists", [.create(RecordKind("list.item", fields: [RecordField("n", .integer)]))])
    let workspace = Club.workspace(
      disk.folder.file, migrations: ["club": [Club.first, MigrationTests.second], "list": [lists]])
    #expect(try workspace.records(RecordQuery("list.item")) == [])
    #expect(try workspace.count(RecordQuery("list.item")) == 0)
    #expect(failure { _ = try workspace.records(RecordQuery("club.team")) }?.code == "workspace-read-only")
    #expect(try workspace.datasets().count == 1)
  }
}

@Suite("A workspace on a full disk", .enabled(if: SmallDisk.isAllowed, "mounting a disk is not allowed here"))
struct FullDiskTests {
  /// Fills a disk except for some blocks of 4 KiB.
  private func fill(_ disk: SmallDisk, leaving blocks: Int) {
    let path = disk.folder.path + "/ballast"
    guard let file = fopen(path, "w") else { return }
    let block = [UInt8](repeating: 7, count: 4096)
    while fwrite(block, 1, block.count, file) == block.count, fflush(file) == 0 {}
    fclose(file)
    truncate(path, off_t(max(0, WorkspaceFile.size(path) / 4096 - blocks) * 4096))
  }

  @Test("reports it, keeps its data, and continues once there is space")
  func writing() throws {
    let disk = try #require(SmallDisk())
    try FileTests.filled(disk.folder)
    let workspace = Club.workspace(disk.folder.file)
    #expect(try workspace.count(RecordQuery("club.team")) == 20)
    fill(disk, leaving: 12)
    let names = (0..<2000).map { "another team with a long name, number \($0)" }
    let error = failure { try workspace.command("x") { try workspace.mergeTeams(names) } }
    #expect(error?.code == "workspace-full")
    #expect(try workspace.count(RecordQuery("club.team")) == 20)
    // Even without room for a log's index, the data can still be read.
    workspace.close()
    fill(disk, leaving: 0)
    #expect(try workspace.count(RecordQuery("club.team")) == 20)
    unlink(disk.folder.path + "/ballast")
    try workspace.command("x") { try workspace.mergeTeams(names) }
    #expect(try workspace.count(RecordQuery("club.team")) == 2020)
    #expect(try workspace.check() == [])
  }

  @Test("commits no half of a command if the rest is written after the failure")
  func noHalves() throws {
    let disk = try #require(SmallDisk())
    try FileTests.filled(disk.folder)
    // With room for few pages in memory, so that they are written before the commit.
    let workspace = Workspace(
      file: disk.folder.file, author: "ann", migrations: StoreMigrations(Club.migrations), patience: 5,
      settings: ["cache_size = -2000"]
    ) { Moment(microseconds: 1_700_000_000_000_000) }
    workspace.begin("x")
    try workspace.mergeTeams(["first"])
    fill(disk, leaving: 4)
    let names = (0..<20_000).map { "another team with a long name, number \($0)" }
    #expect(failure { try workspace.mergeTeams(names) }?.code == "workspace-full")
    unlink(disk.folder.path + "/ballast")
    #expect(failure { try workspace.mergeTeams(["second"]) }?.code == "workspace-full")
    #expect(failure { _ = try workspace.commit() }?.code == "workspace-full")
    workspace.rollBack()
    #expect(try workspace.count(RecordQuery("club.team")) == 20)
  }

  @Test("makes no half backup, and runs no migration without one")
  func backups() throws {
    let disk = try #require(SmallDisk())
    try FileTests.filled(disk.folder)
    let workspace = Club.workspace(disk.folder.file)
    try workspace.command("x") { try workspace.mergeTeams((0..<3000).map { "team number \($0)" }) }
    workspace.close()
    let bytes = TemporaryPlace.bytes(disk.folder.file)
    fill(disk, leaving: 30)
    #expect(failure { try workspace.backUp(to: disk.folder.path + "/b", shown: "b") }?.code == "workspace-full")
    workspace.close()
    let newer = Club.workspace(disk.folder.file, migrations: ["club": [Club.first, MigrationTests.second]])
    #expect(failure { _ = try newer.records(RecordQuery("club.team")) }?.code == "workspace-full")
    newer.close()
    #expect(disk.folder.names == ["ballast", "workspace.sqlite"])
    #expect(TemporaryPlace.bytes(disk.folder.file) == bytes)
  }
}
