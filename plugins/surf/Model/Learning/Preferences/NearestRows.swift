internal import Glibc
internal import PodiumCore

/// Rated rows, and how the rows nearest to some conditions are rated.
///
/// Similarity is exp(−d² / 2), where d² sums the squares of the scaled differences, circular for directions, and 1 each for
/// another spot and another person. In this target because it looks at every row for each prediction.
public struct NearestRows: Sendable {
  let k: Int
  let classCount: Int
  let codes: [Int]
  let spots: [Int]
  let persons: [Int]
  let values: [[Double]]
  let scales: [Double]
  let isCircular: [Bool]
  /// The share of each class, with half a row added to each.
  private let bases: [Double]
  /// Of two classes.
  private var platt: PlattScaling?

  /// The class, spot and person of each row; `values` has a list, `scales` a factor and `isCircular` a truth for each condition.
  ///
  /// Unless it `calibrates`, the chances of two classes are the plain ones.
  public init(
    k: Int, classCount: Int, codes: [Int], spots: [Int], persons: [Int], values: [[Double]], scales: [Double],
    isCircular: [Bool], calibrates: Bool = true
  ) {
    (self.k, self.classCount) = (k, classCount)
    (self.codes, self.spots, self.persons) = (codes, spots, persons)
    (self.values, self.scales, self.isCircular) = (values, scales, isCircular)
    var counts = [Double](repeating: 0.5, count: classCount)
    for code in codes where counts.indices.contains(code) { counts[code] += 1 }
    let all = counts.reduce(0, +)
    bases = counts.map { $0 / all }
    platt = nil
    if classCount == 2, calibrates { platt = NearestRows.calibration(self) }
  }

  /// The chance of each class by the k rows nearest to conditions, at a spot and of a person.
  ///
  /// Of two classes it is calibrated on blocks of neighbouring rows that are held out. What is unlike all rows is answered
  /// by the shares of all, as far as the nearest row is unlike.
  public func shares(_ conditions: [Double], spot: Int, person: Int) -> [Double] {
    let (found, likeness) = shares(conditions, spot: spot, person: person, among: Array(codes.indices))
    guard let platt, found.count == 2 else {
      return zip(bases, found).map { base, share in base + likeness * (share - base) }
    }
    let good = Chance.bounded(platt.chance(LogOdds.of(found[1]), likeness: likeness), of: codes.count)
    return [1 - good, good]
  }

  private static let blocks = 5

  /// The calibration of two classes on blocks, for at most some hundred rows.
  private static func calibration(_ rows: NearestRows) -> PlattScaling {
    let count = rows.codes.count
    let likeness = RowLikeness(
      values: rows.values, scales: rows.scales, isCircular: rows.isCircular, spots: rows.spots, persons: rows.persons)
    let good = rows.codes.count { $0 == 1 }
    let level = PlattScaling.Level(good: Double(good), of: Double(count), unlike: likeness.unlikeCount)
    if good == 0 || good == count { return .constant(level) }
    // Fewer rows tell nothing of how sure they are.
    let plain = PlattScaling.plain(level)
    guard count >= 10 else { return plain }
    let step = max(1, count / 500)
    let places = Array(stride(from: 0, to: count, by: step))
    let logOdds = places.map { place -> Double in
      let block = place * blocks / count
      let (start, end) = (count * block / blocks, count * (block + 1) / blocks)
      let found = rows.shares(
        rows.values.map { $0[place] }, spot: rows.spots[place], person: rows.persons[place],
        among: Array(0..<start) + Array(end..<count))
      return LogOdds.of(found.shares[1])
    }
    return PlattScaling(
      logOdds: logOdds, isGood: places.map { rows.codes[$0] == 1 }, level: level) ?? plain
  }

  /// The shares among the nearest of some rows, and how alike the nearest of them is; what is missing tells nothing apart.
  func shares(
    _ conditions: [Double], spot: Int, person: Int, among places: [Int]
  ) -> (shares: [Double], likeness: Double) {
    var distances = [Double](repeating: 0, count: places.count)
    for column in conditions.indices where scales[column] > 0 {
      let (value, scale, known) = (conditions[column], scales[column], values[column])
      let turns = isCircular[column]
      for (place, other) in places.enumerated() {
        let apart = RowLikeness.difference(known[other], value, isCircular: turns)
        if apart.isFinite { distances[place] += apart * apart * scale * scale }
      }
    }
    for (place, other) in places.enumerated() {
      if spots[other] != spot { distances[place] += 1 }
      if persons[other] != person { distances[place] += 1 }
    }
    // Only the nearest are put in order: there are many more rows than neighbours.
    var nearest: [Double] = []
    for distance in distances where nearest.count < k || distance < nearest[nearest.count - 1] {
      if nearest.count == k { nearest.removeLast() }
      nearest.insert(distance, at: nearest.partitioningIndex { $0 > distance })
    }
    // Equally near rows answer together, so that their order does not matter.
    let (least, limit) = (nearest.first ?? 0, nearest.last ?? 0)
    let near = places.indices.filter { distances[$0] <= limit }
    let weights = near.map { exp(-(distances[$0] - least) / 2) }
    var shares = [Double](repeating: 0, count: classCount)
    for (place, weight) in zip(near, weights) { shares[codes[places[place]]] += weight }
    let sum = shares.reduce(0, +)
    let shrunk = shares.enumerated().map { step, share in
      NearestRows.shrunk(share / sum, base: bases[step], weights: weights)
    }
    return (shrunk, exp(-least / 2))
  }

  /// A share among weighted rows with rows of the base rate added, so that few neighbours never give 0 or 1.
  ///
  /// The rows count as (Σ w)² / Σ w².
  static func shrunk(_ share: Double, base: Double, weights: [Double]) -> Double {
    let (sum, squares) = weights.reduce((0.0, 0.0)) { ($0.0 + $1, $0.1 + $1 * $1) }
    let count = squares > 0 ? sum * sum / squares : 0
    return (share * count + base * NearestRows.added) / (count + NearestRows.added)
  }

  /// Rows of the base rate that are added.
  static let added = 3.0
}
