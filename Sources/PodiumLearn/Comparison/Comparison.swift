internal import PodiumCore

/// Learners beside a baseline on the same folds, with a test of each difference.
///
/// The test is the corrected resampled t-test of Nadeau and Bengio (2003): the variance of the mean difference is
/// that of the differences times 1/n + (mean of test by training rows), with n − 1 degrees of freedom, two-sided.
/// A learner fitted from several seeds enters with the mean over them in each fold.
/// p values are adjusted over the learners by Holm's method (1979).
public struct Comparison: Sendable, Codable, Equatable {
  /// One learner.
  public struct Row: Sendable, Codable, Equatable {
    /// The learner, as typed.
    public let learner: String
    /// The mean of the measure over the folds; nil where it failed or is undefined.
    public let mean: Double?
    /// The standard deviation over the folds, with divisor n; nil for one fold.
    public let sd: Double?
    /// The learner's value minus the baseline's, averaged over the folds.
    public let difference: Double?
    /// The 95 % confidence interval of the difference, lower end first; nil where the differences have no variance.
    public let ci95: [Double]?
    /// The p value of the difference; nil where the differences have no variance, 1 where all are 0.
    public let p: Double?
    /// The p value after Holm's correction for the number of learners.
    public let pHolm: Double?
    /// The total time of the folds.
    public let seconds: Double?
    /// `ok`, or `failed: `, the reason and the way out.
    public let status: String
    /// Whether this is the baseline.
    public let isBaseline: Bool
    /// For each seed the mean over the folds; empty where one seed was asked for, or would do.
    public let seedMeans: [Double?]
    /// The measure in each fold, repeat after repeat, as the mean over the seeds; nil where it is undefined.
    public let scores: [Double?]?
    /// In how many folds both the learner and the baseline have a score: the n of the difference.
    public let pairs: Int?
    /// The tested rows counted, actual by predicted; nil for a number and where the learner failed.
    public let confusion: ConfusionMatrix?
    /// The values of domain evaluators; empty where none was asked.
    public var figures: [Figure] { scored ?? [] }
    fileprivate(set) var scored: [Figure]?
    /// How probable it is that the learner is better than the baseline; nil without a region of practical equivalence, and
    /// without variance.
    public fileprivate(set) var odds: PracticalOdds?
  }

  /// The value of a domain evaluator for one learner.
  public struct Figure: Sendable, Codable, Equatable {
    /// The name with the plugin's prefix (`ski.tau`).
    public let name: String
    /// The mean over the folds in which it is defined.
    public let mean: Double?
    /// The standard deviation over those folds, with divisor n; nil for one fold.
    public let sd: Double?
    /// In how many folds it is defined.
    public let definedFolds: Int?
    /// The figure of all tested rows together.
    public let pooled: Double?
    /// Successes and trials of `pooled`, where it is a share.
    public let count: [Int]?
    /// The 95 % interval of `pooled`, lower end first.
    public let ci95: [Double]?
    /// What it means, in one phrase.
    public let explanation: String

    /// Makes a figure; `folds` are its values in the folds, where it is defined.
    public init(
      _ name: String, folds: [Double], pooled: Double?, count: [Int]? = nil, ci95: [Double]? = nil, explanation: String
    ) {
      let spread = SeedSpread(folds)
      self.name = name
      mean = spread?.mean
      sd = spread?.sd
      definedFolds = folds.count
      self.pooled = pooled
      self.count = count
      self.ci95 = ci95
      self.explanation = explanation
    }
  }

  public let measure: String
  /// The baseline, as typed.
  public let baseline: String
  /// The learners in the order given.
  public let rows: [Row]
  /// The number of folds of a repeat.
  public let folds: Int
  /// The number of repeats.
  public let repeats: Int
  /// How the rows were assigned to folds.
  public let resampling: ResamplingSpec
  /// What would give more folds to count.
  public let refinement: EvaluationPlan.FoldRefinement
  /// The most seeds a learner was fitted from; the values of its folds are the means over them.
  public let seeds: Int
  /// How the rows were split, in words; nil in what older versions kept.
  public let foldSentence: String?
  /// Half the width of the region of practical equivalence; nil where none was asked for.
  public let rope: Double?
  /// Whether a larger value of the measure is better; nil where that is not known.
  public let higherIsBetter: Bool?

  /// Compares what came of some learners in one plan; a learner that failed keeps its row.
  ///
  /// `entries` must hold one for the baseline, else nothing is tested. `figures` are those of each entry.
  public init(
    _ entries: [EvaluationEntry], baseline: LearnerChoice,
    measure: String, in plan: EvaluationPlan, figures: [[Figure]] = [], rope: Double? = nil,
    higherIsBetter: Bool? = nil
  ) {
    foldSentence = plan.foldSentence
    self.rope = rope
    self.higherIsBetter = higherIsBetter
    self.measure = measure
    self.baseline = baseline.description
    folds = plan.allocation.foldCount
    repeats = plan.allocation.repeats
    resampling = plan.resampling
    refinement = plan.canRefine
    seeds = plan.learners.map { plan.seeds(for: $0).count }.max() ?? 1
    var reference: Evaluation?
    for entry in entries where entry.learner == baseline {
      if case .success(let found) = entry.outcome { reference = found }
    }
    let share = plan.testShare
    var rows = entries.map { Row($0.learner, $0.outcome, measure, reference, $0.learner == baseline, share) }
    let tested = rows.indices.filter { rows[$0].p != nil }
    // A difference without variance has no p, but it still counts as a comparison.
    let adjusted = Comparison.holm(tested.compactMap { rows[$0].p }, of: rows.count(where: \.isCompared))
    for (place, p) in zip(tested, adjusted) { rows[place] = rows[place].with(pHolm: p) }
    if let rope, let reference {
      for (place, entry) in entries.enumerated() where entry.learner != baseline {
        guard case .success(let found) = entry.outcome,
          let test = PairedTest(Comparison.pairs(found, reference, measure), testShare: share)
        else { continue }
        rows[place].odds = PracticalOdds(test, rope: rope, higherIsBetter: higherIsBetter ?? true)
      }
    }
    for (place, own) in zip(rows.indices, figures) where !own.isEmpty { rows[place].scored = own }
    self.rows = rows
  }

  /// The scores of the folds in which a measure is defined for both.
  package static func pairs(_ a: Evaluation, _ b: Evaluation, _ measure: String) -> [(Double, Double)] {
    zip(a.foldsOverSeeds, b.foldsOverSeeds).compactMap { mine, other in
      mine[measure].flatMap { value in other[measure].map { (value, $0) } }
    }
  }

  /// The number of folds of all repeats.
  public var allFolds: Int { folds * repeats }

  /// Notes on the figures: which are undefined and why, and which use only some of the folds.
  public var remarks: [String] {
    let untested = rows.filter { !$0.isBaseline && $0.difference != nil && $0.p == nil }
    var remarks: [String] = []
    func add(_ rows: [Row], _ reason: (Int) -> String) {
      for count in Set(rows.compactMap(\.pairs)).sorted() {
        let names = rows.filter { $0.pairs == count }.map { "'\($0.learner)'" }.joined(separator: ", ")
        remarks.append("p and interval of \(names) are undefined: \(reason(count))")
      }
    }
    add(untested.filter { $0.pairs == 1 }) { _ in "one fold has no variance" }
    add(untested.filter { $0.pairs != 1 }) {
      "the difference from \(baseline) is the same in all \($0) folds, so it has no variance"
    }
    let equal = rows.filter { $0.isCompared && $0.p == 1 && $0.ci95 == nil }
    for count in Set(equal.compactMap(\.pairs)).sorted() {
      let names = equal.filter { $0.pairs == count }.map { "'\($0.learner)'" }.joined(separator: ", ")
      remarks.append(
        "the interval of \(names) is undefined: \(measure) equals that of \(baseline) in all \(count) folds")
    }
    let isMeasured = rows.contains { $0.isBaseline && $0.mean != nil }
    for row in rows where !row.isBaseline && row.mean != nil && isMeasured {
      guard let pairs = row.pairs, pairs < allFolds else { continue }
      remarks.append(
        pairs == 0
          ? "the difference of '\(row.learner)' is undefined: there is no fold in which \(measure) is defined for both it and \(baseline)"
          : "the difference of '\(row.learner)' uses the \(pairs) of \(allFolds) folds in which \(measure) is defined for both"
      )
    }
    return remarks
  }

  /// Holm's step-down adjustment of p values, in their own order; `count` is how many comparisons were made, where some
  /// have no p.
  public static func holm(_ p: [Double], of count: Int? = nil) -> [Double] {
    var adjusted = p
    let count = max(count ?? p.count, p.count)
    var largest = 0.0
    for (step, place) in p.indices.sorted(by: { p[$0] < p[$1] }).enumerated() {
      largest = max(largest, min(1, p[place] * Double(count - step)))
      adjusted[place] = largest
    }
    return adjusted
  }
}

extension Comparison.Row {
  fileprivate init(
    _ learner: LearnerChoice, _ outcome: Result<Evaluation, Diagnostic>, _ measure: String,
    _ baseline: Evaluation?,
    _ isBaseline: Bool, _ share: Double
  ) {
    var found: Evaluation?
    var test: PairedTest?
    var status = "ok"
    switch outcome {
    case .failure(let diagnostic): status = "failed: " + diagnostic.inOneLine
    case .success(let evaluation):
      found = evaluation
      let failures = evaluation.failures + evaluation.seeds.flatMap(\.failures)
      if let failure = failures.first { status = "failed: " + failure.diagnostic.inOneLine }
    }
    let folds = found?.foldsOverSeeds ?? []
    if let baseline, !isBaseline, folds.count == baseline.folds.count {
      if let found { test = PairedTest(Comparison.pairs(found, baseline, measure), testShare: share) }
    }
    let spread = SeedSpread(folds.compactMap { $0[measure] })
    self.init(
      learner: learner.description, mean: spread?.mean, sd: spread?.sd,
      difference: isBaseline ? (spread == nil ? nil : 0) : test?.mean, ci95: test?.ci95,
      p: test?.p,
      pHolm: nil, seconds: found?.seconds, status: status, isBaseline: isBaseline,
      seedMeans: found?.seeds.map { $0.means[measure] } ?? [], scores: folds.map { $0[measure] },
      pairs: isBaseline ? nil : test?.count ?? 0, confusion: found?.confusion)
  }

  fileprivate func with(pHolm: Double) -> Comparison.Row {
    Comparison.Row(
      learner: learner, mean: mean, sd: sd, difference: difference, ci95: ci95, p: p, pHolm: pHolm,
      seconds: seconds, status: status, isBaseline: isBaseline, seedMeans: seedMeans, scores: scores, pairs: pairs,
      confusion: confusion)
  }

  /// The means of the seeds summed up; nil where there was one seed only.
  public var overSeeds: SeedSpread? { SeedSpread(seedMeans.compactMap(\.self)) }

  /// Whether a difference to the baseline was looked at.
  public var isCompared: Bool { !isBaseline && difference != nil }

  /// In how many folds the measure is defined: the n of the mean; nil in what older versions kept.
  public var definedFolds: Int? { scores.map { $0.count { $0 != nil } } }
}
