import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import Synchronization
import Testing

/// A setting is chosen inside of each fold, by the whole pipeline, on folds that respect what the outer ones respect.
@Suite struct NestedChoiceTests {
  private static let tools = LearningTools(learners: Algorithms.catalogue, executor: ThreadExecutor(threads: 2))

  private static func trees(_ depths: String...) throws -> [LearnerSpec] {
    let tree = try Algorithms.catalogue.require("tree")
    return try depths.map { try tree.spec([("max-depth", $0)]) }
  }

  /// Two classes that alternate along a line: one cut cannot tell them apart, three can.
  private static func stripes() throws -> LearningTask {
    let labels = (0..<80).map { ($0 / 20) % 2 == 0 ? "a" : "b" }.joined()
    return try Fixtures.task(labels)
  }

  @Test func `the setting that predicts better in inner folds is fitted`() throws {
    let specs = try Self.trees("1", "6")
    let choice = try LearnerChoice(bestOf: specs, inner: InnerFolds())
    let resampling = ResamplingSpec(.stratified, k: 4)
    let found = try Self.tools.resample(choice, on: Self.stripes(), by: resampling)
    #expect(found.learner == "best of tree(max-depth=1), tree(max-depth=6)")
    #expect(found.chosen == [String?](repeating: "tree(max-depth=6)", count: 4))
    #expect(found.notes == ["settings chosen in the inner folds of 4 outer folds: tree(max-depth=6) in 4"])
    let deep = try Self.tools.resample(LearnerChoice(specs[1]), on: Self.stripes(), by: resampling)
    #expect(found.predicted == deep.predicted)
    let shallow = try Self.tools.resample(LearnerChoice(specs[0]), on: Self.stripes(), by: resampling)
    #expect(found.predicted != shallow.predicted)
  }

  /// A deep tree is right more often, but certain where it is wrong.
  @Test func `the measure that was asked for chooses`() throws {
    let labels = (0..<80).map { (($0 / 20) % 2 == 0) == ($0 % 13 != 5) ? "a" : "b" }.joined()
    let specs = try Self.trees("1", "9")
    for (measure, depth) in [(nil, "9"), ("accuracy", "9"), ("log_loss", "1")] as [(String?, String)] {
      let choice = try LearnerChoice(bestOf: specs, inner: InnerFolds(measure: measure))
      let found = try Self.tools.resample(
        choice, on: Fixtures.task(labels), by: ResamplingSpec(.stratified, k: 3, shuffle: true))
      #expect(found.chosen == [String?](repeating: "tree(max-depth=\(depth))", count: 3), "\(measure ?? "")")
    }
  }

  @Test func `a measure that is undefined in all inner folds chooses nothing`() throws {
    let specs = try ["1", "2"].map { try Algorithms.catalogue.require("svm").spec([("c", $0)]) }
    let choice = try LearnerChoice(bestOf: specs, inner: InnerFolds(measure: "log_loss"))
    let task = try Self.stripes()
    let refused = diagnostic { () throws(Diagnostic) in
      _ = try Self.tools.resample(choice, on: task, by: ResamplingSpec(.stratified, k: 2))
    }
    #expect(refused?.code == "no-choice" && refused?.message.contains("log_loss") == true)
  }

  @Test func `one setting leaves no choice, and two learners leave none either`() throws {
    let one = try Self.trees("2")
    #expect(
      diagnostic { () throws(Diagnostic) in _ = try LearnerChoice(bestOf: one, inner: InnerFolds()) }?.code
        == "no-choice")
    let mixed = try one + [Algorithms.catalogue.require("zeror").spec()]
    #expect(
      diagnostic { () throws(Diagnostic) in _ = try LearnerChoice(bestOf: mixed, inner: InnerFolds()) }?.code
        == "mixed-candidates")
  }

  @Test func `a choice that is stopped says so`() throws {
    var tools = Self.tools
    tools.cancellation = Cancellation()
    tools.cancellation.cancel()
    let choice = try LearnerChoice(bestOf: Self.trees("1", "6"), inner: InnerFolds())
    let task = try Self.stripes()
    let stopped = diagnostic { () throws(Diagnostic) in
      _ = try tools.resample(choice, on: task, by: ResamplingSpec(.stratified, k: 2))
    }
    #expect(stopped == .interrupted)
  }

  /// What a pipeline was fitted on: the rows of the recipe's step and those of the learner, as numbers of the feature.
  private static func spies(_ seen: Seen) -> LearningTools {
    let spy = LearnerDefinition(
      key: "spy", summary: "a learner for tests",
      hyperparameters: [
        Hyperparameter("n", .integer(1...9), defaultValue: .integer(1), help: "nothing")
      ],
      capabilities: Capabilities(targets: [.classes], probabilities: false, needsScaling: false),
      reference: "none", modelType: TestLearners.LotteryModel.self,
      make: { (_: HyperparameterValues) throws(Diagnostic) -> any Learner in SpyLearner(seen: seen) })
    return LearningTools(
      learners: LearnerCatalogue([spy]), transformers: TransformerCatalogue([SpyStep(seen: seen)]),
      executor: ThreadExecutor(threads: 1))
  }

  private static func spied(_ seen: Seen) throws -> [LearnerSpec] {
    let spy = try spies(seen).learners.require("spy")
    return [try spy.spec([("n", "1")]), try spy.spec([("n", "2")])]
  }

  /// The recipe once saw all outer training rows, so that the rows a setting was judged on had shaped its features.
  @Test func `the recipe is fitted on inner training rows only`() throws {
    let seen = Seen()
    let task = try Fixtures.task(String(repeating: "ab", count: 12))
    _ = try Self.spies(seen).resample(
      LearnerChoice(bestOf: Self.spied(seen), inner: InnerFolds(count: 2)), on: task,
      recipe: Recipe([RecipeStep("spy")]), by: ResamplingSpec(.kfold, k: 2))
    let (steps, fits) = seen.both
    // Two folds of two settings and two inner folds each, and two folds of the chosen setting.
    #expect(fits.count == 10 && steps == fits)
    #expect(fits.map(\.count).sorted() == [6, 6, 6, 6, 6, 6, 6, 6, 12, 12])
  }

  @Test(arguments: [nil, ResamplingSpec("leave-one-group-out", settings: ["group": "pair"])])
  func `inner folds keep together what the outer ones keep together`(_ inner: ResamplingSpec?) throws {
    let seen = Seen()
    // Rows 0 to 3 are of one group, 4 to 7 of the next.
    let task = try Fixtures.task(
      String(repeating: "ab", count: 12), [Column("pair", .integer((0..<24).map { $0 / 4 }), role: .group)])
    _ = try Self.spies(seen).resample(
      LearnerChoice(bestOf: Self.spied(seen), inner: InnerFolds(inner, count: 2)), on: task,
      by: ResamplingSpec(.group, k: 3, group: "pair"))
    for rows in seen.both.learner {
      let counts = Dictionary(grouping: rows) { Int($0) / 4 }.mapValues(\.count)
      #expect(counts.values.allSatisfy { $0 == 4 }, "\(rows)")
    }
    #expect(seen.both.learner.count == (inner == nil ? 3 * (2 * 2 + 1) : 3 * (2 * 4 + 1)))
  }

  @Test func `inner folds of rolling folds train on the past only`() throws {
    let seen = Seen()
    let task = try Fixtures.task(
      String(repeating: "ab", count: 12), [Column("day", .integer(Array(0..<24)), role: .time)])
    _ = try Self.spies(seen).resample(
      LearnerChoice(bestOf: Self.spied(seen), inner: InnerFolds(count: 2)), on: task,
      by: ResamplingSpec(.rolling, k: 2, time: "day"))
    // Every training set is the beginning of the table.
    for rows in seen.both.learner { #expect(rows == (0..<rows.count).map(Double.init), "\(rows)") }
  }

  @Test func `training rows that cannot be split fail their fold alone`() throws {
    let task = try Fixtures.task(
      "abababab", [Column("pair", .integer([1, 1, 1, 1, 2, 2, 2, 2]), role: .group)])
    let choice = try LearnerChoice(bestOf: Self.trees("1", "2"), inner: InnerFolds())
    let failure = diagnostic { () throws(Diagnostic) in
      _ = try Self.tools.resample(choice, on: task, by: ResamplingSpec(.leaveOneGroupOut, group: "pair"))
    }
    #expect(failure?.message.hasPrefix("the training rows cannot be split into inner folds: ") == true)
    #expect(failure?.code == "too-few-groups")
  }

  @Test func `fewer rows than inner folds make fewer inner folds`() throws {
    let choice = try LearnerChoice(bestOf: Self.trees("1", "2"), inner: InnerFolds(count: 50))
    let found = try Self.tools.resample(choice, on: Fixtures.task("abababab"), by: ResamplingSpec(.stratified, k: 2))
    #expect(found.failures.isEmpty && found.rows.count == 8)
  }

  @Test func `a setting that fails in inner folds is reported and not chosen`() throws {
    let choosy = LearnerDefinition(
      key: "choosy", summary: "a learner for tests",
      hyperparameters: [Hyperparameter("row", .integer(0...99), defaultValue: .integer(0), help: "the row it wants")],
      capabilities: Capabilities(targets: [.classes], probabilities: false, needsScaling: false),
      reference: "none", modelType: TestLearners.LotteryModel.self,
      make: { (values: HyperparameterValues) throws(Diagnostic) -> any Learner in
        TestLearners.Picky(refused: Double(try values.integer("row")))
      })
    // Row 0 is in every training set but those without it; no row is 99.
    let specs = [try choosy.spec([("row", "99")]), try choosy.spec([("row", "0")])]
    let tools = LearningTools(learners: LearnerCatalogue([choosy]), executor: ThreadExecutor(threads: 1))
    let task = try Fixtures.task("abababab")
    let failure = diagnostic { () throws(Diagnostic) in
      _ = try tools.resample(
        LearnerChoice(bestOf: specs, inner: InnerFolds(count: 2)), on: task, by: ResamplingSpec(.kfold, k: 2))
    }
    #expect(failure?.code == "too-picky")
    let lottery = try TestLearners.catalogue.require("lottery").spec()
    #expect(LearnerChoice(lottery).description == "lottery")
  }

  @Test func `any number of threads chooses the same`() throws {
    let choice = try LearnerChoice(bestOf: Self.trees("1", "2", "6"), inner: InnerFolds())
    func run(_ threads: Int) throws -> Evaluation {
      try LearningTools(learners: Algorithms.catalogue, executor: ThreadExecutor(threads: threads)).resample(
        choice, on: Self.stripes(), by: ResamplingSpec(.stratified, k: 4, shuffle: true, repeats: 2))
    }
    #expect(try run(1) == run(3))
  }
}

/// The rows that steps and learners were fitted on, as values of the one feature.
private final class Seen: Sendable {
  private let lists = Mutex<(steps: [[Double]], learner: [[Double]])>(([], []))
  func step(_ rows: [Double]) { lists.withLock { $0.steps.append(rows) } }
  func learner(_ rows: [Double]) { lists.withLock { $0.learner.append(rows) } }
  var both: (steps: [[Double]], learner: [[Double]]) { lists.withLock { $0 } }
}

private struct SpyLearner: Learner {
  let seen: Seen
  func fit(_ data: TrainingData, seed: Seed, cancellation: Cancellation) throws(Diagnostic) -> any Model {
    seen.learner(data.features.column(0))
    return TestLearners.LotteryModel(seed: seed, classes: 2)
  }
}

private struct SpyStep: Transformer {
  let seen: Seen
  let key = "spy"
  let summary = "a step for tests"
  func fit(_ frame: FeatureFrame, step: RecipeStep) throws(Diagnostic) -> any FittedTransformer {
    if case .numbers(let rows) = frame.columns[0].values { seen.step(rows) }
    return SpiedStep()
  }
}

private struct SpiedStep: FittedTransformer {
  func apply(_ frame: FeatureFrame) throws(Diagnostic) -> FeatureFrame { frame }
}
