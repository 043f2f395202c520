import PodiumLearn
import Testing

/// Reference values are SciPy 1.17's (`binomtest(…).proportion_ci(method="wilson")`).
@Suite struct StatisticsTests {
  static let shares: [(Int, Int, Double, Double, Double)] = [
    (69, 112, 0.95, 0.5235748200728698, 0.700869867215161),
    (1, 28, 0.95, 0.0063325198490377654, 0.1771219774335332),
    (0, 28, 0.95, 0, 0.12064330476584564), (28, 28, 0.95, 0.8793566952341544, 1),
    (5, 10, 0.99, 0.1842255182472355, 0.8157744817527646),
  ]

  @Test(arguments: shares)
  func `Wilson's interval agrees with SciPy`(
    _ successes: Int, _ trials: Int, _ confidence: Double, _ low: Double, _ high: Double
  ) {
    let found = Wilson.interval(successes: successes, of: trials, confidence: confidence)
    #expect(abs(found.low - low) < 1e-9)
    #expect(abs(found.high - high) < 1e-9)
  }

  @Test func `no trials leave the whole interval`() {
    #expect(Wilson.interval(successes: 0, of: 0) == (0, 1))
  }

  @Test func `the corrected test agrees with the formula in SciPy's t`() throws {
    let ten = try #require(
      PairedTest([0.1, 0, 0.2, -0.1, 0.1, 0.3, 0, 0.1, 0.2, 0.1], testShare: 1.0 / 9))
    #expect(abs(ten.mean - 0.1) < 1e-12)
    #expect(abs((ten.p ?? 0) - 0.09209165467713118) < 1e-9)
    #expect(abs((ten.ci95?[0] ?? 0) + 0.020018360049023673) < 1e-9)
    #expect(abs((ten.ci95?[1] ?? 0) - 0.22001836004902364) < 1e-9)
    let five = try #require(PairedTest([0.02, -0.01, 0.03, 0.05, 0], testShare: 0.25))
    #expect(abs((five.p ?? 0) - 0.3239408309918427) < 1e-9)
  }

  @Test(
    arguments: [
      ([0], 0.0), ([0.2, 0.2, 0.2], 0.2), ([0.1], 0.1), ([1.0 / 3, 1.0 / 3, (1.0 / 3).nextUp.nextUp], 1.0 / 3),
    ] as [([Double], Double)])
  func `differences without variance have a mean, and neither p nor an interval`(differences: [Double], mean: Double)
    throws
  {
    let found = try #require(PairedTest(differences, testShare: 0.5))
    #expect(abs(found.mean - mean) < 1e-12 && found.p == nil && found.ci95 == nil)
    #expect(found.count == differences.count)
  }

  @Test func `differences of 0 in all folds have p 1 and no interval`() throws {
    let found = try #require(PairedTest([0, 0, 0], testShare: 0.5))
    #expect(found.mean == 0 && found.p == 1 && found.ci95 == nil)
    // Scores that differ by rounding alone are equal.
    let other = try #require(PairedTest([(0.1 + 0.2, 0.3), (0.5, 0.5)], testShare: 0.5))
    #expect(other.mean == 0 && other.p == 1 && other.ci95 == nil)
  }

  @Test func `without pairs there is no test`() { #expect(PairedTest([(Double, Double)](), testShare: 0.5) == nil) }

  @Test func `differences that are the same but for the rounding of large scores have no variance`() throws {
    // The rounding of scores of a million is far above that of their difference.
    let scores = (0..<10).map { 1e6 + Double($0) * 1234.567 }
    let found = try #require(PairedTest(scores.map { ($0 + 1e-3, $0) }, testShare: 0.1))
    #expect(abs(found.mean - 1e-3) < 1e-9 && found.p == nil && found.ci95 == nil)
    let other = try #require(PairedTest(scores.map { ($0 + $0 / 1e6, $0) }, testShare: 0.1))
    #expect(other.p != nil && other.ci95 != nil)
  }

  @Test func `Holm's adjustment steps down`() {
    #expect(Comparison.holm([0.01, 0.04, 0.03, 0.005]) == [0.03, 0.06, 0.06, 0.02])
    let found = Comparison.holm([0.5, 0.9, 0.2])
    #expect(found[0] == 1 && found[1] == 1 && abs(found[2] - 0.6) < 1e-12)
    #expect(Comparison.holm([]) == [])
    // A comparison without p counts among those that were made.
    let four = Comparison.holm([0.01, 0.03], of: 4)
    #expect(abs(four[0] - 0.04) < 1e-15 && abs(four[1] - 0.09) < 1e-15)
  }
}
