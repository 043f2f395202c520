internal import Glibc
internal import PodiumCore

/// One logistic regression for all people: what a group's windows say without looking at whose they are.
///
/// Conditions of which ranges are stated count as positions in those, the others as they are; each with its square, a
/// direction with its sine and cosine, in standard deviations. What is missing is at the mean.
struct CommonRegression {
  private let variables: [ConditionVariable]
  private let stated: [ConditionVariable]
  private var (means, deviations) = ([Double](), [Double]())
  private var (coefficients, threshold) = ([Double](), 0.0)

  /// Fits rows of both classes; throws `no-convergence` and `interrupted`.
  init(
    _ rows: [AlertStudy.Row], _ variables: [ConditionVariable], stated: [ConditionVariable],
    _ cancellation: Cancellation
  ) throws(Diagnostic) {
    (self.variables, self.stated) = (variables.filter { !stated.contains($0) }, stated)
    let terms = rows.map(terms)
    for place in terms.first?.indices ?? 0..<0 {
      let known = terms.map { $0[place] }.filter(\.isFinite)
      let mean = known.isEmpty ? 0 : known.reduce(0, +) / Double(known.count)
      let variance = known.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(1, known.count))
      means.append(mean)
      deviations.append(variance > 0 ? variance.squareRoot() : 1)
    }
    let columns = means.indices.map { place in terms.map { standardised($0[place], place) } }
    let found = try ProportionalOdds(
      Matrix(columns: columns, rows: rows.count), rows.map { $0.alert.isGood ? 1 : 0 }, classes: 2, c: 1
    ).solve(cancellation)
    (coefficients, threshold) = (found.coefficients, found.thresholds[0])
  }

  func chance(_ row: AlertStudy.Row) -> Double {
    let terms = terms(row)
    return ProportionalOdds.chance(
      terms.indices.reduce(-threshold) { $0 + coefficients[$1] * standardised(terms[$1], $1) })
  }

  private func standardised(_ value: Double, _ place: Int) -> Double {
    value.isFinite ? (value - means[place]) / deviations[place] : 0
  }

  private func terms(_ row: AlertStudy.Row) -> [Double] {
    let own = variables.flatMap { variable -> [Double] in
      let value = row.conditions[variable]
      let angle = value * .pi / 180
      return variable.isCircular ? [sin(angle), cos(angle)] : [value, value * value]
    }
    let positions = stated.map { row.position[$0] }
    // How far conditions are outside of the ranges, in half widths.
    let miss = positions.map { max(0, $0.magnitude - 1) }.filter(\.isFinite).reduce(0) { $0 + $1 * $1 }.squareRoot()
    return own + positions.flatMap { [$0, $0 * $0] } + (stated.isEmpty ? [] : [min(5, miss)])
  }
}
