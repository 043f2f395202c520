import Glibc
import PodiumCore
import Testing

@testable import SurfModel

/// The pooled regression: its maximum, its pooling, its calibration and its intervals.
struct PooledModelTests {
  private static func rows(
    _ count: Int, spots: Int, persons: Int, seed: UInt64, _ chance: (Double, Double, Int, Int) -> Double
  ) -> PooledRows {
    var random = SplitMix(seed)
    var rows = PooledRows(
      columns: ["wave_height_m", "swell_direction_deg"], values: [[], []], classes: [], spots: [], persons: [])
    for _ in 0..<count {
      let (height, direction) = (Double.random(in: 0...4, using: &random), Double.random(in: 0..<360, using: &random))
      let (spot, person) = (Int(random.next() % UInt64(spots)), Int(random.next() % UInt64(persons)))
      rows.values[0].append(height)
      rows.values[1].append(direction)
      rows.spots.append(spot)
      rows.persons.append(person)
      rows.classes.append(Double.random(in: 0..<1, using: &random) < chance(height, direction, spot, person) ? 1 : 0)
    }
    return rows
  }

  private static func logistic(_ x: Double) -> Double { 1 / (1 + exp(-x)) }

  @Test func `an optimum inside the range comes back, with its direction`() throws {
    let rows = Self.rows(1500, spots: 1, persons: 1, seed: 2) { height, direction, _, _ in
      let apart = Direction.difference(direction, 300) / 60
      return Self.logistic(3 - 4 * (height - 2) * (height - 2) - 2 * apart * apart)
    }
    let model = try PooledModel(rows, classCount: 2)
    func chance(_ height: Double, _ direction: Double) -> Double {
      model.probabilities(spot: 0, person: 0) { $0 == 0 ? height : direction }[1]
    }
    #expect(chance(2, 300) > 0.7 && chance(0.3, 300) < 0.25 && chance(3.7, 300) < 0.25 && chance(2, 120) < 0.25)
    let best = stride(from: 0.0, through: 4, by: 0.1).max { chance($0, 300) < chance($1, 300) }
    #expect(((best ?? 0) - 2).magnitude < 0.4)
  }

  @Test func `what decides has a weight, and what people differ in is measured in each`() throws {
    // Everyone likes another height, within half a metre; a few good rows each, in any direction.
    let rows = Self.rows(2000, spots: 1, persons: 25, seed: 12) { height, _, _, person in
      (height - 4 * Double(person) / 25).magnitude < 0.25 ? 1 : 0
    }
    let weights = ConditionWeights.weights(rows, [0, 1])
    #expect(weights[0] > 0.7 && weights[1] < 0.15, "\(weights)")
    var alike = rows
    alike.persons = rows.persons.map { _ in 0 }
    #expect(ConditionWeights.weights(alike, [0, 1])[0] < 0.2)
  }

  @Test func `someone without rows gets the model of all, whatever others differ in`() throws {
    let rows = Self.rows(600, spots: 2, persons: 5, seed: 13) { height, _, _, _ in Self.logistic(2 * height - 4) }
    var all = rows
    all.persons = rows.persons.map { _ in 0 }
    let (pooled, everyone) = (try PooledModel(rows, classCount: 2), try PooledModel(all, classCount: 2))
    for height in stride(from: 0.0, through: 4, by: 0.5) {
      func chance(_ model: PooledModel, _ person: Int) -> Double {
        model.probabilities(spot: 0, person: person) { $0 == 0 ? height : 90 }[1]
      }
      #expect((chance(pooled, 99) - chance(everyone, 99)).magnitude < 0.05)
    }
  }

  @Test func `few values are close by chance, and evidence says when it is more`() throws {
    var random = SplitMix(14)
    let values = (0..<500).map { _ in Double.random(in: 0...1, using: &random) }
    for variable in [ConditionVariable.height, .swellDirection] {
      let background = variable.isCircular ? values.map { $0 * 360 } : values
      var (agreements, evidence) = (0.0, 0.0)
      for start in 0..<100 {
        let few = (0..<5).map { background[(start * 5 + $0) % 500] }
        let range = try #require(LearnedRange(variable, good: few, background: background))
        agreements += (range.agreement ?? .nan) / 100
        evidence += range.evidence / 100
      }
      #expect(agreements.magnitude < 0.12 && evidence < 0.2, "\(variable): \(agreements) \(evidence)")
      let close = (0..<8).map { (variable.isCircular ? 360 : 1) * (0.5 + Double($0) / 100) }
      let range = try #require(LearnedRange(variable, good: close, background: background))
      #expect(range.concentration > 0.8 && range.evidence > 0.9)
    }
    // One session agrees with itself, which says nothing.
    #expect(LearnedRange(.height, good: [1], background: values)?.agreement == nil)
    let taste = LearnedTaste(
      good: [Conditions([.height: 1, .period: 9])],
      background: values.map { Conditions([.height: $0, .period: 10 * $0]) }, variables: [.height, .period])
    #expect(taste.weights == [LearnedTaste.equalWeight, LearnedTaste.equalWeight])
  }

  @Test func `pooling holds a person with two sessions near the others, and lets one with many differ`() throws {
    // Person 0 likes low waves, the others high ones; person 1 has two sessions only.
    var rows = Self.rows(600, spots: 1, persons: 4, seed: 4) { height, _, _, person in
      Self.logistic(person == 0 ? 4 - 2 * height : 2 * height - 4)
    }
    var seen = 0
    let kept = rows.classes.indices.filter { row in
      if rows.persons[row] != 1 { return true }
      seen += 1
      return seen <= 2
    }
    rows = rows.selecting(kept)
    let model = try PooledModel(rows, classCount: 2)
    func chance(_ height: Double, _ person: Int) -> Double {
      model.probabilities(spot: 0, person: person) { $0 == 0 ? height : 0 }[1]
    }
    #expect(chance(3.5, 0) < 0.4 && chance(0.5, 0) > 0.6, "\(chance(3.5, 0)) \(chance(0.5, 0))")
    #expect(chance(3.5, 1) > chance(0.5, 1) && chance(3.5, 2) > 0.7)
  }

  @Test func `calibration gives shares that agree with what happens`() throws {
    var random = SplitMix(5)
    var (odds, good): ([Double], [Bool]) = ([], [])
    for _ in 0..<4000 {
      let x = Double.random(in: -3...3, using: &random)
      odds.append(2 * x)
      good.append(Double.random(in: 0..<1, using: &random) < Self.logistic(x - 1))
    }
    let platt = try #require(PlattScaling(logOdds: odds, isGood: good))
    #expect((platt.slope - 0.5).magnitude < 0.06 && (platt.offset + 1).magnitude < 0.12)
    #expect(PlattScaling(logOdds: [1, 2], isGood: [true, true]) == nil)
  }

  @Test func `ordered classes have probabilities in their order that sum to 1`() throws {
    var rows = Self.rows(900, spots: 2, persons: 1, seed: 6) { _, _, _, _ in 0 }
    var random = SplitMix(7)
    rows.classes = rows.values[0].map { height in
      let x = height + Double.random(in: -0.5...0.5, using: &random)
      return x > 3 ? 2 : x > 1.5 ? 1 : 0
    }
    let model = try PooledModel(rows, classCount: 4, ridge: 0.1)
    func shares(_ height: Double) -> [Double] { model.probabilities(spot: 0, person: 0) { $0 == 0 ? height : 90 } }
    for (height, best) in [(0.5, 0), (2.2, 1), (3.8, 2)] {
      let found = shares(height)
      #expect((found.reduce(0, +) - 1).magnitude < 1e-12 && found.indices.max { found[$0] < found[$1] } == best)
      // A class that training does not know has no chance.
      #expect(found[3] == 0)
    }
  }

  @Test func `rows of one class are an error, and a file is checked`() throws {
    let rows = Self.rows(20, spots: 1, persons: 1, seed: 8) { _, _, _, _ in 2 }
    #expect(throws: Diagnostic.self) { try PooledModel(rows, classCount: 2) }
    let good = try PooledModel(
      Self.rows(200, spots: 2, persons: 2, seed: 9) { height, _, _, _ in height / 4 }, classCount: 2)
    #expect(good.isWhole(columns: 2) && !good.isWhole(columns: 3))
  }
}
