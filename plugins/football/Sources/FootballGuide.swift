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
            "import", "fetch", "matches", "show", "match add", "match move", "match result", "match postpone",
            "match cancel",
          ]),
        .init("live", ["today", "live", "finished", "upcoming"]),
        .init(
          "reports",
          [
            "start", "end", "goal", "own-goal", "penalty", "missed-penalty", "yellow", "second-yellow", "red", "score",
            "shoot-out", "void", "delay", "interrupt", "resume", "abandon",
          ]),
        .init("tables", ["table", "positions", "competition", "competition add", "adjust", "award", "expel"]),
        .init("sources", ["alias", "conflicts", "settle"]),
        .init("forecasts", ["fit", "predict", "evaluate", "elo", "simulate"]),
        .init("in and out", ["export html", "export json"]),
      ])
  }
}
