import Glibc
import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumStore

@Suite("Backups of the workspace")
struct BackupTests {
  @Test("contain everything, in one new file that only its owner can read")
  func backUp() throws {
    let folder = TemporaryPlace()
    try FileTests.filled(folder)
    let workspace = Club.workspace(folder.file)
    let path = folder.path + "/backup"
    try workspace.backUp(to: path, shown: "backup")
    #expect(
      try Club.workspace(path).records(RecordQuery("club.team")) == (try workspace.records(RecordQuery("club.team"))))
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(failure { try workspace.backUp(to: path, shown: "backup") }?.code == "file-exists")
    #expect(failure { try workspace.backUp(to: folder.path + "/no/b", shown: "b") } != nil)
    workspace.begin("x")
    try workspace.mergeTeams(["x"])
    #expect(failure { try workspace.backUp(to: path + "2", shown: "b") }?.code == "workspace-busy")
    workspace.rollBack()
    #expect(
      failure { try Club.workspace(folder.path + "/none").backUp(to: path + "2", shown: "b") }?.code == "no-workspace")
    #expect(!folder.names.contains("backup2"))
  }

  @Test("are restored after a check, while another process has the file open, and after a backup of the current data")
  func restore() throws {
    let folder = TemporaryPlace()
    try FileTests.filled(folder)
    let workspace = Club.workspace(folder.file)
    let path = folder.path + "/backup"
    try workspace.backUp(to: path, shown: "backup")
    try workspace.command("x") { try workspace.mergeTeams(["later"]) }
    let other = Club.workspace(folder.file)
    #expect(try other.count(RecordQuery("club.team")) == 21)
    let saved = try #require(try workspace.restore(from: path, shown: "backup"))
    #expect(try workspace.count(RecordQuery("club.team")) == 20)
    #expect(try other.count(RecordQuery("club.team")) == 20)
    #expect(try Club.workspace(saved).count(RecordQuery("club.team")) == 21)
    try other.command("y") { try other.mergeTeams(["after"]) }
    #expect(try workspace.count(RecordQuery("club.team")) == 21)
    #expect(try workspace.check() == [])
    // If there is no workspace, there is nothing to back up.
    let new = Club.workspace(folder.path + "/new.sqlite")
    #expect(try new.restore(from: path, shown: "backup") == nil)
    #expect(try new.count(RecordQuery("club.team")) == 20)
  }

  @Test("are written where the index of a log has no place, and restored into a file that has no log yet")
  func withoutLog() throws {
    let folder = TemporaryPlace()
    try FileTests.filled(folder)
    let workspace = Club.workspace(folder.file)
    let (path, plain) = (folder.path + "/backup", folder.path + "/plain")
    mkdir(path + "-shm", 0o700)
    try workspace.backUp(to: path, shown: "backup")
    rmdir(path + "-shm")
    try workspace.command("x") { try workspace.mergeTeams(["later"]) }
    // A backup is a workspace without a log.
    try workspace.backUp(to: plain, shown: "plain")
    let saved = try #require(try Club.workspace(plain).restore(from: path, shown: "backup"))
    #expect(try Club.workspace(plain).count(RecordQuery("club.team")) == 20)
    #expect(try Club.workspace(saved).count(RecordQuery("club.team")) == 21)
  }

  @Test("are made of a workspace in memory and restored into one")
  func memory() throws {
    let folder = TemporaryPlace()
    let workspace = Club.workspace()
    try workspace.command("x") { try workspace.mergeTeams(["a"]) }
    try workspace.backUp(to: folder.file, shown: "backup")
    let other = Club.workspace(migrations: ["club": [Club.first, MigrationTests.second]])
    #expect(try other.restore(from: folder.file, shown: "backup") == nil)
    #expect(try other.table(RecordQuery("club.team"), fields: ["title"]).columns[0][0] == .text("a"))
    try other.command("y") { _ = try other.insert("club.ground", ["seats": .integer(1)]) }
    #expect(try other.check() == [])
  }

  @Test("that are invalid or damaged are not restored")
  func refused() throws {
    let folder = TemporaryPlace()
    try FileTests.filled(folder)
    let workspace = Club.workspace(folder.file)
    let path = folder.path + "/bad"
    TemporaryPlace.write(Array("text".utf8), to: path)
    #expect(failure { _ = try workspace.restore(from: path, shown: "bad") }?.code == "not-a-workspace")
    #expect(failure { _ = try workspace.restore(from: path + "x", shown: "badx") }?.code == "unknown-file")
    var bytes = try #require(TemporaryPlace.bytes(folder.file))
    let text = Array("team 13".utf8)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: text) })
    bytes[place] = 0x54
    TemporaryPlace.write(bytes, to: path)
    #expect(failure { _ = try workspace.restore(from: path, shown: "bad") }?.code == "workspace-damaged")
    #expect(try workspace.count(RecordQuery("club.team")) == 20)
    // The check of the damaged file names the record; a restore repairs the workspace and keeps that file aside.
    let damaged = Club.workspace(path)
    #expect(try damaged.check().contains { $0.contains("club.team") })
    try workspace.backUp(to: folder.path + "/good", shown: "good")
    let aside = try damaged.restore(from: folder.path + "/good", shown: "good")
    #expect(aside != nil)
    #expect(try damaged.count(RecordQuery("club.team")) == 20)
    #expect(try damaged.check() == [])
  }

  @Test("and the check finds each kind of damage")
  func check() throws {
    for (sql, word) in [
      ("UPDATE \"club.team\" SET \"name\" = 'x' WHERE \"name\" = 'team 3'", "club.team"),
      ("UPDATE podium_changes SET revision = 7 WHERE number = 2", "change log"),
      ("UPDATE podium_sets SET command = 'x'", "change log"),
      ("UPDATE podium_blobs SET bytes = x'00'", "hash"), ("DELETE FROM podium_blobs", "content of 'd'"),
      ("UPDATE podium_kinds SET declaration = replace(declaration, 'founded', 'foundet')", "kind"),
      ("DELETE FROM podium_kinds WHERE name = 'club.match'", "club.match"),
    ] {
      let folder = TemporaryPlace()
      try FileTests.filled(folder)
      let connection = try Connection(folder.file, patience: 1)
      try connection.run(sql)
      connection.close()
      let found = try Club.workspace(folder.file).check()
      #expect(found.contains { $0.contains(word) }, "\(sql): \(found)")
    }
  }

  @Test("and the check finds changes out of order")
  func order() throws {
    let folder = TemporaryPlace()
    try FileTests.filled(folder)
    let workspace = Club.workspace(folder.file)
    try workspace.command("more") { try workspace.mergeTeams(["team 20"]) }
    #expect(try workspace.check() == [])
    workspace.close()
    let connection = try Connection(folder.file, patience: 1)
    try connection.run("UPDATE podium_changes SET number = -1 WHERE number = (SELECT max(number) FROM podium_changes)")
    connection.close()
    let found = try Club.workspace(folder.file).check()
    #expect(found.contains { $0.contains("is in the place of an older one") }, "\(found)")
  }
}
