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
    #expect(back.dataHash(withGroups: true) == task.dataHash(withGroups: true))
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
      "listed 3\n0 1\n1 2\n", "listed 99999999999999999999\n0\n1\n", "dealt 2 all\n0 -3\n", "dealt 2 all\n0 x\n",
    ] {
      let refusal = diagnostic { () throws(Diagnostic) in _ = try RepeatFolds(bytes: Array(text.utf8)) }
      #expect(["damaged-splits", "bad-split"].contains(refusal?.code), "\(text)")
    }
  }

  private struct Scene {
    let plan: EvaluationPlan
    let blobs = MemoryBlobs()
    let worker: Worker
    let task: String

    init(_ learners: [String], fit: FitScope = .fold, _ resampling: ResamplingSpec) throws {
      let catalogue = Algorithms.catalogue
      plan = try EvaluationPlan(
        task: WorkerTests.task(), recipe: Recipe([RecipeStep("encode"), RecipeStep("scale")]),
        learners: learners.map { try catalogue.definition($0).spec() }, from: catalogue, resampling: resampling,
        fitScope: fit, version: "test")
      worker = Worker(blobs: blobs, learners: catalogue)
      task = blobs.put(try TaskData.bytes(of: plan.task))
    }

    func order(_ job: EvaluationJob) throws -> WorkOrder {
      WorkOrder(job: job, task: task, splits: blobs.put(try #require(plan.splits[job.splits]).bytes))
    }
  }

  @Test(arguments: [FitScope.fold, .all])
  func `a worker gives to the byte what threads give`(_ fit: FitScope) throws {
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
      #expect(order.job == job && order.job.id == job.id)
      #expect(try scene.worker.run(order) == result)
    }
  }

  @Test func `data that are missing, altered or of another task are refused, and are no failed fit`() throws {
    let scene = try Scene(["tree"], ResamplingSpec(.stratified, k: 2))
    let job = scene.plan.jobs(for: scene.plan.learners[0])[0]
    let order = try scene.order(job)
    func code(_ order: WorkOrder) -> String? {
      diagnostic { () throws(Diagnostic) in _ = try scene.worker.run(order) }?.code
    }
    #expect(code(WorkOrder(job: job, task: "0123", splits: order.splits)) == "missing-blob")
    #expect(code(WorkOrder(job: job, task: order.task, splits: "0123")) == "missing-blob")
    let other = scene.blobs.put(try TaskData.bytes(of: Fixtures.task("abab")))
    #expect(code(WorkOrder(job: job, task: other, splits: order.splits)) == "other-task")
    let splits = scene.blobs.put(RepeatFolds(foldOfRow: [0, 1], count: 2).bytes)
    #expect(code(WorkOrder(job: job, task: order.task, splits: splits)) == "other-splits")
    #expect(code(WorkOrder(job: job, task: order.task, splits: order.task)) == "damaged-splits")
    #expect(code(order) == nil)
    let altered = diagnostic { () throws(Diagnostic) in
      try scene.blobs.put([1, 2, 3], as: order.task)
    }
    #expect(altered?.code == "altered-blob" && altered?.message.contains("altered") == true)
  }

  @Test func `another program under a learner's name is refused`() throws {
    let scene = try Scene(["tree"], ResamplingSpec(.stratified, k: 2))
    let order = try scene.order(scene.plan.jobs(for: scene.plan.learners[0])[0])
    func worker(_ identity: String, key: String = "tree") throws -> Worker {
      let tree = try Algorithms.catalogue.definition("tree")
      let other = LearnerDefinition(
        key: key, summary: tree.summary, hyperparameters: tree.hyperparameters, capabilities: tree.capabilities,
        reference: tree.reference, identity: identity, modelType: tree.modelType, make: tree.make)
      return Worker(blobs: scene.blobs, learners: LearnerCatalogue([other]))
    }
    let changed = try worker("another program")
    #expect(diagnostic { () throws(Diagnostic) in _ = try changed.run(order) }?.code == "other-learner")
    let lacking = try worker("", key: "bush")
    #expect(diagnostic { () throws(Diagnostic) in _ = try lacking.run(order) }?.code == "unknown-learner")
  }
}
