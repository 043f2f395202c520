internal import PodiumCore

/// Matches of a season that are no league matches, though nothing in the file marks them.
///
/// The files of new leagues hold the play-offs between a club of the league and one of the division below. A club
/// with fewer than half of the usual number of matches is no club of the league; its matches are play-offs.
enum PlayOffs {
  /// The fewest usual matches from which the rule speaks: early in a season everybody has few.
  static let fewestUsual = 10

  /// The guests of a season, in code-point order; empty for main leagues, whose files have no play-offs.
  static func guests(_ matches: [Match]) -> [String] {
    guard matches.contains(where: { $0.league != nil }) else { return [] }
    var counts: [String: Int] = [:]
    for match in matches { for team in [match.home, match.away] { counts[team, default: 0] += 1 } }
    let sorted = counts.values.sorted()
    guard !sorted.isEmpty else { return [] }
    let usual = sorted[sorted.count / 2]
    guard usual >= fewestUsual else { return [] }
    return counts.filter { $0.value * 2 < usual }.keys.sorted(by: CodePointOrder.precedes)
  }
}
