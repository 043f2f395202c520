/// What examples have before them: a league of two seasons, or a match that others report about.
enum MatchDay {
  private static let league = "football import football-league"
  private static let setup =
    "football match add \"Div 4A\" \"Hamnvik IF\" \"Bergsta BK\" at=2015-04-18T15:00 zone=Europe/Stockholm"
  private static let started = setup + "; football start Hamnvik @15:01"
  private static let halfTime = started + "; football end Hamnvik @15:47"
  private static let ended = halfTime + "; football start Hamnvik @16:02; football end Hamnvik @16:51"

  private static let scenes = [
    "league": league, "setup": setup, "started": started, "halfTime": halfTime, "ended": ended,
    "interrupted": started + "; football interrupt Hamnvik @15:20",
    "goal": started + "; football goal Hamnvik 12 Zaynal @15:13",
    "shootOut": ended + "; football start Hamnvik period=penalties @17:00",
    "alias": league + "; football alias add \"FC Aldmoor\" Aldmoor",
    "X": "football competition add X name=League ties=goal-difference",
    "final": """
    football competition add X seasons=calendar; football match add X Aldmoor Brinfell at=2024-05-01 round=Final; \
    football match add X Brinfell Aldmoor at=2024-05-08 round=Final; football match result 1 2-1; football match result 2 2-0
    """,
  ]

  /// Lines of examples with the commands of scenes in place of their names: `{league}`. `@15:01` is a time on the day of the match.
  static func lines(_ text: String) -> String {
    scenes.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }.replacing(" @", with: " now=2015-04-18T")
  }
}
