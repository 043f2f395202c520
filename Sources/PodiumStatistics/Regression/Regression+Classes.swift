internal import Glibc
public import PodiumCore
internal import PodiumLearn

extension Regression {
  private static let maxRounds = 200

  /// Fits the log-odds of the second of two classes by maximum likelihood; `y` has 0 and 1.
  ///
  /// Newton's method, each step as weighted least squares by orthogonal columns (P. McCullagh, J. A. Nelder, *Generalized linear
  /// models*, 2nd edition, 1989, 2.5), halved while the likelihood falls. It stops when no sum of a row changes by 1e-10. Where the
  /// likelihood has settled and the coefficients still grow, classes are separated (A. Albert, J. A. Anderson, *On the existence
  /// of maximum likelihood estimates in logistic regression models*, Biometrika 71, 1984). Throws `separable`,
  /// `no-convergence` and `interrupted`.
  public init(
    odds y: [Double], _ design: Design, errors: Errors, _ cancellation: Cancellation
  ) throws(Diagnostic) {
    self.init(rowCount: y.count)
    let centred = CentredDesign(design.values, count: y.count)
    let orthogonal = try OrthogonalColumns(centred.columns, noise: centred.noise, cancellation)
    inflation = orthogonal.inflation(of: design)
    let kept = orthogonal.kept
    let columns = kept.map { centred.columns[$0] }
    var (beta, sums) = ([Double](repeating: 0, count: kept.count), [Double](repeating: 0, count: y.count))
    var likelihood = Regression.likelihood(y, sums)
    var (rounds, settled, lastChange) = (0, 0, Double.infinity)
    var step = try WeightedStep(columns, y, sums, cancellation)
    while true {
      var moves = [Double](repeating: 0, count: y.count)
      for (column, factor) in zip(columns, step.beta) { OrthogonalColumns.subtract(column, -factor, from: &moves) }
      let change = moves.reduce(0) { max($0, $1.magnitude) }
      var length = 1.0
      var next = sums
      while true {
        for row in next.indices { next[row] = sums[row] + length * moves[row] }
        let value = Regression.likelihood(y, next)
        if value >= likelihood - 1e-13 * (1 + likelihood.magnitude) || length < 1e-9 {
          likelihood = value
          break
        }
        length /= 2
      }
      for place in beta.indices { beta[place] += length * step.beta[place] }
      sums = next
      let gain = step.decrement
      step = try WeightedStep(columns, y, sums, cancellation)
      if change < 1e-10 { break }
      // Near a maximum each change is much smaller than the one before.
      settled = gain < 1e-12 && change > lastChange / 2 ? settled + 1 : 0
      if settled >= 3, change > 1e-6 { throw Regression.separable(design, kept, centred, step.beta) }
      if settled >= 3 { break }
      lastChange = change
      rounds += 1
      if rounds > Regression.maxRounds { throw .unsettled(rounds) }
    }
    step = try WeightedStep(columns, y, sums, passes: 2, cancellation)
    let shift = centred.shift(kept)
    let spread = try step.columns.spread(shift, step.residuals, errors, model: 1, cancellation)
    let variances = spread.variances
    test(design, kept, beta, spread.covariances)
    let names = [Regression.intercept] + design.terms
    var estimates = beta
    estimates[0] = zip(shift, beta).reduce(0) { $0 + $1.0 * $1.1 }
    coefficients = names.enumerated().map { place, term in
      guard let at = kept.firstIndex(of: place) else { return Coefficient(term) }
      return Coefficient(
        term, centred.own(estimates[at], place), error: centred.own(variances[at].squareRoot(), place),
        degrees: degrees)
    }
    setLikelihood(likelihood, parameters: kept.count, counts: [y.count { $0 == 0 }, y.count { $0 == 1 }])
  }

  /// Fits the log-odds of a class up to each threshold, threshold − x·w, by maximum likelihood; `places` has the places of
  /// `classes` ordered classes that all have rows.
  ///
  /// P. McCullagh, *Regression models for ordinal data*, Journal of the Royal Statistical Society B 42, 1980. Throws `separable`,
  /// `no-convergence`, `singular` and `interrupted`.
  public init(
    ordered places: [Int], classes: [String], _ design: Design, _ cancellation: Cancellation
  ) throws(Diagnostic) {
    self.init(rowCount: places.count)
    let centred = CentredDesign(design.values, count: places.count)
    let orthogonal = try OrthogonalColumns(centred.columns, noise: centred.noise, cancellation)
    inflation = orthogonal.inflation(of: design)
    let kept = orthogonal.kept
    let features = Matrix(columns: kept.dropFirst().map { centred.columns[$0] }, rows: places.count)
    let found: ProportionalOdds.Likelihood
    do throws(Diagnostic) {
      found = try ProportionalOdds(features, places, classes: classes.count, c: nil).maximum(cancellation)
    } catch {
      guard error.code == Diagnostic.separable.code else { throw error }
      throw Regression.separable(design, kept, centred, [])
    }
    let p = features.columns
    let names = [Regression.intercept] + design.terms
    for (place, term) in names.enumerated().dropFirst() {
      guard let at = kept.firstIndex(of: place).map({ $0 - 1 }) else {
        coefficients.append(Coefficient(term))
        continue
      }
      let error = found.covariance[at * (p + classes.count - 1) + at].squareRoot()
      coefficients.append(
        Coefficient(
          term, centred.own(found.coefficients[at], place), error: centred.own(error, place), degrees: degrees))
    }
    let size = p + classes.count - 1
    test(design, kept, [0] + found.coefficients) { places in
      places.map { i in places.map { found.covariance[(i - 1) * size + $0 - 1] } }
    }
    // A threshold of columns around their means moves by the means.
    let shift = centred.shift(kept).dropFirst().map { -$0 }
    for (place, threshold) in found.thresholds.enumerated() {
      let own = shift + (0..<(size - p)).map { $0 == place ? 1 : 0 }
      let variance = (0..<size).reduce(0.0) { sum, i in
        (0..<size).reduce(sum) { $0 + own[i] * own[$1] * found.covariance[i * size + $1] }
      }
      let term = Design.Term(
        name: "\(classes[place]) | \(classes[place + 1])", field: "threshold\(place + 1)")
      let estimate = threshold + zip(shift, found.coefficients).reduce(0) { $0 + $1.0 * $1.1 }
      coefficients.append(Coefficient(term, estimate, error: variance.squareRoot(), degrees: degrees))
    }
    let counts = classes.indices.map { place in places.count { $0 == place } }
    setLikelihood(found.logLikelihood, parameters: p + classes.count - 1, counts: counts)
  }

  private mutating func setLikelihood(_ value: Double, parameters: Int, counts: [Int]) {
    logLikelihood = value
    aic = 2 * Double(parameters) - 2 * value
    let null = counts.reduce(0) { $0 + ($1 > 0 ? Double($1) * log(Double($1) / Double(rowCount)) : 0) }
    if null < 0 { pseudoRSquared = 1 - value / null }
  }

  /// The log-likelihood of 0 and 1 with the log-odds of each row.
  private static func likelihood(_ y: [Double], _ sums: [Double]) -> Double {
    var sum = CompensatedSum()
    for (answer, x) in zip(y, sums) {
      // −log(1 + exp(∓x)) without overflow.
      let z = answer == 1 ? x : -x
      sum.add(z >= 0 ? -log1p(exp(-z)) : z - log1p(exp(z)))
    }
    return sum.value
  }

  /// The error of classes that are separated, with the columns that still grow.
  private static func separable(
    _ design: Design, _ kept: [Int], _ centred: CentredDesign, _ growth: [Double]
  ) -> Diagnostic {
    var text = ""
    let moves = zip(kept, growth).filter { $0.0 > 0 }.map {
      (name: design.terms[$0.0 - 1].name, size: $0.1.magnitude * OrthogonalColumns.length(centred.columns[$0.0]))
    }
    let largest = moves.map(\.size).max() ?? 0
    let growing = moves.filter { $0.size > 0.1 * largest }.map { "'\($0.name)'" }
    if !growing.isEmpty { text = ": " + growing.prefix(4).joined(separator: ", ") + (growing.count > 4 ? ", …" : "") }
    return Diagnostic(
      "separable",
      "columns separate the classes, so the likelihood has no maximum and coefficients no finite estimate\(text)",
      help: "leave out what separates them, or use a penalty: fit logistic or fit ordinal")
  }
}

extension Diagnostic {
  /// Coefficients that have not settled, of a likelihood without a penalty.
  fileprivate static func unsettled(_ rounds: Int) -> Diagnostic {
    Diagnostic(
      "no-convergence", "the coefficients did not converge in \(rounds) rounds",
      help: "leave out columns that nearly add up to others")
  }
}

/// A Newton step of the logistic likelihood as weighted least squares.
private struct WeightedStep {
  let columns: OrthogonalColumns
  let beta: [Double]
  /// For each row its residual by the root of its weight.
  let residuals: [Double]
  /// What the likelihood gains by the step, twice.
  let decrement: Double

  init(
    _ given: [[Double]], _ y: [Double], _ sums: [Double], passes: Int = 1, _ cancellation: Cancellation
  ) throws(Diagnostic) {
    var (roots, rest) = (sums, sums)
    for row in sums.indices {
      let small = exp(-sums[row].magnitude)
      let root = small.squareRoot() / (1 + small)
      // The share of the class that is not there, without cancellation.
      let miss = (y[row] == 1) == (sums[row] >= 0) ? small / (1 + small) : 1 / (1 + small)
      roots[row] = root
      rest[row] = root > 0 ? (y[row] == 1 ? miss : -miss) / root : 0
    }
    columns = try OrthogonalColumns(
      given.map { column in zip(column, roots).map { $0 * $1 } }, tolerance: 0, passes: passes, cancellation)
    guard columns.kept.count == given.count else { throw .unsettled(0) }
    residuals = rest
    var products: [Double] = []
    columns.project(&rest, &products)
    beta = columns.solve(products)
    decrement = products.reduce(0) { $0 + $1 * $1 }
  }
}
