import Foundation
import PodiumCore
import PodiumLearn
import Testing

/// Costs, thresholds and shortlists as values.
@Suite struct DecisionTests {
  private let names = ["top", "ok", "rejected"]

  private func ordered(_ codes: [Int] = [0]) -> ClassTarget {
    ClassTarget(classes: names, codes: codes, isOrdered: true)
  }

  @Test func `distances of ordered classes, and their squares`() throws {
    #expect(try CostMatrix.distance(ordered(), isSquared: false).values == [[0, 1, 2], [1, 0, 1], [2, 1, 0]])
    #expect(try CostMatrix.distance(ordered(), isSquared: true).values == [[0, 1, 4], [1, 0, 1], [4, 1, 0]])
    let plain = ClassTarget(classes: names, codes: [0])
    #expect(throws: Diagnostic.self) { try CostMatrix.distance(plain, isSquared: true) }
    // Two classes have only one distance.
    let two = ClassTarget(classes: ["a", "b"], codes: [0])
    #expect(try CostMatrix.distance(two, isSquared: true).values == [[0, 1], [1, 0]])
  }

  @Test func `the least expected cost decides, and the more probable of equals`() throws {
    let costs = try CostMatrix(name: "own", classes: names, values: [[0, 1, 1], [1, 0, 1], [10, 1, 0]])
    #expect(costs.decide([0.6, 0.2, 0.2]) == 1)  // expected costs 2.2, 0.8, 0.8
    #expect(costs.decide([0.95, 0.04, 0.01]) == 0)
    #expect(costs.decide([0.6, 0.15, 0.25], without: 1) == 2)
    let flat = try CostMatrix(name: "own", classes: names, values: [[1, 1, 1], [1, 1, 1], [1, 1, 1]])
    #expect(flat.decide([0.2, 0.5, 0.3]) == 1)
    #expect(flat.decide([0.4, 0.2, 0.4]) == 0)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e13])
  func `a cost must be a number of a sane size`(_ cost: Double) {
    #expect(throws: Diagnostic.self) { try CostMatrix(name: "x", classes: ["a", "b"], values: [[0, cost], [1, 0]]) }
  }

  @Test func `costs have a row and a column for each class, and a file with others is damaged`() throws {
    #expect(throws: Diagnostic.self) { try CostMatrix(name: "x", classes: ["a", "b"], values: [[0, 1]]) }
    let good = try CostMatrix(name: "x", classes: ["a", "b"], values: [[0, 1], [2, 0]])
    let bytes = try JSONEncoder().encode(good)
    #expect(try JSONDecoder().decode(CostMatrix.self, from: bytes) == good)
    let cut = String(decoding: bytes, as: UTF8.self).replacing("[2,0]", with: "[2]")
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(CostMatrix.self, from: Data(cut.utf8)) }
  }

  @Test func `the measure is the mean cost`() throws {
    let costs = try CostMatrix.distance(ordered(), isSquared: true)
    let rows = ScoredRows(
      target: .classes(ordered([0, 0, 1, 2])), prediction: .classes([2, 0, 0, 2], probabilities: nil))
    #expect(costs.measure.compute(rows) == 1.25)
    #expect(!costs.measure.higherIsBetter && costs.measure.key == "expected_cost")
  }

  @Test func `a threshold gives its class from there on, and else the most probable other`() {
    let rule = DecisionRule.threshold(classPlace: 2, probability: 0.3)
    #expect(rule.decide([0.4, 0.3, 0.3]) == 2)
    #expect(rule.decide([0.4, 0.35, 0.25]) == 0)
    #expect(rule.decide([0.3, 0.45, 0.25]) == 1)
    #expect(rule.decided(.numbers([1])) == .numbers([1]))
    #expect(rule.decided(.classes([1], probabilities: nil)) == .classes([1], probabilities: nil))
  }

  @Test func `the limit of a shortlist is the ⌈(n + 1) · confidence⌉-th score`() {
    let scores = ConformalCalibration(scores: (1...19).reversed().map { Double($0) / 20 })
    #expect(scores.limit(0.95) == 0.95)
    #expect(scores.limit(0.9) == 0.9)
    #expect(scores.limit(0.951) == nil)
    #expect(ConformalCalibration(scores: []).limit(0.5) == nil)
    // 0.7 · 10 is above 7 by rounding.
    #expect(ConformalCalibration(scores: (1...9).map(Double.init)).limit(0.7) == 7)
  }

  @Test func `shortlists begin with the most probable class, are never empty, and hold all classes without a limit`() {
    let scores = ConformalCalibration(scores: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])
    #expect(scores.shortlist([0.25, 0.45, 0.3], confidence: 0.7) == [1, 2])
    #expect(scores.shortlist([0.34, 0.33, 0.33], confidence: 0.1) == [0])
    #expect(scores.shortlist([0.2, 0.5, 0.3], confidence: 0.99) == [1, 2, 0])
  }

  @Test func `coverage counts lists that hold the actual class`() throws {
    let target = ordered([0, 1, 2])
    let probabilities = Matrix(rows: 3, columns: 3, elements: [0.9, 0.1, 0, 0.6, 0.3, 0.1, 0, 0.2, 0.8])
    let calibration = try #require(
      ConformalCalibration([(.classes([0, 0, 2], probabilities: probabilities), .classes(target))]))
    #expect(zip(calibration.scores, [0.1, 0.2, 0.7]).allSatisfy { abs($0 - $1) < 1e-12 })
    #expect(ConformalCalibration([(.classes([0], probabilities: nil), .classes(ordered()))]) == nil)
    let bytes = try JSONEncoder().encode(calibration)
    #expect(try JSONDecoder().decode(ConformalCalibration.self, from: bytes) == calibration)
  }

  @Test func `the threshold of least cost may lie above every score`() throws {
    let scores = [0.1, 0.4, 0.35, 0.8]
    let positive = [false, false, true, true]
    func chosen(_ costs: [(Double, Double)]) throws -> ThresholdChoice {
      try #require(
        ThresholdChoice(
          scores: scores, isPositive: positive,
          goal: .cost(costs.map { ThresholdChoice.RowCost(ifClass: $0.0, ifOther: $0.1) })))
    }
    let missesCost = try chosen([(1, 0), (1, 0), (0, 5), (0, 5)])
    #expect(missesCost.threshold == 0.35 && missesCost.cost == 0.25)
    let alarmsCost = try chosen([(9, 0), (9, 0), (0, 1), (0, 1)])
    #expect(alarmsCost.threshold == 0.8 && alarmsCost.cost == 0.25)
    let never = try chosen([(9, 0), (9, 0), (2, 1), (2, 1)])
    #expect(never.threshold > 0.8 && never.truePositives == 0 && never.cost == 0.5)
  }
}
