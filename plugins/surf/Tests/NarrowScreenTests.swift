import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRender
import Testing

@testable import SurfPlugin

/// What a phone shows: forty columns.
struct NarrowScreenTests {
  private static let hours = (0..<40).map { hour in
    let moment = Moment(microseconds: (Moment(iso: "2026-05-01T00:00Z")?.microseconds ?? 0) + hour * 3_600_000_000)
    return "2026-05-01T00:00Z,\(moment),2.0,12,315,3,90"
  }
  private static let forecast =
    "issued,valid,wave_height_m,wave_period_s,wave_direction_deg,wind_speed_ms,wind_direction_deg\n"
    + hours.joined(separator: "\n") + "\n"

  @Test(arguments: [
    ("surf windows ramp lead=0h", ["from", "wave_height_m", "good"]),
    ("surf compare any", ["condition", "learned", "verdict"]),
    ("surf similar last good=4", ["id", "rating", "similarity"]), ("surf addresses", ["source", "address"]),
    ("surf prefer any", ["preference", "height", "wind"]), ("surf sources", ["spot", "source", "state"]),
    ("surf forecast ramp asof=2026-05-01T00:30Z hours=yes", ["3 m/s", "2.0 m 12 s"]), ("surf spots", ["id", "name"]),
    ("surf sessions", ["★"]), ("surf check now=2026-05-01T06:00Z", ["Ramp", "any"]),
  ])
  func `it has what the command is about`(_ line: String, _ words: [String]) throws {
    var session = try SurfFixture.session(files: ["a.csv": NarrowScreenTests.forecast], now: "2026-05-02T12:00Z")
    for line in [
      "surf spot add Ramp 43.3,-8.6 zone=Europe/Madrid facing=330", "surf import forecast a.csv spot=ramp model=alpha",
      "surf log ramp \"2026-05-01 09:00\" 2h 5", "surf log ramp \"2026-05-01 14:00\" 2h 2",
      "surf prefer any height=1..3 wind=..8 spot=ramp",
    ] { #expect(session.report(line)?.error == nil, "\(line)") }
    let found = session.report(line)
    let report = try #require(found)
    #expect(report.error == nil, "\(report.error?.message ?? "")")
    var style = TextStyle.plain
    style.width = 40
    let shown = report.outputs.flatMap {
      TextRenderer(style: style).render($0).split(separator: "\n").map(String.init)
    }
    // An address is one word.
    #expect(shown.allSatisfy { DisplayWidth.of($0) <= 40 || $0.contains("://") }, "\(shown)")
    // A heading of two lines is cut at an underscore.
    let text = shown.joined(separator: "\n")
    for word in words {
      #expect(
        word.split(separator: "_").allSatisfy { part in text.contains(part) }, "\(word): \(text)")
    }
  }

  @Test func `each part of a day and each hour of a forecast is a line with its wind`() throws {
    var session = try SurfFixture.session(files: ["a.csv": NarrowScreenTests.forecast], now: "2026-05-02T12:00Z")
    let found = session.report(
      "surf spot add Ramp 43.3,-8.6 zone=Europe/Madrid facing=330", "surf import forecast a.csv spot=ramp model=alpha",
      "surf forecast ramp asof=2026-05-01T00:30Z hours=yes")
    let report = try #require(found)
    #expect(report.error == nil, "\(report.error?.message ?? "")")
    var style = TextStyle.plain
    style.width = 40
    let shown = report.outputs.flatMap {
      TextRenderer(style: style).render($0).split(separator: "\n").map(String.init)
    }
    let hours = shown.filter { $0.dropFirst(2).prefix(5).contains(":") && $0.hasPrefix("  ") }
    #expect(hours.count >= 30 && hours.allSatisfy { $0.contains("3 m/s") }, "\(shown)")
    let parts = shown.filter { line in ["morning", "midday", "evening"].contains { line.hasPrefix("  " + $0) } }
    #expect(!parts.isEmpty && parts.allSatisfy { $0.contains("3 m/s") }, "\(shown)")
  }
}
