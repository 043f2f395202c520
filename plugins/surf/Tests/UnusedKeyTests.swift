import PodiumCore
import PodiumEngine
import PodiumPlugin
import Testing

@testable import SurfPlugin

/// A key that an action does not use is refused, since ignoring it would do something other than what was typed.
struct UnusedKeyTests {
  @Test(arguments: [
    ("surf spot ramp delete buoy=123", "buoy"), ("surf spot ramp edit region=x forecasts=yes", "forecasts"),
    ("surf spot ramp forecasts=yes", "forecasts"), ("surf session 1 delete rating=2 note=x", "rating"),
    ("surf session 1 now=2026-05-02T10:00Z", "now"), ("surf prefer any delete height=9..10", "height"),
    ("surf prefer height=1..2", "height"), ("surf check notify-format=json", "notify-format"),
    ("surf import ndbc 44013.txt spot=ramp", "spot"), ("surf import coops tides.json model=a", "model"),
    ("surf import spots spots.csv create=yes", "create"), ("surf import sessions log.csv far=yes", "far"),
    ("surf import openmeteo a.json map=x:y", "map"),
  ])
  func `it is named, and nothing is done`(_ line: String, _ key: String) throws {
    let setup = [
      "surf spot add Ramp 43.3,-8.6 zone=Europe/Madrid facing=330", "surf log ramp \"2026-05-02 08:00\" 1h 4",
      "surf prefer any height=1..2",
    ]
    let names = ["44013.txt", "tides.json", "spots.csv", "log.csv", "a.json"]
    var session = try SurfFixture.session(
      files: Dictionary(uniqueKeysWithValues: names.map { ($0, "") }), now: "2026-05-03T00:00Z")
    for line in setup { #expect(session.report(line)?.error == nil) }
    let error = try #require(session.report(line)?.error, "\(line)")
    #expect(error.code == "unexpected-key" && error.message.hasPrefix("'\(key)='"), "\(error.message)")
    #expect(session.report("surf spot ramp")?.error == nil && session.report("surf session 1")?.error == nil)
  }
}
