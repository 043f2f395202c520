internal import PodiumCore

/// The chance that someone rates conditions good, by what they state and by their rated sessions.
///
/// Where ranges are stated, these as sessions correct them (`CorrectedRanges`); else by how alike the conditions are to the
/// medians of the good sessions (`LearnedTaste`), since 20 sessions are too few for a regression.
public struct LearnedChances: Sendable {
  private enum Way: Sendable {
    case stated(CorrectedRanges)
    case alike(LearnedTaste, ChanceDraws)
  }

  private let way: Way

  /// Whether stated ranges count.
  public var isStated: Bool {
    if case .stated = way { return true }
    return false
  }

  /// A rated session: its conditions, and where they are in the stated ranges.
  public typealias Session = (conditions: Conditions, position: Conditions, isGood: Bool)

  /// `stated` are the variables of which ranges are stated; nil without those and without a good session.
  public init?(_ sessions: [Session], stated: [ConditionVariable], taste: LearnedTaste) {
    guard stated.isEmpty else {
      way = .stated(CorrectedRanges(stated, sessions: sessions.map { ($0.position, $0.isGood) }))
      return
    }
    guard !taste.ranges.isEmpty else { return nil }
    var random = RandomSource(seed: 20)
    var draws = ChanceDraws(strictness: 0.5...8, choice: 1...3, random: &random)
    let good = sessions.filter(\.isGood).map(\.conditions)
    // A good session is part of the medians, so those of the others count for it.
    let seen = sessions.compactMap { session in
      taste.squared(session.conditions, without: session.isGood ? good : nil).map {
        (session: $0, isGood: session.isGood)
      }
    }
    draws.weigh(seen) { squared, _ in squared }
    way = .alike(taste, draws)
  }

  /// Nil where nothing is known of the conditions.
  public func estimate(_ conditions: Conditions, position: Conditions) -> ChanceEstimate? {
    switch way {
    case .stated(let ranges): ranges.estimate(position)
    case .alike(let taste, let draws): taste.squared(conditions).map { squared in draws.estimate { _ in squared } }
    }
  }

  /// The mean alone; `own` is how the conditions were rated where they are one of the sessions.
  func mean(_ conditions: Conditions, position: Conditions, own: Bool?) -> Double? {
    switch way {
    case .stated(let ranges): ranges.chance(position, own: own)
    case .alike(let taste, let draws): taste.squared(conditions).map { d in draws.mean(own: own) { _ in d } }
    }
  }
}

extension LearnedTaste {
  /// Σ w d² from the medians of the good sessions; with `good` from those of the good sessions without one that has these
  /// conditions. Nil where nothing is known.
  fileprivate func squared(_ conditions: Conditions, without good: [Conditions]? = nil) -> Double? {
    var others = good
    if let place = others?.firstIndex(of: conditions) { others?.remove(at: place) }
    var sum: Double?
    for (range, weight) in zip(ranges, weights) {
      let median =
        others.map { LearnedRange.quantiles(range.variable, $0.map { $0[range.variable] }, [0.5])?.first }
        ?? range.median
      guard let median, let d = range.distance(conditions[range.variable], median) else { continue }
      sum = (sum ?? 0) + weight * d * d
    }
    return sum
  }
}
