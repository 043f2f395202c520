import Foundation
import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import Testing

/// A job and its data go elsewhere as bytes, and come back as what they would have been here.
@Suite struct WorkerTests {
  private static func task(groups: Bool = false) throws -> LearningTask {
    let rows = 40
    return try LearningTask(
      table: Table([
        Column("x", .number((0..<rows).map { Double($0 * 7 % 11) / 3 })),
        Fixtures.category("wax", (0..<rows).map { ["blue", "red", "é\n"][$0 % 3] }),
        Column("visit", .integer((0..<rows).map { $0 / 4 }), role: groups ? .group : .ignored),
        Column("note", .text((0..<rows).map { "row \($0)" }), role: .ignored),
        Fixtures.category("y", (0..<rows).map { $0 == 5 ? nil : $0 * 3 % 7 < 3 ? "good" : "bad" }).with(role: .target),
      ]), target: "y")
  }

  @Test(arguments: [false, true])
  func `a task comes back from its bytes with the same hash`(_ groups: Bool) throws {
    let task = try Self.task(groups: groups)
    let bytes = try TaskData.bytes(of: task)
    let back = try TaskData.task(bytes)
    #expect(try TaskData.bytes(of: Self.task(groups: groups)) == bytes)
    #expect(back.frame == task.frame && back.target == task.target && back.groups == task.groups)
    #expect(back.dataHash() == task.dataHash())
    let definition = TrainingOnlyTests.definition(usesGroups: true, columns: [])
    #expect(back.dataHash(for: definition) == task.dataHash(for: definition))
    // What no job needs stays here.
    #expect(back.table["note"] == nil)
    let numbers = try Fixtures.task(numbers: [1, 2.5, -3])
    let same = try TaskData.task(TaskData.bytes(of: numbers))
    #expect(same.target == numbers.target && same.dataHash() == numbers.dataHash())
  }

  @Test func `bytes that hold no task are refused at every length`() throws {
    let bytes = try TaskData.bytes(of: Self.task())
    for end in stride(from: 0, to: bytes.count, by: 37) {
      #expect(diagnostic { () throws(Diagnostic) in _ = try TaskData.task(Array(bytes[..<end])) } != nil)
    }
    for place in [0, 11, 12, 13, 14, 15, 40, bytes.count - 1] {
      var other = bytes
      other[place] ^= 0xFF
      #expect(diagnostic { () throws(Diagnostic) in _ = try TaskData.task(other) } != nil, "byte \(place)")
    }
  }

  @Test func `splits come back from their bytes, and damaged ones are refused`() throws {
    let specs = [
      ResamplingSpec(.stratified, k: 3), ResamplingSpec(.bootstrap), ResamplingSpec(.rolling, k: 2, time: "visit"),
    ]
    for spec in specs {
      let folds = try spec.allocate(Self.task(), seed: Seed(0)).folds[0]
      #expect(try RepeatFolds(bytes: folds.bytes) == folds)
      #expect(try JSONDecoder().decode(RepeatFolds.self, from: JSONEncoder().encode(folds)) == folds)
    }
    for text in [
      "", "\n", "dealt 2 all\n", "dealt 2 all\n0 1 2 \n", "dealt -1 all\n\n", "dealt 2 back\n0 1\n", "listed 3\n0 1\n",
      "listed 3\n0 1\n1 2\n", "listed 99999999999999999999\n0\n1\n", "dealt 2 all\n0 -3\n", "dealt 2 gap\n0 1\n",
      "dealt 2 gap\n0 1\n1 1\n", "dealt 2 all\n0 x\n",
      "dealt 999999999999 all\n0 1\n",
    ] {
      let refusal = diagnostic { () throws(Diagnostic) in _ = try RepeatFolds(bytes: Array(text.utf8)) }
      #expect(["damaged-splits", "bad-split"].contains(refusal?.code), "\(text)")
    }
  }

  private struct Scene {
    let plan: EvaluationPlan
    let blobs = MemoryBlobs()
    let worker: Worker
    let data: EvaluationData

    init(_ learners: [String], fit: FitScope = .fold, _ resampling: ResamplingSpec) throws {
      let catalogue = Algorithms.catalogue
      plan = try EvaluationPlan(
        task: WorkerTests.task(), recipe: Recipe([RecipeStep("encode"), RecipeStep("scale")]),
        learners: learners.map { try catalogue.require($0).spec() }, from: catalogue, resampling: resampling,
        fitScope: fit, version: "test")
      worker = Worker(
        [EvaluationJobs(), FitJobs()], blobs: blobs, coder: PlainCoder(), in: JobContext(learners: catalogue))
      data = EvaluationData(task: plan.task, splits: plan.splits)
    }

    func order(_ job: EvaluationJob, _ data: EvaluationData? = nil) throws -> WorkOrder {
      let bytes = try EvaluationJobs().bytes(ofShared: data ?? self.data, by: PlainCoder())
      return WorkOrder(
        kind: "evaluation", shared: blobs.put(bytes),
        input: String(decoding: try PlainCoder().bytes(of: job), as: UTF8.self))
    }

    func result(_ order: WorkOrder) throws -> EvaluationResult {
      let bytes = try worker.run(order).get()
      return try EvaluationJobs().output(bytes, by: PlainCoder(), in: JobContext(learners: Algorithms.catalogue))
    }
  }

  @Test(arguments: [FitScope.fold, .all])
  func `a worker gives the same bytes as threads`(_ fit: FitScope) throws {
    let resampling = ResamplingSpec(.holdout, repeats: 2, test: 0.3)
    let scene = try Scene(["tree", "zeror", "svm"], fit: fit, resampling)
    let jobs = scene.plan.learners.flatMap { scene.plan.jobs(for: $0) }
    let context = EvaluationContext(
      task: scene.plan.task, splits: scene.plan.splits, learners: Algorithms.catalogue)
    let here = try ThreadExecutor(threads: 2).run(jobs, in: context)
    for (job, result) in zip(jobs, here) {
      // The order itself crosses as text.
      let text = try JSONEncoder().encode(scene.order(job))
      let order = try JSONDecoder().decode(WorkOrder.self, from: text)
      #expect(order.id == (try scene.order(job)).id)
      let there = try scene.result(order)
      #expect(there == result && EvaluationJobs().fits(there, job, sharing: scene.data))
      #expect(!EvaluationJobs().fits(there, jobs[0], sharing: scene.data) || job == jobs[0])
    }
  }

  @Test func `a fold of other classes, rows or numbers is not a result of its job`() throws {
    let scene = try Scene(["tree"], ResamplingSpec(.stratified, k: 2))
    let job = try #require(scene.plan.learners.first.flatMap { scene.plan.jobs(for: $0).first })
    let rows = try #require(scene.data.splits[job.splits]?.testRows(job.split))
    func fits(_ prediction: Prediction) -> Bool {
      let result = EvaluationResult(
        jobID: job.id, repeatIndex: job.repeatIndex, fold: job.fold, rows: rows, outcome: .predicted(prediction),
        seconds: 0)
      return EvaluationJobs().fits(result, job, sharing: scene.data)
    }
    let codes = [Int](repeating: 1, count: rows.count)
    #expect(fits(.classes(codes, probabilities: nil)))
    #expect(fits(.classes(codes, probabilities: Matrix(rows: rows.count, columns: 2))))
    #expect(!fits(.classes(codes.dropLast() + [2], probabilities: nil)))
    #expect(!fits(.classes(codes.dropLast() + [Int.min], probabilities: nil)))
    #expect(!fits(.classes(Array(codes.dropLast()), probabilities: nil)))
    #expect(!fits(.classes(codes, probabilities: Matrix(rows: rows.count, columns: 3))))
    #expect(!fits(.classes(codes, probabilities: Matrix(rows: 1, columns: 2))))
    #expect(!fits(.numbers(codes.map(Double.init))))
  }

  @Test(arguments: ["tree", "svm", "ann", "zeror"])
  func `a model fitted by a worker has the same bytes as one fitted here`(_ learner: String) throws {
    let scene = try Scene([learner], ResamplingSpec(.stratified, k: 2))
    let spec = try Algorithms.catalogue.require(learner).spec()
    let recipe = Recipe([RecipeStep("encode"), RecipeStep("scale")])
    let input = FitJobs.Input(spec, recipe: recipe, seed: Seed(7), version: "test")
    let kind = FitJobs()
    let context = JobContext(learners: Algorithms.catalogue)
    let order = WorkOrder(
      kind: "fit", shared: scene.blobs.put(try kind.bytes(ofShared: scene.plan.task, by: PlainCoder())),
      input: String(decoding: try PlainCoder().bytes(of: input), as: UTF8.self))
    let there = try kind.output(scene.worker.run(order).get(), by: PlainCoder(), in: context)
    let here = try ThreadExecutor(threads: 2).run(input, sharing: scene.plan.task, by: kind, in: context)
    #expect(try sorted(there) == sorted(here))
    #expect(kind.fits(there, input, sharing: scene.plan.task))
    let other = FitJobs.Input(spec, recipe: recipe, seed: Seed(8), version: "test")
    #expect(!kind.fits(there, other, sharing: scene.plan.task))
    #expect(try there.predict(scene.plan.task.table) == here.predict(scene.plan.task.table))
  }

  private func sorted(_ model: FittedModel) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(model)
  }

  @Test func `a failure in a worker is a result, not a refusal`() throws {
    let scene = try Scene(["tree"], ResamplingSpec(.stratified, k: 2))
    let spec = try Algorithms.catalogue.require("svm").spec()
    let input = FitJobs.Input(spec, recipe: Recipe(), seed: Seed(0), version: "test")
    let order = WorkOrder(
      kind: "fit", shared: scene.blobs.put(try TaskData.bytes(of: Fixtures.task(numbers: [1, 2, 3]))),
      input: String(decoding: try PlainCoder().bytes(of: input), as: UTF8.self))
    guard case .failure(let error) = try scene.worker.run(order) else {
      Issue.record("classes were learned from numbers")
      return
    }
    #expect(error.code == "wrong-target")
  }

  @Test func `data that are missing, altered or of another task are refused and do not count as a failed fit`() throws {
    let scene = try Scene(["tree"], ResamplingSpec(.stratified, k: 2))
    let job = scene.plan.jobs(for: scene.plan.learners[0])[0]
    let order = try scene.order(job)
    func code(_ order: WorkOrder) -> String? {
      diagnostic { () throws(Diagnostic) in _ = try scene.worker.run(order) }?.code
    }
    func other(_ kind: String = "evaluation", shared: String? = nil, input: String? = nil) -> WorkOrder {
      WorkOrder(kind: kind, shared: shared ?? order.shared, input: input ?? order.input)
    }
    #expect(code(other(shared: "0123")) == "missing-blob")
    let task = EvaluationData(task: try Fixtures.task("abab"), splits: scene.plan.splits)
    #expect(code(try scene.order(job, task)) == "other-task")
    let splits = [RepeatFolds(foldOfRow: [0, 1], count: 2)]
    let folds = EvaluationData(task: scene.plan.task, splits: ["other": splits[0]])
    #expect(code(try scene.order(job, folds)) == "other-splits")
    #expect(code(other("fry")) == "unknown-job-kind")
    for input in ["", "{", "{}", "[1]", "null"] { #expect(code(other(input: input)) == "bad-message", "\(input)") }
    #expect(code(order) == nil)
    let altered = diagnostic { () throws(Diagnostic) in
      try scene.blobs.put([1, 2, 3], as: order.shared)
    }
    #expect(altered?.code == "altered-blob" && altered?.message.contains("changed") == true)
  }

  @Test func `bytes that hold no task with its splits are refused at every length`() throws {
    let scene = try Scene(["tree"], ResamplingSpec(.stratified, k: 2))
    let bytes = try EvaluationJobs().bytes(ofShared: scene.data, by: PlainCoder())
    func refusal(_ bytes: [UInt8]) -> Diagnostic? {
      diagnostic { () throws(Diagnostic) in _ = try EvaluationJobs().shared(bytes, by: PlainCoder()) }
    }
    let back = try EvaluationJobs().shared(bytes, by: PlainCoder())
    #expect(back.splits == scene.data.splits && back.task.dataHash() == scene.data.task.dataHash())
    let first = 8 + bytes[..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
    for end in stride(from: 0, to: bytes.count, by: 37) where end != first {
      #expect(refusal(Array(bytes[..<end])) != nil)
    }
    for place in [0, 3, 7, first, first + 7, bytes.count - 1] {
      var other = bytes
      other[place] ^= 0xFF
      #expect(refusal(other) != nil, "byte \(place)")
    }
  }

  @Test func `another program under a learner's name is refused`() throws {
    let scene = try Scene(["tree"], ResamplingSpec(.stratified, k: 2))
    let order = try scene.order(scene.plan.jobs(for: scene.plan.learners[0])[0])
    func worker(_ identity: String, key: String = "tree") throws -> Worker {
      let tree = try Algorithms.catalogue.require("tree")
      let other = LearnerDefinition(
        key: key, summary: tree.summary, hyperparameters: tree.hyperparameters, capabilities: tree.capabilities,
        reference: tree.reference, identity: identity, modelType: tree.modelType, make: tree.make)
      return Worker(
        [EvaluationJobs()], blobs: scene.blobs, coder: PlainCoder(), in: JobContext(learners: LearnerCatalogue([other]))
      )
    }
    let changed = try worker("another program")
    #expect(diagnostic { () throws(Diagnostic) in _ = try changed.run(order) }?.code == "other-learner")
    let lacking = try worker("", key: "bush")
    #expect(diagnostic { () throws(Diagnostic) in _ = try lacking.run(order) }?.code == "unknown-learner")
  }

  @Test func `a program is refused where none is remade, and where it would hide a learner`() throws {
    let scene = try Scene(["tree"], ResamplingSpec(.stratified, k: 2))
    let plain = try scene.order(scene.plan.jobs(for: scene.plan.learners[0])[0])
    for key in ["mine", "tree"] {
      let program = LearnerProgram(
        key: key, declaredKey: key, name: key, command: "false", folder: "/", megabytes: 1, seconds: 1,
        remedy: "add it again", greeting: nil, hyperparameters: [],
        capabilities: Capabilities(targets: [.classes], probabilities: false, needsScaling: false), identity: "x")
      let order = WorkOrder(kind: plain.kind, shared: plain.shared, input: plain.input, programs: [program])
      #expect(diagnostic { () throws(Diagnostic) in _ = try scene.worker.run(order) }?.code == "other-learner")
    }
  }
}
