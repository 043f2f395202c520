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
