internal import Glibc
internal import PodiumCore

/// The weighted log-likelihood of a goal model and its derivatives. A point holds the intercept, the home advantage,
/// `rho`, the attacks and the defences.
struct GoalLikelihood {
  private let rows: [GoalRow]
  private let teams: Int
  private let options: GoalModelFit.Options
  private let size: Int
  /// Of what is maximised: the likelihood, less the ridge and the squares of both sums.
  private var gradient: [Double]
  /// Minus the second derivatives; the lower triangle.
  private var information: [Double]
  /// The weight of the squared sums of attacks and of defences.
  private let gauge: Double
  private let cancellation: Cancellation

  private static let fixed = 3

  /// Throws `too-large` for so many teams that the second derivatives take more memory than the matches are worth.
  init(
    _ rows: [GoalRow], teams: Int, options: GoalModelFit.Options, _ cancellation: Cancellation
  ) throws(Diagnostic) {
    size = GoalLikelihood.fixed + 2 * teams
    try cancellation.memory.check(
      "the strengths of \(teams) teams", bytes: MemoryLimits.bytes(size, times: size, each: 8 * 4),
      most: MemoryLimits.bytes(rows.count, each: 8 * 1024), help: "import the matches of fewer teams")
    (self.rows, self.teams, self.options, self.cancellation) = (rows, teams, options, cancellation)
    gradient = [Double](repeating: 0, count: size)
    information = [Double](repeating: 0, count: size * size)
    gauge = max(1, rows.reduce(0) { $0 + $1.weight } / Double(max(1, teams)))
  }

  static func point(_ model: GoalModel, _ options: GoalModelFit.Options) -> [Double] {
    [model.intercept, model.home, options.correlation ? model.rho : options.rho] + model.attack + model.defence
  }

  /// All teams equal, with the mean goals of both sides.
  var start: [Double] {
    var point = [Double](repeating: 0, count: size)
    let weight = rows.reduce(0) { $0 + $1.weight }
    let home = rows.reduce(0) { $0 + $1.weight * Double($1.homeGoals) }
    let away = rows.reduce(0) { $0 + $1.weight * Double($1.awayGoals) }
    // Half a goal keeps the logarithm finite where no one scored.
    point[0] = log((away + 0.5) / weight)
    point[1] = log((home + 0.5) / (away + 0.5))
    if !options.correlation { point[2] = options.rho }
    return point
  }

  func model(at point: [Double]) -> GoalModel {
    func centred(_ values: ArraySlice<Double>) -> (values: [Double], mean: Double) {
      let mean = values.reduce(0, +) / Double(max(1, values.count))
      return (values.map { $0 - mean }, mean)
    }
    let attack = centred(point[3..<(3 + teams)])
    let defence = centred(point[(3 + teams)...])
    return GoalModel(
      intercept: point[0] + attack.mean + defence.mean, home: point[1], rho: point[2], attack: attack.values,
      defence: defence.values)
  }

  /// The log-likelihood with the factorials; −∞ where a factor τ is not above 0.
  func logLikelihood(at point: [Double]) -> Double {
    var sum = 0.0
    for row in rows {
      let (first, second) = GoalLikelihood.logRates(row, point, teams: teams)
      let (lambda, mu) = (exp(first), exp(second))
      let factor = GoalModel.correction(row.homeGoals, row.awayGoals, lambda, mu, point[2])
      guard factor > 0 else { return -.infinity }
      sum +=
        row.weight
        * (Double(row.homeGoals) * first - lambda - lgamma(Double(row.homeGoals + 1))
          + Double(row.awayGoals) * second - mu - lgamma(Double(row.awayGoals + 1)) + log(factor))
    }
    return sum
  }

  /// What is maximised.
  func value(at point: [Double]) -> Double {
    let likelihood = logLikelihood(at: point)
    guard likelihood.isFinite else { return -.infinity }
    let (attack, defence) = (point[3..<(3 + teams)], point[(3 + teams)...])
    let (sumA, sumD) = (attack.reduce(0, +), defence.reduce(0, +))
    let squares = point[3...].reduce(0) { $0 + $1 * $1 }
    return likelihood - options.ridge / 2 * squares - gauge / 2 * (sumA * sumA + sumD * sumD)
  }

  private static func logRates(_ row: GoalRow, _ point: [Double], teams: Int) -> (Double, Double) {
    let (attack, defence) = (fixed, fixed + teams)
    return (
      point[0] + point[1] + point[attack + row.home] + point[defence + row.away],
      point[0] + point[attack + row.away] + point[defence + row.home]
    )
  }

  /// Calculates the gradient and the second derivatives at a point; the largest absolute value in the gradient.
  mutating func derivatives(at point: [Double]) -> Double {
    let (rows, teams, size, rho) = (rows, teams, size, point[2])
    for place in gradient.indices { gradient[place] = 0 }
    for place in information.indices { information[place] = 0 }
    let (attack, defence) = (GoalLikelihood.fixed, GoalLikelihood.fixed + teams)
    gradient.withUnsafeMutableBufferPointer { g in
      information.withUnsafeMutableBufferPointer { h in
        func add(_ a: Int, _ b: Int, _ value: Double) { h[a >= b ? a * size + b : b * size + a] += value }
        for row in rows {
          let (first, second) = GoalLikelihood.logRates(row, point, teams: teams)
          let terms = GoalTerms(row, lambda: exp(first), mu: exp(second), rho: rho)
          let (hA, aD, aA, hD) = (attack + row.home, defence + row.away, attack + row.away, defence + row.home)
          // log λ depends on the intercept, home, hA and aD; log μ on the intercept, aA and hD.
          g[0] += terms.u + terms.v
          g[1] += terms.u
          g[2] += terms.r
          g[hA] += terms.u
          g[aD] += terms.u
          g[aA] += terms.v
          g[hD] += terms.v
          let (uu, uv, vv, ur, vr) = (terms.uu, terms.uv, terms.vv, terms.ur, terms.vr)
          add(0, 0, uu + 2 * uv + vv)
          add(0, 1, uu + uv)
          add(1, 1, uu)
          add(2, 0, ur + vr)
          add(2, 1, ur)
          add(2, 2, terms.rr)
          for place in [hA, aD] {
            add(0, place, uu + uv)
            add(1, place, uu)
            add(2, place, ur)
            add(place, place, uu)
          }
          for place in [aA, hD] {
            add(0, place, uv + vv)
            add(1, place, uv)
            add(2, place, vr)
            add(place, place, vv)
          }
          add(hA, aD, uu)
          add(aA, hD, vv)
          add(hA, aA, uv)
          add(hA, hD, uv)
          add(aD, aA, uv)
          add(aD, hD, uv)
        }
      }
    }
    addPenalties(at: point)
    return gradient.reduce(0) { max($0, abs($1)) }
  }

  /// Adds the ridge and the squares of both sums, and keeps `rho` where it is not fitted.
  private mutating func addPenalties(at point: [Double]) {
    for first in [GoalLikelihood.fixed, GoalLikelihood.fixed + teams] {
      let sum = point[first..<(first + teams)].reduce(0, +)
      for i in first..<(first + teams) {
        gradient[i] -= gauge * sum + options.ridge * point[i]
        // A team without a match has no information but that of the ridge.
        information[i * size + i] += information[i * size + i] == 0 && options.ridge == 0 ? 1 : options.ridge
        for j in first...i { information[i * size + j] += gauge }
      }
    }
    guard !options.correlation else { return }
    gradient[2] = 0
    for place in 0..<size { information[max(place, 2) * size + min(place, 2)] = place == 2 ? 1 : 0 }
  }

  /// The factor of minus the second derivatives, from the last call of `derivatives`, with prior precisions of the first
  /// parameters (intercept, home, rho); nil where it is not definite.
  func curvature(precisions: [Double]) -> CholeskyFactor? {
    var matrix = information
    for (place, precision) in precisions.enumerated() { matrix[place * size + place] += precision }
    return CholeskyFactor(matrix, size: size, tolerance: 1e-14, cancellation: cancellation)
  }

  /// The Newton step from the last derivatives; nil where their matrix is not positive definite.
  func step(damping: Double) -> [Double]? {
    var matrix = information
    for place in 0..<size where damping > 0 { matrix[place * size + place] *= 1 + damping }
    for place in 0..<size where damping > 0 { matrix[place * size + place] += damping }
    return CholeskyFactor(matrix, size: size, tolerance: 1e-14, cancellation: cancellation)?.solve(gradient)
  }
}

/// The derivatives of one match: `u` by log λ, `v` by log μ, `r` by rho; pairs of letters are minus the second ones.
private struct GoalTerms {
  var u: Double
  var v: Double
  var r = 0.0
  var uu: Double
  var vv: Double
  var uv = 0.0
  var ur = 0.0
  var vr = 0.0
  var rr = 0.0

  init(_ row: GoalRow, lambda: Double, mu: Double, rho: Double) {
    (u, v, uu, vv) = (Double(row.homeGoals) - lambda, Double(row.awayGoals) - mu, lambda, mu)
    switch (row.homeGoals, row.awayGoals) {
    case (0, 0):
      let q = lambda * mu * rho
      let factor = 1 - q
      let second = q / (factor * factor)
      (u, v, uu, vv, uv) = (u - q / factor, v - q / factor, uu + second, vv + second, second)
      (r, ur) = (-lambda * mu / factor, lambda * mu / (factor * factor))
      vr = ur
    case (0, 1):
      let factor = 1 + lambda * rho
      (u, uu) = (u + lambda * rho / factor, uu - lambda * rho / (factor * factor))
      (r, ur) = (lambda / factor, -lambda / (factor * factor))
    case (1, 0):
      let factor = 1 + mu * rho
      (v, vv) = (v + mu * rho / factor, vv - mu * rho / (factor * factor))
      (r, vr) = (mu / factor, -mu / (factor * factor))
    case (1, 1): r = -1 / (1 - rho)
    default: break
    }
    let weight = row.weight
    (u, v, uu, vv, uv) = (u * weight, v * weight, uu * weight, vv * weight, uv * weight)
    (rr, r, ur, vr) = (r * r * weight, r * weight, ur * weight, vr * weight)
  }
}
