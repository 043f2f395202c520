public import PodiumCore

/// One report about a match, as it was typed on a touchline. Reports are never deleted, only voided.
public struct MatchReport: Sendable, Equatable {
  /// What is reported.
  public enum Kind: String, CaseIterable, Sendable {
    case goal
    case ownGoal = "own goal"
    case penaltyGoal = "penalty goal"
    case missedPenalty = "missed penalty"
    case yellow
    case secondYellow = "second yellow"
    case red
    /// A penalty of a shoot-out, scored or not; it changes no score but that of the shoot-out.
    case shootOutGoal = "shoot-out goal"
    case shootOutMiss = "shoot-out miss"
    /// The score without its scorers.
    case score
    /// The match enters a state.
    case state

    /// Whether it adds a goal to a side.
    public var isGoal: Bool { self == .goal || self == .ownGoal || self == .penaltyGoal }
  }

  public enum Side: String, Sendable {
    case home
    case away

    public var other: Side { self == .home ? .away : .home }
  }

  /// From 1 within the match, in the order of arrival.
  public var number: Int
  public var kind: Kind
  /// The side of the player; the goal of an own goal counts for the other one. Nil for a state and a score.
  public var side: Side?
  public var minute: MatchMinute?
  public var player: String?
  /// The state that is entered (`state`), and the goals (`score`).
  public var state: MatchState?
  public var homeGoals: Int?
  public var awayGoals: Int?
  /// When it arrived, and who reported it.
  public var at: Moment
  public var by: String
  public var isVoid = false

  public init(
    number: Int, kind: Kind, side: Side? = nil, minute: MatchMinute? = nil, player: String? = nil,
    state: MatchState? = nil, homeGoals: Int? = nil, awayGoals: Int? = nil, at: Moment, by: String, isVoid: Bool = false
  ) {
    (self.number, self.kind, self.side, self.minute, self.player) = (number, kind, side, minute, player)
    (self.state, self.homeGoals, self.awayGoals) = (state, homeGoals, awayGoals)
    (self.at, self.by, self.isVoid) = (at, by, isVoid)
  }

  /// The side whose score rises; nil when none does.
  public var scoringSide: Side? {
    guard kind.isGoal else { return nil }
    return kind == .ownGoal ? side?.other : side
  }
}
