import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumLearn
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Synchronization
import Testing

@testable import SkiPlugin

/// `compare` with the plugin's evaluators, and the sessions that `ski.pairwise` receives.
struct CompareEvaluatorTests {
  private func report(_ lines: String...) throws -> CommandReport {
    var session = try Assembly.session(folder: Checkout.root, datasets: [Checkout.path("datasets")])
    var last: CommandReport?
    for line in ["load ski-thesis"] + lines { _ = session.run(line) { last = $0 } }
    return try #require(last)
  }

  private func comparison(_ lines: String...) throws -> Comparison {
    let report = try report(lines[0], "encode", lines[1])
    guard case .comparison(let found)? = report.outputs.first else {
      throw Diagnostic("no-comparison", report.error?.message ?? "none")
    }
    return found
  }

  @Test func `learners are compared by evaluators, and one measure tests the difference by session`() throws {
    let found = try comparison(
      "label rank task=number",
      "compare ski.pairwise ski.nearest folds=leave-one-group-out group=session measure=ski.tau "
        + "baseline=ski.nearest evaluators=ski.tau,ski.recall")
    #expect(found.measure == "ski.tau" && found.baseline == "ski.nearest")
    #expect(found.rows.map(\.learner) == ["ski.pairwise", "ski.nearest", "zeror"])
    let (mine, nearest, zeror) = (found.rows[0], found.rows[1], found.rows[2])
    // The figures of the independent program, which are means over the sessions, one fold each.
    #expect(abs((mine.mean ?? 0) - 0.7755) < 5.1e-5 && abs((nearest.mean ?? 0) - 0.6531) < 5.1e-5)
    #expect(abs((mine.difference ?? 0) - ((mine.mean ?? 0) - (nearest.mean ?? 0))) < 1e-12 && mine.p != nil)
    #expect(mine.figures.map(\.name) == ["ski.tau", "ski.rho", "ski.recall"])
    #expect(mine.figures[2].count == [25, 28] && nearest.figures[2].count == [22, 28])
    #expect(abs((mine.figures[0].mean ?? 0) - (mine.figures[0].pooled ?? 1)) < 1e-12)
    // A constant guess gives no order, and gains nothing from rows that happen to be in the order of ranks.
    #expect(zeror.mean == nil && zeror.figures[2].count == [0, 28])
  }

  @Test func `JSON has the figures under measures, and text has them in separate columns`() throws {
    let report = try report(
      "label", "encode", "compare zeror folds=leave-one-group-out group=air_temperature evaluators=ski.risk")
    let json = JSONRenderer().render(report)
    #expect(json.contains(#""measures":{"ski.risk":{"mean":"#) && json.contains(#""k":0,"n":28"#))
    let text = TextRenderer(style: .notebook).render(report)
    #expect(text.contains("evaluators, all test rows pooled") && text.contains("0/28 0.000"))
  }

  @Test(arguments: [
    ("compare zeror evaluators=ski.tua", "unknown-evaluator", "'ski.tau'"),
    ("compare zeror measure=acuracy", "bad-value", "'accuracy'"),
    ("compare zeror measure=ski.tua", "bad-value", "'ski.tau'"),
    ("compare zeror measure=ski.risk seeds=3", "unused-key", "evaluators=ski.risk"),
    ("compare zeror baseline=tree(max-depth=1,2)", "bad-value", "one learner"),
    ("compare zeror baseline=tre", "unknown-learner", "'tree'"),
  ])
  func `wrong names are found before anything is fitted`(_ line: String, _ code: String, _ words: String) throws {
    let executor = ChosenExecutor()
    var session = try Assembly.session(
      folder: Checkout.root, datasets: [Checkout.path("datasets")], plugins: [executor])
    let counts = Counts()
    var last: CommandReport?
    for setup in ["load ski-thesis", "label"] { _ = session.run(setup) { _ in } }
    executor.use(Idle(counts: counts), in: &session)
    _ = session.run(line) { last = $0 }
    #expect(last?.error?.code == code, "\(last?.error?.code ?? "none")")
    let said = [last?.error?.message, last?.error?.help].compactMap(\.self).joined(separator: " ")
    #expect(said.contains(words), "\(said)")
    #expect(counts.value == 0, "work had started")
  }

  /// Two sessions in the same conditions, ranked separately: only the sessions show that kind a won both.
  private func data(groups: [Int]?) throws -> TrainingData {
    let rows: [[Double]] = [[1, 0, -5], [0, 1, -5], [1, 0, -5], [0, 1, -5]]
    return try TrainingData(
      features: Matrix(rows: 4, columns: 3, elements: rows.flatMap(\.self)),
      featureNames: ["kind=a", "kind=b", "air_temperature"], target: .numbers([3, 4, 1, 2]), groups: groups)
  }

  @Test func `pairs are compared within their session, not across sessions of equal conditions`() throws {
    func weight(_ groups: [Int]?) throws -> Double {
      let model = try PairwiseLearner(c: 1).fit(data(groups: groups), seed: Seed(0), cancellation: Cancellation())
      return try #require(model as? PairwiseModel).weights[0]
    }
    let (given, guessed) = (try weight([0, 0, 1, 1]), try weight(nil))
    // Without sessions the losing pair of the second beats the winner of the first, which counts against kind a.
    #expect(given > guessed && guessed > 0)
  }

  @Test func `cv and fit pass on the session of each row`() throws {
    var session = try Assembly.session(folder: Checkout.root, datasets: [Checkout.path("datasets")])
    for line in ["load ski-thesis", "label rank task=number", "encode"] { _ = session.run(line) { _ in } }
    let task = try LearningTask(table: try session.current().table, target: "rank", asNumber: true)
    let groups = try #require(task.groups)
    #expect(Set(groups).count == 14 && groups.prefix(8).allSatisfy { $0 == 0 } && groups[8] == 1)
    let catalogue = session.registry.learners
    func plan(_ key: String) throws -> EvaluationJob {
      let spec = try catalogue.require(key).spec()
      let plan = try EvaluationPlan(
        task: task, recipe: Recipe(), learners: [spec], from: catalogue, resampling: ResamplingSpec(.kfold, k: 2),
        version: "test")
      return plan.jobs(for: LearnerChoice(spec))[0]
    }
    // A fold's result is cached by its data, which include the sessions only for learners that use them.
    #expect(try plan("ski.pairwise").dataHash == task.dataHash(for: PairwiseLearner.definition))
    #expect(try plan("ski.nearest").dataHash == task.dataHash())
    #expect(task.dataHash() != task.dataHash(for: PairwiseLearner.definition))
  }
}

/// Runs no job and counts the requests.
private struct Idle: Executor {
  let counts: Counts
  func run(_ jobs: [EvaluationJob], in context: EvaluationContext) throws(Diagnostic) -> [EvaluationResult] {
    counts.add()
    throw Diagnostic("idle", "no work")
  }
}

/// A counter for any thread.
private final class Counts: Sendable {
  private let count = Mutex(0)
  func add() { count.withLock { $0 += 1 } }
  var value: Int { count.withLock { $0 } }
}
