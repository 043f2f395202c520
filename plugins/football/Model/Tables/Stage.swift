internal import PodiumCore

/// What the name of a stage or a round says: a group, or a round in which the loser is out.
public enum Stage {
  private static let knockOuts = [
    "final", "round of ", "play-off", "playoff", "play off", "third place", "third-place", "match for", "replay",
    "knockout", "knock-out", "1/8", "1/16", "1/32", "last 16", "last 32", "qualifying", "preliminary", "endspiel",
    "octavos", "cuartos", "huitièmes", "ottavi", "quarti", "välierä", "loppuottelu",
  ]
  /// The same as whole names.
  private static let knockOutNames: Set<String> = ["qf", "sf", "r16", "r32", "r64", "l16", "l32", "1/4", "1/2"]
  private static let groups: Set<String> = [
    "group", "gruppe", "grupp", "grupo", "groupe", "gruppo", "girone", "poule", "pool", "skupina", "zone", "zona",
  ]

  /// Groups that are called finals, as at the World Cup of 1950.
  private static let finalGroups: Set<String> = ["final round", "final group", "final pool"]

  /// The names in a stage's: `Second round` and `Group A` of `Second round, Group A`.
  static func names(_ name: String) -> [String] { name.split(separator: ",").map { $0.trimmed } }

  /// `Group A`, `Gruppe 1`, `Zona B`, `Eastern Conference`, also after the name of a stage: `Second round, Group A`.
  public static func isGroup(_ name: String) -> Bool {
    names(name.lowercased()).contains { one in
      if finalGroups.contains(one) { return true }
      if isGroupPlayOff(one) { return false }
      let words = one.split(separator: " ")
      guard words.count > 1 else { return false }
      return words.last == "conference"
        || groups.contains(String(words[0])) && !["stage", "phase", "stages"].contains(words[1])
    }
  }

  /// A match between level teams of a group: `Group 2 Play-off`, at the World Cups of 1954 and 1958.
  static func isGroupPlayOff(_ name: String) -> Bool {
    let lower = name.lowercased()
    return groups.contains(String(lower.prefix { $0 != " " }))
      && ["play-off", "playoff", "play off", "replay"].contains(where: lower.contains)
  }

  /// The stage of a group that names one: `Second round` of `Second round, Group A`.
  static func stage(of name: String) -> String? {
    let names = names(name)
    return names.count > 1 ? names.first { !isGroup($0) } : nil
  }

  /// A stage and its group: `Second round, Group A`; the stage of the groups adds nothing to a group's name.
  public static func joined(_ stage: String?, group: String?) -> String? {
    guard let stage, let group, !group.isEmpty, stage != group else { return group ?? stage }
    return stage.lowercased().hasPrefix("group") || stage.isEmpty ? group : "\(stage), \(group)"
  }

  /// `Group A` of the letter or number that a column of groups has; a round stays one.
  public static func group(named name: String) -> String {
    name.count <= 2 && !isKnockOut(name) ? "Group " + name : name
  }

  /// Matches between teams of different groups: `Interzonal`.
  static func isBetweenGroups(_ name: String) -> Bool {
    let lower = name.lowercased()
    return lower.contains("interzon") || lower.contains("inter-zon") || lower.contains("intergroup")
      || lower.contains("interconference") || lower.contains("inter-conference")
  }

  /// `Quarter-finals`, `Round of 16`, `Relegation Play-off`.
  public static func isKnockOut(_ name: String) -> Bool {
    let lower = name.lowercased()
    return knockOutNames.contains(lower) || !finalGroups.contains(lower) && knockOuts.contains { lower.contains($0) }
  }
}
