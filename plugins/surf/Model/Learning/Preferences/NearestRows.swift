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

  /// The class, spot and person of each row; `values` has a list, `scales` a factor and `isCircular` a truth for each condition.
  public init(
    k: Int, classCount: Int, codes: [Int], spots: [Int], persons: [Int], values: [[Double]], scales: [Double],
    isCircular: [Bool]
  ) {
    (self.k, self.classCount) = (k, classCount)
    (self.codes, self.spots, self.persons) = (codes, spots, persons)
    (self.values, self.scales, self.isCircular) = (values, scales, isCircular)
  }

  /// The share of each class among the k rows nearest to conditions, at a spot and of a person.
  public func shares(_ conditions: [Double], spot: Int, person: Int) -> [Double] {
    var distances = [Double](repeating: 0, count: codes.count)
    for place in conditions.indices where scales[place] > 0 {
      let (value, scale, known) = (conditions[place], scales[place], values[place])
      let turns = isCircular[place]
      for other in distances.indices {
        let apart =
          turns
          ? 2 * sin(Direction.difference(known[other], value).magnitude * .pi / 360)
          : known[other] - value
        distances[other] += apart * apart * scale * scale
      }
    }
    for other in distances.indices {
      if spots[other] != spot { distances[other] += 1 }
      if persons[other] != person { distances[other] += 1 }
    }
    // Equally near rows answer together, so that their order does not matter.
    let limit = distances.sorted()[min(k, distances.count) - 1]
    let near = distances.indices.filter { distances[$0] <= limit }
    let least = near.map { distances[$0] }.min() ?? 0
    var shares = [Double](repeating: 0, count: classCount)
    for other in near { shares[codes[other]] += exp(-(distances[other] - least) / 2) }
    let sum = shares.reduce(0, +)
    return shares.map { $0 / sum }
  }
}
