import Foundation
import PodiumCore
import PodiumLearn
import Testing

/// What a plugin could bring: blocks of rows, each tested by a model of all rows but those near the block.
struct PurgedFolds: Resampling {
  let key = "made.purged"
  let summary = "blocks of rows, without the rows near each to learn from"
  let keys: [ResamplingKey] = [
    .k, .value(Hyperparameter("gap", .integer(0...1000), defaultValue: .integer(1), help: "How many rows are near.")),
  ]
  let chance = ResamplingChance.never

  func sentence(_ settings: ResamplingSettings, folds: Int) -> String {
    "\(folds) blocks, \((try? settings.integer("gap")) ?? 0) rows away from training"
  }

  func folds(
    of task: LearningTask, _ settings: ResamplingSettings, random: inout RandomSource?
  ) throws(Diagnostic) -> RepeatFolds {
    let (k, gap) = (try settings.integer("k"), try settings.integer("gap"))
    let rows = 0..<task.rowCount
    let splits = (0..<k).map { fold in
      let block = (fold * task.rowCount / k)..<((fold + 1) * task.rowCount / k)
      let near = (block.lowerBound - gap)..<(block.upperBound + gap)
      return Split(train: rows.filter { !near.contains($0) }, test: Array(block))
    }
    return try RepeatFolds(splits, rowCount: task.rowCount)
  }
}

@Suite struct PurgedFoldsTests {
  private static let catalogue = ResamplingCatalogue(ResamplingCatalogue.builtIn.all + [PurgedFolds()])

  @Test func `a plugin's resampling method works like podium's own`() throws {
    let task = try Fixtures.task("abababababab")
    let spec = ResamplingSpec("made.purged", settings: ["k": "3", "gap": "2"])
    let found = try Self.catalogue.allocate(spec, task, seed: Seed(0))
    #expect(found.testRows(repeat: 0, fold: 1) == [4, 5, 6, 7])
    #expect(found.trainingRows(repeat: 0, fold: 1) == [0, 1, 10, 11])
    #expect((found.testShare - (4.0 / 6 + 4.0 / 4 + 4.0 / 6) / 3).magnitude < 1e-12)
    #expect(Self.catalogue.sentence(spec, folds: 3) == "3 blocks, 2 rows away from training")
    #expect(found == (try roundTrip(found)))
  }

  private func roundTrip(_ folds: FoldAllocation) throws -> FoldAllocation {
    let bytes = Array(try JSONEncoder().encode(folds))
    return try JSONDecoder().decode(FoldAllocation.self, from: Data(bytes))
  }

  @Test func `an invalid split is refused, whoever made it`() {
    func refusal(_ splits: [Split]) -> String? {
      diagnostic { () throws(Diagnostic) in _ = try RepeatFolds(splits, rowCount: 4) }?.message
    }
    #expect(refusal([Split(train: [0, 1], test: [1])]) == "split 1 tests a row that it also trains on")
    #expect(
      refusal([Split(train: [0], test: [1]), Split(train: [0], test: [9])])?.hasPrefix("split 2 has a row") == true)
    #expect(refusal([Split(train: [-1], test: [1])])?.hasPrefix("split 1 has a row") == true)
    #expect(refusal([Split(train: [], test: [1])]) == "split 1 has no training rows")
    #expect(refusal([Split(train: [0], test: [2, 1])])?.contains("ascending") == true)
    #expect(refusal([Split(train: [0], test: [1, 1])])?.contains("ascending") == true)
    #expect(refusal([Split(train: [0, 0, 0], test: [1, 3])]) == nil)
  }
}
