public import PodiumCore

/// Predicts how a surfer would rate conditions, from their rated sessions: by category, how alike they are to good sessions, and
/// the chance that they are good (`LearnedChances`).
///
/// The prediction of a category is the mean of the ratings of a category over sessions, weighted by how alike their conditions are:
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
  private let chances: [Int: LearnedChances]
  private let stated: [Preference]
  private let looksBack: Bool
  private let reading: SeaReading

  /// The key of the overall rating.
  public static let overall = "overall"

  /// More hours of a background change nothing but the time.
  static let background = 500

  /// Takes the sessions of one person, the hours that were available to them, and the alternatives that they state.
  ///
  /// With `looksBack`, predictions for a moment use nothing that was logged after it.
  public init(
    _ sessions: [Session], background: [Conditions], variables: [ConditionVariable],
    reading: SeaReading = SeaReading(), looksBack: Bool = false, stated: [Preference] = []
  ) {
    let sorted = sessions.enumerated().ordered { ($0.element.end, $0.offset) < ($1.element.end, $1.offset) }
      .map(\.element)
    (self.sessions, self.looksBack, self.reading, self.stated) = (sorted, looksBack, reading, stated)
    // The background only scales distances, for which some hundred hours are enough.
    let step = max(1, background.count / PredictedRatings.background)
    let available = stride(from: 0, to: background.count, by: step).map { background[$0] }
    let hours = available.map { ($0, stated.position(of: $0)) }
    var fitted = 0
    var (tastes, chances): ([Int: LearnedTaste], [Int: LearnedChances]) = ([:], [:])
    for count in looksBack ? Array(0...sorted.count) : [sorted.count] {
      let known = sorted.prefix(count)
      let taste = LearnedTaste(
        good: known.filter(\.isGood).map(\.conditions), background: available, variables: variables)
      tastes[count] = taste
      // Draws take a while: back in time those of at most an eighth fewer sessions count too.
      guard !looksBack || count < 8 || count - fitted > fitted / 8 else {
        chances[count] = chances[fitted]
        continue
      }
      fitted = count
      chances[count] = LearnedChances(
        known.map { ($0.conditions, stated.position(of: $0.conditions), $0.isGood) },
        stated: Set(stated.flatMap(\.statedConditions)).sorted(), available: hours, variables: variables)
    }
    (self.tastes, self.chances) = (tastes, chances)
  }

  /// The number of sessions that rate a category.
  public func count(of category: String) -> Int { sessions.count { $0.ratings[category] != nil } }

  /// The same of the sea at a beach that faces a direction, read as the sessions were.
  public func ratings(_ sea: SeaState, facing: Double?, known: Moment? = nil) -> [String: Double] {
    ratings(Conditions(sea, facing: facing, by: reading), known: known)
  }

  /// The sessions that had ended by a moment; without `looksBack` all.
  private func count(_ known: Moment?) -> Int {
    guard looksBack, let known else { return sessions.count }
    return sessions.firstIndex { $0.end > known } ?? sessions.count
  }

  /// What is learned of all sessions.
  public var taste: LearnedTaste? { tastes[sessions.count] }
  /// The number of sessions, and of good ones.
  public var sessionCount: Int { sessions.count }
  public var goodCount: Int { sessions.count(where: \.isGood) }
  /// Whether stated ranges count for chances.
  public var isStated: Bool { chances[sessions.count]?.isStated ?? false }

  /// Of what is stated the alternative that conditions are nearest to; nil where nothing is.
  public func nearest(to conditions: Conditions) -> Preference? { stated.nearest(to: conditions)?.preference }

  /// The conditions of a sea, read as the sessions were.
  public func conditions(_ sea: SeaState, facing: Double?) -> Conditions {
    Conditions(sea, facing: facing, by: reading)
  }

  /// How alike a sea is to the good sessions, from 0 to 1; nil below eight of them.
  public func likeness(_ sea: SeaState, facing: Double?, known: Moment? = nil) -> Double? {
    guard let taste = tastes[count(known)], taste.goodCount >= PredictedRatings.fewest else { return nil }
    return taste.similarity(conditions(sea, facing: facing))?.value
  }

  /// The chance that a sea is rated good; nil without a good session and a stated range.
  public func chance(_ sea: SeaState, facing: Double?, known: Moment? = nil) -> ChanceEstimate? {
    let conditions = conditions(sea, facing: facing)
    return chances[count(known)]?.estimate(conditions, position: stated.position(of: conditions))
  }

  /// How much higher the chance would be with one of the conditions in the middle of the good sessions; nil where that is not
  /// known, and beside stated ranges.
  public func gain(_ conditions: Conditions, _ variable: ConditionVariable) -> Double? {
    guard !isStated, conditions[variable].isFinite, let median = taste?[variable]?.median,
      let known = chances[sessions.count]
    else { return nil }
    var middle = conditions
    middle[variable] = median
    guard let own = known.estimate(conditions, position: Conditions()),
      let best = known.estimate(middle, position: Conditions())
    else { return nil }
    return best.mean - own.mean
  }

  /// The predicted ratings by category; categories with too few sessions, or none alike, are left out.
  ///
  /// With `looksBack`, sessions that ended after `known` are left out.
  public func ratings(_ conditions: Conditions, known: Moment? = nil) -> [String: Double] {
    let count = count(known)
    guard count >= PredictedRatings.fewest, let taste = tastes[count] else { return [:] }
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
