internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// What has rules of its owner: a competition, or some seasons of one.
protocol OwnRuled: Sendable {
  var own: OwnRules { get set }
}

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
    ]
  }
}

extension OwnRules {
  /// The fields of rules as migrations make them.
  static let fields = [
    RecordField("points", .integer), RecordField("ties", .text), RecordField("meetings", .boolean),
    RecordField("reapply", .boolean), RecordField("split_after", .integer), RecordField("split_groups", .text),
  ]

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
  /// A word for yes, or one for no.
  static func choice(_ yes: String, _ no: String) -> FieldForm {
    FieldForm { name, _, help in
      let parameter = Parameter<String?>.choice(name, [yes, no], help: help)
      return TypedField(parameter.any) { (work) throws(Diagnostic) in
        work.call[parameter].map { .boolean($0 == yes) }
      }
    }
  }
}

extension FieldForm where Content == [String] {
  /// Tie-breakers in order.
  fileprivate static var ties: FieldForm {
    FieldForm { name, _, help in
      let words = Completion.words(TieBreak.allCases.map(\.rawValue))
      let parameter = Parameter<[String]?>.list(name, help: help, completion: words)
      return TypedField(parameter.any) { (work) throws(Diagnostic) in
        guard let typed = work.call[parameter] else { return nil }
        return try TableCommand.ties(typed, at: work.call.span(of: parameter)).map(\.rawValue).stored
      }
    }
  }
}
