internal import PodiumCore

/// The groups of a season whose source names neither groups nor rounds, as lists of internationals do. Only what the
/// matches show by themselves is named: until some day the teams are in two or more sets in which all have met equally
/// often, and no one has met a team of another set; all teams of the season are in them, and fewer play on.
public enum UnnamedGroups {
  /// The largest group; a set of more teams is a league.
  private static let largest = 12
  /// The most teams of a season whose groups are looked for: each match looks at all sets.
  private static let mostTeams = 256

  /// The matches with the names of groups and knock-out rounds; nil where the source names some, or nothing shows them.
  /// Groups are numbered by their first matches, since no one knows their letters.
  public static func named(_ season: [StoredMatch]) -> [StoredMatch]? {
    guard season.allSatisfy({ $0.stage == nil && $0.round == nil }) else { return nil }
    let played = season.filter { ![.cancelled, .postponed].contains($0.state) }
    guard let (count, groups) = groups(played) else { return nil }
    let rest = played[count...]
    let on = Set(rest.flatMap { [$0.home, $0.away] })
    // A knock-out round has at most one opponent for a team, and who loses is out.
    guard on.count < groups.count, on.allSatisfy({ groups[$0] != nil }),
      Set(rest.map { Set([$0.home, $0.away]) }).count <= on.count
    else { return nil }
    var stages: [Int: String] = [:]
    for match in played[..<count] { stages[match.number] = groups[match.home].map { "Group \($0)" } }
    let rounds = rounds(rest)
    return season.map { match in
      var match = match
      match.stage = stages[match.number]
      match.round = rounds[match.number].map { "Knock-out round \($0)" }
      return match
    }
  }

  /// The number of the matches of groups, and the group of each team; the last possible ones.
  private static func groups(_ matches: [StoredMatch]) -> (count: Int, groups: [String: Int])? {
    var places: [String: Int] = [:]
    var members: [[Int]] = []
    var sets: [Int] = []
    var pairs: [Set<Int>: Int] = [:]
    var games: [Int] = []
    var found: (count: Int, sets: [Int])?
    for (number, match) in matches.enumerated() {
      let (home, away) = (place(match.home), place(match.away))
      pairs[[home, away], default: 0] += 1
      let (kept, gone) = (min(sets[home], sets[away]), max(sets[home], sets[away]))
      games[kept] += 1
      if kept != gone {
        for team in members[gone] { sets[team] = kept }
        members[kept] += members[gone]
        games[kept] += games[gone]
        (members[gone], games[gone]) = ([], 0)
      }
      if members[kept].count > largest || members.count > mostTeams { break }
      if isWhole() { found = (number + 1, sets) }
    }
    guard let found else { return nil }
    // A set is named by its first team, and teams come in the order of their first matches.
    var numbers: [Int: Int] = [:]
    for set in found.sets where numbers[set] == nil { numbers[set] = numbers.count + 1 }
    return (found.count, places.filter { $0.value < found.sets.count }.mapValues { numbers[found.sets[$0]] ?? 0 })

    func place(_ team: String) -> Int {
      if let known = places[team] { return known }
      let new = sets.count
      places[team] = new
      sets.append(new)
      members.append([new])
      games.append(0)
      return new
    }

    /// Whether there are several sets of three teams or more of about one size, in which all have met equally often.
    func isWhole() -> Bool {
      let all = members.indices.filter { !members[$0].isEmpty }
      let sizes = all.map { members[$0].count }
      guard all.count > 1, let least = sizes.min(), let most = sizes.max(), least > 2, most - least < 2 else {
        return false
      }
      let meetings = pairs.first?.value ?? 0
      let whole = sizes.reduce(0) { $0 + $1 * ($1 - 1) / 2 }
      return pairs.count == whole && pairs.values.allSatisfy { $0 == meetings }
    }
  }

  /// The rounds of knock-out matches by their numbers: one more than the rounds that both teams have played.
  private static func rounds(_ matches: ArraySlice<StoredMatch>) -> [Int: Int] {
    var played: [String: Int] = [:]
    var ties: [Set<String>: Int] = [:]
    var rounds: [Int: Int] = [:]
    for match in matches {
      let pair: Set = [match.home, match.away]
      let round = ties[pair] ?? 1 + max(played[match.home] ?? 0, played[match.away] ?? 0)
      (ties[pair], played[match.home], played[match.away]) = (round, round, round)
      rounds[match.number] = round
    }
    return rounds
  }
}
