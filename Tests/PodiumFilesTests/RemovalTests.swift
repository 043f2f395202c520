import Glibc
import PodiumCore
import PodiumFiles
import PodiumPlugin
import PodiumTestKit
import Testing

struct RemovalTests {
  private let home = TemporaryFolder()
  private let disk = DiskFiles()

  private func write(_ path: String) throws {
    try disk.write([1], to: home.path + "/" + path, shown: path, mode: .new)
  }

  @Test func `a folder is removed with its contents, and the targets of its links stay`() throws {
    for folder in ["kept", "gone", "gone/inner", "gone/shut"] { #expect(mkdir(home.path + "/" + folder, 0o700) == 0) }
    for file in ["kept/a", "gone/.hidden", "gone/inner/b", "gone/shut/c"] { try write(file) }
    #expect(symlink(home.path + "/kept", home.path + "/gone/link") == 0)
    #expect(symlink("nowhere", home.path + "/gone/inner/dangling") == 0)
    #expect(chmod(home.path + "/gone/shut", 0) == 0)
    DiskFiles.remove(tree: home.path + "/gone")
    #expect(disk.kind(of: home.path + "/gone") == .none)
    #expect(disk.kind(of: home.path + "/kept/a") == .file)
  }

  @Test func `a link to a folder is removed alone, and a file as well`() throws {
    #expect(mkdir(home.path + "/kept", 0o700) == 0)
    try write("kept/a")
    #expect(symlink("kept", home.path + "/link") == 0)
    DiskFiles.remove(tree: home.path + "/link")
    #expect(!disk.isLink(home.path + "/link"))
    #expect(disk.kind(of: home.path + "/kept/a") == .file)
    DiskFiles.remove(tree: home.path + "/kept/a")
    DiskFiles.remove(tree: home.path + "/none")
    #expect(disk.kind(of: home.path + "/kept/a") == .none)
  }
}
