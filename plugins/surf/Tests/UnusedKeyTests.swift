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

  @Test(arguments: [
    ("surf spot add \"🏄\" 2,2", "bad-value"), ("surf spot add none 2,2", "bad-value"),
    ("surf spot edit reef name=all", "bad-value"), ("surf spot delete reef", "part-of-name"),
    ("surf category add Å 1..9", "taken-key"), ("surf prefer big clear=height", "unknown-preference"),
    ("surf prefer any height=1..2 clear=height", "repeated-key"),
  ])
  func `what no one could find again, or would be lost, is refused`(_ line: String, _ code: String) throws {
    var session = try SurfFixture.session(files: [:], now: "2026-05-03T00:00Z")
    for line in [
      "surf spot add \"Reef North\" 43.3,-8.6 zone=Europe/Madrid", "surf prefer any height=1..2",
      "surf category add Ä 1..3",
    ] { #expect(session.report(line)?.error == nil) }
    #expect(session.report(line)?.error?.code == code)
    #expect(session.report("surf spot 1")?.error == nil)
  }

  @Test func `last never falls through to another session`() throws {
    var session = try SurfFixture.session(files: [:], now: "2026-05-05T00:00Z")
    for line in [
      "surf spot add Reef 43.3,-8.6 zone=Europe/Madrid", "surf log reef \"2026-05-02 08:00\" 1h 4",
      "surf log reef \"2026-05-03 08:00\" 1h 2", "surf session delete last",
    ] { #expect(session.report(line)?.error == nil) }
    #expect(session.report("surf session last edit rating=1")?.error?.code == "unknown-session")
    #expect(session.report("surf session edit 1 note=x")?.error == nil)
    #expect(session.report("surf session last")?.error == nil)
  }
}
