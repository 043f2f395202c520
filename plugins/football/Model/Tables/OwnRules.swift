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

  /// A rule by the key that it is typed as.
  private struct Rule: Sendable {
    let key: String
    /// Takes the rule of the first into the second, where the first says something.
    let take: @Sendable (OwnRules, inout OwnRules) -> Void
    let differs: @Sendable (OwnRules, OwnRules) -> Bool

    init<Value: Equatable & Sendable>(_ key: String, _ path: any WritableKeyPath<OwnRules, Value?> & Sendable) {
      self.key = key
      take = { other, own in own[keyPath: path] = other[keyPath: path] ?? own[keyPath: path] }
      differs = { a, b in
        if let a = a[keyPath: path], let b = b[keyPath: path] { a != b } else { false }
      }
    }
  }

  private static let all = [
    Rule("points", \.winPoints), Rule("ties", \.ties), Rule("meetings", \.needsAllMeetings),
    Rule("reapply", \.reapplies), Rule("split", \.split), Rule("carry", \.carry),
    Rule("carry-goals", \.carriesGoals), Rule("away-goals", \.awayGoals), Rule("play-offs", \.playOffs),
  ]

  /// These rules with what others say.
  func with(_ other: OwnRules) -> OwnRules { OwnRules.all.reduce(into: self) { $1.take(other, &$0) } }

  /// The key of a rule of which two say different things; nil where they do not.
  public func contradiction(_ other: OwnRules) -> String? { OwnRules.all.first { $0.differs(self, other) }?.key }

  /// Takes the place of other rules, as far as something is said; what is said is not of their source.
  func apply(to rules: inout LeagueRules) {
    if !isEmpty { rules.source = nil }
    if let winPoints { (rules.winPoints, rules.hasGuessedPoints) = (winPoints, false) }
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
