internal import Glibc
public import PodiumCore
internal import PodiumLearn

/// A regression fitted by least squares or maximum likelihood, with what is known of its coefficients.
public struct Regression: Sendable {
  /// How the standard errors are computed.
  public enum Errors: Sendable {
    /// From the model.
    case model
    /// HC3 (J. G. MacKinnon, H. White, *Some heteroskedasticity-consistent covariance matrix estimators*, 1985).
    case robust
    /// By clusters, each a number from 0, with the correction G/(G − 1)·(n − 1)/(n − k) (CR1).
    case clusters([Int], count: Int)
  }

  /// One coefficient.
  public struct Coefficient: Sendable {
    public let term: Design.Term
    /// Whether the column is left out, since earlier ones add up to it.
    public let isLeftOut: Bool
    /// Nil where the column is left out, and where the number is too large.
    public let estimate: Double?
    /// The standard error; nil without degrees of freedom, and where the fit is exact.
    public let error: Double?
    /// The estimate by its error, as Student's t or as z; nil with `error`.
    public var statistic: Double? { error.flatMap { error in estimate.map { $0 / error } } }
    /// The two-sided p value that it is 0; nil with `error`.
    public let p: Double?
    /// The 95 % interval, lower end first; nil with `error`.
    public let ci95: [Double]?

    init(_ term: Design.Term, _ estimate: Double? = nil, error: Double? = nil, degrees: Double = 0) {
      self.term = term
      isLeftOut = estimate == nil
      self.estimate = estimate.flatMap { $0.isFinite ? $0 : nil }
      guard let estimate = self.estimate, let error, error > 0, error.isFinite, degrees > 0 else {
        (self.error, p, ci95) = (nil, nil, nil)
        return
      }
      let reach = StudentT.quantile(0.975, df: degrees) * error
      self.error = error
      p = min(1, 2 * StudentT.upperTail((estimate / error).magnitude, df: degrees))
      ci95 = [estimate - reach, estimate + reach]
    }
  }

  /// The intercept first, or for ordered classes the thresholds last.
  public internal(set) var coefficients: [Coefficient] = []
  public let rowCount: Int
  /// The degrees of freedom of t; infinite for z.
  public internal(set) var degrees = Double.infinity
  public internal(set) var logLikelihood: Double?
  public internal(set) var aic: Double?
  /// The share of the variance that is explained; nil for classes and for a constant.
  public internal(set) var rSquared: Double?
  public internal(set) var adjustedRSquared: Double?
  /// The standard deviation of the residuals; nil for classes and without degrees of freedom.
  public internal(set) var residualError: Double?
  /// 1 − log-likelihood by that of the shares of the classes (McFadden 1974); nil for numbers.
  public internal(set) var pseudoRSquared: Double?
  /// Whether the columns explain every number: all residuals are 0, and no standard error can be estimated.
  public internal(set) var isExact = false
  /// Of each column the variance inflation factor, the largest first; empty for one column.
  public internal(set) var inflation: [(column: String, factor: Double)] = []

  /// The tests of several coefficients together: of each column that has several, and of those that `Design` was asked for.
  public internal(set) var joints: [Joint] = []
  /// Of least squares: for each column what it adds to the sum of squares that the ones before it explain, and the residual last.
  public internal(set) var squares: [(column: String, degrees: Int, sum: Double)] = []

  /// Wald's test that several coefficients are 0: F with the degrees of freedom of t, or chi-square.
  public struct Joint: Sendable {
    /// Nil for the columns that `Design` was asked for.
    public let column: String?
    public let statistic: Double
    /// How many coefficients are tested.
    public let degrees: Int
    public let p: Double
  }

  /// Tests coefficients that have some covariances, by their places; those whose covariances are singular are left out.
  mutating func test(
    _ design: Design, _ kept: [Int], _ beta: [Double], _ covariances: ([Int]) -> [[Double]]
  ) {
    joints = design.groups(kept).compactMap { column, places in
      guard let wald = Regression.wald(places.map { beta[$0] }, covariances(places)) else { return nil }
      let k = Double(places.count)
      return Joint(
        column: column, statistic: degrees.isInfinite ? wald : wald / k, degrees: places.count,
        p: degrees.isInfinite
          ? ChiSquare.upperTail(wald, degrees: places.count)
          : FDistribution.upperTail(wald / k, numerator: k, denominator: degrees))
    }
  }

  /// The p value of an F with whole degrees of freedom.
  public static func chance(_ f: Double, _ numerator: Int, _ denominator: Int) -> Double {
    FDistribution.upperTail(f, numerator: Double(numerator), denominator: Double(denominator))
  }

  /// b·V⁻¹·b by Cholesky's factors of the correlations; nil where they are singular.
  private static func wald(_ b: [Double], _ v: [[Double]]) -> Double? {
    let errors = v.indices.map { v[$0][$0].squareRoot() }
    guard !b.isEmpty, errors.allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
    let correlations = v.indices.flatMap { i in v.indices.map { v[i][$0] / (errors[i] * errors[$0]) } }
    guard let factor = CholeskyFactor(correlations, size: b.count) else { return nil }
    var parts = zip(b, errors).map { $0 / $1 }
    factor.solveLower(&parts)
    let sum = parts.reduce(0) { $0 + $1 * $1 }
    return sum.isFinite ? sum : nil
  }

  /// The terms that are left out, since earlier ones add up to them.
  public var leftOut: [String] { coefficients.filter(\.isLeftOut).map(\.term.name) }

  static let intercept = Design.Term(name: "(intercept)", field: "intercept")
}

/// The columns of a design around their means, scaled by powers of two, beside a column of ones.
struct CentredDesign {
  let columns: [[Double]]
  /// For each column but the first the mean and the exponent of its scale.
  let units: [(mean: Double, exponent: Int)]
  /// For each column what rounding its numbers may have added to its length.
  let noise: [Double]

  init(_ values: [[Double]], count: Int) {
    var (columns, units) = ([[Double](repeating: 1, count: count)], [(mean: Double, exponent: Int)]())
    var noise = [0.0]
    for value in values {
      // The mean of huge numbers is taken of scaled ones.
      let first = Scaled(value)
      let mean = Scaled.mean(first.values)
      let centred = Scaled(first.values.map { $0 - mean })
      columns.append(centred.values)
      units.append((Scaled.times(mean, first.exponent), first.exponent + centred.exponent))
      noise.append(Scaled.times(4 * mean.ulp, -centred.exponent) * Double(count).squareRoot())
    }
    (self.columns, self.units, self.noise) = (columns, units, noise)
  }

  /// What of the given terms' coefficients goes into the intercept: 1 for itself, −mean in the unit of the column for each.
  func shift(_ kept: [Int]) -> [Double] {
    kept.map { $0 == 0 ? 1 : -Scaled.times(units[$0 - 1].mean, -units[$0 - 1].exponent) }
  }

  /// A column's coefficient in its own unit.
  func own(_ x: Double, _ place: Int) -> Double { place == 0 ? x : Scaled.times(x, -units[place - 1].exponent) }
}

extension Regression {
  /// Fits numbers by least squares.
  ///
  /// Throws `interrupted`.
  public init(
    numbers y: [Double], _ design: Design, errors: Errors, _ cancellation: Cancellation
  ) throws(Diagnostic) {
    self.init(rowCount: y.count)
    let n = Double(y.count)
    let centred = CentredDesign(design.values, count: y.count)
    let columns = try OrthogonalColumns(centred.columns, noise: centred.noise, cancellation)
    let first = Scaled(y)
    let mean = Scaled.mean(first.values)
    let scaled = Scaled(first.values.map { $0 - mean })
    let exponent = first.exponent + scaled.exponent
    let total = Scaled.squares(scaled.values, around: Scaled.mean(scaled.values))
    inflation = columns.inflation(of: design)
    var (residuals, products) = (scaled.values, [Double]())
    columns.project(&residuals, &products)
    let free = n - Double(columns.kept.count)
    let rest = OrthogonalColumns.dot(residuals, residuals)
    isExact = free > 0 && rest <= 1e-26 * total
    let beta = columns.solve(products)
    let shift = centred.shift(columns.kept)
    var estimates = beta
    estimates[0] = zip(shift, beta).reduce(0) { $0 + $1.0 * $1.1 }
    var variances: [Double]?
    if free > 0, !isExact {
      let found = try columns.spread(shift, residuals, errors, model: rest / free, cancellation)
      variances = found.variances
      degrees = free
      if case .clusters(_, let count) = errors { degrees = Double(count - 1) }
      test(design, columns.kept, beta, found.covariances)
      for (place, term) in columns.kept.enumerated() where term > 0 {
        let (name, sum) = (design.columns[term - 1], products[place] * products[place])
        if squares.last?.column != name { squares.append((name, 0, 0)) }
        squares[squares.count - 1].degrees += 1
        squares[squares.count - 1].sum += sum
      }
      squares = (squares + [("residual", Int(free), rest)]).map {
        ($0.column, $0.degrees, Scaled.times($0.sum, 2 * exponent))
      }
      residualError = Scaled.times((rest / free).squareRoot(), exponent)
      let spread = log(2 * Double.pi * rest / n) + 2 * Double(exponent) * log(2)
      let likelihood = -n / 2 * (spread + 1)
      logLikelihood = likelihood
      aic = 2 * Double(columns.kept.count + 1) - 2 * likelihood
    } else {
      degrees = 0
    }
    if total > 0 {
      rSquared = columns.kept.count == 1 ? 0 : 1 - rest / total
      if free > 0 { adjustedRSquared = 1 - (1 - (rSquared ?? 0)) * (n - 1) / free }
    }
    let terms = [Regression.intercept] + design.terms
    coefficients = terms.enumerated().map { place, term in
      guard let at = columns.kept.firstIndex(of: place) else { return Coefficient(term) }
      func own(_ x: Double) -> Double { Scaled.times(centred.own(x, place), exponent) }
      let estimate = own(estimates[at]) + (place == 0 ? Scaled.times(mean, first.exponent) : 0)
      return Coefficient(term, estimate, error: variances.map { own($0[at].squareRoot()) }, degrees: degrees)
    }
  }
}

/// What the coefficients T·β vary by, where T is a row beside the rows of the unit matrix.
struct CoefficientSpread {
  /// The rows of T·R⁻¹.
  let rows: [[Double]]
  /// The lower half of what is between them; nil for that of the model, which is `model` times the unit matrix.
  let middle: [[Double]]?
  let model: Double

  var variances: [Double] {
    guard let middle else { return rows.map { $0.reduce(0) { $0 + $1 * $1 } * model } }
    return rows.map { row in
      var sum = 0.0
      for i in row.indices {
        var part = row[i] * row[i] * middle[i][i]
        for j in 0..<i { part += 2 * row[i] * row[j] * middle[i][j] }
        sum += part
      }
      return sum
    }
  }

  /// The covariances of some coefficients.
  func covariances(_ places: [Int]) -> [[Double]] {
    places.map { place in
      let row = rows[place]
      let left = row.indices.map { i in
        middle.map { middle in row.indices.reduce(0) { $0 + row[$1] * middle[max(i, $1)][min(i, $1)] } } ?? row[i]
          * model
      }
      return places.map { other in zip(left, rows[other]).reduce(0) { $0 + $1.0 * $1.1 } }
    }
  }
}

extension OrthogonalColumns {
  /// The spread of T·β, where T is `first` beside the rows of the unit matrix, from residuals in the unit of y.
  func spread(
    _ first: [Double], _ residuals: [Double], _ errors: Regression.Errors, model: Double, _ cancellation: Cancellation
  ) throws(Diagnostic) -> CoefficientSpread {
    let rows = inverse(first: first)
    let k = q.count
    var middle = [[Double]](repeating: [Double](repeating: 0, count: k), count: k)
    switch errors {
    case .model: return CoefficientSpread(rows: rows, middle: nil, model: model)
    case .robust:
      var weights = [Double](repeating: 1, count: residuals.count)
      for column in q { for row in column.indices { weights[row] -= column[row] * column[row] } }
      // A row that alone decides a coefficient has leverage 1 and no residual.
      for row in weights.indices { weights[row] = weights[row] > 1e-10 ? residuals[row] / weights[row] : .nan }
      let scores = q.map { column in zip(column, weights).map { $0 * $1 } }
      for i in 0..<k {
        try cancellation.check()
        for j in 0...i { middle[i][j] = OrthogonalColumns.dot(scores[i], scores[j]) }
      }
    case .clusters(let clusters, let count):
      let n = Double(residuals.count)
      let correction = Double(count) / Double(count - 1) * (n - 1) / (n - Double(k))
      var sums = [[Double]](repeating: [Double](repeating: 0, count: count), count: k)
      for (place, column) in q.enumerated() {
        for row in column.indices { sums[place][clusters[row]] += column[row] * residuals[row] }
      }
      for i in 0..<k {
        try cancellation.check()
        for j in 0...i { middle[i][j] = correction * OrthogonalColumns.dot(sums[i], sums[j]) }
      }
    }
    return CoefficientSpread(rows: rows, middle: middle, model: model)
  }
}
