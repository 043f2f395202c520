import PodiumCore
import PodiumEngine
import PodiumPlugin
import SurfModel
import Testing

@testable import SurfPlugin

/// Stated sets beside good sessions, limits in the units of a profile, predicted ratings and functions of the journal.
struct ComparisonTests {
  private static let start = Moment(iso: "2026-03-02T00:00Z")?.microseconds ?? 0

  private static func at(_ hours: Int) -> String { Moment(microseconds: start + hours * 3_600_000_000).description }

  /// Daily issues of two days: waves of 1.8 m on even days, else of 0.6 m; calm before 12:00 UTC, then 8 m/s onshore.
  private static func issues(_ days: Int) -> String {
    var lines = ["issued,valid,wave_height_m,wave_period_s,wave_direction_deg,wind_speed_ms,wind_direction_deg"]
    for day in 0..<days {
      for hour in 0..<48 {
        let valid = day * 24 + hour
        lines.append(
          "\(at(day * 24)),\(at(valid)),\((valid / 24) % 2 == 0 ? 1.8 : 0.6),\(10 + valid / 24 % 3),\(265 + valid / 24 % 9),"
            + "\(valid % 24 < 12 ? 1 : 8),270")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A session every day: power 5 and good on even days, else power 1; nine of ten begin at 08:00, the others at 14:00.
  private func session(days: Int = 20, rates: Bool = true) throws -> Interpreter {
    var session = try SurfFixture.session(files: ["issues.csv": Self.issues(days)])
    session.report(
      "surf spot add Ramp 0,0.1 zone=UTC facing=270", "surf import forecast issues.csv spot=ramp model=coast")
    for day in 1..<days {
      let rate = rates ? " rate=power:\(day % 2 == 0 ? 5 : 1)" : ""
      let report = session.report(
        "surf log ramp \(Self.at(day * 24 + (day == 10 ? 14 : 8))) 2h \(day % 2 == 0 ? 5 : 2)\(rate)")
      #expect(report?.error == nil)
    }
    return session
  }

  private func row(_ report: CommandReport?, _ name: String) -> [String: String] {
    guard let table = table(report), let names = table["condition"] else { return [:] }
    guard let row = (0..<table.rowCount).first(where: { names[$0].fileText == name }) else { return [:] }
    return Dictionary(table.columns.map { ($0.name, $0[row].fileText) }, uniquingKeysWith: { first, _ in first })
  }

  @Test func `stated wind and time are compared by the share of good sessions inside`() throws {
    var session = try session()
    session.report("surf prefer calm wind=glassy time=06:00..11:00 spot=ramp")
    let report = session.report("surf compare calm")
    #expect(report?.error == nil)
    let wind = row(report, "wind_side")
    #expect(wind["stated"] == "glassy" && wind["n"] == "9" && wind["verdict"] == "partly")
    #expect(wind["overlap"].flatMap { Double($0) }.map { ($0 - 8.0 / 9).magnitude < 1e-9 } == true)
    #expect(wind["learned"] == "glassy 89 %, onshore 11 %")
    #expect(row(report, "time")["n"] == "9" && row(report, "time")["stated"] == "06:00..11:00")
    #expect(row(report, "onshore_ms")["verdict"] == "see wind_side")
  }

  @Test func `limits are clean numbers in files, and in the units of the profile on screens`() throws {
    var session = try session(days: 2)
    let plain = session.report("surf prefer feet height=2..6ft wind=..10kn")
    #expect(table(plain)?["height"]?[0].fileText == "0.6096..1.8288")
    session.report("surf profile height=ft wind=kn")
    guard case .table(let output)? = session.report("surf prefer feet")?.outputs.first else {
      Issue.record("no table")
      return
    }
    #expect(output.lines.first?.contains("height 2..6ft") == true && output.lines.first?.contains("..10kn") == true)
    let why = session.report("surf why ramp \"2026-03-02 09:00\" now=2026-03-02T06:00Z")
    let lines = (why?.outputs ?? []).flatMap { output -> [String] in
      if case .table(let output) = output { output.lines } else { [] }
    }
    #expect(lines.contains { $0.contains("the height is 5.906 ft") })
    let reason = try #require(table(why)?["reason"]?[0].fileText)
    #expect(reason.hasSuffix("1.8 m"))
  }

  @Test func `what makes hours alike is in the units of the person on the screen alone`() throws {
    var session = try session()
    session.report("surf profile height=ft wind=kn")
    let why = session.report("surf why ramp \"2026-03-20 09:00\" now=2026-03-20T06:00Z")
    let found = (why?.outputs ?? []).compactMap { output -> TableOutput? in
      if case .table(let output) = output, output.isAside { output } else { nil }
    }
    let output = try #require(found.first, "\(why?.error?.message ?? "no table")")
    let screen = try #require(output.screen)
    let names = (0..<screen.rowCount).map { screen["condition"]?[$0].fileText ?? "" }
    #expect(names.contains("wave_height_ft") && names.contains("onshore_kn") && !names.contains("wave_height_m"))
    for row in 0..<screen.rowCount {
      let factors: [String: Double] = [
        "wave_height_ft": 1 / 0.3048, "onshore_kn": 3600.0 / 1852, "cross_kn": 3600.0 / 1852,
      ]
      let factor = factors[names[row]] ?? 1
      for column in ["median", "low", "high"] {
        guard let own = screen[column]?[row].asNumber, let stored = output.table[column]?[row].asNumber else {
          continue
        }
        #expect((own - stored * factor).magnitude < 1e-9, "\(names[row]) \(column)")
      }
    }
    #expect((0..<screen.rowCount).contains { output.table["condition"]?[$0].fileText == "wave_height_m" })
  }

  @Test func `a rating is predicted from eight sessions on`() throws {
    var session = try session()
    let stated = session.report("surf prefer strong rating=power:3 spot=ramp")
    #expect(stated?.error == nil && stated?.remarks.isEmpty == true)
    #expect(session.report("surf prefer wrong rating=power:9")?.error?.code == "bad-value")
    func answer(_ day: Int) -> String? {
      let now = Self.at(day * 24)
      let line = "surf why ramp \"\(now.prefix(10)) 09:00\" now=\(now) preference=strong"
      return table(session.report(line))?["answer"]?[1].fileText
    }
    #expect(answer(18) == "yes" && answer(19) == "no" && answer(5) == "unknown")
    var few = try self.session(days: 6)
    #expect(few.report("surf prefer strong rating=power:4 spot=ramp")?.remarks.first?.contains("there are 5") == true)
  }

  @Test func `the hours of a check carry the ratings of the preference's person`() throws {
    var session = try session()
    session.report("surf prefer strong rating=power:3 spot=ramp")
    let store = try #require(session.services.store)
    let spot = try #require(try Spot.all(in: store).first)
    let stored = try #require(try StoredPreference.all(in: store).first)
    let now = try #require(Moment(iso: Self.at(18 * 24)))
    let clock = LocalClock(zone: "UTC") { _ in 0 }
    let hours = try SpotHours(
      spot, clock: clock, from: now, until: now.later(SessionTimes.day), asOf: now, in: store)
    #expect(hours.windows(stored.preference).isEmpty)
    #expect(try !hours.rated(for: stored, among: [spot], known: now, in: store).windows(stored.preference).isEmpty)
  }

  @Test func `times shorter than a window are reported`() throws {
    var session = try session(days: 2)
    #expect(session.report("surf prefer early time=6..7 spot=ramp")?.remarks.first?.contains("120 minutes") == true)
    #expect(session.report("surf prefer early time=6..8 spot=ramp")?.remarks == [])
    #expect(session.report("surf prefer early time=23..1 spot=ramp")?.remarks == [])
  }

  @Test(arguments: [
    "surf.match(\"big\", valid)", "surf.score(\"ramp\", valid) > 0.65", "surf.score(\"ramp\", valid, \"height\") > 0.9",
    "surf.p_good(\"test\", \"ramp\", valid) > 0.3",
  ])
  func `functions of the journal are true on days of high waves alone`(condition: String) throws {
    var session = try session()
    session.report("surf prefer big height=1.2.. spot=ramp")
    for (day, rows) in [(18, 1), (19, 0)] {
      session.report("surf forecast ramp asof=\(Self.at(day * 24 + 8)) days=1 as f")
      let report = session.report("= count(wave_height_m) if \(condition) in 1..1")
      guard case .record(let record)? = report?.outputs.first else {
        Issue.record("\(String(describing: report?.error))")
        continue
      }
      #expect(record.fields.first { $0.name == "value" }?.values.first == .integer(rows), "day \(day)")
    }
    // What is not known is missing.
    #expect(session.report("assert missing(surf.score(\"nowhere\", valid)) in 1..1")?.error == nil)
  }

  @Test func `sessions are as alike as surf similar has them, and unknown ones are missing`() throws {
    var session = try session()
    let similar = session.report("surf similar 2 top=1")
    let other = try #require(table(similar)?["id"]?[0].fileText)
    let value = try #require(table(similar)?["similarity"]?.numbers?.first)
    let text = NumberText.shortest(value)
    #expect(session.report("assert abs(surf.similarity(2, \(other)) - \(text)) < 0.000001")?.error == nil)
    #expect(session.report("assert surf.similarity(2, 2) == 1")?.error == nil)
    #expect(session.report("assert missing(surf.similarity(2, 999))")?.error == nil)
    #expect(session.report("assert missing(surf.breaking(2, 14, 0.5))")?.error == nil)
    #expect(session.report("assert surf.breaking(2, 14, 0.05) > surf.breaking(2, 14, 0)")?.error == nil)
  }

  @Test func `one compass point has one arrow`() {
    for point in 0..<16 {
      let middle = Double(point) * 22.5
      let arrows = [-11, -5, 0, 5, 11].map { Glyphs.arrow(from: Direction.normalised(middle + $0)) }
      #expect(Set(arrows).count == 1, "\(Compass.points[point])")
    }
    #expect(Glyphs.arrow(from: 0) == "↓" && Glyphs.arrow(from: 270) == "→" && Glyphs.arrow(from: 45) == "↙")
  }
}
