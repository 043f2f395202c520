import Glibc
import PodiumCore
import PodiumTestKit
import Testing

@testable import PodiumStore

@Suite("A connection to a database")
struct ConnectionTests {
  private let place = TemporaryPlace()

  @Test("opens no missing file, and creates none", arguments: ["standard", "probe", "frozen"])
  func missing(_ name: String) {
    let modes: [String: Connection.Mode] = ["standard": .standard, "probe": .probe, "frozen": .frozen]
    let error = failure { _ = try Connection(place.file, mode: modes[name] ?? .standard, patience: 0) }
    #expect(error?.code == "workspace-unreadable")
    #expect(error?.message == "the workspace '\(place.file)' cannot be opened")
    #expect(place.names == [])
  }

  @Test("is copied into while others cannot write, and what they wrote before can still be read")
  func copyIsLocked() throws {
    TemporaryPlace.write([], to: place.file)
    let target = try Connection(place.file, patience: 0)
    _ = try target.text("PRAGMA journal_mode = WAL")
    try target.run("CREATE TABLE t (x)")
    let source = try Connection(nil, patience: 0)
    try source.run("CREATE TABLE u (x)")
    let other = try Connection(place.file, patience: 0)
    let version = try other.integer("PRAGMA data_version")
    try target.run("INSERT INTO t VALUES (1)")
    var (seen, isNewer, refusal): (Int?, Bool, Diagnostic?) = (nil, false, nil)
    try source.copy(into: target) { () throws(Diagnostic) in
      seen = try other.integer("SELECT count(*) FROM t")
      isNewer = try other.integer("PRAGMA data_version") != version
      refusal = failure { try other.run("INSERT INTO t VALUES (2)") }
    }
    #expect(seen == 1 && isNewer)
    #expect(refusal?.code == "workspace-busy")
    #expect(try other.integer("SELECT count(*) FROM u") == 0)
  }

  @Test("opens no folder, no empty path and no path with a zero byte")
  func noFiles() throws {
    TemporaryPlace.write([], to: place.file)
    for path in [place.path, "", place.file + "\0.other"] {
      #expect(failure { _ = try Connection(path, patience: 0) }?.code == "workspace-unreadable")
    }
  }

  @Test("opens no file that is not a database, and leaves it unchanged")
  func otherFiles() {
    let bytes = Array(repeating: UInt8(ascii: "a"), count: 2000)
    TemporaryPlace.write(bytes, to: place.file)
    #expect(failure { _ = try Connection(place.file, patience: 0) }?.code == "not-a-workspace")
    #expect(TemporaryPlace.bytes(place.file) == bytes)
  }

  @Test(
    "takes any characters of a path as they are",
    arguments: ["a b", "what?mode=memory", "half#1", "100%41", "ä\u{1F600}", "file:x", "it's \"q\"", "a\nb", "&vfs=x"])
  func oddNames(_ name: String) throws {
    let connection = try place.connection(name)
    try connection.run("CREATE TABLE t(x)")
    try connection.run("INSERT INTO t VALUES (7)")
    connection.close()
    #expect(place.names == [name])
    for mode in [Connection.Mode.standard, .probe, .frozen] {
      let again = try Connection(place.path + "/" + name, mode: mode, patience: 0)
      #expect(try again.integer("SELECT x FROM t") == 7)
      again.close()
    }
  }

  @Test("writes nothing if it only reads", arguments: ["probe", "frozen"])
  func looking(_ name: String) throws {
    let maker = try place.connection("t.db")
    try maker.run("CREATE TABLE t(x)")
    maker.close()
    let bytes = TemporaryPlace.bytes(place.path + "/t.db")
    let mode: Connection.Mode = name == "probe" ? .probe : .frozen
    let connection = try Connection(place.path + "/t.db", mode: mode, patience: 0)
    #expect(connection.isReadOnly)
    #expect(connection.isFrozen == (mode == .frozen))
    #expect(failure { try connection.run("INSERT INTO t VALUES (1)") }?.code == "workspace-read-only")
    connection.close()
    #expect(TemporaryPlace.bytes(place.path + "/t.db") == bytes)
  }

  @Test("keeps zero bytes of texts, their lengths and other planes")
  func zeroBytes() throws {
    let connection = try Connection(nil, patience: 0)
    try connection.run("CREATE TABLE t(x TEXT)")
    for text in ["a\0b", "\0", "", "ä\0\u{1F600}"] {
      try connection.run("DELETE FROM t")
      try connection.run("INSERT INTO t VALUES (?)", [.text(text)])
      #expect(try connection.text("SELECT x FROM t") == text)
      #expect(try connection.integer("SELECT length(CAST(x AS BLOB)) FROM t") == text.utf8.count)
    }
    connection.close()
  }

  @Test("waits for another connection's lock as long as allowed, then reports it")
  func patience() throws {
    let first = try place.connection("t.db")
    try first.run("CREATE TABLE t(x)")
    try first.run("BEGIN IMMEDIATE")
    let second = try Connection(place.path + "/t.db", patience: 0.02)
    #expect(failure { try second.run("INSERT INTO t VALUES (1)") }?.code == "workspace-busy")
    try first.run("COMMIT")
    try second.run("INSERT INTO t VALUES (1)")
    // Opening waits too, and gives up when the command is stopped, however patient it is.
    try first.run("PRAGMA locking_mode = EXCLUSIVE")
    try first.run("INSERT INTO t VALUES (2)")
    #expect(failure { _ = try Connection(place.path + "/t.db", patience: 0.02) }?.code == "workspace-busy")
    let stop = Cancellation()
    stop.cancel()
    #expect(
      failure { _ = try Connection(place.path + "/t.db", patience: 3600, stop: stop) } == .interrupted)
    first.close()
    second.close()
  }

  @Test("keeps references, reports an unknown column in quotes, loads no extension")
  func settings() throws {
    let connection = try Connection(nil, patience: 0)
    try connection.run("CREATE TABLE t(id INTEGER PRIMARY KEY, of INTEGER REFERENCES t(id))")
    #expect(failure { try connection.run("INSERT INTO t VALUES (1, 2)") } != nil)
    #expect(failure { _ = try connection.text("SELECT \"missing\" FROM t") } != nil)
    #expect(failure { _ = try connection.text("SELECT load_extension('x')") } != nil)
    // A constraint is reported by its extended code.
    #expect(connection.lastCode != 0)
    connection.close()
  }

  @Test("releases the file when it is closed, even twice, and when it is no longer referenced")
  func closing() throws {
    let connection = try place.connection("t.db")
    _ = try connection.text("PRAGMA journal_mode = WAL")
    try connection.run("CREATE TABLE t(x)")
    #expect(place.names == ["t.db", "t.db-shm", "t.db-wal"])
    connection.close()
    connection.close()
    #expect(place.names == ["t.db"])
    func forgotten() throws {
      let other = try place.connection("t.db")
      try other.run("INSERT INTO t VALUES (1)")
      #expect(place.names == ["t.db", "t.db-shm", "t.db-wal"])
    }
    try forgotten()
    #expect(place.names == ["t.db"])
  }
}
