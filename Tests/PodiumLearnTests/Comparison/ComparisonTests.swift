import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import Testing

@Suite struct ComparisonTests {
  private static let baseline = LearnerSpec(key: "zeror", values: empty)
  private static let empty: HyperparameterValues = {
    guard let values = try? HyperparameterValues([]) else { preconditionFailure("no values are always fine") }
    return values
  }()

  /// Two classes that the one feature separates.
  private func task() throws -> LearningTask {
    let table = try Table([
      Column("x", .number((0..<40).map { Double($0 % 2) })),
      Fixtures.category("y", (0..<40).map { $0 % 2 == 0 || $0 == 7 ? "even" : "odd" }),
    ])
    return try LearningTask(table: table, target: "y")
  }

  private func compared() throws -> Comparison {
    let catalogue = Algorithms.catalogue
    let learners = [
      try catalogue.require("tree").spec(), try catalogue.require("zeror").spec(),
      try catalogue.require("tree").spec([("criterion", "gini")]),
    ]
    let found = try LearningTools(learners: catalogue).benchmark(
      learners.map { LearnerChoice($0) }, on: task(), by: ResamplingSpec(.stratified, k: 10))
    let lost = LearnerChoice(LearnerSpec(key: "lost", values: Self.empty))
    let entries = found.entries + [(lost, .failure(Diagnostic("broken", "it broke")))]
    return Comparison(entries, baseline: LearnerChoice(learners[1]), measure: "accuracy", in: found.plan)
  }

  @Test func `learners keep their order beside the baseline`() throws {
    let found = try compared()
    #expect(found.rows.map(\.learner) == ["tree", "zeror", "tree(criterion=gini)", "lost"])
    #expect(found.rows.map(\.isBaseline) == [false, true, false, false])
    #expect(found.baseline == "zeror" && found.folds == 10 && found.repeats == 1)
  }

  @Test func `differences are tested and adjusted, the baseline is not`() throws {
    let found = try compared()
    let tree = found.rows[0]
    let difference = try #require(tree.difference)
    let baseline = try #require(found.rows[1].mean)
    #expect(abs(difference - ((tree.mean ?? 0) - baseline)) < 1e-12)
    #expect((tree.p ?? 1) < 0.05)
    // Two learners are tested, and both have the same p.
    #expect(tree.pHolm == min(1, 2 * (tree.p ?? 1)))
    #expect((tree.ci95?[0] ?? 1) < difference && difference < (tree.ci95?[1] ?? 0))
    #expect(found.rows[1].p == nil && found.rows[1].pHolm == nil && found.rows[1].difference == 0)
  }

  @Test func `a learner that failed keeps its row and does not affect the others`() throws {
    let lost = try compared().rows[3]
    #expect(lost.status == "failed: it broke")
    #expect(lost.mean == nil && lost.p == nil)
    #expect(try compared().rows[0].status == "ok")
  }

  @Test func `the share of tested rows enters the variance`() throws {
    let catalogue = Algorithms.catalogue
    let plan = try EvaluationPlan(
      task: task(), recipe: Recipe(), learners: [try catalogue.require("tree").spec()], from: catalogue,
      resampling: ResamplingSpec(.kfold, k: 4), version: "test")
    #expect(abs(plan.testShare - 10.0 / 30) < 1e-12)
  }
}
