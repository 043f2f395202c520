internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// What has rules of its owner: a competition, or some seasons of one.
protocol OwnRuled: Sendable { var own: OwnRules { get set } }

extension OwnRuled {
  /// The fields of rules, the same for all seasons and for some.
  static var ruleFields: [Field<Self>] {
    [
      Field("points", \Self.own.winPoints, .integer(in: 2...3), help: "Points for a win."),
      Field("ties", \Self.own.tieWords, .ties, help: "Tie-breakers, in order."),
      Field(
        "meetings", \Self.own.needsAllMeetings, .choice("all", "any"),
        help: "all if head-to-head rules wait until the level teams have played all their matches."),
      Field(
        "reapply", \Self.own.reapplies, .choice("yes", "no"),
        help: "Whether head-to-head rules start again among teams that are still level."),
      Field("split_after", \Self.own.splitAfter),
      Field(
        "split_groups", \Self.own.splitGroups, .text(), key: "split",
        help: "Split of the season, as in 33:6+6: two groups of six after 33 matches of each team."),
      Field(
        "carry", \Self.own.carryWords, .carry,
        help:
          "What teams take of their points into the groups of the split: all, half-up, half-down or none; one a group."),
      Field(
        "carry_goals", \Self.own.carriesGoals, .choice("yes", "no"), key: "carry-goals",
        help: "Whether matches and goals from before the split stay in the table."),
      Field(
        "away_goals", \Self.own.awayGoals, .choice("yes", "no"), key: "away-goals",
        help: "Whether away goals decide ties of two legs."),
      Field(
        "play_offs", \Self.own.playOffWords, .playOffs, key: "play-offs",
        help: "Places that a match decides between teams level on points, as in 1-2,17-18."),
    ]
  }
}

extension OwnRules {
  /// The fields of rules as migrations make them.
  static let fields = FootballKinds.fields(
    "points:integer ties meetings:boolean reapply:boolean split_after:integer split_groups")

  /// The fields that were added later.
  static let laterFields = FootballKinds.fields("carry carry_goals:boolean away_goals:boolean play_offs")

  fileprivate var carryWords: [String]? {
    get { carry?.map(\.rawValue) }
    set { carry = newValue?.compactMap { LeagueSplit.Carry(rawValue: $0) } }
  }

  fileprivate var playOffWords: [String]? {
    get { playOffs?.map { "\($0)-\($0 + 1)" } }
    set {
      playOffs = newValue?.compactMap { $0.split(separator: "-").first.flatMap { Int($0) } }.filter((1...98).contains)
    }
  }

  fileprivate var tieWords: [String]? {
    get { ties?.map(\.rawValue) }
    set { ties = newValue?.compactMap { TieBreak(rawValue: $0) } }
  }

  fileprivate var splitAfter: Int? {
    get { split?.matches }
    set { split = newValue.map { LeagueSplit(after: $0, groups: split?.groups ?? []) } }
  }

  fileprivate var splitGroups: String? {
    get { split?.groups.map(String.init).joined(separator: "+") }
    set { split?.groups = newValue?.split(separator: "+").compactMap { Int($0) }.filter((1...99).contains) ?? [] }
  }

  /// Without what another program stored and no league has.
  mutating func drop() {
    if let points = winPoints, !(0...99).contains(points) { winPoints = nil }
    if let split, !(1...99).contains(split.matches) || split.groups.isEmpty { self.split = nil }
  }

  /// Throws `bad-value` where more is carried than the split has groups.
  static func refuseCarry(_ values: [String: Value], at span: SourceSpan?) throws(Diagnostic) {
    guard case .text(let carry)? = values["carry"], case .text(let groups)? = values["split_groups"] else { return }
    let (words, sizes) = (carry.split(separator: ",").count, groups.split(separator: "+").count)
    guard words > sizes else { return }
    throw .badValue(
      "carry", carry.abridged, allowed: "one word for all groups, or one for each of the \(sizes)", span: span)
  }

  /// Takes a split as it is typed, `33:6+6`, apart into its two fields; throws `bad-value`.
  static func takeSplit(_ values: inout [String: Value], at span: SourceSpan?) throws(Diagnostic) {
    guard let value = values["split_groups"] else { return }
    values["split_after"] = .missing
    guard case .text(let typed) = value else { return }
    let parts = typed.split(separator: ":", omittingEmptySubsequences: false)
    let sizes = parts.count == 2 ? parts[1].split(separator: "+").map { Int($0) ?? 0 } : []
    guard sizes.count >= 2, let after = Int(parts[0]), (1...99).contains(after), sizes.allSatisfy((2...30).contains)
    else {
      throw .badValue("split", typed.abridged, allowed: "matches and groups, as in 33:6+6", span: span)
    }
    values["split_after"] = .integer(after)
    values["split_groups"] = .text(sizes.map(String.init).joined(separator: "+"))
  }
}

extension FieldForm where Content == Bool {
  static func choice(_ yes: String, _ no: String) -> FieldForm {
    FieldForm { name, _, help in
      let parameter = Parameter<String?>.choice(name, [yes, no], help: help)
      return TypedField(parameter.any) { (work) throws(Diagnostic) in work.call[parameter].map { .boolean($0 == yes) } }
    }
  }
}

extension FieldForm where Content == [String] {
  /// Tie-breakers in order.
  fileprivate static var ties: FieldForm {
    words(TieBreak.allCases.map(\.rawValue)) { (typed, span) throws(Diagnostic) in
      try FootballTableCommand.ties(typed, at: span).map(\.rawValue)
    }
  }

  /// What is carried into each group.
  fileprivate static var carry: FieldForm {
    let known = LeagueSplit.Carry.allCases.map(\.rawValue)
    return words(known) { (typed, span) throws(Diagnostic) in
      for word in typed where !known.contains(word) { throw .unknownWord("carry", word, among: known, span: span) }
      return typed
    }
  }

  /// Pairs of neighbouring places.
  fileprivate static var playOffs: FieldForm {
    words([]) { (typed, span) throws(Diagnostic) in
      for word in typed {
        let ends = word.split(separator: "-").map { Int($0) ?? 0 }
        guard ends.count == 2, (1...98).contains(ends[0]), ends[1] == ends[0] + 1 else {
          throw .badValue(
            "play-offs", word.abridged, allowed: "two places one after the other, as in 17-18", span: span)
        }
      }
      return typed
    }
  }

  private static func words(
    _ known: [String], _ read: @escaping @Sendable ([String], SourceSpan?) throws(Diagnostic) -> [String]
  ) -> FieldForm {
    FieldForm { name, _, help in
      let parameter = Parameter<[String]?>.list(name, help: help, completion: .words(known))
      return TypedField(parameter.any) { (work) throws(Diagnostic) in
        guard let typed = work.call[parameter] else { return nil }
        return try read(typed, work.call.span(of: parameter)).stored
      }
    }
  }
}
