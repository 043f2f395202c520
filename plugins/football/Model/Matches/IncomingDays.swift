internal import PodiumCore

/// The days on which a file has its matches: whether a stored match was moved to another day, or is one of its own.
public struct IncomingDays {
  private struct Side: Hashable {
    let competition: String
    let season: Season?
    let team: String
  }

  private let matches: IncomingMatches
  private let source: String
  private var days: [IncomingMatches.Pair: [Int]] = [:]
  /// The first and the last day of each team.
  private var spans: [Side: ClosedRange<Int>] = [:]

  public init(_ matches: IncomingMatches, source: String) {
    (self.matches, self.source) = (matches, source)
    for entry in matches.all {
      let day = entry.match.date.days
      days[matches.pair(entry.match), default: []].append(day)
      for side in sides(entry.match) {
        let known = spans[side] ?? day...day
        spans[side] = min(known.lowerBound, day)...max(known.upperBound, day)
      }
    }
  }

  private func sides(_ match: StoredMatch) -> [Side] {
    let pair = matches.pair(match)
    return [match.home, match.away].map { Side(competition: pair.competition, season: pair.season, team: $0) }
  }

  /// Whether a stored match may be one that the file has on another day, and nothing near its own. Two teams may meet more than
  /// twice in a season, so without a reason there are two matches: a fixture of the file's own source moves; one of another
  /// source is past, and the file has a result after it; a result moves where its own source gives it no longer, although
  /// it has matches of both teams before and after it.
  public func mayHaveMoved(_ stored: StoredMatch, to match: StoredMatch) -> Bool {
    let day = stored.date.days
    let own = days[matches.pair(stored)] ?? []
    if own.contains(where: { abs($0 - day) <= IncomingMatches.nearDays }) { return false }
    if !stored.state.hasBegun { return stored.source == source || match.state.hasBegun && match.date > stored.date }
    return stored.source == source && match.state.hasBegun
      && sides(stored).allSatisfy { spans[$0]?.contains(day) ?? false }
  }
}
