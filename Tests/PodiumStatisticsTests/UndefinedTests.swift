import PodiumCore
import PodiumStatistics
import Testing

/// What is undefined is nil, and what is odd has its answer.
@Suite struct UndefinedTests {
  private func linear(_ y: [Double], _ columns: [[Double]], _ errors: Regression.Errors = .model) throws -> Regression {
    let named = columns.enumerated().map { Column("x\($0)", .number($1)) }
    let design = try Design(named, beside: [], rows: Array(y.indices), Cancellation())
    return try Regression(numbers: y, design, errors: errors, Cancellation())
  }

  @Test func `a test without variance, or of one row, has no p`() {
    for groups in [([1.0, 1], [1.0, 1]), ([1], [2, 3]), ([], [1, 2]), ([1e308, 1e308], [-1e308, -1e308])] {
      let test = MeanTest(groups.0, groups.1)
      #expect(test.t == nil && test.p == nil && test.degrees == nil && test.ci95 == nil)
    }
    #expect(MeanTest([], [1]).difference == nil && MeanTest([1], [3]).difference == -2)
    #expect(MeanTest(differences: [2, 2, 2]).p == nil && MeanTest(differences: []).difference == nil)
    #expect(RankSumTest([], [1]) == nil && RankSumTest([1, 1], [1, 1])?.p == nil)
    #expect(
      WelchAnova([[1, 2], [3], [4, 5]]) == nil && WelchAnova([[1, 2], [3, 3]]) == nil && WelchAnova([[1, 2]]) == nil)
    #expect(KruskalWallis([[1], [1]]) == nil && KruskalWallis([[1, 2], []]) == nil)
  }

  @Test func `each two groups are tested with the p values of SciPy and statsmodels`() {
    let groups: [[Double]] = [[1, 2, 4, 7, 11, 16], [2, 2, 3, 9, 10, 20], [5, 9, 12, 14, 15, 30]]
    let tests = PairwiseTests(groups, arePaired: false).tests
    #expect(tests.map(\.first) == [0, 0, 1] && tests.map(\.second) == [1, 2, 2])
    let (p, holm) = (
      [0.8268050685725679, 0.11697368805854721, 0.18189816156821959],
      [0.8268050685725679, 0.35092106417564163, 0.36379632313643918]
    )
    for (place, test) in tests.enumerated() {
      #expect(abs((test.mean.p ?? 0) - p[place]) < 1e-12 && abs((test.adjusted ?? 0) - holm[place]) < 1e-12)
    }
    let paired = PairwiseTests(Array(groups.prefix(2)), arePaired: true).tests
    #expect(abs((paired[0].mean.p ?? 0) - 0.3410620202644174) < 1e-12 && paired[0].adjusted == paired[0].mean.p)
    #expect(PairwiseTests([[1, 1], [1, 1], [2]], arePaired: false).tests.allSatisfy { $0.adjusted == nil })
    #expect(PairwiseTests([], arePaired: false).tests.isEmpty && PairwiseTests([[1]], arePaired: true).tests.isEmpty)
    let rows = CompleteRows([[1, .nan, 3, 4], [5, 6, .infinity, 8]])
    #expect(rows.columns == [[1, 4], [5, 8]] && rows.missing == [1, 1])
    #expect(CompleteRows([]).columns.isEmpty)
  }

  @Test func `products of columns have the coefficients of statsmodels`() throws {
    let x = Column("x", .number([1, 2, 3, 4, 5, 6, 7, 8]))
    let g = Column("g", .category(Categorical(["a", "a", "a", "a", "b", "b", "b", "b"])))
    let design = try Design([x, g], beside: [], interact: [["x", "g"]], rows: Array(0..<8), Cancellation())
    let fit = try Regression(numbers: [1.1, 1.9, 3.2, 3.9, 2.0, 4.1, 5.8, 8.3], design, errors: .model, Cancellation())
    #expect(fit.coefficients.map(\.term.name) == ["(intercept)", "x", "g[b]", "x:g[b]"])
    #expect(fit.coefficients.last?.term.field == "x.g.b")
    for (place, wanted) in [0.10, 0.97, -8.44, 1.09].enumerated() {
      #expect(abs((fit.coefficients[place].estimate ?? 0) - wanted) < 1e-10)
    }
    #expect(abs((fit.rSquared ?? 0) - 0.9954953505582548) < 1e-12)
  }

  @Test func `numbers of any size have the test of scaled ones`() throws {
    let (a, b) = ([1.0, 2, 4, 3], [2.0, 5, 6, 9, 7])
    for unit in [0x1p900, 0x1p-900, 0x1p-1060] {
      let (plain, scaled) = (MeanTest(a, b), MeanTest(a.map { $0 * unit }, b.map { $0 * unit }))
      #expect(plain.t == scaled.t && plain.p == scaled.p && plain.degrees == scaled.degrees)
      #expect(scaled.difference == plain.difference.map { $0 * unit })
      #expect(WelchAnova([a, b])?.f == WelchAnova([a.map { $0 * unit }, b.map { $0 * unit }])?.f)
      let summary = GroupSummary(a.map { $0 * unit })
      #expect(summary.mean == 2.5 * unit && summary.sd == GroupSummary(a).sd.map { $0 * unit })
    }
    let x = [1.0, 2, 3, 4, 6]
    let (plain, scaled) = (try linear(b, [x]), try linear(b.map { $0 * 0x1p800 }, [x.map { $0 * 0x1p-200 }]))
    #expect(zip(plain.coefficients, scaled.coefficients).allSatisfy { $0.p == $1.p && $0.statistic == $1.statistic })
    #expect(scaled.coefficients[1].estimate == plain.coefficients[1].estimate.map { $0 * 0x1p1000 })
  }

  @Test func `a column that others add up to is left out, and the fit is that without it`() throws {
    let (x, z) = ([1.0, 2, 3, 5, 8, 13], [2.0, 1, 4, 3, 7, 5])
    let y = [1.0, 4, 2, 6, 5, 9]
    let sums = zip(x, z).map { 3 * $0 - 0.1 * $1 + 1e6 }
    let (whole, fewer) = (try linear(y, [x, z, sums, x.map { _ in 7 }]), try linear(y, [x, z]))
    #expect(whole.leftOut == ["x2", "x3"] && fewer.leftOut.isEmpty)
    #expect(whole.coefficients[1].estimate == fewer.coefficients[1].estimate && whole.aic == fewer.aic)
    #expect(whole.coefficients[3].estimate == nil && whole.coefficients[3].p == nil)
    // Nearly is not exactly.
    let near = zip(sums, [0.0, 1e-3, 0, 0, 1e-3, 0]).map { $0 + $1 }
    #expect(try linear(y, [x, z, near]).leftOut.isEmpty)
  }

  @Test func `variance inflation is that of statsmodels, and of categories the generalized one`() throws {
    let longley = [
      [83.0, 88.5, 88.2, 89.5, 96.2, 98.1, 99, 100, 101.2, 104.6, 108.4, 110.8, 112.6, 114.2, 115.7, 116.9],
      [
        234.289, 259.426, 258.054, 284.599, 328.975, 346.999, 365.385, 363.112, 397.469, 419.18, 442.769, 444.546,
        482.704, 502.601, 518.173, 554.894,
      ],
      [
        235.6, 232.5, 368.2, 335.1, 209.9, 193.2, 187, 357.8, 290.4, 282.2, 293.6, 468.1, 381.3, 393.1, 480.6, 400.7,
      ],
      [159, 145.6, 161.6, 165, 309.9, 359.4, 354.7, 335, 304.8, 285.7, 279.8, 263.7, 255.2, 251.4, 257.2, 282.7],
      [
        107.608, 108.632, 109.773, 110.929, 112.075, 113.27, 115.094, 116.219, 117.388, 118.734, 120.445, 121.95,
        123.366, 125.368, 127.852, 130.081,
      ], (1947...1962).map { Double($0) },
    ]
    let y = (0..<16).map { Double($0 * $0 % 7) }
    let wanted = [
      ("x1", 1788.5134827182983), ("x5", 758.9805974069244), ("x4", 399.15102231264973), ("x0", 135.53243828000367),
      ("x2", 33.61889059605011), ("x3", 3.5889301934455347),
    ]
    let found = try linear(y, longley).inflation
    #expect(found.map(\.column) == wanted.map(\.0))
    for (own, known) in zip(found, wanted) { #expect(abs(own.factor / known.1 - 1) < 1e-6) }
    let words = Column("g", .text(["a", "a", "b", "b", "c", "c", "a", "a", "b", "c"]))
    let x = Column("x", .number([1, 2, 4, 3, 6, 5, 8, 7, 9, 12]))
    let design = try Design([x, words], beside: [], rows: Array(0..<10), Cancellation())
    let mixed = try Regression(numbers: Array(y.prefix(10)), design, errors: .model, Cancellation()).inflation
    #expect(mixed.map(\.column) == ["x", "g"])
    #expect(abs(mixed[0].factor - 1.2057915057915056) < 1e-12 && abs(mixed[1].factor - 1.0980853818312608) < 1e-12)
    #expect(try linear(y, [longley[0]]).inflation.isEmpty)
  }

  @Test func `exact fits, as many coefficients as rows and a constant have no standard errors`() throws {
    let x = [1.0, 2, 3, 4, 5]
    let exact = try linear(x.map { 3 + 2 * $0 }, [x])
    #expect(exact.isExact && exact.coefficients.allSatisfy { $0.error == nil && $0.p == nil })
    #expect(exact.coefficients.map { ($0.estimate ?? 0).rounded() } == [3, 2] && exact.logLikelihood == nil)
    let few = try linear([1, 5], [[1, 2]])
    #expect(!few.isExact && few.coefficients.allSatisfy { $0.error == nil } && few.adjustedRSquared == nil)
    let constant = try linear([4, 4, 4, 4, 4], [x])
    #expect(constant.rSquared == nil && constant.coefficients[1].estimate == 0 && constant.coefficients[1].p == nil)
    let one = try linear([4], [[1]])
    #expect(one.coefficients[0].estimate == 4 && one.leftOut == ["x0"])
  }

  @Test func `a row that alone decides a coefficient has no robust error`() throws {
    let fit = try linear([1, 3, 2, 5, 4], [[0, 0, 0, 0, 1]], .robust)
    #expect(fit.coefficients[1].estimate != nil && fit.coefficients[1].error == nil)
  }

  @Test func `separated classes are an error that names the column, wherever they are separated`() throws {
    let x = [1.0, 2, 3, 4, 5, 6]
    let noise = [0.3, -0.1, 0.5, 0.2, -0.4, 0.1]
    func fit(_ y: [Double], _ columns: [[Double]]) throws(Diagnostic) -> Regression {
      let named = columns.enumerated().map { Column("x\($0)", .number($1)) }
      let design = try Design(named, beside: [], rows: Array(y.indices), Cancellation())
      return try Regression(odds: y, design, errors: .model, Cancellation())
    }
    let whole = #expect(throws: Diagnostic.self) { try fit([0, 0, 0, 1, 1, 1], [noise, x]) }
    #expect(whole?.code == "separable" && whole?.message.contains("'x1'") == true)
    // Only the rows with 1 in the second column are sure.
    let part = #expect(throws: Diagnostic.self) { try fit([0, 1, 0, 1, 1, 1], [noise, [0, 0, 0, 0, 1, 1]]) }
    #expect(part?.code == "separable" && part?.message.contains("'x1'") == true)
    #expect(throws: Never.self) { try fit([0, 1, 0, 1, 0, 1], [x.map { $0 * 1e12 }]) }
    // Far apart, and still with an overlap.
    let wide = [-1000.0, -500, -0.1, 0.1, 0.2, 700, 900, -0.2]
    #expect(throws: Never.self) { try fit([0, 0, 0, 0, 1, 1, 1, 1], [wide]) }
    let ordered = #expect(throws: Diagnostic.self) {
      let design = try Design([Column("x", .number(x))], beside: [], rows: Array(0..<6), Cancellation())
      _ = try Regression(ordered: [0, 0, 1, 1, 2, 2], classes: ["a", "b", "c"], design, Cancellation())
    }
    #expect(ordered?.code == "separable")
  }

  @Test func `Fisher's test of many tables is not computed, and can be stopped`() throws {
    let counts = (0..<8).map { row in (0..<8).map { (row * 7 + $0 * 3) % 5 + 1 } }
    #expect(try FisherExact.p(counts, Cancellation()) == nil)
    #expect(try FisherExact.p([[3, 0], [4, 0]], Cancellation()) == nil && FisherExact.p([], Cancellation()) == nil)
    #expect(try FisherExact.p([[0, 0], [0, 0]], Cancellation()) == nil)
    let stopped = Cancellation()
    stopped.cancel()
    #expect(throws: Diagnostic.self) { try FisherExact.p(counts, stopped) }
    #expect(McNemar(0, 0).p == 1 && McNemar(3000, 3000).p == 1)
  }

  @Test func `a thousand groups and a huge F have their answers`() throws {
    let groups = (0..<1000).map { group in (0..<3).map { Double((group * 31 + $0 * 17) % 101) } }
    let test = try #require(WelchAnova(groups))
    #expect((0...1).contains(test.p) && (test.ci95?.first ?? 2) <= test.omegaSquared)
    let far = try #require(WelchAnova([[0, 1e-7, 2e-7], [1, 1 + 1e-7, 1 + 3e-7], [5, 5 + 1e-7, 5 + 4e-7]]))
    #expect(far.p > 0 && far.p < 1e-9)
    #expect(far.ci95 == nil && far.omegaSquared <= 1)
  }
}
