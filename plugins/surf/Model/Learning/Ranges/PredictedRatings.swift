public import PodiumCore

/// Predicts how a surfer would rate conditions at a spot by category, from their rated sessions there.
///
/// The prediction is the mean of the ratings of a category over sessions, weighted by how alike their conditions are:
/// Σ s r / Σ s with the similarity s of `LearnedTaste`.
public struct PredictedRatings: Sendable {
  /// A session with its ratings by category.
  public struct Session: Sendable, Equatable {
    /// When it ended: before that its ratings were not known.
    public let end: Moment
    public let conditions: Conditions
    public let isGood: Bool
    public let ratings: [String: Int]

    public init(end: Moment, conditions: Conditions, isGood: Bool, ratings: [String: Int]) {
      (self.end, self.conditions, self.isGood, self.ratings) = (end, conditions, isGood, ratings)
    }
  }

  /// With fewer sessions that rate a category nothing is predicted of it.
  public static let fewest = 8

  /// In the order of their ends.
  private let sessions: [Session]
  /// What was learned of the first so many sessions; without `looksBack` of all of them alone.
  private let tastes: [Int: LearnedTaste]
  private let looksBack: Bool
  private let reading: SeaReading

  /// Takes the sessions of one person at one spot, and the hours that were available there.
  ///
  /// With `looksBack`, predictions for a moment use nothing that was logged after it.
  public init(
    _ sessions: [Session], background: [Conditions], variables: [ConditionVariable],
    reading: SeaReading = SeaReading(), looksBack: Bool = false
  ) {
    let sorted = sessions.enumerated().sorted { ($0.element.end, $0.offset) < ($1.element.end, $1.offset) }
      .map(\.element)
    (self.sessions, self.looksBack, self.reading) = (sorted, looksBack, reading)
    // The background only scales distances, for which some hundred hours are enough.
    let step = max(1, background.count / 500)
    let available = stride(from: 0, to: background.count, by: step).map { background[$0] }
    var tastes: [Int: LearnedTaste] = [:]
    for count in looksBack ? Array(0...sorted.count) : [sorted.count] where count >= PredictedRatings.fewest {
      tastes[count] = LearnedTaste(
        good: sorted.prefix(count).filter(\.isGood).map(\.conditions), background: available, variables: variables)
    }
    self.tastes = tastes
  }

  /// The number of sessions that rate a category.
  public func count(of category: String) -> Int { sessions.count { $0.ratings[category] != nil } }

  /// The same of the sea at a beach that faces a direction, read as the sessions were.
  public func ratings(_ sea: SeaState, facing: Double?, known: Moment? = nil) -> [String: Double] {
    ratings(Conditions(sea, facing: facing, by: reading), known: known)
  }

  /// The predicted ratings by category; categories with too few sessions, or none alike, are left out.
  ///
  /// With `looksBack`, sessions that ended after `known` are left out.
  public func ratings(_ conditions: Conditions, known: Moment? = nil) -> [String: Double] {
    var count = sessions.count
    if looksBack, let known { count = sessions.firstIndex { $0.end > known } ?? count }
    guard let taste = tastes[count] else { return [:] }
    var sums: [String: (weighted: Double, weight: Double, n: Int)] = [:]
    for session in sessions.prefix(count) where !session.ratings.isEmpty {
      guard let alike = taste.similarity(conditions, session.conditions)?.value else { continue }
      for (category, rating) in session.ratings {
        let old = sums[category] ?? (0, 0, 0)
        sums[category] = (old.weighted + alike * Double(rating), old.weight + alike, old.n + 1)
      }
    }
    return sums.filter { $0.value.n >= PredictedRatings.fewest && $0.value.weight > 0 }.mapValues {
      $0.weighted / $0.weight
    }
  }
}

extension HourTable {
  /// The same hours with the ratings that a surfer would give them.
  public func rated(by ratings: PredictedRatings) -> HourTable {
    HourTable(
      hours.map { hour in
        var rated = hour
        rated.ratings = ratings.ratings(hour.sea, facing: hour.facing)
        return rated
      })
  }
}
