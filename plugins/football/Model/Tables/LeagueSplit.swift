/// A season that is cut into groups after some matches: each group plays on by itself and keeps its places.
public struct LeagueSplit: Sendable, Equatable {
  /// What a team takes of its points into its group.
  public enum Carry: String, CaseIterable, Sendable {
    case all
    case halfUp = "half-up"
    case halfDown = "half-down"
    case none

    func points(_ points: Int) -> Int {
      switch self {
      case .all: points
      case .halfUp: (points + 1) >> 1
      case .halfDown: points >> 1
      case .none: 0
      }
    }
  }

  /// Who is in which group, and what each team had before.
  public struct Cut: Sendable {
    public var groups: [Int]
    let before: [TableRow]
    /// The matches after the split.
    let later: [TableMatch]

    /// `table` is that of the matches before the split.
    init(groups: [Int], before: [TableRow], later: [TableMatch], table: LeagueTable) {
      (self.groups, self.later) = (groups, later)
      var rows = before
      for place in table.places { rows[place.team].placeBefore = place.position }
      self.before = rows
    }
  }

  /// How many matches each team plays before the split.
  public var matches: Int
  /// The sizes of the groups, the upper one first.
  public var groups: [Int]
  /// What the teams of each group take of their points; the last one is that of all further groups.
  public var carry: [Carry] = [.all]
  /// Whether matches and goals from before the split stay in the table.
  public var keepsGoals = true
  /// How often two teams of each group meet after the split, the last one in all further groups; empty where it is not known.
  public internal(set) var meetings: [Int] = []
  /// Whether the groups after the first take their places in turn: 7th, 10th, 11th and 14th, and 8th, 9th, 12th and 13th.
  var takesTurns = false

  public init(after matches: Int, groups: [Int], carry: [Carry] = [.all], keepsGoals: Bool = true) {
    (self.matches, self.groups, self.carry, self.keepsGoals) = (matches, groups, carry, keepsGoals)
  }

  /// Each team's group; nil before every team has played the matches before the split. The matches are in the order of
  /// their days. A team's first matches count, so a match that was postponed past the split must still be among them.
  public func cut(_ played: [TableMatch], teams: Int, rules: LeagueRules, adjustments: [TableAdjustment] = []) -> Cut? {
    guard teams == groups.reduce(0, +), teams > 0 else { return nil }
    var counts = [Int](repeating: 0, count: teams)
    var (before, later): ([TableMatch], [TableMatch]) = ([], [])
    for match in played {
      guard counts[match.home] < matches, counts[match.away] < matches else {
        later.append(match)
        continue
      }
      counts[match.home] += 1
      counts[match.away] += 1
      before.append(match)
    }
    guard counts.allSatisfy({ $0 == matches }) else { return nil }
    var found = [Int](repeating: 0, count: teams)
    let rows = LeagueTable.rows(before, teams: teams, rules: rules, adjustments: adjustments)
    let table = LeagueTable(rows, before, rules: rules)
    for (place, group) in zip(table.places, places) { found[place.team] = group }
    return Cut(groups: found, before: rows, later: later, table: table)
  }

  /// The group of each place of the table before the split.
  private var places: [Int] {
    var all = groups.enumerated().flatMap { Array(repeating: $0, count: $1) }
    if takesTurns, let first = groups.first {
      for place in first..<all.count { all[place] = [1, 2, 2, 1][(place - first) % 4] }
    }
    return all
  }

  /// How many matches each team of a group plays in all; nil where it is not known.
  func rounds(of group: Int) -> Int? {
    guard groups.indices.contains(group), let last = meetings.last else { return nil }
    return matches + (meetings.indices.contains(group) ? meetings[group] : last) * (groups[group] - 1)
  }

  /// Takes into a row what the team keeps of the matches before the split.
  func apply(to row: inout TableRow, before: TableRow, group: Int) {
    guard let carry = carry.indices.contains(group) ? carry[group] : carry.last else { return }
    (row.placeBefore, row.pointsBefore) = (before.placeBefore, before.points)
    let kept = carry.points(before.points)
    row.points += kept - before.points
    if carry == .halfUp || carry == .halfDown { row.rounding = 2 * kept - before.points }
    if !keepsGoals { row.subtract(before) }
  }
}
