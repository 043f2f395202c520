public import PodiumCore

/// Chances of ordered ratings by conditions, in which each person differs from all by as much as their rows show.
///
/// A regression of proportional odds (for two classes logistic) on the terms of `ShapeBasis` and the spot, in which each
/// person has coefficients of their own, drawn to those of all by how alike people are (`ProportionalOdds`, empirical Bayes
/// with slopes). Two classes are calibrated on held-out blocks of neighbouring rows, so that a swell is not on both sides.
public struct PooledModel: Sendable, Equatable, Codable {
  let fit: PooledFit
  public let platt: PlattScaling
  /// Of the coefficients of all and the threshold, by which few rows make a chance less sure; empty for other than two classes.
  private let covariance: [Double]
  /// Of what each person has added; nil in models of older files.
  private let people: [PersonCovariance]?
  /// The classes that occur in training, worst first.
  let present: [Int]
  let classCount: Int
  let rowCount: Int

  static let blocks = 5

  /// Fits rows, which are in the order of time.
  ///
  /// Throws `one-class` where all rows are of one class, `no-convergence` and `interrupted`.
  public init(
    _ rows: PooledRows, classCount: Int, ridge: Double = 1, cancellation: Cancellation = Cancellation()
  ) throws(Diagnostic) {
    self = try PooledModel.learn(rows, classCount: classCount, ridge: ridge, cancellation: cancellation).model
  }

  /// The same with the chance of the best class of each training row as if it had been held out; NaN where it could not be.
  public static func learn(
    _ rows: PooledRows, classCount: Int, ridge: Double = 1, cancellation: Cancellation = Cancellation()
  ) throws(Diagnostic) -> (model: PooledModel, heldOut: [Double]) {
    let present = Set(rows.classes).sorted()
    guard present.count > 1 else {
      throw Diagnostic(
        "one-class", "all training rows are of one class", help: "train on more rows, or choose another target")
    }
    let fit = try PooledFit(rows, present, ridge: ridge, cancellation)
    let logOdds = present.count == 2 ? try heldOut(rows, ridge: ridge, cancellation) : []
    let known = logOdds.indices.filter { logOdds[$0].isFinite }
    // Two classes have one chance to calibrate; of more the thresholds are fitted already.
    var platt = PlattScaling.identity
    if present.count == 2 {
      let level = PlattScaling.Level(
        good: Double(rows.classes.count { $0 == present[1] }), of: Double(rows.count), unlike: rows.likeness.unlikeCount
      )
      platt =
        PlattScaling(
          logOdds: known.map { logOdds[$0] }, isGood: known.map { rows.classes[$0] == present[1] }, isCautious: true,
          level: level) ?? PlattScaling(slope: 1, offset: 0, level: level)
    }
    let (covariance, people) = present.count == 2 ? fit.covariance(rows, ridge: ridge) : ([], [])
    let model = PooledModel(
      fit: fit, platt: platt, covariance: covariance, people: people, present: present, classCount: classCount,
      rowCount: rows.count)
    return (model, logOdds.map { $0.isNaN ? .nan : Chance.bounded(platt.chance($0), of: rows.count) })
  }

  private init(
    fit: PooledFit, platt: PlattScaling, covariance: [Double], people: [PersonCovariance], present: [Int],
    classCount: Int, rowCount: Int
  ) {
    (self.fit, self.platt, self.covariance, self.people) = (fit, platt, covariance, people)
    self.present = present
    (self.classCount, self.rowCount) = (classCount, rowCount)
  }

  /// The log odds of the better class in blocks of neighbouring rows, each by the other rows; NaN where those have one class.
  private static func heldOut(
    _ rows: PooledRows, ridge: Double, _ cancellation: Cancellation
  ) throws(Diagnostic) -> [Double] {
    var logOdds = [Double](repeating: .nan, count: rows.count)
    let count = min(blocks, rows.count)
    for block in 0..<count {
      let (start, end) = (rows.count * block / count, rows.count * (block + 1) / count)
      let own = rows.selecting(Array(0..<start) + Array(end..<rows.count))
      let occurring = Set(own.classes).sorted()
      guard occurring.count > 1 else { continue }
      let fit = try PooledFit(own, occurring, ridge: ridge, cancellation)
      for row in start..<end {
        logOdds[row] = fit.logOdds(spot: rows.spots[row], person: rows.persons[row]) { rows.values[$0][row] }
      }
    }
    return logOdds
  }

  /// The probability of each class, worst first, of a row given by its columns.
  public func probabilities(spot: Int, person: Int, _ value: (Int) -> Double) -> [Double] {
    var all = [Double](repeating: 0, count: classCount)
    if present.count == 2 {
      let logOdds = fit.logOdds(spot: spot, person: person, value)
      let variance = fit.variance(covariance, people ?? [], spot: spot, person: person, value)
      let good = Chance.bounded(platt.chance(logOdds, variance: variance), of: rowCount)
      (all[present[0]], all[present[1]]) = (1 - good, good)
      return all
    }
    let sum = fit.sum(spot: spot, person: person, value)
    let floor = Chance.least(of: rowCount)
    var above = 1.0
    for (place, code) in present.enumerated() {
      let next = place < fit.thresholds.count ? ProportionalOdds.chance(sum - fit.thresholds[place]) : 0
      all[code] = floor + (1 - floor * Double(present.count)) * max(0, above - next)
      above = next
    }
    return all
  }

  /// Whether all parts fit together, for a model that was read from a file.
  public func isWhole(columns: Int) -> Bool {
    fit.isWhole(columns: columns, classes: present.count) && (2...100_000).contains(classCount)
      && present.allSatisfy { (0..<classCount).contains($0) }
      && zip(present, present.dropFirst()).allSatisfy { $0 < $1 }
      && platt.slope.isFinite && platt.offset.isFinite && rowCount >= 0
      && (covariance.isEmpty || covariance.count == fit.size * fit.size && covariance.allSatisfy(\.isFinite))
      && (people ?? []).allSatisfy { $0.isWhole(size: fit.size) }
  }

  /// The number of classes it was fitted for.
  public var classes: Int { classCount }

  /// About how many bytes it takes.
  public var byteCount: Int {
    8 * (1 + fit.effects.count) * (1 + fit.coefficients.count) + 16 * (people?.count ?? 0) * fit.size * fit.size
  }
}

/// How uncertain what one person has added is: given the coefficients of all, and how it moves with these.
struct PersonCovariance: Sendable, Equatable, Codable {
  /// Z' W Z + 1 / the variance of what people add, inverted: size × size.
  let own: [Double]
  /// The same times Z' W X, size × size: what an effect is changed by for a change of the coefficients of all.
  let coupling: [Double]

  func isWhole(size: Int) -> Bool {
    own.count == size * size && coupling.count == size * size && (own + coupling).allSatisfy(\.isFinite)
  }
}

/// The coefficients of all and what those of each person have added.
struct PooledFit: Sendable, Equatable, Codable {
  let basis: ShapeBasis
  /// What each term is multiplied by: conditions on which good rows agree are held less.
  let weights: [Double]
  /// The spots that have a term; none where there is one.
  let spots: [Int]
  let persons: [Int]
  let coefficients: [Double]
  let thresholds: [Double]
  /// For each person, the constant first.
  let effects: [[Double]]
  /// The standard deviation of the numbers of effects; nil in models of older files.
  let deviation: Double?

  init(_ rows: PooledRows, _ present: [Int], ridge: Double, _ cancellation: Cancellation) throws(Diagnostic) {
    let basis = ShapeBasis(columns: rows.columns, values: rows.values)
    let weights = basis.termWeights(ConditionWeights.weights(rows, present, areShared: true))
    let (known, persons) = (Set(rows.spots).sorted(), Set(rows.persons).sorted())
    let spots = known.count > 1 ? known : []
    var terms = Matrix(rows: rows.count, columns: basis.termCount + spots.count)
    for row in 0..<rows.count {
      let own = PooledFit.terms(basis, weights, spots, spot: rows.spots[row]) { rows.values[$0][row] }
      for (column, value) in own.enumerated() { terms[row, column] = value }
    }
    let codes = Dictionary(present.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let places = Dictionary(persons.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let odds = try ProportionalOdds(terms, rows.classes.map { codes[$0] ?? 0 }, classes: present.count, c: 1 / ridge)
    (self.basis, self.weights, self.spots, self.persons) = (basis, weights, spots, persons)
    do throws(Diagnostic) {
      let found = try odds.solve(
        groups: rows.persons.map { places[$0] ?? -1 }, count: persons.count, slopes: true, cancellation: cancellation)
      (coefficients, thresholds, effects) = (found.coefficients, found.thresholds, found.effects)
      deviation = found.deviation
    } catch {
      // A few rows of each person can tell the classes apart: then nothing is known of how alike people are.
      guard error.code == "separable" || error.code == "no-convergence" else { throw error }
      (coefficients, thresholds) = try odds.solve(cancellation)
      effects = persons.map { _ in [Double](repeating: 0, count: 1 + terms.columns) }
      deviation = 0
    }
  }

  private static func terms(
    _ basis: ShapeBasis, _ weights: [Double], _ spots: [Int], spot: Int, _ value: (Int) -> Double
  ) -> [Double] {
    zip(basis.row(value), weights).map { $0 * $1 } + spots.map { $0 == spot ? 1 : 0 }
  }

  /// The sum of the terms with the coefficients of a person; of someone without rows with those of all.
  func sum(spot: Int, person: Int, _ value: (Int) -> Double) -> Double {
    let terms = PooledFit.terms(basis, weights, spots, spot: spot, value)
    let own = persons.firstIndex(of: person).map { effects[$0] }
    return terms.indices.reduce(own?[0] ?? 0) { $0 + terms[$1] * (coefficients[$1] + (own?[$1 + 1] ?? 0)) }
  }

  /// The log odds of the best class.
  func logOdds(spot: Int, person: Int, _ value: (Int) -> Double) -> Double {
    sum(spot: spot, person: person, value) - (thresholds.last ?? 0)
  }

  /// The number of coefficients of all, and the threshold of two classes.
  var size: Int { coefficients.count + 1 }

  /// The design of a row: of the coefficients of all and the threshold, and of what a person adds.
  private func design(spot: Int, _ value: (Int) -> Double) -> (all: [Double], own: [Double]) {
    let terms = PooledFit.terms(basis, weights, spots, spot: spot, value)
    return (terms + [-1], [1] + terms)
  }

  /// The covariance of the coefficients of all and the threshold by Laplace's approximation, size × size, and that of what
  /// each person adds; empty where it is not defined.
  ///
  /// What people add is not known either: it is solved away for the coefficients of all (Schur complement), and its own
  /// uncertainty is kept beside theirs.
  func covariance(_ rows: PooledRows, ridge: Double) -> (all: [Double], people: [PersonCovariance]) {
    let added = deviation ?? 0
    let places = Dictionary(persons.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var information = [Double](repeating: 0, count: size * size)
    var own = [[Double]](repeating: information, count: added > 0 ? persons.count : 0)
    var cross = own
    for row in 0..<rows.count {
      let value = { (column: Int) in rows.values[column][row] }
      let chance = ProportionalOdds.chance(logOdds(spot: rows.spots[row], person: rows.persons[row], value))
      let (x, z) = design(spot: rows.spots[row], value)
      let person = added > 0 ? places[rows.persons[row]] : nil
      for i in 0..<size {
        let (weight, weightOwn) = (chance * (1 - chance) * x[i], chance * (1 - chance) * z[i])
        for j in 0..<size { information[i * size + j] += weight * x[j] }
        guard let person else { continue }
        for j in 0..<size {
          own[person][i * size + j] += weightOwn * z[j]
          cross[person][i * size + j] += weightOwn * x[j]
        }
      }
    }
    for i in 0..<(size - 1) { information[i * size + i] += ridge }
    var people: [PersonCovariance] = []
    for person in own.indices {
      for i in 0..<size { own[person][i * size + i] += 1 / (added * added) }
      guard let inverse = CholeskyFactor(own[person], size: size)?.inverse() else { return ([], []) }
      var coupling = [Double](repeating: 0, count: size * size)
      for i in 0..<size {
        for k in 0..<size {
          for j in 0..<size { coupling[i * size + j] += inverse[i * size + k] * cross[person][k * size + j] }
        }
      }
      for k in 0..<size {
        for i in 0..<size {
          for j in 0..<size { information[i * size + j] -= cross[person][k * size + i] * coupling[k * size + j] }
        }
      }
      people.append(PersonCovariance(own: inverse, coupling: coupling))
    }
    guard let all = CholeskyFactor(information, size: size)?.inverse() else { return ([], []) }
    return (all, people)
  }

  /// The variance of log odds of a person by these covariances; of someone without rows with the spread of people.
  func variance(
    _ covariance: [Double], _ people: [PersonCovariance], spot: Int, person: Int, _ value: (Int) -> Double
  ) -> Double {
    guard !covariance.isEmpty else { return 0 }
    var (x, z) = design(spot: spot, value)
    var sum = 0.0
    if let place = persons.firstIndex(of: person), people.indices.contains(place) {
      let (own, coupling) = (people[place].own, people[place].coupling)
      for i in 0..<size {
        for j in 0..<size {
          sum += z[i] * own[i * size + j] * z[j]
          x[j] -= z[i] * coupling[i * size + j]
        }
      }
    } else if !people.isEmpty, let deviation {
      sum = deviation * deviation * z.reduce(0) { $0 + $1 * $1 }
    }
    for i in 0..<size { for j in 0..<size { sum += x[i] * covariance[i * size + j] * x[j] } }
    return max(0, sum)
  }

  func isWhole(columns: Int, classes: Int) -> Bool {
    let width = basis.termCount + spots.count
    return basis.isWhole && basis.columns.count == columns && weights.count == basis.termCount && classes >= 2
      && thresholds.count == classes - 1
      && coefficients.count == width && effects.count == persons.count
      && (coefficients + thresholds + weights).allSatisfy(\.isFinite)
      && effects.allSatisfy { $0.count == width + 1 && $0.allSatisfy(\.isFinite) }
  }
}
