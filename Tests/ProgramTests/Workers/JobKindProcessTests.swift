import Foundation
import PodiumAssembly
import PodiumConformance
import PodiumCore
import PodiumLearn
import PodiumPlugin
import PodiumTestKit
import Synchronization
import Testing

@testable import PodiumOutside

/// Jobs of every kind in processes give the same results as in threads, even if processes crash.
@Suite struct JobKindProcessTests {
  private let folder = TemporaryFolder()

  private static let registry: Registry = {
    do throws(Diagnostic) { return try Assembly.registry() } catch {
      preconditionFailure("the built-in registry is refused: \(error.message)")
    }
  }()

  private static let program = (try? BuiltProgram.path("podium")) ?? "podium"
  private static let hello =
    "printf '{\"worker\":\(WorkerWire.version),\"version\":\"\(Assembly.build)\"}\\n'"

  private static func executor(_ command: String, _ processes: Int = 1, silence: Double = 30) -> ProcessExecutor {
    ProcessExecutor(processes: processes, version: Assembly.build, command: command, silence: silence)
  }

  private static func task(_ rows: Int = 30) throws -> LearningTask {
    try LearningTask(
      table: Table([
        Column("x", .number((0..<rows).map { Double($0 * 7 % 13) / 3 })),
        Column("z", .number((0..<rows).map { Double($0 % 5) })),
        Column("y", .category(Categorical((0..<rows).map { $0 * 3 % 7 < 3 ? "good" : "bad" }))),
      ]), target: "y")
  }

  private static let recipe = Recipe([RecipeStep("scale")])

  /// Some fits, one of which fails.
  private static func fits() throws -> [FitJobs.Input] {
    let specs = try ["tree", "zeror", "ski.nearest", "svm"].map {
      try registry.learners.require($0).spec()
    }
    let strange = FitJobs.Input(specs[0], recipe: Recipe([RecipeStep("wax")]), seed: Seed(3), version: "test")
    return specs.map { FitJobs.Input($0, recipe: recipe, seed: Seed(3), version: "test") } + [strange]
  }

  /// The results of fits as text, with models as they are saved.
  private static func text(_ outcomes: [Result<FittedModel, Diagnostic>]) throws -> [String] {
    try outcomes.map { outcome in
      switch outcome {
      case .success(let model): String(decoding: try JSONJobCoder().bytes(of: model), as: UTF8.self)
      case .failure(let error): error.code + " " + error.message
      }
    }
  }

  private static func fitted(_ executor: any Executor) throws -> [String] {
    try text(
      executor.map(try fits(), sharing: try task(), by: FitJobs(), in: JobContext(learners: registry.learners)))
  }

  @Test func `fits in any number of processes give the same models and failures as threads`() throws {
    let here = try Self.fitted(ThreadExecutor(threads: 1))
    #expect(here.dropLast().contains { $0.hasPrefix("{") } && here.last?.hasPrefix("unknown-") == true)
    for threads in [2, 8] { #expect(try Self.fitted(ThreadExecutor(threads: threads)) == here) }
    for processes in [1, 3] {
      #expect(try Self.fitted(Self.executor("exec '\(Self.program)' worker", processes)) == here)
    }
  }

  /// Failures of the first worker; the next one works.
  static let accidents = [
    ("dies", "read -r line; read -r line; kill -9 $$"),
    ("says nothing more", "exec 1>&-; sleep 60"),
    ("hangs", "sleep 600"),
    ("writes rubbish", "read -r line; read -r line; echo what; sleep 60"),
    ("writes a broken output", "read -r line; read -r line; echo 'output 01 ?'; sleep 60"),
    ("answers another job", "read -r line; read -r line; echo 'output 01 e30='; sleep 60"),
    (
      "answers with another output",
      """
      read -r blob; read -r line; printf '%s\\n' "$blob" "$line" | '\(program)' worker |
        sed -u -n 's/^\\(output [0-9a-f]* \\).*/\\1e30=/p'; sleep 60
      """
    ),
  ]

  @Test(arguments: accidents)
  func `a failure of one worker costs a retry but changes no model`(_ what: String, _ script: String) throws {
    let mark = folder.path + "/mark"
    let command = "if mkdir '\(mark)' 2>/dev/null; then \(Self.hello); \(script); fi; exec '\(Self.program)' worker"
    let there = try Self.fitted(Self.executor(command, silence: what == "hangs" ? 10 : 30))
    #expect(try there == Self.fitted(ThreadExecutor(threads: 1)), "\(what)")
    #expect(access(mark, F_OK) == 0)
  }

  /// A shell script that passes lines to a worker, changed by `change`.
  private func passing(_ change: String, _ lines: String = "blob ") -> String {
    """
    mkfifo '\(folder.path)'/in.$$; '\(Self.program)' worker <'\(folder.path)'/in.$$ & exec 3>'\(folder.path)'/in.$$
    while IFS= read -r line; do
      case "$line" in '\(lines)'*) \(change);; esac
      printf '%s\\n' "$line" >&3
      if [ "$line" = what ]; then wait; exit 1; fi
    done
    """
  }

  @Test func `missing or altered data are detected by their hash and sent again`() throws {
    let here = try Self.fitted(ThreadExecutor(threads: 1))
    let once = "if mkdir '\(folder.path)/mark' 2>/dev/null; then "
    for change in ["continue", "line=\"blob 0123 ${line##* }\"", "line=\"${line%????}AAAA\""] {
      rmdir(folder.path + "/mark")
      #expect(try Self.fitted(Self.executor(passing(once + change + "; fi"))) == here, "\(change)")
      #expect(access(folder.path + "/mark", F_OK) == 0)
    }
  }

  @Test func `an unreadable order ends its worker and costs a retry`() throws {
    let once = "if mkdir '\(folder.path)/mark' 2>/dev/null; then line=what; fi"
    #expect(
      try Self.fitted(Self.executor(passing(once, "{"))) == Self.fitted(ThreadExecutor(threads: 1)))
    #expect(access(folder.path + "/mark", F_OK) == 0)
  }

  @Test func `a job whose data never arrive intact is lost, not failed`() throws {
    let wrong = [("continue", "are missing"), ("line=\"${line%????}AAAA\"", "have changed")]
    for (change, words) in wrong {
      let there = try Self.fitted(Self.executor(passing(change)))
      #expect(there.allSatisfy { $0.hasPrefix("worker-lost") && $0.contains(words) }, "\(there)")
    }
  }

  @Test func `a worker of another version is refused before it gets any data`() throws {
    for (number, version) in [(WorkerWire.version, "0.0.1"), (WorkerWire.version - 1, Assembly.build)] {
      let command =
        "printf '{\"worker\":\(number),\"version\":\"\(version)\"}\\n'; read -r l && touch '\(folder.path)/got'"
      let error = #expect(throws: Diagnostic.self) { _ = try Self.fitted(Self.executor(command)) }
      #expect(error?.code == "other-worker")
    }
    #expect(access(folder.path + "/got", F_OK) != 0)
  }

  /// A kind of job that no worker knows.
  private struct Local: JobKind {
    let key = "test.local"
    func run(_ input: Int, sharing factor: Int, in context: JobContext) throws(Diagnostic) -> Int {
      if input == 3 { throw Diagnostic("three", "not three") }
      return input * factor
    }
  }

  @Test func `jobs of a kind that workers do not know run in this process`() throws {
    let found = try Self.executor("exec '\(Self.program)' worker", 2).map(
      Array(0..<5), sharing: 10, by: Local(), in: JobContext(learners: LearnerCatalogue([])))
    #expect(found.map { try? $0.get() } == [0, 10, 20, nil, 40])
  }

  /// Counts rows; only this process has it.
  private struct Counting: Evaluator {
    let key = "test.count"
    let summary = "Counts rows."
    func evaluate(_ predictions: EvaluatedRows) throws(Diagnostic) -> [NamedMeasure] {
      if predictions.evaluation.rows.count < 10 { throw Diagnostic("few", "too few rows") }
      return [NamedMeasure(key, Double(predictions.table.rowCount), explanation: "rows")]
    }
  }

  @Test func `evaluators give the same results in processes as in threads, known to workers or not`() throws {
    let task = try Self.task()
    let evaluation = try LearningTools(learners: Self.registry.learners).resample(
      LearnerChoice(Self.registry.learners.require("zeror").spec()), on: task, by: ResamplingSpec(.stratified, k: 3))
    let folds = [evaluation, evaluation.only(repeat: 0)]
    let keys = ["test.count", "ski.risk", "ski.tau", "football.rps", "test.count"]
    let inputs = keys.flatMap { key in folds.map { EvaluatorJobs.Input(key, $0) } }
    let kind = EvaluatorJobs(Self.registry.evaluators.merging(["test.count": Counting()]) { own, _ in own })
    let context = JobContext(learners: Self.registry.learners)
    let here = try ThreadExecutor(threads: 1).map(inputs, sharing: task.table, by: kind, in: context)
    let there = try Self.executor("exec '\(Self.program)' worker", 2).map(
      inputs, sharing: task.table, by: kind, in: context)
    #expect(there == here)
    #expect(here.contains { (try? $0.get()) != nil })
  }

  @Test(.enabled(if: PluginProgramTests.hasPython, "python3 is not installed"))
  func `an external plugin learns and evaluates the same in processes`() throws {
    let home = try Home()
    home.write(#"{"name":"guest","language":"python","run":"exec python3 guest.py"}"#, to: "guest/plugin.json")
    home.write(
      """
      import json, os, sys
      for line in sys.stdin:
          ask = json.loads(line)
          reply = {"id": ask["id"]}
          if ask["do"] == "hello":
              reply.update({"protocol": 1, "name": "guest", "version": "1", "summary": "A guest.", "registers": {
                  "learners": [{"key": "guest.shifted", "summary": "classes in turn", "hyperparameters": [
                      {"name": "by", "kind": "integer", "min": 0, "max": 9, "default": 0, "help": "by how many"}]}],
                  "evaluators": [{"key": "guest.rows", "summary": "Counts rows."}]}})
          elif ask["do"] == "learn":
              first = ask["seed"] + ask["settings"]["by"]
              reply["predicted"] = [ask["classes"][(first + row) % 3] for row in range(ask["test"]["rows"])]
              parent = open("/proc/%d/comm" % os.getppid()).read().strip()
              cousins = open("/proc/%d/cmdline" % os.getppid()).read().count("worker")
              with open("\(home.work)/parents", "a") as file: file.write("%s %d\\n" % (parent, cousins))
          else:
              reply["measures"] = [{"name": "guest.rows", "value": len(ask["rows"])}]
          print(json.dumps(reply), flush=True)
      """, to: "guest/guest.py")
    let installed = try home.podium(["plugin", "install", "guest"])
    #expect(installed.status == 0, "\(installed.errorText)")
    func output(_ executor: String) throws -> (text: String, parents: Set<String>) {
      home.write("", to: "parents")
      let lines = [
        "load iris", "label species", "cv guest.shifted(by=2) k=3 evaluators=guest.rows",
        "cv guest.shifted(by=0,1,2) k=3 nested=yes inner=2", "compare guest.shifted zeror k=3 evaluators=guest.rows",
      ]
      let found = try home.podium(
        ["--format", "json", "--executor", executor, "--threads", "2"] + lines.flatMap { ["-c", $0] })
      #expect(found.status == 0, "\(found.outputText.suffix(400))")
      return (
        found.outputText.replacing(/"(seconds|elapsed_ms)":[0-9.e+-]+/, with: ""),
        Set((home.text("parents") ?? "").split(separator: "\n").map(String.init))
      )
    }
    let (here, there) = (try output("threads"), try output("processes"))
    #expect(here.text.contains("guest.rows"))
    #expect(there.text == here.text)
    #expect(here.parents == ["podium 0"] && there.parents == ["podium 1"])
  }

  @Test func `Ctrl-C stops jobs of any kind`() throws {
    let cancellation = Cancellation()
    let mark = folder.path + "/mark"
    let stopper = Thread {
      _ = Waiting.until { access(mark, F_OK) == 0 }; cancellation.cancel()
    }
    stopper.start()
    let error = #expect(throws: Diagnostic.self) {
      _ = try Self.executor("\(Self.hello); touch '\(mark)'; sleep 600").map(
        try Self.fits(), sharing: try Self.task(), by: FitJobs(),
        in: JobContext(learners: Self.registry.learners, cancellation: cancellation))
    }
    #expect(error?.code == Diagnostic.interrupted.code)
  }

  @Test(arguments: registry.learners.keys)
  func `every learner gives the same results in processes as in threads`(_ key: String) throws {
    // Fewer epochs for a network in a debug build.
    let suite = LearnerConformance(
      Self.registry.learners,
      archive: LearnerConformance.Archive(
        encode: { try JSONJobCoder().bytes(of: $0) },
        decode: { type, bytes in try JSONJobCoder().value(bytes) { try type.init(from: $0) } }),
      workers: Self.executor("exec '\(Self.program)' worker", 2),
      samples: try LearnerSamples.football(
        Assembly.session(folder: Checkout.root, datasets: [Checkout.path("datasets")])))
    for problem in suite.problems(of: key, .processes) { Issue.record("\(problem)") }
  }

  @Test func `the ski plugin gives the same results in processes as with any number of threads`() throws {
    let home = try Home()
    func output(_ executor: String, _ threads: Int) throws -> String {
      let lines = [
        "ski import ski-thesis", "ski risk", "ski surprises", "load ski-thesis", "label",
        "cv zeror k=3 evaluators=ski.risk,ski.tau", "encode",
        "compare tree(max-depth=2) zeror k=3 measure=ski.risk evaluators=ski.half-rule",
        "fit tree(max-depth=2) as t", "predict t",
      ]
      let found = try home.podium(
        ["--format", "json", "--workspace", ":memory:", "--executor", executor, "--threads", String(threads)]
          + lines.flatMap { ["-c", $0] })
      #expect(found.status == 0, "\(found.outputText.suffix(400))")
      // Times differ between runs.
      return found.outputText.replacing(/"(seconds|elapsed_ms)":[0-9.e+-]+/, with: "")
    }
    let one = try output("threads", 1)
    #expect(one.contains("top_predicted_rejected") && one.contains("predicted_place"))
    for threads in [2, 8] { #expect(try output("threads", threads) == one) }
    #expect(try output("processes", 2) == one)
  }
}
