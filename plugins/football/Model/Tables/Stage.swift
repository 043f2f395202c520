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

  /// The parts of a league's season: endings of one word, two words together, and whole names.
  private static let partEndings = [
    "gruppe", "durchgang", "sterrunde", "stiegsrunde", "spil", "spillet", "sarja",
  ]
  private static let halves: Set<String> = [
    "championship", "champions", "title", "europe", "conference", "promotion", "relegation", "survival",
  ]
  private static let wholes: Set<String> = ["group", "round", "split", "pool", "phase", "stage"]
  private static let partNames: Set<String> = [
    "championship", "relegation", "regular season", "top six", "bottom six", "apertura", "clausura",
  ]
  private static let matchdays: Set<String> = [
    "matchday", "round", "runde", "spieltag", "omgång", "jornada", "rodada", "fecha", "giornata", "journée",
    "speelronde", "speeldag", "kierros", "kolejka", "etapa",
  ]

  /// `Meistergruppe`, `Grunddurchgang`, `Championship Round`: a part of a league's season.
  public static func isPart(_ name: String) -> Bool {
    let lower = name.lowercased()
    if lower.contains(where: \.isNumber) || isPlayOff(lower) { return false }
    let words = lower.split { !$0.isLetter }.map { String($0) }
    if partNames.contains(lower) || words.count > 1 && halves.contains(words[0]) && wholes.contains(words[1]) {
      return true
    }
    return words.contains { word in partEndings.contains { word.hasSuffix($0) && !partEndings.contains(word) } }
  }

  /// `Europe Play-offs`, which may be a part of a league's season with matchdays, or matches of two teams.
  private static func isPlayOff(_ name: String) -> Bool {
    let lower = name.lowercased()
    return ["play-off", "playoff", "play off"].contains(where: lower.contains)
  }

  /// `Matchday 23`, `23. Runde`; `1st Round` may be one of a cup.
  static func isMatchday(_ name: String) -> Bool {
    let words = name.lowercased().split(separator: " ")
    return words.contains(where: { $0.first?.isNumber == true && $0.allSatisfy { $0.isNumber || ".ªº".contains($0) } })
      && words.contains { matchdays.contains(String($0)) } && !isKnockOut(name)
  }

  /// Whether what is below a heading are the matchdays of a part of a season: `Champions' Play-offs` and `Matchday 1`.
  static func isPart(_ name: String, with round: String) -> Bool {
    isMatchday(round) && !isMatchday(name)
      && (!isKnockOut(name) || isPlayOff(name) && !round.lowercased().hasPrefix("round"))
  }

  /// The part and the matchday of a round that names both, or the part alone: `Championship, Matchday 23`,
  /// `Relegation Round - 1`, `Meistergruppe`.
  static func split(_ round: String) -> (stage: String?, round: String?)? {
    if isPart(round), round.lowercased() != "regular season" { return (round, nil) }
    for mark in [",", " - "] {
      guard let cut = round.ranges(of: mark).last else { continue }
      let (stage, rest) = (round[..<cut.lowerBound].trimmed, round[cut.upperBound...].trimmed)
      // `Week 1 - 2` is not a part of a season.
      let isNumbered =
        mark != "," && !rest.isEmpty && rest.allSatisfy(\.isNumber) && !isKnockOut(stage)
        && (isGroup(stage) || stage.last?.isNumber == false)
      guard !stage.isEmpty, isNumbered || isPart(stage, with: rest) else { continue }
      return (stage.lowercased() == "regular season" ? nil : stage, rest)
    }
    return nil
  }

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
    groups.contains(String(name.lowercased().prefix { $0 != " " }))
      && (isPlayOff(name) || name.lowercased().contains("replay"))
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
    return knockOutNames.contains(lower)
      || !finalGroups.contains(lower) && knockOuts.contains { lower.contains($0) } && !isPart(name)
  }
}
