import Glibc
import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumFiles

/// Folders with a name that is not UTF-8, which only a link leads to: no two places in them are one.
struct ByteNameTests {
  private let home = TemporaryFolder()
  /// The link.
  private let folder: String

  init() {
    folder = home.path + "/link"
    let name = (home.path + "/").utf8CString.dropLast() + [CChar(bitPattern: 0xE9), 0]
    name.withUnsafeBufferPointer { name in
      guard let start = name.baseAddress else { return }
      mkdir(start, 0o700)
      symlink(start, folder)
    }
  }

  @Test func `files kept in memory stay apart`() throws {
    let files = OverlayFiles(over: DiskFiles())
    for (number, name) in ["a.csv", "b.csv"].enumerated() {
      try files.write([UInt8(number)], to: folder + "/" + name, shown: name, mode: .new)
    }
    #expect(try files.read(folder + "/a.csv", shown: "x") == [0])
    #expect(try files.read(folder + "/b.csv", shown: "x") == [1])
    #expect(try files.list(folder, shown: "x") == ["a.csv", "b.csv"])
    try files.makeFolder(folder + "/s", shown: "s")
    try files.write([2], to: folder + "/s/c.csv", shown: "c.csv", mode: .new)
    #expect(try files.read(folder + "/s/c.csv", shown: "x") == [2])
    #expect(files.kind(of: folder + "/c.csv") == .none)
    #expect(try DiskFiles().list(folder, shown: "x") == [])
  }

  @Test func `an untrusted file reads none of them because another path leads nowhere`() throws {
    try DiskFiles().write([3], to: folder + "/x.csv", shown: "x.csv", mode: .new)
    let own = home.path + "/own"
    mkdir(own, 0o700)
    symlink("nothing", home.path + "/gone")
    let files = ConfinedFiles(DiskFiles(), to: own, bundled: [home.path + "/gone"])
    #expect(throws: Diagnostic.self) { try files.read(folder + "/x.csv", shown: "x") }
    let datasets = ConfinedFiles(DiskFiles(), to: own, bundled: [folder])
    #expect(try datasets.read(folder + "/x.csv", shown: "x") == [3])
  }
}
