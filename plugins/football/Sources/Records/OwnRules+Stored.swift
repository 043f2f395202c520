internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

extension OwnRules {
  /// The fields of rules, the same for all seasons and for some.
  static var fields: [RecordField] {
    [
      RecordField("points", .integer), RecordField("ties", .text), RecordField("meetings", .boolean),
      RecordField("reapply", .boolean), RecordField("split_after", .integer), RecordField("split_groups", .text),
    ]
  }

  static func columns(_ all: [OwnRules]) -> [Column] {
    func whole(_ name: String, _ value: (OwnRules) -> Int?) -> Column {
      Column(name, .integer(all.map { value($0) ?? ColumnValues.missingInteger }))
    }
    return [
      whole("points", \.winPoints),
      Column("ties", .text(all.map { $0.ties?.map(\.rawValue).joined(separator: ",") })),
      Column("meetings", .boolean(all.map(\.needsAllMeetings))), Column("reapply", .boolean(all.map(\.reapplies))),
      whole("split_after", \.split?.matches),
      Column("split_groups", .text(all.map { $0.split?.groups.map(String.init).joined(separator: "+") })),
    ]
  }

  static func read(_ rows: RecordRows) -> [OwnRules] {
    func flags(_ name: String) -> [Bool?] {
      if case .boolean(let flags)? = rows.table[name]?.values { return flags }
      return [Bool?](repeating: nil, count: rows.count)
    }
    let (points, ties) = (rows.integers("points", in: 0...99), rows.texts("ties"))
    let (meetings, reapply) = (flags("meetings"), flags("reapply"))
    let (splits, groups) = (rows.integers("split_after", in: 1...99), rows.texts("split_groups"))
    return (0..<rows.count).map { row in
      var own = OwnRules()
      (own.winPoints, own.needsAllMeetings, own.reapplies) = (points[row], meetings[row], reapply[row])
      own.ties = ties[row]?.split(separator: ",").compactMap { TieBreak(rawValue: String($0)) }
      if let after = splits[row], let sizes = groups[row] {
        let sizes = sizes.split(separator: "+").compactMap { Int($0) }.filter((1...99).contains)
        if !sizes.isEmpty { own.split = LeagueSplit(after: after, groups: sizes) }
      }
      return own
    }
  }
}
