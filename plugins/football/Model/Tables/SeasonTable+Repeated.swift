internal import PodiumCore

extension SeasonTable {
  /// Matches of a pair at one ground, where few pairs have one more than usual and the season has gone on since: the
  /// later may correct the earlier. Where a round of the season begins again, or its groups do, all pairs follow.
  public var repeated: [[StoredMatch]] {
    guard rules.split == nil else { return [] }
    let pairs = Dictionary(grouping: rows.indices) { rows[$0].home * teams.count + rows[$0].away }
    let counts = pairs.values.map(\.count).sorted()
    guard !counts.isEmpty else { return [] }
    let usual = counts[counts.count / 2]
    let double = pairs.values.filter { $0.count > usual }
    guard double.count * 10 <= pairs.count else { return [] }
    let known = Set(double.joined())
    return double.filter { places in
      let last = places.map { counted[$0].date }.max() ?? CalendarDate(days: 0)
      return rows.indices.count { !known.contains($0) && counted[$0].date > last } * 2 >= teams.count
    }.map { places in places.map { counted[$0] } }.ordered { $0[0].number < $1[0].number }
  }
}
