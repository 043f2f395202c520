/// What the owner of a competition says of its rules; nil where nothing is said.
public struct OwnRules: Sendable, Equatable {
  public var winPoints: Int?
  public var ties: [TieBreak]?
  public var needsAllMeetings: Bool?
  public var reapplies: Bool?
  public var split: LeagueSplit?
  /// What teams take of their points, and whether of their goals, into the groups of a split.
  public var carry: [LeagueSplit.Carry]?
  public var carriesGoals: Bool?
  public var awayGoals: Bool?
  public var playOffs: [Int]?

  public init() {}

  public var isEmpty: Bool { self == OwnRules() }

  /// These rules with what others say.
  func with(_ other: OwnRules) -> OwnRules {
    var both = self
    func take<Value>(_ path: WritableKeyPath<OwnRules, Value?>) {
      if let value = other[keyPath: path] { both[keyPath: path] = value }
    }
    take(\.winPoints)
    take(\.ties)
    take(\.needsAllMeetings)
    take(\.reapplies)
    take(\.split)
    take(\.carry)
    take(\.carriesGoals)
    take(\.awayGoals)
    take(\.playOffs)
    return both
  }

  /// Takes the place of other rules, as far as something is said; what is said is not of their source.
  func apply(to rules: inout LeagueRules) {
    if !isEmpty { rules.source = nil }
    if let winPoints { rules.winPoints = winPoints }
    if let ties { (rules.ties, rules.needsAllMeetings, rules.reapplies) = (ties, false, false) }
    if let needsAllMeetings { rules.needsAllMeetings = needsAllMeetings }
    if let reapplies { rules.reapplies = reapplies }
    if let split { rules.split = split }
    if let carry { rules.split?.carry = carry }
    if let carriesGoals { rules.split?.keepsGoals = carriesGoals }
    if let awayGoals { rules.awayGoals = awayGoals }
    if let playOffs { rules.playOffs = playOffs }
  }
}
