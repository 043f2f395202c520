import PodiumCore
import Testing

@testable import SkiModel
@testable import SkiStudies

/// What is said of a race comes true as often as it is said.
struct ChanceTests {
  /// A small version of `ski-bench calibration`.
  @Test(arguments: [1, 2, 4], [false, true])
  func `chances of made teams come true`(_ owners: Int, _ hasGlides: Bool) throws {
    let found = try ChanceStudy(owners: owners, hasGlides: hasGlides).forecasts(teams: 40, seed: Seed(1), threads: 2)
    for figures in [
      SaidAndCame.leaders(found), .leaders(found, above: 0.9), .lists(found, coverage: 0.8),
      .lists(found, coverage: 0.95),
    ] where figures.count >= 10 {
      #expect((figures.came - figures.said).magnitude < 2.5 * figures.error, "\(figures)")
    }
    #expect(SaidAndCame.logLoss(found) < (owners == 1 ? 2.08 : owners == 2 ? 1.39 : 0.69))
    #expect(found.joined().allSatisfy { $0.chances.allSatisfy { $0 > 0 && $0 < 1 } })
  }

  private static let conditions = TestConditions(air: -5, new: 0.5, old: 0.5, wet: 0)

  private static func pairs(_ owners: [String]) -> [TestedPair] {
    owners.enumerated().map {
      TestedPair(serial: String(101 + $0), owner: $1, type: "Classic", base: nil, grinding: nil)
    }
  }

  private static func test(ranks: [Double?], glides: [(Int, Int, Double)] = []) -> SkiTest {
    SkiTest(
      name: "1", conditions: conditions,
      entries: ranks.indices.map { SkiTest.Entry(pair: $0, grinding: nil, rank: ranks[$0]) },
      glides: glides.map { SkiTest.Meeting(winner: $0.0, loser: $0.1, difference: $0.2) })
  }

  @Test func `three tests that agree prove little`() throws {
    let tests = [SkiTest](repeating: Self.test(ranks: [1, 2, 3, 4, 5, 6]), count: 3)
    let model = try PairModel(
      Self.pairs([String](repeating: "A", count: 6)), tests, cancellation: Cancellation())
    let forecast = model.forecast(Array(0..<6), under: Self.conditions)
    let chances = forecast.chances(seed: Seed(0))
    #expect(chances.best[0] > 0.6 && chances.best[0] < 0.97, "\(chances.best)")
    #expect((chances.best + chances.top).allSatisfy { $0 > 0 && $0 < 1 })
    #expect((chances.best.reduce(0, +) - 1).magnitude < 1e-9)
    #expect(forecast.standardErrors.allSatisfy { $0 > 0.05 })
  }

  @Test func `far beyond all tests the chances go towards even`() throws {
    // The first pair gains with each degree of cold, in tests between 0 and −10 °C.
    let tests = [0.0, -3, -6, -10, 0, -3, -6, -10].map { air in
      let order: [Double?] = air > -2 ? [3, 2, 1] : air > -5 ? [2, 1, 3] : [1, 2, 3]
      return SkiTest(
        name: "1", conditions: TestConditions(air: air, new: 0.5, old: 0.5, wet: 0),
        entries: order.indices.map { SkiTest.Entry(pair: $0, grinding: nil, rank: order[$0]) }, glides: [])
    }
    let pairs = ["Black", "Grey", "White"].enumerated().map {
      TestedPair(serial: String($0), owner: "A", type: "Classic", base: $1, grinding: nil)
    }
    let model = try PairModel(pairs, tests, cancellation: Cancellation())
    func forecast(_ air: Double) -> PairForecast {
      model.forecast([0, 1, 2], under: TestConditions(air: air, new: 0.5, old: 0.5, wet: 0))
    }
    // Within the tests nothing is added.
    let basis = TestConditions(air: -7, new: 0.5, old: 0.5, wet: 0).basis
    let all = Array(model.levelNames.indices)
    for level in all { #expect(model.ranges.doubt(ofLevel: level, among: all, at: basis) == 0) }
    let errors = [-10.0, -20, -35, -60].map { forecast($0).standardErrors[0] }
    #expect(zip(errors, errors.dropFirst()).allSatisfy { $0 * 1.5 < $1 }, "\(errors)")
    let best = [-60.0, -150, -400].map { (forecast($0).chances(seed: Seed(0)).best.max() ?? 1) }
    #expect(zip(best, best.dropFirst()).allSatisfy { $0 > $1 - 0.02 } && best[2] < 0.7, "\(best)")
  }

  @Test func `glides through another owner's pair count`() throws {
    let test = Self.test(ranks: [nil, nil, nil], glides: [(0, 1, 14), (1, 2, 12)])
    let pairs = Self.pairs(["A", "B", "A"])
    let model = try PairModel(pairs, [SkiTest](repeating: test, count: 4), cancellation: Cancellation())
    let estimates = model.forecast([0, 2], under: Self.conditions).estimates
    #expect((estimates[0] - estimates[1] - 26).magnitude < 3, "\(estimates)")
    #expect(model.isMeasured && model.places[0]?.block == model.places[2]?.block)
    // What is solved away leaves the same equations: one glide of 26 cm with twice the variance.
    let left = try #require(GlideEquations(TestResults(test), of: [0, 2]))
    #expect(left.degrees == 1 && left.error.degrees == 0)
    #expect(zip(left.laplacian, [0.5, -0.5, -0.5, 0.5]).allSatisfy { ($0 - $1).magnitude < 1e-12 })
    #expect(zip(left.estimates, [13, -13]).allSatisfy { ($0 - $1).magnitude < 1e-9 })
  }

  @Test func `pairs of owners that are too many for one block are linked through the others' glides`() throws {
    // A hundred owners with two pairs each that never met each other, and a pair that met all of them.
    let count = 240
    let owners = (0..<count).map { "A" + String($0 / 2) } + ["B"]
    let tests = stride(from: 0, to: count, by: 2).flatMap { first -> [SkiTest] in
      let entries = [first, count, first + 1].map { SkiTest.Entry(pair: $0, grinding: nil, rank: nil) }
      let glides = [(0, 1, 14.0), (1, 2, 12.0)].map {
        SkiTest.Meeting(winner: $0.0, loser: $0.1, difference: $0.2)
      }
      return [SkiTest](
        repeating: SkiTest(name: "1", conditions: Self.conditions, entries: entries, glides: glides), count: 2)
    }
    let model = try PairModel(Self.pairs(owners), tests, cancellation: Cancellation())
    #expect(model.states.count == 1)
    let estimates = model.forecast([0, 1], under: Self.conditions).estimates
    #expect(estimates[0] - estimates[1] > 13, "\(estimates)")
  }

  @Test func `ranks are results of their own where margins were measured between neighbours only`() {
    func isRanked(_ ranks: [Double?], _ glides: [(Int, Int, Double)]) -> Bool {
      TestResults(Self.test(ranks: ranks, glides: glides)).isRanked
    }
    #expect(isRanked([1, 2, 3, 4], [(0, 1, 3), (1, 2, 2), (2, 3, 5)]))
    #expect(isRanked([1, 2, 3, 4], [(0, 1, 3), (0, 1, 4), (2, 1, 2), (2, 3, 5)]))
    #expect(isRanked([1, 2, 2, 4], [(0, 1, 3), (1, 2, 0), (2, 3, 5)]))
    #expect(isRanked([1, 2, 3, nil], [(0, 1, 3)]))
    #expect(!isRanked([1, 2, 3, 4], [(0, 1, 3), (0, 2, 2), (0, 3, 5)]))
    #expect(!isRanked([nil, nil, nil, 1], [(0, 1, 3), (0, 2, 2), (0, 3, 5)]))
    #expect(!isRanked([1, 2], [(0, 1, 3)]))
  }

  @Test func `truncated normal and gamma numbers have their moments`() {
    var random = NormalSource(Seed(1).source())
    for (low, high, mean) in [
      (-Double.infinity, Double.infinity, 0.0), (0, .infinity, 0.797_884_560_8), (2, .infinity, 2.373_215_53),
      (-.infinity, -2, -2.373_215_53), (3, 3.1, 3.048_743_3), (-0.5, 0.5, 0), (-1, 2, 0.229_637_5),
    ] {
      let draws = (0..<20_000).map { _ in random.normal(from: low, to: high) }
      #expect(draws.allSatisfy { $0 >= low && $0 <= high })
      #expect((draws.reduce(0, +) / 20_000 - mean).magnitude < 0.03, "\(low) \(high)")
    }
    #expect(random.normal(from: 1, to: 1) == 1)
    for shape in [1.0, 2, 30] {
      let draws = (0..<20_000).map { _ in random.gamma(shape) }
      #expect((draws.reduce(0, +) / 20_000 - shape).magnitude < 0.03 * shape + 0.02)
    }
  }
}
