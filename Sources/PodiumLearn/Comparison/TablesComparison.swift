internal import PodiumCore

/// Learners over several tables: mean ranks, Friedman's test, and each learner beside the baseline by Wilcoxon's.
///
/// The tables are the sample, so what counts is how many there are, not how many folds they have (Demšar 2006).
public struct TablesComparison: Sendable, Codable, Equatable {
  /// One learner.
  public struct Row: Sendable, Codable, Equatable {
    /// The learner, as typed.
    public let learner: String
    /// For each table the mean of the measure over the folds; nil where it failed or is undefined.
    public let means: [Double?]
    /// The mean rank over the tables, from 1, the best; nil where it is not ranked.
    public let meanRank: Double?
    /// The tables on which it is better than the baseline, equal to it, and worse.
    public let wins: Int
    public let ties: Int
    public let losses: Int
    /// Wilcoxon's p value of the differences from the baseline; nil for the baseline and where all are 0.
    public let p: Double?
    /// The same after Holm's correction over the learners.
    public let pHolm: Double?
    /// `ok`, or `failed: `, the table and the reason.
    public let status: String
    public let isBaseline: Bool
  }

  public let measure: String
  public let higherIsBetter: Bool
  /// The baseline, as typed.
  public let baseline: String
  /// The names of the tables.
  public let tables: [String]
  /// The learners in the order given.
  public let rows: [Row]
  /// The test over the ranked learners; nil where there are fewer than two of them or of the tables, or all are equal.
  public let friedman: FriedmanTest?

  /// Compares what came of the same learners on each table; a learner that failed on one keeps its row without a rank.
  ///
  /// `beside` was added for reference and not asked for: it has a row, and no part in ranks and tests but as the baseline.
  public init(
    _ tables: [(name: String, entries: [EvaluationEntry])], baseline: LearnerChoice, measure: String,
    higherIsBetter: Bool, beside: LearnerChoice? = nil
  ) {
    self.measure = measure
    self.higherIsBetter = higherIsBetter
    self.baseline = baseline.description
    self.tables = tables.map(\.name)
    let learners = tables.first?.entries.map(\.learner) ?? []
    let scores = learners.indices.map { place in
      tables.map { table -> [Double] in
        guard case .success(let found) = table.entries[place].outcome, found.failures.isEmpty else { return [] }
        return found.foldsOverSeeds.compactMap { $0[measure] }
      }
    }
    // A mean over fewer folds than another has is not comparable.
    let folds = tables.indices.map { table in scores.map { $0[table].count }.max() ?? 0 }
    let means = scores.map { own in
      own.indices.map { own[$0].count < folds[$0] ? nil : SeedSpread(own[$0])?.mean }
    }
    let ranked = learners.indices.filter { !means[$0].contains(nil) && learners[$0] != beside }
    let ranks = tables.indices.map { table in
      Correlation.roundedRanks(ranked.map { (means[$0][table] ?? 0) * (higherIsBetter ? -1 : 1) })
    }
    friedman = FriedmanTest(ranks: ranks)
    let base = learners.firstIndex(of: baseline)
    let tests = learners.indices.map { place -> WilcoxonSignedRank? in
      guard let base, place != base else { return nil }
      let sizes = (means[place] + means[base]).map { $0?.magnitude ?? 0 }
      return WilcoxonSignedRank(
        TablesComparison.differences(means[place], means[base]), unit: sizes.max() ?? 0)
    }
    let tested = learners.indices.filter { tests[$0] != nil && ranked.contains($0) }
    let adjusted = Comparison.holm(
      tested.compactMap { tests[$0]?.p }, of: ranked.count { $0 != base })
    rows = learners.indices.map { place in
      let gaps = base.map { TablesComparison.differences(means[place], means[$0]) } ?? []
      let isTested = tested.firstIndex(of: place)
      let sign = higherIsBetter ? 1.0 : -1.0
      let isBase = place == base
      return Row(
        learner: learners[place].description, means: means[place],
        meanRank: ranked.firstIndex(of: place).map { own in
          ranks.reduce(0) { $0 + $1[own] } / Double(max(1, ranks.count))
        },
        wins: isBase ? 0 : gaps.count { $0 * sign > 0 }, ties: isBase ? 0 : gaps.count { $0 == 0 },
        losses: isBase ? 0 : gaps.count { $0 * sign < 0 },
        p: isTested == nil ? nil : tests[place]?.p, pHolm: isTested.map { adjusted[$0] },
        status: TablesComparison.status(tables, place, means[place], measure), isBaseline: isBase)
    }
  }

  /// Differences of means; what rounding explains counts as 0.
  private static func differences(_ a: [Double?], _ b: [Double?]) -> [Double] {
    zip(a, b).compactMap { a, b in
      guard let a, let b else { return nil }
      return Rounding.explains(a, b) ? 0 : a - b
    }
  }

  private static func status(
    _ tables: [(name: String, entries: [EvaluationEntry])], _ place: Int, _ means: [Double?], _ measure: String
  ) -> String {
    for (table, mean) in zip(tables, means) {
      switch table.entries[place].outcome {
      case .failure(let error): return "failed on \(table.name): " + error.inOneLine
      case .success(let found):
        if let failure = found.failures.first { return "failed on \(table.name): " + failure.diagnostic.inOneLine }
        if mean == nil {
          let missing = found.foldsOverSeeds.count { $0[measure] == nil }
          let part = missing < found.folds.count ? " in \(missing) of \(found.folds.count.counted("fold"))" : ""
          return "\(measure) is undefined on \(table.name)\(part)"
        }
      }
    }
    return "ok"
  }

  /// The learners with a rank.
  public var ranked: [Row] { rows.filter { $0.meanRank != nil } }

  /// Notes on what the number of tables allows.
  public var remarks: [String] {
    var remarks: [String] = []
    let least = 2 / Double(sign: .plus, exponent: min(tables.count, 1000), significand: 1)
    if tables.count < 6 {
      remarks.append(
        "with \(tables.count.counted("table")) the smallest possible p of Wilcoxon's test is "
          + "\(NumberText.significant(min(1, least), 3)), so no difference can be significant at 5 %")
    }
    if let friedman, friedman.f == nil {
      remarks.append(
        "Iman and Davenport's F is infinite, since the ranks are the same in every table; the p value of Friedman's "
          + "chi-squared is \(NumberText.significant(friedman.pChiSquared, 4))")
    }
    let equal = rows.filter { !$0.isBaseline && $0.meanRank != nil && $0.p == nil }
    if !equal.isEmpty {
      remarks.append(
        "p of \(equal.map { "'\($0.learner)'" }.joined(separator: ", ")) is undefined: \(measure) equals that of "
          + "\(baseline) on every table")
    }
    return remarks
  }

  /// The result in one sentence to quote; nil where no learner is ranked.
  public var sentence: String? {
    guard let best = ranked.min(by: { ($0.meanRank ?? 0) < ($1.meanRank ?? 0) }), let rank = best.meanRank else {
      return nil
    }
    let shared = Comparison.shared(ranked.filter { $0.learner != best.learner }.map { ($0.learner, $0.meanRank) }, rank)
    var text =
      "Over \(tables.count.counted("table")), \(best.learner) had the best mean rank by \(measure) "
      + "(\(NumberText.fixed(rank, 2)) of \(ranked.count.counted("learner")))"
      + shared + (best.isBaseline ? (shared.isEmpty ? "" : ",") + " and is the baseline" : "")
    if let friedman, let f = friedman.f, let p = friedman.p {
      text +=
        "; Friedman's test with Iman and Davenport's correction gives F(\(friedman.degrees[0]), \(friedman.degrees[1])) = "
        + "\(NumberText.fixed(f, 3)), \(PValue.phrase(p))"
    }
    let others = ranked.filter { !$0.isBaseline }
    // Where the baseline is the best, the next best is beside it.
    guard let compared = best.isBaseline ? others.min(by: { ($0.meanRank ?? 0) < ($1.meanRank ?? 0) }) : best,
      let p = compared.pHolm
    else { return text + "." }
    return text
      + "; against \(baseline) \(best.isBaseline ? "the next best, \(compared.learner)," : "it") won \(compared.wins), "
      + "tied \(compared.ties) and lost \(compared.losses) "
      + "(Wilcoxon's signed-rank test, \(PValue.phrase(p)) after Holm's correction)."
  }
}
