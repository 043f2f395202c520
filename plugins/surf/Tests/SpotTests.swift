import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import SurfModel
import Testing

@testable import SurfPlugin

/// Spots by name and near a place, and the sun at them.
struct SpotTests {
  private func session() throws -> Interpreter {
    var session = try SurfFixture.session()
    session.report(
      "surf spot add Backdoor 21.66,-158.05 zone=Pacific/Honolulu region=Oahu",
      "surf spot add Backdoor 33.6,-118.0 zone=America/Los_Angeles region=Orange",
      "surf spot add \"Pleasure Point\" 36.97,-121.96 zone=America/Los_Angeles facing=SSE",
      "surf spot add Pantín 43.64,-8.12 zone=Europe/Madrid", "surf spot add Ærø 54.9,10.4 zone=Europe/Copenhagen")
    return session
  }

  private func names(_ report: CommandReport?) -> [String] {
    guard case .table(let output)? = report?.outputs.first, let names = output.table["name"] else {
      return [report?.error?.message ?? "no table"]
    }
    return (0..<names.count).map { names[$0].fileText }
  }

  private func field(_ report: CommandReport?, _ name: String) -> Value? {
    guard case .record(let record)? = report?.outputs.first else { return nil }
    return record.fields.first { $0.name == name }?.values.first
  }

  @Test func `a spot keeps when it works, and edit changes it`() throws {
    var session = try session()
    let added = session.report("surf spot add Cove 43.6,-8.2 zone=Europe/Madrid swell=NW..20 tide-band=low,rising")
    #expect(field(added, "swell_window") == .text("315..20") && field(added, "tide_band") == .text("low,rising"))
    #expect(field(session.report("surf spot cove"), "swell_window") == .text("315..20"))
    let edited = session.report("surf spot cove edit swell=none tide-band=mid")
    #expect(field(edited, "swell_window") == nil && field(edited, "tide_band") == .text("mid"))
    #expect(field(session.report("undo", "surf spot cove"), "swell_window") == .text("315..20"))
    for wrong in ["swell=north", "swell=290", "tide-band=spring"] {
      #expect(session.report("surf spot cove edit \(wrong)")?.error?.code == "bad-value", "\(wrong)")
    }
  }

  @Test(arguments: [
    "swell=north", "swell=290", "swell=290..", "swell=290..400", "swell=290..20..30", "swell=nan..20", "swell=\"\"",
    "tide-band=spring", "tide-band=low,flood", "tide-band=0.5..1",
  ])
  func `a wrong window of a spot is refused at its place, and neither adds nor changes a spot`(_ wrong: String) throws {
    var session = try session()
    session.report("surf spot add Cove 43.6,-8.2 zone=Europe/Madrid swell=290..20 tide-band=low")
    let value = wrong.drop { $0 != "=" }.dropFirst()
    for line in ["surf spot add Reef 43.7,-8.2 zone=Europe/Madrid \(wrong)", "surf spot cove edit \(wrong)"] {
      let error = session.report(line)?.error
      #expect(error?.code == "bad-value", "\(line): \(error?.message ?? "")")
      #expect(error?.span == SourceSpan(line.count - value.count, line.count), "\(line)")
    }
    #expect(names(session.report("surf spots reef")) == [])
    let cove = session.report("surf spot cove")
    #expect(field(cove, "swell_window") == .text("290..20") && field(cove, "tide_band") == .text("low"))
  }

  @Test func `a spot that every swell reaches keeps 0 to 360`() throws {
    var session = try session()
    let added = session.report("surf spot add Cove 43.6,-8.2 zone=Europe/Madrid swell=0..360")
    #expect(field(added, "swell_window") == .text("0..360"))
    #expect(field(session.report("surf spot cove"), "swell_window") == .text("0..360"))
    #expect(field(session.report("surf spot cove edit swell=none"), "swell_window") == nil)
  }

  @Test func `a forecast marks hours outside of when the spot works, and why says which limit fails`() throws {
    var session = try SurfFixture.session(files: [
      "issue.csv": """
      issued,valid,wave_height_m,swell_direction_deg
      2026-03-02T00:00Z,2026-03-02T08:00Z,1.5,300
      2026-03-02T00:00Z,2026-03-02T09:00Z,1.5,200
      2026-03-02T00:00Z,2026-03-02T10:00Z,1.5,

      """
    ])
    session.report(
      "surf spot add Cove 43.6,-8.2 zone=UTC swell=290..20", "surf import forecast issue.csv spot=cove model=made")
    let report = session.report("surf forecast cove asof=2026-03-02T06:00Z hours=yes")
    guard case .table(let output)? = report?.outputs.first, let inside = output.table["in_window"] else {
      Issue.record("\(String(describing: report))")
      return
    }
    #expect((0..<inside.count).map { inside[$0].fileText } == ["yes", "no", "unknown"])
    let marked = output.lines.filter { $0.hasSuffix("outside") }
    #expect(marked.count == 1 && marked.first?.contains("09:00") == true)
    let why = session.report("surf why cove 9:00 now=2026-03-02T06:00Z")
    guard case .table(let limits)? = why?.outputs.last(where: { if case .table = $0 { true } else { false } }),
      let answers = limits.table["answer"]
    else {
      Issue.record("\(String(describing: why))")
      return
    }
    #expect(answers[0].fileText == "no" && limits.footer.contains("the spot works: no"))
  }

  @Test func `check finds windows only while the spot works, and why wraps its reasons`() throws {
    var lines = ["issued,valid,wave_height_m,wave_period_s,swell_period_s,swell_direction_deg"]
    for hour in 8..<20 {
      let valid = Moment(iso: "2026-03-02T00:00Z")?.later(hour * 3_600_000_000).description ?? ""
      lines.append("2026-03-02T00:00Z,\(valid),1.5,8,13,\(hour < 12 ? "300" : hour < 15 ? "200" : "")")
    }
    var session = try SurfFixture.session(files: ["issue.csv": lines.joined(separator: "\n") + "\n"])
    session.report(
      "surf spot add Cove 43.6,-8.2 zone=UTC", "surf import forecast issue.csv spot=cove model=made",
      "surf prefer big height=1..3 daylight=no spot=cove")
    func windows(_ now: String) -> [String] {
      guard case .table(let output)? = session.report("surf check now=\(now)")?.outputs.first,
        let (from, to) = output.table["from"].flatMap({ from in output.table["to"].map { (from, $0) } }),
        let state = output.table["state"]
      else { return [] }
      return (0..<from.count).map { "\(from[$0].fileText) \(to[$0].fileText) \(state[$0].fileText)" }
    }
    #expect(windows("2026-03-02T06:00Z") == ["2026-03-02T08:00:00Z 2026-03-02T20:00:00Z new"])
    // Swell from 200 degrees does not reach it, and where it comes from later is not known.
    session.report("surf spot cove edit swell=290..20")
    #expect(windows("2026-03-02T06:05Z").contains { $0.hasPrefix("2026-03-02T08:00:00Z 2026-03-02T12:00:00Z") })
    #expect(!windows("2026-03-02T06:10Z").contains { $0.contains("20:00:00Z") && !$0.hasSuffix("gone") })
    let why = session.report("surf why cove 13:00 now=2026-03-02T06:00Z")
    guard case .record(let record)? = why?.outputs.first,
      case .table(let limits)? = why?.outputs.first(where: { if case .table = $0 { true } else { false } })
    else {
      Issue.record("\(String(describing: why))")
      return
    }
    // The mean period, as the forecast shows it, and not that of the swell.
    let conditions = record.fields.first { $0.name == "conditions" }?.values.first?.fileText ?? ""
    #expect(conditions.contains("8 s") && !conditions.contains("13 s"), "\(conditions)")
    #expect(limits.lines.count == limits.table.rowCount && limits.lines.contains { $0.contains("the spot") })
  }

  @Test func `a bad cell costs no other cell of its column its decimal comma`() throws {
    var session = try SurfFixture.session(files: [
      "s.csv": "spot;latitude;longitude\nBad;x;1\nRamp;36,95;-122,02\nCove;36,90;-122,00\n"
    ])
    let report = session.report("surf import s.csv")
    #expect(report?.error == nil, "\(report?.error?.message ?? "")")
    #expect(names(session.report("surf spots")) == ["Cove", "Ramp"])
  }

  @Test func `a list of spots may say when they work`() throws {
    var session = try SurfFixture.session(files: [
      "spots.csv": """
      name,latitude,longitude,zone,swell_window,tide_band
      Cove,43.6,-8.2,UTC,290..20,low/mid
      Reef,43.7,-8.2,UTC,north,spring

      """
    ])
    let report = session.report("surf import spots spots.csv")
    #expect(report?.error == nil && report?.remarks.count { $0.contains("left out") } == 2)
    #expect(field(session.report("surf spot cove"), "tide_band") == .text("low,mid"))
    #expect(field(session.report("surf spot reef"), "swell_window") == nil)
  }

  @Test func `a list fills what a spot lacks and never replaces what you said`() throws {
    var session = try SurfFixture.session(files: [
      "spots.csv": "name,latitude,longitude,zone,facing,swell_window,tide_band\n"
        + "Cove,43.6,-8.2,UTC,90,290..20,low/mid\nCove,43.601,-8.2,UTC,100,0..10,high\n"
    ])
    session.report("surf spot add Cove 43.6,-8.2 zone=Europe/Madrid facing=NW swell=W..N")
    let report = session.report("surf import spots spots.csv")
    #expect(field(report, "new") == .integer(0) && field(report, "changed") == .integer(1))
    let cove = session.report("surf spot cove")
    #expect(field(cove, "swell_window") == .text("270..0") && field(cove, "facing") == .number(315))
    #expect(field(cove, "tide_band") == .text("low,mid") && field(cove, "zone") == .text("Europe/Madrid"))
    let again = session.report("surf import spots spots.csv")
    #expect(field(again, "changed") == .integer(0) && field(again, "same") == .integer(1))
    #expect(names(session.report("surf spots")) == ["Cove"])
  }

  @Test(arguments: [
    ("surf spots", ["Backdoor", "Backdoor", "Pantín", "Pleasure Point", "Ærø"]), ("surf spots PANTIN", ["Pantín"]),
    ("surf spots point", ["Pleasure Point"]), ("surf spots back", ["Backdoor", "Backdoor"]), ("surf spots xyz", []),
    ("surf spots near=36.95,-122.02 km=30", ["Pleasure Point"]),
    ("surf spots back near=36.95,-122.02", ["Backdoor", "Backdoor"]),
  ])
  func `spots are listed by name and by distance`(_ line: String, _ expected: [String]) throws {
    var session = try session()
    #expect(names(session.report(line)) == expected)
  }

  @Test func `distances are great circles, the nearest first`() throws {
    var session = try session()
    guard case .table(let output)? = session.report("surf spots near=36.95,-122.02")?.outputs.first else {
      Issue.record("no table")
      return
    }
    let distances = try #require(output.table["distance_km"]?.numbers)
    #expect((distances[0] - 5.77).magnitude < 0.05)
    #expect(distances == distances.sorted())
  }

  @Test func `the same name near by is the same spot, elsewhere it is another`() throws {
    var session = try session()
    let changed = session.report("surf spot add \"pleasure point\" 36.971,-121.961 buoy=46236")
    #expect(field(changed, "id") == .integer(3) && field(changed, "buoy") == .text("46236"))
    #expect(field(changed, "facing") == .number(157.5) && field(changed, "name") == .text("Pleasure Point"))
    #expect(field(session.report("surf spot add Backdoor 40,-124 zone=America/Los_Angeles"), "id") == .integer(6))
    _ = session.report("undo")
    #expect(names(session.report("surf spots")).count == 5)
  }

  @Test(arguments: [
    ("surf spot add A 36.97;-121.96 zone=UTC", "bad-value"), ("surf spot add A 36.97 zone=UTC", "bad-value"),
    ("surf spot add A 91,0 zone=UTC", "bad-value"), ("surf spot add A nan,0 zone=UTC", "bad-value"),
    ("surf spot add A 50,90", "missing-argument"), ("surf spot add A 1,2 zone=Mars/Base", "unknown-time-zone"),
    ("surf spot add 12 1,2 zone=UTC", "bad-value"), ("surf spot add A 1,2 zone=UTC facing=400", "bad-value"),
    ("surf spots km=30", "missing-argument"), ("surf spots near=a,b", "bad-value"),
    ("surf sun back 2026-06-21", "which-spot"), ("surf sun 99 2026-06-21", "unknown-spot"),
    ("surf sun pleasur3 2026-06-21", "unknown-spot"), ("surf sun pleasure 2026-02-30", "bad-value"),
  ])
  func `bad input is refused by name and changes nothing`(_ line: String, _ code: String) throws {
    var session = try session()
    let error = session.report(line)?.error
    #expect(error?.code == code && error?.span != nil, "\(error?.message ?? "no error")")
    #expect(names(session.report("surf spots")).count == 5)
  }

  @Test func `a name that repeats is refused with regions and numbers`() throws {
    var session = try session()
    let error = session.report("surf sun Backdoor 2026-06-21")?.error
    #expect(error?.message == "'Backdoor' may be 2 spots: Backdoor (Oahu), spot 1; Backdoor (Orange), spot 2")
    #expect(session.report("surf sun 1 2026-06-21")?.error == nil)
  }

  @Test func `the sun is given in UTC and by the clocks of the spot`() throws {
    var session = try session()
    let report = session.report("surf sun pleasure 2026-06-21")
    // The tables of the US Naval Observatory for Santa Cruz: 5:48 and 20:31 by the clocks.
    #expect(field(report, "local_sunrise") == .text("05:48") || field(report, "local_sunrise") == .text("05:49"))
    #expect(field(report, "local_sunset") == .text("20:31") || field(report, "local_sunset") == .text("20:30"))
    #expect(field(report, "sunrise")?.fileText.hasPrefix("2026-06-21T12:48") == true)
    #expect(field(report, "sunset")?.fileText.hasPrefix("2026-06-22T03:3") == true)
    // The day of the clocks counts, thirteen hours ahead of UTC too.
    session.report("surf spot add Apia -13.83,-171.77 zone=Pacific/Apia")
    let apia = session.report("surf sun apia 2026-03-21")
    #expect(field(apia, "sunrise")?.fileText.hasPrefix("2026-03-20T17") == true)
  }

  @Test func `a day without sunrise says so`() throws {
    var session = try session()
    session.report("surf spot add Tromsø 69.65,18.96 zone=Europe/Oslo")
    let june = session.report("surf sun tromso 2026-06-21")
    #expect(field(june, "sunrise") == .missing && june?.remarks == ["the sun does not set"])
    let december = session.report("surf sun tromso 2026-12-21")
    #expect(field(december, "sunrise") == .missing)
    if case .datetime? = field(december, "dawn") {} else { Issue.record("no dawn") }
    #expect(december?.remarks == ["the sun does not rise; from dawn to dusk there is civil twilight"])
  }

  @Test(arguments: [
    ("Pantín", "pantin"), ("Ærø", "ærø"), ("  Ocean   Beach ", "ocean beach"), ("D'Urville", "d urville"),
    ("Señorita-2", "senorita 2"), ("Ålesund", "alesund"),
  ])
  func `names are compared without case, accents and punctuation`(_ name: String, _ bare: String) {
    #expect(SpotName.bare(name) == (bare == "ærø" ? "æro" : bare))
  }

  @Test func `a spot of your own has the forecasts of the nearest one, or of the one you choose`() throws {
    func issue(_ height: Double) -> String {
      let hours = (0..<12).map { hour in
        let valid = Moment(iso: "2026-03-02T00:00Z")?.later(hour * 3_600_000_000).description ?? ""
        return "2026-03-02T00:00Z,\(valid),\(height),12,200\n"
      }
      return "issued,valid,wave_height_m,wave_period_s,wave_direction_deg\n" + hours.joined()
    }
    var session = try SurfFixture.session(files: ["near.csv": issue(1), "far.csv": issue(2)])
    session.report(
      "surf spot add Ramp 36.95,-122.02 zone=UTC", "surf spot add Far 37.5,-122.5 zone=UTC",
      "surf import forecast near.csv spot=ramp model=coast", "surf import forecast far.csv spot=far model=coast",
      "surf spot add Cove 36.96,-122.0 zone=UTC")
    func heights(_ line: String) -> [String] {
      for case .table(let output) in session.report(line)?.outputs ?? [] {
        guard let column = output.table["wave_height_m"] else { continue }
        return Array(Set((0..<column.count).map { column[$0].fileText }))
      }
      return []
    }
    let shown = session.report("surf forecast cove asof=2026-03-02T00:00Z")
    #expect(shown?.remarks.contains { $0.contains("that of Ramp, 2.1 km away") } == true)
    #expect(heights("surf forecast cove asof=2026-03-02T00:00Z") == ["1"])
    // Alerts take them when you say so.
    session.report("surf prefer any height=0.5..3 daylight=no spot=cove")
    func windows() -> Int {
      for case .table(let output) in session.report("surf check now=2026-03-02T00:00Z")?.outputs ?? [] {
        return output.table.rowCount
      }
      return -1
    }
    #expect(windows() == 0)
    #expect(session.report("surf spot cove edit forecast=nearest")?.error == nil)
    #expect(windows() == 1)
    #expect(session.report("surf forecast cove asof=2026-03-02T00:00Z")?.remarks.isEmpty == true)
    let far = session.report("surf spot cove edit forecast=far")
    #expect(far?.remarks.contains { $0.contains("km away") } == true)
    #expect(heights("surf forecast cove asof=2026-03-02T00:00Z") == ["2"])
    #expect(session.report("surf spot cove edit forecast=cove")?.error?.code == "bad-value")
    #expect(session.report("surf spot cove edit forecast=nowhere")?.error?.code == "unknown-spot")
    #expect(session.report("surf spot add Island 10,10 zone=UTC forecast=nearest")?.error?.code == "no-forecast")
    // Its own count again.
    session.report("surf spot cove edit forecast=none", "surf import forecast far.csv spot=cove model=mine")
    #expect(heights("surf forecast cove asof=2026-03-02T00:00Z") == ["2"])
    #expect(session.report("surf forecast cove asof=2026-03-02T00:00Z model=mine")?.remarks.isEmpty == true)
  }
}
