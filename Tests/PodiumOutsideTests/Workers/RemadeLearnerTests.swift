import Foundation
import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumLearn
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumOutside

/// External learners in worker processes: the same program gives the same results.
@Suite struct RemadeLearnerTests {
  /// Predicts a class from the seed and a setting, and records its parent process.
  private static let seeded = """
    import json, os, sys
    with open("starts", "a") as file:
        file.write(open("/proc/%d/comm" % os.getppid()).read().strip() + " " + str(os.getpid()) + "\\n")
    for line in sys.stdin:
        ask = json.loads(line)
        if ask["do"] == "hello":
            print(json.dumps({"id": ask["id"], "protocol": 1, "registers": {"learners": [{
                "key": "own", "summary": "by the seed", "probabilities": True, "hyperparameters": [
                    {"name": "shift", "kind": "integer", "min": 0, "max": 9, "default": 0, "help": "by how much"},
                    {"name": "rate", "kind": "number", "min": 0, "default": 0.1, "help": "how fast"}]}]}}), flush=True)
            continue
        classes, rows = ask["classes"], ask["test"]["rows"]
        first = (ask["seed"] + ask["settings"].get("shift", 0)) % len(classes)
        values = ask["train"]["columns"][0]["values"]
        share = [1 / (3 + abs(values[0]) / 7) for _ in range(rows)]
        print(json.dumps({"id": ask["id"],
            "predicted": [classes[(first + row) % len(classes)] for row in range(rows)],
            "probabilities": [[s, 1 - s] + [0] * (len(classes) - 2) for s in share]}), flush=True)
    """

  private let executor = ChosenExecutor()

  private func session(_ script: Script) throws -> Interpreter {
    var session = try Assembly.session(
      folder: script.folder.path, datasets: [Checkout.path("datasets")], plugins: [executor])
    Assembly.open(&session.services, to: OutsideHost(version: "test"))
    return session
  }

  private static func workers(_ count: Int) throws -> ProcessExecutor {
    ProcessExecutor(processes: count, version: Assembly.build, program: try BuiltProgram.path("podium"))
  }

  /// The results of an evaluation, without times.
  private struct Found: Equatable {
    let predicted: [Evaluation.Answers]
    let probabilities: [[[Double]]?]
    let folds: [[[String: Double]]]
    let chosen: [[String?]?]
    let failures: [[FoldFailure]]

    init(_ outputs: [Output]) {
      let all = outputs.compactMap { if case .evaluation(let found) = $0 { found.evaluation } else { nil } }
      predicted = all.map(\.predicted)
      probabilities = all.map(\.probabilities)
      folds = all.map(\.folds)
      chosen = all.map(\.chosen)
      failures = all.map(\.failures)
    }
  }

  private func starts(_ script: Script) -> [(parent: String, process: Int32)] {
    let text = (try? String(contentsOfFile: script.folder.path + "/starts", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      return words.count == 2 ? (String(words[0]), Int32(words[1]) ?? 0) : nil
    }
  }

  @Test(.enabled(if: Machine.hasPython, "python3 is not installed"), arguments: [1, 2])
  func `a worker that starts the program gives the same bytes as threads`(_ processes: Int) throws {
    let script = Script(python: Self.seeded)
    var session = try session(script)
    let added = run(
      "load iris", "label species", "encode", "learner add mine \"\(script.start)\"", in: &session)
    #expect(added.error == nil)
    let lines = [
      "cv mine(shift=3,rate=0.3) k=4 shuffle=yes repeats=2", "cv mine(shift=1,2,5) k=3 nested=yes inner=2",
      "cv mine tree k=3",
    ]
    for line in lines {
      executor.use(ThreadExecutor(threads: 2), in: &session)
      let here = Found(run(line, in: &session).outputs)
      script.write("", to: "starts")
      let workers = try Self.workers(processes)
      executor.use(workers, in: &session)
      let there = run(line, in: &session)
      #expect(there.error == nil && !here.predicted.isEmpty, "\(there.error?.message ?? "")")
      #expect(Found(there.outputs) == here, "\(line)")
      #expect(!starts(script).isEmpty && starts(script).allSatisfy { $0.parent == "podium" }, "\(line)")
    }
    // None of them outlives its worker.
    #expect(Waiting.until { starts(script).allSatisfy { kill($0.process, 0) != 0 } })
  }

  @Test(.enabled(if: Machine.hasPython, "python3 is not installed"))
  func `a model fitted by a worker predicts in this process`() throws {
    let script = Script(python: Self.seeded)
    var session = try session(script)
    #expect(
      run(
        "load iris", "label species", "encode", "learner add mine \"\(script.start)\"", in: &session
      ).error == nil)
    var predictions: [Prediction] = []
    for one in [ThreadExecutor(threads: 1), try Self.workers(1)] as [any Executor] {
      executor.use(one, in: &session)
      #expect(run("fit mine(shift=2) as m", in: &session).error == nil)
      predictions.append(try #require(session.state.models["m"]).predict(try session.current().table))
    }
    #expect(predictions.first == predictions.last && predictions.count == 2)
  }

  @Test(.enabled(if: Machine.hasPython, "python3 is not installed"))
  func `a worker does not start a program that changed since it was added`() throws {
    let script = Script(python: Self.seeded)
    var session = try session(script)
    // The command names the file, so its hash covers the file.
    let command = "exec python3 \(script.folder.path)/program.py"
    #expect(
      run("load iris", "label species", "encode", "learner add mine \"\(command)\"", in: &session)
        .error == nil)
    script.write("", to: "starts")
    script.write(Self.seeded + "\n# other", to: "program.py")
    let workers = try Self.workers(2)
    executor.use(workers, in: &session)
    let error = run("cv mine k=3", in: &session).error
    #expect(error?.code == "other-learner" && error?.message.contains("'mine'") == true, "\(error?.message ?? "")")
    #expect(error?.help?.contains("learner add mine") == true)
    #expect(starts(script).isEmpty)
  }

  @Test func `a learner is described as declared, and only if programs may be started`() throws {
    let script = Script("while read -r l; do echo '{\"predicted\":[]}'; done")
    let host = OutsideHost(version: "test")
    let greeting = try Handshake(
      try JSONReader.value(
        Array(
          #"{"protocol":1,"name":"guest","registers":{"learners":[{"key":"guest.deep","summary":"deep"}]}}"#.utf8)))
    let program = OutsideProgram(script.launch(seconds: 7, megabytes: 512), host: host, greeting: greeting)
    let kinds: [Hyperparameter.Kind] = [
      .integer(.min ... .max), .number(-.greatestFiniteMagnitude ... .infinity, exclusiveLow: true),
      .choice(["a", "b"]), .flag, .integers(1...9, maxCount: 3),
    ]
    let entry = LearnerEntry(
      key: "guest.deep", summary: "deep",
      hyperparameters: kinds.enumerated().map {
        Hyperparameter("h\($0)", $1, defaultValue: .unset, help: "one")
      },
      capabilities: Capabilities(
        targets: [.numbers, .classes], probabilities: true, needsScaling: true, isStochastic: true))
    let definition = ProgramLearner.definition(entry, key: "guest.deep", program: program)
    let described = try #require(definition.program())
    #expect(described.seconds == 7 && described.megabytes == 512 && described.greeting == greeting.text)
    let coder = JSONJobCoder()
    let back = try coder.value(coder.bytes(of: described)) { try LearnerProgram(from: $0) }
    #expect(back == described)
    let remade = try ProgramLearner.definition(back, host: OutsideHost(version: "test"))
    #expect(remade.key == definition.key && remade.identity == definition.identity)
    #expect(remade.hyperparameters == definition.hyperparameters && remade.capabilities == definition.capabilities)
    host.begin(Settings(), Cancellation(), isTrusted: false)
    #expect(definition.program() == nil)
    let closed = OutsideProgram(script.launch(), host: OutsideHost(isTrusted: false, version: "test"))
    #expect(ProgramLearner.definition(entry, key: "guest.deep", program: closed).program() == nil)
  }

  /// Predicts the first class.
  private struct First: Learner, Model {
    func fit(_ data: TrainingData, seed: Seed, cancellation: Cancellation) throws(Diagnostic) -> any Model { self }
    func predict(_ features: Matrix) throws(Diagnostic) -> Prediction {
      .classes([Int](repeating: 0, count: features.rows), probabilities: nil)
    }
  }

  @Test(arguments: ["", "of this process only"])
  func `a learner that no worker can create runs in this process`(_ identity: String) throws {
    let definition = LearnerDefinition(
      key: "first", summary: "the first class", hyperparameters: [],
      capabilities: Capabilities(targets: [.classes], probabilities: false, needsScaling: false), reference: "none",
      identity: identity, modelType: First.self, make: { (_) throws(Diagnostic) in First() })
    var registry = try Assembly.registry()
    try registry.add(definition)
    let task = try LearningTask(
      table: Table([
        Column("x", .number((0..<12).map { Double($0) })),
        Column("y", .category(Categorical((0..<12).map { $0 % 3 == 0 ? "a" : "b" }))),
      ]), target: "y")
    let specs = try ["first", "zeror"].map { try registry.learners.require($0).spec() }
    let plan = try EvaluationPlan(
      task: task, recipe: Recipe(), learners: specs, from: registry.learners,
      resampling: ResamplingSpec(.stratified, k: 3), version: "test")
    let jobs = plan.learners.flatMap { plan.jobs(for: $0) }
    let context = EvaluationContext(task: task, splits: plan.splits, learners: registry.learners)
    let here = try ThreadExecutor(threads: 1).run(jobs, in: context)
    let there = try Self.workers(2).run(jobs, in: context)
    #expect(there.map(\.outcome) == here.map(\.outcome))
    let input = FitJobs.Input(specs[0], recipe: Recipe(), seed: Seed(0), version: "test")
    let model = try Self.workers(1).run(
      input, sharing: task, by: FitJobs(), in: JobContext(learners: registry.learners))
    #expect(model.model is First)
  }
}
