import Glibc
import PodiumCore
import PodiumTestKit
import Testing

@testable import PodiumOutside

struct FolderTests {
  @Test func `a pipe that takes the place of a plugin's file is refused and not waited for`() {
    let home = TemporaryFolder()
    let pipe = home.path + "/plugin.toml"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(throws: Diagnostic.self) { try Folder.copyFile(pipe, home.path + "/copy") }
    #expect(!Folder.exists(home.path + "/copy"))
  }
}
