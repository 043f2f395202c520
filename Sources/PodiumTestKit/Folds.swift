internal import PodiumAssembly
package import PodiumCore
package import PodiumLearn
package import PodiumPlugin

/// Folds to run on any executor, and what they give without times.
package enum Folds {
  package static let registry: Registry = {
    do throws(Diagnostic) { return try Assembly.registry() } catch {
      preconditionFailure("the built-in registry is refused: \(error.message)")
    }
  }()

  /// Learners on 60 rows of two classes, in five folds.
  package static func plan(_ learners: [String] = ["tree", "zeror"], repeats: Int = 2) throws -> EvaluationPlan {
    let table = try Table([
      Column("x", .number((0..<60).map { Double($0 * 7 % 13) })), Column("z", .number((0..<60).map { Double($0 % 5) })),
      Column("y", .category(Categorical((0..<60).map { $0 * 3 % 7 < 3 ? "good" : "bad" })), role: .target),
    ])
    return try EvaluationPlan(
      task: LearningTask(table: table, target: "y"), recipe: Recipe([RecipeStep("scale")]),
      learners: learners.map { try registry.learners.require($0).spec() }, from: registry.learners,
      resampling: ResamplingSpec(.stratified, k: 5, shuffle: true, repeats: repeats), version: "test")
  }

  package static func jobs(_ plan: EvaluationPlan) -> [EvaluationJob] { plan.learners.flatMap { plan.jobs(for: $0) } }

  package static func context(
    _ plan: EvaluationPlan, _ cancellation: Cancellation = Cancellation(), learners: LearnerCatalogue? = nil
  ) -> EvaluationContext {
    EvaluationContext(
      task: plan.task, splits: plan.splits, learners: learners ?? registry.learners, cancellation: cancellation)
  }

  package static func bare(_ results: [EvaluationResult]) -> [String] {
    results.map { "\($0.jobID) \($0.rows) \($0.outcome)" }
  }
}
