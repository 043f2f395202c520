public import PodiumPlugin

extension FootballPlugin {
  /// The text of `help football`: five everyday tasks, then the commands by what they are for.
  public var guide: PluginGuide {
    PluginGuide(
      """
      everyday tasks:
        a season's table    football import E0.csv
                            football table E0 2018-19 form=5
        from the touchline  football start SKIF
                            football goal SKIF 33 Zaynal; football end SKIF
        a match day         football today; football live; football show SKIF
        a forecast          football predict E0 2018-19 Arsenal Chelsea
                            football simulate E0 2018-19 asof=2019-02-01
        against the odds    football import football-league
                            football evaluate M1 2024-25 train=2023-24 models=dixon-coles,elo,climatology,odds-shin
      Name a match by its number, or by a team that plays today: the beginning of its name is enough. Reports are never \
      deleted; football void marks one as wrong and gives the reason. now= gives the time in a notebook, where no clock \
      runs. help and a command's name, as in help football goal, explains that command. For practice: football import \
      football-league, two seasons of a simulated league.
      """,
      groups: [
        .init(
          "matches",
          [
            "import", "fetch", "matches", "show", "match", "match add", "match show", "match move", "match result",
            "match postpone", "match cancel", "match delete",
          ]),
        .init("live", ["today", "live", "finished", "upcoming"]),
        .init(
          "reports",
          [
            "start", "end", "goal", "own-goal", "penalty", "missed-penalty", "yellow", "second-yellow", "red", "score",
            "shoot-out", "void", "delay", "interrupt", "resume", "abandon",
          ]),
        .init("tables", ["table", "bracket", "positions", "adjust", "award", "expel"]),
        .init(
          "competitions",
          ["competition", "competition add", "competition show", "competition edit", "competition delete"]),
        .init("sources", ["alias", "alias add", "alias show", "alias delete", "conflicts", "settle"]),
        .init("forecasts", ["fit", "predict", "evaluate", "elo", "simulate"]),
        .init("in and out", ["export html", "export json"]),
      ],
      words: [
        .init(
          [
            "standings", "league table", "ranking", "rank", "relegation", "promotion", "head to head", "h2h",
            "goal difference", "tie-break",
          ], verb: "table"),
        .init(
          [
            "knockout", "knock-out", "cup", "round of 16", "quarter-final", "semi-final", "final", "aggregate",
            "two-legged", "second leg", "away goals", "extra time",
          ], verb: "bracket"),
        .init(["group", "groups", "stage", "zone", "league phase"], verb: "table", "group= or stage= chooses one"),
        .init(["points per game", "points per match", "ppg"], verb: "table", "divide points by played"),
        .init(
          ["ft", "full time", "halftime", "half time", "ht", "final whistle", "whistle", "stop", "finish"], verb: "end"),
        .init(["kickoff", "kick off", "ko", "begin", "second half"], verb: "start"),
        .init(["walkover", "w.o.", "wo", "forfeit", "default win"], verb: "award"),
        .init(["deduction", "points deduction", "penalty points"], verb: "adjust"),
        .init(["withdraw", "withdrawal", "disqualify", "exclude"], verb: "expel"),
        .init(["penalties", "penalty shoot-out", "shootout"], verb: "shoot-out"),
        .init(["pk", "spot kick"], verb: "penalty"),
        .init(["card", "booking", "caution", "yellow card"], verb: "yellow"),
        .init(["red card", "sent off", "dismissal"], verb: "red"),
        .init(["og"], verb: "own-goal"),
        .init(["undo goal", "delete goal", "correct", "remove goal", "var"], verb: "void"),
        .init(["fixtures", "results", "schedule", "list"], verb: "matches"),
        .init(["reschedule"], verb: "match move"),
        .init(["result", "enter result"], verb: "match result"),
        .init(["chances", "title odds", "monte carlo", "season simulation"], verb: "simulate"),
        .init(["forecast", "expected goals", "probabilities"], verb: "predict"),
        .init(["rename team", "merge teams", "synonym"], verb: "alias add"),
        .init(["download"], verb: "fetch"),
        .init(["delete match", "remove match", "delete"], verb: "match delete"),
        .init(
          ["lineup", "line-up", "lineups", "substitution", "substitute", "squad"],
          none: "football keeps goals and cards, and has no line-ups or substitutions"),
        .init(["referee", "attendance", "transfer"], none: "football does not keep this of a match"),
      ])
  }
}
