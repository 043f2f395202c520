import PodiumCore
import PodiumLearn
import Synchronization
import Testing

/// Columns that a learner receives of training rows only.
@Suite struct TrainingOnlyTests {
  /// What the fits of a learner received.
  final class Received: Sendable {
    private let list = Mutex<[TrainingData]>([])
    func add(_ data: TrainingData) { list.withLock { $0.append(data) } }
    var all: [TrainingData] { list.withLock { $0 } }
  }

  /// Predicts the first class, whatever it receives.
  struct Recorder: Learner {
    let received: Received
    func fit(_ data: TrainingData, seed: Seed, cancellation: Cancellation) throws(Diagnostic) -> any Model {
      received.add(data)
      return FirstClass()
    }
  }

  struct FirstClass: Model {
    func predict(_ features: Matrix) throws(Diagnostic) -> Prediction {
      .classes([Int](repeating: 0, count: features.rows), probabilities: nil)
    }
  }

  static func definition(
    usesGroups: Bool = false, columns: [String], received: Received = Received()
  ) -> LearnerDefinition {
    LearnerDefinition(
      key: "recorder", summary: "records what it receives", hyperparameters: [],
      capabilities: Capabilities(
        targets: [.classes], probabilities: false, needsScaling: false, usesGroups: usesGroups),
      trainingColumns: columns, reference: "none", modelType: FirstClass.self,
      make: { (_: HyperparameterValues) throws(Diagnostic) -> any Learner in Recorder(received: received) })
  }

  private static func task(score: [Int] = Array(0..<12)) throws -> LearningTask {
    try Fixtures.task(
      "ababababbaba",
      [
        Column("score", .integer(score)), Column("note", .text((0..<12).map { "row \($0)" })),
        Column("when", .date((0..<12).map { CalendarDate(days: 100 + $0) })),
      ])
  }

  private static func plan(_ task: LearningTask, _ definition: LearnerDefinition) throws -> EvaluationPlan {
    try EvaluationPlan(
      task: task, recipe: Recipe(), learners: [definition.spec()], from: LearnerCatalogue([definition]),
      resampling: ResamplingSpec(.kfold, k: 3), version: "test")
  }

  @Test func `a learner receives the columns it names, of the training rows`() throws {
    let received = Received()
    let definition = Self.definition(columns: ["when", "score"], received: received)
    let plan = try Self.plan(Self.task(), definition)
    let context = EvaluationContext(
      task: plan.task, splits: plan.splits, learners: LearnerCatalogue([definition]))
    let results = try ThreadExecutor(threads: 1).run(plan.jobs(for: plan.learners[0]), in: context)
    #expect(received.all.count == 3)
    for (data, result) in zip(received.all, results) {
      let trained = (0..<12).filter { !result.rows.contains($0) }
      #expect(data.columns.map(\.name) == ["when", "score"])
      #expect(data.columns[0].values == .date(trained.map { CalendarDate(days: 100 + $0) }))
      #expect(data.columns[1].values == .integer(trained))
      #expect(data.featureNames == ["place"])
    }
  }

  @Test func `a learner that names none receives none`() throws {
    let received = Received()
    let definition = Self.definition(columns: [], received: received)
    _ = try FittedModel.fit(
      definition.spec(), to: Self.task(), recipe: Recipe(), learners: LearnerCatalogue([definition]),
      transformers: .builtIn, seed: Seed(0), version: "test", cancellation: Cancellation())
    #expect(received.all.map(\.columns.count) == [0])
  }

  @Test func `a column the table lacks is an error before any fit`() throws {
    let received = Received()
    let definition = Self.definition(columns: ["score", "wax"], received: received)
    let error = diagnostic { () throws(Diagnostic) in
      do { _ = try Self.plan(Self.task(), definition) } catch let error as Diagnostic { throw error } catch {}
    }
    #expect(error?.code == "missing-column")
    #expect(error?.message == "learner 'recorder' trains on column 'wax', which the table lacks")
    #expect(received.all.isEmpty)
  }

  @Test func `other values of such a column make another job, for learners that name it`() throws {
    let (plain, other) = (try Self.task(), try Self.task(score: Array((0..<12).reversed())))
    let (named, unnamed) = (Self.definition(columns: ["score"]), Self.definition(columns: []))
    #expect(plain.dataHash(for: named) != other.dataHash(for: named))
    #expect(plain.dataHash(for: named) != plain.dataHash())
    #expect(plain.dataHash(for: unnamed) == other.dataHash(for: unnamed))
    #expect(plain.dataHash(for: unnamed) == plain.dataHash())
    let ids = try [plain, other].map { task in
      let plan = try Self.plan(task, named)
      return plan.jobs(for: plan.learners[0]).map(\.id)
    }
    #expect(ids[0] != ids[1])
  }

  @Test func `a task takes such columns to other processes, and no others`() throws {
    let definition = Self.definition(columns: ["score", "place"])
    let task = try Self.task().keeping(columnsFor: [definition])
    let bytes = try TaskData.bytes(of: task)
    let back = try TaskData.task(bytes)
    #expect(back.dataHash(for: definition) == task.dataHash(for: definition))
    #expect(back.table["score"]?.values == task.table["score"]?.values)
    #expect(back.table["note"] == nil && back.table["when"] == nil)
    #expect(try TaskData.bytes(of: back) == bytes)
    #expect(try back.trainingOnly(for: definition, rows: [2, 5]).columns.map(\.count) == [2, 2])
    #expect(try TaskData.task(TaskData.bytes(of: Self.task())).table["score"] == nil)
  }
}
