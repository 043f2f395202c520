import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import Testing

/// The spread over seeds.
@Suite struct NeuralSeedTests {
  static func task() throws -> LearningTask {
    var random = RandomSource(seed: 4)
    let x = (0..<45).map { Double($0 % 3) + 2 * random.uniform() }
    return try LearningTask(
      table: Table([
        Column("x", .number(x)), Column("class", .category(Categorical((0..<45).map { ["a", "b", "c"][$0 % 3] }))),
      ]), target: "class")
  }

  private func evaluate(_ key: String, seeds: Int) throws -> Evaluation {
    let given = key == "ann" ? [("epochs", "3"), ("hidden", "3")] : []
    return try CrossValidation.evaluate(
      Self.task(), key, given: given, recipe: Recipe([]), resampling: ResamplingSpec(.stratified, k: 3), seeds: seeds)
  }

  @Test func `the first seed gives the results of a single seed`() throws {
    let (one, three) = (try evaluate("ann", seeds: 1), try evaluate("ann", seeds: 3))
    #expect(one.seeds.isEmpty)
    #expect(one.overSeeds("accuracy") == nil)
    #expect(three.folds == one.folds)
    #expect(three.predicted == one.predicted)
    #expect(three.measures == one.measures)
    #expect(three.seeds.map(\.number) == [0, 1, 2])
    #expect(three.seeds[0].folds == one.folds)
    #expect(three.seeds[0].means["accuracy"] == one["accuracy"]?.mean)
    #expect(Set(three.seeds.map(\.seed)).count == 3)
    let means = three.seeds.compactMap { $0.means["log_loss"] }
    #expect(Set(means).count == 3)
    let spread = try #require(three.overSeeds("log_loss"))
    #expect(spread.mean == means.reduce(0, +) / 3)
    #expect(spread.low == means.min() && spread.high == means.max() && spread.count == 3)
    for fold in 0..<3 {
      let sum = three.seeds.reduce(0.0) { $0 + ($1.folds[fold]["log_loss"] ?? .nan) }
      #expect(abs((three.foldsOverSeeds[fold]["log_loss"] ?? .nan) - sum / 3) < 1e-12)
    }
  }

  @Test func `more seeds do not change the earlier ones`() throws {
    #expect(try evaluate("ann", seeds: 4).seeds.prefix(2) == evaluate("ann", seeds: 2).seeds[...])
  }

  @Test func `a deterministic learner runs once, and a note reports it`() throws {
    let found = try evaluate("tree", seeds: 10)
    #expect(found.seeds.isEmpty)
    #expect(found.notes == ["'tree' does not depend on the random seed, so it ran once instead of 10 times"])
  }

  @Test func `a comparison tests the means over the seeds`() throws {
    let catalogue = Algorithms.catalogue
    let zeror = try catalogue.require("zeror").spec()
    let ann = try catalogue.require("ann").spec([("epochs", "3"), ("hidden", "3")])
    let comparison = try LearningTools(learners: catalogue, executor: ThreadExecutor(threads: 2)).benchmark(
      [LearnerChoice(ann), LearnerChoice(zeror)], on: Self.task(), by: ResamplingSpec(.stratified, k: 3), seeds: 3
    ).comparison(to: LearnerChoice(zeror), measure: "accuracy")
    #expect(comparison.seeds == 3)
    let (row, base) = (comparison.rows[0], comparison.rows[1])
    #expect(row.seedMeans.count == 3 && base.seedMeans.isEmpty)
    let mean = try #require(row.mean)
    #expect(abs(mean - row.seedMeans.compactMap(\.self).reduce(0, +) / 3) < 1e-12)
    #expect(abs((row.difference ?? .nan) - (mean - (base.mean ?? .nan))) < 1e-12)
  }
}
