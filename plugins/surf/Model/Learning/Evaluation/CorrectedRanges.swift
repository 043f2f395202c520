internal import PodiumCore

/// A stated preference as a surfer's sessions correct it.
///
/// People know their limits roughly: each bound may be off by up to a third of the width of its range. Boxes are drawn with
/// such bounds and weighed by how well they explain the rated sessions; the chance of a window is the weighted mean over
/// boxes. The distance outside a box is in half widths of the stated range (`ChanceDraws`).
struct CorrectedRanges: Sendable {
  /// Stated variables.
  private let variables: [ConditionVariable]
  /// Boxes × variables, in positions: −1 and 1 are the stated bounds.
  private let low: [[Double]]
  private let high: [[Double]]
  private let draws: ChanceDraws

  /// A third of the width, in half widths.
  static let slack = 2.0 / 3

  /// Weighs boxes by sessions, given by their positions in the stated ranges.
  init(_ variables: [ConditionVariable], sessions: [(position: Conditions, isGood: Bool)]) {
    // The same boxes for everyone: no seed decides what is learned.
    var random = RandomSource(seed: 20)
    var (low, high): ([[Double]], [[Double]]) = ([], [])
    for _ in 0..<ChanceDraws.count {
      low.append(variables.map { _ in -1 + CorrectedRanges.slack * (2 * random.uniform() - 1) })
      high.append(variables.map { _ in 1 + CorrectedRanges.slack * (2 * random.uniform() - 1) })
    }
    // Who states a range likes little beyond its bounds, which are drawn already: with k from 0.25 and the floors of likeness,
    // a tenth came true where a seventh was said, and a fifth where three tenths were.
    var draws = ChanceDraws(strictness: 1...16, floor: 0.002...0.05, random: &random)
    draws.weigh(sessions.map { (session: $0.position, isGood: $0.isGood) }) { position, box in
      CorrectedRanges.squared(position, variables, low[box], high[box])
    }
    (self.variables, self.low, self.high, self.draws) = (variables, low, high, draws)
  }

  /// The chance of a window; `own` is how the window was rated where it is one of the sessions, so that a session does not
  /// predict itself.
  func chance(_ position: Conditions, own: Bool? = nil) -> Double { draws.mean(own: own) { squared(position, $0) } }

  /// The chance with its interval.
  func estimate(_ position: Conditions) -> ChanceEstimate { draws.estimate { squared(position, $0) } }

  private func squared(_ position: Conditions, _ box: Int) -> Double {
    CorrectedRanges.squared(position, variables, low[box], high[box])
  }

  private static func squared(
    _ position: Conditions, _ variables: [ConditionVariable], _ low: [Double], _ high: [Double]
  ) -> Double {
    var sum = 0.0
    for (place, variable) in variables.enumerated() {
      let z = position[variable]
      guard z.isFinite else { continue }
      let outside = max(0, low[place] - z, z - high[place])
      sum += outside * outside
    }
    return sum
  }
}
