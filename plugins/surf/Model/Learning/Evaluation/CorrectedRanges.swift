internal import Glibc
internal import PodiumCore

/// A stated preference as a surfer's sessions correct it.
///
/// People know their limits roughly: each bound may be off by up to a third of the width of its range. Boxes are drawn with
/// such bounds and weighed by how well they explain the rated sessions; the chance of a window is the weighted mean over
/// boxes. With d the distance outside a box in half widths of the stated range, a session is good with the chance
/// 0.05 + 0.85 exp(−k d²); k, how strict a surfer is, is drawn with the box, between 1/4 and 8.
struct CorrectedRanges {
  /// Stated variables.
  private let variables: [ConditionVariable]
  /// Boxes × variables, in positions: −1 and 1 are the stated bounds.
  private let low: [[Double]]
  private let high: [[Double]]
  private let strictness: [Double]
  private let weights: [Double]

  static let boxes = 400
  /// A third of the width, in half widths.
  static let slack = 2.0 / 3

  /// Weighs boxes by sessions, given by their positions in the stated ranges.
  init(_ variables: [ConditionVariable], sessions: [(position: Conditions, isGood: Bool)]) {
    self.variables = variables
    // The same boxes for everyone: no seed decides what is learned.
    var random = RandomSource(seed: 20)
    var (low, high): ([[Double]], [[Double]]) = ([], [])
    for _ in 0..<CorrectedRanges.boxes {
      low.append(variables.map { _ in -1 + CorrectedRanges.slack * (2 * random.uniform() - 1) })
      high.append(variables.map { _ in 1 + CorrectedRanges.slack * (2 * random.uniform() - 1) })
    }
    (self.low, self.high) = (low, high)
    strictness = low.map { _ in exp(log(0.25) + log(32.0) * random.uniform()) }
    var logs = [Double](repeating: 0, count: CorrectedRanges.boxes)
    for session in sessions {
      for box in logs.indices {
        let chance = CorrectedRanges.chance(session.position, variables, low[box], high[box], strictness[box])
        logs[box] += log(session.isGood ? chance : 1 - chance)
      }
    }
    let most = logs.max() ?? 0
    weights = logs.map { exp($0 - most) }
  }

  /// The chance of a window; `own` is how the window was rated where it is one of the sessions, so that a session does not
  /// predict itself.
  func chance(_ position: Conditions, own: Bool? = nil) -> Double {
    var (sum, all) = (0.0, 0.0)
    for box in weights.indices where weights[box] > 0 {
      let chance = CorrectedRanges.chance(position, variables, low[box], high[box], strictness[box])
      var weight = weights[box]
      if let own { weight /= own ? chance : 1 - chance }
      sum += weight * chance
      all += weight
    }
    return all > 0 ? sum / all : 0
  }

  private static func chance(
    _ position: Conditions, _ variables: [ConditionVariable], _ low: [Double], _ high: [Double], _ strictness: Double
  ) -> Double {
    var distance = 0.0
    for (place, variable) in variables.enumerated() {
      let z = position[variable]
      guard z.isFinite else { continue }
      let outside = max(0, low[place] - z, z - high[place])
      distance += outside * outside
    }
    return 0.05 + 0.85 * exp(-strictness * distance)
  }
}
