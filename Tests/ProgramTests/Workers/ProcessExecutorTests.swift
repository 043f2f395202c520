import Glibc
import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumLearn
import PodiumPlugin
import PodiumTestKit
import Synchronization
import Testing

@testable import PodiumOutside

/// Folds in processes give the same results even if processes crash.
@Suite struct ProcessExecutorTests {
  private let folder = TemporaryFolder()

  /// The program built with the tests, and its version.
  private static let program = (try? BuiltProgram.path("podium")) ?? "podium"
  private static let version = Assembly.build

  private static func worker(_ script: String = "") -> String { script + "exec '\(program)' worker" }

  private static func executor(_ command: String, _ processes: Int = 2, silence: Double = 30) -> ProcessExecutor {
    ProcessExecutor(processes: processes, version: version, command: command, silence: silence)
  }

  @Test(arguments: [1, 2, 5])
  func `any number of processes gives the same bytes as threads`(_ processes: Int) throws {
    let plan = try Folds.plan()
    let jobs = Folds.jobs(plan)
    let here = try ThreadExecutor(threads: 1).run(jobs, in: Folds.context(plan))
    let seen = Mutex<[String]>([])
    var context = Folds.context(plan)
    context.finished = { result in seen.withLock { $0.append(result.jobID) } }
    let there = try Self.executor(Self.worker(), processes).run(jobs, in: context)
    #expect(there.map(\.outcome) == here.map(\.outcome) && there.map(\.rows) == here.map(\.rows))
    #expect(there.map(\.jobID) == here.map(\.jobID))
    #expect(Set(seen.withLock { $0 }) == Set(here.map(\.jobID)) && seen.withLock { $0.count } == jobs.count)
  }

  @Test func `what a worker's machine lacks stops the work, and fails no fold`() throws {
    let folder = TemporaryFolder()
    try #require(symlink("/dev/null", folder.path + "/libopenblas.so.0") == 0)
    let plan = try Folds.plan(["svm", "tree"])
    let jobs = Folds.jobs(plan)
    let error = #expect(throws: Diagnostic.self) {
      try Self.executor(Self.worker("export LD_LIBRARY_PATH='\(folder.path)'; ")).run(jobs, in: Folds.context(plan))
    }
    #expect(error?.code == "missing-library" && error?.help?.contains("libopenblas0-pthread") == true)
  }

  /// The first process is killed while it works; the mark shows that it was.
  private func killing(_ mark: String, _ how: String) -> String {
    "if mkdir '\(mark)' 2>/dev/null; then \(how); fi; " + Self.worker()
  }

  /// It sends its version, takes a job, and is killed before it answers; or before it says a word.
  @Test(arguments: [
    "printf '{\"worker\":\(WorkerWire.version),\"version\":\"\(version)\"}\\n'; read -r line; read -r line; ", "",
  ])
  func `a killed worker costs a retry but changes no number`(_ before: String) throws {
    let plan = try Folds.plan()
    let jobs = Folds.jobs(plan)
    let here = try ThreadExecutor(threads: 1).run(jobs, in: Folds.context(plan))
    let mark = folder.path + "/killed"
    let there = try Self.executor(killing(mark, before + "kill -9 $$")).run(jobs, in: Folds.context(plan))
    #expect(there.map(\.outcome) == here.map(\.outcome))
    #expect(access(mark, F_OK) == 0)
  }

  @Test func `garbage and another job's answer cost a retry but change no number`() throws {
    let plan = try Folds.plan()
    let jobs = Folds.jobs(plan)
    let here = try ThreadExecutor(threads: 1).run(jobs, in: Folds.context(plan))
    let hello = "printf '{\"worker\":\(WorkerWire.version),\"version\":\"\(Self.version)\"}\\n'"
    let strange = ["output 0123 e30=", "output 0123 ?", "output ", "{\"order\":\"0123\",\"failed\":{}}", "{}"]
    for (number, line) in (["not a message", "\u{1B}]0;x\u{7}"] + strange).enumerated() {
      let mark = folder.path + "/rubbish\(number)"
      let there = try Self.executor(killing(mark, hello + "; read -r line; printf '%s\\n' '\(line)'; sleep 30")).run(
        jobs, in: Folds.context(plan))
      #expect(there.map(\.outcome) == here.map(\.outcome), "\(line)")
      #expect(access(mark, F_OK) == 0)
    }
  }

  @Test func `a worker that hangs is abandoned`() throws {
    let plan = try Folds.plan(["zeror"])
    let jobs = plan.jobs(for: plan.learners[0])
    let here = try ThreadExecutor(threads: 1).run(jobs, in: Folds.context(plan))
    let mark = folder.path + "/hung"
    let hello = "printf '{\"worker\":\(WorkerWire.version),\"version\":\"\(Self.version)\"}\\n'; sleep 600"
    let there = try Self.executor(killing(mark, hello), silence: 20).run(jobs, in: Folds.context(plan))
    #expect(there.map(\.outcome) == here.map(\.outcome))
  }

  @Test func `a fold that crashes every worker fails, and the others succeed`() throws {
    let plan = try Folds.plan()
    let jobs = Folds.jobs(plan)
    let here = try ThreadExecutor(threads: 1).run(jobs, in: Folds.context(plan))
    // A shell script that passes everything to a worker, and exits at the first fold of the tree.
    let script = """
      mkfifo '\(folder.path)'/in.$$; '\(Self.program)' worker <'\(folder.path)'/in.$$ & exec 3>'\(folder.path)'/in.$$
      while IFS= read -r line; do
        case "$line" in *tree*'\\"split\\":3'*) kill -9 $! $$;; esac
        printf '%s\\n' "$line" >&3
      done
      """
    let there = try Self.executor(script).run(jobs, in: Folds.context(plan))
    for (place, result) in there.enumerated() {
      let isPoisoned = jobs[place].learner.key == "tree" && jobs[place].split == 3
      if isPoisoned, case .failed(let error) = result.outcome {
        #expect(error.code == "worker-lost" && error.message.contains("3 attempts"))
      } else {
        #expect(!isPoisoned && result.outcome == here[place].outcome, "job \(place)")
      }
    }
  }

  @Test func `a worker of another version, or none, is refused with a help text`() throws {
    let plan = try Folds.plan(["zeror"])
    let jobs = plan.jobs(for: plan.learners[0])
    func refusal(_ command: String) -> Diagnostic? {
      do throws(Diagnostic) {
        _ = try Self.executor(command).run(jobs, in: Folds.context(plan))
        return nil
      } catch {
        return error
      }
    }
    let older = refusal("printf '{\"worker\":\(WorkerWire.version),\"version\":\"0.0.1\"}\\n'; sleep 30")
    #expect(older?.code == "other-worker" && older?.message.contains("0.0.1") == true)
    #expect(refusal("echo hello")?.code == "other-worker")
    let missing = refusal("exec /nonexistent/podium worker")
    let killed = refusal("kill -9 $$")
    #expect(killed?.code == "worker-not-started" && killed?.cause == "it was killed by signal 9")
    #expect(missing?.code == "worker-not-started" && missing?.help?.contains("executor=threads") == true)
  }

  @Test func `Ctrl-C ends the processes and keeps nothing`() throws {
    let plan = try Folds.plan(["zeror"])
    let cancellation = Cancellation()
    var context = Folds.context(plan, cancellation)
    context.finished = { _ in cancellation.cancel() }
    var code: String?
    do throws(Diagnostic) {
      _ = try Self.executor(Self.worker()).run(plan.jobs(for: plan.learners[0]), in: context)
    } catch {
      code = error.code
    }
    #expect(code == Diagnostic.interrupted.code)
  }

  @Test func `set executor takes processes and refuses a wrong name`() throws {
    #expect(Folds.registry.executors.keys.sorted() == ["processes", "serial", "slurm", "threads"])
    var session = try Assembly.session(folder: Checkout.root, datasets: [Checkout.path("datasets")])
    var reports: [CommandReport] = []
    _ = session.run("set executor=proceses") { reports.append($0) }
    #expect(reports.last?.error?.code == "bad-value" && reports.last?.error?.message.contains("did you mean") == true)
    _ = session.run("set executor=processes") { reports.append($0) }
    #expect(session.state.settings.executor == "processes" && session.session.executor is ProcessExecutor)
  }

  @Test func `the program prints the same with processes, even when it chooses settings`() throws {
    let home = try Home()
    let lines = [
      "load ski-thesis", "label", "encode", "cv tree(max-depth=1,3) folds=group group=session k=3 nested=yes inner=2",
      "compare tree zeror folds=bootstrap repeats=4 group=session",
    ]
    func output(_ executor: String) throws -> String {
      let found = try home.podium(
        ["--format", "json", "--executor", executor, "--threads", "2"] + lines.flatMap { ["-c", $0] })
      #expect(found.status == 0)
      // Times differ between runs.
      return found.outputText.replacing(/"(seconds|elapsed_ms)":[0-9.e+-]+/, with: "")
    }
    #expect(try output("processes") == output("threads"))
    let wrong = try home.podium(["--executor", "proceses", "-c", "set"])
    #expect(wrong.status == 2 && wrong.errorText.contains("must be one of processes, serial, slurm, threads"))
  }
}
