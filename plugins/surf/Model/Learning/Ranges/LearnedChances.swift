/// The chance that someone rates conditions good, by what they state and by their rated sessions (`TasteDraws`).
///
/// Where ranges are stated these count, as sessions correct them; else all conditions may.
public struct LearnedChances: Sendable {
  private let draws: TasteDraws
  /// Whether stated ranges count.
  public let isStated: Bool

  /// A rated session: its conditions, and where they are in the stated ranges.
  public typealias Session = (conditions: Conditions, position: Conditions, isGood: Bool)

  /// An hour that was available, in the same way.
  public typealias Hour = (conditions: Conditions, position: Conditions)

  /// `stated` are the variables of which ranges are stated; nil without those and without a good session.
  public init?(
    _ sessions: [Session], stated: [ConditionVariable], available: [Hour], variables: [ConditionVariable]
  ) {
    isStated = !stated.isEmpty
    let axes =
      isStated
      ? stated.map { TasteDraws.Axis(stated: $0) }
      : variables.compactMap { TasteDraws.Axis($0, available: available.map(\.conditions)) }
    let isStated = isStated
    guard isStated || sessions.contains(where: \.isGood), !axes.isEmpty else { return nil }
    draws = TasteDraws(
      axes, isStated ? .stated : .unstated,
      sessions: sessions.map { (isStated ? $0.position : $0.conditions, $0.isGood) },
      available: available.map { isStated ? $0.position : $0.conditions })
  }

  /// Nil where nothing is known of the conditions.
  public func estimate(_ conditions: Conditions, position: Conditions) -> ChanceEstimate? {
    if isStated { return draws.estimate(position) }
    return draws.knows(conditions) ? draws.estimate(conditions) : nil
  }

  /// The mean alone; `own` is how the conditions were rated where they are one of the sessions.
  func mean(_ conditions: Conditions, position: Conditions, own: Bool?) -> Double? {
    if isStated { return draws.mean(position, own: own) }
    return draws.knows(conditions) ? draws.mean(conditions, own: own) : nil
  }
}
