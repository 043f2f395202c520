import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import FootballPlugin

/// What is written for others: web pages and calendars, and positions by round.
struct PagesTests: CommandSuite {
  private static let season = """
    Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,HTHG,HTAG
    X/1,10/08/2019,15:00,A & <b>B</b>,Beta,2,0,1,0
    X/1,17/08/2019,,Beta,A & <b>B</b>,1,1,,
    X/1,24/08/2019,18:30,Beta,A & <b>B</b>,,,,

    """

  @Test func `pages escape names, list results and fixtures, and have safe file names`() throws {
    let memory = MemoryFiles(["/here/a.csv": Self.season])
    var session = try session(files: memory)
    _ = try report("football import a.csv zone=Europe/London", in: &session)
    let made = try report("football export html site", in: &session)
    #expect(said(made) == ["wrote 2 pages to 'site'; open 'site/index.html'"], "\(made.error?.message ?? "")")
    #expect(memory.paths == ["/here/a.csv", "/here/site/index.html", "/here/site/x-1-2019-20.html"])
    let page = try #require(memory.text("/here/site/x-1-2019-20.html"))
    #expect(!page.contains("<b>") && page.contains("A &amp; &lt;b&gt;B&lt;/b&gt;"))
    #expect(page.contains("id=\"results\"") && page.contains("id=\"fixtures\"") && page.contains("18:30"))
    #expect(page.contains("2–0<small>(1–0)</small>") && page.contains("Saturday 2019-08-17"))
    #expect(!page.contains("<script") && page.contains("default-src 'none'"))
    let index = try #require(memory.text("/here/site/index.html"))
    #expect(index.contains("href=\"x-1-2019-20.html\""))
    // The same matches give the same bytes, and only on request over earlier pages.
    #expect(try report("football export html site", in: &session).error?.code == "file-exists")
    _ = try report("football export html site replace=yes", in: &session)
    #expect(memory.text("/here/site/x-1-2019-20.html") == page)
  }

  @Test func `a kick-off whose zone is unknown is shown in UTC`() throws {
    let memory = MemoryFiles([:])
    var session = try session(files: memory)
    _ = try report(
      "football match add Cup Ann Bo at=2014-06-18T22:00Z", "football export html site",
      "football export json live.json now=2014-06-18T21:00", in: &session)
    let page = try #require(memory.text("/here/site/cup-2014.html"))
    #expect(page.contains(">22:00Z<"))
    #expect(memory.text("/here/live.json")?.contains("\"22:00Z\"") == true)
  }

  @Test func `competitions whose names differ in their signs have pages of their own`() throws {
    let memory = MemoryFiles([
      "/here/a.csv": Self.season, "/here/b.csv": Self.season.replacing("X/1", with: "x 1").replacing("Beta", with: "C"),
    ])
    var session = try session(files: memory)
    _ = try report("football import a.csv", "football import b.csv", "football export html site", in: &session)
    #expect(memory.paths.filter { $0.hasPrefix("/here/site/x-1-2019-20") }.count == 2)
    #expect(try report("football export html other Z", in: &session).error?.code == "unknown-competition")
    #expect(try report("football export html other season=1990", in: &session).error?.code == "unknown-season")
    #expect(memory.paths.allSatisfy { !$0.contains("other") })
  }

  @Test func `a calendar has a time, or a day alone, and its lines are folded`() throws {
    let long = String(repeating: "Ö", count: 60)
    let memory = MemoryFiles(["/here/a.csv": Self.season.replacing("Beta", with: "\"\(long), Södra; IF\"")])
    var session = try session(files: memory)
    _ = try report("football import a.csv zone=Europe/London", "football matches X/1 to all.ics", in: &session)
    let text = try #require(memory.text("/here/all.ics"))
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.utf8.count <= 75 } && lines.last == "")
    #expect(!text.replacing("\r\n", with: "").utf8.contains(0x0A))
    let joined = text.replacing("\r\n ", with: "")
    #expect(joined.contains("DTSTART:20190810T140000Z") && joined.contains("DTSTART;VALUE=DATE:20190817"))
    #expect(joined.contains(long + "\\, Södra\\; IF") && joined.contains("UID:match-1-X-1@podium"))
    #expect(lines.count { $0 == "BEGIN:VEVENT" } == 3 && lines.count { $0 == "END:VEVENT" } == 3)
    // Another table is not a calendar, and the file is not made.
    let other = try report("football table X/1 2019-20 to t.ics", in: &session)
    #expect(other.error?.code == "no-matches" && memory.text("/here/t.ics") == nil)
  }

  @Test func `positions follow the rounds`() throws {
    let rounds = """
      Div,Date,HomeTeam,AwayTeam,FTHG,FTAG
      X,10/08/2019,A,B,1,0
      X,10/08/2019,C,D,2,0
      X,17/08/2019,B,C,3,0
      X,17/08/2019,D,A,0,0

      """
    var session = try session(["a.csv": rounds])
    _ = try report("football import a.csv", in: &session)
    let found = try output(try report("football positions X 2019-20", in: &session))
    #expect(rows(found.table) == ["A|1|1", "B|3|2", "C|1|2", "D|3|4"])
    #expect(
      found.footer == [
        "4 matches; rounds as the teams' matches count, since the source has no rounds",
        "tie-breakers are unknown here, so level teams share a position; set them with ties=",
      ])
    let two = try output(try report("football positions X 2019-20 team=D,A", in: &session))
    #expect(rows(two.table, "team") == ["A", "D"])
    let named = try report("football alias add Dynamo D", "football positions X 2019-20 team=Dynamo", in: &session)
    #expect(try rows(output(named).table, "team") == ["D"])
  }

  @Test func `scorers that were reported are on the pages`() throws {
    let memory = MemoryFiles([:])
    var session = try session(files: memory)
    for line in [
      "football match add D4 SKIF Floda at=2026-05-01T15:00 zone=Europe/Stockholm",
      "football start SKIF now=2026-05-01T15:00", "football goal SKIF 10 Ada now=2026-05-01T15:10",
      "football goal Floda 20 Bo now=2026-05-01T15:20", "football end SKIF now=2026-05-01T15:46",
      "football start SKIF now=2026-05-01T16:00", "football end SKIF now=2026-05-01T16:50", "football export html site",
    ] { #expect(try report(line, in: &session).error == nil, "\(line)") }
    let page = try #require(memory.text("/here/site/d4-2026.html"))
    #expect(page.contains("Ada 10") && page.contains("Bo 20"))
    #expect(memory.text("/here/site/d4-2026-match-1.html")?.contains("Ada 10") == true)
  }
}
