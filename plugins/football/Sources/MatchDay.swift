internal import PodiumCore
internal import PodiumPlugin

/// What examples have before them: a league of two seasons, or a match that others report about.
enum MatchDay {
  static let league = ["football import football-league"]
  static let setup = [
    "football match add \"Div 4A\" \"Hamnvik IF\" \"Bergsta BK\" at=2015-04-18T15:00 zone=Europe/Stockholm"
  ]
  static let started = setup + ["football start Hamnvik now=2015-04-18T15:01"]
  private static let halfTime = started + ["football end Hamnvik now=2015-04-18T15:47"]
  static let ended =
    halfTime + ["football start Hamnvik now=2015-04-18T16:02", "football end Hamnvik now=2015-04-18T16:51"]

  private static let scenes = [
    "league": league, "setup": setup, "started": started, "halfTime": halfTime, "ended": ended,
    "interrupted": started + ["football interrupt Hamnvik now=2015-04-18T15:20"],
    "goal": started + ["football goal Hamnvik 12 Zaynal now=2015-04-18T15:13"],
    "shootOut": ended + ["football start Hamnvik period=penalties now=2015-04-18T17:00"],
    "alias": league + ["football alias add \"FC Aldmoor\" Aldmoor"],
    "X": ["football competition add X name=League ties=goal-difference"],
    "final": [
      "football competition add X seasons=calendar", "football match add X Aldmoor Brinfell at=2024-05-01 round=Final",
      "football match add X Brinfell Aldmoor at=2024-05-08 round=Final", "football match result 1 2-1",
      "football match result 2 2-0",
    ],
  ]

  /// Examples, one a line: the command, what runs before it, what it shows, and what it prints or, after `!`, fails with.
  ///
  /// Before it run scenes by their names and commands, with `;` between them. `@15:01` is a time on the day of the match.
  static func examples(_ lines: String) -> [Example] {
    lines.split(separator: "\n").map { line in
      let cells = line.replacing(" @", with: " now=2015-04-18T").split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmed }
      let before = cells[1].split(separator: ";").flatMap { scenes[$0.trimmed] ?? [$0.trimmed] }
      return cells[3].hasPrefix("! ")
        ? Example(cells[0], after: before, cells[2], fails: String(cells[3].dropFirst(2)))
        : Example(cells[0], after: before, cells[2], prints: cells[3])
    }
  }
}
