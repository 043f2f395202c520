import PodiumCore
import PodiumEngine
import PodiumPlugin
import SurfModel
import Testing

@testable import SurfPlugin

/// What real use found: forecasts of other oceans, nights, the journals of others. All files are made.
struct RealUseTests: MadeFileSuite {
  /// Two days of the same waves every six hours.
  private static let waves: String = {
    let hours = [1, 2].flatMap { day in ["00", "06", "12", "18"].map { "2026-05-0\(day)T\($0):00Z" } }
    let lines = hours.map { "2026-05-01T00:00Z,\($0),2.0,12,320" }
    return (["issued,valid,wave_height_m,wave_period_s,wave_direction_deg"] + lines).joined(separator: "\n") + "\n"
  }()

  // MARK: - Nights

  @Test func `a preference finds windows in daylight, and at night where that is asked for`() throws {
    var session = try SurfFixture.session(files: ["f.csv": Self.waves])
    session.report(
      Self.ramp, "surf import forecast f.csv spot=ramp model=alpha", "surf prefer any height=1..3 spot=ramp")
    let day = session.report("surf check now=2026-05-01T06:00Z")
    #expect(column(day, "from").count == 2)
    for (from, to) in zip(column(day, "from"), column(day, "to")) { #expect(from.prefix(10) == to.prefix(10)) }
    #expect(column(session.report("surf prefer"), "daylight") == ["yes"])
    let why = session.report("surf why ramp \"2026-05-02 03:00\" now=2026-05-01T06:00Z")
    #expect(column(why, "limit").contains("daylight") && column(why, "answer").contains("no"))
    session.report("surf prefer any daylight=no")
    #expect(column(session.report("surf prefer"), "daylight") == ["no"])
    #expect(column(session.report("surf check now=2026-05-01T06:10Z"), "to").contains("2026-05-02T19:00:00Z"))
    session.report("surf prefer any clear=daylight")
    #expect(column(session.report("surf prefer"), "daylight") == ["yes"])
  }

  @Test func `a spot works at night too`() {
    var window = SpotWindow()
    window.swell = Arc("300..340")
    let sea = SeaState(at: Moment(microseconds: 0), values: [.swellDirection: 320])
    #expect(window.match(sea).matches)
  }

  // MARK: - Other oceans

  /// A forecast of each service for a place near Hawaii.
  private static let far: [(format: String, text: String)] = [
    (
      "stormglass",
      #"{"hours":[{"time":"2026-05-01T12:00:00+00:00","waveHeight":{"sg":1.5}}],"meta":{"lat":21.66,"lng":-158.05}}"#
    ),
    (
      "openmeteo",
      #"{"latitude":21.66,"longitude":-158.05,"utc_offset_seconds":0,"hourly_units":{"wave_height":"m"},"#
        + #""hourly":{"time":["2026-05-01T12:00"],"wave_height":[1.5]}}"#
    ),
    (
      "forecast",
      "issued,valid,latitude,longitude,wave_height_m\n2026-05-01T00:00Z,2026-05-01T12:00Z,21.66,-158.05,1.5\n"
    ),
  ]

  @Test(arguments: far.indices)
  func `a forecast of another ocean is refused, and says its distance where it is forced`(_ place: Int) throws {
    let (format, text) = Self.far[place]
    var session = try SurfFixture.session(files: ["s.json": text])
    let line = "surf import \(format) s.json spot=ramp retrieved=2026-05-01T00:00Z"
    let refused = session.report(Self.ramp, line)
    #expect(refused?.error?.code == "far-place" && refused?.error?.message.contains("km from Ramp") == true)
    #expect(session.report("surf forecast ramp asof=2026-05-01T00:00Z")?.error?.code == "no-forecast")
    #expect(session.report(line + " far=yes")?.error == nil)
    session.report("surf prefer any height=1..3 spot=ramp")
    for shown in [
      "surf forecast ramp asof=2026-05-01T00:00Z", "surf check now=2026-05-01T06:00Z",
      "surf why ramp \"2026-05-01 14:00\" now=2026-05-01T06:00Z",
    ] {
      let report = session.report(shown)
      #expect(report?.remarks.contains { $0.contains("km away") } == true, "\(shown)")
    }
    #expect(column(session.report("surf sources now=2026-05-01T06:00Z"), "distance_km").first?.hasPrefix("12") == true)
    let logged = session.report("surf log ramp \"2026-05-01 14:00\" 1h 4")
    #expect(field(logged, "forecast")?.contains("km away") == true)
  }

  // MARK: - Others

  private func crowd() throws -> Interpreter {
    var session = try SurfFixture.session(files: ["f.csv": Self.waves])
    session.report(
      Self.ramp, "surf import forecast f.csv spot=ramp model=alpha", "surf log ramp \"2026-05-01 09:00\" 2h 4",
      "surf log ramp \"2026-05-02 09:00\" 2h 2 person=Bea note=\"not for others\"")
    return session
  }

  @Test func `an export holds your own sessions, and says of how many people it is`() throws {
    var session = try crowd()
    func text() throws -> String {
      String(decoding: try session.services.files.read("/made/out.csv", shown: "out.csv"), as: UTF8.self)
    }
    let own = session.report("surf export sessions out.csv")
    #expect(own?.remarks.first == "wrote 1 session of 1 person to 'out.csv'")
    #expect(own?.remarks.last?.contains("1 session of 1 other person left out") == true)
    #expect(try !text().contains("not for others"))
    let all = session.report("surf export sessions out.csv replace=yes person=all")
    #expect(all?.remarks == ["wrote 2 sessions of 2 people to 'out.csv'"])
    #expect(try text().contains("Bea"))
    session.report("surf sessions to mine.csv")
    let mine = try session.services.files.read("/made/mine.csv", shown: "mine.csv")
    #expect(!String(decoding: mine, as: UTF8.self).contains("not for others"))
  }

  @Test(arguments: ["surf sessions", "surf windows ramp lead=0h", "surf export sessions out.json replace=yes"])
  func `one word takes everyone, and someone unknown is called so`(_ line: String) throws {
    var session = try crowd()
    #expect(session.report(line)?.remarks.contains { $0.contains("person=all") } == true)
    #expect(session.report(line + " person=all")?.error == nil)
    #expect(session.report(line + " person=bea")?.error == nil)
    #expect(session.report(line + " person=Zoe")?.error?.code == "unknown-person")
  }

  @Test func `preferences and alerts are yours, and those of everyone with one word`() throws {
    var session = try crowd()
    session.report("surf prefer mine height=1.. spot=ramp", "surf prefer hers height=1.. spot=ramp person=Bea")
    #expect(column(session.report("surf prefer"), "preference") == ["mine"])
    #expect(column(session.report("surf prefer person=all"), "preference") == ["hers", "mine"])
    #expect(Set(column(session.report("surf check now=2026-05-01T06:00Z"), "person")).count == 1)
    #expect(Set(column(session.report("surf check now=2026-05-01T06:00Z person=all"), "person")).count == 2)
    for line in ["surf prefer person=Zoe", "surf check now=2026-05-01T06:00Z person=Zoe", "surf profile person=Zoe"] {
      #expect(session.report(line)?.error?.code == "unknown-person", "\(line)")
    }
    for line in ["surf log ramp \"2026-05-01 15:00\" 1h 4 person=all", "surf prefer x height=1.. person=all"] {
      #expect(session.report(line)?.error?.code == "bad-value", "\(line)")
    }
  }
}

/// What real use found about words: logs, times of day, notices, maps, home spots. All files are made.
struct WordsOfUseTests: MadeFileSuite {
  @Test(arguments: [
    ("surf log ramp 2026-08-20 8:00 1h 5", "2026-08-20T06:00:00Z"),
    ("surf log ramp \"yesterday 8:00\" 1h 4", "2026-08-19T06:00:00Z"),
    ("surf log ramp 8am 1h 4", "2026-08-20T06:00:00Z"), ("surf log ramp 2026-08-20 8am 1h 4", "2026-08-20T06:00:00Z"),
    ("surf log ramp 2026-08-19 8 pm 1h 4", "2026-08-19T18:00:00Z"),
    ("surf log ramp \"aug 16 8:00\" 1h 4", "2026-08-16T06:00:00Z"),
    ("surf log ramp \"16 August 7:30 pm\" 1h 4", "2026-08-16T17:30:00Z"),
    ("surf log ramp \"dec 30 9:00\" 1h 4", "2025-12-30T08:00:00Z"),
    ("surf log ramp yesterday 8:00 1h 4", "2026-08-19T06:00:00Z"),
    ("surf log ramp 16 aug 08:00 1h 4", "2026-08-16T06:00:00Z"),
    ("surf log ramp aug 16 8 am 1h 4", "2026-08-16T06:00:00Z"),
    ("surf log ramp monday 8am \"1h 30min\" 4", "2026-08-17T06:00:00Z"),
    ("surf log ramp \"Thu 8:00\" 1h 4", "2026-08-20T06:00:00Z"),
    ("surf log ramp \"fri 8:00\" 1h 4", "2026-08-14T06:00:00Z"),
    ("surf log ramp \"yesterday 7.30am\" 1h 4", "2026-08-19T05:30:00Z"),
    ("surf log ramp \"last saturday 7:30\" 1h 4", "2026-08-15T05:30:00Z"),
    ("surf log ramp last saturday 7:30 1h 4", "2026-08-15T05:30:00Z"),
    ("surf log ramp \"last thursday 7:30\" 1h 4", "2026-08-13T05:30:00Z"),
    ("surf log ramp \"i torsdags 7:30\" 1h 4", "2026-08-13T05:30:00Z"),
    ("surf log ramp \"i lördags kl 7.30\" 1h 4", "2026-08-15T05:30:00Z"),
    ("surf log ramp i måndags 19:30 1h 4", "2026-08-17T17:30:00Z"),
    ("surf log ramp \"förra söndagen 8:00\" 1h 4", "2026-08-16T06:00:00Z"),
    ("surf log ramp \"letzten Samstag um 8 Uhr\" 1h 4", "2026-08-15T06:00:00Z"),
    ("surf log ramp \"am Sonntag 8:00\" 1h 4", "2026-08-16T06:00:00Z"),
    ("surf log ramp \"Mittwoch Abend 7:30\" 1h 4", "2026-08-19T17:30:00Z"),
    ("surf log ramp \"gestern 8:00\" 1h 4", "2026-08-19T06:00:00Z"),
    ("surf log ramp gestern 8 Uhr 1h 4", "2026-08-19T06:00:00Z"),
    ("surf log ramp \"vorgestern 8:00\" 1h 4", "2026-08-18T06:00:00Z"),
    ("surf log ramp \"igår kväll 19:00\" 1h 4", "2026-08-19T17:00:00Z"),
    ("surf log ramp \"i går 8:00\" 1h 4", "2026-08-19T06:00:00Z"),
    ("surf log ramp \"idag 8:00\" 1h 4", "2026-08-20T06:00:00Z"),
    ("surf log ramp \"i morse 8:00\" 1h 4", "2026-08-20T06:00:00Z"),
    ("surf log ramp \"heute früh 8:00\" 1h 4", "2026-08-20T06:00:00Z"),
    ("surf log ramp \"this morning 7:30\" 1h 4", "2026-08-20T05:30:00Z"),
    ("surf log ramp \"last night 7:30\" 1h 4", "2026-08-19T17:30:00Z"),
    ("surf log ramp \"8am yesterday\" 1h 4", "2026-08-19T06:00:00Z"),
    ("surf log ramp \"on saturday at 8am\" 1h 4", "2026-08-15T06:00:00Z"),
    ("surf log ramp 2026-08-19 19h30 1h30 4", "2026-08-19T17:30:00Z"),
    ("surf log ramp \"2026-08-19 19:30\" 9:00pm ★★★★", "2026-08-19T17:30:00Z"),
    ("surf log ramp \"2026-08-19 19:30\" \"90 minutes\" 4/5", "2026-08-19T17:30:00Z"),
    ("surf log ramp \"2026-08-19 19:30\" 1h30m 4", "2026-08-19T17:30:00Z"),
  ])
  func `a start is read as people write it`(_ line: String, _ start: String) throws {
    var session = try SurfFixture.session(files: [:], now: "2026-08-20T12:00Z")
    session.report(Self.ramp)
    let report = session.report(line)
    #expect(field(report, "start") == start, "\(report?.error?.message ?? "")")
  }

  @Test func `days, times and units are typed as people say them`() throws {
    var session = try SurfFixture.session(files: [:], now: "2026-08-20T23:00Z")
    session.report(Self.ramp)
    // At the spot the next day has begun.
    for (word, day) in [
      ("today", "2026-08-21"), ("tomorrow", "2026-08-22"), ("Yesterday", "2026-08-20"), ("21.8.2026", "2026-08-21"),
    ] {
      #expect(field(session.report("surf sun ramp \(word)"), "date") == day)
    }
    #expect(session.report("surf tide ramp today")?.error?.help == "name it: surf spot edit 1 tide=CODE")
    session.report("surf profile height=feet wind=knots temperature=fahrenheit quiet=10pm..6am")
    let profile = session.report("surf profile")
    #expect(
      field(profile, "height") == "ft" && field(profile, "wind") == "kn" && field(profile, "quiet") == "22:00..06:00")
    #expect(session.report("surf prefer x height=4.. time=6am..10:30am")?.error == nil)
    #expect(session.report("surf profile wind=feet")?.error != nil)
    #expect(session.report("surf spot add Pole -89.9,0 zone=Antarctica/McMurdo")?.error == nil)
  }

  @Test func `a log in feet keeps the height that was seen, and a true minus sign is one`() throws {
    let log = "spot,start,rating,size_ft\nRamp,2026-05-02 09:00,4,5\nRamp,2026-05-03 09:00,4,big\n"
    let tide = "issued,valid,wave_height_m,tide_m\n2026-05-02T00:00Z,2026-05-02T06:00Z,1.5,−0.3\n"
    var session = try SurfFixture.session(files: ["log.csv": log, "tide.csv": tide], now: "2026-08-20T12:00Z")
    session.report(Self.ramp)
    let report = session.report("surf import sessions log.csv")
    #expect(report?.remarks.contains { $0.contains("size_ft is 'big'") } == true, "\(report?.remarks ?? [])")
    #expect(field(session.report("surf session 1"), "size_m") == "1.524")
    #expect(field(session.report("surf session 2"), "size_m") == nil)
    let read = session.report("surf import forecast tide.csv spot=ramp model=a")
    #expect(read?.error == nil && read?.remarks.contains { $0.contains("not a number") } == false)
  }

  @Test func `a start that is none is refused with the forms there are`() throws {
    var session = try SurfFixture.session(files: [:], now: "2026-08-20T12:00Z")
    session.report(Self.ramp)
    for line in [
      "soon", "25:00", "\"aug 40 8:00\"", "13am", "8", "\"this saturday 8:00\"", "\"this morning 19:30\"",
      "\"last night 1:00\"",
    ] {
      let error = session.report("surf log ramp \(line) 1h 4")?.error
      #expect(error?.code == "bad-value" && error?.message.contains("yesterday") == true, "\(line)")
    }
    // There was a Monday in this week.
    for line in ["\"last monday 8:00\"", "\"letzten Montag früh 8:00\"", "förra måndagen 8:00"] {
      let error = session.report("surf log ramp \(line) 1h 4")?.error
      #expect(error?.code == "ambiguous-date" && error?.message.contains("2026-08-10 or 2026-08-17") == true, "\(line)")
    }
    for line in ["\"tomorrow 8:00\"", "\"imorgon 8:00\"", "\"tonight 8:00\""] {
      let error = session.report("surf log ramp \(line) 1h 4")?.error
      #expect(error?.message.contains("in the future") == true, "\(line): \(error?.message ?? "")")
    }
    #expect(session.report("surf log ramp 2026-08-19 1h 4")?.error?.message.contains("in quotes") == true)
    #expect(session.report("surf log ramp 8:00 1h 4 crowded")?.error?.help?.contains("in quotes") == true)
  }

  @Test func `a day-only log is at noon by the spot's clock, without conditions`() throws {
    var session = try SurfFixture.session(files: [
      "d.csv": "spot,date,rating\nRamp,2026-05-02,4\n",
      "f.csv":
        "issued,valid,wave_height_m\n2026-05-02T00:00Z,2026-05-02T09:00Z,2\n2026-05-02T00:00Z,2026-05-02T11:00Z,2\n",
    ])
    session.report(Self.ramp, "surf import forecast f.csv spot=ramp model=alpha")
    let report = session.report("surf import sessions d.csv")
    #expect(field(report, "new") == "1" && field(report, "conditions") == "0")
    #expect(report?.remarks.contains { $0.contains("counts as noon") } == true)
    let shown = session.report("surf session 1")
    #expect(field(shown, "start") == "2026-05-02T10:00:00Z" && field(shown, "forecast") == nil)
    #expect(field(session.report("surf snapshot"), "taken") == "0")
    session.report("surf export sessions out.csv", "surf session 1 delete")
    #expect(field(session.report("surf import sessions out.csv"), "conditions") == "0")
    // With its time it is a session as any other.
    let edited = session.report("surf session last edit start=11:00")
    #expect(field(edited, "start") == "2026-05-02T09:00:00Z" && field(edited, "forecast") != nil)
  }

  @Test func `map= names a column with a space`() throws {
    let text = "When,Hs (m),Peak Direction\n2026-05-01T00:00Z,1.5,320\n"
    for map in [
      "When:valid,\"Hs (m)\":wave_height_m,\"Peak Direction\":wave_direction_deg",
      "\"When:valid\",\"Hs (m):wave_height_m\",\"Peak Direction:wave_direction_deg\"",
    ] {
      var session = try SurfFixture.session(files: ["p.csv": text])
      session.report(Self.ramp)
      let report = session.report("surf import forecast p.csv spot=ramp model=a retrieved=2026-05-01T00:00Z map=" + map)
      #expect(report?.error == nil && field(report, "new") == "1", "\(map): \(report?.error?.message ?? "")")
    }
    var session = try SurfFixture.session(files: ["log.csv": "My beach,When,Stars\nRamp,2026-05-01 08:00,4\n"])
    session.report(Self.ramp, "surf category add \"Kelp mess\" 0..3")
    #expect(session.report("surf import sessions log.csv map=\"My beach\":spot,When:start")?.error == nil)
    #expect(session.report("surf session 1 edit rate=\"Kelp mess\":2")?.error == nil)
  }

  @Test func `a home spot is preferred, then one with sessions, with a note`() throws {
    var session = try SurfFixture.session(files: [:])
    session.report(
      "surf spot add \"Cais do funchal\" 32.64,-16.91", "surf spot add Caion 43.316,-8.606",
      "surf spot add \"Praia Cais\" 38.7,-9.4")
    #expect(session.report("surf sun cai 2026-05-02")?.error?.code == "which-spot")
    session.report("surf log caion \"2026-05-02 09:00\" 1h 4")
    let used = session.report("surf sun cai 2026-05-02")
    #expect(field(used, "spot") == "Caion" && used?.remarks.contains { $0.contains("sessions or forecasts") } == true)
    session.report("surf profile home=cais")
    #expect(session.report("surf profile home=\"cais do funchal\"")?.error == nil)
    let home = session.report("surf sun cai 2026-05-02")
    #expect(field(home, "spot") == "Cais do funchal" && home?.remarks.contains { $0.contains("home spot") } == true)
    // What deletes or edits takes no likely spot.
    #expect(session.report("surf spot cai delete")?.error?.code == "which-spot")
  }

  @Test func `a screen has the units and the clock of the person, a file those that are stored`() throws {
    let hours = (0..<4).map {
      "2026-05-01T00:00Z,2026-05-01T\($0 < 2 ? "0\($0 * 6)" : "\($0 * 6)"):00Z,2.0,12,320,5,90"
    }
    var session = try SurfFixture.session(files: [
      "f.csv":
        (["issued,valid,wave_height_m,wave_period_s,wave_direction_deg,wind_speed_ms,wind_direction_deg"] + hours)
        .joined(separator: "\n") + "\n"
    ])
    session.report(
      Self.ramp + " buoy=MADE1", "surf import forecast f.csv spot=ramp model=alpha",
      "surf profile height=ft wind=kn temperature=F", "surf log ramp \"2026-05-01 09:00\" 2h 4",
      "surf import ndbc surf-buoy")
    for line in ["surf observations MADE1", "surf session 1", "surf windows ramp lead=0h"] {
      let report = session.report(line)
      guard case .table(let output)? = report?.outputs.first(where: { if case .table = $0 { true } else { false } })
      else {
        continue
      }
      let shown = try #require(output.screen, "\(line)")
      let text = shown.columns.map { column in
        column.name + " " + (0..<column.count).map { column[$0].fileText }.joined()
      }
      .joined()
      #expect(text.contains("_ft") && text.contains("_kn"), "\(line)")
      #expect(!output.table.names.contains { $0.hasSuffix("_ft") })
    }
  }

  @Test func `notices are lines in the person's units unless JSON is asked for`() throws {
    let sent = Sent()
    let hours = (0..<4).map { "2026-05-01T00:00Z,2026-05-01T\($0 < 2 ? "0\($0 * 6)" : "\($0 * 6)"):00Z,2.0,12,320" }
    var session = try SurfFixture.session(files: [
      "f.csv": (["issued,valid,wave_height_m,wave_period_s,wave_direction_deg"] + hours).joined(separator: "\n") + "\n"
    ])
    session.services.shell = { (_, bytes, _) throws(Diagnostic) in
      sent.add(bytes)
      return 0
    }
    session.report(
      Self.ramp, "surf import forecast f.csv spot=ramp model=alpha", "surf profile height=ft wind=kn",
      "surf prefer any height=1m..3m spot=ramp", "surf check now=2026-05-01T06:00Z notify=mail")
    #expect(sent.all.first?.hasPrefix("new ") == true && sent.all.first?.contains("6.6 ft") == true)
    #expect(sent.all.first?.contains("by alpha") == true && sent.all.first?.contains("08:00–") == true)
    session.report(
      "surf prefer other height=1m..4m spot=ramp", "surf check now=2026-05-01T06:00Z notify=mail notify-format=json")
    #expect(sent.all.last?.hasPrefix("{\"windows\"") == true)
  }
}
