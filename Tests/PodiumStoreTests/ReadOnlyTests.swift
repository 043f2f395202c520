import Glibc
import PodiumCore
import PodiumShell
import PodiumTestKit
import Testing

@testable import PodiumStore

/// A small disk of its own, which can be made to be only read.
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

@Suite("A workspace that can only be read", .enabled(if: SmallDisk.isAllowed, "mounting a disk is not allowed here"))
struct ReadOnlyTests {
  @Test("answers, and says what it is when it is to be written")
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

  @Test("has no records of plugins that came later, and refuses those that it would have to bring up to date")
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
