internal import Glibc
internal import PodiumCore

/// A chance with what it may be: the mean and the middle 95 % of what sessions leave possible.
public struct ChanceEstimate: Sendable, Equatable {
  public let mean: Double
  public let low: Double
  public let high: Double
}

/// Tastes that someone may have, drawn by how well they explain the rated sessions.
///
/// A taste counts some of the conditions. Of each it likes a range; d is how far a value is outside of it, in half widths. A
/// session is good with the chance floor + (top − floor) exp(−Σ k d²). Which conditions count, the ranges, k, the floor and the
/// top are all unknown: what a few sessions seem to show of them must not be taken for known, or chances are too sure.
///
/// People go where they expect good waves, so that the hours they chose among those available say what they like too: a session is
/// at an hour in proportion to λ chance + 1 − λ (the resource selection of Manly et al. 2002). λ is 0 for someone who goes at any
/// hour, and as unknown as the rest.
///
/// All are drawn from their posterior by the algorithm of Metropolis (1953), each as a number from 0 to 1 whose prior is uniform,
/// so that a step to either side, around the ends, is as likely as the way back.
struct TasteDraws: Sendable {
  /// A condition that may count.
  struct Axis: Sendable {
    let variable: ConditionVariable
    /// Its chance to count, before sessions are seen.
    let share: Double
    /// What was available, in ascending order, and its standard deviation; empty and 1 for places in a stated range.
    let values: [Double]
    let spread: Double

    /// The place in a stated range, of which each bound may be off by up to a third of the width.
    init(stated variable: ConditionVariable) {
      (self.variable, share, values, spread) = (variable, 0.95, [], 1)
    }

    /// A condition of which nothing is stated; nil where it does not vary.
    init?(_ variable: ConditionVariable, available: [Conditions]) {
      let known = available.map { $0[variable] }.filter(\.isFinite).sorted()
      guard let spread = LearnedRange.spread(variable, known), spread > 0 else { return nil }
      self.variable = variable
      share = variable == .height ? 0.9 : 0.35
      values = known
      self.spread = LearnedRange.deviation(variable, spread)
    }

    /// The middle and half the width of the liked range for two numbers from 0 to 1.
    func box(_ a: Double, _ b: Double) -> (middle: Double, half: Double) {
      guard values.isEmpty else {
        return (values[min(values.count - 1, Int(a * Double(values.count)))], TasteDraws.logarithmic(0.3...1.5, b))
      }
      let (low, high) = (-1 + TasteDraws.slack * (2 * a - 1), 1 + TasteDraws.slack * (2 * b - 1))
      return ((low + high) / 2, (high - low) / 2)
    }

    /// How far outside of a range, in half widths, squared; 0 where it is not known.
    func squared(_ value: Double, _ middle: Double, _ half: Double) -> Double {
      guard value.isFinite else { return 0 }
      var apart = value - middle
      if variable.isCircular, !values.isEmpty { apart = 2 * sin(apart * .pi / 360) }
      let outside = max(0, apart.magnitude / spread - half) / half
      return outside * outside
    }
  }

  /// What is taken for likely before sessions are seen.
  struct Prior: Sendable {
    let strictness: ClosedRange<Double>
    let floor: ClosedRange<Double>
    /// The spread of the log odds of the share of available hours that are good, of which about an eighth is.
    let shareSpread: Double
    /// So many sessions show by the hours that were chosen what more of them would show only by half: their number counts by its
    /// root. Sessions are in swells, whose hours are alike.
    let fullChoices: Double

    /// How likely any other share is, beside the likeliest: a few people like nearly every sea or nearly none.
    let otherShares: Double

    static let stated = Prior(
      strictness: 1...16, floor: 0.001...0.035, shareSpread: 0.6, fullChoices: 7, otherShares: 0.02)
    static let unstated = Prior(
      strictness: 0.5...8, floor: 0.0002...0.015, shareSpread: 0.3, fullChoices: .infinity, otherShares: 0.001)
  }

  private static let slack = 2.0 / 3
  private static let goodShare = 0.125
  /// So many available hours show that share.
  private static let hours = 60
  private static let chains = 4
  private static let kept = 150

  private let axes: [Axis]
  private let prior: Prior
  /// No chance is surer than half a session in these and four more.
  private let most: Double
  /// Of each draw: top, floor and λ; then middle, half and k of each axis, whose k is 0 where it does not count.
  private var draws: [[Double]] = []

  /// Draws tastes by the sessions, whose conditions or places in stated ranges are given, and by the hours that were available.
  init(
    _ axes: [Axis], _ prior: Prior, sessions: [(conditions: Conditions, isGood: Bool)], available: [Conditions]
  ) {
    (self.axes, self.prior, most) = (axes, prior, 1 - 0.5 / Double(sessions.count + 4))
    // The same draws for everyone: no seed decides what is learned.
    var random = RandomSource(seed: 20)
    let dimension = 3 + 4 * axes.count
    // Of hours whose conditions are not known nothing is likely.
    let whole = available.filter { hour in axes.allSatisfy { hour[$0.variable].isFinite } }
    let usual = stride(from: 0, to: whole.count, by: max(1, whole.count / TasteDraws.hours)).map { whole[$0] }
    let values = (sessions.map(\.conditions) + usual).map { conditions in axes.map { conditions[$0.variable] } }
    let isGood = sessions.map(\.isGood)
    let choices = min(1, (prior.fullChoices / Double(max(1, isGood.count))).squareRoot())
    var losses = [Double](repeating: 0, count: values.count * axes.count)
    func lose(_ axis: Int, _ taste: [Double]) {
      let (middle, half, k) = (taste[3 + 3 * axis], taste[4 + 3 * axis], taste[5 + 3 * axis])
      for place in values.indices {
        losses[place * axes.count + axis] = k > 0 ? k * axes[axis].squared(values[place][axis], middle, half) : 0
      }
    }
    func logLikelihood(_ taste: [Double]) -> Double {
      let choice = usual.isEmpty ? 0 : taste[2]
      var (sum, share) = (0.0, 0.0)
      for place in values.indices {
        var loss = 0.0
        for axis in axes.indices { loss += losses[place * axes.count + axis] }
        let chance = TasteDraws.chance(taste, loss)
        if isGood.indices.contains(place) {
          sum += log(isGood[place] ? chance : 1 - chance) + choices * log(choice * chance + 1 - choice)
        } else {
          share += chance
        }
      }
      guard !usual.isEmpty else { return sum }
      share /= Double(usual.count)
      sum -= choices * Double(isGood.count) * log(choice * share + 1 - choice)
      let apart = LogOdds.of(share) - LogOdds.of(TasteDraws.goodShare)
      return sum + log(exp(-apart * apart / (2 * prior.shareSpread * prior.shareSpread)) + prior.otherShares)
    }
    for _ in 0..<TasteDraws.chains {
      var place = (0..<dimension).map { _ in random.uniform() }
      var taste = taste(place)
      for axis in axes.indices { lose(axis, taste) }
      var best = logLikelihood(taste)
      let start = dimension * TasteDraws.kept / 4
      for step in 0..<dimension * TasteDraws.kept * 5 / 4 {
        let old = place
        let changed = TasteDraws.move(&place, &random)
        let other = self.taste(place)
        for axis in changed { lose(axis, other) }
        let found = logLikelihood(other)
        // At first a worse place is left easily, so that no chain stays where it began.
        let sureness = min(1, Double(step) / Double(start))
        if found >= best || random.uniform() < exp(sureness * (found - best)) {
          (taste, best) = (other, found)
        } else {
          place = old
          for axis in changed { lose(axis, taste) }
        }
        if step >= start, step % dimension == 0 { draws.append(taste) }
      }
    }
  }

  /// Moves one number, all four of an axis, or which of two axes counts; gives the axes that changed.
  private static func move(_ place: inout [Double], _ random: inout RandomSource) -> [Int] {
    // From a new draw to a small step.
    func shift(_ coordinates: Range<Int>) {
      let size = [1, 0.3, 0.1][random.below(3)]
      for coordinate in coordinates {
        let moved = place[coordinate] + size * (random.uniform() - 0.5)
        place[coordinate] = moved - moved.rounded(.down)
      }
    }
    let coordinate = random.below(place.count)
    guard coordinate >= 3 else {
      shift(coordinate..<coordinate + 1)
      return []
    }
    let axis = (coordinate - 3) / 4
    if random.uniform() < 0.5 {
      shift(coordinate..<coordinate + 1)
    } else if random.uniform() < 0.3 {
      let other = random.below((place.count - 3) / 4)
      place.swapAt(3 + 4 * axis, 3 + 4 * other)
      return [axis, other]
    } else {
      shift(3 + 4 * axis..<7 + 4 * axis)
    }
    return [axis]
  }

  private func taste(_ place: [Double]) -> [Double] {
    var taste = [TasteDraws.top(place[0]), TasteDraws.logarithmic(prior.floor, place[1]), place[2]]
    for (axis, first) in zip(axes, stride(from: 3, to: place.count, by: 4)) {
      let (middle, half) = axis.box(place[first + 1], place[first + 2])
      let k = TasteDraws.logarithmic(prior.strictness, place[first + 3])
      taste += [middle, half, place[first] < axis.share ? k : 0]
    }
    return taste
  }

  /// The chance inside of all ranges for a number from 0 to 1: for most people from two fifths to three quarters, since what was
  /// forecast does not always come and no one rates all of them alike, and for few nearly nothing or nearly all.
  ///
  /// A uniform one would take a few good ratings in a row for near certainty.
  private static func top(_ share: Double) -> Double {
    let rare = 0.08
    return share < rare ? 0.05 + 0.37 * share / rare : 0.42 + 0.57 * pow((share - rare) / (1 - rare), 2.2)
  }

  private static func logarithmic(_ range: ClosedRange<Double>, _ share: Double) -> Double {
    range.lowerBound * exp(log(range.upperBound / range.lowerBound) * share)
  }

  private static func chance(_ taste: [Double], _ loss: Double) -> Double {
    taste[1] + (taste[0] - taste[1]) * exp(-loss)
  }

  /// The chances of conditions in each draw.
  private func chances(_ conditions: Conditions) -> [Double] {
    let values = axes.map { conditions[$0.variable] }
    return draws.map { taste in
      var loss = 0.0
      for axis in axes.indices {
        let k = taste[5 + 3 * axis]
        if k > 0 { loss += k * axes[axis].squared(values[axis], taste[3 + 3 * axis], taste[4 + 3 * axis]) }
      }
      return TasteDraws.chance(taste, loss)
    }
  }

  /// Whether a condition that may count is known.
  func knows(_ conditions: Conditions) -> Bool { axes.contains { conditions[$0.variable].isFinite } }

  /// The mean chance; `own` is how conditions were rated that are one of the sessions, so that a session does not predict
  /// itself.
  func mean(_ conditions: Conditions, own: Bool?) -> Double {
    var (sum, all) = (0.0, 0.0)
    for chance in chances(conditions) {
      let weight = own.map { 1 / ($0 ? chance : 1 - chance) } ?? 1
      sum += weight * chance
      all += weight
    }
    return min(most, sum / all)
  }

  /// The mean with its interval.
  func estimate(_ conditions: Conditions) -> ChanceEstimate {
    let sorted = chances(conditions).sorted()
    return ChanceEstimate(
      mean: min(most, sorted.mean ?? 0), low: min(most, Quantiles.quantile(0.025, ofSorted: sorted) ?? 0),
      high: min(most, Quantiles.quantile(0.975, ofSorted: sorted) ?? 0))
  }
}
