import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRecords
import PodiumTestKit
import Testing

@testable import SurfModel
@testable import SurfPlugin

/// What was imported by mistake is taken back by `surf drop`. All files are made.
struct DropTests {
  private static let head = "issued,valid,wave_height_m\n"
  private static let files = [
    "a.csv": head + "2026-05-01T00:00Z,2026-05-01T12:00Z,2.0\n2026-05-02T00:00Z,2026-05-02T12:00Z,2.0\n",
    "b.csv": head + "2026-05-01T00:00Z,2026-05-01T12:00Z,1.0\n",
    "o.csv":
      "station,time,wave_height_m\nM2,2026-05-01T00:00Z,1.5\nM2,2026-05-02T00:00Z,1.6\nM2,2026-05-03T00:00Z,1.6\n",
  ]

  private func session() throws -> Interpreter {
    var session = try SurfFixture.session(files: Self.files)
    session.report("surf spot add Ramp 43.3,-8.6 zone=Europe/Madrid", "surf spot add Cove 43.4,-8.5 zone=Europe/Madrid")
    session.report(
      "surf import forecast a.csv spot=ramp model=alpha", "surf import forecast a.csv spot=cove model=alpha")
    session.report("surf import forecast b.csv spot=ramp model=beta", "surf import observations o.csv")
    return session
  }

  private func counts(_ session: inout Interpreter) throws -> [Int] {
    let store = try session.store()
    return try [StoredIssue.kindName, ObservationKinds.chunk, ObservationKinds.station].map { (kind) throws in
      try store.count(RecordQuery(kind))
    }
  }

  @Test(arguments: [
    ("surf drop forecasts ramp", [2, 3, 1]), ("surf drop forecasts ramp model=beta", [4, 3, 1]),
    ("surf drop forecasts ramp model=alpha from=2026-05-02", [4, 3, 1]),
    ("surf drop forecasts ramp to=2026-05-01", [3, 3, 1]),
    ("surf drop observations m2", [5, 0, 0]), ("surf drop observations M2 from=2026-05-02 to=2026-05-02", [5, 2, 1]),
  ])
  func `what is named is removed, and undo brings it back`(_ line: String, _ left: [Int]) throws {
    var session = try session()
    #expect(try counts(&session) == [5, 3, 1])
    #expect(session.report(line)?.error == nil)
    #expect(try counts(&session) == left)
    session.report("undo")
    #expect(try counts(&session) == [5, 3, 1])
  }

  @Test(arguments: [
    ("surf drop forecasts ramp model=gamma", "unknown-model"), ("surf drop forecasts ramp from=2026-06-01", "no-rows"),
    ("surf drop observations M2 from=2026-06-01", "no-rows"), ("surf drop observations M3", "unknown-station"),
    ("surf drop observations M2 model=alpha", "unexpected-key"), ("surf drop forecasts nowhere", "unknown-spot"),
    ("surf drop sessions ramp", "bad-value"),
  ])
  func `what is not stored is named, and nothing is removed`(_ line: String, _ code: String) throws {
    var session = try session()
    #expect(session.report(line)?.error?.code == code, "\(session.report(line)?.error?.message ?? "")")
    #expect(try counts(&session) == [5, 3, 1])
  }
}
