import PodiumLearn
import Testing

/// References are NumPy's and SciPy's on the definitions.
@Suite struct AssessmentTests {
  private let isPositive = [0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1, 0].map { $0 == 1 }
  private let first = [0.1, 0.4, 0.35, 0.8, 0.35, 0.6, 0.2, 0.9, 0.55, 0.35, 0.7, 0.5]
  private let second = [0.3, 0.2, 0.45, 0.6, 0.5, 0.5, 0.1, 0.7, 0.4, 0.6, 0.9, 0.3]

  @Test func `areas, DeLong's interval and the paired test agree with the reference`() throws {
    let a = try #require(ROCCurve(scores: first, isPositive: isPositive))
    let b = try #require(ROCCurve(scores: second, isPositive: isPositive))
    #expect(abs(a.area - 0.8333333333333334) < 1e-12 && abs(b.area - 0.7222222222222222) < 1e-12)
    // The upper end is cut at 1.
    let interval = try #require(a.interval)
    #expect(abs(interval[0] - 0.598531187070588) < 1e-9 && interval[1] == 1)
    let test = try #require(a.difference(from: b))
    #expect(abs(test.area - 0.11111111111111116) < 1e-12)
    #expect(abs((test.p ?? 0) - 0.4529014729683255) < 1e-9)
    #expect(a.difference(from: a)?.p == 1)
  }

  @Test func `a curve begins at 0 and ends at 1, equal scores in one step`() throws {
    let curve = try #require(ROCCurve(scores: first, isPositive: isPositive))
    let start = try #require(curve.points.first)
    #expect(start.threshold == .infinity && start.falsePositive == 0 && start.truePositive == 0)
    #expect(curve.points.last?.falsePositive == 1 && curve.points.last?.truePositive == 1)
    #expect(curve.points.count == 1 + Set(first).count)
    let trapezoids = zip(curve.points, curve.points.dropFirst()).reduce(0) {
      $0 + ($1.1.falsePositive - $1.0.falsePositive) * ($1.1.truePositive + $1.0.truePositive) / 2
    }
    #expect(abs(trapezoids - curve.area) < 1e-12)
  }

  @Test func `curves without variance have no interval, and one kind of rows has no curve`() throws {
    let sure = try #require(ROCCurve(scores: [0.1, 0.2, 0.8, 0.9], isPositive: [false, false, true, true]))
    #expect(sure.area == 1 && sure.interval == nil)
    let few = try #require(ROCCurve(scores: [0.1, 0.2], isPositive: [true, false]))
    #expect(few.area == 0 && few.interval == nil)
    #expect(ROCCurve(scores: [0.1, 0.2], isPositive: [true, true]) == nil)
  }

  @Test func `calibration agrees with the reference`() throws {
    let found = try #require(Calibration(chances: first, isPositive: isPositive, bins: 5))
    #expect(abs(found.brier - 0.1691666666666667) < 1e-12 && abs(found.error - 0.125) < 1e-12)
    #expect(found.bins.map(\.rows) == [1, 4, 3, 2, 2])
    #expect(abs(found.bins[2].predicted - 0.4833333333333334) < 1e-12)
    #expect(abs(found.bins[2].observed - 2.0 / 3) < 1e-12)
    #expect(found.bins.allSatisfy { $0.low95 <= $0.observed && $0.observed <= $0.high95 })
    let edges = try #require(Calibration(chances: [0, 1, 1], isPositive: [false, true, true], bins: 10))
    #expect(edges.bins.map(\.low) == [0, 0.9] && edges.error == 0)
    #expect(Calibration(chances: [], isPositive: [], bins: 3) == nil)
  }

  @Test func `thresholds reach their goals, of equal ones the highest`() throws {
    func chosen(_ goal: ThresholdChoice.Goal) throws -> ThresholdChoice {
      try #require(ThresholdChoice(scores: first, isPositive: isPositive, goal: goal))
    }
    let f1 = try chosen(.f1)
    #expect(f1.threshold == 0.4 && abs(f1.f1 - 0.7692307692307693) < 1e-12)
    #expect(try chosen(.youden).threshold == 0.7)
    let recall = try chosen(.recall(0.95))
    #expect(recall.threshold == 0.35 && recall.recall == 1 && abs(recall.precision - 0.6) < 1e-12)
    #expect(try chosen(.recall(0)).threshold == 0.9)
    #expect(ThresholdChoice(scores: first, isPositive: first.map { _ in true }, goal: .f1) == nil)
  }
}
