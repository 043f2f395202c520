import PodiumCore
import Testing

/// References are SciPy 1.17's F distribution.
@Suite struct FDistributionTests {
  @Test(
    arguments: [
      (0.5, 1.0, 1.0, 0.6081734479693928), (3.3, 4, 20, 0.031317787925832674), (0.01, 7, 3, 0.9999958695778987),
      (2.5, 30, 200, 9.015277012137086e-05), (50, 2, 60, 1.6631753199735166e-13), (1, 1000, 1000, 0.5),
    ])
  func `the upper tail agrees with the reference`(_ f: Double, _ a: Double, _ b: Double, _ wanted: Double) {
    let found = FDistribution.upperTail(f, numerator: a, denominator: b)
    #expect(abs(found - wanted) < 1e-11 * max(1, wanted) && abs(found / wanted - 1) < 1e-9)
  }

  @Test func `ends and what is not a number`() {
    #expect(FDistribution.upperTail(0, numerator: 2, denominator: 3) == 1)
    #expect(FDistribution.upperTail(-1, numerator: 2, denominator: 3) == 1)
    #expect(FDistribution.upperTail(.infinity, numerator: 2, denominator: 3) == 0)
    #expect(FDistribution.upperTail(1, numerator: 0, denominator: 3).isNaN)
    #expect(FDistribution.upperTail(.nan, numerator: 1, denominator: 3).isNaN)
  }
}
