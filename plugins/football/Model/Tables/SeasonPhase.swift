internal import PodiumCore

/// Matches of a season that make tables together: those of a league, or of groups without a team in common.
public struct SeasonPhase: Sendable {
  /// The parts in code-point order; nil for matches whose source names none.
  public private(set) var parts: [String?]
  /// The place of each team's part among the parts.
  public private(set) var teams: [String: Int] = [:]
  /// The numbers of its matches.
  public private(set) var numbers: Set<Int> = []
  /// The parts that are shown, of all; matches of others count where they are against their teams.
  public private(set) var shown: Set<Int>?
  private var days: ClosedRange<Int>

  /// What the parts of the phase are called together: `Apertura`; nil where they name nothing.
  public var stage: String? { parts.first.flatMap { $0 }.flatMap { parts.count > 1 ? Stage.stage(of: $0) : $0 } }

  private init(_ part: String?, _ matches: [StoredMatch]) {
    parts = [part]
    let all = matches.map(\.date.days)
    days = (all.min() ?? 0)...(all.max() ?? 0)
    add(matches, part: 0)
  }

  private mutating func add(_ matches: [StoredMatch], part: Int) {
    for match in matches {
      numbers.insert(match.number)
      teams[match.home] = part
      teams[match.away] = part
      days = min(days.lowerBound, match.date.days)...max(days.upperBound, match.date.days)
    }
  }

  /// The phases of the matches of a season, in the order in which they begin. A part whose teams are all new to a phase
  /// of the same stage joins it: the groups of a first round are one phase, those of a second round another, and a
  /// league and the groups that it splits into are two.
  static func phases(_ matches: [StoredMatch]) -> [SeasonPhase] {
    // Most leagues name neither rounds nor stages.
    if matches.allSatisfy({ $0.stage == nil && $0.round == nil }) {
      return matches.isEmpty ? [] : [SeasonPhase(nil, matches)]
    }
    var byPart: [String?: [StoredMatch]] = [:]
    var order: [String?] = []
    for match in matches {
      let part = PlayOffs.part(match)
      if byPart[part] == nil { order.append(part) }
      byPart[part, default: []].append(match)
    }
    let hasGroups = order.contains { $0.map(Stage.isGroup) ?? false }
    func isBetween(_ part: String?) -> Bool { part.map(Stage.isBetweenGroups) ?? hasGroups }
    var phases: [SeasonPhase] = []
    for part in order where !isBetween(part) {
      let own = byPart[part] ?? []
      let names = Set(own.flatMap { [$0.home, $0.away] })
      let place = phases.indices.first { place in
        let other = phases[place].parts[0]
        return other.flatMap(Stage.stage(of:)) == part.flatMap(Stage.stage(of:)) && (part == nil) == (other == nil)
          && names.allSatisfy { phases[place].teams[$0] == nil }
      }
      if let place {
        phases[place].parts.append(part)
        phases[place].add(own, part: phases[place].parts.count - 1)
      } else {
        phases.append(SeasonPhase(part, own))
      }
    }
    // A match between groups counts for both.
    var rest: [String?: [StoredMatch]] = [:]
    for part in order where isBetween(part) {
      for match in byPart[part] ?? [] {
        let day = match.date.days
        let place = phases.indices.filter { place in
          guard let home = phases[place].teams[match.home], let away = phases[place].teams[match.away] else {
            return false
          }
          let stage = part.flatMap(Stage.stage(of:))
          return home != away && (stage == nil || stage == phases[place].stage)
        }.min { phases[$0].distance(day) < phases[$1].distance(day) }
        if let place, phases[place].distance(day) <= 31 {
          phases[place].numbers.insert(match.number)
        } else {
          rest[part, default: []].append(match)
        }
      }
    }
    for part in order { if let own = rest[part] { phases.append(SeasonPhase(part, own)) } }
    return phases.map(\.sorted)
  }

  private func distance(_ day: Int) -> Int { max(0, days.lowerBound - day, day - days.upperBound) }

  private var sorted: SeasonPhase {
    let order = parts.indices.inCodePointOrder { parts[$0] ?? "" }
    var copy = self
    copy.parts = order.map { parts[$0] }
    var places = [Int](repeating: 0, count: parts.count)
    for (place, old) in order.enumerated() { places[old] = place }
    copy.teams = teams.mapValues { places[$0] }
    return copy
  }

  /// The phase with the tables of some of its parts alone.
  public func showing(_ parts: Set<Int>) -> SeasonPhase {
    var copy = self
    copy.shown = parts
    return copy
  }

  /// Whether a match counts in a part that is shown.
  func counts(_ match: StoredMatch) -> Bool {
    guard numbers.contains(match.number) else { return false }
    guard let shown else { return true }
    return [match.home, match.away].contains { teams[$0].map(shown.contains) ?? false }
  }
}
