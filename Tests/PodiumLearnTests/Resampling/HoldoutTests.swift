import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import Testing

/// Ways that draw their test rows: every row is on one side, the shares hold, and each repeat draws again.
@Suite struct HoldoutTests {
  private static let pairs = Column("pair", .integer((0..<60).map { $0 / 3 }))

  private static func task() throws -> LearningTask {
    try Fixtures.task(String(repeating: "aab", count: 20), [pairs])
  }

  private static func overlap(_ folds: RepeatFolds) -> Bool {
    !Set(folds.trainingRows(0)).isDisjoint(with: folds.testRows(0))
  }

  @Test func `the given share is held out, stratified by class`() throws {
    let task = try Self.task()
    let labels = try #require(task.classes).codes
    let found = try ResamplingSpec(.holdout, repeats: 5, test: 0.25).allocate(task, seed: Seed(3))
    #expect(found.repeats == 5 && found.foldCount == 1 && found.warnings.isEmpty)
    for folds in found.folds {
      let test = folds.testRows(0)
      #expect(test.count == 15 && test.count { labels[$0] == 0 } == 10)
      #expect(folds.trainingRows(0).count == 45 && !Self.overlap(folds))
    }
    #expect(Set(found.folds.map { $0.testRows(0) }).count == 5)
    // Another number of repeats changes none of them, another seed all.
    let fewer = try ResamplingSpec(.holdout, repeats: 2, test: 0.25).allocate(task, seed: Seed(3))
    #expect(fewer.folds == Array(found.folds.prefix(2)))
    #expect(try ResamplingSpec(.holdout, test: 0.25).allocate(task, seed: Seed(4)).folds[0] != found.folds[0])
  }

  @Test(arguments: [0.01, 0.5, 0.99])
  func `neither side is ever empty`(_ share: Double) throws {
    for labels in ["ab", "aab", "aaaaabbbbb"] {
      let folds = try ResamplingSpec(.holdout, test: share).allocate(Fixtures.task(labels), seed: Seed(0)).folds[0]
      #expect(!folds.testRows(0).isEmpty && !folds.trainingRows(0).isEmpty)
      #expect(folds.testRows(0).count + folds.trainingRows(0).count == labels.count)
    }
    let number = try ResamplingSpec(.holdout, test: share).allocate(Fixtures.task(numbers: [1, 2, 3]), seed: Seed(0))
    #expect(!number.testRows(repeat: 0, fold: 0).isEmpty && !number.trainingRows(repeat: 0, fold: 0).isEmpty)
  }

  @Test(arguments: [ResamplingName.holdout, .bootstrap])
  func `groups are held out whole`(_ name: ResamplingName) throws {
    let task = try Self.task()
    let found = try ResamplingSpec(name, repeats: 10, group: "pair").allocate(task, seed: Seed(1))
    for folds in found.folds {
      let tested = Set(folds.testRows(0).map { $0 / 3 })
      #expect(tested.isDisjoint(with: folds.trainingRows(0).map { $0 / 3 }))
      #expect(folds.testRows(0).count == tested.count * 3)
    }
    let sentence = ResamplingCatalogue.builtIn.sentence(
      try ResamplingCatalogue.builtIn.completed(ResamplingSpec(name, repeats: 10, group: "pair"), for: task), folds: 1)
    #expect(sentence.contains("by pair") && sentence.hasSuffix(", 10 times"))
  }

  @Test func `a draw that splits groups is warned about`() throws {
    let table = try Table([
      Column("x", .number((0..<30).map { Double($0) })),
      Fixtures.category("y", (0..<30).map { $0 % 2 == 0 ? "a" : "b" }).with(role: .target),
      Column("visit", .integer((0..<30).map { $0 / 5 }), role: .group),
    ])
    let task = try LearningTask(table: table, target: "y")
    let warnings = try ResamplingSpec(.holdout).allocate(task, seed: Seed(0)).warnings.map(\.text)
    #expect(warnings.count == 1 && warnings[0].contains("in training and in test"))
    #expect(warnings[0].contains("group=visit keeps groups together"))
    #expect(try ResamplingSpec(.holdout, group: "visit").allocate(task, seed: Seed(0)).warnings.isEmpty)
  }

  @Test func `a bootstrap trains on as many rows as there are and tests the others`() throws {
    let task = try Self.task()
    let found = try ResamplingSpec(.bootstrap, repeats: 200).allocate(task, seed: Seed(2))
    var tested = 0
    for folds in found.folds {
      #expect(folds.trainingRows(0).count == 60 && !Self.overlap(folds))
      #expect(Set(folds.trainingRows(0)).count + folds.testRows(0).count == 60)
      tested += folds.testRows(0).count
    }
    // (1 − 1/60)⁶⁰ of the rows are not drawn.
    #expect((Double(tested) / 200 / 60 - 0.3648).magnitude < 0.01)
    // The variance of a comparison counts each distinct row once.
    #expect((found.testShare - 0.3648 / 0.6352).magnitude < 0.03)
  }

  @Test func `rows that are too few to draw from are refused`() throws {
    func code(_ spec: ResamplingSpec, _ labels: String) throws -> String? {
      let task = try Fixtures.task(labels, [Column("one", .integer([Int](repeating: 1, count: labels.count)))])
      return diagnostic { () throws(Diagnostic) in _ = try spec.allocate(task, seed: Seed(0)) }?.code
    }
    #expect(try code(ResamplingSpec(.holdout), "a") == "too-few-rows")
    #expect(try code(ResamplingSpec(.bootstrap), "a") == "too-few-rows")
    #expect(try code(ResamplingSpec(.holdout, group: "one"), "abab") == "too-few-groups")
    #expect(try code(ResamplingSpec(.holdout, test: 1), "abab") == "bad-value")
    #expect(try code(ResamplingSpec(.holdout, k: 3), "abab") == "unused-key")
  }

  @Test(arguments: [ResamplingName.holdout, .bootstrap])
  func `learners are compared over the draws, and a setting is chosen within each`(_ name: ResamplingName) throws {
    let tools = LearningTools(learners: Algorithms.catalogue, executor: ThreadExecutor(threads: 2))
    let tree = try Algorithms.catalogue.require("tree")
    let (shallow, deep) = (try tree.spec([("max-depth", "1")]), try tree.spec([("max-depth", "5")]))
    let zeror = LearnerChoice(try Algorithms.catalogue.require("zeror").spec())
    let found = try tools.benchmark(
      [try LearnerChoice(bestOf: [shallow, deep], inner: InnerFolds(count: 3)), zeror],
      on: Fixtures.task(String(repeating: "aaaaabbbbb", count: 8)), by: ResamplingSpec(name, repeats: 6))
    let comparison = found.comparison(to: zeror, measure: "accuracy")
    #expect(comparison.rows[0].pairs == 6 && comparison.rows[0].status == "ok")
    guard case .success(let evaluation) = found.entries[0].outcome else { throw Diagnostic("failed", "no evaluation") }
    #expect(evaluation.chosen?.count == 6 && evaluation.drawsFolds == true)
  }
}
