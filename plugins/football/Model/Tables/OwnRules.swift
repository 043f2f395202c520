/// What the owner of a competition says of its rules; nil where nothing is said.
public struct OwnRules: Sendable, Equatable {
  public var winPoints: Int?
  public var ties: [TieBreak]?
  public var needsAllMeetings: Bool?
  public var reapplies: Bool?
  public var split: LeagueSplit?

  public init() {}

  public var isEmpty: Bool { self == OwnRules() }

  /// Takes the place of other rules, as far as something is said.
  func apply(to rules: inout LeagueRules) {
    if let winPoints { rules.winPoints = winPoints }
    if let ties { (rules.ties, rules.needsAllMeetings, rules.reapplies) = (ties, false, false) }
    if let needsAllMeetings { rules.needsAllMeetings = needsAllMeetings }
    if let reapplies { rules.reapplies = reapplies }
    if let split { rules.split = split }
  }
}
