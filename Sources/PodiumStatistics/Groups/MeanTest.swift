internal import PodiumCore

/// A t-test of a difference of means: Welch's of two groups, or that of paired numbers.
///
/// B. L. Welch, *The generalization of Student's problem when several different population variances are involved*,
/// Biometrika 34, 1947.
public struct MeanTest: Sendable, Equatable {
  /// The first mean minus the second; nil where a group is empty or the difference too large.
  public let difference: Double?
  /// The statistic; nil without variance, and below two numbers.
  public let t: Double?
  /// The degrees of freedom, of two groups those of Welch and Satterthwaite; nil with `t`.
  public let degrees: Double?
  /// The two-sided p value; nil with `t`.
  public let p: Double?
  /// The 95 % interval of the difference, lower end first; nil with `t`.
  public let ci95: [Double]?

  /// Tests two groups of finite numbers.
  public init(_ first: [Double], _ second: [Double]) {
    let exponent = max(Scaled.exponent(first), Scaled.exponent(second))
    let (scale, n, m) = (Scaled(first, exponent: exponent), Double(first.count), Double(second.count))
    let near = Scaled.near([scale.values, Scaled(second, exponent: exponent).values])
    let (meanA, meanB) = (Scaled.mean(near[0]), Scaled.mean(near[1]))
    let va = Scaled.squares(near[0], around: meanA) / (n - 1) / n
    let vb = Scaled.squares(near[1], around: meanB) / (m - 1) / m
    let degrees = (va + vb) * (va + vb) / (va * va / (n - 1) + vb * vb / (m - 1))
    self.init(
      first.isEmpty || second.isEmpty ? nil : meanA - meanB, error: (va + vb).squareRoot(),
      degrees: n > 1 && m > 1 ? degrees : 0, scale)
  }

  /// Tests that finite differences of pairs have the mean 0.
  public init(differences: [Double]) {
    let scaled = Scaled(differences)
    let n = Double(differences.count)
    let mean = Scaled.mean(scaled.values)
    let error = (Scaled.squares(scaled.values, around: mean) / (n - 1) / n).squareRoot()
    self.init(differences.isEmpty ? nil : mean, error: error, degrees: n - 1, scaled)
  }

  private init(_ difference: Double?, error: Double, degrees: Double, _ scale: Scaled) {
    self.difference = difference.flatMap(scale.back)
    guard let difference, degrees > 0, error > 0 else {
      (t, self.degrees, p, ci95) = (nil, nil, nil, nil)
      return
    }
    let t = difference / error
    let reach = StudentT.quantile(0.975, df: degrees) * error
    let ends = [difference - reach, difference + reach].compactMap(scale.back)
    self.t = t
    self.degrees = degrees
    p = min(1, 2 * StudentT.upperTail(t.magnitude, df: degrees))
    ci95 = ends.count == 2 ? ends : nil
  }
}

/// Welch's analysis of variance: that the means of groups with variances of their own are equal.
///
/// B. L. Welch, *On the comparison of several mean values*, Biometrika 38, 1951. The effect is the weighted omega squared,
/// λ/(λ + n) with λ = (k − 1)(F − 1), at least 0; its interval inverts the noncentral F distribution of the statistic (G. Shieh,
/// *Confidence intervals and sample size calculations for the weighted eta-squared effect sizes in one-way heteroscedastic
/// ANOVA*, Behavior Research Methods 45, 2013; J. H. Steiger, *Beyond the F test*, Psychological Methods 9, 2004).
public struct WelchAnova: Sendable, Equatable {
  public let f: Double
  /// The degrees of freedom of numerator and denominator.
  public let degrees: [Double]
  public let p: Double
  public let omegaSquared: Double
  /// The 95 % interval of omega squared, lower end first; nil where it cannot be computed.
  public let ci95: [Double]?

  /// Tests groups of finite numbers; nil below two groups, and where a group has one number or no variance.
  public init?(_ groups: [[Double]]) {
    let exponent = groups.map(Scaled.exponent).max() ?? 0
    let k = Double(groups.count)
    var (weights, means, sizes) = ([Double](), [Double](), [Double]())
    for x in Scaled.near(groups.map { Scaled($0, exponent: exponent).values }) {
      let mean = Scaled.mean(x)
      let variance = Scaled.squares(x, around: mean) / Double(x.count - 1)
      guard x.count > 1, variance > 0 else { return nil }
      weights.append(Double(x.count) / variance)
      means.append(mean)
      sizes.append(Double(x.count))
    }
    let sum = weights.reduce(0, +)
    guard groups.count > 1, sum.isFinite else { return nil }
    let centre = zip(weights, means).reduce(0) { $0 + $1.0 * $1.1 } / sum
    let between = zip(weights, means).reduce(0) { $0 + $1.0 * ($1.1 - centre) * ($1.1 - centre) } / (k - 1)
    let rest = zip(weights, sizes).reduce(0) { $0 + (1 - $1.0 / sum) * (1 - $1.0 / sum) / ($1.1 - 1) }
    let f = between / (1 + 2 * (k - 2) / (k * k - 1) * rest)
    let degrees = [k - 1, (k * k - 1) / (3 * rest)]
    guard f.isFinite, degrees[1].isFinite else { return nil }
    let n = sizes.reduce(0, +)
    func share(_ lambda: Double) -> Double { lambda / (lambda + n) }
    self.f = f
    self.degrees = degrees
    p = FDistribution.upperTail(f, numerator: degrees[0], denominator: degrees[1])
    omegaSquared = share(max(0, (k - 1) * (f - 1)))
    let ends = [0.975, 0.025].compactMap {
      NoncentralF.noncentrality(f, numerator: degrees[0], denominator: degrees[1], cdf: $0)
    }
    ci95 = ends.count == 2 ? ends.map(share) : nil
  }
}
