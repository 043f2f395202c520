import PodiumCore
import PodiumEngine
import PodiumPlugin
import SurfModel
import Testing

@testable import SurfPlugin

/// `surf prefer`, `surf check` and what comes of them. All files are made.
struct CheckTests {
  /// Hourly forecasts of three days; waves of 2 m between some hours, else of 0.5 m.
  private static func issue(_ issued: String, high: ClosedRange<Int>, height: Double = 2) -> String {
    var lines = ["issued,valid,wave_height_m,wave_period_s,wave_direction_deg,wind_speed_ms,wind_direction_deg"]
    for hour in 0..<72 {
      let valid = Moment(iso: "2026-03-02T00:00Z")?.later(hour * 3_600_000_000)
      lines.append("\(issued),\(valid?.description ?? ""),\(high.contains(hour) ? height : 0.5),12,200,3,0")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func session(_ sent: Sent? = nil, status: Int32 = 0) throws -> Interpreter {
    var session = try SurfFixture.session(files: [
      "first.csv": Self.issue("2026-03-02T00:00Z", high: 20...25),
      "longer.csv": Self.issue("2026-03-02T06:00Z", high: 18...27),
      "flat.csv": Self.issue("2026-03-02T12:00Z", high: 20...25, height: 0.6),
    ])
    if let sent {
      session.services.shell = { (_, bytes, _) throws(Diagnostic) in
        sent.add(bytes)
        return status
      }
    }
    session.report(
      "surf spot add Ramp 36.95,-122.02 zone=America/Los_Angeles facing=180",
      "surf import forecast first.csv spot=ramp model=coast", "surf prefer big height=1.5..3 spot=ramp")
    return session
  }

  @Test func `a window is new once, better when it grows, and gone when it goes`() throws {
    var session = try session()
    let first = session.report("surf check now=2026-03-02T03:00Z")
    #expect(first?.error == nil && column(first, "state") == ["new"])
    #expect(column(first, "from") == ["2026-03-02T20:00:00Z"] && column(first, "to") == ["2026-03-03T02:00:00Z"])
    #expect(column(first, "lead_h") == ["20"])
    #expect(column(session.report("surf check now=2026-03-02T03:30Z"), "state") == ["known"])
    session.report("surf import forecast longer.csv spot=ramp model=coast")
    let better = session.report("surf check now=2026-03-02T07:00Z")
    #expect(column(better, "state") == ["better"] && column(better, "from") == ["2026-03-02T18:00:00Z"])
    #expect(column(session.report("surf check now=2026-03-02T07:30Z"), "state") == ["known"])
    session.report("surf import forecast flat.csv spot=ramp model=coast")
    let gone = session.report("surf check now=2026-03-02T13:00Z")
    #expect(column(gone, "state") == ["gone"])
    #expect(column(gone, "reason") == ["the height of 0.5 m is 1 m below 1.5 m"])
    #expect(column(session.report("surf check now=2026-03-02T13:30Z"), "state") == [])
  }

  @Test func `a forecast that was not known yet changes nothing`() throws {
    var session = try session()
    session.report("surf import forecast flat.csv spot=ramp model=coast")
    #expect(column(session.report("surf check now=2026-03-02T03:00Z"), "state") == ["new"])
  }

  @Test func `need= ends with no-window where none matches`() throws {
    var session = try session()
    #expect(session.report("surf check now=2026-03-02T03:00Z need=yes")?.error == nil)
    #expect(session.report("surf check now=2026-03-02T04:00Z need=yes")?.error == nil)
    session.report("surf prefer big height=4..")
    #expect(session.report("surf check now=2026-03-02T04:00Z need=yes")?.error?.code == "no-window")
  }

  @Test(arguments: ["tide=mid", "rain=..1", "air=10..", "wind=offshore,..1kn", "days=mon height=3..", "score=0.2"])
  func `a clause that fails or is not known keeps an alert silent`(_ clause: String) throws {
    var session = try session()
    session.report("surf prefer big " + clause)
    #expect(column(session.report("surf check now=2026-03-02T03:00Z"), "state") == [])
  }

  @Test func `an old forecast is stale, and said to be`() throws {
    var session = try session()
    let report = session.report("surf check now=2026-03-04T00:30Z")
    #expect(column(report, "state") == [] && report?.remarks.first?.contains("48 hours") == true)
  }

  @Test func `the order of imports does not matter`() throws {
    let files = ["first", "longer", "flat"]
    var found: [[String]] = []
    for order in [files, files.reversed(), ["longer", "flat", "first"]] {
      var session = try SurfFixture.session(files: [
        "first.csv": Self.issue("2026-03-02T00:00Z", high: 20...25),
        "longer.csv": Self.issue("2026-03-02T06:00Z", high: 18...27),
        "flat.csv": Self.issue("2026-03-02T01:00Z", high: 20...25, height: 0.6),
      ])
      session.report("surf spot add Ramp 36.95,-122.02 zone=UTC", "surf prefer big height=1.5..3")
      for file in order { session.report("surf import forecast \(file).csv spot=ramp model=coast") }
      let report = session.report("surf check now=2026-03-02T07:00Z")
      found.append(["from", "to", "state", "reason", "quality"].flatMap { column(report, $0) })
    }
    #expect(found[0].count == 5 && found[1] == found[0] && found[2] == found[0])
  }

  @Test func `news goes to a command as JSON, once, outside quiet hours`() throws {
    let sent = Sent()
    var session = try session(sent)
    // 03:00 UTC is 19:00 at the spot.
    session.report("surf profile quiet=18:00..20:00")
    let held = session.report("surf check now=2026-03-02T03:00Z notify=\"mail surfer\"")
    #expect(held?.error == nil && held?.remarks.contains { $0.contains("held back 1 notice") } == true)
    #expect(sent.all.isEmpty)
    session.report("surf check now=2026-03-02T04:30Z notify-format=json notify=\"mail surfer\"")
    session.report("surf check now=2026-03-02T04:40Z notify=\"mail surfer\"")
    let texts = sent.all
    #expect(texts.count == 1)
    let value = try JSONReader.value(Array((texts.first ?? "").utf8)[...], file: "sent")
    #expect(value["windows"]?.array?.first?["state"]?.string == "new")
    #expect(value["windows"]?.array?.first?["spot"]?.string == "Ramp")
  }

  @Test func `notices have a daily limit, and a command that fails sent nothing`() throws {
    let sent = Sent()
    var session = try session(sent)
    session.report("surf prefer huge height=1.9..3 spot=ramp", "surf profile notices=1")
    session.report("surf check now=2026-03-02T03:00Z notify=mail")
    #expect(sent.all.first?.contains("huge") != sent.all.first?.contains("big"))
    let next = session.report("surf check now=2026-03-02T04:00Z notify=mail")
    #expect(next?.remarks.contains { $0.contains("held back 1") } == true)
    var failing = try self.session(sent, status: 3)
    #expect(failing.report("surf check now=2026-03-02T03:00Z notify=mail")?.error?.code == "command-failed")
    #expect(column(failing.report("surf check now=2026-03-02T03:00Z"), "state") == ["new"])
    failing.services.shell = nil
    #expect(failing.report("surf check now=2026-03-02T03:00Z notify=mail")?.error?.code == "trust-refused")
  }

  @Test func `quiet hours go by the clock of the spot in question`() throws {
    let sent = Sent()
    var session = try session(sent)
    // Of two spots the first has another clock: at 03:00 UTC it is 19:00 at Ramp and 04:00 at Far.
    session.report(
      "surf spot add Far 43.6,-8.1 zone=Europe/Madrid", "surf import forecast first.csv spot=far model=coast",
      "surf prefer big spot=far daylight=no", "surf profile quiet=22:00..6:00")
    session.report("surf check now=2026-03-02T03:00Z notify=mail")
    #expect(sent.all.isEmpty)
    session.report("surf check now=2026-03-02T06:00Z notify=mail")
    #expect(sent.all.count == 1)
  }

  @Test func `each person has their own quiet hours and daily limit`() throws {
    let sent = Sent()
    var session = try session(sent)
    session.report(
      "surf prefer big delete", "surf prefer one height=1.5..3 spot=ramp person=ann",
      "surf prefer two height=1.6..3 spot=ramp person=ann", "surf prefer one height=1.5..3 spot=ramp person=bob",
      "surf prefer one height=1.5..3 spot=ramp person=eve", "surf profile notices=1 person=ann",
      "surf profile quiet=18:00..20:00 person=bob", "surf profile quiet=0:00..23:59 notices=0")
    let report = session.report("surf check now=2026-03-02T03:00Z person=all notify=mail notify-format=json")
    #expect(report?.remarks.contains { $0.contains("held back 2 notices") } == true)
    let value = try JSONReader.value(Array((sent.all.first ?? "").utf8)[...], file: "sent")
    #expect(value["windows"]?.array?.compactMap { $0["person"]?.string } == ["ann", "eve"])
    // Later that day bob gets his, and ann none.
    session.report("surf check now=2026-03-02T05:00Z person=all notify=mail notify-format=json")
    #expect(sent.all.count == 2 && sent.all.last?.contains("bob") == true && sent.all.last?.contains("ann") == false)
  }

  @Test func `an event of a calendar has the stamp of its issue, and spots in other scripts differ`() throws {
    var session = try session()
    session.report(
      "surf spot add 千葉 35.4,140.4 zone=Asia/Tokyo", "surf import forecast first.csv spot=千葉 model=coast",
      "surf spot add 湘南 35.3,139.5 zone=Asia/Tokyo", "surf import forecast first.csv spot=湘南 model=coast",
      "surf prefer big spot=千葉,湘南", "surf check now=2026-03-02T03:00Z to windows.ics")
    let text = String(
      decoding: try session.services.files.read("/made/windows.ics", shown: "windows.ics"), as: UTF8.self)
    let lines = text.split(separator: "\r\n")
    #expect(lines.filter { $0 == "DTSTAMP:20260302T000000Z" }.count == 2)
    let names = lines.filter { $0.hasPrefix("UID:") }
    #expect(names.count == 2 && Set(names).count == 2 && names.allSatisfy { !$0.contains("-2@") })
  }

  @Test func `windows become a calendar, and matches still do`() throws {
    var session = try session()
    #expect(session.report("surf check now=2026-03-02T03:00Z to windows.ics")?.error == nil)
    let text = String(
      decoding: try session.services.files.read("/made/windows.ics", shown: "windows.ics"), as: UTF8.self)
    for line in ["DTSTART:20260302T200000Z\r\n", "DURATION:PT6H\r\n", "SUMMARY:Ramp: big\r\n", "LOCATION:Ramp\r\n"] {
      #expect(text.contains(line), "\(line)")
    }
    #expect(session.report("surf spots to spots.ics")?.error?.code == "no-matches")
  }

  @Test(arguments: [
    ("height=3..1", "bad-value"), ("height=abc", "bad-value"), ("height=2", "bad-value"),
    ("direction=400..20", "bad-value"),
    ("wind=sideways", "bad-value"), ("tide=wet", "bad-value"), ("time=25..3", "bad-value"),
    ("days=someday", "bad-value"),
    ("rating=salt:3", "unknown-category"), ("rating=power", "bad-value"), ("score=7", "bad-value"),
    ("spot=atlantis", "unknown-spot"), ("daylight=perhaps", "bad-value"), ("height=1..2kn", "bad-value"),
  ])
  func `what no preference can be is refused`(_ clause: String, _ code: String) throws {
    var session = try session()
    #expect(session.report("surf prefer odd " + clause)?.error?.code == code)
    #expect(session.report("surf prefer odd")?.error?.code == "unknown-preference")
  }

  @Test func `sessions without conditions do not count for what is learned`() throws {
    var session = try SurfFixture.session(files: [:])
    session.report("surf spot add Ramp 43.3,-8.6 zone=Europe/Madrid")
    for day in 1...8 { session.report("surf log ramp \"2026-05-0\(day) 08:00\" 1h 5") }
    let said = session.report("surf prefer liked likeness=0.5 rating=4")?.remarks ?? []
    for start in ["likeness= matches nothing yet", "rating=overall matches nothing yet"] {
      #expect(said.contains { $0.hasPrefix(start) && $0.hasSuffix("there are 0") }, "\(said)")
    }
  }

  @Test func `a chance may be typed in percent, as it is shown`() throws {
    var session = try SurfFixture.session(files: [:])
    session.report("surf spot add Ramp 43.3,-8.6 zone=Europe/Madrid", "surf prefer a height=1..2 chance=60%")
    let stored = try #require(try StoredPreference.all(in: session.store()).first)
    #expect(stored.preference.minimumChance == 0.6)
    #expect(session.report("surf prefer a chance=160%")?.error?.code == "bad-value")
  }

  @Test func `a preference is read back as it was stated, in any units`() throws {
    var session = try session()
    session.report("surf profile height=ft wind=kn temperature=F")
    let line =
      "surf prefer All spot=ramp height=4..8 period=10.. direction=NW..NNE wind=offshore,glassy,..10 "
      + "wind-direction=300..60 tide=mid,rising time=22:00..6 days=weekend daylight=no air=50.. rain=..0.5 cloud=..50 "
      + "rating=power:3,chop:2 score=0.5"
    let report = session.report(line)
    #expect(report?.error == nil && report?.remarks.contains { $0.contains("height=4..8 in ft") } == true)
    let store = try #require(session.services.store)
    let stored = try #require(StoredPreference.all(in: store).first { $0.name == "All" }?.preference)
    #expect((stored.height?.low ?? 0).magnitude == 4 * 0.3048 && stored.period == Bounds(low: 10))
    #expect(((stored.windSpeed?.high ?? 0) - 10 * 1852.0 / 3600).magnitude < 1e-12)
    #expect(stored.airTemperature.flatMap(\.low).map { ($0 - 10).magnitude < 1e-9 } == true)
    #expect(stored.weekdays == [.saturday, .sunday] && stored.times == DayTimes(from: 1320, to: 360))
    #expect(stored.minimumRatings == ["power": 3, "chop": 2] && stored.minimumScore == 0.5)
    #expect(stored.windSides == [.offshore, .glassy] && stored.tideTrends == [.rising] && !stored.daylightOnly)
    // A cleared limit goes, the others stay.
    session.report("surf prefer all clear=tide,score")
    let less = try #require(StoredPreference.all(in: store).first { $0.name == "all" }?.preference)
    #expect(less.tideLevels.isEmpty && less.minimumScore == nil && less.height == stored.height)
    #expect(session.report("surf prefer all delete")?.error == nil)
    #expect(try !StoredPreference.all(in: store).contains { $0.key == "all" })
  }

  @Test func `why takes a time of day that is over for tomorrow's, if the forecast begins later`() throws {
    var session = try session()
    // At 06:00 UTC on 2 March it is 22:00 on 1 March at the spot, and the forecast begins at 16:00.
    let later = session.report("surf why ramp 9:00 now=2026-03-02T06:00Z")
    #expect(later?.error == nil)
    guard case .record(let record)? = later?.outputs.first else { return #expect(Bool(false)) }
    #expect(record.title.contains("Mon 2 Mar 2026 09:00"))
    guard case .record(let same)? = session.report("surf why ramp 17:00 now=2026-03-02T06:00Z")?.outputs.first else {
      return #expect(Bool(false))
    }
    #expect(same.title.contains("Sun 1 Mar 2026 17:00"))
  }

  @Test func `why names the limits that fail, and how sure the hour is`() throws {
    var session = try session()
    session.report("surf import forecast longer.csv spot=ramp model=other")
    let report = session.report("surf why ramp \"2026-03-02 10:00\" now=2026-03-02T07:00Z")
    #expect(report?.error == nil)
    guard case .record(let record)? = report?.outputs.first else { return #expect(Bool(false)) }
    func field(_ name: String) -> Value? { record.fields.first { $0.name == name }?.values.first }
    #expect(field("models") == .integer(2) && field("spread_m") == .number(1.5) && field("lead_h") == .number(18))
    #expect(column(report, "answer") == ["no", "yes"] && column(report, "missed_by") == ["-1", ""])
    #expect(report?.remarks.first?.contains("8 good sessions") == true)
  }
}
