internal import Glibc
internal import PodiumCore

/// A chance with what it may be: the mean and the middle 95 % of what sessions leave possible.
public struct ChanceEstimate: Sendable, Equatable {
  public let mean: Double
  public let low: Double
  public let high: Double
}

/// How likely a session is good by how far its conditions are from what is liked, as far as rated sessions show it.
///
/// At a distance d a session is good with the chance floor + (top − floor) exp(−k d²). The three numbers are drawn, and draws
/// are weighed by how well they explain the sessions (importance sampling from the prior). No one likes every session inside
/// of what they like, so the top is not known either: 0.9 for all was too sure of surfers with few sessions. Some like nearly every
/// sea, near and far alike: without them k could not be small, and after 40 good sessions chances far from their median were a fifth,
/// by the one or two draws that explained the sessions best. They are rare, so a third of the draws has a small share of the prior. People choose their sessions by more than the conditions tell, so that sessions are better than windows that look alike:
/// by a factor of the odds, which is drawn too.
struct ChanceDraws: Sendable {
  private let floors: [Double]
  private let tops: [Double]
  private let strictness: [Double]
  private let choices: [Double]
  private(set) var weights: [Double]

  /// Draws of usual surfers, then of easy ones.
  private static let usual = 800
  private static let easy = 400
  static let count = usual + easy
  /// The share of surfers who are easy, before their sessions are seen.
  private static let easyShare = 0.03

  /// Draws from the prior; `strictness` is the range of k, `floor` that of the chance far away, `choice` that of the factor by
  /// which sessions are better, all drawn by their logarithms.
  init(
    strictness range: ClosedRange<Double>, floor: ClosedRange<Double> = 0.005...0.1,
    choice: ClosedRange<Double> = 1...1, random: inout RandomSource
  ) {
    func logarithmic(_ range: ClosedRange<Double>, _ count: Int) -> [Double] {
      (0..<count).map { _ in
        exp(log(range.lowerBound) + log(range.upperBound / range.lowerBound) * random.uniform())
      }
    }
    strictness = logarithmic(range, ChanceDraws.usual) + logarithmic(0.005...range.lowerBound, ChanceDraws.easy)
    tops =
      (0..<ChanceDraws.usual).map { _ in 0.25 + 0.7 * random.uniform() }
      + (0..<ChanceDraws.easy).map { _ in 0.25 + 0.74 * random.uniform() }
    floors = logarithmic(floor, ChanceDraws.count)
    choices = logarithmic(choice, ChanceDraws.count)
    let (often, seldom) = (1 - ChanceDraws.easyShare, ChanceDraws.easyShare)
    weights =
      [Double](repeating: often / Double(ChanceDraws.usual), count: ChanceDraws.usual)
      + [Double](repeating: seldom / Double(ChanceDraws.easy), count: ChanceDraws.easy)
  }

  /// Weighs the draws by sessions, each given by the square of its distance in a draw.
  mutating func weigh<Session>(
    _ sessions: [(session: Session, isGood: Bool)], squared: (Session, _ draw: Int) -> Double
  ) {
    var logs = weights.map { log($0) }
    for (session, isGood) in sessions {
      for draw in logs.indices {
        let chance = chosen(draw, chance(draw, squared(session, draw)))
        logs[draw] += log(isGood ? chance : 1 - chance)
      }
    }
    let most = logs.max() ?? 0
    weights = logs.map { exp($0 - most) }
  }

  private func chance(_ draw: Int, _ squared: Double) -> Double {
    floors[draw] + (tops[draw] - floors[draw]) * exp(-strictness[draw] * squared)
  }

  /// The chance of a session where that of a window is given.
  private func chosen(_ draw: Int, _ chance: Double) -> Double {
    choices[draw] * chance / (1 - chance + choices[draw] * chance)
  }

  /// The mean chance at a distance; `own` is how conditions were rated that are one of the sessions, so that a session does
  /// not predict itself.
  func mean(own: Bool? = nil, squared: (_ draw: Int) -> Double) -> Double {
    var (sum, all) = (0.0, 0.0)
    for draw in weights.indices where weights[draw] > 0 {
      let chance = chance(draw, squared(draw))
      var weight = weights[draw]
      if let own { weight /= own ? chosen(draw, chance) : 1 - chosen(draw, chance) }
      sum += weight * chance
      all += weight
    }
    return all > 0 ? sum / all : 0
  }

  /// The mean with its interval.
  func estimate(squared: (_ draw: Int) -> Double) -> ChanceEstimate {
    let drawn = weights.indices.map { (chance: chance($0, squared($0)), weight: weights[$0]) }
      .sorted { $0.chance < $1.chance }
    let all = drawn.reduce(0) { $0 + $1.weight }
    func quantile(_ share: Double) -> Double {
      var sum = 0.0
      return drawn.first {
        sum += $0.weight
        return sum >= share * all
      }?.chance ?? 0
    }
    let mean = all > 0 ? drawn.reduce(0) { $0 + $1.chance * $1.weight } / all : 0
    return ChanceEstimate(mean: mean, low: quantile(0.025), high: quantile(0.975))
  }
}
