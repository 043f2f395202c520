import PodiumCore
import PodiumEngine
import PodiumFormats
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import SurfModel
import Testing

@testable import SurfPlugin

/// Forecasts of several files, steps and models as one, and the windows in them. All files are made.
struct ForecastMixTests {
  private static let zone = "zone=America/Los_Angeles"

  /// Rows of a table of forecasts: hours after 2026-03-02 00:00 UTC with their cells.
  private static func table(_ issued: String, _ columns: String, hours: [Int], _ cells: (Int) -> String) -> String {
    let start = Moment(microseconds: (CalendarDate(iso: "2026-03-02")?.days ?? 0) * 86_400_000_000)
    let lines = hours.map { "\(issued),\(start.later($0 * 3_600_000_000)),\(cells($0))" }
    return (["issued,valid," + columns] + lines).joined(separator: "\n") + "\n"
  }

  private static let waves = "wave_height_m,wave_period_s,wave_direction_deg"
  private static let wind = "wind_speed_ms,wind_direction_deg"

  private func session(_ files: [String: String], spot: String = Self.zone + " facing=200") throws -> Interpreter {
    var session = try SurfFixture.session(files: files)
    #expect(session.report("surf spot add Ramp 36.95,-122.02 " + spot)?.error == nil)
    for file in files.keys.sorted() where file.hasSuffix(".csv") {
      let model = file.prefix { $0 != "." && $0 != "-" }
      #expect(session.report("surf import forecast \(file) spot=ramp model=\(model)")?.error == nil)
    }
    return session
  }

  @Test func `waves and wind of one model that were fetched minutes apart are one forecast`() throws {
    var session = try session([
      "mix-1.csv": Self.table("2026-03-02T00:00Z", Self.waves, hours: Array(0..<24)) { _ in "2,12,200" },
      "mix-2.csv": Self.table("2026-03-02T00:05Z", Self.wind, hours: Array(0..<24)) { _ in "4,20" },
    ])
    let report = session.report("surf forecast ramp asof=2026-03-02T01:00Z days=1")
    #expect(column(report, "wave_height_m") == [String](repeating: "2", count: 23))
    #expect(column(report, "wind_speed_ms") == [String](repeating: "4", count: 23))
    // The issue is that of the waves.
    #expect(Set(column(report, "issued")) == ["2026-03-02T00:00:00Z"])
  }

  @Test func `a model that is asked for ends where it ends, whatever wind others forecast`() throws {
    let cells: (Int) -> String = { _ in "2,12,200,4,20" }
    var session = try session([
      "alpha.csv": Self.table("2026-03-02T00:00Z", Self.waves + "," + Self.wind, hours: [0, 6, 12], cells),
      "beta.csv": Self.table("2026-03-02T00:00Z", Self.waves + "," + Self.wind, hours: [0, 6, 12, 18, 24], cells),
    ])
    let report = session.report("surf forecast ramp asof=2026-03-02T00:00Z days=1 model=alpha")
    #expect(column(report, "wave_height_m") == ["2", "2", "2"])
    #expect(output(report)?.title.contains("by alpha") == true && output(report)?.title.contains("beta") == false)
  }

  @Test func `waves every three hours beside hourly wind keep their windows`() throws {
    let waves = Self.table("2026-03-02T00:00Z", Self.waves, hours: Array(stride(from: 0, through: 24, by: 3))) {
      (12...18).contains($0) ? "2,12,\($0 == 12 ? 350 : 10)" : "0.5,12,200"
    }
    var session = try session(["a.csv": waves])
    session.report("surf prefer big height=1.5..3 daylight=no spot=ramp")
    let first = session.report("surf check now=2026-03-02T01:00Z days=1")
    #expect(column(first, "state") == ["new"] && column(first, "from") == ["2026-03-02T11:00:00Z"])
    let wind = Self.table("2026-03-02T00:00Z", Self.wind, hours: Array(0...24)) { _ in "2,20" }
    var both = try self.session(["a.csv": waves, "b.csv": wind])
    both.report("surf prefer big height=1.5..3 daylight=no spot=ramp")
    #expect(column(both.report("surf check now=2026-03-02T01:00Z days=1"), "from") == ["2026-03-02T11:00:00Z"])
    // Between 350 at noon and 10 at three o'clock the swell turns over north.
    both.report("surf prefer north direction=355..5 height=1.. daylight=no spot=ramp", "surf prefer big delete")
    let north = both.report("surf check now=2026-03-02T01:00Z days=1")
    #expect(column(north, "from") == ["2026-03-02T13:00:00Z"] && column(north, "to") == ["2026-03-02T15:00:00Z"])
  }

  @Test func `hours more than six hours apart leave those between unknown`() throws {
    let waves = Self.table("2026-03-02T00:00Z", Self.waves, hours: [0, 12, 24]) { _ in "2,12,200" }
    var session = try session(["a.csv": waves])
    session.report("surf prefer big height=1.5..3 daylight=no spot=ramp")
    #expect(column(session.report("surf check now=2026-03-02T01:00Z days=1"), "state").isEmpty)
  }

  @Test func `a window ends with the times and the daylight that are asked for`() throws {
    let waves = Self.table("2026-03-02T00:00Z", Self.waves, hours: Array(stride(from: 0, through: 48, by: 3))) { _ in
      "2,12,200"
    }
    var session = try session(["a.csv": waves])
    session.report("surf prefer early height=1.5..3 daylight=no time=6:00..9:30 spot=ramp")
    // 06:00 is 14:00 UTC.
    let early = session.report("surf check now=2026-03-02T01:00Z days=1")
    #expect(column(early, "from") == ["2026-03-02T14:00:00Z"] && column(early, "to") == ["2026-03-02T17:30:00Z"])
    session.report("surf prefer light height=1.5..3 daylight=yes spot=ramp", "surf prefer early delete")
    let light = session.report("surf check now=2026-03-02T06:00Z days=1")
    guard case .record(let sun)? = session.report("surf sun ramp 2026-03-02")?.outputs.first else {
      return #expect(Bool(false))
    }
    let dusk = sun.fields.first { $0.name == "dusk" }?.values.first?.fileText
    #expect(column(light, "to") == [dusk])
  }

  @Test func `wind and tide are kept of a session whose waves were not measured`() throws {
    let buoy = """
      #YY  MM DD hh mm WDIR WSPD GST  WVHT   DPD   APD MWD   PRES  ATMP  WTMP  DEWP  VIS PTDY  TIDE
      #yr  mo dy hr mn degT m/s  m/s     m   sec   sec degT   hPa  degC  degC  degC  nmi  hPa    ft
      2026 03 02 17 00  20  3.0  4.0    MM    MM    MM  MM 1015.0  12.0  11.0    MM   MM   MM    MM
      2026 03 02 16 00  20  5.0  6.0    MM    MM    MM  MM 1015.0  12.0  11.0    MM   MM   MM    MM

      """
    var session = try session(["46000.txt": buoy], spot: Self.zone + " facing=200 buoy=46000")
    #expect(session.report("surf import ndbc 46000.txt")?.error == nil)
    session.report("surf log ramp \"2026-03-02 8:00\" 60min 4")
    let snapshots = try SessionSnapshot.all(in: session.store())
    let seen = try #require(snapshots.values.first?[.observed]?.found)
    #expect(seen.state[.windSpeed] == 4 && seen.state[.waveHeight] == nil && !seen.isAnalysis && seen.isPartial)
  }

  @Test func `an analysis is the issue nearest to the session, before it or after`() throws {
    let early = Self.table("2026-03-01T12:00Z", Self.waves, hours: Array(0..<24)) { _ in "1,12,200" }
    let late = Self.table("2026-03-02T20:00Z", Self.waves, hours: Array(0..<24)) { _ in "3,12,200" }
    var session = try session(["coast.csv": early + late.split(separator: "\n").dropFirst().joined(separator: "\n")])
    session.report("surf log ramp \"2026-03-02 8:00\" 60min 4")
    let snapshots = try #require(try SessionSnapshot.all(in: session.store()).values.first)
    let (forecast, observed) = (try #require(snapshots[.forecast]?.found), try #require(snapshots[.analysis]?.found))
    #expect(forecast.state[.waveHeight] == 1 && !forecast.isAnalysis)
    #expect(observed.state[.waveHeight] == 3 && observed.isAnalysis)
  }

  private func watched(_ files: [String: String], _ sent: Sent) throws -> Interpreter {
    var session = try session(files)
    session.services.shell = { (_, bytes, _) throws(Diagnostic) in
      sent.add(bytes)
      return 0
    }
    return session
  }

  @Test func `what is gone is sent once although nothing matches`() throws {
    let sent = Sent()
    let high = Self.table("2026-03-02T00:00Z", Self.waves, hours: Array(0..<48)) {
      (20...25).contains($0) ? "2,12,200" : "0.5,12,200"
    }
    let flat = Self.table("2026-03-02T06:00Z", Self.waves, hours: Array(6..<48)) { _ in "0.5,12,200" }
    var session = try watched(["coast-1.csv": high], sent)
    session.report("surf prefer big height=1.5..3 daylight=no spot=ramp")
    #expect(session.report("surf check now=2026-03-02T01:00Z need=yes notify=mail")?.error == nil)
    session.services.use(MemoryFiles(["/made/coast-2.csv": flat]))
    #expect(session.report("surf import forecast coast-2.csv spot=ramp model=coast")?.error == nil)
    let first = session.report("surf check now=2026-03-02T07:00Z need=yes notify=mail")
    #expect(first?.error?.code == "no-window" && first?.status == .error)
    #expect(session.report("surf check now=2026-03-02T08:00Z need=yes notify=mail")?.error?.code == "no-window")
    #expect(sent.all.count == 2 && sent.all.last?.hasPrefix("gone ") == true)
    // Tried, it is a warning.
    let tried = session.report("try: surf check now=2026-03-02T09:00Z need=yes")
    #expect(tried?.error == nil && tried?.remarks.contains { $0.contains("no window of the next") } == true)
  }

  @Test func `the most notices of a day count by the local day, with those of windows that are over`() throws {
    let sent = Sent()
    let waves = Self.table("2026-03-01T20:00Z", Self.waves, hours: Array(-6..<48)) {
      hour in [(-2)...1, 4...7, 10...13, 30...33].contains { $0.contains(hour) } ? "2,12,200" : "0.5,12,200"
    }
    var session = try watched(["coast.csv": waves], sent)
    session.report(
      "surf prefer big height=1.5..3 daylight=no spot=ramp", "surf profile notices=1 zone=America/Los_Angeles")
    // 13:00, 17:00 and 23:00 on 1 March by the clock of the spot, then the next morning.
    for now in ["2026-03-01T21:00Z", "2026-03-02T01:00Z", "2026-03-02T07:00Z"] {
      session.report("surf check now=\(now) notify=mail")
    }
    #expect(sent.all.count == 1)
    session.report("surf check now=2026-03-02T16:00Z notify=mail")
    #expect(sent.all.count == 2)
  }

  @Test func `two windows of a day are two events of a calendar`() throws {
    let waves = Self.table("2026-03-02T00:00Z", Self.waves, hours: Array(0..<24)) {
      $0 < 4 || (10...14).contains($0) ? "2,12,200" : "0.5,12,200"
    }
    var session = try session(["a.csv": waves])
    session.report(
      "surf prefer big height=1.5..3 daylight=no spot=ramp", "surf check now=2026-03-02T00:00Z to windows.ics")
    let text = String(
      decoding: try session.services.files.read("/made/windows.ics", shown: "windows.ics"), as: UTF8.self)
    let names = text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("UID:") }
    #expect(names.count == 2 && Set(names).count == 2)
  }

  @Test func `the consensus is the mean over models, with its spread`() throws {
    let hours = Array(0..<6)
    var session = try session([
      "a.csv": Self.table("2026-03-02T00:00Z", Self.waves, hours: hours) { _ in "1,12,350" },
      "b.csv": Self.table("2026-03-01T18:00Z", Self.waves, hours: hours) { _ in "3,12,10" },
      "c.csv": Self.table("2026-03-02T00:00Z", Self.wind, hours: hours) { _ in "4,20" },
    ])
    let report = session.report("surf forecast ramp asof=2026-03-02T00:00Z model=consensus")
    #expect(Set(column(report, "wave_height_m")) == ["2"] && Set(column(report, "wave_height_spread_m")) == ["1"])
    #expect(Set(column(report, "models")) == ["2"] && Set(column(report, "model")) == ["consensus"])
    // By energy 3 m from 10 degrees weighs nine times 1 m from 350.
    let direction = output(report)?.table["wave_direction_deg"]?.numbers?.first ?? .nan
    #expect((direction - 8).magnitude < 0.1)
  }

  @Test(arguments: [44, 60, 80, 110])
  func `a forecast fits the window`(_ width: Int) throws {
    let cells = Self.waves + "," + Self.wind + ",swell_height_m,swell_period_s,swell_direction_deg,air_temperature_c"
    var session = try session([
      "a.csv": Self.table("2026-03-02T00:00Z", cells, hours: Array(0..<30)) { _ in "1.9,13,200,14,290,1.2,14,215,15" }
    ])
    let report = try #require(output(session.report("surf forecast ramp asof=2026-03-02T00:00Z hours=yes")))
    let text = TextRenderer(style: .terminal(width: width, rows: 100, colour: false)).render(.table(report))
    let lines = text.split(separator: "\n")
    let hours = lines.filter { $0.contains(":00  1.9 m 13 s") }
    #expect(hours.count == 30 && lines.allSatisfy { $0.count <= width })
    #expect(hours.allSatisfy { $0.contains("15 °C") } == (width >= 80))
  }

  @Test(arguments: [40, 80, 110])
  func `a forecast begins with its days, and the hours stay in the table`(_ width: Int) throws {
    let cells = Self.waves + "," + Self.wind
    let hours = Array(0..<48)
    var session = try session([
      "a.csv": Self.table("2026-03-02T00:00Z", cells, hours: hours) { hour in "1.\(hour % 10),13,200,\(hour % 6),290" }
    ])
    let line = "surf forecast ramp asof=2026-03-02T00:00Z"
    let short = try #require(output(session.report(line)))
    let whole = try #require(output(session.report(line + " hours=yes")))
    func text(_ output: TableOutput) -> [String] {
      TextRenderer(style: .terminal(width: width, rows: 200, colour: false)).render(.table(output)).split(
        separator: "\n"
      )
      .map(String.init)
    }
    let parts = text(short).filter { line in DayPart.allCases.contains { line.hasPrefix("  " + $0.rawValue) } }
    #expect(
      (5...7).contains(parts.count) && parts.allSatisfy { $0.contains("m 13 s") && $0.count <= width }, "\(parts)")
    #expect(text(short).contains("hours=yes shows each hour") && text(short).count < 30)
    #expect(text(short).contains { $0.contains("–1.") })
    #expect(text(whole).count > 48 + parts.count && text(whole).filter { parts.contains($0) } == parts)
    #expect(short.table == whole.table && short.table.rowCount == 48 && short.footer == whole.footer)
  }

  @Test func `an old issue is shown with a warning`() throws {
    var session = try session([
      "a.csv": Self.table("2026-03-02T00:00Z", Self.waves, hours: Array(0..<96)) { _ in "1,12,350" }
    ])
    #expect(session.report("surf forecast ramp asof=2026-03-02T12:00Z")?.remarks == [])
    let old = session.report("surf forecast ramp asof=2026-03-03T12:00Z")
    #expect(old?.remarks.contains { $0.contains("36 hours old") } == true)
    #expect(column(session.report("surf sources now=2026-03-03T12:00Z"), "state") == ["stale"])
    #expect(column(session.report("surf sources ramp now=2026-03-02T12:00Z"), "state") == ["fresh"])
    // What is issued later does not count yet.
    #expect(column(session.report("surf sources ramp now=2026-03-01T12:00Z"), "state") == [])
  }
}
