import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Synchronization
import Testing

/// How a session uses the workspace around each command.
@Suite struct TransactionTests {
  let store = FakeStore()

  /// A session whose verb `keep` writes into the store, and `lose` writes and then fails.
  func fixture() throws -> Fixture {
    var fixture = try Fixture()
    fixture.session.services.store = store
    return fixture
  }

  @Test func `a command is committed before its report is passed on`() throws {
    var fixture = try fixture()
    var seen: [String] = []
    _ = fixture.session.run("keep a") { _ in seen = store.log }
    #expect(seen == ["begin keep a", "write a", "commit 1"])
  }

  @Test(arguments: ["lose a", "keep a to taken.txt", "try: lose a", "keep a as x"])
  func `a command that fails is rolled back`(_ line: String) throws {
    var fixture = try fixture()
    _ = fixture.run(line)
    #expect(store.log == ["begin " + line, "write a", "roll back"])
    #expect(fixture.run("undo")?.error?.code == "nothing-to-undo")
  }

  @Test func `a commit that fails makes the command fail and changes nothing`() throws {
    var fixture = try fixture()
    let before = fixture.session.state
    store.story.withLock { $0.failsToCommit = true }
    let report = fixture.run("keep a")
    #expect(report?.error?.code == "workspace-full")
    #expect(fixture.session.state == before)
    #expect(store.log.last == "roll back")
  }

  @Test func `undo reverts the workspace, and redo reverts that`() throws {
    var fixture = try fixture()
    _ = fixture.run("keep a; note x; keep b")
    #expect(fixture.run("undo")?.error == nil)
    #expect(store.log.suffix(2) == ["revert 1", "commit 1"])
    _ = fixture.run("undo")
    #expect(store.log.last == "begin undo", "a note is not in the workspace")
    _ = fixture.run("undo")
    #expect(store.log.suffix(2) == ["revert 0", "commit 1"])
    _ = fixture.run("redo")
    // The last undo wrote change set 3.
    #expect(store.log.suffix(2) == ["revert 3", "commit 1"])
    #expect(fixture.run("undo")?.error == nil)
    #expect(store.log.suffix(2) == ["revert 4", "commit 1"])
  }

  @Test func `an undo blocked by another user's change changes nothing`() throws {
    var fixture = try fixture()
    _ = fixture.run("keep a")
    store.story.withLock { $0.failsToRevert = true }
    #expect(fixture.run("undo")?.error?.code == "changed-since")
    store.story.withLock { $0.failsToRevert = false }
    #expect(fixture.run("undo")?.error == nil)
  }
}
