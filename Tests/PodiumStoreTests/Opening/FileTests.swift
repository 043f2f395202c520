import Glibc
import PodiumCore
import PodiumLearn
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumStore

@Suite("Files that are not intact workspaces")
struct FileTests {
  /// A small closed workspace with all kinds of content.
  static func filled(_ folder: TemporaryPlace) throws {
    let workspace = Club.workspace(folder.file)
    try workspace.command("fill") {
      try workspace.mergeTeams((0..<20).map { "team \($0)" })
      try workspace.save(SavedTests.dataset("d"), replacing: false)
    }
    workspace.close()
  }

  @Test("are refused with the reason and left unchanged")
  func foreign() throws {
    let folder = TemporaryPlace()
    func code(_ bytes: [UInt8], _ name: String) throws -> String? {
      let path = folder.path + "/" + name
      TemporaryPlace.write(bytes, to: path)
      let workspace = Club.workspace(path)
      let reading = failure { _ = try workspace.records(RecordQuery("club.team")) }?.code
      let writing = failure { try workspace.command("x") { try workspace.mergeTeams(["x"]) } }?.code
      #expect(reading == writing)
      #expect(failure { _ = try workspace.check() }?.code == reading)
      workspace.close()
      #expect(TemporaryPlace.bytes(path) == bytes)
      return reading
    }
    #expect(try code(Array("a,b\n1,2\n".utf8), "text") == "not-a-workspace")
    #expect(try code([UInt8](repeating: 0, count: 5000), "zeros") == "not-a-workspace")
    // Another program's database, made by SQLite itself.
    let other = folder.path + "/other"
    TemporaryPlace.write([], to: other)
    let maker = try Connection(other, patience: 1)
    try maker.run("CREATE TABLE t (x)")
    maker.close()
    let database = try #require(TemporaryPlace.bytes(other))
    #expect(try code(database, "foreign") == "not-a-workspace")
    try Self.filled(folder)
    var own = try #require(TemporaryPlace.bytes(folder.file))
    own[63] = 9
    #expect(try code(own, "newer") == "workspace-newer")
    own[63] = 1
    own[68] = 1
    #expect(try code(own, "application") == "not-a-workspace")
  }

  @Test("on a file system without locks are not reported as busy")
  func locks() throws {
    let folder = TemporaryPlace()
    #expect(WorkspaceFile.lockError(in: folder.path) == 0)
    #expect(WorkspaceFile.lockError(in: folder.path + "/missing") == 0)
    #expect(folder.names == [])
    #expect(SQLiteFailure.withoutLocks(0, file: folder.file) == nil)
    #expect(SQLiteFailure.withoutLocks(EAGAIN, file: folder.file) == nil)
    let error = try #require(SQLiteFailure.withoutLocks(ENOLCK, file: folder.file))
    #expect(error.code == "workspace-no-locks" && error.message.contains("has no locks"))
  }

  @Test("with a foreign trigger or view, or a missing table, are refused")
  func strangeSchemas() throws {
    for sql in [
      "CREATE TRIGGER t AFTER INSERT ON \"club.team\" BEGIN DELETE FROM \"club.team\"; END",
      "CREATE VIEW v AS SELECT 1", "DROP TABLE podium_results",
    ] {
      let folder = TemporaryPlace()
      try Self.filled(folder)
      let connection = try Connection(folder.file, patience: 1)
      try connection.run(sql)
      connection.close()
      let bytes = TemporaryPlace.bytes(folder.file)
      let workspace = Club.workspace(folder.file)
      #expect(failure { _ = try workspace.records(RecordQuery("club.team")) }?.code == "not-a-workspace")
      #expect(failure { try workspace.mergeTeams(["x"]) }?.code == "not-a-workspace")
      workspace.close()
      #expect(TemporaryPlace.bytes(folder.file) == bytes)
    }
  }

  @Test("such as folders, pipes and impossible paths are refused at once")
  func noFiles() throws {
    let folder = TemporaryPlace()
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    TemporaryPlace.write([1], to: folder.path + "/plain")
    #expect(symlink(folder.path + "/nowhere", folder.path + "/dangling") == 0)
    for (path, code) in [
      (folder.path + "/dangling", "workspace-unreadable"), (folder.path, "not-a-workspace"), (pipe, "not-a-workspace"),
      ("/dev/null", "not-a-workspace"), ("/proc/self/mem", "not-a-workspace"), ("/sys/kernel/notes", "not-a-workspace"),
      (folder.path + "/a\u{0}b", "not-a-workspace"), (folder.path + "/plain/x/y", "workspace-failed"),
      (folder.path + "/" + String(repeating: "x", count: 300), "workspace-unreadable"),
    ] {
      let workspace = Club.workspace(path)
      #expect(failure { try workspace.command("x") { try workspace.mergeTeams(["x"]) } }?.code == code, "\(path)")
    }
  }

  @Test("that are empty or missing become workspaces that only their owner reads, as do their folders")
  func fresh() throws {
    let folder = TemporaryPlace()
    TemporaryPlace.write([], to: folder.file)
    let empty = Club.workspace(folder.file)
    #expect(try empty.teamNames() == [])
    #expect(WorkspaceFile.size(folder.file) == 0)
    let path = folder.path + "/new/er/w.sqlite"
    let workspace = Club.workspace(path)
    try workspace.command("x") { try workspace.mergeTeams(["x"]) }
    for (name, mode) in [("", 0o600), ("-wal", 0o600), ("-shm", 0o600)] as [(String, mode_t)] {
      var status = stat()
      #expect(stat(path + name, &status) == 0)
      #expect(status.st_mode & 0o777 == mode)
    }
    var status = stat()
    #expect(stat(folder.path + "/new/er", &status) == 0 && status.st_mode & 0o777 == 0o700)
    // Through a link it is the same file.
    #expect(symlink(path, folder.path + "/link") == 0)
    #expect(try Club.workspace(folder.path + "/link").teamNames() == ["x"])
    // A log left by a killed process is read.
    for name in ["", "-wal"] {
      TemporaryPlace.write(try #require(TemporaryPlace.bytes(path + name)), to: folder.path + "/left" + name)
    }
    #expect(try Club.workspace(folder.path + "/left").teamNames() == ["x"])
    workspace.close()
    #expect(WorkspaceFile.identity(path + "-wal") == nil)
  }

  @Test("that another process writes to are waited for, then reported as busy, and nothing is lost")
  func busy() throws {
    let folder = TemporaryPlace()
    let first = Club.workspace(folder.file)
    try first.command("x") { try first.mergeTeams(["x"]) }
    first.begin("hold")
    try first.mergeTeams(["held"])
    let second = Club.workspace(folder.file, patience: 0.05)
    #expect(try second.teamNames() == ["x"])
    #expect(failure { try second.command("y") { try second.mergeTeams(["y"]) } }?.code == "workspace-busy")
    #expect(try first.commit().count == 1)
    try second.command("y") { try second.mergeTeams(["y"]) }
    #expect(try first.teamNames() == ["held", "x", "y"])
  }

  @Test("that another process writes to are waited for only until the user interrupts")
  func busyAndStopped() throws {
    let folder = TemporaryPlace()
    let first = Club.workspace(folder.file)
    try first.command("x") { try first.mergeTeams(["x"]) }
    first.begin("hold")
    try first.mergeTeams(["held"])
    // A patience so long that the test would not end without the flag.
    let second = Club.workspace(folder.file, patience: 3600)
    #expect(try second.teamNames() == ["x"])
    let cancellation = Cancellation()
    second.begin("y", cancellation: cancellation)
    cancellation.cancel()
    #expect(failure { try second.mergeTeams(["y"]) } == .interrupted)
    second.rollBack()
    _ = try first.commit()
    try second.command("z") { try second.mergeTeams(["z"]) }
    #expect(try first.teamNames() == ["held", "x", "z"])
  }

  @Test("keep results even if the command was stopped, and return nothing half read")
  func stopped() throws {
    let folder = TemporaryPlace()
    let workspace = Club.workspace(folder.file)
    try workspace.command("x") { try workspace.mergeTeams(["x"]) }
    let cancellation = Cancellation()
    workspace.begin("look", cancellation: cancellation)
    cancellation.cancel()
    #expect(failure { _ = try workspace.teamNames() } == .interrupted)
    let result = EvaluationResult(
      jobID: "job", repeatIndex: 0, fold: 0, rows: [0], outcome: .predicted(.numbers([1])), seconds: 1)
    try workspace.keep([result])
    workspace.rollBack()
    #expect(try workspace.results(["job"])["job"] == result)
    #expect(try workspace.teamNames() == ["x"])
  }

  @Test("that are moved or replaced while open lose no command")
  func replaced() throws {
    let folder = TemporaryPlace()
    let workspace = Club.workspace(folder.file)
    try workspace.command("x") { try workspace.mergeTeams(["x"]) }
    #expect(rename(folder.file, folder.path + "/away") == 0)
    try workspace.command("y") { try workspace.mergeTeams(["y"]) }
    #expect(try workspace.teamNames() == ["y"])
    workspace.begin("z")
    try workspace.mergeTeams(["z"])
    #expect(rename(folder.file, folder.path + "/away again") == 0)
    #expect(failure { _ = try workspace.commit() }?.code == "workspace-failed")
    workspace.rollBack()
    #expect(try workspace.teamNames() == [])
  }

  @Test("that are moved keep what was acknowledged, and spoil no file that takes their path", arguments: [false, true])
  func movedLog(isClosed: Bool) throws {
    let folder = TemporaryPlace()
    let other = folder.path + "/other"
    let second = Club.workspace(other)
    for number in 0..<40 { try second.command("add") { try second.mergeTeams(["t\(number)"]) } }
    let names = try second.teamNames()
    second.close()
    let workspace = Club.workspace(folder.file)
    try workspace.command("x") { try workspace.mergeTeams(["x"]) }
    let away = folder.path + "/away"
    #expect(rename(folder.file, away) == 0 && rename(other, folder.file) == 0)
    if isClosed { workspace.close() } else { #expect(try workspace.teamNames() == names) }
    #expect(try Club.workspace(away).teamNames() == ["x"])
    #expect(try Club.workspace(folder.file).teamNames() == names)
    #expect(try Club.workspace(folder.file).check() == [])
  }

  @Test("that were cut off are refused, or read as before", arguments: [0, 1])
  func truncated(part: Int) throws {
    let folder = TemporaryPlace()
    try Self.filled(folder)
    let bytes = try #require(TemporaryPlace.bytes(folder.file))
    let all = try Club.workspace(folder.file).records(RecordQuery("club.team"))
    var lengths = Array(stride(from: 1 + part * 997, to: bytes.count, by: 1994))
    lengths += stride(from: 4096 * (1 + part), to: bytes.count, by: 8192)
    for length in lengths {
      let path = folder.path + "/cut"
      TemporaryPlace.write(Array(bytes[..<length]), to: path)
      let workspace = Club.workspace(path)
      do throws(Diagnostic) {
        #expect(try workspace.records(RecordQuery("club.team")) == all)
        #expect(try workspace.dataset("d") == SavedTests.dataset("d"))
      } catch {
        #expect(
          ["workspace-damaged", "not-a-workspace", "workspace-failed", "workspace-unreadable"].contains(error.code))
      }
      workspace.close()
      for ending in ["", "-wal", "-shm"] { unlink(path + ending) }
    }
  }

  @Test("with one changed byte give an error or the right answer", arguments: [1, 2, 3, 4])
  func flipped(seed: UInt64) throws {
    let folder = TemporaryPlace()
    try Self.filled(folder)
    let bytes = try #require(TemporaryPlace.bytes(folder.file))
    let sound = Club.workspace(folder.file)
    let all = try sound.records(RecordQuery("club.team"))
    let log = try sound.changes(kind: nil, record: nil, limit: 100)
    sound.close()
    var random = Stream(seed)
    var refused = 0
    for _ in 0..<250 {
      var damaged = bytes
      damaged[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
      let path = folder.path + "/flipped"
      TemporaryPlace.write(damaged, to: path)
      let workspace = Club.workspace(path)
      do throws(Diagnostic) {
        #expect(try workspace.records(RecordQuery("club.team")) == all)
        #expect(try workspace.changes(kind: nil, record: nil, limit: 100) == log)
        #expect(try workspace.dataset("d") == SavedTests.dataset("d"))
        #expect(try workspace.datasets().map(\.name) == ["d"])
      } catch {
        refused += 1
        #expect(error.code.hasPrefix("workspace-") || error.code == "not-a-workspace", "\(error)")
      }
      workspace.close()
      for ending in ["", "-wal", "-shm", "-journal"] { unlink(path + ending) }
    }
    #expect(refused > 0)
  }
}

/// Reproducible random numbers.
struct Stream: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }
  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
