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

/// Where a match is.
public enum MatchState: String, CaseIterable, Sendable, Codable {
  case scheduled
  case delayed
  case firstHalf = "first half"
  case halfTime = "half-time"
  case secondHalf = "second half"
  case extraTime1 = "extra time 1"
  case extraTime2 = "extra time 2"
  case penalties
  case fullTime = "full time"
  case postponed
  case interrupted
  case abandoned
  case cancelled
  case awarded

  /// Where a match in this state is, as a sentence goes on: "the match is in the first half".
  public var whereabouts: String {
    switch self {
    case .firstHalf, .secondHalf: "in the \(rawValue)"
    case .extraTime1: "in the first half of extra time"
    case .extraTime2: "in the second half of extra time"
    case .halfTime, .fullTime: "at \(rawValue)"
    case .penalties: "in a shoot-out"
    case .scheduled, .delayed, .postponed, .interrupted, .abandoned, .cancelled, .awarded: rawValue
    }
  }

  /// Whether the ball is in play, or the match goes on after a break.
  public var isLive: Bool {
    switch self {
    case .firstHalf, .halfTime, .secondHalf, .extraTime1, .extraTime2, .penalties, .interrupted: true
    case .scheduled, .delayed, .fullTime, .postponed, .abandoned, .cancelled, .awarded: false
    }
  }

  /// Whether the score counts in a table.
  public var isFinal: Bool { self == .fullTime || self == .awarded }

  /// Whether a match in this state has begun.
  public var hasBegun: Bool { isLive || isFinal || self == .abandoned }

  /// Whether the clock of the state counts minutes.
  public var isPlaying: Bool { isLive && ![.halfTime, .penalties, .interrupted].contains(self) }

  /// The states that may follow, but for an interrupted match, which goes on where it was.
  public var next: [MatchState] {
    switch self {
    case .scheduled: [.delayed, .firstHalf, .postponed, .cancelled, .awarded, .fullTime]
    case .delayed: [.firstHalf, .postponed, .cancelled, .awarded, .fullTime]
    case .firstHalf: [.halfTime, .interrupted, .abandoned]
    case .halfTime: [.secondHalf, .extraTime2, .interrupted, .abandoned]
    case .secondHalf: [.fullTime, .interrupted, .abandoned]
    case .extraTime1: [.halfTime, .interrupted, .abandoned]
    case .extraTime2: [.fullTime, .interrupted, .abandoned]
    case .penalties: [.fullTime, .interrupted, .abandoned]
    case .fullTime: [.extraTime1, .penalties, .awarded]
    case .postponed: [.scheduled, .cancelled, .awarded]
    case .interrupted: [.abandoned]
    case .abandoned: [.scheduled, .awarded, .cancelled]
    case .cancelled: [.scheduled, .awarded]
    case .awarded: []
    }
  }
}

/// How long a competition's matches last.
public struct ClockRules: Sendable, Equatable {
  /// Minutes of one half, and of one half of extra time.
  public var half: Int
  public var extraHalf: Int
  /// Minutes of the break between the halves, for the estimate of a match without reports.
  public var pause: Int
  /// Whether the clock stops whenever the ball is out of play, as in futsal: no minute follows from the time of day.
  public var isStopped: Bool

  public init(half: Int = 45, extraHalf: Int = 15, pause: Int = 15, isStopped: Bool = false) {
    (self.half, self.extraHalf, self.pause, self.isStopped) = (half, extraHalf, pause, isStopped)
  }

  /// The longest added time that a clock shows: after it someone forgot to report the end of the half.
  public static let longestAdded = 20

  /// The state in which the clock shows a minute; nil for added time that follows no period.
  public func period(of minute: MatchMinute) -> MatchState? {
    [.firstHalf, .secondHalf, .extraTime1, .extraTime2].first { state in
      guard let span = span(of: state) else { return false }
      let end = span.start + span.length
      return minute.added > 0 ? minute.minute == end : minute.minute > span.start && minute.minute <= end
    }
  }

  /// The minutes played before a state's clock starts, and those it lasts; nil where no clock runs.
  func span(of state: MatchState) -> (start: Int, length: Int)? {
    switch state {
    case .firstHalf: (0, half)
    case .secondHalf: (half, half)
    case .extraTime1: (2 * half, extraHalf)
    case .extraTime2: (2 * half + extraHalf, extraHalf)
    default: nil
    }
  }
}

/// A minute of a match: 12, or 45+2 in added time.
public struct MatchMinute: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// From 1.
  public var minute: Int
  /// The minute of added time; 0 before it.
  public var added: Int

  public init(_ minute: Int, added: Int = 0) { (self.minute, self.added) = (minute, added) }

  /// Reads `12`, `45+2`, `12'` and `90'+3'`; nil for anything else, and for minutes outside 1 to 150.
  public init?(_ text: String) {
    let parts = text.filter { $0 != "'" && $0 != "’" }.split(separator: "+", omittingEmptySubsequences: false)
    func number(_ part: Substring) -> Int? {
      (1...3).contains(part.utf8.count) && part.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? Int(part) : nil
    }
    guard parts.count == 1 || parts.count == 2, let minute = number(parts[0]), (1...150).contains(minute) else {
      return nil
    }
    var added = 0
    if parts.count == 2 {
      guard let extra = number(parts[1]), extra <= 60 else { return nil }
      added = extra
    }
    self.init(minute, added: added)
  }

  public var description: String { added > 0 ? "\(minute)+\(added)" : String(minute) }

  /// Whether two minutes are in different periods: 46 is after the break that 45+1 is before.
  private func isAcrossBreak(_ other: MatchMinute) -> Bool {
    added > 0 && other.added == 0 && other.minute > minute || other.added > 0 && added == 0 && minute > other.minute
  }

  /// How far apart two minutes are, with the added time; as far as can be across a break.
  func distance(to other: MatchMinute) -> Int {
    isAcrossBreak(other) ? .max : abs(minute + added - other.minute - other.added)
  }

  public static func < (a: MatchMinute, b: MatchMinute) -> Bool { (a.minute, a.added) < (b.minute, b.added) }
}
