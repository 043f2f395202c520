import PodiumCore
import PodiumEngine
import PodiumPlugin
import SurfModel
import Testing

@testable import SurfPlugin

/// Sessions with their ratings and conditions. All files are made.
struct JournalTests {
  private static let tide = """
    {"predictions": [{"t": "2026-03-02 10:40", "v": "0.4", "type": "L"}, {"t": "2026-03-02 16:40", "v": "1.6", "type": "H"},
    {"t": "2026-03-02 22:40", "v": "0.2", "type": "L"}]}
    """

  /// Hourly forecasts of two days, issued at a time, with one height.
  private static func issue(_ issued: String, height: Double) -> String {
    var lines = ["issued,valid,wave_height_m,wave_period_s,wave_direction_deg,wind_speed_ms,wind_direction_deg"]
    for hour in 0..<48 {
      let valid = Moment(iso: "2026-03-02T00:00Z")?.later(hour * 3_600_000_000)
      lines.append("\(issued),\(valid?.description ?? ""),\(height),12,280,3,0")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func session(_ others: [String: String] = [:]) throws -> Interpreter {
    let files = [
      "first.csv": Self.issue("2026-03-02T00:00Z", height: 1.5),
      "second.csv": Self.issue("2026-03-02T12:00Z", height: 2.5),
      "late.csv": Self.issue("2026-03-02T18:00Z", height: 9), "tide.json": Self.tide,
    ]
    var session = try SurfFixture.session(files: files.merging(others) { first, _ in first })
    session.report(
      "surf spot add Ramp 36.95,-122.02 zone=America/Los_Angeles facing=180 tide=TIDE1",
      "surf import forecast first.csv spot=ramp model=coast",
      "surf import coops tide.json station=TIDE1 units=m datum=MLLW zone=gmt")
    return session
  }

  private func shown(_ report: CommandReport?) -> [String] {
    guard case .record(let record)? = report?.outputs.first else { return [] }
    return record.fields.map { $0.name + "=" + $0.values.map(\.fileText).joined(separator: ",") }
  }

  @Test func `a session keeps the forecast that was known when it began`() throws {
    var session = try session()
    // 08:00 in California is 16:00 UTC: the issue of 12:00 was known, that of 18:00 was not.
    #expect(session.report("surf import forecast second.csv spot=ramp model=coast")?.error == nil)
    let logged = session.report("surf log ramp \"2026-03-02 08:00\" 95min 4 rate=power:3 note=clean")
    #expect(logged?.error == nil && field(logged, "start") == "2026-03-02T16:00:00Z")
    #expect(field(logged, "forecast")?.hasPrefix("2.5 m 12 s") == true && field(logged, "power") == "3 of 5, solid")
    #expect(field(logged, "forecast")?.contains("4 h ahead") == true)
    #expect(field(logged, "forecast")?.contains("tide high") == true)
    let before = shown(session.report("surf session 1"))
    #expect(session.report("surf import forecast late.csv spot=ramp model=coast", "surf snapshot")?.error == nil)
    #expect(shown(session.report("surf session 1")) == before)
  }

  @Test func `sessions are listed in pages`() throws {
    var session = try session()
    for day in 2...4 { session.report("surf log ramp \"2026-03-0\(day) 08:00\" 1h 4") }
    func days(_ report: CommandReport?) -> [String] {
      guard case .table(let output)? = report?.outputs.first else { return [] }
      return output.lines.map { String($0.split(separator: " ").first ?? "") }
    }
    let first = session.report("surf sessions limit=2")
    #expect(days(first) == ["3", "2"], "\(first?.error?.message ?? "")")
    guard case .table(let output)? = first?.outputs.first else { return }
    #expect(output.title == "3 sessions of 1 person" && output.totalRows == 3 && output.table.rowCount == 2)
    #expect(output.footer.last == "1 more: after=2 shows the next, limit=3 shows all")
    #expect(days(session.report("surf sessions limit=2 after=2")) == ["1"])
    #expect(session.report("surf sessions after=99")?.error?.code == "unknown-session")
    #expect(session.report("surf sessions limit=0")?.error?.code == "bad-value")
  }

  @Test func `a session that is entered late has the forecast of its time, and another time takes another`() throws {
    var session = try session()
    session.report(
      "surf import forecast second.csv spot=ramp model=coast", "surf import forecast late.csv spot=ramp model=coast")
    #expect(field(session.report("surf log ramp \"2026-03-02 03:30\" 60 3"), "forecast")?.hasPrefix("1.5 m") == true)
    let moved = session.report("surf session last edit start=11:00")
    #expect(field(moved, "forecast")?.hasPrefix("9.0 m") == true)
    #expect(moved?.remarks.contains { $0.contains("again") } == true)
    #expect(field(session.report("surf session 1 edit rating=5"), "rating") == "5")
    #expect(session.report("surf session 1 edit rating=5")?.remarks == ["nothing was changed"])
  }

  @Test func `a session without any forecast gets its conditions after an import, once`() throws {
    var session = try SurfFixture.session(files: ["first.csv": Self.issue("2026-03-02T00:00Z", height: 1.5)])
    session.report(
      "surf spot add Ramp 36.95,-122.02 zone=America/Los_Angeles", "surf log ramp \"2026-03-02 08:00\" 95min 4")
    #expect(session.report("surf session 1")?.remarks.first?.contains("surf snapshot 1") == true)
    session.report("surf import forecast first.csv spot=ramp model=coast")
    #expect(field(session.report("surf snapshot 1"), "taken") == "2")
    let again = session.report("surf snapshot")
    #expect(field(again, "taken") == "0")
    #expect(again?.remarks == ["nothing was taken: 1 session had all conditions already"])
  }

  @Test func `conditions that are the same are not taken again`() throws {
    // The tide at 06:12 has more digits than are stored, and no waves were measured, so what was observed is partial.
    var session = try session()
    session.report("surf log ramp \"2026-03-02 06:12\" 95min 4")
    #expect(session.report("surf session 1")?.error == nil)
    let again = session.report("surf snapshot 1")
    #expect(field(again, "taken") == "0" && field(again, "replaced") == "0")
  }

  @Test func `deleting takes everything away, and undo brings it back`() throws {
    var session = try session()
    session.report("surf log ramp \"2026-03-02 08:00\" 95min 4 rate=power:3,chop:1")
    let before = shown(session.report("surf session 1"))
    #expect(session.report("surf session 1 delete")?.error == nil)
    #expect(session.report("surf session 1")?.error?.code == "unknown-session")
    #expect(session.report("undo")?.error == nil)
    #expect(shown(session.report("surf session 1")) == before)
  }

  @Test(arguments: [
    ("\"2026-03-08 02:30\" 60 4", "skipped-time"), ("\"2026-11-01 01:30\" 60 4", "repeated-time"),
    ("7:30 60 4", "no-clock"), ("yesterday 60 4", "bad-value"), ("\"2026-03-02 07:30\" 13h 4", "bad-value"),
    ("\"2026-03-02 07:30\" 0 4", "bad-value"), ("\"2026-03-02 07:30\" long 4", "bad-value"),
    ("\"2026-03-02 07:30\" 60 6", "bad-value"), ("\"2026-03-02 07:30\" 60 4 rate=power:9", "bad-value"),
    ("\"2026-03-02 07:30\" 60 4 rate=salt:3", "unknown-category"),
    ("\"2026-03-02 07:30\" 60 4 rate=power", "bad-value"),
    ("\"2026-03-02 07:30\" 60 4 size=big", "bad-value"), ("\"2026-03-02 07:30\" 60 4 size=200ft", "bad-value"),
    ("\"2026-03-02 07:30\" 60 4 now=2026-03-01T00:00Z", "bad-value"),
    ("\"2026-03-02 07:30\" 99999999999h 4", "bad-value"), ("\"2/3/2026 7:30\" 60 4", "ambiguous-date"),
  ])
  func `what cannot be logged is refused`(_ entry: String, _ code: String) throws {
    var session = try session()
    #expect(session.report("surf log ramp " + entry)?.error?.code == code)
    #expect(session.report("surf sessions")?.outputs.contains { "\($0)".contains("no session") } == true)
  }

  @Test(arguments: [
    ("\"2026-11-01 01:30\" 60 4 fold=first", "2026-11-01T08:30:00Z", "2026-11-01T09:30:00Z"),
    ("\"2026-11-01 01:30\" 60 4 fold=second", "2026-11-01T09:30:00Z", "2026-11-01T10:30:00Z"),
    ("2026-03-02T7:30 1h30 4", "2026-03-02T15:30:00Z", "2026-03-02T17:00:00Z"),
    ("\"2026-03-02 23:30\" 0:15 4", "2026-03-03T07:30:00Z", "2026-03-03T08:15:00Z"),
    ("2026-03-02T15:30Z 1.5h 4", "2026-03-02T15:30:00Z", "2026-03-02T17:00:00Z"),
    ("\"2.3.2026 7:30\" 90 4", "2026-03-02T15:30:00Z", "2026-03-02T17:00:00Z"),
    ("\"2/3 2026 7:30am\" 90 4", "2026-03-02T15:30:00Z", "2026-03-02T17:00:00Z"),
    ("6:10 90 4 now=2026-03-02T20:00Z", "2026-03-02T14:10:00Z", "2026-03-02T15:40:00Z"),
  ])
  func `times are those of the spot's clock`(_ entry: String, _ start: String, _ end: String) throws {
    var session = try session()
    let report = session.report("surf log ramp " + entry)
    #expect(report?.error == nil && field(report, "start") == start && field(report, "end") == end)
  }

  @Test func `a session in the future is refused, by the clock or by now=`() throws {
    var session = try SurfFixture.session(files: [:], now: "2026-03-02T16:00Z")
    session.report("surf spot add Ramp 36.95,-122.02 zone=America/Los_Angeles")
    // The present is 08:00 at the spot.
    let today = session.report("surf log ramp 8:01 60 4")?.error
    #expect(today?.code == "bad-value" && today?.message.contains("in the future, at 2026-03-02T16:01:00Z") == true)
    #expect(today?.help?.contains("a time alone is one of today") == true && today?.span != nil)
    let later = session.report("surf log ramp \"2026-03-03 7:30\" 60 4")?.error
    #expect(later?.code == "bad-value" && later?.help == "log it when you have surfed")
    // A typed present counts in place of the clock; a session may have begun just now.
    #expect(session.report("surf log ramp 8:00 60 4 now=2026-03-02T15:00Z")?.error?.code == "bad-value")
    #expect(session.report("surf log ramp 8:00 60 4")?.error == nil)
    #expect(session.report("surf session 1 edit start=\"2026-03-02 08:30\"")?.error?.code == "bad-value")
    #expect(session.report("surf session 1 edit start=7:00")?.error == nil)
    #expect(field(session.report("surf session 1"), "start") == "2026-03-02T15:00:00Z")
  }

  @Test func `overlaps are reported, and one session is logged once`() throws {
    var session = try session()
    session.report("surf log ramp \"2026-03-02 08:00\" 95min 4")
    #expect(session.report("surf log ramp \"2026-03-02 08:00\" 60 2")?.error?.code == "taken-key")
    #expect(
      session.report("surf log ramp \"2026-03-02 09:00\" 60 2")?.remarks.last?.contains("overlaps session 1") == true)
    // Someone else may surf at the same time.
    #expect(session.report("surf log ramp \"2026-03-02 08:00\" 60 2 person=anna")?.remarks == [])
    let all = session.report("surf sessions person=all")
    #expect(table(all)?.rowCount == 3 && table(all)?.columns(with: .target).map(\.name) == ["good"])
    #expect(table(session.report("surf sessions person=anna"))?.rowCount == 1)
    #expect(table(session.report("surf sessions min=4"))?.rowCount == 1)
  }

  @Test func `people and spots are found as another keyboard types them, and several are listed`() throws {
    var session = try session()
    session.report(
      "surf log ramp \"2026-03-02 08:00\" 60 2 person=\"Ann O’Hara\"",
      "surf log ramp \"2026-03-02 08:00\" 60 2 person=\"Ann Öst\"",
      "surf spot add \"Cox's Bay\" 43.3,-8.6 zone=Europe/Madrid")
    for typed in ["ohara", "\"ann ohara\"", "\"O'Hara\"", "ost", "\"o\u{308}st\""] {
      #expect(table(session.report("surf sessions person=\(typed)"))?.rowCount == 1, "\(typed)")
    }
    let several = session.report("surf sessions person=ann")?.error
    #expect(several?.code == "ambiguous-record" && several?.message == "'ann' matches 2 people")
    #expect(several?.help == "write the name in full: \"Ann O’Hara\"; \"Ann Öst\"")
    #expect(session.report("surf forget ann yes=yes")?.error?.code == "unknown-person")
    for typed in ["coxs", "\"cox’s bay\"", "COX'S"] {
      #expect(session.report("surf sun \(typed) 2026-06-21")?.error == nil, "\(typed)")
    }
  }

  @Test func `a category with ratings is archived, and others are deleted`() throws {
    var session = try session()
    #expect(session.report("surf category add \"Kelp mess\" 0..3 \"0 none\" \"3 thick\" good=low")?.error == nil)
    #expect(session.report("surf log ramp \"2026-03-02 08:00\" 60 4 rate=kelp-mess:3")?.error == nil)
    #expect(field(session.report("surf session 1"), "kelp-mess") == "3 of 3, thick")
    #expect(session.report("surf category add \"kelp mess\" 0..2")?.error?.code == "bad-value")
    session.report("surf category kelp-mess delete")
    #expect(
      session.report("surf log ramp \"2026-03-03 08:00\" 60 4 rate=kelp-mess:1")?.error?.code == "unknown-category")
    #expect(field(session.report("surf session 1"), "kelp-mess") == "3 of 3, thick")
    session.report("surf category kelp-mess restore", "surf session 1 edit clear=kelp-mess")
    #expect(field(session.report("surf session 1"), "kelp-mess") == nil)
    #expect(session.report("surf category kelp-mess delete")?.remarks == ["deleted category Kelp mess"])
  }

  @Test func `units of a profile are those of the screen and of bare numbers`() throws {
    var session = try session()
    session.report("surf profile height=ft wind=kn temperature=F home=ramp quiet=22:00..6:30")
    let report = session.report("surf log ramp \"2026-03-02 08:00\" 60 4 size=4")
    #expect(field(report, "size_m") == "1.2192" && report?.remarks.first?.contains("4 ft") == true)
    #expect(
      field(report, "forecast")?.contains("4.9 ft") == true && field(report, "forecast")?.contains("wind 6 kn") == true)
    #expect(field(session.report("surf session 1 edit size=1.5m"), "size_m") == "1.5")
    #expect(field(session.report("surf profile"), "quiet") == "22:00..06:30")
    #expect(session.report("surf profile person=anna")?.error?.code == "unknown-person")
    #expect(field(session.report("surf profile lead=3 person=anna"), "height") == "m")
    // Tables keep SI units.
    #expect(table(session.report("surf sessions"))?["wave_height_m"]?.numbers == [1.5])
    for line in ["quiet=25:00..6", "zone=Nowhere/City", "home=atlantis", "height=yd"] {
      #expect(session.report("surf profile " + line)?.error != nil)
    }
  }

  // MARK: - Files

  private func exported(_ session: inout Interpreter, _ file: String) throws -> String {
    #expect(session.report("surf export sessions \(file) person=all replace=yes")?.error == nil)
    return String(decoding: try session.services.files.read("/made/" + file, shown: file), as: UTF8.self)
  }

  @Test(arguments: ["journal.csv", "journal.json"])
  func `a journal written and read again is the same`(_ file: String) throws {
    var session = try session()
    session.report(
      "surf category add kelp 0..3",
      "surf log ramp \"2026-03-02 08:00\" 95min 4 rate=power:3,kelp:2 note=\"clean, =1+1\" size=4ft waves=12",
      "surf log ramp \"2026-03-01 08:00\" 60 2 board=log crowd=\"half a dozen\" person=anna")
    let first = try exported(&session, file)
    session.report("surf session 1 delete", "surf session 2 delete")
    let imported = session.report("surf import sessions " + file)
    #expect(imported?.error == nil && field(imported, "new") == "2" && field(imported, "people") == "2")
    #expect(try exported(&session, file) == first)
    #expect(field(session.report("surf import sessions " + file), "new") == "0")
  }

  @Test func `logs of others are imported by names and map, with dirt`() throws {
    let log = """
      Beach,Paddled,Stars,hs,power,tide_ft,remarks
      ramp ,2026-03-02 08:00,4,4.9,3,,good
      Ramp,2026-03-02 08:00,4,4.9,3,,good
      RAMP,2026-03-01 07:00,2,99.0,9,1.0,
      Ramp,2026-03-08 02:30,2,3,1,,
      Elsewhere,2026-03-03 07:00,2,3,1,,
      ,2026-03-04 07:00,,,,,
      Ramp,2026-03-05,3,3,1,,
      Ramp,2026-03-06 07:00,9,3,1,,

      """
    var session = try session(["log.csv": log])
    let bare = session.report("surf import sessions log.csv")
    #expect(bare?.error?.code == "missing-column" && bare?.error?.help?.contains("map=") == true)
    let line = "surf import sessions log.csv map=Paddled:start,hs:wave_height_ft"
    let report = session.report(line)
    #expect(report?.error == nil)
    for (name, value) in [("read", "8"), ("new", "3"), ("refused", "4"), ("conflicts", "0")] {
      #expect(field(report, name) == value, "\(name)")
    }
    let remarks = report?.remarks.joined(separator: "\n") ?? ""
    for said in [
      "unknown spot", "Elsewhere", "without a time of day", "skips or repeats", "one hour", "outside the limits",
      "row 5 (line 6): the workspace has no spot 'Elsewhere'", "row 8 (line 9): rating 9 is not from 1 to 5",
    ] {
      #expect(remarks.contains(said), "\(said)")
    }
    #expect(field(session.report(line), "new") == "0")
    let own = try #require(table(session.report("surf sessions by=journal")))
    #expect(own["wave_height_m"]?.numbers?.contains { ($0 - 1.49352).magnitude < 1e-4 } == true)
    #expect(own["rating"]?.count == 3)
  }

  @Test func `a log without spots takes one, and create= adds those with a place`() throws {
    var session = try session([
      "bare.csv": "start,rating\n2026-03-02 08:00,4\n",
      "far.csv": "spot,lat,lon,start,rating\nPantín,43.64,-8.12,2026-03-02 08:00,4\n",
    ])
    #expect(session.report("surf import sessions bare.csv")?.error?.code == "missing-column")
    #expect(field(session.report("surf import sessions bare.csv spot=ramp person=anna"), "new") == "1")
    #expect(session.report("surf import sessions far.csv")?.error?.code == "unknown-spot")
    #expect(
      session.report("surf spots pantin")?.error != nil || table(session.report("surf spots pantin"))?.rowCount == 0)
    #expect(field(session.report("surf import sessions far.csv create=yes zone=Europe/Madrid"), "new") == "1")
    #expect(table(session.report("surf spots pantin"))?.rowCount == 1)
    #expect(table(session.report("surf sessions spot=pantin"))?["start"]?[0].fileText == "2026-03-02T07:00:00Z")
  }

  @Test func `ratings of another scale are refused until it is given, and then become 1 to 5`() throws {
    let rows = ["8/10", "10", "1", "5.5"].enumerated().map { "Ramp,2026-03-0\($0 + 1) 08:00,1h,\($1)" }
    var session = try session([
      "ten.csv": "spot,start,duration,stars\n" + rows.joined(separator: "\n") + "\nRamp,2026-03-07 08:00,1h,9\n",
      "half.csv": "spot,start,duration,stars\nRamp,2026-04-01 08:00,1h,3.5\nRamp,2026-04-02 08:00,1h,4\n",
    ])
    let bare = session.report("surf import sessions ten.csv")
    #expect(bare?.error?.code == "bad-value" && bare?.error?.help?.contains("scale=1..10") == true)
    #expect(session.report("surf import sessions ten.csv scale=10..1")?.error?.code == "bad-value")
    #expect(session.report("surf import surf-buoy scale=1..10")?.error?.code != nil)
    #expect(field(session.report("surf import sessions ten.csv scale=1..10"), "new") == "5")
    let shown = try #require(table(session.report("surf sessions")))
    let ratings = (0..<shown.rowCount).map { shown["rating"]?[$0].fileText }
    #expect(ratings == ["5", "3", "1", "5", "4"])
    let half = session.report("surf import sessions half.csv")
    #expect(field(half, "new") == "2" && half?.remarks.contains("rounded 1 rating to whole numbers") == true)
  }
}
