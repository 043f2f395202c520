/// A season that is cut into groups after some matches: each group plays on by itself and keeps its places.
public struct LeagueSplit: Sendable, Equatable {
  /// How many matches each team plays before the split.
  public var matches: Int
  /// The sizes of the groups, the upper one first.
  public var groups: [Int]

  public init(after matches: Int, groups: [Int]) {
    (self.matches, self.groups) = (matches, groups)
  }

  /// Each team's group; nil before every team has played the matches before the split.
  ///
  /// The matches are in the order of their days. A team's first matches count, so a match that was postponed past the
  /// split must still be among them.
  public func groups(_ played: [TableMatch], teams: Int, rules: LeagueRules, adjustments: [TableAdjustment] = [])
    -> [Int]?
  {
    guard teams == groups.reduce(0, +), teams > 0 else { return nil }
    var counts = [Int](repeating: 0, count: teams)
    var before: [TableMatch] = []
    for match in played where counts[match.home] < matches && counts[match.away] < matches {
      counts[match.home] += 1
      counts[match.away] += 1
      before.append(match)
    }
    guard counts.allSatisfy({ $0 == matches }) else { return nil }
    var found = [Int](repeating: 0, count: teams)
    let table = LeagueTable(before, teams: teams, rules: rules, adjustments: adjustments)
    var (group, room) = (0, groups[0])
    for place in table.places {
      if room == 0 {
        group += 1
        room = groups[group]
      }
      found[place.team] = group
      room -= 1
    }
    return found
  }
}
