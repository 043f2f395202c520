import Foundation
import PodiumCore
import PodiumLearn
import Synchronization
import Testing

@Suite struct EvaluationTests {
  @Test(arguments: [2, 3, 8])
  func `the number of threads never changes a result`(_ threads: Int) throws {
    let plan = try TestLearners.plan(
      Fixtures.task("aababbbaab"), ["lottery"], ResamplingSpec(.stratified, k: 5, shuffle: true, repeats: 3))
    #expect(try TestLearners.run(plan, threads: threads) == TestLearners.run(plan))
  }

  @Test func `a seed is reproducible, and another seed gives other results`() throws {
    let task = try Fixtures.task(String(repeating: "ab", count: 20))
    let resampling = ResamplingSpec(.kfold, k: 4)
    let first = try TestLearners.run(TestLearners.plan(task, ["lottery"], resampling))
    #expect(try TestLearners.run(TestLearners.plan(task, ["lottery"], resampling)) == first)
    #expect(
      try TestLearners.run(TestLearners.plan(task, ["lottery"], resampling, seed: 5)).predicted
        != first.predicted)
  }

  @Test func `rows, folds and truth are side by side in the table's numbers`() throws {
    let table = try Table([
      Column("x", .number([0, 1, 2, 3, 4])), Fixtures.category("y", ["a", nil, "b", "a", "b"]),
    ])
    let task = try LearningTask(table: table, target: "y")
    let found = try TestLearners.run(TestLearners.plan(task, ["lottery"], ResamplingSpec(.kfold, k: 2)))
    #expect(found.rows == [0, 2, 3, 4])
    #expect(found.foldOfRow == [0, 0, 1, 1])
    #expect(found.truth == .classes([0, 1, 0, 1]))
    #expect(found.notes == ["skipped 1 of 5 rows: y is missing"])
    #expect(found.classes == ["a", "b"] && found.folds.count == 2)
  }

  @Test func `means and deviations go over folds, pooled figures over rows`() throws {
    let task = try Fixtures.task("aaabb")
    let found = try TestLearners.run(TestLearners.plan(task, ["lottery"], ResamplingSpec(.kfold, k: 2)))
    let folds = found.folds.compactMap { $0["accuracy"] }
    let mean = (folds[0] + folds[1]) / 2
    let summary = try #require(found["accuracy"])
    #expect(summary.mean == mean)
    #expect(abs((summary.sd ?? 0) - abs(folds[0] - folds[1]) / 2) < 1e-12)
    #expect(summary.pooled == found.confusion?.accuracy)
    #expect(found.confusion?.total == 5)
    #expect(found["log_loss"] == nil)
  }

  @Test func `the bootstrap estimate lies between the apparent measure and that out of bag`() throws {
    let task = try Fixtures.task("aaabbabaabbbaabaaaab")
    let plan = try TestLearners.plan(task, ["lottery"], ResamplingSpec(.bootstrap, repeats: 40))
    let found = try TestLearners.run(plan)
    guard case .classes(let truth) = found.truth, case .classes(let predicted) = found.predicted else { return }
    // Row by row, as Efron and Tibshirani write it.
    var errors: [Int: [Double]] = [:]
    for (place, row) in found.rows.enumerated() {
      errors[row, default: []].append(truth[place] == predicted[place] ? 0 : 1)
    }
    let leaveOneOut = errors.values.map { $0.reduce(0, +) / Double($0.count) }.reduce(0, +) / Double(errors.count)
    // A model that knows its rows: nothing is wrong, and 12 of 20 are a.
    let own = try #require(task.classes)
    let perfect = try #require(
      found.bootstrapEstimate(apparent: .classes(own.codes, probabilities: nil), of: task.target))
    #expect(perfect.rows == 20 && perfect.apparent == 1)
    #expect((perfect.outOfBag - (1 - leaveOneOut)).magnitude < 1e-12)
    #expect((perfect.noInformation - (1 - 0.48)).magnitude < 1e-12)
    let overfitting = min(leaveOneOut, 0.48) / 0.48
    #expect((perfect.overfitting - overfitting).magnitude < 1e-12)
    let weight = 0.632 / (1 - 0.368 * overfitting)
    #expect((perfect.weight - weight).magnitude < 1e-12)
    #expect((perfect.value - (1 - weight * min(leaveOneOut, 0.48))).magnitude < 1e-12)
    // One that always says a has no information and does not overfit.
    let constant = Prediction.classes([Int](repeating: 0, count: 20), probabilities: nil)
    let plain = try #require(found.bootstrapEstimate(apparent: constant, of: task.target))
    #expect(plain.overfitting == 0 && plain.weight == 0.632)
    #expect((plain.apparent - 0.6).magnitude < 1e-12 && (plain.noInformation - 0.6).magnitude < 1e-12)
  }

  @Test func `a fold that fails is kept apart from the others`() throws {
    // Row 3 is in the second fold, which therefore trains without it.
    let plan = try TestLearners.plan(Fixtures.task("aaaaaa"), ["picky"], ResamplingSpec(.kfold, k: 3))
    let found = try TestLearners.run(plan)
    #expect(found.failures.map(\.fold) == [1])
    #expect(found.failures.first?.diagnostic.message == "row 3 is not among the training rows")
    #expect(found.folds.map { $0.isEmpty } == [false, true, false])
    #expect(found.rows == [0, 1, 4, 5])
    #expect(found["accuracy"]?.definedFolds == 2)
  }

  @Test func `when every fold fails the reason is thrown`() throws {
    let plan = try TestLearners.plan(Fixtures.task("abab"), ["strange"], ResamplingSpec(.kfold, k: 2))
    let refusal = diagnostic { () throws(Diagnostic) in _ = try TestLearners.run(plan) }
    #expect(refusal?.message == "learner 'strange' returned a prediction that does not fit its 2 test rows")
  }

  @Test func `stopping ends the run with nothing`() throws {
    let plan = try TestLearners.plan(Fixtures.task("abab"), ["stopper"], ResamplingSpec(.kfold, k: 2))
    #expect(diagnostic { () throws(Diagnostic) in _ = try TestLearners.run(plan) } == .interrupted)
  }

  @Test func `each result is passed on once`() throws {
    let plan = try TestLearners.plan(Fixtures.task("abababab"), ["lottery"], ResamplingSpec(.kfold, k: 4))
    let seen = Mutex<[Int]>([])
    var context = EvaluationContext(task: plan.task, splits: plan.splits, learners: TestLearners.catalogue)
    context.finished = { result in seen.withLock { $0.append(result.fold) } }
    _ = try ThreadExecutor(threads: 3).run(plan.jobs(for: plan.learners[0]), in: context)
    #expect(seen.withLock { $0.sorted() } == [0, 1, 2, 3])
  }

  @Test func `a scale step is added for learners that need one, and a note reports it`() throws {
    let task = try Fixtures.task("abab")
    let plan = try TestLearners.plan(task, ["lottery", "scaled"], ResamplingSpec(.kfold, k: 2))
    #expect(plan.recipe(for: plan.learners[0]).isEmpty)
    #expect(plan.recipe(for: plan.learners[1]).steps.map(\.key) == ["scale"])
    #expect(
      plan.notes(for: plan.learners[1]) == [
        "added a scale step for 'scaled', which needs scaled features"
      ])
    let own = try TestLearners.plan(
      task, ["scaled"], ResamplingSpec(.kfold, k: 2), recipe: Recipe([RecipeStep("scale")]))
    #expect(own.recipe(for: own.learners[0]).steps.count == 1 && own.notes(for: own.learners[0]).isEmpty)
    let without = try TestLearners.plan(task, ["scaled"], ResamplingSpec(.kfold, k: 2), scaleIfWanted: false)
    #expect(without.recipe(for: without.learners[0]).isEmpty)
  }

  @Test func `what cannot work is refused before any work`() throws {
    let numbers = try Fixtures.task(numbers: [1, 2, 3, 4])
    let refusal = diagnostic { () throws(Diagnostic) in
      _ = try EvaluationPlan(
        task: numbers, recipe: Recipe(), learners: [try TestLearners.catalogue.require("lottery").spec()],
        from: TestLearners.catalogue, resampling: ResamplingSpec(.kfold, k: 2), version: "test")
    }
    #expect(refusal?.message == "learner 'lottery' predicts classes, but the target is a number")
    let unknown = diagnostic { () throws(Diagnostic) in _ = try TestLearners.catalogue.require("lotery") }
    #expect(unknown?.message == "unknown learner 'lotery'; did you mean 'lottery'?")
  }

  @Test func `a recipe fitted on all rows uses the test rows, and a note reports it`() throws {
    let task = try Fixtures.task("abab")
    let plan = try TestLearners.plan(
      task, ["lottery"], ResamplingSpec(.kfold, k: 2), recipe: Recipe([RecipeStep("scale")]), fit: .all)
    #expect(
      plan.notes(for: plan.learners[0]) == ["fitted the recipe on all rows, including test rows (fit=all)"]
    )
    #expect(try TestLearners.run(plan).fitScope == .all)
  }

  @Test func `a job name covers everything its result depends on`() throws {
    let task = try Fixtures.task("abab")
    func ids(_ plan: EvaluationPlan) -> [String] { plan.learners.flatMap { plan.jobs(for: $0).map(\.id) } }
    let base = try ids(TestLearners.plan(task, ["lottery"], ResamplingSpec(.kfold, k: 2)))
    #expect(base.count == 2 && Set(base).count == 2)
    #expect(try ids(TestLearners.plan(task, ["lottery"], ResamplingSpec(.kfold, k: 2))) == base)
    let others = [
      try ids(TestLearners.plan(task, ["scaled"], ResamplingSpec(.kfold, k: 2))),
      try ids(TestLearners.plan(task, ["lottery"], ResamplingSpec(.kfold, k: 2), seed: 1)),
      try ids(TestLearners.plan(task, ["lottery"], ResamplingSpec(.stratified, k: 2))),
      try ids(TestLearners.plan(task, ["lottery"], ResamplingSpec(.kfold, k: 2), fit: .all)),
      try ids(
        TestLearners.plan(task, ["lottery"], ResamplingSpec(.kfold, k: 2), recipe: Recipe([RecipeStep("scale")]))),
      try ids(TestLearners.plan(Fixtures.task("abba"), ["lottery"], ResamplingSpec(.kfold, k: 2))),
    ]
    for other in others { #expect(Set(other).isDisjoint(with: base)) }
  }

  @Test func `an evaluation survives being saved`() throws {
    let found = try TestLearners.run(
      TestLearners.plan(Fixtures.task("aabb"), ["lottery"], ResamplingSpec(.kfold, k: 2)))
    #expect(try JSONDecoder().decode(Evaluation.self, from: JSONEncoder().encode(found)) == found)
  }
}
