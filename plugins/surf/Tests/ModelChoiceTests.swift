import PodiumCore
import PodiumEngine
import PodiumPlugin
import SurfModel
import Testing

@testable import SurfPlugin

/// Forecasts of several models at one spot: which of them counts, and that every screen names it. All files are made.
struct ModelChoiceTests: MadeFileSuite {
  private static let head =
    "issued,valid,wave_height_m,wave_period_s,wave_direction_deg,wind_speed_ms,wind_direction_deg"

  /// Issues of some days of May 2026, each of its own day in steps of six hours.
  private static func days(_ days: ClosedRange<Int>, _ cells: String) -> String {
    let lines = days.flatMap { day in
      ["00", "06", "12", "18"].map { "2026-05-0\(day)T00:00Z,2026-05-0\(day)T\($0):00Z,\(cells),3,90" }
    }
    return ([head] + lines).joined(separator: "\n") + "\n"
  }

  private func session(_ files: [String: String], spot: String = Self.ramp) throws -> Interpreter {
    var session = try SurfFixture.session(files: files)
    session.report(spot)
    for file in files.keys.sorted() {
      let name = file.prefix { $0 != "." }
      #expect(session.report("surf import forecast \(file) spot=ramp model=\(name)")?.error == nil)
    }
    return session
  }

  /// Alpha has one day of 0.5 m, beta five of 2 m.
  private func two() throws -> Interpreter {
    try session(["alpha.csv": Self.days(2...2, "0.5,6,45"), "beta.csv": Self.days(2...6, "2.0,12,315")])
  }

  @Test func `windows, alerts and the journal go by the model with most days, and name it`() throws {
    var session = try two()
    session.report("surf log ramp \"2026-05-02 09:00\" 2h 5", "surf log ramp \"2026-05-06 09:00\" 2h 5")
    let windows = session.report("surf windows ramp lead=0h as w")
    #expect(Set(column(windows, "model")) == ["beta"] && Set(column(windows, "wave_height_m")) == ["2"])
    #expect(Set(column(windows, "from").map { $0.prefix(10) }).count == 5)
    #expect(output(windows)?.footer.first?.contains("by beta") == true)
    #expect(Set(column(session.report("surf sessions"), "model")) == ["beta"])
    session.report("surf prefer any height=1..3 spot=ramp")
    let check = session.report("surf check now=2026-05-02T06:00Z")
    #expect(column(check, "model") == ["beta"] && output(check)?.lines.first?.contains("by beta") == true)
    #expect(field(session.report("surf why ramp 10:00 now=2026-05-02T06:00Z"), "model") == "beta")
    #expect(Set(column(session.report("surf forecast ramp asof=2026-05-02T06:00Z"), "model")) == ["beta"])
  }

  @Test func `the model of the spot comes first where it has waves`() throws {
    var session = try two()
    session.report("surf spot ramp edit model=alpha", "surf prefer any height=..3 spot=ramp")
    #expect(column(session.report("surf check now=2026-05-02T06:00Z"), "model") == ["alpha"])
    // On the fourth alpha has none.
    #expect(column(session.report("surf check now=2026-05-04T06:00Z"), "model").last == "beta")
  }

  @Test func `equal models go by their names`() throws {
    var session = try session(["b.csv": Self.days(2...3, "2.0,12,315"), "a.csv": Self.days(2...3, "1.0,12,315")])
    session.report("surf prefer any height=..3 spot=ramp")
    #expect(Set(column(session.report("surf check now=2026-05-02T06:00Z"), "model")) == ["a"])
  }

  @Test func `a consensus is one in windows too`() throws {
    var session = try session(
      ["a.csv": Self.days(2...3, "1.0,12,315"), "b.csv": Self.days(2...3, "3.0,12,315")],
      spot: Self.ramp + " model=consensus")
    session.report("surf log ramp \"2026-05-02 09:00\" 2h 5")
    let windows = session.report("surf windows ramp lead=0h")
    #expect(Set(column(windows, "model")) == ["consensus"] && Set(column(windows, "wave_height_m")) == ["2"])
  }

  @Test func `what is learned of two models says so, and can be taken again by one`() throws {
    var session = try two()
    session.report(
      "surf spot ramp edit model=alpha", "surf log ramp \"2026-05-02 09:00\" 2h 5",
      "surf log ramp \"2026-05-06 09:00\" 2h 5", "surf prefer any height=1..3 spot=ramp")
    let mixed = session.report("surf compare any")
    #expect(mixed?.remarks.contains { $0.contains("by alpha (1 session) and by beta (1 session)") } == true)
    #expect(output(session.report("surf sessions"))?.footer.first?.contains("alpha (1 session)") == true)
    session.report("surf spot ramp edit model=beta")
    #expect(field(session.report("surf snapshot"), "replaced") == "0")
    #expect(field(session.report("surf snapshot again=yes"), "replaced") == "2")
    #expect(session.report("surf compare any")?.remarks.contains { $0.contains("mixed") } == false)
  }

  private static func hours(_ from: Int, _ cells: String, count: Int) -> String {
    let start = Moment(iso: "2026-05-01T00:00Z") ?? Moment(microseconds: 0)
    let lines = (0..<count).map { "2026-05-01T00:00Z,\(start.later((from + 6 * $0) * 3_600_000_000)),\(cells)" }
    return (["issued,valid,wave_height_m,wave_period_s,wave_direction_deg"] + lines).joined(separator: "\n") + "\n"
  }

  @Test func `waves of another model are marked, and left out where one is asked for`() throws {
    var session = try session([
      "alpha.csv": Self.hours(12, "2.0,12,320", count: 2), "beta.csv": Self.hours(18, "1.0,7,45", count: 3),
    ])
    let alpha = session.report("surf forecast ramp asof=2026-05-01T06:00Z model=alpha")
    #expect(column(alpha, "wave_height_m") == ["2", "2"] && column(alpha, "model") == ["alpha", "alpha"])
    session.report("surf spot ramp edit model=alpha")
    let both = session.report("surf forecast ramp asof=2026-05-01T06:00Z hours=yes")
    #expect(column(both, "wave_height_m") == ["2", "2", "1", "1"])
    #expect(output(both)?.lines.contains { $0.contains("waves from here by beta") } == true)
    #expect(output(both)?.footer.last?.contains("by beta") == true)
    // No window spans the change.
    session.report("surf prefer any height=0.5..3 spot=ramp daylight=no")
    #expect(column(session.report("surf check now=2026-05-01T10:00Z"), "to") == ["2026-05-01T19:00:00Z"])
    let none = session.report("surf forecast ramp asof=2026-05-01T23:00Z model=alpha")
    #expect(none?.error?.code == "no-forecast")
  }

  @Test func `the height of one model never comes with the period of another`() throws {
    var session = try session([
      "alpha.csv": "issued,valid,wave_height_m\n2026-05-01T00:00Z,2026-05-01T12:00Z,2.0\n",
      "beta.csv": "issued,valid,wave_period_s,wind_speed_ms\n2026-05-01T00:00Z,2026-05-01T12:00Z,7,3\n",
    ])
    let report = session.report("surf forecast ramp asof=2026-05-01T06:00Z")
    #expect(column(report, "wave_period_s") == [""] && column(report, "wind_speed_ms") == ["3"])
  }

  @Test func `what was issued after a session is an analysis, and the period of the swell is called so`() throws {
    let lines = (6...8).map { "2026-05-01T16:00Z,2026-05-01T0\($0):00Z,2.0,13" }
    var session = try session([
      "alpha.csv": (["issued,valid,wave_height_m,swell_period_s"] + lines).joined(separator: "\n") + "\n"
    ])
    let report = session.report("surf log ramp \"2026-05-01 09:00\" 1h 4")
    #expect(field(report, "analysis") == "2.0 m swell 13 s (by alpha, issued 9 h later)")
    #expect(field(report, "observed") == nil)
    #expect(column(session.report("surf sessions"), "conditions") == ["analysis"])
    #expect(column(session.report("surf sessions by=observed"), "conditions") == [""])
    session.report("surf export sessions out.csv")
    let text = String(decoding: try session.services.files.read("/made/out.csv", shown: "out.csv"), as: UTF8.self)
    #expect(text.contains("analysis.wave_height_m") && !text.contains("observed."))
  }

  @Test func `peak and mean periods are not learned as one`() {
    func sea(_ values: [SeaVariable: Double]) -> SeaState { SeaState(at: Moment(microseconds: 0), values: values) }
    let sessions = [sea([.wavePeakPeriod: 14]), sea([.wavePeriod: 9]), sea([.wavePeriod: 8, .wavePeakPeriod: 13])]
    let mean = SeaReading(common: sessions, available: [sea([.wavePeriod: 7])])
    #expect(mean.period == .wavePeriod)
    #expect(sessions.map { Conditions($0, facing: nil, by: mean)[.period] }.filter { !$0.isNaN } == [9, 8])
    #expect(SeaReading(common: sessions, available: [sea([.wavePeakPeriod: 7])]).period == .wavePeakPeriod)
    #expect(SeaReading(common: [], available: []).period == nil)
  }
}
