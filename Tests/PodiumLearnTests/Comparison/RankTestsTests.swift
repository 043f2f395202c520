import PodiumCore
import PodiumLearn
import Testing

/// References are SciPy 1.17's `friedmanchisquare` and `wilcoxon`, and for equal differences the count of all signs.
@Suite struct RankTestsTests {
  @Test func `Friedman's test and Iman and Davenport's F agree with the reference`() throws {
    // Six tables, four learners; the third table has a tie.
    let ranks = [
      [2.0, 3, 1, 4], [2.5, 2.5, 1, 4], [1.5, 4, 3, 1.5], [3, 1, 2, 4], [2, 3, 1, 4], [3, 2, 1, 4],
    ]
    let test = try #require(FriedmanTest(ranks: ranks))
    #expect(zip(test.meanRanks, [14.0 / 6, 15.5 / 6, 1.5, 21.5 / 6]).allSatisfy { abs($0 - $1) < 1e-12 })
    #expect(abs(test.chiSquared - 8.224137931034486) < 1e-9 && abs(test.pChiSquared - 0.041599602984959475) < 1e-9)
    #expect(abs((test.f ?? 0) - 4.206349206349209) < 1e-9 && abs((test.p ?? 0) - 0.023995284873150564) < 1e-9)
    #expect(test.degrees == [3, 15])
  }

  @Test func `ranks that never differ have no F, and ranks that are all equal no test`() throws {
    let same = try #require(FriedmanTest(ranks: [[1, 2, 3], [1, 2, 3]]))
    #expect(same.chiSquared == 4 && same.f == nil && same.p == nil)
    #expect(FriedmanTest(ranks: [[1.5, 1.5], [1.5, 1.5]]) == nil)
    #expect(FriedmanTest(ranks: [[1, 2]]) == nil && FriedmanTest(ranks: [[1], [1]]) == nil)
    #expect(FriedmanTest(ranks: []) == nil)
  }

  @Test func `the signed-rank test is exact for few differences, with ties too`() throws {
    let plain = try #require(WilcoxonSignedRank([0.03, -0.01, 0.05, 0.02, 0.07, -0.04, 0.09, 0.11]))
    #expect(plain.statistic == 5 && plain.p == 0.078125 && plain.isExact && plain.count == 8)
    let tied = try #require(WilcoxonSignedRank([1, -1, 2, 2, -3, 4, 0, 5, 5]))
    #expect(tied.statistic == 6.5 && tied.p == 0.125 && tied.count == 8)
    #expect(WilcoxonSignedRank([0, 0]) == nil && WilcoxonSignedRank([]) == nil)
    #expect(WilcoxonSignedRank([3])?.p == 1)
  }

  /// The counts differ by −2, 5, −1, −6, −5 and −1 of 60 rows: two pairs of equal size, rank sum 4.5.
  @Test func `differences that rounding tells apart are ties`() throws {
    let counts = [(40, 42), (47, 42), (44, 45), (38, 44), (43, 48), (50, 51)]
    let differences = counts.map { Double($0.0) / 60 - Double($0.1) / 60 }
    #expect(Set(differences.map(\.magnitude)).count > 4)
    let test = try #require(WilcoxonSignedRank(differences, unit: 1))
    #expect(test.statistic == 4.5 && test.p == 0.28125)
    let (a, b) = (
      Correlation([0.1 + 0.2, 0.3, 1, 2], [1, 2, 3, 4], ranks: true),
      Correlation([0.3, 0.3, 1, 2], [1, 2, 3, 4], ranks: true)
    )
    #expect(a == b)
    // Whole numbers are as exact as they look.
    #expect(Correlation([1e15, 1e15 + 1], [1, 2], ranks: true).r == 1)
  }

  @Test func `many differences are tested by the normal approximation`() throws {
    let many = (0..<61).map { Double(($0 * 37) % 61 - 25) / 10 }
    let test = try #require(WilcoxonSignedRank(many))
    #expect(test.statistic == 637.5 && !test.isExact && test.count == 60)
    #expect(abs(test.p - 0.04105067246608735) < 1e-9)
  }
}
