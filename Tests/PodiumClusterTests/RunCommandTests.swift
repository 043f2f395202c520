import Glibc
import PodiumCore
import PodiumFiles
import PodiumLearn
import PodiumOutside
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumCluster

/// The commands about runs, as you type them.
@Suite struct RunCommandTests {
  private let cluster: StandIn

  /// A run whose tasks are held, and which no podium drives.
  init() throws {
    cluster = try StandIn()
    try cluster.write("", "held")
    try leave(try Folds.plan(repeats: 1))
  }

  /// Starts a run and leaves it when its tasks wait.
  private func leave(_ plan: EvaluationPlan) throws {
    let stop = Cancellation()
    var context = Folds.context(plan, stop)
    context.elsewhere = { if $0.waiting > 0 { stop.cancel() } }
    #expect(throws: Diagnostic.self) { try cluster.executor(chunk: 100).run(Folds.jobs(plan), in: context) }
  }

  private func data() throws -> [String] { try DiskFiles().list(cluster.root + "/data", shown: "data") }

  private func podium(_ line: String) throws -> ProgramRun {
    let words = ["quiet: set cluster-folder=\(cluster.root)", line].flatMap { ["-c", $0] }
    return try ProgramRun(
      [try BuiltProgram.path("podium"), "--no-rc", "--workspace", ":memory:"] + words,
      environment: ["PATH": cluster.state + ":/usr/bin:/bin", "HOME": cluster.folder.path])
  }

  private func put(_ name: String) throws {
    try DiskFiles().write([1], to: cluster.root + "/data/" + name, shown: name, mode: .new)
  }

  @Test func `a run whose tasks are held is cleaned, and nothing of it stays in the queue or the folder`() throws {
    let hash = try #require(data().first)
    let own = [String(repeating: "x", count: 64), "notes", hash + ".txt"]
    // A podium that was killed left drafts, and the folder has files of others.
    for name in own + [hash + ".1f", SHA256.hex([1]) + ".2e"] { try put(name) }
    let run = try podium("jobs clean \(FilePath(cluster.run).name)")
    #expect(run.status == 0 && run.outputText.contains("removed run"), "\(run.errorText)")
    #expect(cluster.calls("scancel 101_0").count == 1)
    #expect(try data() == own.inCodePointOrder())
    #expect(try DiskFiles().entries(cluster.root + "/runs", hidden: true).isEmpty)
  }

  @Test func `what a log holds is shown with each escape once`() throws {
    try RunFolder.write(Array("\u{1B}]0;mine\u{7} C:\\new\n".utf8), to: cluster.run + "/log/1.0")
    let run = try podium("jobs log \(FilePath(cluster.run).name)")
    #expect(run.outputText.contains(#" \u{1B}]0;mine\u{7} C:\\new"#), "\(run.outputText)")
  }

  @Test func `data of another run stay, and so do their drafts, which may be under way`() throws {
    let (first, run) = (try #require(data().first), FilePath(cluster.run).name)
    try leave(try Folds.plan(repeats: 2))
    let second = try #require(data().first { $0 != first })
    for name in [first + ".1f", second + ".2e"] { try put(name) }
    #expect(try podium("jobs clean \(run)").status == 0)
    #expect(try data() == [second, second + ".2e"] && cluster.names("rounds").count == 2)
  }
}
