import PodiumCore
import PodiumFiles
import PodiumPlugin
import PodiumTestKit
import Testing

/// Folders that a command made before it failed.
struct TakeBackTests {
  @Test func `a folder goes with the files that were written into it, unless something else is there`() throws {
    let home = TemporaryFolder()
    let all: [any FileAccess] = [
      DiskFiles(), ConfinedFiles(DiskFiles(), to: home.path, bundled: []), OverlayFiles(over: DiskFiles()),
      ScratchFiles(over: DiskFiles()),
    ]
    for files in all {
      let folder = (files is ScratchFiles ? ScratchFiles.folder : home.path) + "/out"
      try files.makeFolder(folder, shown: "out")
      for name in ["a.csv", "other.csv"] { try files.write([1], to: folder + "/" + name, shown: name, mode: .new) }
      #expect(!files.takeBack(folder: folder, files: ["a.csv"]))
      #expect(files.kind(of: folder + "/a.csv") == .none && files.kind(of: folder + "/other.csv") == .file)
      #expect(files.takeBack(folder: folder, files: ["other.csv"]))
      #expect(files.kind(of: folder) == .none)
    }
  }
}
