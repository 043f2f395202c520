import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRender
import SurfModel
import Testing

@testable import SurfPlugin

/// `surf week`, and preferences for what is learned. All files are made.
struct WeekTests {
  private static let start = Moment(iso: "2026-03-02T00:00Z")?.microseconds ?? 0

  private static func at(_ hours: Int) -> String { Moment(microseconds: start + hours * 3_600_000_000).description }

  /// Daily issues of a week: waves of 1.8 m on days that divide by three, else of 0.6 m.
  private static func issues(_ days: Int) -> String {
    var lines = ["issued,valid,wave_height_m,wave_period_s,wave_direction_deg,wind_speed_ms,wind_direction_deg"]
    for day in 0..<days {
      for hour in 0..<(day == days - 1 ? 168 : 24) {
        let valid = day * 24 + hour
        let height = (valid / 24) % 3 == 0 ? 1.8 + 0.02 * Double(valid / 24 % 5) : 0.6
        lines.append("\(at(day * 24)),\(at(valid)),\(height),11,270,3,0")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func journal(_ days: Int) -> String {
    var lines = ["spot,start,end,rating,person"]
    for day in 1..<days {
      lines.append("Ramp,\(at(day * 24 + 10)),\(at(day * 24 + 12)),\(day % 3 == 0 ? 5 : 2),test")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// 31 days, of which the last one begins at `now`.
  private func session(sessions: Int = 30, prefers: [String] = []) throws -> Interpreter {
    var session = try SurfFixture.session(files: [
      "issues.csv": Self.issues(31), "journal.csv": Self.journal(sessions), "empty.csv": "",
    ])
    for line in [
      "surf spot add Ramp 0,0.1 zone=UTC facing=270", "surf spot add Reef 0,0.2 zone=UTC facing=270 forecast=ramp",
      "surf import forecast issues.csv spot=ramp model=coast",
    ] + (sessions > 1 ? ["surf import sessions journal.csv"] : []) + prefers {
      #expect(session.report(line)?.error == nil, "\(line)")
    }
    return session
  }

  private static let now = "2026-04-01T00:00Z"

  private func table(_ report: CommandReport?) throws -> Table {
    for output in report?.outputs ?? [] { if case .table(let output) = output { return output.table } }
    throw Diagnostic("no-table", report?.error?.message ?? "no table")
  }

  @Test func `days like the good ones are likely, each with an interval, its n and a reason`() throws {
    var session = try session()
    let report = session.report("surf week ramp asof=\(Self.now)")
    let table = try table(report)
    let (days, chances) = (try #require(table["day"]), try #require(table["chance"]?.numbers))
    let (low, high) = (try #require(table["chance_low"]?.numbers), try #require(table["chance_high"]?.numbers))
    #expect(
      table.rowCount == 21 && table["sessions"]?[0].fileText == "29" && table["good_sessions"]?[0].fileText == "9")
    for row in 0..<table.rowCount {
      // 1 April is day 30, which divides by three.
      let isGood = ["2026-04-01", "2026-04-04", "2026-04-07"].contains(days[row].fileText)
      #expect(isGood == (chances[row] > 0.5), "\(days[row].fileText) \(chances[row])")
      #expect(low[row] < chances[row] && chances[row] < high[row])
      let reason = table["reason"]?[row].fileText ?? ""
      #expect(
        reason.hasPrefix("height 0.6 m, yours 1.8") != isGood, "\(reason)"
      )
    }
    #expect(table["part"]?[0].fileText == "morning" && table["model"]?[0].fileText == "coast")
    #expect(report?.remarks.isEmpty == true)
  }

  @Test func `what is learned knows no session after asof=, and says where they are few`() throws {
    var session = try session()
    let report = session.report("surf week ramp asof=2026-03-12T00:00Z days=1")
    #expect(try table(report)["sessions"]?[0].fileText == "9")
    #expect(report?.remarks.contains { $0.contains("9 sessions") && $0.contains("too few") } == true)
  }

  @Test func `a spot without sessions has the chances of the others, and says so`() throws {
    var session = try session()
    let report = session.report("surf week reef asof=\(Self.now) days=1")
    #expect(try table(report)["sessions"]?[0].fileText == "29")
    #expect(report?.remarks.contains { $0.contains("no session at Reef is logged") } == true)
    #expect(try table(session.report("surf week ramp reef asof=\(Self.now) days=1")).rowCount == 6)
    #expect(try table(session.report("surf week asof=\(Self.now) days=1")).rowCount == 3)
  }

  @Test func `sessions at the spot and elsewhere are counted apart`() throws {
    var session = try session()
    for day in ["03-05", "03-06"] { session.report("surf log reef \"2026-\(day) 10:00\" 2h \(day == "03-05" ? 5 : 1)") }
    let report = session.report("surf week reef asof=\(Self.now) days=1")
    let table = try table(report)
    #expect(table["sessions"]?[0].fileText == "31" && table["sessions_here"]?[0].fileText == "2")
    #expect(table["good_sessions"]?[0].fileText == "10" && table["good_sessions_here"]?[0].fileText == "1")
    for case .table(let output) in report?.outputs ?? [] {
      #expect(
        output.footer.contains {
          $0.hasPrefix("Reef: 2 sessions, 1 rated 4 or more, and 29 sessions at other spots, 9 of them; waves by")
        }, "\(output.footer)")
    }
  }

  @Test func `a reason names what speaks against hours inside of the ranges too`() throws {
    let days = (0..<30).map { day -> String in
      let wind = day % 3 == 0 ? 9 : 2
      return (0..<24).map { hour in
        "\(Self.at(day * 24)),\(Self.at(day * 24 + hour)),\(1.6 + 0.02 * Double(day % 5)),11,270,\(wind),90"
      }.joined(separator: "\n")
    }
    let last = (0..<48).map { "\(Self.at(720)),\(Self.at(720 + $0)),1.64,11,270,\($0 < 24 ? 9 : 2),90" }
    let journal = (1..<30).map { day in
      "Ramp,\(Self.at(day * 24 + 10)),\(Self.at(day * 24 + 12)),\(day % 3 == 0 && day < 16 ? 2 : 5),test"
    }
    var session = try SurfFixture.session(files: [
      "i.csv": "issued,valid,wave_height_m,wave_period_s,wave_direction_deg,wind_speed_ms,wind_direction_deg\n"
        + (days + last).joined(separator: "\n") + "\n",
      "j.csv": "spot,start,end,rating,person\n" + journal.joined(separator: "\n") + "\n",
    ])
    session.report(
      "surf spot add Ramp 0,0.1 zone=UTC facing=270", "surf import i.csv spot=ramp model=coast",
      "surf import sessions j.csv")
    let table = try table(session.report("surf week ramp asof=\(Self.at(720)) days=2"))
    let (reasons, chances) = (try #require(table["reason"]), try #require(table["chance"]?.numbers))
    #expect(chances[0] < chances[3], "\(chances)")
    let reason = reasons[0].fileText
    #expect(
      reason.hasPrefix("onshore wind ") && reason.contains("yours about") && reason.contains("like yours"), "\(reason)")
    #expect(!reasons[3].fileText.contains("yours about"), "\(reasons[3].fileText)")
  }

  @Test func `the end of the days leaves no hour alone, and either key gives the moment`() throws {
    var session = try session()
    let report = session.report("surf week ramp asof=2026-04-01T07:00Z days=1")
    let table = try table(report)
    let (from, to) = (try #require(table["from"]), try #require(table["to"]))
    for row in 0..<table.rowCount { #expect(from[row].fileText.prefix(13) != to[row].fileText.prefix(13)) }
    #expect(table["day"]?[table.rowCount - 1].fileText == "2026-04-01", "\(table.rowCount)")
    let other = session.report("surf week ramp now=2026-04-01T07:00Z days=1")
    #expect(try self.table(other)["chance"]?.numbers == table["chance"]?.numbers)
    #expect(session.report("surf week ramp now=2026-04-01 asof=2026-04-01")?.error?.code == "repeated-key")
    #expect(session.report("surf check asof=\(Self.now)")?.error == nil)
    #expect(session.report("surf why ramp \"2026-04-02 10:00\" asof=\(Self.now)")?.error == nil)
  }

  @Test func `no chance is shown as certain on narrow screens and wide ones`() throws {
    var session = try session()
    for line in ["surf week asof=\(Self.now)", "surf forecast ramp asof=\(Self.now)"] {
      let found = session.report(line)
      let report = try #require(found)
      var style = TextStyle.plain
      style.width = 40
      let text = report.outputs.map { TextRenderer(style: style).render($0) }.joined()
      #expect(!text.contains("100 %"), "\(text)")
      style.width = 120
      #expect(!report.outputs.map { TextRenderer(style: style).render($0) }.joined().contains("no room for "))
    }
  }

  @Test func `stated ranges count without sessions`() throws {
    var session = try session(sessions: 1, prefers: ["surf prefer big height=1.5..2.5 spot=ramp"])
    let report = session.report("surf week ramp asof=\(Self.now) days=2")
    let table = try table(report)
    let chances = try #require(table["chance"]?.numbers)
    #expect(chances[0] > 0.3 && chances[3] < 0.2 && table["basis"]?[0].fileText == "stated ranges")
    #expect(table["reason"]?[3].fileText.hasPrefix("height 0.6 m, yours 1.5–2.5 m") == true)
    #expect(report?.remarks.contains { $0.contains("no session at Ramp") } == true)
  }

  @Test func `times and days of preferences limit the week`() throws {
    // 1 April 2026 is a Wednesday.
    var session = try session(prefers: [
      "surf prefer early height=1.5..2.5 time=7..10 spot=ramp", "surf prefer weekend chance=0.3 days=sat time=7..10",
    ])
    let early = session.report("surf week ramp asof=\(Self.now) days=2")
    #expect(column(early, "part") == ["morning", "morning"])
    #expect(
      zip(column(early, "from"), column(early, "to")).allSatisfy {
        $0.dropFirst(11) >= "07" && $1.dropFirst(11) <= "10:00:00Z"
      })
    #expect(early?.remarks.contains { $0.contains("preferences name at Ramp") } == true)
    // At the other spot the weekend alone.
    let reef = session.report("surf week reef asof=\(Self.now) days=5")
    #expect(column(reef, "day") == ["2026-04-04"] && column(reef, "part") == ["morning"])
    let none = session.report("surf week reef asof=\(Self.now) days=2")
    #expect(none?.error == nil && none?.remarks.contains { $0.contains("no hour of these days at Reef") } == true)
    // A preference for any time is an alternative.
    session.report("surf prefer any period=8.. spot=ramp")
    #expect(try table(session.report("surf week ramp asof=\(Self.now) days=2")).rowCount == 6)
  }

  @Test func `moments are typed in words too`() throws {
    var session = try SurfFixture.session(
      files: ["issues.csv": Self.issues(31), "journal.csv": Self.journal(30)], now: "2026-04-02T06:00Z")
    for line in [
      "surf spot add Ramp 0,0.1 zone=UTC facing=270", "surf import forecast issues.csv spot=ramp model=coast",
      "surf import sessions journal.csv",
    ] { #expect(session.report(line)?.error == nil, "\(line)") }
    let wanted = column(session.report("surf week ramp asof=2026-04-01 days=1"), "from")
    for word in ["yesterday", "\"wednesday 0:00\"", "\"apr 1 0:00\""] {
      #expect(column(session.report("surf week ramp asof=\(word) days=1"), "from") == wanted, "\(word)")
    }
    for line in [
      "surf forecast ramp asof=\"yesterday 6am\"", "surf check now=yesterday",
      "surf sessions from=\"1 march 0:00\" to=yesterday",
    ] { #expect(session.report(line)?.error == nil, "\(line)") }
    // The file has no issue of the day before.
    #expect(session.report("surf windows ramp from=2026-03-05 to=yesterday")?.error?.code == "no-forecast")
    var replay = try self.session()
    #expect(replay.report("surf week ramp asof=yesterday")?.error?.code == "no-clock")
    #expect(replay.report("surf week ramp asof=someday")?.error?.code == "bad-value")
  }

  @Test func `a stated side of the wind counts, beside a range without an upper end`() throws {
    let tables = try ["cross", "offshore"].map { side in
      var session = try session(sessions: 1, prefers: ["surf prefer big height=1.5.. wind=\(side) spot=ramp"])
      return try table(session.report("surf week ramp asof=\(Self.now) days=2"))
    }
    let chances = tables.map { $0["chance"]?.numbers?.first ?? .nan }
    #expect(chances[0] > 1.5 * chances[1], "\(chances)")
    #expect(tables[0]["reason"]?[0].fileText == "height, wind like yours")
    #expect(tables[1]["reason"]?[0].fileText == "wind cross, yours offshore")
    #expect(tables[0]["reason"]?[3].fileText == "height 0.6 m, yours 1.5 m or more")
  }

  @Test(arguments: [
    ("surf week ramp asof=2026-06-01T00:00Z", "no-forecast"), ("surf week nowhere asof=2026-04-01", "unknown-spot"),
    ("surf week ramp person=zoe asof=2026-04-01", "unknown-person"), ("surf week ramp days=0", "out-of-range"),
  ])
  func `what cannot be answered is refused`(_ line: String, _ code: String) throws {
    var session = try session()
    let error = session.report(line)?.error
    #expect(error?.code == code || code == "out-of-range" && error != nil, "\(error?.code ?? "none")")
  }

  @Test func `without sessions and ranges there is nothing to learn from`() throws {
    var session = try session(sessions: 1)
    let error = session.report("surf week ramp asof=\(Self.now)")?.error
    #expect(error?.code == "too-few-sessions" && error?.help?.contains("surf log") == true)
  }

  @Test func `a spot that does not work has no chance, and says why`() throws {
    var session = try session()
    session.report("surf spot edit ramp swell=90..100")
    let table = try table(session.report("surf week ramp asof=\(Self.now) days=1"))
    #expect(table["chance"]?.numbers?.allSatisfy(\.isNaN) == true)
    #expect(table["reason"]?[0].fileText.hasPrefix("the spot does not work: ") == true)
  }

  @Test(arguments: [40, 80, 120]) func `a phone and a terminal show a line a part of day`(_ width: Int) throws {
    var session = try session()
    let found = session.report("surf week asof=\(Self.now)")
    let report = try #require(found)
    var style = TextStyle.plain
    style.width = width
    let lines = report.outputs.flatMap {
      TextRenderer(style: style).render($0).split(separator: "\n").map(String.init)
    }
    #expect(lines.contains { $0.hasPrefix("best: ") })
    #expect(
      lines.count { line in DayPart.allCases.contains { line.hasPrefix("  " + $0.rawValue) } && line.contains(" % (") }
        == 21,
      "\(lines)")
    #expect(lines.filter { $0.hasPrefix("  ") }.allSatisfy { $0.count <= width }, "\(lines)")
  }

  @Test(arguments: ["chance=0.5", "likeness=0.6", "rating=3"])
  func `surf check alerts by what is learned, and surf why explains it`(_ clause: String) throws {
    var session = try session(prefers: ["surf prefer taste spot=ramp " + clause])
    let table = try table(session.report("surf check now=\(Self.now)"))
    let days = (0..<table.rowCount).map { String(table["from"]?[$0].fileText.prefix(10) ?? "") }
    #expect(Set(days) == ["2026-04-01", "2026-04-04", "2026-04-07"], "\(days)")
    let why = session.report("surf why ramp \"2026-04-02 10:00\" now=\(Self.now)")
    let name = String(clause.prefix { $0 != "=" })
    let limits = why?.outputs.compactMap { output -> Table? in
      if case .table(let table) = output { return table.table } else { return nil }
    }.first
    let row = try #require((0..<(limits?.rowCount ?? 0)).first { limits?["limit"]?[$0].fileText == name })
    #expect(limits?["answer"]?[row].fileText == "no")
    #expect(limits?["reason"]?[row].fileText.contains("below") == true)
    #expect(session.report("surf prefer taste")?.error == nil)
    let test = session.report("surf backtest ramp first=15 step=7 lead=0h")
    #expect(test?.error == nil)
    let methods = try self.table(test)
    let place = try #require((0..<methods.rowCount).first { methods["method"]?[$0].fileText == "stated" })
    #expect((methods["recall"]?.numbers?[place] ?? 0) > 0.2 || methods["recall"]?.numbers?[place].isNaN == true)
    #expect((0..<methods.rowCount).contains { methods["method"]?[$0].fileText == "learned" })
  }

  @Test func `a limit that can match nothing yet is reported`() throws {
    var session = try session(sessions: 1)
    for (clause, words) in [
      ("likeness=0.5", "needs 8 good sessions"), ("chance=0.5", "needs a good session"),
      ("rating=4", "needs 8 sessions"),
    ] {
      let remarks = session.report("surf prefer \(clause.prefix(4)) spot=ramp " + clause)?.remarks ?? []
      #expect(remarks.contains { $0.contains(words) }, "\(clause): \(remarks)")
    }
  }

  @Test func `a limit of what is learned keeps its scale`() throws {
    var session = try session()
    for line in ["chance=2", "likeness=-1", "rating=9", "rating=nope", "chance=0.1,0.2"] {
      #expect(session.report("surf prefer odd " + line)?.error != nil, "\(line)")
    }
  }
}
