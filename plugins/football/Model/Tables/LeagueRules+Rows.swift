extension LeagueRules {
  /// The rules of competitions whose seasons start in some years, and where they are from.
  struct Row {
    let codes: [String]
    let years: ClosedRange<Int>
    let rules: LeagueRules

    init(
      _ codes: String..., years: ClosedRange<Int>, _ ties: [TieBreak], source: String,
      _ change: (inout LeagueRules) -> Void = { _ in }
    ) {
      (self.codes, self.years) = (codes, years)
      var rules = LeagueRules(ties: ties)
      rules.source = source
      change(&rules)
      self.rules = rules
    }

    private static let difference: [TieBreak] = [.goalDifference, .goals]
    private static let meetings: [TieBreak] = [.headToHeadPoints, .headToHeadGoalDifference]
    private static let groupMeetings: [TieBreak] = meetings + [.headToHeadGoals]
    private static let belgian: [TieBreak] = [
      .rounding, .placeBefore, .wins, .goalDifference, .goals, .awayGoals, .awayWins,
    ]
    private static let afterAll: @Sendable (inout LeagueRules) -> Void = { $0.needsAllMeetings = true }

    private static func split(
      _ matches: Int, _ groups: [Int], _ carry: [LeagueSplit.Carry] = [.all], keepsGoals: Bool = true
    ) -> (inout LeagueRules) -> Void {
      { $0.split = LeagueSplit(after: matches, groups: groups, carry: carry, keepsGoals: keepsGoals) }
    }

    /// The first row of a code and a year counts.
    static let all: [Row] = england + europe + elsewhere + cups

    private static let england: [Row] = [
      Row("E0", "E1", "E2", "E3", years: 1800...1975, [.goalAverage], source: "Football League, until 1975-76"),
      Row("E1", "E2", "E3", years: 1976...1991, difference, source: "Football League, since 1976-77"),
      Row(
        "E1", "E2", "E3", years: 1992...1998, [.goals, .goalDifference],
        source: "Football League, 1992-93 to 1998-99: goals before their difference"),
      Row("E0", years: 1976...2018, difference, source: "Premier League Handbook"),
      Row(
        "E0", years: 2019...9999, difference + [.headToHeadPoints, .headToHeadAwayGoals],
        source: "Premier League, since 2019-20"),
      Row("E2", "E3", years: 2019...2019, difference, source: "EFL clubs, June 2020: points per match") {
        $0.isPointsPerMatch = true
      },
      Row("EC", years: 2019...2019, difference, source: "National League clubs, June 2020: points per match") {
        $0.isPointsPerMatch = true
      },
      Row(
        "SC0", "SC1", "SC2", "SC3", years: 2019...2019, difference,
        source: "SPFL, April and May 2020: points per match, without the split"
      ) {
        $0.isPointsPerMatch = true
      },
      Row("E1", "E2", "E3", years: 1999...9999, difference, source: "EFL Regulations"),
      Row("EC", years: 2005...9999, difference, source: "National League Rules"),
      Row("SC0", years: 2000...9999, difference, source: "SPFL: 33 rounds, then two groups", split(33, [6, 6])),
      Row("SC0", years: 1994...1999, difference, source: "SFL and SPL Rules, before the split"),
      Row("SC2", "SC3", years: 2020...2020, difference, source: "SPFL, March 2021: 22 rounds", split(18, [5, 5])),
      Row("SC1", "SC2", "SC3", years: 1994...9999, difference, source: "SFL and SPFL Rules"),
    ]

    private static let europe: [Row] = [
      Row("SWE", years: 1800...9999, difference + meetings + [.headToHeadAwayGoals], source: "SvFF"),
      Row("NOR", years: 1800...9999, difference + meetings, source: "NFF Turneringsbestemmelser"),
      Row("D1", years: 1963...1968, [.goalAverage], source: "DFB Spielordnung, until 1968-69"),
      Row("D1", "D2", "D3", years: 1969...9999, difference + meetings, source: "DFL and DFB Spielordnung"),
      Row(
        "SP1", "SP2", years: 1800...9999, meetings + difference, source: "RFEF Reglamento", afterAll),
      Row("I1", years: 2005...2021, meetings + difference, source: "Lega Serie A, criteri di classifica", afterAll),
      Row(
        "I1", years: 2022...9999, meetings + difference,
        source: "Lega Serie A, since 2022-23: a match decides the title and relegation"
      ) {
        ($0.needsAllMeetings, $0.playOffs) = (true, [1, 17])
      },
      Row("I2", years: 2005...9999, meetings + difference, source: "Lega B, criteri di classifica", afterAll),
      Row("F1", "F2", years: 1994...2017, difference, source: "LFP Règlement"),
      // Which match rules came next in these years is not verified: clubs level on goal difference share a place.
      Row(
        "F1", years: 2019...2019, meetings + [.goalDifference],
        source: "LFP, April 2020: points per match, then meetings"
      ) {
        ($0.isPointsPerMatch, $0.needsAllMeetings) = (true, true)
      },
      Row("F1", "F2", years: 2018...2020, [.goalDifference], source: "LFP Règlement"),
      Row(
        "F1", "F2", years: 2021...9999,
        [.goalDifference] + groupMeetings + [.headToHeadAwayGoals, .goals, .awayGoals],
        source: "LFP, since 2021-22"),
      Row("N1", years: 1995...9999, difference, source: "KNVB Reglement"),
      Row("B1", years: 1995...2008, [.wins, .goalDifference, .goals, .awayGoals, .awayWins], source: "KBVB art. 1531"),
      Row(
        "B1", years: 2009...2018, belgian, source: "Pro League art. 1541",
        split(30, [6, 10], [.halfUp, .all], keepsGoals: false)),
      Row("B1", years: 2019...2019, belgian, source: "Pro League, May 2020: the table after 29 rounds"),
      Row(
        "B1", years: 2020...2022, belgian, source: "Pro League, since 2020-21",
        split(34, [4, 4, 10], [.halfUp, .halfUp, .all], keepsGoals: false)),
      Row(
        "B1", years: 2023...2024, belgian, source: "Pro League, since 2023-24",
        split(30, [6, 6, 4], [.halfUp, .halfUp, .all], keepsGoals: false)),
      Row(
        "AUT", years: 2018...9999,
        [.rounding] + difference + [.wins, .awayWins] + groupMeetings,
        source: "Bundesliga, since 2018-19",
        split(22, [6, 6], [.halfDown])),
      Row("P1", years: 1995...9999, meetings + [.goalDifference], source: "Liga Portugal, Regulamento", afterAll),
      // Before, at least in 1992-93, the goal difference decided; which season changed that is not verified.
      Row("T1", years: 2010...9999, meetings + difference, source: "TFF: ikili averaj", afterAll),
      Row(
        "G1", years: 2019...2023, meetings + difference, source: "Super League Greece, 2019-20 to 2023-24"
      ) {
        ($0.needsAllMeetings, $0.split) = (true, LeagueSplit(after: 26, groups: [6, 8]))
      },
      Row("G1", years: 1992...9999, meetings + difference, source: "Super League Greece, KAP", afterAll),
      Row("DNK", years: 2020...9999, difference, source: "DBU, since 2020-21", split(22, [6, 6])),
      Row("DNK", years: 2016...2019, difference, source: "DBU, 2016-17 to 2019-20", split(26, [6, 8])),
      Row("DNK", years: 1995...2015, difference, source: "DBU Propositioner"),
      Row("SWZ", years: 2023...9999, difference, source: "SFL, since 2023-24", split(33, [6, 6])),
      Row("SWZ", years: 1995...2022, difference, source: "SFL Wettspielreglement"),
      Row("FIN", years: 2019...9999, difference, source: "Veikkausliiga, since 2019", split(22, [6, 6])),
      Row("FIN", years: 1991...2018, difference, source: "Palloliitto"),
      Row("POL", years: 2020...9999, meetings + difference, source: "Ekstraklasa, since 2020-21", afterAll),
      Row("IRL", years: 1993...9999, difference, source: "League of Ireland"),
    ]

    private static let elsewhere: [Row] = [
      Row(
        "BRA", years: 2003...9999, [.wins] + difference + [.headToHeadPoints], source: "CBF Regulamento"),
      Row("ARG", years: 2015...9999, difference, source: "AFA Reglamento del torneo"),
      Row("USA", years: 2013...9999, [.wins] + difference, source: "MLS Competition Guidelines"),
      Row("MEX", years: 2012...9999, difference, source: "Liga MX, Reglamento de Competencia"),
      // Until 2002 a win in extra time had fewer points.
      Row("JPN", years: 2003...9999, difference + [.headToHeadPoints], source: "J.LEAGUE Competition Rules"),
      Row("M1", years: 1800...9999, difference, source: "a simulated league"),
    ]

    private static let cups: [Row] = [
      Row("WC", "World Cup", years: 1962...1966, [.goalAverage], source: "FIFA Regulations"),
      Row("WC", "World Cup", years: 1970...2025, difference + groupMeetings, source: "FIFA Regulations"),
      Row("WC", "World Cup", years: 2026...9999, groupMeetings + difference, source: "FIFA, since 2026: meetings first")
      {
        $0.reapplies = true
      },
      Row("EURO", "Euro", years: 1980...1992, difference, source: "UEFA Regulations"),
      Row("EURO", "Euro", years: 1996...9999, groupMeetings + difference, source: "UEFA, since 1996") {
        $0.reapplies = true
      },
      Row(
        "UCL-group", "UCL", "UEL", "UECL", years: 1970...2020, groupMeetings + [.headToHeadAwayGoals] + difference,
        source: "UEFA, until 2020-21"
      ) {
        ($0.reapplies, $0.awayGoals) = (true, true)
      },
      Row(
        "UCL-group", "UCL", "UEL", "UECL", years: 2021...2023, groupMeetings + difference,
        source: "UEFA, since 2021-22"
      ) {
        ($0.reapplies, $0.awayGoals) = (true, false)
      },
      Row("UCL-group", years: 2024...9999, groupMeetings + difference, source: "UEFA Regulations") {
        $0.reapplies = true
      },
      Row(
        "UCL", "UEL", "UECL", years: 2024...9999, difference + [.awayGoals, .wins, .awayWins],
        source: "UEFA, since 2024-25"
      ) {
        $0.awayGoals = false
      },
    ]
  }
}
