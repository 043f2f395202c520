import PodiumFiles
import PodiumTestKit
import Testing

/// The notebook about the bundled league.
struct NotebookTests {
  @Test func `the notebook records what its commands print`() throws {
    let home = TemporaryFolder()
    let path = Checkout.path("notebooks/football-forecast.podium.md")
    let run = try withExtendedLifetime(home) {
      try ProgramRun(
        [try BuiltProgram.path("podium"), "run", path], input: [],
        environment: ["HOME": home.path, "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"], folder: home.path)
    }
    #expect(run.status == 0, Comment(rawValue: run.errorText))
    let recorded = String(decoding: try DiskFiles().read(path, shown: "the notebook"), as: UTF8.self)
    #expect(ScriptedSession.hidingVolatile(run.outputText) == ScriptedSession.hidingVolatile(recorded))
  }
}
