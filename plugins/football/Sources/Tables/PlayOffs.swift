internal import FootballModel
internal import PodiumCore

/// Play-off matches in a season, which the files do not mark.
///
/// New league files include the play-offs between a club of the league and one from the division below. A club with
/// fewer than half the usual number of matches does not belong to the league; its matches are play-offs.
enum PlayOffs {
  /// The rule applies from this usual number of matches: early in a season every club has few.
  static let minimumUsual = 10

  /// The clubs from outside the league, in code-point order; empty for main leagues, whose files have no play-offs.
  static func guests(_ matches: [StoredMatch]) -> [String] {
    guard matches.contains(where: { $0.league != nil }) else { return [] }
    var counts: [String: Int] = [:]
    for match in matches { for team in [match.home, match.away] { counts[team, default: 0] += 1 } }
    let sorted = counts.values.sorted()
    guard !sorted.isEmpty else { return [] }
    let usual = sorted[sorted.count / 2]
    guard usual >= minimumUsual else { return [] }
    return counts.filter { $0.value * 2 < usual }.keys.sorted(by: CodePointOrder.precedes)
  }
}
