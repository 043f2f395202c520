import Glibc
import PodiumTestKit
import Testing

@Suite("The workspace keeps what it acknowledged")
struct CrashTests {
  private func bench(_ arguments: String...) throws -> ProgramRun {
    var path = "/usr/bin:/bin"
    if let own = getenv("PATH") { path = String(cString: own) }
    return try ProgramRun([BuiltProgram.path("podium-bench"), "crash"] + arguments, environment: ["PATH": path])
  }

  private static let hasCompiler: Bool = {
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin"
    return folders.split(separator: ":").contains { folder in
      ["cc", "clang", "gcc"].contains { access(folder + "/" + $0, X_OK) == 0 }
    }
  }()

  @Test("when it is killed at any moment")
  func killed() throws {
    let run = try bench("kill", "--rounds", "20")
    #expect(run.status == 0, "\(run.outputText)\(run.errorText)")
  }

  @Test(
    "when the power is cut, while a control that syncs less does not",
    .enabled(if: hasCompiler, "no C compiler for the recorder of what reaches the disk"))
  func powerCut() throws {
    let run = try bench("power", "--points", "60", "--count", "40", "--control")
    #expect(run.status == 0, "\(run.outputText)\(run.errorText)")
  }

  @Test(
    "when writes and syncs fail, and continues afterwards",
    .enabled(if: hasCompiler, "no C compiler for the recorder that makes calls fail"))
  func faults() throws {
    let run = try bench("fault", "--calls", "40", "--every", "7", "--count", "6")
    #expect(run.status == 0, "\(run.outputText)\(run.errorText)")
  }

  @Test("when the disk is full, and continues when it is not")
  func full() throws {
    let run = try bench("full")
    #expect(run.status == 0, "\(run.outputText)\(run.errorText)")
  }

  @Test("when several processes write at once")
  func race() throws {
    let run = try bench("race", "--writers", "3", "--count", "25", "--rounds", "0")
    #expect(run.status == 0, "\(run.outputText)\(run.errorText)")
  }
}
