internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// Small made files and the commands that load them, for the examples of the help.
enum SurfSamples {
  /// Examples as text (`[Example].read`); what runs before one may be a scene by its name.
  static func examples(_ text: String) -> [Example] {
    [Example].read(text).map { example in
      let setup = example.setup.flatMap { scenes[$0] ?? [$0] }
      if let code = example.fails { return Example(example.line, after: setup, example.caption, fails: code) }
      return Example(example.line, after: setup, example.caption, prints: example.prints ?? "")
    }
  }

  /// The commands of each scene; each line begins with its name and may begin with another scene.
  private static let scenes: [String: [String]] = {
    var scenes: [String: [String]] = [:]
    for row in sceneText.split(separator: "\n") {
      let parts = row.split(separator: ": ", maxSplits: 1).map(String.init)
      scenes[parts[0]] = parts[1].split(separator: "; ").flatMap { scenes[String($0)] ?? [String($0)] }
    }
    return scenes
  }()

  static let spot =
    "surf spot add Ramp 36.95,-122.02 zone=America/Los_Angeles facing=180 tide=TIDE1 buoy=MADE1 model=coast"

  private static let sceneText = """
    spot: \(spot)
    spots: surf spot add "Pleasure Point" 36.97,-121.96 zone=America/Los_Angeles; surf spot add Pantín 43.64,-8.12 zone=Europe/Madrid region=Galicia
    logged: spot; surf log ramp "2026-03-02 7:30" 95min 4 person=ann
    tide: spot; surf import coops ramp-tide.json station=TIDE1 units=m datum=MLLW zone=gmt
    forecast: spot; surf import forecast ramp-forecast.csv spot=ramp model=coast
    two: forecast; surf log ramp "2026-03-02 07:30" 95min 4 rate=power:3; surf log ramp "2026-03-03 08:00" 1h30 2
    stated: forecast; surf prefer any height=1..3 spot=ramp
    both: two; surf prefer any height=1..3 spot=ramp
    crowd: forecast; surf log ramp "2026-03-02 07:30" 95min 3 person=ann; surf log ramp "2026-03-02 07:30" 95min 4 person=bo; \
    surf log ramp "2026-03-02 07:30" 95min 5 person=cy
    month: spot; surf import forecast ramp-month.csv spot=ramp model=coast
    week: month; surf log ramp "2026-03-02 10:00" 2h 4; surf log ramp "2026-03-05 10:00" 2h 2; \
    surf log ramp "2026-03-08 10:00" 2h 3; surf log ramp "2026-03-11 10:00" 2h 5; surf log ramp "2026-03-14 10:00" 2h 2; \
    surf log ramp "2026-03-17 10:00" 2h 4; surf log ramp "2026-03-20 10:00" 2h 1; surf log ramp "2026-03-24 10:00" 2h 5
    backtest: month; surf log ramp "2026-03-03 08:00" 2h 4; surf log ramp "2026-03-08 10:00" 2h 2; \
    surf log ramp "2026-03-14 08:00" 2h 5; surf log ramp "2026-03-24 12:00" 2h 3; surf prefer any height=1..2 spot=ramp
    """

  static let files = [
    ExampleFile("ramp-forecast.csv", forecastText), ExampleFile("ramp-month.csv", monthText),
    ExampleFile("ramp-tide.json", tideText), ExampleFile("ramp-buoy.csv", buoyText),
  ]

  /// Two issues of three days, every six hours.
  private static let forecastText: String = {
    var lines = ["issued,valid,wave_height_m,wave_direction_deg,wave_period_s,wind_speed_ms,wind_direction_deg"]
    for day in 1...2 {
      for step in 0...12 {
        let hours = (day - 1) * 24 + step * 6
        let valid = Moment(microseconds: (CalendarDate(year: 2026, month: 3, day: 1)?.days ?? 0) * SessionTimes.day)
          .later(hours * 3_600_000_000)
        let height = 12 + (hours * 7 + day) % 9
        let fields = [
          "2026-03-0\(day)T00:00Z", valid.description, "\(height / 10).\(height % 10)", "\((280 + hours) % 360)",
          "\(9 + hours % 5)", "\((hours / 6 * 3 + day) % 8)", "\((10 + hours * 5) % 360)",
        ]
        lines.append(fields.joined(separator: ","))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }()

  /// 40 issues, one a day, of two days every three hours.
  private static let monthText: String = {
    var lines = ["issued,valid,wave_height_m,wave_direction_deg,wave_period_s,wind_speed_ms,wind_direction_deg"]
    let start = Moment(microseconds: (CalendarDate(year: 2026, month: 2, day: 25)?.days ?? 0) * SessionTimes.day)
    for day in 0..<40 {
      for step in 0...16 {
        let hours = day * 24 + step * 3
        // A swell every nine days, forecast a little higher the further ahead.
        let age = (hours / 24 * 24 + hours % 24) % 216
        let height = 6 + max(0, 16 - abs(age - 80) / 6) + step / 8
        let fields = [
          start.later(day * SessionTimes.day).description, start.later(hours * 3_600_000_000).description,
          "\(height / 10).\(height % 10)", "\((270 + hours / 5) % 360)", "\(8 + hours / 24 % 7)",
          "\((hours * 5 + day) % 9)", "\((hours * 11) % 360)",
        ]
        lines.append(fields.joined(separator: ","))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }()

  /// Three hours of a buoy, with a row of units as ERDDAP writes it.
  private static let buoyText = """
    time,wvht,dpd,mwd,wspd
    UTC,m,s,degrees_true,m s-1
    2026-03-02T00:00:00Z,1.4,11,280,3.5
    2026-03-02T01:00:00Z,1.5,11,282,4.0
    2026-03-02T02:00:00Z,NaN,12,281,4.5

    """

  /// High and low waters of two days.
  private static let tideText = """
    {"predictions": [
      {"t": "2026-03-01 22:10", "v": "0.31", "type": "L"}, {"t": "2026-03-02 04:25", "v": "1.52", "type": "H"},
      {"t": "2026-03-02 10:40", "v": "0.42", "type": "L"}, {"t": "2026-03-02 16:50", "v": "1.71", "type": "H"},
      {"t": "2026-03-02 23:05", "v": "0.22", "type": "L"}, {"t": "2026-03-03 05:15", "v": "1.48", "type": "H"},
      {"t": "2026-03-03 11:30", "v": "0.39", "type": "L"}
    ]}

    """
}
