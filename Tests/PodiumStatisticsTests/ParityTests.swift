import PodiumCore
import PodiumLearn
import PodiumStatistics
import Testing

/// Every figure agrees with independent programs to 1e-8 of itself.
@Suite struct ParityTests {
  @Test func `the reference is whole`() {
    #expect(ReferenceCase.all.count > 60 && ReferenceCase.all.count { $0.json["r"] != nil } > 50)
  }

  @Test(arguments: ReferenceCase.all("two"))
  func `Welch's t and the rank-sum test agree with SciPy`(_ given: ReferenceCase) throws {
    let groups = try given.groups()
    let test = MeanTest(groups[0], groups[1])
    try given.expect("difference", test.difference)
    try given.expect("t", test.t)
    try given.expect("df", test.degrees)
    try given.expect("p", test.p)
    try given.expect("low", test.ci95?.first)
    try given.expect("high", test.ci95?.last)
    let ranks = try #require(RankSumTest(groups[0], groups[1]))
    try given.expect("u", ranks.u)
    try given.expect("p_ranks", ranks.p)
    #expect(ranks.isExact == given.json["exact"]?.bool)
  }

  @Test(arguments: ReferenceCase.all("more"))
  func `Welch's F and the Kruskal-Wallis test agree with statsmodels and SciPy`(_ given: ReferenceCase) throws {
    let groups = try given.groups()
    let test = try #require(WelchAnova(groups))
    try given.expect("f", test.f)
    try given.expect("df1", test.degrees[0])
    try given.expect("df2", test.degrees[1])
    try given.expect("p", test.p)
    try given.expect("omega", test.omegaSquared)
    try given.expect("low", test.ci95?.first)
    try given.expect("high", test.ci95?.last)
    let ranks = try #require(KruskalWallis(groups))
    try given.expect("h", ranks.h)
    try given.expect("p_ranks", ranks.p)
  }

  @Test(arguments: ReferenceCase.all("paired"))
  func `the paired t-test and signed ranks agree with SciPy`(_ given: ReferenceCase) throws {
    let groups = try given.groups()
    let differences = zip(groups[0], groups[1]).map { $0 - $1 }
    let test = MeanTest(differences: differences)
    try given.expect("difference", test.difference)
    try given.expect("t", test.t)
    try given.expect("df", test.degrees)
    try given.expect("p", test.p)
    try given.expect("low", test.ci95?.first)
    try given.expect("high", test.ci95?.last)
    let ranks = try #require(WilcoxonSignedRank(differences, unit: 1))
    try given.expect("w", ranks.statistic)
    try given.expect("p_ranks", ranks.p)
    #expect(ranks.isExact == given.json["exact"]?.bool)
  }

  @Test(arguments: ReferenceCase.all("friedman"))
  func `Friedman's test of ranked pairs agrees with SciPy`(_ given: ReferenceCase) throws {
    let groups = try given.groups()
    let pairs = groups[0].indices.map { pair in Correlation.roundedRanks(groups.map { $0[pair] }) }
    let test = try #require(FriedmanTest(ranks: pairs))
    try given.expect("chi", test.chiSquared)
    try given.expect("p", test.pChiSquared)
  }

  @Test(arguments: ReferenceCase.all("fisher"))
  func `Fisher's exact test agrees with fractions over all tables`(_ given: ReferenceCase) throws {
    try given.expect("p", FisherExact.p(given.counts(), Cancellation()))
    // Rows and columns are alike.
    let counts = try given.counts()
    try given.expect("p", FisherExact.p(counts[0].indices.map { place in counts.map { $0[place] } }, Cancellation()))
  }

  @Test(arguments: ReferenceCase.all("mcnemar"))
  func `McNemar's test agrees with statsmodels`(_ given: ReferenceCase) throws {
    let counts = try given.counts()[0]
    let test = McNemar(counts[0], counts[1])
    try given.expect("p", test.p)
    #expect((test.chiSquared == nil) == given.json["exact"]?.bool)
  }

  @Test(arguments: ReferenceCase.all("linear", "logistic", "ordinal"))
  func `regressions agree with NIST, statsmodels and mpmath`(_ given: ReferenceCase) throws {
    let fit = try given.regression()
    #expect(fit.coefficients.map(\.term.name) == given.json["terms"]?.array?.compactMap(\.string))
    let figures: [(key: String, value: (Regression.Coefficient) -> Double?)] = [
      ("estimate", \.estimate), ("se", \.error), ("statistic", \.statistic), ("p", \.p), ("low", { $0.ci95?.first }),
      ("high", { $0.ci95?.last }),
    ]
    for (key, value) in figures {
      for (row, wanted) in zip(fit.coefficients, try given.numbers(key)) {
        given.expect("\(key) of \(row.term.name)", value(row), wanted)
      }
      for (row, wanted) in zip(fit.coefficients, given.json["r"]?[key]?.array ?? []) {
        given.expect("R's \(key) of \(row.term.name)", value(row), try #require(wanted.number))
      }
    }
    try given.expect("n", Double(fit.rowCount))
    try given.expect("llf", fit.logLikelihood)
    try given.expect("aic", fit.aic)
    if given.kind == "linear" {
      try given.expect("r2", fit.rSquared)
      try given.expect("adjusted", fit.adjustedRSquared)
      try given.expect("sd", fit.residualError)
    } else {
      try given.expect("pseudo", fit.pseudoRSquared)
    }
  }
}
