import Glibc
import PodiumTestKit
import Testing

/// What a killed program leaves of a person it was asked to forget.
struct ForgottenTests {
  @Test func `no file of the workspace has a forgotten name after a kill -9`() throws {
    let home = try Home()
    let program = try PipedProgram(
      [try BuiltProgram.path("podium")], environment: home.environment(), folder: home.work)
    let folder = home.path + "/data/podium"
    program.send("ski pair add 4711 owner=\"Anna Nilsson\"\n")
    program.send((0..<20).map { "ski athlete edit Nilsson comment=\"Nilsson \($0)\"\n" }.joined())
    program.send("ski athlete Nilsson\n")
    try program.wait(for: "Nilsson 19")
    #expect(!home.holders(of: "Nilsson", in: folder).isEmpty, "the name was never in the files")
    program.send("ski forget Nilsson yes=yes\n")
    try program.wait(for: "pairs_kept")
    kill(program.processID, SIGKILL)
    #expect(try program.finish() == .signal(SIGKILL))
    #expect(home.holders(of: "Nilsson", in: folder) == [])
    let run = try home.run("ski pair 4711", "workspace check")
    #expect(run.status == 0 && run.outputText.contains("no damage"), Comment(rawValue: run.errorText))
  }
}
