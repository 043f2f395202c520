internal import PodiumCore

/// Finds team names that look alike.
public enum TeamNames {
  /// Pairs of distinct names that differ only in case, spaces and punctuation (`St Pauli`, `St. Pauli`), or by what clubs are
  /// called where the other name has none of it (`Arsenal`, `Arsenal FC`).
  public static func alike(_ names: [String]) -> [(String, String)] {
    var bare: [String: String] = [:]
    var pairs: [(String, String)] = []
    let sorted = Set(names).inCodePointOrder()
    for name in sorted {
      let key = letters(name)
      if key.isEmpty { continue }
      if let other = bare[key] { pairs.append((other, name)) } else { bare[key] = name }
    }
    for name in sorted {
      let words = name.split(separator: " ")
      let own = words.filter { !clubs.contains(letters($0)) }
      guard own.count < words.count, !own.isEmpty, let other = bare[letters(own.joined())] else { continue }
      pairs.append(CodePointOrder.precedes(name, other) ? (name, other) : (other, name))
    }
    return pairs
  }

  private static let clubs: Set<String> = [
    "1", "fc", "afc", "cf", "sc", "sv", "tsv", "vfb", "vfl", "fsv", "bsc", "bk", "if", "ff", "ifk", "ik", "sk", "fk",
    "ac",
    "as", "ssc", "rc", "cd", "ud", "kv",
  ]

  private static func letters(_ name: some StringProtocol) -> String {
    String(
      String.UnicodeScalarView(
        name.unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil })
    ).lowercased()
  }

  /// Pairs of teams that have the same results on the same days and have never met: one team under the names of two sources.
  public static func twins(_ matches: [StoredMatch]) -> [(first: String, second: String, results: Int)] {
    struct Result: Hashable { let day, scored, conceded: Int; let isHome: Bool }
    var results: [String: Set<Result>] = [:]
    var teams: [Result: [String]] = [:]
    var met: Set<[String]> = []
    for match in matches {
      guard let score = match.score else { continue }
      met.insert([match.home, match.away].inCodePointOrder())
      for (team, isHome) in [(match.home, true), (match.away, false)] {
        let (scored, conceded) = isHome ? (score.home, score.away) : (score.away, score.home)
        let result = Result(day: match.date.days, scored: scored, conceded: conceded, isHome: isHome)
        if results[team, default: []].insert(result).inserted { teams[result, default: []].append(team) }
      }
    }
    var common: [[String]: Int] = [:]
    for names in teams.values where names.count > 1 {
      let sorted = names.inCodePointOrder()
      for (place, name) in sorted.enumerated() {
        for other in sorted[(place + 1)...] { common[[name, other], default: 0] += 1 }
      }
    }
    return common.filter { pair, count in
      let fewer = pair.map { results[$0]?.count ?? 0 }.min() ?? 0
      return count >= 5 && count * 5 >= fewer * 4 && !met.contains(pair)
    }.map { ($0[0], $0[1], $1) }.inCodePointOrder(by: \.0)
  }
}
