internal import Glibc

/// How alike rows are, by their conditions.
///
/// The likeness of two rows is exp(−d² / 2), where d² sums the squares of the scaled differences, circular for directions, and 1
/// each for another spot and another person. What is missing tells nothing apart.
struct RowLikeness {
  /// One list for each condition.
  let values: [[Double]]
  let scales: [Double]
  let isCircular: [Bool]
  let spots: [Int]
  let persons: [Int]
  /// The day of each row, where rows of one swell have the same conditions: those at most `AlertStudy.gap` days apart.
  var days: [Int]?

  /// So many rows say the same of all.
  private static let most = 300

  /// The number of rows, as far as they are unlike: n² / Σᵢⱼ likeness.
  ///
  /// Equal rows are one. The mean of a value that changes with the conditions is known as well as by so many independent ones,
  /// however many rows there are. Source: J. Vallejos, F. Osorio, Effective sample size of spatial process models, Spatial
  /// Statistics 9, 2014, in its simplest form.
  var unlikeCount: Double {
    let step = max(1, spots.count / RowLikeness.most)
    let chosen = Array(stride(from: 0, to: spots.count, by: step))
    guard !chosen.isEmpty else { return 0 }
    let used = values.indices.filter { scales[$0] > 0 }
    var sum = Double(chosen.count)
    for (place, one) in chosen.enumerated() {
      for other in chosen[..<place] {
        var distance = (spots[one] == spots[other] ? 0.0 : 1) + (persons[one] == persons[other] ? 0 : 1)
        for column in used where !isOneSwell(one, other) {
          let (a, b) = (values[column][one], values[column][other])
          guard a.isFinite, b.isFinite else { continue }
          let apart = RowLikeness.difference(a, b, isCircular: isCircular[column]) * scales[column]
          distance += apart * apart
        }
        sum += 2 * exp(-distance / 2)
      }
    }
    return Double(chosen.count * chosen.count) / sum
  }

  private func isOneSwell(_ one: Int, _ other: Int) -> Bool {
    guard let days else { return false }
    return (days[one] - days[other]).magnitude <= AlertStudy.gap
  }

  /// For directions the chord.
  static func difference(_ a: Double, _ b: Double, isCircular: Bool) -> Double {
    isCircular ? 2 * sin(Direction.difference(a, b).magnitude * .pi / 360) : a - b
  }
}

extension RatedRows {
  var likeness: RowLikeness {
    RowLikeness(
      values: values, scales: distanceScales, isCircular: columns.map { $0.hasSuffix("_deg") }, spots: spots,
      persons: persons)
  }
}
