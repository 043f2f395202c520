import Glibc
import PodiumCore
import PodiumFiles
import PodiumPlugin
import PodiumTestKit
import Testing

/// Walks over folders end, wherever links lead.
struct FolderCycleTests {
  private let home = TemporaryFolder()
  private let disk = DiskFiles()

  private func folder(_ name: String) { #expect(mkdir(home.path + "/" + name, 0o700) == 0) }
  private func link(_ name: String, to target: String) { #expect(symlink(target, home.path + "/" + name) == 0) }

  @Test func `links to folders above are followed once`() throws {
    folder("data")
    folder("data/in")
    try disk.write([1], to: home.path + "/data/in/a", shown: "a", mode: .new)
    let before = try DataHash(of: home.path + "/data", shown: "data", in: disk)
    for name in ["w", "x", "y", "z"] {
      link("data/" + name, to: ".")
      link("data/in/" + name, to: "..")
    }
    let overlay = OverlayFiles(over: disk)
    #expect(try DataHash(of: home.path + "/data", shown: "data", in: disk) == before)
    #expect(try DataHash(of: home.path + "/data", shown: "data", in: overlay) == before)
    #expect(before.files.keys.map(\.text).sorted() == ["in/a"])
  }

  @Test func `a folder that two links name counts twice`() throws {
    folder("data")
    folder("other")
    try disk.write([1], to: home.path + "/other/a", shown: "a", mode: .new)
    link("data/x", to: "../other")
    link("data/y", to: "../other")
    let hash = try DataHash(of: home.path + "/data", shown: "data", in: disk)
    #expect(hash.files.keys.map(\.text).sorted() == ["x/a", "y/a"])
  }

  @Test func `links that double at each level are refused by the number of folders`() throws {
    for level in 0...40 { folder("f\(level)") }
    for level in 0..<40 { for name in ["a", "b"] { link("f\(level)/" + name, to: "../f\(level + 1)") } }
    let error = #expect(throws: Diagnostic.self) { try DataHash(of: home.path + "/f0", shown: "f0", in: disk) }
    #expect(error?.code == "too-large")
    #expect(error?.message == "'f0' has more than 10000 folders")
  }
}
