import Glibc
import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumFiles

/// Files that are not what they were when they were looked at, and files that are too large.
struct RegularFileTests {
  private let home = TemporaryFolder()
  private let disk = DiskFiles()

  @Test func `a pipe that takes the place of a file is refused and not waited for`() throws {
    let path = home.path + "/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    #expect(
      code { () throws(Diagnostic) in _ = try RegularFile(path, shown: "pipe") } == "not-a-file")
    #expect(
      code { () throws(Diagnostic) in _ = try disk.read(path, shown: "pipe") } == "not-a-file")
    #expect(
      code { () throws(Diagnostic) in _ = try disk.start(of: path, count: 1, shown: "pipe") }
        == "not-a-file")
    let folder = ConfinedFiles(disk, to: home.path, bundled: [])
    #expect(
      code { () throws(Diagnostic) in _ = try folder.read(path, shown: "pipe") } == "not-a-file")
    #expect(
      code { () throws(Diagnostic) in _ = try RegularFile(home.path, shown: "x") } == "not-a-file")
    #expect(
      code { () throws(Diagnostic) in _ = try RegularFile(path + "x", shown: "x") }
        == "unreadable-file")
  }

  @Test func `the start and the end of a file are read without the rest of it`() throws {
    let path = home.path + "/t.csv"
    try disk.write(Array("a,b\n1,2\n".utf8), to: path, shown: "t.csv", mode: .new)
    // Larger than any file that is read as a whole; it takes no place on disk.
    let large = home.path + "/large.csv"
    #expect(creat(large, 0o600) >= 0 && truncate(large, 6 << 30) == 0)
    for files in [disk, OverlayFiles(over: disk), ConfinedFiles(disk, to: home.path, bundled: [])]
      as [any FileAccess]
    {
      #expect(try files.start(of: path, count: 3, shown: "t.csv") == Array("a,b".utf8))
      #expect(try files.start(of: path, count: 100, shown: "t.csv").count == 8)
      #expect(try files.start(of: path, count: 0, shown: "t.csv") == [])
      #expect(try files.start(of: large, count: 2, shown: "large.csv") == [0, 0])
      #expect(try files.end(of: path, count: 3, shown: "t.csv") == Array(",2\n".utf8))
      #expect(try files.end(of: path, count: 100, shown: "t.csv").count == 8)
      #expect(try files.end(of: path, count: 0, shown: "t.csv") == [])
      #expect(try files.end(of: large, count: 2, shown: "large.csv") == [0, 0])
      #expect(
        code { () throws(Diagnostic) in _ = try files.read(large, shown: "large.csv") }
          == "too-large")
    }
  }

  @Test func `a script or notebook larger than a text of people is refused`() throws {
    let path = home.path + "/n.podium.md"
    #expect(creat(path, 0o600) >= 0 && truncate(path, off_t(TextFile.mostBytes + 1)) == 0)
    for files in [disk, OverlayFiles(over: disk), ConfinedFiles(disk, to: home.path, bundled: [])] as [any FileAccess] {
      #expect(code { () throws(Diagnostic) in _ = try files.text(of: path, shown: "n.podium.md") } == "too-large")
    }
    #expect(truncate(path, 5) == 0)
    #expect(try disk.text(of: path, shown: "n.podium.md").utf8.count == 5)
  }

  @Test func `a file that does not fit into the free memory is refused before it is read`() {
    let room = { MemoryRoom(bytes: 160 << 20, source: "the limit") }
    #expect(
      code { () throws(Diagnostic) in try DiskFiles.checkRoom(150 << 20, shown: "t", room: room) }
        == nil)
    do throws(Diagnostic) { try DiskFiles.checkRoom(151 << 20, shown: "t.csv", room: room) } catch {
      #expect(error.code == "too-large")
      #expect(error.message == "'t.csv' needs more than the 160 MB that the limit leaves")
    }
    #expect(
      code { () throws(Diagnostic) in try DiskFiles.checkRoom(151 << 20, shown: "t", room: room) }
        == "too-large")
  }
}

/// The code of the error that some work throws; nil where it throws none.
func code(_ body: () throws(Diagnostic) -> Void) -> String? {
  do throws(Diagnostic) {
    try body()
    return nil
  } catch {
    return error.code
  }
}
