import FootballModel
import PodiumCore
import PodiumEngine
import PodiumPlugin
import Testing

@testable import FootballPlugin

/// Rules that hold for some seasons of a competition, and keys that do not belong to what is asked.
struct SeasonRulesTests: CommandSuite {
  /// A and B have three points each: A has the better goal difference, B won their match.
  private static let results = ["A,C,5,0", "B,A,1,0", "D,B,3,0", "D,C,1,0"]

  private static func file(_ year: Int) -> String {
    "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\n"
      + results.enumerated().map { "X,\(10 + $0)/04/\(year),\($1)\n" }.joined()
  }

  @Test func `rules of some seasons count in those alone`() throws {
    let years = [2014, 2018, 2019, 2020, 2021, 2026]
    var session = try session(
      Dictionary(uniqueKeysWithValues: years.map { ("\($0).csv", SeasonRulesTests.file($0)) }))
    for line in [
      "football competition add X seasons=calendar points=2",
      "football competition add X ties=h2h-points,goal-difference years=2015..2019",
      "football competition add X ties=goal-difference,goals points=3 years=2020..",
      "football competition add X ties=h2h-points years=2021",
    ] + years.map({ "football import \($0).csv season=\($0)" }) {
      #expect(try report(line, in: &session).status == .ok, "\(line)")
    }
    var orders: [Int: [String]] = [:]
    for year in years {
      orders[year] = rows(
        try output(report("football table X \(year)", in: &session)).table, "position", "team", "points")
    }
    let byMeeting = ["1|D|4", "2|B|2", "3|A|2", "4|C|0"]
    // Without a rule level teams share the place.
    #expect(orders[2014] == ["1|D|4", "2|A|2", "2|B|2", "4|C|0"])
    #expect(orders[2018] == byMeeting && orders[2019] == byMeeting)
    #expect(orders[2020] == ["1|D|6", "2|A|3", "3|B|3", "4|C|0"] && orders[2026] == orders[2020])
    // Of ranges that overlap the one that begins last counts, rule by rule.
    #expect(orders[2021] == ["1|D|6", "2|B|3", "3|A|3", "4|C|0"])
    let shown = try report("football competition X", in: &session)
    #expect(
      try table(shown) == [
        "2015|2019|-|h2h-points,goal-difference", "2020|-|3|goal-difference,goals", "2021|2021|-|h2h-points",
      ])
    _ = try report("football competition add X ties=goals years=2015..2016", in: &session)
    #expect(try table(report("football competition X", in: &session)).first == "2015|2016|-|goals")
  }

  @Test func `a league of a country has its zone, and a name that begins alike has none`() {
    let zones = ["E0", "EC", "SC0", "SP1", "SWE", "FIN", "D3"].map { KnownCompetitions.zone(of: $0) }
    #expect(zones.prefix(4) == ["Europe/London", "Europe/London", "Europe/London", "Europe/Madrid"])
    #expect(zones.suffix(3) == ["Europe/Stockholm", "Europe/Helsinki", "Europe/Berlin"])
    for name in ["FINALS", "SPRING", "SCHOOLS", "E", "EURO"] { #expect(KnownCompetitions.zone(of: name) == nil) }
  }

  @Test func `a competition is found by the code of its rules, and has them under its title`() throws {
    let rows = ["A  1-0  B", "C  1-0  A"].map { "  15:00  \($0)\n" }.joined()
    var session = try session(["wc.txt": "= World Cup 2014\n\nGroup A\nThu Jun 12 2014\n" + rows])
    _ = try report("football import wc.txt", in: &session)
    for line in [
      "table WC 2014", "table WC 14", "matches WC 2014", "fit WC 2014 ridge=1", "adjust WC 2014", "export html o WC",
    ] {
      let found = try report("football \(line)", in: &session)
      #expect(found.status == .ok, "\(line): \(found.error?.message ?? "")")
    }
    #expect(try report("football table WC 13", in: &session).error?.code == "unknown-season")
    #expect(try report("football table WD 2014", in: &session).error?.code == "unknown-competition")
    let greece = LeagueRules("Greek Super League", season: Season(start: 2024, isSplit: true))
    #expect(greece.split?.groups == [4, 4, 6])
    #expect(
      ["Primera División 2012/13", "Spain Primera División", "Chile Primera División 2024"].map {
        KnownCompetitions.code(inTitle: $0)
      } == ["SP1", "SP1", nil])
  }

  @Test func `a season without a verified rule says so`() throws {
    let rows = ["A,C,5,0", "B,A,1,0", "D,B,3,0", "D,C,1,0"].enumerated().map { "RUS,\(10 + $0)/08/2017,\($1)\n" }
    var session = try session(["r.csv": "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\n" + rows.joined()])
    let shown = try output(report("football import r.csv", "football table RUS 2017-18", in: &session))
    #expect(
      shown.footer.last?.hasPrefix("no rule for level teams is verified for this season (no tie-breakers") == true)
    #expect(LeagueRules("POL", season: Season(start: 2018, isSplit: true)).ties == nil)
    #expect(LeagueRules("RUS", season: Season(start: 2015, isSplit: true)).ties?.first == .wins)
  }

  @Test func `rules of seasons that contradict each other are said, and nothing is lost`() throws {
    var session = try session()
    _ = try report("football competition add X ties=goals years=2015..2019", in: &session)
    let second = try report("football competition add X ties=wins points=3 years=2018..", in: &session)
    #expect(
      said(second) == [
        "the rules for 2015..2019 and 2018.. differ in ties=; those that begin last count. Take one back: "
          + "football competition delete X years=2015..2019"
      ])
    #expect(try table(report("football competition X", in: &session)).count == 2)
    let many = try report("football competition add X split=33:6+6 carry=half-up,all,none", in: &session)
    #expect(many.error?.code == "bad-value")
    #expect(record(try report("football competition X", in: &session))["split"] == nil)
    let nothing = try report("football competition add X carry=half-up", in: &session)
    #expect(said(nothing).contains { $0.hasSuffix("has no split, so nothing is carried: add it, as in split=33:6+6") })
    let odd = try report("football competition add X play-offs=17-19", in: &session)
    #expect(odd.error?.code == "bad-value")
  }

  @Test func `rules of some seasons, and what is said of a competition, can be taken back`() throws {
    var session = try session(["a.csv": SeasonRulesTests.file(2020)])
    _ = try report(
      "football competition add X name=League points=2 split=12:2+2",
      "football competition add X ties=goals years=2015..2019",
      "football competition add X ties=h2h-points points=3 years=2020..", in: &session)
    #expect(
      try report("football competition delete X years=2015", in: &session).error?.help == "2015..2019; 2020..")
    _ = try report("football competition delete X years=2015..2019", in: &session)
    _ = try report("football competition edit X years=2020.. clear=ties", in: &session)
    #expect(try table(report("football competition X", in: &session)) == ["2020|-|3"])
    _ = try report("football competition edit X years=2020.. clear=points", in: &session)
    let shown = record(try report("football competition edit X clear=points,split", in: &session))
    #expect([shown["points"], shown["split"], shown["name"]] == ["3", nil, "League"])
    _ = try report("football import a.csv season=2020", in: &session)
    #expect(try report("football competition delete X", in: &session).error?.code == "record-in-use")
    #expect(try report("football competition edit Y points=2", in: &session).error?.code == "unknown-competition")
    _ = try report("football competition add Y ties=goals years=2015", "football competition Y delete", in: &session)
    #expect(try session.session.store().count(RecordQuery(FootballKinds.rules)) == 0)
    #expect(try report("football competition show Y", in: &session).error?.code == "unknown-competition")
  }

  @Test func `how level teams meet may change without the tie-breakers`() throws {
    var session = try session()
    _ = try report("football competition add SWE meetings=all", in: &session)
    #expect(record(try report("football competition SWE", in: &session))["ties"] != "unknown")
  }

  @Test(arguments: ["2019..2015", "..", "x", "2015..x", "99", "2015-2019", ""])
  func `years that are none are refused`(_ years: String) throws {
    var session = try session()
    let found = try report("football competition add X points=3 years=\"\(years)\"", in: &session)
    #expect(found.error?.code == "bad-value", "\(found.error?.message ?? "accepted")")
    #expect(try report("football competition X", in: &session).error?.code == "unknown-competition")
  }

  @Test func `years without a rule are refused`() throws {
    var session = try session()
    #expect(try report("football competition add X years=2015..2019", in: &session).error?.code == "missing-argument")
  }

  @Test(arguments: [
    ("football alias \"FC A\" A remove=yes", "unexpected-argument"), ("football alias remove=yes", "unexpected-key"),
    ("football adjust X 2018 A -9 remove=yes on=2018-01-01", "unknown-record"),
    ("football adjust X 2018 A -9 remove=yes for=3", "unknown-record"),
    ("football adjust X 2018 A reason=x", "unexpected-key"), ("football expel X policy=void", "unexpected-key"),
    ("football award remove=yes", "unexpected-key"), ("football award 1 3-0 remove=yes", "unexpected-argument"),
    ("football match result 1 remove=yes half=1-0", "unexpected-key"),
    ("football expel X 2018 A remove=yes policy=void", "unexpected-key"),
    ("football fetch E0 competition=E1", "unexpected-key"),
  ])
  func `keys that an action does not use are refused`(_ line: String, _ code: String) throws {
    var session = try session(["2018.csv": SeasonRulesTests.file(2018)])
    _ = try report(
      "football import 2018.csv season=2018", "football alias \"FC A\" A", "football adjust X 2018 A -9 reason=x",
      in: &session)
    let error = try #require(try report(line, in: &session).error)
    #expect(error.code == code, "\(error.message)")
  }

  @Test func `a rule of some seasons leaves the other rules, and has no source of others`() throws {
    var session = try session(["a.csv": SeasonRulesTests.file(2023).replacing("X,", with: "E0,")])
    _ = try report(
      "football import a.csv season=2023-24", "football competition add E0 ties=wins years=2018..2030",
      "football competition add E0 split=22:6+6 years=2023", in: &session)
    let shown = record(try report("football competition show E0", in: &session))
    #expect([shown["ties"], shown["split"], shown["source"]] == ["wins", "22:6+6", nil], "\(shown)")
  }
}
