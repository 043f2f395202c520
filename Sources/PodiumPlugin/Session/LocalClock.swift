public import PodiumCore

/// The zone whose time the machine's clock shows.
public struct LocalClock: Sendable {
  /// The zone's name (`Europe/Stockholm`).
  public var zone: String { name() }
  /// The minutes that local time is ahead of UTC at a moment.
  public let offset: @Sendable (Moment) -> Int

  /// Asked for when it is shown: to find the machine's zone takes a start of podium some system calls.
  private let name: @Sendable () -> String

  /// What a time of day without an offset may be.
  public enum Reading: Sendable, Equatable {
    /// One moment, so many minutes ahead of UTC.
    case once(offset: Int)
    /// Two moments, since the clock was put back: the earlier one and the later one.
    case twice(first: Int, second: Int)
    /// None: the clock was put forward over it.
    case skipped
  }

  /// Names a zone and says how far it is ahead of UTC.
  public init(zone: @autoclosure @escaping @Sendable () -> String, offset: @escaping @Sendable (Moment) -> Int) {
    name = zone
    self.offset = offset
  }

  /// The clock of a zone of the IANA database.
  ///
  /// Offsets that are not whole minutes, as before 1920, are cut to minutes.
  public init(zone: String, rules: ZoneRules) {
    self.init(zone: zone) { rules.offset(at: $0) / 60 }
  }

  /// Which of two moments a time means that the clock shows twice.
  public enum Fold: String, Sendable, CaseIterable {
    case first
    case second
  }

  /// The moment at which the clock shows a time, given as if it were UTC.
  ///
  /// Throws `skipped-time` where the clock was put forward over it, and `repeated-time` where it shows the time twice and
  /// no fold is given.
  public func moment(showing shown: Moment, fold: Fold? = nil) throws(Diagnostic) -> Moment {
    let text = shown.description.prefix(16).map { $0 == "T" ? " " : String($0) }.joined()
    let offset: Int
    switch reading(of: shown) {
    case .once(let minutes): offset = minutes
    case .twice(let first, let second):
      guard let fold else {
        throw Diagnostic(
          "repeated-time", "\(text) occurs twice in \(zone), because the clock is put back",
          help: "choose one: fold=first or fold=second")
      }
      offset = fold == .first ? first : second
    case .skipped:
      throw Diagnostic(
        "skipped-time", "there is no \(text) in \(zone), because the clock is put forward over it",
        help: "check the time")
    }
    return Moment(microseconds: shown.microseconds - offset * 60_000_000)
  }

  /// The time that the clock shows at a moment, as if it were UTC.
  public func shown(at moment: Moment) -> Moment {
    moment.shown(offset: offset(moment))
  }

  /// The moments that a time of the clock means; `shown` is that time as if it were UTC.
  public func reading(of shown: Moment) -> Reading {
    let found = Zone.offsets(showing: shown, offset)
    guard let first = found.first else { return .skipped }
    return found.count > 1 ? .twice(first: first, second: found[1]) : .once(offset: first)
  }
}
