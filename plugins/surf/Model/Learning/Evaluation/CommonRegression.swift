internal import Glibc
internal import PodiumCore

/// One logistic regression for all people: what a group's windows say without looking at whose they are.
///
/// Its features are numbers in standard deviations and their squares, and the sines and cosines of once and twice a direction.
/// What is missing is at the mean.
struct CommonRegression {
  /// What a row has: numbers, and directions in degrees.
  struct Features {
    var numbers: [Double]
    var directions: [Double]
  }

  private var (means, deviations) = ([Double](), [Double]())
  private var (coefficients, threshold) = ([Double](), 0.0)

  /// Fits rows of both classes; throws `no-convergence` and `interrupted`.
  init(_ rows: [Features], isGood: [Bool], _ cancellation: Cancellation) throws(Diagnostic) {
    for place in rows.first?.numbers.indices ?? 0..<0 {
      let known = rows.map { $0.numbers[place] }.filter(\.isFinite)
      let mean = known.mean ?? 0
      let variance = known.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(1, known.count))
      means.append(mean)
      deviations.append(variance > 0 ? variance.squareRoot() : 1)
    }
    let terms = rows.map(terms)
    let columns = (terms.first?.indices ?? 0..<0).map { place in terms.map { $0[place] } }
    let found = try ProportionalOdds(
      Matrix(columns: columns, rows: rows.count), isGood.map { $0 ? 1 : 0 }, classes: 2, c: 1
    ).solve(cancellation)
    (coefficients, threshold) = (found.coefficients, found.thresholds[0])
  }

  func chance(_ row: Features) -> Double {
    ProportionalOdds.chance(zip(coefficients, terms(row)).reduce(-threshold) { $0 + $1.0 * $1.1 })
  }

  private func terms(_ row: Features) -> [Double] {
    let numbers = row.numbers.enumerated().flatMap { place, value -> [Double] in
      let z = value.isFinite ? (value - means[place]) / deviations[place] : 0
      return [z, z * z]
    }
    return numbers
      + row.directions.flatMap { degrees -> [Double] in
        guard degrees.isFinite else { return [0, 0, 0, 0] }
        let angle = degrees * .pi / 180
        return [sin(angle), cos(angle), sin(2 * angle), cos(2 * angle)]
      }
  }
}
