import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Synchronization
import Testing

/// Sessions of one process on one workspace.
@Suite struct SharedWorkspaceTests {
  @Test func `eight sessions at once give what each gives alone, whatever is interrupted`() throws {
    let folder = TemporaryFolder()
    let learner = try OwnLearner(in: folder.path)
    let sessions = InterleavedSessions(sessions: 8, learner: learner.command) { (workspace) throws(Diagnostic) in
      var configuration = EngineFixture.configuration("/")
      configuration.workspaceFile = workspace
      return try Assembly.engine(configuration)
    }
    let outcome = try sessions.run(in: folder.path, seed: 11) { $0 >= 2 }
    #expect(outcome.differences.prefix(3) == [])
    #expect(outcome.commands >= 8 * 2 * sessions.lines(0).count)
    #expect(outcome.answers > 0)
  }

  @Test func `a session sees what another one saves and restores`() throws {
    let fixture = try EngineFixture(workspace: "w.sqlite")
    let (first, second) = (try fixture.engine.session(), try fixture.engine.session())
    #expect(first.error("load iris; save kept") == nil)
    #expect(second.error("load saved kept") == nil)
    #expect(second.error("workspace backup b.sqlite") == nil)
    #expect(first.error("save later") == nil)
    #expect(second.error("workspace restore b.sqlite") == nil)
    #expect(first.error("load saved later") == "unknown-dataset" || first.error("load saved later") != nil)
    #expect(first.error("load saved kept as again") == nil)
    #expect(first.error("save after") == nil)
    #expect(second.error("load saved after") == nil)
  }

  @Test func `a workspace that is restored while another session works loses nothing that was saved afterwards`() throws
  {
    let fixture = try EngineFixture(workspace: "w.sqlite")
    let (worker, restorer) = (try fixture.engine.session(), try fixture.engine.session())
    #expect(worker.error("load iris; save base") == nil)
    #expect(restorer.error("workspace backup b.sqlite") == nil)
    let codes = Parallel.map(count: 2, threads: 2) { number -> [String] in
      (0..<12).compactMap { turn in
        number == 0 ? worker.error("save t\(turn) replace=yes") : restorer.error("workspace restore b.sqlite")
      }
    }
    // Whoever comes second is refused, never mixed: a refusal has a name.
    for code in codes.flatMap(\.self) { #expect(code.hasPrefix("workspace-") || code == "unwritable-file", "\(code)") }
    #expect(worker.error("save last") == nil)
    #expect(restorer.error("load saved last") == nil)
    #expect(restorer.error("workspace check") == nil)
  }

  @Test func `records are completed while another session writes`() throws {
    let fixture = try EngineFixture(workspace: "w.sqlite")
    let session = try fixture.engine.session()
    #expect(session.error("ski pair add 4711017") == nil)
    let offered = Mutex<[String]>([])
    session.execute("ski pair add 4711018") { [weak session] event in
      guard case .started = event else { return }
      let list = session?.complete("ski pair edit 47", at: 16)
      offered.withLock { $0 = list?.candidates.map(\.text) ?? [] }
    }
    #expect(offered.withLock { $0 } == ["4711017"])
    #expect(session.complete("ski pair edit 47", at: 16)?.candidates.map(\.text) == ["4711017", "4711018"])
  }
}
