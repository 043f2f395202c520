import PodiumLearn
import Testing

@Suite struct ChiSquareTests {
  /// scipy.stats.chi2.sf(x, df).
  @Test(arguments: [
    (3.841458820694124, 1, 0.04999999999999989), (1.0, 1, 0.31731050786291115), (0.5, 10, 0.999993388289439),
    (30.0, 4, 4.894437128029217e-06), (200.0, 100, 1.1784500720979781e-08), (1000.0, 3, 1.7994208765314067e-216),
  ])
  func `the upper tail is scipy's`(_ x: Double, _ degrees: Int, _ wanted: Double) {
    let found = ChiSquare.upperTail(x, degrees: degrees)
    #expect((found - wanted).magnitude <= 1e-11 * wanted + 1e-300, "\(found)")
  }

  /// scipy.stats.chi2_contingency([[10, 20, 30], [6, 9, 17]]): 0.27157465150403504, 2, 0.873028283380073.
  @Test func `a table is tested as scipy tests it`() throws {
    let test = try #require(ChiSquare([[10, 20, 30], [6, 9, 17]]))
    #expect((test.statistic - 0.27157465150403504).magnitude < 1e-13)
    #expect(test.degrees == 2)
    #expect((test.p - 0.873028283380073).magnitude < 1e-13)
    #expect((test.leastExpected - 32.0 * 16 / 92).magnitude < 1e-12)
  }

  @Test func `empty rows and columns do not count`() throws {
    let test = try #require(ChiSquare([[10, 0, 20], [0, 0, 0], [5, 0, 40]]))
    #expect(test.degrees == 1)
    #expect(ChiSquare([[1, 2, 3]]) == nil)
    #expect(ChiSquare([]) == nil)
  }
}
