import PodiumCore
import PodiumEngine
import PodiumPlugin
import Testing

@testable import FootballPlugin

/// Answers of services, and tables of sites, that a club has first; all of them are made.
struct ServiceImportTests: CommandSuite {
  private static let footballData = """
    {"competition": {"name": "Premier League", "code": "PL"}, "matches": [
     {"season": {"startDate": "2023-08-11", "endDate": "2024-05-19"}, "id": 1, "utcDate": "2023-08-11T19:00:00Z",
      "status": "FINISHED", "matchday": 1, "stage": "REGULAR_SEASON", "group": null, "homeTeam": {"name": "A"},
      "awayTeam": {"name": "B"}, "score": {"duration": "REGULAR", "fullTime": {"home": 0, "away": 3},
      "halfTime": {"home": 0, "away": 2}}},
     {"season": {"startDate": "2023-08-11", "endDate": "2024-05-19"}, "id": 2, "utcDate": "2023-08-12",
      "status": "TIMED", "matchday": 1, "stage": "REGULAR_SEASON", "homeTeam": {"name": "C"}, "awayTeam": {"name": "D"},
      "score": {"duration": "REGULAR", "fullTime": {"home": null, "away": null}}},
     {"id": 3, "utcDate": "soon", "status": "TIMED", "homeTeam": {"name": "C"}, "awayTeam": {"name": "D"}},
     {"id": 4, "utcDate": "2023-08-13T12:00:00Z", "status": "FINISHED", "homeTeam": {"name": "E"},
      "awayTeam": {"name": "F"}, "score": {"fullTime": {"home": "x", "away": 1}}}]}
    """

  @Test func `football-data.org is read, and a bad cell costs only itself`() throws {
    var session = try session(["m.json": Self.footballData])
    let read = try report("football import m.json", in: &session)
    #expect(record(read)["format"] == "football-data.org" && record(read)["new"] == "3")
    #expect(
      try table(read) == ["9|'soon' in 'utcDate' is not a day"])
    #expect(said(read).contains { $0.hasPrefix("line 10: ignored 'fullTime'") }, "\(said(read))")
    let table = try output(report("football matches E0", in: &session)).table
    #expect(
      rows(table, "home", "away", "home_goals", "away_goals", "state") == [
        "A|B|0|3|full time", "C|D|-|-|scheduled", "E|F|-|-|scheduled",
      ])
    #expect(try report("football table E0 2023-24", in: &session).status == .ok)
  }

  @Test func `a shoot-out of football-data.org is not part of the score`() throws {
    let text = """
      {"matches": [{"competition": {"code": "CL"}, "id": 5, "utcDate": "2024-03-13T20:00:00Z", "status": "FINISHED",
      "stage": "LAST_16", "homeTeam": {"name": "A"}, "awayTeam": {"name": "B"}, "score": {"duration": "PENALTY_SHOOTOUT",
      "fullTime": {"home": 5, "away": 3}, "regularTime": {"home": 2, "away": 1}, "extraTime": {"home": 0, "away": 0},
      "penalties": {"home": 3, "away": 2}, "halfTime": {"home": 1, "away": 1}}}]}
      """
    var session = try session(["m.json": text])
    _ = try report("football import m.json season=2023-24", in: &session)
    let bracket = try output(report("football bracket UCL 2023-24", in: &session)).table
    #expect(rows(bracket, "round", "score", "winner") == ["Round of 16|2-1 aet, 3-2 pen|A"])
  }

  @Test func `API-Football is read`() throws {
    let text = """
      {"get": "fixtures", "response": [
       {"fixture": {"id": 7, "date": "2022-12-18T15:00:00+00:00", "venue": {"name": "Lusail"}, "status": {"short": "PEN"}},
        "league": {"id": 1, "name": "World Cup", "season": 2022, "round": "Final"},
        "teams": {"home": {"name": "A"}, "away": {"name": "B"}}, "goals": {"home": 3, "away": 3},
        "score": {"halftime": {"home": 2, "away": 0}, "fulltime": {"home": 2, "away": 2},
         "extratime": {"home": 1, "away": 1}, "penalty": {"home": 4, "away": 2}}},
       {"fixture": {"id": 8, "date": "2022-11-20T16:00:00+00:00", "venue": {}, "status": {"short": "FT"}},
        "league": {"id": 1, "name": "World Cup", "season": 2022, "round": "Group A - 1"},
        "teams": {"home": {"name": "C"}, "away": {"name": "A"}}, "goals": {"home": 0, "away": 2},
        "score": {"halftime": {"home": 0, "away": 2}, "fulltime": {"home": 0, "away": 2},
         "extratime": {"home": null, "away": null}, "penalty": {"home": null, "away": null}}}]}
      """
    var session = try session(["m.json": text])
    let read = try report("football import m.json format=api-football", in: &session)
    #expect(record(read)["new"] == "2" && record(read)["competitions"] == "WC")
    let final = try output(report("football bracket WC 2022", in: &session)).table
    #expect(rows(final, "score", "winner") == ["3-3 aet, 4-2 pen|A"])
    let group = try output(report("football table WC 2022 group=A", in: &session)).table
    #expect(rows(group, "team", "points") == ["A|3", "C|0"])
  }

  @Test func `services name the winner of a walkover, and leagues of one name are said to be several`() throws {
    func fixture(_ id: Int, _ country: String, _ state: String, _ goals: String) -> String {
      """
      {"fixture": {"id": \(id), "date": "2022-09-1\(id)T15:00:00+00:00", "status": {"short": "\(state)"}},
       "league": {"id": 9\(id), "name": "Premier League", "country": "\(country)", "season": 2022, "round": "Regular Season - 1"},
       "teams": {"home": {"name": "H\(id)", "winner": false}, "away": {"name": "A\(id)", "winner": true}},
       "goals": {"home": \(goals), "away": \(goals)}, "score": {"fulltime": {"home": \(goals), "away": \(goals)}}}
      """
    }
    let data = """
      {"matches": [{"competition": {"code": "XL"}, "id": 5, "utcDate": "2024-03-13T20:00:00Z", "status": "AWARDED",
      "homeTeam": {"name": "A"}, "awayTeam": {"name": "B"}, "score": {"winner": "HOME_TEAM", "fullTime": {"home": null, "away": null}}}]}
      """
    let fixtures = [fixture(1, "Ukraine", "WO", "null"), fixture(2, "Russia", "FT", "1")]
    var session = try session(["a.json": "{\"response\": [\(fixtures.joined(separator: ","))]}", "b.json": data])
    _ = try report("football import a.json", "football import b.json season=2023-24", in: &session)
    let table = try report("football table \"Premier League\" 2022", in: &session)
    #expect(try rows(output(table).table, "team", "points") == ["A1|3", "A2|1", "H2|1", "H1|0"])
    #expect(
      try output(table).footer.contains(
        "counts matches of several leagues together: Premier League (Russia), Premier League (Ukraine)"))
    #expect(
      try rows(output(report("football table XL 2023-24", in: &session)).table, "team", "points") == ["A|3", "B|0"])
  }

  private static let fixtureDownload = """
    Match Number,Round Number,Date,Location,Home Team,Away Team,Group,Result
    1,1,20/11/2022 16:00,Al Bayt,Qatar,Ecuador,Group A,0 - 2
    2,1,21/11/2022 13:00,Khalifa,England,Iran,Group B,6 - 2
    3,2,25/11/2022 13:00,Khalifa,Qatar,Senegal,Group A,
    """
  private static let fixtureDownloadJSON = """
    [{"MatchNumber":1,"RoundNumber":1,"DateUtc":"2022-11-20 16:00:00Z","Location":"Al Bayt","HomeTeam":"Qatar",
      "AwayTeam":"Ecuador","Group":"Group A","HomeTeamScore":0,"AwayTeamScore":2},
     {"MatchNumber":2,"RoundNumber":1,"DateUtc":"2022-11-21 13:00:00Z","Location":"Khalifa","HomeTeam":"England",
      "AwayTeam":"Iran","Group":"Group B","HomeTeamScore":6,"AwayTeamScore":2},
     {"MatchNumber":3,"RoundNumber":2,"DateUtc":"2022-11-25 13:00:00Z","Location":"Khalifa","HomeTeam":"Qatar",
      "AwayTeam":"Senegal","Group":"Group A","HomeTeamScore":null,"AwayTeamScore":null}]
    """

  @Test(arguments: [("f.csv", fixtureDownload), ("f.json", fixtureDownloadJSON)])
  func `fixturedownload.com is read`(_ name: String, _ text: String) throws {
    var session = try session([name: text])
    let read = try report("football import \(name) competition=WC season=2022", in: &session)
    #expect(record(read)["new"] == "3", "\(read.error?.message ?? "") \(said(read))")
    let table = try output(report("football matches WC 2022", in: &session)).table
    #expect(
      rows(table, "home", "home_goals", "away_goals", "ground") == [
        "Qatar|0|2|Al Bayt", "England|6|2|Khalifa", "Qatar|-|-|Khalifa",
      ])
    #expect(try rows(output(report("football table WC 2022", in: &session)).table, "group", "team").count == 4)
  }

  @Test func `a workbook of fixturedownload.com is read`() throws {
    var session = try session(["f.csv": Self.fixtureDownload])
    for line in ["load f.csv types=Date:text,Result:text", "save f.xlsx"] {
      #expect(try report(line, in: &session).error == nil)
    }
    let read = try report("football import f.xlsx competition=WC season=2022", in: &session)
    #expect(record(read)["new"] == "3", "\(read.error?.message ?? "")")
  }

  @Test func `an edition of internationals over New Year is one season, and two editions are two`() throws {
    func list(_ rows: [(tournament: String, days: [String])]) -> String {
      "date,home_team,away_team,home_score,away_score,tournament,city,country,neutral\n"
        + rows.flatMap { row in row.days.map { "\($0),A,B,1,0,\(row.tournament),X,Y,FALSE\n" } }.joined()
    }
    let league = "UEFA Nations League"
    let all = [
      // The play-outs of 2020-21 were two months before the next edition, the finals eleven after the groups.
      (
        league,
        [
          "2018-09-06", "2019-06-09", "2020-09-03", "2020-11-18", "2021-10-10", "2022-03-29", "2022-06-01",
          "2023-06-18",
        ]
      ),
      (
        "FIFA World Cup qualification",
        ["2019-06-06", "2019-11-19", "2020-10-08", "2021-09-02", "2022-06-13", "2023-09-07"]
      ),
      ("AFF Championship", ["2021-12-05", "2022-01-01", "2022-12-20", "2023-01-16"]),
      ("Copa América", ["1959-04-04", "1959-12-05"]), ("Friendly", ["2019-12-20", "2020-01-05"]),
      ("British Home Championship", ["1966-10-22", "1967-04-15"]),
    ]
    var session = try session(["part.csv": list([(league, ["2019-06-09"])]), "all.csv": list(all)])
    #expect(record(try report("football import part.csv", in: &session))["seasons"] == "2019")
    // A longer list of the same matches corrects the season.
    let whole = try report("football import all.csv", in: &session)
    #expect([record(whole)["new"], record(whole)["changed"]] == ["23", "1"], "\(record(whole))")
    #expect(said(whole).contains { $0.hasPrefix("editions that go on after New Year") }, "\(said(whole))")
    #expect(!said(whole).contains { $0.contains("outside of the season") })
    for (code, season, count) in [
      (league, "2018", 2), (league, "2020", 4), (league, "2022", 2), ("FIFA World Cup qualification", "2019", 5),
      ("FIFA World Cup qualification", "2023", 1), ("AFF Championship", "2021", 2), ("AFF Championship", "2022", 2),
      ("Copa América", "1959", 1), ("Copa América", "1959-60", 1), ("Friendly", "2019", 1), ("Friendly", "2020", 1),
      ("British Home Championship", "1966-67", 2),
    ] {
      let found = try table(try report("football matches \"\(code)\" \(season)", in: &session))
      #expect(found.count == count, "\(code) \(season): \(found)")
    }
  }

  @Test func `a state or a score that a service does not give is said, and so is a shoot-out without a winner`() throws
  {
    func match(_ number: Int, _ state: String, _ score: String) -> String {
      #"{"id": \#(number), "utcDate": "2019-08-1\#(number)T14:00:00Z", "status": \#(state), "homeTeam": {"name": "H\#(number)"}, "#
        + #""awayTeam": {"name": "A\#(number)"}, "score": {\#(score)}}"#
    }
    let full = #""fullTime": {"home": 2, "away": 1}"#
    let shots =
      #""duration": "PENALTY_SHOOTOUT", "fullTime": {"home": 5, "away": 5}, "regularTime": {"home": 1, "away": 1}, "#
      + #""penalties": {"home": 4, "away": 4}"#
    let text =
      #"{"competition": {"code": "PL"}, "matches": ["#
      + [
        match(1, "\"FINISHED\"", full), match(2, "null", full), match(3, "\"FINISHED\"", ""),
        match(4, "\"FINISHED\"", #""fullTime": {"home": "x", "away": null}"#), match(5, "\"FINISHED\"", shots),
      ].joined(separator: ",\n") + "]}"
    var session = try session(["a.json": text])
    let read = try report("football import a.json competition=X", in: &session)
    let notes = said(read).filter { $0.hasPrefix("line ") }
    #expect(notes.count == 4, "\(notes)")
    for word in ["has no state", "has no score", "ignored 'fullTime'", "shoot-out 4-4"] {
      #expect(notes.contains { $0.contains(word) }, "\(word): \(notes)")
    }
    let shown = try output(try report("football matches X", in: &session)).table
    #expect(rows(shown, "home_goals") == ["2", "-", "-", "-", "1"])
  }

  @Test func `lists of internationals have seasons of calendar years, and a bad score costs only itself`() throws {
    let text = """
      date,home_team,away_team,home_score,away_score,tournament,city,country,neutral
      2022-11-20,Qatar,Ecuador,0,2,FIFA World Cup,Al Khor,Qatar,FALSE
      2023-03-25,Sweden,Norway,2,x,Friendly,Solna,Sweden,FALSE
      2027-01-05,Sweden,Iceland,NA,NA,Friendly,Solna,Sweden,FALSE
      """
    var session = try session(["results.csv": text])
    let read = try report("football import results.csv", in: &session)
    #expect(record(read)["new"] == "3", "\(read.error?.message ?? "")")
    #expect(said(read).contains { $0.hasPrefix("line 3, column 'away_score': ignored 'x'") }, "\(said(read))")
    #expect(try report("football table \"FIFA World Cup\" 2022", in: &session).status == .ok)
  }

  @Test(arguments: [
    (
      "<table><tr><th>Type<th>Date / Time<th>Home Team<th>Score<th>Away Team<th>Venue</tr>"
        + "<tr><td>L<td>17/09/23 14:00<td>Aldmoor<td>2 - 1<td>Brinfell<td>The Rec</tr></table>", "Aldmoor|Brinfell|2|1"
    ),
    (
      "<table><tr><th>Date / Time<th>Home Team<th><th><th>Away Team<th>Venue</tr>"
        + "<tr><td>17/09/23 14:00<td>Aldmoor<td><td>2 - 1<td>Brinfell<td>The Rec</tr></table>", "Aldmoor|Brinfell|2|1"
    ),
    (
      "<table><tr><th>Heimmannschaft<th>Gastmannschaft<th>Ergebnis</tr>"
        + "<tr><td colspan=3>Samstag, 12.08.2023</tr><tr><td>SV Anger<td>TSV Bruck<td>3:1</tr>"
        + "<tr><td colspan=3>Sonntag, 13.08.2023</tr><tr><td>FC Moos<td>SV Anger<td></tr></table>",
      "SV Anger|TSV Bruck|3|1"
    ),
    (
      "<table><tr><th>Spieltag<th>Datum / Uhrzeit<th>Heim<th>Gast<th>Spielort<th>Endstand</tr>"
        + "<tr><td>1<td>12.08.2023 15:30<td>SV Anger<td>TSV Bruck<td>Am Berg<td>0:0</tr></table>",
      "SV Anger|TSV Bruck|0|0"
    ),
  ])
  func `fixture pages of other federations are read`(_ page: String, _ first: String) throws {
    var session = try session(["p.html": "<html><body>\(page)</body></html>"])
    let read = try report("football import p.html competition=X season=2023-24", in: &session)
    #expect(read.error == nil, "\(read.error?.message ?? "")")
    let table = try output(report("football matches X", in: &session)).table
    #expect(rows(table, "home", "away", "home_goals", "away_goals").first == first)
  }

  private static let fullTime = """
    <table><tr><th>Type<th>Date / Time<th>Home Team<th><th><th>VS<th><th>Away Team<th>Venue<th>Competition<th>Status / Notes</tr>
    <tr><td>L<td>17/09/23 14:00<td>A<td><td><td>2 - 1<td><td>B<td>Rec<td>Div 1<td></tr>
    <tr><td>L<td>18/09/23 14:00<td>C<td><td><td>2 - 2 (HT 1-0)<td><td>D<td>Rec<td>Div 1<td>4-3 pens</tr>
    <tr><td>L<td>19/09/23 14:00<td>E<td><td><td>X - X<td><td>F<td>Rec<td>Div 1<td>Home Win</tr>
    <tr><td>L<td>20/09/23 14:00<td>G<td><td><td>VS<td><td>H<td>Rec<td>Div 1<td>Postponed</tr>
    <tr><td>L<td>21/09/23 14:00<td>I<td><td><td>VS<td><td>J<td>Rec<td>Div 1<td>Pitch inspection</tr></table>
    """

  @Test func `results of FA Full-Time are read, with what their status says`() throws {
    var session = try session(["p.html": Self.fullTime])
    let read = try report("football import p.html competition=X season=2023-24", in: &session)
    #expect(said(read).contains { $0.contains("'Pitch inspection' is not understood") }, "\(said(read))")
    #expect(said(read).contains { $0.contains("ignored 'X - X'") }, "\(said(read))")
    let found = try output(report("football matches X", in: &session)).table
    #expect(
      rows(found, "home", "home_goals", "away_goals", "state") == [
        "A|2|1|full time", "C|2|2|full time", "E|-|-|awarded", "G|-|-|postponed", "I|-|-|scheduled",
      ])
    let shots = record(try report("football show 2", in: &session))
    #expect([shots["penalties"], shots["half_time"]] == ["4-3", "1-0"], "\(shots)")
    #expect(record(try report("football show 3", in: &session))["winner"] == "home")
  }

  @Test func `a score between the teams is read`() throws {
    var session = try session(["p.csv": "Time,Home Team,VS,Away Team\n2023-09-17 14:00,A,2 - 1,B\n2023-09-18,B,VS,A\n"])
    _ = try report("football import p.csv competition=X", in: &session)
    let found = try output(report("football matches X", in: &session)).table
    #expect(rows(found, "home_goals", "away_goals", "state") == ["2|1|full time", "-|-|scheduled"])
  }

  private static func fixture(_ id: Int, _ day: String, _ home: String, _ away: String, _ season: Int, _ goals: [Int])
    -> String
  {
    """
    {"fixture": {"id": \(id), "date": "\(day)T20:00:00+00:00", "status": {"short": "FT"}},
     "league": {"name": "Cup", "id": 2, "season": \(season), "round": "Semi-finals"},
     "teams": {"home": {"name": "\(home)"}, "away": {"name": "\(away)"}},
     "goals": {"home": \(goals[0]), "away": \(goals[1])}, "score": {}}
    """
  }

  @Test func `the season of API-Football decides the rules`() throws {
    let legs = [
      Self.fixture(1, "2021-04-27", "A", "B", 2020, [1, 1]), Self.fixture(2, "2021-05-05", "B", "A", 2020, [2, 2]),
    ]
    let text = #"{"paging": {"current": 1, "total": 3}, "response": ["# + legs.joined(separator: ",") + "]}"
    var session = try session(["m.json": text])
    let read = try report("football import m.json", in: &session)
    #expect(said(read).contains { $0.hasPrefix("this is page 1 of 3") }, "\(said(read))")
    let bracket = try output(report("football bracket UCL 2020-21", in: &session)).table
    #expect(rows(bracket, "winner", "decided_by") == ["A|away goals"])
  }

  @Test(arguments: ["", "competition=Other"])
  func `autumn and spring of API-Football are one season`(_ keys: String) throws {
    let autumn = #"{"response": ["# + Self.fixture(1, "2019-11-27", "A", "B", 2019, [1, 1]) + "]}"
    let spring = #"{"response": ["# + Self.fixture(2, "2020-03-05", "B", "A", 2019, [2, 2]) + "]}"
    var session = try session(["a.json": autumn, "b.json": spring])
    _ = try report("football import a.json \(keys)", in: &session)
    let read = try report("football import b.json \(keys)", in: &session)
    #expect(record(read)["seasons"] == (keys.isEmpty ? "2019-20" : "2019"))
  }

  @Test(arguments: [
    (#"{"errors": {"token": "Missing application key"}, "response": []}"#, "Missing application key"),
    (#"{"message": "The resource is restricted", "errorCode": 403}"#, "The resource is restricted"),
  ])
  func `the message of a service is shown`(_ text: String, _ message: String) throws {
    var session = try session(["m.json": text])
    let error = try #require(try report("football import m.json", in: &session).error)
    #expect(error.code == "not-football-data" && error.message.contains(message), "\(error.message)")
    #expect(error.help?.contains("CSV") == false)
  }

  @Test func `knock-out rounds of fixturedownload.com are in no table, and unknown teams are refused`() throws {
    var all: [String] = []
    func add(_ round: Int, _ home: String, _ away: String, _ group: String?, _ goals: String = "1,0") {
      let pair = goals.split(separator: ",")
      all.append(
        """
        {"MatchNumber":\(all.count + 1),"RoundNumber":\(round),"DateUtc":"2022-11-\(10 + round * 2) 16:00:00Z",
         "HomeTeam":"\(home)","AwayTeam":"\(away)","Group":\(group.map { "\"Group \($0)\"" } ?? "null"),
         "HomeTeamScore":\(pair.first ?? "null"),"AwayTeamScore":\(pair.last ?? "null")}
        """)
    }
    for (group, teams) in [("A", ["A1", "A2", "A3"]), ("B", ["B1", "B2", "B3"])] {
      add(1, teams[0], teams[1], group)
      add(2, teams[0], teams[2], group)
      add(3, teams[1], teams[2], group)
    }
    add(4, "A1", "B2", nil)
    add(4, "B1", "A2", nil)
    add(5, "A2", "B2", nil)
    add(5, "To be announced", "B1", nil, "")
    var session = try session(["w.json": "[" + all.joined(separator: ",\n") + "]"])
    let read = try report("football import w.json competition=WC season=2022", in: &session)
    #expect(record(read)["refused"] == "1" && record(read)["new"] == "9", "\(record(read))")
    let shown = try report("football table WC 2022", in: &session)
    let titles = shown.outputs.compactMap { if case .table(let table) = $0 { table.title } else { nil } }
    #expect(titles.count == 1 && !titles[0].contains("regular season"), "\(titles)")
    let bracket = try output(report("football bracket WC 2022", in: &session)).table
    #expect(rows(bracket, "round", "winner") == ["4|A1", "4|B1", "5|A2"])
    let final = try report("football table WC 2022 stage=Final", in: &session)
    #expect(final.error?.help?.contains("football bracket WC 2022") == true, "\(final.error?.help ?? "")")
  }

  @Test func `a cup whose source names no rounds is not one league in silence`() throws {
    var lines = ["date,home_team,away_team,home_score,away_score,tournament,city,country,neutral"]
    func add(_ day: Int, _ home: String, _ away: String) {
      lines.append("2021-06-\(day),\(home),\(away),1,0,UEFA Euro,X,Y,TRUE")
    }
    for group in ["A", "B", "C", "D"] {
      add(11, group + "1", group + "2")
      add(15, group + "1", group + "3")
      add(19, group + "2", group + "3")
    }
    add(25, "A1", "B1")
    add(25, "C1", "D1")
    add(29, "A1", "C1")
    var session = try session(["r.csv": lines.joined(separator: "\n")])
    let shown = try report("football import r.csv", "football table \"UEFA Euro\" 2021", in: &session)
    let footer = try output(shown).footer
    #expect(footer.contains { $0.hasPrefix("the source names no groups: ") }, "\(footer)")
  }
}
