import PodiumCore
import PodiumEngine
import PodiumPlugin
import SurfModel
import Testing

@testable import SurfPlugin

/// What is cleared is cleared in the workspace too, and people and spots can be edited and removed.
struct ClearingTests {
  private func session() throws -> Interpreter {
    var session = try SurfFixture.session(files: [:])
    session.report("surf spot add Ramp 36.95,-122.02 zone=America/Los_Angeles facing=180 tide=t1 buoy=b1 model=coast")
    return session
  }

  private func column(_ report: CommandReport?, _ name: String) -> [String]? {
    guard case .table(let output)? = report?.outputs.first, let column = output.table[name] else { return nil }
    return (0..<column.count).map { column[$0].fileText }
  }

  @Test func `clear= removes parts of a session for good, and undo restores them`() throws {
    var session = try session()
    session.report("surf log ramp \"2026-03-02 08:00\" 60 4 note=clean board=log waves=12 size=1.5 rate=power:3")
    #expect(session.report("surf session 1 edit clear=note,board,waves,size,power")?.error == nil)
    let report = session.report("surf session 1")
    for name in ["note", "board", "waves", "size_m", "power"] { #expect(field(report, name) == nil, "\(name)") }
    session.report("undo")
    #expect(field(session.report("surf session 1"), "note") == "clean")
  }

  @Test func `none removes each setting of a profile for good`() throws {
    var session = try session()
    session.report("surf profile quiet=22:00..6:00 home=ramp lead=3 notices=2")
    #expect(field(session.report("surf profile"), "lead") == "3")
    #expect(session.report("surf profile quiet=none home=none lead=none notices=none")?.error == nil)
    let report = session.report("surf profile")
    for name in ["quiet", "home", "lead", "notices"] { #expect((field(report, name) ?? "").isEmpty, "\(name)") }
    for line in ["lead=17", "lead=soon", "notices=-1"] {
      #expect(session.report("surf profile " + line)?.error?.code == "bad-value")
    }
  }

  @Test func `clear= removes the spots and the last limit of a preference for good`() throws {
    var session = try session()
    session.report("surf prefer a height=1..2 spot=ramp")
    session.report("surf prefer a clear=spot")
    #expect(column(session.report("surf prefer a"), "spots") == ["all"])
    session.report("surf prefer a clear=height")
    let report = session.report("surf prefer a")
    #expect(report?.error == nil && column(report, "height") == nil)
  }

  @Test func `a spot is renamed, moved and cleared`() throws {
    var session = try session()
    let line = "surf spot ramp edit name=\"The Ramp\" place=36.96,-122.03 facing=none buoy=none tide=T2 region=North"
    #expect(session.report(line)?.error == nil)
    let report = session.report("surf spot \"the ramp\"")
    #expect(field(report, "id") == "1" && field(report, "latitude") == "36.96" && field(report, "region") == "North")
    #expect(field(report, "facing") == nil && field(report, "buoy") == nil && field(report, "tide") == "T2")
    #expect(field(report, "model") == "coast")
    for wrong in ["tide=\"\"", "name=7", "place=95,0", "zone=Nowhere/City", "facing=400"] {
      #expect(session.report("surf spot 1 edit " + wrong)?.error != nil, "\(wrong)")
    }
    #expect(session.report("surf spot add Ramp 36.95,-122.02 zone=UTC tide=\"\"")?.error?.code == "bad-value")
    session.report("surf spot add Second 36.96,-122.03 zone=America/Los_Angeles")
    #expect(session.report("surf spot second edit name=\"the ramp\"")?.error?.code == "taken-key")
    #expect(session.report("surf spot second facing=10")?.error?.code == "unexpected-key")
  }

  @Test func `a spot is deleted once nothing depends on it, and undo restores it`() throws {
    var session = try session()
    session.report("surf prefer a height=1..2 spot=ramp", "surf log ramp \"2026-03-02 08:00\" 60 4")
    let used = session.report("surf spot ramp delete")?.error
    #expect(used?.code == "record-in-use")
    #expect(used?.message.contains("1 session") == true && used?.message.contains("1 preference") == true)
    session.report("surf prefer a clear=spot", "surf session 1 delete")
    #expect(session.report("surf spot ramp delete")?.error == nil)
    #expect(session.report("surf spot ramp")?.error?.code == "unknown-spot")
    session.report("undo")
    #expect(field(session.report("surf spot ramp"), "id") == "1")
  }

  @Test func `stored forecasts are deleted with their spot only on request`() throws {
    var session = try SurfFixture.session(files: [
      "f.csv": "issued,valid,wave_height_m\n2026-03-02T00:00Z,2026-03-02T00:00Z,1\n"
    ])
    session.report(
      "surf spot add Ramp 36.95,-122.02 zone=America/Los_Angeles", "surf import forecast f.csv spot=ramp model=coast")
    #expect(session.report("surf spot ramp delete")?.error?.help?.contains("forecasts=yes") == true)
    #expect(session.report("surf spot ramp delete forecasts=yes")?.remarks.first?.contains("1 stored forecast") == true)
    session.report("surf spot add Ramp 36.95,-122.02 zone=America/Los_Angeles")
    #expect(session.report("surf forecast ramp asof=2026-03-02T00:00Z")?.error != nil)
  }

  @Test func `surf forget removes a person with everything, and no one else`() throws {
    var session = try session()
    session.report(
      "surf log ramp \"2026-03-02 08:00\" 60 4 rate=power:3 note=\"secret sandbank\" person=anna",
      "surf log ramp \"2026-03-02 08:00\" 60 2 person=bo", "surf prefer a height=1..2 person=anna",
      "surf profile home=ramp person=anna")
    #expect(session.report("surf forget anna")?.error?.code == "not-confirmed")
    #expect(session.report("surf forget ana yes=yes")?.error?.message.contains("anna") == true)
    let report = session.report("surf forget anna yes=yes")
    #expect(field(report, "sessions") == "1" && field(report, "preferences") == "1")
    #expect(column(session.report("surf sessions person=all"), "person") == ["bo"])
    #expect(session.report("surf session 1")?.error?.code == "unknown-session")
    #expect(column(session.report("surf prefer"), "person") == [])
    #expect(session.report("undo")?.error != nil)
    #expect(session.report("surf sessions person=anna")?.error?.code == "unknown-person")
  }

  @Test func `an unknown person is named, with the nearest one`() throws {
    var session = try session()
    session.report("surf log ramp \"2026-03-02 08:00\" 60 4 person=anna")
    for line in ["surf windows ramp person=ana", "surf backtest ramp person=ana", "surf sessions person=ana"] {
      let error = session.report(line)?.error
      #expect(error?.code == "unknown-person" && error?.message.contains("anna") == true, "\(line)")
    }
    // The case of a name does not matter.
    #expect(column(session.report("surf sessions person=Anna"), "person") == ["anna"])
  }

  @Test func `a category may not have the name of a column`() throws {
    var session = try session()
    for name in ["rating", "note", "spot", "size_m", "\"wave height m\"", "overall"] {
      #expect(session.report("surf category add \(name) 1..5")?.error?.code == "bad-value", "\(name)")
    }
    #expect(session.report("surf category add hollowness 1..5")?.error == nil)
  }

  @Test func `a session of later today is refused with a hint to give the day`() throws {
    var session = try session()
    let error = session.report("surf log ramp 7:30 60 4 now=2026-03-02T12:00Z")?.error
    #expect(error?.code == "bad-value" && error?.help?.contains("give the day") == true)
  }

  @Test func `surf spots always has distances, and suggests the nearest name`() throws {
    var session = try session()
    session.report("surf spot add \"Pleasure Point\" 36.97,-121.96 zone=America/Los_Angeles")
    #expect(column(session.report("surf spots"), "distance_km") == ["", ""])
    #expect(session.report("surf spots plesure")?.remarks.first?.contains("Pleasure Point") == true)
    #expect(session.report("surf spot plesure")?.error?.message.contains("Pleasure Point") == true)
  }

  @Test func `assert knows the functions of plugins`() throws {
    var session = try session()
    #expect(session.report("assert surf.compass(348.75) == \"N\"")?.error == nil)
    #expect(session.report("assert surf.compass(348.7) == \"N\"")?.error?.code == "assertion-failed")
  }
}
