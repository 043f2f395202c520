import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumLearn
import PodiumPlugin
import Testing

@testable import SurfModel
@testable import SurfPlugin

/// The plugin as a user sees it.
@Suite("The surf plugin")
struct SurfPluginTests {
  @Test("is a built-in plugin")
  func isBuiltIn() throws {
    #expect(try Assembly.registry().plugins.contains { $0.name == "surf" })
  }

  @Test func `plain commands work on the bundled log`() throws {
    var session = try SurfFixture.session()
    #expect(session.report("load surf-sessions", "label", "encode", "cv tree k=5")?.error == nil)
    guard case .evaluation(let output)? = session.results.last?.outputs.first else {
      Issue.record("cv gave no evaluation")
      return
    }
    #expect(output.evaluation.rows.count == 360)
    #expect(output.named.contains { $0.name == "surf.precision" && ($0.value ?? 0) > 0.5 })
    #expect(session.report("confusion")?.error == nil)
    // Columns known only afterwards stay out.
    let features = session.state.current?.table.columns(with: .feature).map(\.name) ?? []
    for hidden in ["crowd", "rating", "minutes", "swell"] { #expect(!features.contains(hidden)) }
  }

  @Test func `sine and cosine help a distance-based learner more than degrees do`() throws {
    var session = try SurfFixture.session()
    func accuracy() throws -> Double {
      guard case .evaluation(let output)? = session.results.last?.outputs.first else { return .nan }
      return try #require(output.evaluation["accuracy"]?.mean)
    }
    session.report("load surf-sessions", "label", "encode", "cv svm k=3")
    let degrees = try accuracy()
    session.report("surf direction", "cv svm k=3")
    #expect(try accuracy() > degrees + 0.05)
  }

  @Test func `the step is added once, and only to features`() throws {
    var session = try SurfFixture.session()
    #expect(session.report("load surf-sessions", "surf direction wind_direction_deg")?.error == nil)
    #expect(session.report("surf direction")?.error?.code == "repeated-step")
    #expect(session.report("surf direction swell_direction_deg")?.error == nil)
    #expect(session.state.current?.recipe.steps.map(\.columns) == [["wind_direction_deg"], ["swell_direction_deg"]])
    #expect(session.report("features drop=tide_m", "surf direction tide_m")?.error?.code == "not-a-feature")
    #expect(session.report("load iris", "surf direction")?.error?.code == "no-directions")
  }

  @Test func `the importer surf distinguishes buoy files from logs`() throws {
    var session = try SurfFixture.session(files: [
      "44013.txt": BuoyText.realtime + "2022 06 05 13 00 280 3.0 4.0 MM MM MM MM MM MM MM MM MM MM MM\n",
      "log.csv": "spot,date,rating\nReef,2025-12-05,3\n", "page.txt": "<html>",
    ])
    #expect(session.report("load surf 44013.txt")?.error == nil)
    #expect(session.state.current?.table["station"]?[0] == .text("44013"))
    #expect(session.report("load 44013.txt station=SANF1 rows=all")?.error == nil)
    #expect(session.state.current?.table["station"]?[0] == .text("SANF1"))
    #expect(session.report("load surf log.csv")?.error == nil)
    #expect(session.report("load surf page.txt")?.error?.code == "other-format")
    #expect(session.report("load 44013.txt station=no")?.error?.code == "bad-value")
  }

  @Test func `the bundled buoy is hourly when loaded`() throws {
    var session = try SurfFixture.session()
    #expect(session.report("load surf-buoy")?.error == nil)
    let table = try #require(session.state.current?.table)
    #expect(table.rowCount == 49)
    #expect(table["mean_direction_deg"]?.missingCount == 1 && table["peak_period_s"]?.missingCount == 1)
  }

  @Test func `a saved model encodes directions as before`() throws {
    var session = try SurfFixture.session()
    session.report("load surf-sessions", "label", "encode", "surf direction", "scale", "fit tree as m", "predict m")
    guard case .predictions(let before)? = session.results.last?.outputs.first else {
      Issue.record("predict gave no predictions")
      return
    }
    // The table has no recipe now: the model brings what it needs.
    #expect(session.report("model save m", "load surf-sessions", "label", "model load m", "predict m")?.error == nil)
    guard case .predictions(let after)? = session.results.last?.outputs.first else {
      Issue.record("the loaded model gave no predictions")
      return
    }
    #expect(after.table == before.table)
  }

  @Test func `the rose draws only the chosen rows`() throws {
    var session = try SurfFixture.session()
    func picture(_ line: String) -> [UInt8]? {
      guard case .figure(let figure)? = session.report(line)?.outputs.first else { return nil }
      return figure.data
    }
    session.report("load surf-sessions")
    let all = try #require(picture("figure surf.rose"))
    #expect(picture("figure surf.rose column=swell_direction_deg") == all)
    let windy = try #require(picture("figure surf.rose if wind_speed_ms > 8"))
    #expect(windy != all)
    #expect(picture("figure surf.rose weight=wave_height_m").map { $0 != all } == true)
    #expect(session.report("figure surf.rose column=spot")?.error?.code == "wrong-column-type")
    #expect(session.report("figure surf.rose weight=tide_m")?.error?.code == "bad-weight")
  }
}
