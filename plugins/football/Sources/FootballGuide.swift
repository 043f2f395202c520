internal import PodiumCore
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
      groups: FootballPlugin.rows(FootballPlugin.groups).map { .init($0, $1) },
      words: FootballPlugin.rows(FootballPlugin.words).map { head, words in
        // A note on the verb is in parentheses.
        let parts = head.split { "()".contains($0) }.map { $0.trimmed }
        return .init(words, verb: parts[0], parts.count > 1 ? parts[1] : "")
      } + [
        .init(
          ["lineup", "line-up", "lineups", "substitution", "substitute", "squad"],
          none: "football keeps goals and cards, and has no line-ups or substitutions"),
        .init(
          ["top scorer", "topscorer", "top scorers", "goal scorers"],
          none: "football shows who scored in each match, and has no list of scorers"),
        .init(["referee", "attendance", "transfer"], none: "football does not keep this of a match"),
      ])
  }

  /// Lines of a head and its words.
  private static func rows(_ text: String) -> [(String, [String])] {
    text.split(separator: "\n").map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (String(parts[0]), parts[1].split(separator: "|").map { $0.trimmed })
    }
  }

  private static let groups = """
    matches: import|fetch|matches|show|match|match add|match show|match move|match result|match postpone|match cancel|match delete
    live: today|live|finished|upcoming
    reports: start|end|goal|own-goal|penalty|missed-penalty|yellow|second-yellow|red|score|shoot-out|void|delay|interrupt|resume|abandon
    tables: table|bracket|positions|adjust|award|expel
    competitions: competition|competition add|competition show|competition edit|competition delete
    sources: alias|alias add|alias join|alias show|alias delete|conflicts|settle
    forecasts: fit|predict|evaluate|elo|simulate
    in and out: export html|export json
    """

  /// Verbs by other words for what they do.
  private static let words = """
    table: standings|league table|ranking|rank|relegation|promotion|head to head|h2h|goal difference|tie-break|winning run|streak|tabelle|tabell
    bracket: knockout|knock-out|cup|round of 16|quarter-final|semi-final|final|aggregate|two-legged|second leg|away goals|extra time
    table (group= or stage= chooses one): group|groups|stage|zone|league phase
    table (divide points by played): points per game|points per match|ppg
    end: ft|full time|halftime|half time|ht|final whistle|whistle|stop|finish
    start: kickoff|kick off|ko|begin|second half
    award: walkover|w.o.|wo|forfeit|default win
    adjust: deduction|points deduction|penalty points
    expel: withdraw|withdrawal|withdrawn|disqualify|exclude
    shoot-out: penalties|penalty shoot-out|shootout
    penalty: pk|spot kick
    yellow: card|booking|caution|yellow card
    red: red card|sent off|dismissal
    own-goal: og
    void: undo goal|delete goal|correct|remove goal|var|wrong score|wrong goal
    matches: fixtures|results|schedule|list
    matches ('to fixtures.ics' writes a calendar): ical|ics
    goal (90+2 is the second minute of stoppage time): stoppage|stoppage time|injury time
    match add (ground= is where it is played): stadium|venue|pitch
    export html: website|web page|publish
    evaluate (odds-shin is the bookmakers' forecast): bookmaker|bookmakers|bookie
    conflicts: duplicate|duplicates
    match move: reschedule
    match result: result|enter result
    simulate: chances|title odds|monte carlo|season simulation
    predict: forecast|expected goals|xg|probabilities|win probability|tip|tips|betting|btts|over under
    alias add: rename team|merge teams|synonym
    alias join: join teams|same team|two names
    fetch: download
    match delete: delete match|remove match|delete
    """
}
