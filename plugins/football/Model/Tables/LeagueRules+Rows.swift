internal import PodiumCore

extension LeagueRules {
  /// The rules of competitions whose seasons start in some years, and where they are from.
  struct Row {
    let codes: [String]
    let years: ClosedRange<Int>
    let rules: LeagueRules
    /// Whether it says how many points a win gives, whatever the seasons around it did.
    let saysPoints: Bool

    /// Reads a line of the table; nil for any other.
    init?(_ line: Substring) {
      let parts = line.split(separator: "|").map { $0.trimmed }
      guard parts.count == 4 || parts.count == 5, let years = Competition.Seasonal.years(parts[1]) else { return nil }
      (codes, self.years) = (parts[0].split(separator: ",").map(String.init), years)
      let ties = parts[2].split(separator: " ").flatMap { word in
        Row.several[word] ?? [TieBreak(rawValue: String(word))]
      }
      let isUnknown = parts[2] == "unknown"
      guard isUnknown || !ties.contains(nil) else { return nil }
      var rules = LeagueRules(ties: isUnknown ? nil : ties.compactMap(\.self))
      rules.source = parts[3]
      let changes = parts.dropFirst(4).joined().split(separator: " ")
      saysPoints = changes.contains { $0.hasPrefix("win=") }
      for change in changes {
        let (key, value) = (change.prefix { $0 != "=" }, change.drop { $0 != "=" }.dropFirst())
        guard rules.take(key, value) else { return nil }
      }
      self.rules = rules
    }

    /// Tie-breakers that often follow each other.
    private static let several: [Substring: [TieBreak?]] = [
      "difference": [.goalDifference, .goals], "meetings": [.headToHeadPoints, .headToHeadGoalDifference],
      "group-meetings": [.headToHeadPoints, .headToHeadGoalDifference, .headToHeadGoals],
      "russian": [.headToHeadPoints, .headToHeadWins, .headToHeadGoalDifference, .headToHeadGoals],
      "belgian": [.rounding, .placeBefore, .wins, .goalDifference, .goals, .awayGoals, .awayWins],
    ]

    /// The first row of a code and a year counts.
    static let all: [Row] = table.split(separator: "\n").compactMap { Row($0) }

    /// Codes, the years in which the seasons start, tie-breakers, source, and what else is not usual, in the words of
    /// 'football competition add'. In France the rules that came next in 2018-19 to 2020-21 are not verified: clubs
    /// level on goal difference share a place. In Turkey, at least in 1992-93, the goal difference decided; which
    /// season changed that is not verified. In Japan until 2002 a win in extra time had fewer points. In Russia the
    /// wins came first until 2015-16 and the meetings do since 2019-20; the season of the change is not verified. In
    /// China the table of the reserve teams decided after the meetings in some seasons, which no file of results has.
    static let table = """
      E0,E1,E2,E3 | ..1975 | goal-average | Football League, until 1975-76
      E1,E2,E3 | 1976..1991 | difference | Football League, since 1976-77
      E1,E2,E3 | 1992..1998 | goals goal-difference | Football League, 1992-93 to 1998-99: goals before their difference
      E0 | 1976..2018 | difference | Premier League Handbook
      E0 | 2019.. | difference h2h-points h2h-away-goals | Premier League, since 2019-20
      E2,E3 | 2019 | difference | EFL clubs, June 2020: points per match | per-match
      EC | 2019 | difference | National League clubs, June 2020: points per match | per-match
      SC0,SC1,SC2,SC3 | 2019 | difference | SPFL, April and May 2020: points per match, without the split | per-match
      E1,E2,E3 | 1999.. | difference | EFL Regulations
      EC | 2005.. | difference | National League Rules
      SC0 | 2000.. | difference | SPFL: 33 rounds, then two groups | split=33:6+6 meet=1
      SC0 | 1994..1999 | difference | SFL and SPL Rules, before the split
      SC2,SC3 | 2020 | difference | SPFL, March 2021: 22 rounds | split=18:5+5 meet=1
      SC1,SC2,SC3 | 1994.. | difference | SFL and SPFL Rules
      SWE | .. | difference meetings h2h-away-goals | SvFF
      NOR | .. | difference meetings | NFF Turneringsbestemmelser
      D1 | 1963..1968 | goal-average | DFB Spielordnung, until 1968-69
      D1,D2,D3 | 1969.. | difference meetings | DFL and DFB Spielordnung
      SP1,SP2 | .. | meetings difference | RFEF Reglamento | meetings=all
      I1 | 2005..2021 | meetings difference | Lega Serie A, criteri di classifica | meetings=all
      I1 | 2022.. | meetings difference | Lega Serie A, since 2022-23: a match decides the title and relegation | meetings=all play-offs=1,17
      I2 | 2005.. | meetings difference | Lega B, criteri di classifica | meetings=all
      F1 | 1988 | difference | LNF, 1988-89: three points for a win, in this season alone | win=3
      F2 | 1988 | goal-difference | LNF, 1988-89: three points for a win, in this season alone | win=3
      F1,F2 | 1994..2017 | difference | LFP Règlement
      F1 | 2019 | meetings goal-difference | LFP, April 2020: points per match, then meetings | per-match meetings=all
      F1,F2 | 2018..2020 | goal-difference | LFP Règlement
      F1,F2 | 2021.. | goal-difference group-meetings h2h-away-goals goals away-goals | LFP, since 2021-22
      N1 | 1995.. | difference | KNVB Reglement
      B1 | 1995..2008 | wins difference away-goals away-wins | KBVB art. 1531
      B1 | 2009..2018 | belgian | Pro League art. 1541 | split=30:6+10 carry=half-up,all carry-goals=no meet=2
      B1 | 2019 | belgian | Pro League, May 2020: the table after 29 rounds
      B1 | 2020..2022 | belgian | Pro League, since 2020-21 | split=34:4+4+10 carry=half-up,half-up,all carry-goals=no meet=2
      B1 | 2023..2025 | belgian | Pro League, 2023-24 to 2025-26 | split=30:6+6+4 carry=half-up,half-up,all carry-goals=no meet=2
      AUT | 2018..2025 | rounding difference wins away-wins group-meetings | Bundesliga, 2018-19 to 2025-26 | split=22:6+6 carry=half-down meet=2
      AUT | 2026.. | unknown | Bundesliga, since 2026-27: whole points, no tie-breakers verified | split=22:6+6 meet=2
      P1 | 1995.. | meetings goal-difference | Liga Portugal, Regulamento | meetings=all
      T1 | 2010.. | meetings difference | TFF: ikili averaj | meetings=all
      G1 | 2019..2023 | meetings difference | Super League Greece, 2019-20 to 2023-24 | meetings=all split=26:6+8 meet=2,1
      G1 | 2024..2025 | meetings difference | Super League Greece, 2024-25 and 2025-26 | meetings=all split=26:4+4+6 carry=all,half-up,all meet=2
      G1 | 1992.. | meetings difference | Super League Greece, KAP | meetings=all
      DNK | 2020.. | difference | DBU, since 2020-21 | split=22:6+6 meet=2
      DNK | 2016..2019 | difference | DBU, 2016-17 to 2019-20: two groups against relegation | split=26:6+4+4 meet=2 turns=yes
      DNK | 1995..2015 | difference | DBU Propositioner
      SWZ | 2023.. | difference | SFL, since 2023-24 | split=33:6+6 meet=1
      SWZ | 1995..2022 | difference | SFL Wettspielreglement
      FIN | 2019..2024 | difference | Veikkausliiga, 2019 to 2024 | split=22:6+6 meet=1
      FIN | 2025.. | difference | Veikkausliiga, since 2025 | split=22:6+6 meet=2,1
      FIN | 1991..2018 | difference | Palloliitto
      POL | 2013..2016 | points-before meetings difference | Ekstraklasa, 2013-14 to 2016-17 | meetings=all split=30:8+8 carry=half-up meet=1
      POL | 2017..2019 | unknown | Ekstraklasa, 2017-18 to 2019-20: whole points, no tie-breakers verified | split=30:8+8 meet=1
      POL | 2020.. | meetings difference | Ekstraklasa, since 2020-21 | meetings=all
      ROU | 2015..2019 | rounding group-meetings difference | LPF: play-off and play-out | split=26:6+8 carry=half-up carry-goals=no meet=2
      ROU | 2020.. | rounding group-meetings difference | LPF, since 2020-21: 16 clubs | split=30:6+10 carry=half-up carry-goals=no meet=2,1
      RUS | 2010..2015 | wins russian h2h-away-goals difference away-goals | RFPL Regulations, until 2015-16: wins first
      RUS | 2016..2018 | unknown | no tie-breakers verified: wins came first until 2015-16, the meetings do since 2019-20
      RUS | 2019.. | russian wins difference | RPL Regulations: meetings first, at least since 2019-20
      CHN | 2012.. | group-meetings | CFA: meetings
      IRL | 1993.. | difference | League of Ireland
      BRA | 2003.. | wins difference h2h-points | CBF Regulamento
      ARG | 2015.. | difference | AFA Reglamento del torneo
      USA | 2020 | wins difference | MLS Competition Guidelines: a short season
      USA | 2013.. | wins difference | MLS Competition Guidelines: 34 matches | rounds=34
      MEX | 2019 | difference | Liga MX: 19 clubs, and a Clausura that was not finished | tournaments=two
      MEX | 2012.. | difference | Liga MX, Reglamento de Competencia: 17 matches in each tournament | rounds=17 tournaments=two
      JPN | 2015..2016 | difference h2h-points | J.LEAGUE: 34 matches, and a championship after them | rounds=34
      JPN | 2003.. | difference h2h-points | J.LEAGUE Competition Rules
      M1 | .. | difference | a simulated league
      WC | 1962..1966 | goal-average | FIFA Regulations
      WC | 1970..2025 | difference group-meetings | FIFA Regulations
      WC | 2026.. | group-meetings difference | FIFA, since 2026: meetings first | reapply=yes
      EURO | 1980..1992 | difference | UEFA Regulations
      EURO | 1996.. | group-meetings difference | UEFA, since 1996 | reapply=yes
      UCL-group,UCL,UEL,UECL | 1970..2020 | group-meetings h2h-away-goals difference | UEFA, until 2020-21 | reapply=yes away-goals=yes
      UCL-group,UCL,UEL,UECL | 2021..2023 | group-meetings difference | UEFA, since 2021-22 | reapply=yes away-goals=no
      UCL-group | 2024.. | group-meetings difference | UEFA Regulations | reapply=yes
      UCL,UEL,UECL | 2024.. | difference away-goals wins away-wins | UEFA, since 2024-25 | away-goals=no
      """
  }

  /// Takes a rule in the words of 'football competition add'; false for other words.
  private mutating func take(_ key: Substring, _ value: Substring) -> Bool {
    switch (key, value) {
    case ("per-match", ""): isPointsPerMatch = true
    case ("win", _): winPoints = Int(value) ?? winPoints
    case ("meetings", "all"): needsAllMeetings = true
    case ("reapply", "yes"): reapplies = true
    case ("away-goals", "yes"), ("away-goals", "no"): awayGoals = value == "yes"
    case ("carry-goals", "no"): split?.keepsGoals = false
    case ("rounds", _): rounds = Int(value)
    case ("tournaments", "two"): hasTwoTournaments = true
    case ("meet", _): split?.meetings = value.split(separator: ",").compactMap { Int($0) }
    case ("turns", "yes"): split?.takesTurns = true
    case ("play-offs", _): playOffs = value.split(separator: ",").compactMap { Int($0) }
    case ("carry", _): split?.carry = value.split(separator: ",").compactMap { .init(rawValue: String($0)) }
    case ("split", _):
      let numbers = value.split { ":+".contains($0) }.compactMap { Int($0) }
      guard let matches = numbers.first else { return false }
      split = LeagueSplit(after: matches, groups: Array(numbers.dropFirst()))
    default: return false
    }
    return true
  }
}
