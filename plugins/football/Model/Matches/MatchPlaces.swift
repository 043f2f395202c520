public import PodiumCore

/// Which stored match each match of a file is: one competition, season and pair of teams within some days, the same number of the
/// source, or a match that was moved.
public struct MatchPlaces {
  private let incoming: IncomingMatches
  private let stored: [StoredMatch]
  private let source: String
  /// The days that the source gave before, by the number of the match.
  private let earlier: [Int: CalendarDate]
  private var byPair: [IncomingMatches.Pair: [Int]] = [:]
  private var byNumber: [String: Int] = [:]
  private var draws: [Int] = []
  private var days: IncomingDays?
  private var taken: Set<Int> = []

  public init(
    _ incoming: IncomingMatches, among stored: [StoredMatch], source: String, earlier: [Int: CalendarDate]
  ) {
    (self.incoming, self.stored, self.source, self.earlier) = (incoming, stored, source, earlier)
    byPair.reserveCapacity(stored.count)
    for place in stored.indices {
      byPair[incoming.pair(stored[place]), default: []].append(place)
      if stored[place].source == source, let number = stored[place].sourceNumber {
        byNumber[stored[place].competition + "\n" + number] = place
      }
    }
    // The fixtures of this source between places of a draw, which the file no longer has.
    let open = stored.indices.filter { place in
      stored[place].source == source && !stored[place].state.hasBegun
        && (TeamText.isPlace(stored[place].home) || TeamText.isPlace(stored[place].away))
    }
    if open.isEmpty { return }
    let pairs = Set(incoming.all.map { incoming.pair($0.match) })
    draws = open.filter { !pairs.contains(incoming.pair(stored[$0])) }
  }

  /// The stored match of a match of the file, by its place, which no other one gets; nil for a new match.
  public mutating func take(_ match: StoredMatch) -> Int? {
    let pair = incoming.pair(match)
    let candidates = byPair[pair] ?? []
    var place = numbered(match, pair) ?? nearest(match, candidates)
    if place == nil, !candidates.isEmpty { place = moved(match, candidates) }
    guard let place = place ?? drawn(match), taken.insert(place).inserted else { return nil }
    return place
  }

  /// Some sources number the matches of each day from 0: a number alone does not make two matches one.
  private func numbered(_ match: StoredMatch, _ pair: IncomingMatches.Pair) -> Int? {
    guard let number = match.sourceNumber, let place = byNumber[match.competition + "\n" + number],
      incoming.pair(stored[place]) == pair, !stored[place].state.hasBegun || stored[place].isNear(match)
    else { return nil }
    return place
  }

  /// The stored match of a pair that is nearest in time, or that this source put on the same day before.
  private func nearest(_ match: StoredMatch, _ candidates: [Int]) -> Int? {
    var best: (distance: Int, place: Int)?
    for place in candidates where !taken.contains(place) && stored[place].isNear(match) {
      let distance = abs(stored[place].date.days - match.date.days)
      if best.map({ distance < $0.distance }) ?? true { best = (distance, place) }
    }
    return best?.place
      ?? candidates.first { !taken.contains($0) && earlier[stored[$0].number] == match.date }
  }

  /// The only match of a pair that the file has on another day now.
  private mutating func moved(_ match: StoredMatch, _ candidates: [Int]) -> Int? {
    let days = days ?? IncomingDays(incoming, source: source)
    self.days = days
    let left = candidates.filter { !taken.contains($0) && days.mayHaveMoved(stored[$0], to: match) }
    return left.count == 1 ? left[0] : nil
  }

  /// The fixture of a draw whose teams are known now: of the same round, time and ground.
  private func drawn(_ match: StoredMatch) -> Int? {
    draws.first { place in
      let open = stored[place]
      return !taken.contains(place) && (open.competition, open.season) == (match.competition, match.season)
        && (open.round, open.date, open.kickoff, open.ground) == (match.round, match.date, match.kickoff, match.ground)
        && (TeamText.isPlace(open.home) || open.home == match.home)
        && (TeamText.isPlace(open.away) || open.away == match.away)
    }
  }
}

extension StoredMatch {
  /// Whether sources may date one match like this.
  public func isNear(_ other: StoredMatch) -> Bool { abs(date.days - other.date.days) <= IncomingMatches.nearDays }
}
