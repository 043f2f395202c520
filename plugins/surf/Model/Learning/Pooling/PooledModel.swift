internal import Glibc
public import PodiumCore

/// A pooled regression with its features, its strength chosen inside the training rows, and its calibration.
///
/// Terms of a condition on which good rows agree no more than all rows do are drawn to those of the level above harder, by the
/// weights of `LevelWeights`.
public struct PooledModel: Sendable, Equatable, Codable {
  /// The rows to learn from: columns of conditions, an ordered class, a spot and a person each.
  public struct Rows: Sendable {
    /// Names of the conditions, as `ShapeBasis` reads them.
    public var columns: [String]
    /// One list for each column, NaN where it is missing.
    public var values: [[Double]]
    /// From 0, the worst.
    public var classes: [Int]
    public var spots: [Int]
    public var persons: [Int]
    /// Columns that are scores: the more the better, so that how far good rows agree on them says nothing.
    public var scores: Set<Int>

    public init(
      columns: [String], values: [[Double]], classes: [Int], spots: [Int], persons: [Int], scores: Set<Int> = []
    ) {
      precondition(
        columns.count == values.count && values.allSatisfy { $0.count == classes.count }
          && spots.count == classes.count && persons.count == classes.count, "every list needs a value for each row")
      (self.columns, self.values, self.classes) = (columns, values, classes)
      (self.spots, self.persons, self.scores) = (spots, persons, scores)
    }

    public var count: Int { classes.count }

    public func selecting(_ rows: [Int]) -> Rows {
      Rows(
        columns: columns, values: values.map { column in rows.map { column[$0] } }, classes: rows.map { classes[$0] },
        spots: rows.map { spots[$0] }, persons: rows.map { persons[$0] }, scores: scores)
    }
  }

  /// How strengths are chosen.
  public enum Choice: Sendable, Equatable {
    case fixed(PoolingStrength)
    /// By the log score of held-out blocks of neighbouring rows within the training rows.
    case crossValidated
  }

  public let strength: PoolingStrength
  public let platt: PlattScaling
  let basis: ShapeBasis
  /// What each term is multiplied by: 1, except in models of older files.
  let weights: [Double]
  let tree: PoolingTree
  /// The classes that occur in training, worst first.
  let present: [Int]
  let classCount: Int
  let thresholds: [Double]
  /// One list for each node, the constant first.
  let coefficients: [[Double]]
  /// Of each node's coefficients and the thresholds; empty where no interval was asked for.
  let covariances: [[Double]]
  /// Rows of each node, so that a prediction can say whose experience it is from.
  let counts: [Int]

  static let blocks = 5

  /// Fits rows, which are in the order of time.
  ///
  /// Throws `no-rows` without rows or with one class only, `no-convergence` and `interrupted`.
  public init(
    _ rows: Rows, classCount: Int, choice: Choice = .crossValidated, keepsIntervals: Bool = false,
    cancellation: Cancellation? = nil
  ) throws(Diagnostic) {
    self = try PooledModel.learn(
      rows, classCount: classCount, choice: choice, keepsIntervals: keepsIntervals, cancellation: cancellation
    ).model
  }

  /// The same with the chance of the best class of each training row as if it had been held out; NaN where it could not be.
  public static func learn(
    _ rows: Rows, classCount: Int, choice: Choice = .crossValidated, keepsIntervals: Bool = false,
    cancellation: Cancellation? = nil
  ) throws(Diagnostic) -> (model: PooledModel, heldOut: [Double]) {
    var logOdds: [Double] = []
    let model = try PooledModel(
      rows, classCount: classCount, choice: choice, keepsIntervals: keepsIntervals, cancellation: cancellation,
      logOdds: &logOdds)
    return (model, logOdds.map { $0.isNaN ? .nan : Chance.bounded(model.platt.chance($0), of: rows.count) })
  }

  private init(
    _ rows: Rows, classCount: Int, choice: Choice, keepsIntervals: Bool, cancellation: Cancellation?,
    logOdds: inout [Double]
  ) throws(Diagnostic) {
    let present = Set(rows.classes).sorted()
    guard present.count > 1 else {
      throw Diagnostic(
        "one-class", "all training rows are of one class", help: "train on more rows, or choose another target")
    }
    let chosen: (strength: PoolingStrength, logOdds: [Double])
    switch choice {
    case .fixed(let strength): chosen = (strength, try HeldOut(rows).predictions(strength, cancellation).logOdds)
    case .crossValidated: chosen = try PooledModel.choose(rows, cancellation)
    }
    let prepared = Prepared(rows, present)
    let fit = try prepared.fit(chosen.strength, cancellation)
    (strength, basis, tree) = (chosen.strength, prepared.basis, fit.tree)
    weights = [Double](repeating: 1, count: basis.termCount)
    (self.present, self.classCount) = (present, classCount)
    thresholds = fit.thresholds
    coefficients = tree.nodes.indices.map { fit.coefficients($0) }
    covariances = keepsIntervals || present.count == 2 ? fit.covariances() ?? [] : []
    var counts = [Int](repeating: 0, count: tree.nodes.count)
    for (spot, person) in zip(rows.spots, rows.persons) {
      var node = tree.node(spot: spot, person: person)
      counts[node] += 1
      while node > 0 {
        node = tree.nodes[node].parent
        counts[node] += 1
      }
    }
    self.counts = counts
    logOdds = chosen.logOdds
    // Two classes have one chance to calibrate; of more the thresholds are fitted already.
    let known = chosen.logOdds.indices.filter { chosen.logOdds[$0].isFinite }
    platt =
      present.count == 2
      ? PlattScaling(
        logOdds: known.map { chosen.logOdds[$0] }, isGood: known.map { rows.classes[$0] == present[1] },
        isCautious: true)
        ?? PlattScaling(slope: 1, offset: 0, center: PooledModel.center(rows.classes, present)) : .identity
  }

  /// Training rows with their features and weights, which are the same for every strength.
  struct Prepared {
    let basis: ShapeBasis
    private let rows: PooledRows
    private let tree: PoolingTree
    private let weights: LevelWeights
    private let classes: Int

    init(_ rows: Rows, _ present: [Int]) {
      let basis = ShapeBasis(columns: rows.columns, values: rows.values)
      self.basis = basis
      let codes = Dictionary(present.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
      self.rows = PooledRows(
        terms: (0..<rows.count).map { row in basis.row { rows.values[$0][row] } },
        classes: rows.classes.map { codes[$0] ?? 0 }, spots: rows.spots, persons: rows.persons)
      tree = PoolingTree(spots: rows.spots, persons: rows.persons)
      weights = LevelWeights(rows, present).map(basis.termWeights)
      classes = present.count
    }

    func fit(_ strength: PoolingStrength, _ cancellation: Cancellation?) throws(Diagnostic) -> PooledFit {
      try PooledFit(
        rows, classes: classes, tree: tree, strength: strength, weights: weights, cancellation: cancellation)
    }
  }

  /// The probability of each class that occurs, worst first.
  static func shares(_ eta: Double, _ thresholds: [Double]) -> [Double] {
    var above = 1.0
    var shares: [Double] = []
    for threshold in thresholds {
      let next = OrdinalTerms.logistic(eta - threshold)
      shares.append(max(0, above - next))
      above = next
    }
    return shares + [above]
  }

  // MARK: - Prediction

  /// The probability of each class, worst first, of a row given by its columns.
  public func probabilities(spot: Int, person: Int, _ value: (Int) -> Double) -> [Double] {
    let node = tree.node(spot: spot, person: person)
    let eta = PooledFit.predictor(terms(value), coefficients[node])
    var all = [Double](repeating: 0, count: classCount)
    if present.count == 2 {
      let x = [1] + terms(value)
      let good = Chance.bounded(
        platt.chance(eta - thresholds[0], variance: variance(node, x)), of: counts[node])
      (all[present[0]], all[present[1]]) = (1 - good, good)
    } else {
      let floor = Chance.least(of: counts[node])
      let left = 1 - floor * Double(present.count)
      for (place, share) in zip(present, PooledModel.shares(eta, thresholds)) { all[place] = floor + left * share }
    }
    return all
  }

  /// The variance of the log odds of the best class by Laplace's approximation; 0 where no covariances were kept.
  private func variance(_ node: Int, _ x: [Double]) -> Double {
    guard covariances.indices.contains(node) else { return 0 }
    let size = x.count + thresholds.count
    // The contrast is x b − θ of the best class.
    let contrast = x + [Double](repeating: 0, count: thresholds.count - 1) + [-1]
    var variance = 0.0
    for i in 0..<size where contrast[i] != 0 {
      for j in 0..<size { variance += contrast[i] * covariances[node][i * size + j] * contrast[j] }
    }
    return max(0, variance)
  }

  /// The log odds of the better of two classes among all rows.
  private static func center(_ classes: [Int], _ present: [Int]) -> Double {
    PlattScaling.center(good: Double(classes.count { $0 == present.last }), of: Double(classes.count))
  }

  /// The chance of the best class with its 95 % interval (Laplace's approximation); nil where none was kept.
  public func chance(spot: Int, person: Int, _ value: (Int) -> Double) -> Chance? {
    let node = tree.node(spot: spot, person: person)
    guard covariances.indices.contains(node), let threshold = thresholds.last else { return nil }
    let x = [1] + terms(value)
    let variance = variance(node, x)
    let raw = zip(x, coefficients[node]).reduce(0) { $0 + $1.0 * $1.1 } - threshold
    let middle = platt.logOdds(raw)
    let half = 1.959963984540054 * variance.squareRoot() * platt.slope
    let level = tree.nodes[node].level
    return Chance(
      value: Chance.bounded(platt.chance(raw, variance: variance), of: counts[node]),
      low: OrdinalTerms.logistic(middle - half),
      high: OrdinalTerms.logistic(middle + half),
      source: level == .person ? .person : level == .spot ? .spot : .all)
  }

  /// Training rows of the deepest level that knows a person at a spot.
  public func count(spot: Int, person: Int) -> Int { counts[tree.node(spot: spot, person: person)] }

  private func terms(_ value: (Int) -> Double) -> [Double] {
    zip(basis.row(value), weights).map { $0 * $1 }
  }

  /// Whether all parts fit together, for a model that was read from a file.
  public func isWhole(columns: Int) -> Bool {
    let width = basis.termCount + 1
    return basis.isWhole && basis.columns.count == columns && weights.count == basis.termCount && tree.isWhole
      && coefficients.count == tree.nodes.count && counts.count == tree.nodes.count
      && coefficients.allSatisfy { $0.count == width && $0.allSatisfy(\.isFinite) } && present.count >= 2
      && thresholds.count == present.count - 1 && thresholds.allSatisfy(\.isFinite) && classCount <= 100_000
      && present.allSatisfy { (0..<max(0, classCount)).contains($0) } && weights.allSatisfy(\.isFinite)
      && zip(present, present.dropFirst()).allSatisfy { $0 < $1 } && platt.slope.isFinite && platt.offset.isFinite
      && (covariances.isEmpty
        || covariances.count == tree.nodes.count
          && covariances.allSatisfy { $0.count == (width + thresholds.count) * (width + thresholds.count) })
  }

  /// The number of classes it was fitted for.
  public var classes: Int { classCount }

  /// About how many bytes it takes.
  public var byteCount: Int {
    8 * (coefficients.count * (basis.termCount + 1) + covariances.reduce(0) { $0 + $1.count } + 4 * basis.termCount)
  }
}

extension PooledModel.Rows {
  /// What a difference of each column is multiplied by: the root of its weight over the spread of all rows.
  ///
  /// For directions a difference is a chord. What does not vary has 0.
  public var distanceScales: [Double] {
    let present = Set(classes).sorted()
    guard present.count > 1 else { return columns.map { _ in 1 } }
    return zip(LevelWeights(self, present)[.person], zip(columns, values)).map { weight, column in
      let isCircular = column.0.hasSuffix("_deg")
      guard let range = LearnedRange(isCircular ? .swellDirection : .height, good: column.1, background: column.1),
        range.backgroundSpread > 0
      else { return 0 }
      let spread =
        isCircular
        ? (2 * range.backgroundSpread).squareRoot() : range.backgroundSpread / LearnedRange.normalQuartiles
      return weight.squareRoot() / spread
    }
  }
}
