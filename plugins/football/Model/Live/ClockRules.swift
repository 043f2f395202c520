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
  public func span(of state: MatchState) -> (start: Int, length: Int)? {
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
  public func distance(to other: MatchMinute) -> Int {
    isAcrossBreak(other) ? .max : abs(minute + added - other.minute - other.added)
  }

  public static func < (a: MatchMinute, b: MatchMinute) -> Bool { (a.minute, a.added) < (b.minute, b.added) }
}
