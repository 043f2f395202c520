public import PodiumCore

/// Learners beside a baseline on the same folds, with a test of each difference.
///
/// The test is the corrected resampled t-test of Nadeau and Bengio (2003): the variance of the mean difference is
/// that of the differences times 1/n + (mean of test by training rows), with n − 1 degrees of freedom, two-sided.
/// A learner fitted from several seeds enters with the mean over them in each fold.
/// p values are adjusted over the learners by Holm's method (1979).
public struct Comparison: Sendable, Codable, Equatable {
  /// One learner.
  public struct Row: Sendable, Codable, Equatable {
    /// The learner as one types it.
    public let learner: String
    /// The mean of the measure over the folds; nil where it failed or is undefined.
    public let mean: Double?
    /// The standard deviation over the folds, with divisor n.
    public let sd: Double?
    /// The mean over the folds of the learner's value less the baseline's.
    public let difference: Double?
    /// The interval of the difference at 95 %, lower end first.
    public let ci95: [Double]?
    /// The probability of a difference this large if there were none.
    public let p: Double?
    /// The same, adjusted for the number of learners.
    public let pHolm: Double?
    /// How long the folds took in all.
    public let seconds: Double?
    /// `ok`, or `failed: `, the reason and the way out.
    public let status: String
    /// Whether this is the baseline.
    public let isBaseline: Bool
    /// For each seed the mean over the folds; empty where one seed was asked for, or would do.
    public let seedMeans: [Double?]
    /// What evaluators of domains say of it; empty where none was asked.
    public var figures: [Figure] { scored ?? [] }
    fileprivate(set) var scored: [Figure]?
  }

  /// A figure that an evaluator of a domain gave one learner.
  public struct Figure: Sendable, Codable, Equatable {
    /// The name with the plugin's prefix (`ski.tau`).
    public let name: String
    /// The mean over the folds in which it is defined.
    public let mean: Double?
    /// The standard deviation over those folds, with divisor n.
    public let sd: Double?
    /// The figure of all tested rows together.
    public let pooled: Double?
    /// Successes and trials behind `pooled`, where it is a share.
    public let count: [Int]?
    /// The 95 % interval of `pooled`, lower end first.
    public let ci95: [Double]?
    /// What it says, in one phrase for people.
    public let explanation: String

    /// Makes a figure; `folds` are its values in the folds, where it is defined.
    public init(
      _ name: String, folds: [Double], pooled: Double?, count: [Int]? = nil, ci95: [Double]? = nil, explanation: String
    ) {
      let spread = SeedSpread(folds)
      self.name = name
      mean = spread?.mean
      sd = spread?.sd
      self.pooled = pooled
      self.count = count
      self.ci95 = ci95
      self.explanation = explanation
    }
  }

  /// The measure's key.
  public let measure: String
  /// The baseline as one types it.
  public let baseline: String
  /// The learners in the order given.
  public let rows: [Row]
  /// The number of folds of a repeat.
  public let folds: Int
  /// The number of repeats.
  public let repeats: Int
  /// How the rows were dealt to folds.
  public let resampling: Resampling
  /// The most seeds a learner was fitted from; the values of its folds are the means over them.
  public let seeds: Int

  /// Compares what came of some learners in one plan; a learner that failed keeps its row.
  ///
  /// `entries` must hold one for the baseline, else nothing is tested. `figures` are those of each entry.
  public init(
    _ entries: [(learner: LearnerSpec, outcome: Result<Evaluation, Diagnostic>)], baseline: LearnerSpec,
    measure: String, in plan: EvaluationPlan, figures: [[Figure]] = []
  ) {
    self.measure = measure
    self.baseline = baseline.description
    folds = plan.allocation.foldCount
    repeats = plan.allocation.repeats
    resampling = plan.resampling
    seeds = plan.learners.map { plan.seeds(for: $0).count }.max() ?? 1
    var reference: Evaluation?
    for entry in entries where entry.learner == baseline {
      if case .success(let found) = entry.outcome { reference = found }
    }
    let share = plan.testShare
    var rows = entries.map { Row($0.learner, $0.outcome, measure, reference, $0.learner == baseline, share) }
    let tested = rows.indices.filter { rows[$0].p != nil }
    let adjusted = Comparison.holm(tested.compactMap { rows[$0].p })
    for (place, p) in zip(tested, adjusted) { rows[place] = rows[place].with(pHolm: p) }
    for (place, own) in zip(rows.indices, figures) where !own.isEmpty { rows[place].scored = own }
    self.rows = rows
  }

  /// a − b, and 0 where they differ by rounding alone.
  static func difference(_ a: Double, _ b: Double) -> Double {
    (a - b).magnitude <= 1e-13 * max(a.magnitude, b.magnitude) ? 0 : a - b
  }

  /// Holm's step-down adjustment of p values, in their own order.
  public static func holm(_ p: [Double]) -> [Double] {
    var adjusted = p
    var largest = 0.0
    for (step, place) in p.indices.sorted(by: { p[$0] < p[$1] }).enumerated() {
      largest = max(largest, min(1, p[place] * Double(p.count - step)))
      adjusted[place] = largest
    }
    return adjusted
  }

  /// The test of paired differences; nil for fewer than two.
  ///
  /// Without any difference p is 1; equal differences other than zero give p 0 and an interval of no width.
  public static func correctedTest(
    _ differences: [Double], testShare: Double
  ) -> (mean: Double, p: Double, ci95: [Double])? {
    guard differences.count >= 2 else { return nil }
    let n = Double(differences.count)
    let mean = differences.reduce(0, +) / n
    // Differences that are equal but for rounding have no spread.
    let rounding = 1e-12 * max(1e-300, differences.map(\.magnitude).max() ?? 0)
    if differences.allSatisfy({ ($0 - mean).magnitude <= rounding }) {
      return (mean, mean == 0 ? 1 : 0, [mean, mean])
    }
    let variance = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (n - 1)
    let error = (variance * (1 / n + testShare)).squareRoot()
    let p = 2 * StudentT.cdf(-(mean / error).magnitude, df: n - 1)
    let reach = StudentT.quantile(0.975, df: n - 1) * error
    return (mean, min(1, p), [mean - reach, mean + reach])
  }
}

extension Comparison.Row {
  fileprivate init(
    _ learner: LearnerSpec, _ outcome: Result<Evaluation, Diagnostic>, _ measure: String,
    _ baseline: Evaluation?,
    _ isBaseline: Bool, _ share: Double
  ) {
    var found: Evaluation?
    var test: (mean: Double, p: Double, ci95: [Double])?
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
      let pairs = zip(folds, baseline.foldsOverSeeds).compactMap { mine, other in
        mine[measure].flatMap { value in other[measure].map { Comparison.difference(value, $0) } }
      }
      test = Comparison.correctedTest(pairs, testShare: share)
    }
    let spread = SeedSpread(folds.compactMap { $0[measure] })
    self.init(
      learner: learner.description, mean: spread?.mean, sd: spread?.sd,
      difference: isBaseline ? (spread == nil ? nil : 0) : test?.mean, ci95: test?.ci95,
      p: test?.p,
      pHolm: nil, seconds: found?.seconds, status: status, isBaseline: isBaseline,
      seedMeans: found?.seeds.map { $0.means[measure] } ?? [])
  }

  fileprivate func with(pHolm: Double) -> Comparison.Row {
    Comparison.Row(
      learner: learner, mean: mean, sd: sd, difference: difference, ci95: ci95, p: p, pHolm: pHolm,
      seconds: seconds,
      status: status, isBaseline: isBaseline, seedMeans: seedMeans)
  }

  /// The means of the seeds summed up; nil where there was one seed only.
  public var overSeeds: SeedSpread? { SeedSpread(seedMeans.compactMap(\.self)) }
}
