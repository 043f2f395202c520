import FootballModel
import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import FootballPlugin

/// A match day reported from the touchline.
struct LiveTests: CommandSuite {
  /// Two matches of one day, of which the first is under way.
  private func day() throws -> Interpreter {
    var session = try session()
    for line in [
      "football match add \"Div 4A\" \"Hamnvik IF\" \"Bergsta BK\" at=2015-04-18T15:00 zone=Europe/Stockholm",
      "football match add \"Div 4A\" Torslunda Ekhaga at=2015-04-18T17:00", "football start Hamn now=2015-04-18T15:01",
    ] { #expect(try report(line, in: &session).error == nil, "\(line)") }
    return session
  }

  private func shown(_ line: String, in session: inout Interpreter) throws -> String {
    let record = record(try report(line, in: &session))
    if let error = record["error"] { return error }
    return ["state", "minute", "home_goals", "away_goals"].map { record[$0] ?? "" }.joined(separator: "|")
  }

  @Test func `a match is reported from kick-off to full time`() throws {
    var session = try day()
    for (line, expected) in [
      ("football goal Hamn 33 Zaynal now=2015-04-18T15:35", "first half|35|1|0"),
      ("football goal Bergsta now=2015-04-18T15:45:30", "first half|45|1|1"),
      ("football show 1 now=2015-04-18T15:48", "first half|45+3|1|1"),
      ("football end Hamn now=2015-04-18T15:48", "half-time|HT|1|1"),
      ("football start 1 now=2015-04-18T16:03", "second half|46|1|1"),
      ("football own-goal Bergsta 50 now=2015-04-18T16:09", "second half|52|2|1"),
      ("football missed-penalty Hamn 60 now=2015-04-18T16:18", "second half|61|2|1"),
      ("football penalty Bergsta 70 now=2015-04-18T16:28", "second half|71|2|2"),
      ("football red Hamn 80 Berg now=2015-04-18T16:38", "second half|81|2|2"),
      ("football end Hamn now=2015-04-18T16:52", "full time|FT|2|2"),
      ("football show 1 now=2015-04-19T16:52", "full time|FT|2|2"),
    ] { #expect(try shown(line, in: &session) == expected, "\(line)") }
    let table = try table(try report("football table \"Div 4A\" 2015", in: &session))
    #expect(table == ["1|Bergsta BK|1|1|0|1|0|2|2|0", "1|Hamnvik IF|1|1|0|1|0|2|2|0"])
  }

  @Test func `a default minute in the first seconds is 1, and in a break there is none`() throws {
    var session = try day()
    _ = try report("football goal Hamn now=2015-04-18T15:01:05", in: &session)
    let events = try output(try report("football show 1 now=2015-04-18T15:02", in: &session)).table
    #expect(rows(events, "minute", "kind", "team").contains("1|goal|Hamnvik IF"))
    _ = try report("football end Hamn now=2015-04-18T15:48", in: &session)
    #expect(try report("football goal Hamn now=2015-04-18T15:50", in: &session).error?.code == "missing-minute")
    #expect(try report("football goal Hamn 45+3 now=2015-04-18T15:50", in: &session).error == nil)
  }

  @Test(arguments: [
    ("football goal Nowhere now=2015-04-18T15:20", "unknown-match"),
    ("football goal 99 home now=2015-04-18T15:20", "unknown-match"),
    ("football goal 1 now=2015-04-18T15:20", "missing-side"),
    ("football goal Hamn 151 now=2015-04-18T15:20", "bad-value"),
    ("football goal Hamn 0 now=2015-04-18T15:20", "bad-value"),
    ("football goal Torsl 3 now=2015-04-18T15:20", "wrong-state"),
    ("football start Hamn now=2015-04-18T15:20", "wrong-state"),
    ("football resume Hamn now=2015-04-18T15:20", "wrong-state"),
    ("football delay Hamn now=2015-04-18T15:20", "wrong-state"),
    ("football goal Hamn 3 revision=0 now=2015-04-18T15:20", "stale-report"),
    ("football goal Hamn 3", "no-clock"), ("football goal Hamn 3 now=noon", "bad-value"),
    ("football goal Hamn 3 device=noon now=2015-04-18T15:20", "bad-value"),
    ("football score Hamn 2:x now=2015-04-18T15:20", "bad-value"),
    ("football shoot-out Hamn scored now=2015-04-18T15:20", "wrong-state"),
    ("football void Hamn now=2015-04-18T15:20", "missing-reason"),
    ("football void Hamn 9 reason=x now=2015-04-18T15:20", "unknown-report"),
    ("football goal Hamn 3 now=2015-03-29T02:30", "unknown-match"),
  ])
  func `a wrong report is refused and changes nothing`(line: String, code: String) throws {
    var session = try day()
    let before = try shown("football show 1 now=2015-04-18T15:20", in: &session)
    let found = try report(line, in: &session)
    #expect(found.error?.code == code, "\(found.error?.code ?? "no error"): \(found.error?.message ?? "")")
    #expect(try shown("football show 1 now=2015-04-18T15:20", in: &session) == before)
    #expect(try output(try report("football show 1 now=2015-04-18T15:20", in: &session)).table.rowCount == 1)
  }

  @Test func `a key counts once, and names one report`() throws {
    var session = try day()
    let goal = "football goal Hamn 12 Zaynal key=phone-1 now=2015-04-18T15:14"
    #expect(try shown(goal, in: &session) == "first half|14|1|0")
    let again = try report(goal, in: &session)
    #expect(record(again)["home_goals"] == "1")
    guard case .record(let answer)? = again.outputs.first else { throw Diagnostic("no-record", "no record") }
    #expect(answer.title.hasPrefix("report 2 about match 1 has this key already; nothing was added · "))
    #expect(answer.isBrief && again.outputs.count == 1)
    let other = try report("football goal Bergsta 13 key=phone-1 now=2015-04-18T15:14", in: &session)
    #expect(other.error?.code == "used-key")
    // A kick-off that is sent again finds the match under way.
    _ = try report("football start Torsl key=k now=2015-04-18T17:00", in: &session)
    #expect(try report("football start Torsl key=k now=2015-04-18T17:01", in: &session).error == nil)
  }

  @Test func `a void report stays with its reason, and undo takes one back`() throws {
    var session = try day()
    _ = try report("football goal Hamn 12 Zaynal now=2015-04-18T15:14", in: &session)
    let void = "football void Hamn reason=\"off side\" now=2015-04-18T15:16"
    #expect(try shown(void, in: &session) == "first half|16|0|0")
    let events = try output(try report("football show 1 now=2015-04-18T15:17", in: &session)).table
    #expect(
      rows(events, "number", "minute", "kind", "player", "void", "reason").contains("2|12|goal|Zaynal|true|off side"))
    #expect(try report("football void Hamn 2 reason=x now=2015-04-18T15:18", in: &session).error?.code == "void-report")
    #expect(try report("undo", in: &session).error == nil)
    #expect(try shown("football show 1 now=2015-04-18T15:17", in: &session) == "first half|17|1|0")
  }

  @Test func `two reporters of one goal are one goal, and differing scores are shown`() throws {
    var session = try day()
    let file = TemporaryFolder()
    let stores = ["ann", "bob"].map {
      Assembly.store(
        file: file.path + "/w.sqlite", author: $0, registry: session.registry, clock: { Moment(microseconds: 0) })
    }
    session.services.store = stores[0]
    _ = try report(
      "football match add X A B at=2015-04-18T15:00 zone=UTC", "football start A now=2015-04-18T15:00", in: &session)
    _ = try report("football goal A 12 Zaynal now=2015-04-18T15:13", in: &session)
    session.services.store = stores[1]
    let second = try report("football goal A 13 now=2015-04-18T15:14", in: &session)
    #expect(record(second)["home_goals"] == "1")
    let events = try output(try report("football show 1 now=2015-04-18T15:20", in: &session)).table
    #expect(rows(events, "minute", "kind", "player", "by").contains("12|goal|Zaynal|ann, bob"))
    // The same key of another reporter is another report.
    _ = try report("football yellow B 20 key=k now=2015-04-18T15:21", in: &session)
    session.services.store = stores[0]
    #expect(try report("football yellow A 20 key=k now=2015-04-18T15:21", in: &session).error == nil)
    let claim = try report("football score A 2-0 now=2015-04-18T15:30", in: &session)
    #expect(record(claim)["home_goals"] == "2")
    session.services.store = stores[1]
    let differing = try report("football score A 1-1 now=2015-04-18T15:31", in: &session)
    #expect(record(differing)["away_goals"] == "1")
    #expect(said(differing).contains { $0.hasPrefix("disputed: the score shown is 1-1, but ann has 2-0") })
  }

  @Test func `without reports the minute is estimated, and a result by hand ends the match`() throws {
    var session = try day()
    let live = try output(try report("football live now=2015-04-18T17:20", in: &session))
    #expect(rows(live.table, "number", "minute").contains("2|~21"))
    #expect(live.lines.count == live.table.rowCount && live.lines.contains { $0.contains("~21") })
    _ = try report("football match result 2 3-1 half=1-0", in: &session)
    let finished = try output(try report("football finished now=2015-04-18T19:00", in: &session)).table
    #expect(rows(finished, "number", "minute", "home_goals", "away_goals").contains("2|FT|3|1"))
  }

  @Test func `futsal shows no minute, and a goal needs none`() throws {
    var session = try session()
    for line in [
      "football competition add Hall halves=2x20 clock=stopped seasons=winter",
      "football match add Hall A B at=2015-01-18T15:00 zone=UTC",
    ] { #expect(try report(line, in: &session).error == nil, "\(line)") }
    #expect(try shown("football start A now=2015-01-18T15:00", in: &session) == "first half||0|0")
    #expect(try shown("football goal B now=2015-01-18T15:30", in: &session) == "first half||0|1")
    #expect(try shown("football goal A 99 now=2015-01-18T15:30", in: &session).contains("'99'"))
    #expect(try shown("football show 1 now=2015-01-18T15:31", in: &session) == "first half||0|1")
  }

  @Test func `today lists a match that goes on past midnight, and nothing of other days`() throws {
    var session = try session()
    for line in [
      "football match add X A B at=2015-04-17T23:30 zone=Europe/Stockholm",
      "football match add X C D at=2015-04-18T15:00", "football match add X E F at=2015-04-19T15:00",
      "football match add X G H at=2015-04-18",
    ] { #expect(try report(line, in: &session).error == nil) }
    func numbers(_ line: String) throws -> [String] { rows(try output(try report(line, in: &session)).table, "number") }
    #expect(try numbers("football today now=2015-04-18T00:15") == ["1", "2", "4"])
    #expect(try numbers("football today now=2015-04-18T12:00").sorted() == ["2", "4"])
    #expect(try numbers("football upcoming days=1 now=2015-04-18T16:00").sorted() == ["3", "4"])
    #expect(try report("football today E now=2015-04-18T12:00", in: &session).error?.code == "unknown-competition")
  }

  @Test func `a repeated hour needs its offset, and a skipped one is refused`() throws {
    var session = try session()
    let add = "football match add X A B zone=Europe/Stockholm at="
    #expect(try report(add + "2015-03-29T02:30", in: &session).error?.code == "skipped-time")
    #expect(try report(add + "2015-10-25T02:30", in: &session).error?.code == "repeated-time")
    _ = try report(add + "2015-10-25T02:30+01:00", in: &session)
    let listed = try output(try report("football matches X", in: &session)).table
    #expect(rows(listed, "kickoff", "kickoff_utc") == ["2015-10-25 02:30|2015-10-25T01:30:00Z"])
  }

  @Test func `an import after the reports does not undo them, and a differing result is a conflict`() throws {
    var session = try session([
      "a.csv": "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nX,18/04/2015,A,B,,\nX,18/04/2015,C,D,2,0\n"
    ])
    _ = try report(
      "football match add X A B at=2015-04-18T15:00 zone=UTC", "football start A now=2015-04-18T15:00", in: &session)
    _ = try report("football goal A 5 now=2015-04-18T15:06", in: &session)
    #expect(try report("football import a.csv", in: &session).error == nil)
    #expect(try shown("football show 1 now=2015-04-18T15:10", in: &session) == "first half|11|1|0")
  }

  @Test func `the day is written in the form of the live score app and read again`() throws {
    let memory = MemoryFiles()
    var session = try session(files: memory)
    for line in [
      "football match add \"Div 4A\" \"Hamnvik IF\" \"Bergsta BK\" at=2015-04-18T15:00 zone=Europe/Stockholm",
      "football match add \"Div 4A\" Torslunda Ekhaga at=2015-04-18T17:00", "football start Hamn now=2015-04-18T15:01",
      "football goal Hamn 33 Zaynal now=2015-04-18T15:35", "football end Hamn now=2015-04-18T15:47",
      "football start Hamn now=2015-04-18T16:02", "football end Hamn now=2015-04-18T16:50",
      "football export json day-2015-04-18.json now=2015-04-18T17:30",
    ] { #expect(try report(line, in: &session).error == nil, "\(line)") }
    let text = try #require(memory.text("/here/day-2015-04-18.json"))
    #expect(text.contains("\"time\":\"FT\"") && text.contains("Zaynal") && text.contains("\"tempTime\":\"17:00\""))
    var other = try self.session(files: memory)
    let reading = try report("football import day-2015-04-18.json season=2015", in: &other)
    #expect(record(reading)["read"] == "2", "\(reading.error?.message ?? "")")
    let matches = try output(try report("football matches \"Div 4A\"", in: &other)).table
    #expect(
      rows(matches, "home", "state", "home_goals", "away_goals") == [
        "Hamnvik IF|full time|1|0", "Torslunda|scheduled|-|-",
      ])
    #expect(
      try report("football export json day-2015-04-18.json now=2015-04-18T17:30", in: &session).error?.code
        == "file-exists")
  }
}
