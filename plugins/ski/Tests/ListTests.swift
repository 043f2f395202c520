import PodiumCore
import PodiumPlugin
import PodiumRender
import SkiModel
import Testing

@testable import SkiPlugin

/// Pages of long lists, several pairs at once, merged sessions, and overlong texts.
struct ListTests {
  @Test func `a page of sessions starts after the last of the previous page, whatever was added`() throws {
    var fixture = try SkiFixture(
      "ski session new A at=2026-01-01 number=1", "ski session new A at=2026-01-02 number=2",
      "ski session new A at=2026-01-02 number=3", "ski session new A at=2026-01-03 number=4")
    let first = try fixture.does("ski sessions limit=2")
    #expect(first.column("session") == ["4", "2"])
    try fixture.does("ski session new A at=2026-01-04 number=5")
    #expect(try fixture.does("ski sessions limit=2 after=2").column("session") == ["3", "1"])
    #expect(try fixture.does("ski sessions limit=2 after=1").column("session") == [])
    try fixture.does("ski pair add 001 002 003 004 base=White")
    #expect(try fixture.does("ski pairs base=White limit=2 after=002").column("serial_number") == ["003", "004"])
    try fixture.does("ski grind 001 A on=2026-01-01")
    try fixture.does("ski grind 004 A on=2026-01-01")
    #expect(try fixture.does("ski pairs grinding=A limit=1 after=001").column("serial_number") == ["004"])
    try fixture.refuses("ski sessions after=99", "unknown-session")
  }

  @Test func `a test is of the day, and of the winter, that its own clock showed`() throws {
    var fixture = try SkiFixture(
      "ski session new Canmore number=1 at=2026-06-30T18:00-06:00 air=-2 new=100", "ski pair add 101 102",
      "ski rank 1 101 102 add=yes")
    #expect(try fixture.does("ski pair 101 tests").column("day") == ["2026-06-30"])
    #expect(try fixture.does("ski matrix 1").column("1").first == "2026-06-30")
    #expect(try fixture.does("ski sessions to=2026-06-30").column("season") == ["2025-26"])
    for season in ["2025-26", "2025/26", "25-26", "2025"] {
      #expect(try fixture.does("ski sessions season=\(season)").column("session") == ["1"])
    }
    try fixture.refuses("ski sessions from=2026-07-02 to=2026-07-01", "bad-value", naming: "2026-07-02")
    for line in ["ski sessions from=2026-07-01", "ski sessions season=2026-27"] {
      #expect(try fixture.does(line).column("session") == [])
    }
  }

  @Test func `the tests of a pair, the table of sessions and the audit have pages`() throws {
    var fixture = try SkiFixture.thesis()
    #expect(try fixture.does("ski pair 001 tests limit=2").column("session") == ["5", "4"])
    #expect(try fixture.does("ski pair 001 tests limit=2 after=4").column("session") == ["3", "2"])
    #expect(try fixture.does("ski pair 001 tests after=1").column("session") == [])
    #expect(try fixture.does("ski matrix with=001 limit=2").table?.names == ["rank", "5", "4"])
    #expect(try fixture.does("ski matrix with=001 limit=2 after=4").table?.names == ["rank", "3", "2"])
    #expect(try fixture.does("ski matrix 1 2 3 after=3").table?.names == ["rank", "1", "2"])
    let first = try fixture.does("ski audit session 1 limit=2").column("number")
    #expect(first == ["12", "11"])
    try fixture.does("ski move 1 004 3")
    #expect(try fixture.does("ski audit session 1 limit=2").column("number") == ["14", "13"])
    #expect(try fixture.does("ski audit session 1 limit=2 after=11").column("number") == ["10", "9"])
    for line in ["ski pair 001 limit=3", "ski pair 001 grinds after=1"] {
      try fixture.refuses(line, "unexpected-key", naming: "tests")
    }
    try fixture.refuses("ski pair add 900 901 limit=3", "unexpected-key", naming: "'ski pair'")
    try fixture.refuses("ski pair 001 tests after=99", "unknown-session")
    try fixture.refuses("ski matrix after=99", "unknown-session")
    try fixture.refuses("ski audit pair 001 after=0", "bad-value")
  }

  @Test func `the audit shows what was removed, by whom, and its contents`() throws {
    var fixture = try SkiFixture.thesis(
      "ski glide 1 001 beats 002 margin=10", "ski glide 1 remove=1", "ski pair add 900", "ski add 1 900",
      "ski drop 1 900")
    let removed = try fixture.does("ski audit session 1 limit=4")
    #expect(removed.column("action") == ["remove", "insert", "remove", "insert"])
    #expect(removed.column("command").first == "ski drop 1 900")
    #expect(removed.column("what") == ["participation 1 900", "participation 1 900", "glide 1 1 001", "glide 1 1 001"])
    #expect(removed.column("before")[2].contains("difference_cm=10"))
    #expect(try fixture.does("ski audit pair 002 limit=1").column("action") == ["remove"])
  }

  @Test func `a grinding shows its number of days and tests`() throws {
    var fixture = try SkiFixture(
      "ski pair add 001 002", "ski grind 001 A on=2026-01-01", "ski treat 001 structure m3 on=2026-01-05",
      "ski session new Falun at=2026-01-03", "ski add 1 001 002", "ski session new Falun at=2026-01-10",
      "ski add 2 001",
      "ski grind 001 B on=2026-01-11", "ski session new Falun at=2026-01-20", "ski add 3 001",
      now: "2026-01-25T12:00:00Z")
    let lay = try fixture.does("ski pair 001 grinds")
    #expect(lay.column("recipe") == ["A", "m3", "B"])
    #expect(lay.column("days") == ["10", "6", "14"] && lay.column("tests") == ["2", "1", "1"])
    let shown = try fixture.does("ski pair 001").record
    #expect(shown["ground_on"] == "2026-01-11" && shown["tests_since"] == "1" && shown["days_since"] == "14")
  }

  @Test func `several pairs are added at once, all or none`() throws {
    var fixture = try SkiFixture("ski pair add 001")
    try fixture.refuses("ski pair add 002 001 type=Skate", "taken-key", naming: "'001'")
    try fixture.refuses("ski pair add 002 002", "taken-key")
    #expect(try fixture.does("ski pair add 002 003 type=Skate").column("serial_number") == ["002", "003"])
  }

  @Test func `two records of one test can be merged`() throws {
    var fixture = try SkiFixture(
      "ski pair add 001 002 003", "ski session new Falun at=2026-01-10 number=1 air=-5", "ski add 1 001 002",
      "ski glide 1 001 beats 002 margin=9", "ski session new Falun at=2026-01-10 number=2 new=100 air=-4",
      "ski rank 2 002 001 003 add=yes", "ski glide 2 002 beats 003 margin=4")
    let report = try fixture.does("ski session merge 1 2")
    #expect(
      report.record["in_both"] == "2"
        && report.remarked == ["air_temperature_c differed; kept the value of session '2'"])
    let merged = try fixture.view("2")
    #expect(merged.glides.map(\.number) == [1, 2] && merged.glides.map(\.winner) == ["002", "001"])
    #expect(try fixture.ranks("2") == ["002": 1, "001": 2, "003": 3] && merged.conditions.air == -4)
    try fixture.refuses("ski session 1", "unknown-session")
    try fixture.does("undo")
    #expect(try fixture.view("1").glides.count == 1)
    try fixture.does("ski rank 1 001 002")
    try fixture.refuses("ski session merge 1 2", "merge-conflict", naming: "both have ranks")
    try fixture.refuses("ski session merge 1 1", "same-record")
    try fixture.refuses("ski session merge 1", "missing-argument")
  }

  @Test func `every command refuses texts that are too long`() throws {
    var fixture = try SkiFixture(
      "ski pair add 001 002", "ski session new Falun at=2026-01-10", "ski add 1 001 002")
    let long = String(repeating: "x", count: 2000)
    try fixture.refuses("ski treat 001 wax \(long) on=2026-01-01", "bad-value", naming: "1000 characters")
    try fixture.refuses("ski grind 001 A on=2026-01-01 comment=\(long)", "bad-value")
    try fixture.refuses("ski glide 1 001 beats 002 margin=1 lane=\(long)", "bad-name")
    try fixture.refuses("ski glide 1 001 beats 002 margin=1 tester=\(long)", "bad-name")
    try fixture.refuses("ski glide 1 001 beats 002 margin=1 treatments=A,\(long)", "bad-name")
    try fixture.refuses("ski session new Falun at=0206-01-10", "bad-value", naming: "1900")
  }
}

/// What a phone shows, and what a coach gets.
struct NarrowScreenTests {
  private func lines(_ line: String) throws -> [String] {
    var fixture = try SkiFixture.thesis()
    var style = TextStyle.plain
    style.width = 40
    return try fixture.does(line).outputs.flatMap {
      TextRenderer(style: style).render($0).split(separator: "\n").map(String.init)
    }
  }

  @Test func `a list of sessions has the day, the air and the best pair, the newest first`() throws {
    let lines = try lines("ski sessions")
    #expect(lines[1].split(separator: " ").filter { $0 != "…" } == ["session", "day", "air", "best"], "\(lines)")
    #expect(lines[2].split(separator: " ").filter { $0 != "…" } == ["14", "2018-04-09", "10", "024"], "\(lines)")
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= 40 })
  }

  @Test func `a matrix begins with the newest sessions, and a pair's tests have rank and air`() throws {
    #expect(try lines("ski matrix type=Klister")[1].split(separator: " ").prefix(3) == ["rank", "14", "13"])
    let tests = try lines("ski pair 017 tests")
    #expect(tests[1].split(separator: " ").filter { $0 != "…" }.starts(with: ["session", "day", "rank"]), "\(tests)")
    #expect(tests[1].contains("air"))
  }

  @Test(arguments: [
    ("ski grindings air=5 new=50 wet=50", ["kind", "name", "score", "se", "chance"]),
    ("ski map 017", ["air", "wet"]), ("ski risk", ["below", "pairs", "mean", "were"]),
    ("ski surprises", ["session", "best", "place", "of", "chance"]),
    ("ski why 017 air=5 new=50 wet=50", ["session", "rank", "of", "conditions"]),
  ])
  func `a narrow screen shows what a list is about`(_ line: String, _ names: [String]) throws {
    let lines = try lines(line)
    let text = lines.joined(separator: "\n")
    for name in names { #expect(text.contains(name), "\(text)") }
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= 40 }, "\(text)")
    #expect(!text.contains("not shown: chance_best") && !text.contains("were_best;"), "\(text)")
  }

  @Test func `a page for a phone has the short columns that a narrow screen has`() throws {
    var fixture = try SkiFixture.thesis()
    let page = HTMLRenderer().file(try fixture.does("ski sessions").outputs)
    #expect(page.contains("<th class=\"more\">time</th><th class=\"less\">day</th>"))
    #expect(page.contains("<th class=\"number more\">air_temperature_c</th><th class=\"number less\">air</th>"))
    #expect(page.contains("<td class=\"more\">2018-04-09 09:00</td><td class=\"less\">2018-04-09</td>"))
    #expect(page.contains("th.less, td.less { display: table-cell; }") && page.contains("<th>best</th>"))
    // The caption of a table that is wider than the screen is not.
    #expect(page.contains("max-width: calc(100vw - 2rem)"))
    // A part of another page has each column once.
    #expect(!HTMLRenderer().render(try fixture.does("ski sessions").outputs).contains("less"))
  }

  @Test func `a file for people has the digits of the screen and words, and a page fits a phone`() throws {
    var fixture = try SkiFixture.thesis()
    let outputs = try fixture.does("ski recommend type=Klister air=5 new=50 wet=50").outputs
    let page = HTMLRenderer().file(outputs)
    #expect(
      page.hasPrefix("<!DOCTYPE html>") && page.contains("name=\"viewport\"") && page.contains("charset=\"utf-8\""))
    #expect(page.contains("<th class=\"more\">ski_type</th>") && page.contains("<th>serial_number</th>"))
    for text in [page, MarkdownRenderer().render(outputs), LaTeXRenderer().render(outputs)] {
      #expect(!text.contains("true") && text.contains("yes"))
      // No number has more than six significant digits.
      #expect(text.firstMatch(of: /\.0*[1-9][0-9]{6}/) == nil)
    }
    #expect(JSONRenderer().render(outputs).firstMatch(of: /[0-9]\.[0-9]{10}/) != nil)
  }
}
