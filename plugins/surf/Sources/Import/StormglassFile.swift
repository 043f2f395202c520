public import PodiumCore
public import SurfModel

/// Reads the JSON of Stormglass: the weather of a point by several sources, high and low waters, or the level of the sea.
///
/// Values are in m, m/s, s, °C and degrees from; times have their offset. Sources disagree widely, so each is a run of its own
/// (`stormglass-noaa`); its own mixture is `stormglass-sg`. The file does not say when a forecast was issued.
public struct StormglassFile: Sendable {
  /// By source, in the order of their names.
  public private(set) var runs: [ForecastRun] = []
  /// Nil without tides.
  public private(set) var tides: TideFile.Heights?
  /// Where the tides are predicted, with the source's name of it.
  public private(set) var tidePlace: (name: String?, place: Coordinate?)
  /// How far its station is from the place, in kilometres.
  public private(set) var tideDistance: Double?
  public private(set) var report = ReadingReport()

  static let wanted = SurfFileKind.stormglass.product
  private static let variables: [String: SeaVariable] = [
    "waveHeight": .waveHeight, "waveDirection": .waveDirection, "wavePeriod": .wavePeriod, "swellHeight": .swellHeight,
    "swellDirection": .swellDirection, "swellPeriod": .swellPeriod, "secondarySwellHeight": .secondSwellHeight,
    "secondarySwellDirection": .secondSwellDirection, "secondarySwellPeriod": .secondSwellPeriod,
    "windWaveHeight": .windWaveHeight, "windWaveDirection": .windWaveDirection, "windWavePeriod": .windWavePeriod,
    "windSpeed": .windSpeed, "windDirection": .windDirection, "gust": .windGust, "pressure": .pressure,
    "airTemperature": .airTemperature, "waterTemperature": .waterTemperature, "precipitation": .precipitation,
    "cloudCover": .cloudCover,
  ]

  /// Reads the bytes of a file; `name` is for messages.
  ///
  /// Throws `other-format`, `no-values` for an answer of another kind, `no-rows` and `malformed-json`.
  public init(_ bytes: [UInt8], name: String) throws(Diagnostic) {
    tidePlace = (nil, nil)
    let value = try SurfJSON.value(
      bytes, name: name, of: [.stormglass, .errorJSON], wanted: StormglassFile.wanted)
    if let errors = value["errors"] ?? value["error"] {
      let words = errors["key"]?.words ?? errors.words ?? errors.members?.first?.1.words
      throw Diagnostic(
        "other-format",
        "'\(name)' is an error message from Stormglass" + (words.map { ": " + Abridged.quoted($0) } ?? ""),
        help: "correct the request and download it again")
    }
    if let hours = value["hours"]?.array {
      readHours(hours, value["meta"])
    } else if let data = value["data"]?.array {
      readTides(data, value["meta"])
    } else {
      throw SurfFileKind.unknown(name, wanted: StormglassFile.wanted)
    }
    guard runs.isEmpty, tides == nil else { return }
    let why = report.refused.first.map { ": \($0.place): \($0.reason)" }
    let isAstronomy = value["data"]?.array?.first?["moonPhase"] != nil
    throw Diagnostic(
      why == nil || isAstronomy ? "no-values" : "no-rows",
      "'\(name)' has " + (isAstronomy ? "the sun and the moon, but " : "") + "no forecast and no tides of Stormglass"
        + (isAstronomy ? "" : why ?? ""),
      help: "use an answer for the weather, tide extremes or sea level of a point")
  }

  private mutating func readHours(_ hours: [JSONValue], _ meta: JSONValue?) {
    var sources: [String: HourRows] = [:]
    for (number, hour) in hours.enumerated() {
      guard let time = hour["time"]?.words.flatMap({ Moment(iso: $0) }) else {
        report.read += 1
        report.refuse("hour \(number + 1)", "its time is not a time" + ReadingReport.given(hour["time"]))
        continue
      }
      var values: [String: [SeaVariable: Double]] = [:]
      for (key, block) in hour.members ?? [] {
        guard let variable = StormglassFile.variables[key] else { continue }
        for (source, value) in report.object(block, key, at: "hour \(time)")?.members ?? []
        where source.utf8.count <= 40 {
          let number = report.number(value, "\(key).\(source)", at: "hour \(time)")
          if let number { values[source, default: [:]][variable] = number }
        }
      }
      for (source, found) in values { sources[source, default: HourRows()].add(time, found) }
    }
    var tally = SeaTally()
    let place = report.place(meta?["lat"], meta?["lng"])
    for source in sources.keys.inCodePointOrder() {
      let empty = ForecastRun(model: "stormglass-" + SafeText.escape(source), place: place)
      let run = sources[source]?.filled(empty, report: &report, tally: &tally) ?? empty
      if !run.times.isEmpty { runs.append(run) }
    }
    for sentence in tally.sentences("hour") { report.remark(sentence) }
    if runs.count > 1 { report.remark("kept \(runs.count) sources, which may disagree; choose one with model=") }
  }

  /// The height of an extreme, or a level: below the name of its source, and nothing else beside the time.
  ///
  /// Answers of other kinds, such as astronomy, have members that are not heights.
  private static func level(_ entry: JSONValue) -> Double? {
    if let height = entry["height"]?.number { return height }
    let others = (entry.members ?? []).filter { $0.0 != "time" }
    guard others.allSatisfy({ sources.contains($0.0) }) else { return nil }
    return entry["sg"]?.number ?? others.lazy.compactMap(\.1.number).first
  }

  /// The sources of levels.
  private static let sources: Set<String> = ["sg", "noaa", "fes", "uhslc", "mfs"]

  private mutating func readTides(_ data: [JSONValue], _ meta: JSONValue?) {
    var (events, points): ([TideEvent], [TidePoint]) = ([], [])
    for (number, entry) in data.enumerated() {
      let place = "entry \(number + 1)"
      report.read += 1
      guard let time = entry["time"]?.words.flatMap({ Moment(iso: $0) }) else {
        report.refuse(place, "its time is not a time" + ReadingReport.given(entry["time"]))
        continue
      }
      guard let height = StormglassFile.level(entry), SeaCheck.refusal(of: height, .tide) == nil else {
        let given = ReadingReport.given(entry["height"] ?? entry["sg"])
        report.refuse(place, "it has no height of a tide" + given)
        continue
      }
      switch entry["type"]?.words {
      case "high": events.append(TideEvent(at: time, height: height, isHigh: true))
      case "low": events.append(TideEvent(at: time, height: height, isHigh: false))
      case nil: points.append(TidePoint(at: time, height: height))
      default:
        report.refuse(place, "its type is neither high nor low" + ReadingReport.given(entry["type"]))
        continue
      }
      report.kept += 1
    }
    guard !events.isEmpty || !points.isEmpty else { return }
    let station = meta?["station"]
    // Without a datum Stormglass gives heights above mean sea level.
    tides = TideFile.Heights(events: events, points: points, datum: meta?["datum"]?.words ?? "MSL")
    tidePlace = (
      station?["name"]?.words,
      report.place(station?["lat"], station?["lng"]) ?? report.place(meta?["lat"], meta?["lng"])
    )
    if let distance = station?["distance"]?.number, distance >= 0 { tideDistance = distance }
  }
}
