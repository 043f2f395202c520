import PodiumLearn
import Testing

@Suite struct CorrelationTests {
  private let x = [1, 2, 3, 4, 5, 7.5, 3, .nan, 9]
  private let y = [2, 1, 4, 3, 7, 8, 8, 5, .nan]

  /// scipy.stats.pearsonr and spearmanr of the seven rows where both have a value.
  @Test func `it matches SciPy on the rows where both have a value`() throws {
    let found = Correlation(x, y)
    #expect(found.rowCount == 7)
    #expect((try #require(found.r) - 0.7141108514047347).magnitude < 1e-15)
    #expect((try #require(found.p) - 0.07144535854716207).magnitude < 1e-12)
    let interval = try #require(found.interval)
    #expect((interval.low - -0.0842589240374376).magnitude < 1e-12)
    #expect((interval.high - 0.9540905687587433).magnitude < 1e-12)
    let ranked = Correlation(x, y, ranks: true)
    #expect((try #require(ranked.r) - 0.7).magnitude < 1e-14)
    #expect((try #require(ranked.p) - 0.07991669030889918).magnitude < 1e-12)
  }

  /// tanh(atanh(0.7) ± 1.959964 · √(1.06 / 4)), worked out with NumPy.
  @Test func `the interval of ranks has Fieller's variance`() throws {
    let interval = try #require(Correlation(x, y, ranks: true).interval)
    #expect((interval.low - -0.14071278592028802).magnitude < 1e-12)
    #expect((interval.high - 0.9541577086409219).magnitude < 1e-12)
    #expect(Correlation([1, 3, 2], [1, 2, 3], ranks: true).interval == nil)
    #expect(Correlation([1, 3, 2, 4], [1, 2, 3, 4], ranks: true).interval != nil)
  }

  /// Counted over all orders of the second list.
  @Test func `the p of ranks that agree wholly is that of their orders`() throws {
    func p(_ x: [Double], _ y: [Double]) throws -> Double { try #require(Correlation(x, y, ranks: true).p) }
    #expect(abs(try p([1, 2, 3, 4], [2, 4, 6, 9]) - 2.0 / 24) < 1e-15)
    #expect(abs(try p([1, 2, 3, 4], [9, 6, 4, 2]) - 2.0 / 24) < 1e-15)
    #expect(abs(try p([1, 2, 2, 4, 5], [1, 3, 3, 4, 5]) - 2.0 / 120) < 1e-15)
    #expect(abs(try p([1, 1, 2, 2], [5, 5, 7, 7]) - 8.0 / 24) < 1e-15)
    #expect(Correlation([1, 2, 3], [2, 4, 6]).p == 0)
  }

  @Test func `a constant that rounding blurs does not vary`() {
    let constant = [Double](repeating: 0.1, count: 10)
    #expect(Correlation(constant, (0..<10).map(Double.init)).r == nil)
    #expect(Correlation((0..<10).map(Double.init), constant, ranks: true).r == nil)
  }

  @Test func `a constant list has no correlation`() {
    #expect(Correlation([1, 1, 1], [1, 2, 3]).r == nil)
    #expect(Correlation([1], [2]).r == nil)
    #expect(Correlation([], []).rowCount == 0)
    #expect(Correlation([1, 2, 3], [2, 4, 6]).r == 1)
    #expect(Correlation([1, 2, 3], [2, 4, 6]).interval == nil)
    #expect(Correlation([1e300, -1e300, 1e300], [1, 2, 3]).r == 0)
  }
}
