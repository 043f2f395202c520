public import PodiumCore

/// Reads the JSON of Spitcast: hours of a spot (both versions), or the swell, wind or tide of a county.
///
/// Sizes and heights of swell are feet, shown as a range of a sixth of a foot either way. `gmt` is the time in UTC without
/// leading zeros. The shape is 0 for poor, 0.5 poor to fair, 1 fair, and above for good; as a score it is divided by 2.
/// A day has both midnights, so that 25 rows repeat one. The file does not say when it was issued.
public struct SpitcastFile: Sendable {
  /// Nil for tides alone.
  public private(set) var run: ForecastRun?
  /// Nil without tides.
  public private(set) var tides: TideFile.Heights?
  public private(set) var report = ReadingReport()

  static let wanted = SurfFileKind.spitcast.product
  static let model = "spitcast"
  private static let half = 0.3048 / 6
  /// Letters and words of the first version.
  private static let shapes: [String: Double] = [
    "p": 0, "poor": 0, "pf": 0.5, "poor-fair": 0.5, "f": 1, "fair": 1, "fg": 1.5, "fair-good": 1.5, "g": 2, "good": 2,
  ]
  private static let slots: [(height: SeaVariable, period: SeaVariable, direction: SeaVariable)] = [
    (.swellHeight, .swellPeriod, .swellDirection), (.secondSwellHeight, .secondSwellPeriod, .secondSwellDirection),
    (.thirdSwellHeight, .thirdSwellPeriod, .thirdSwellDirection),
  ]

  /// Reads the bytes of a file; `name` is for messages.
  ///
  /// Throws `other-format`, `no-rows` and `malformed-json`.
  public init(_ bytes: [UInt8], name: String) throws(Diagnostic) {
    let value = try SurfJSON.value(bytes, name: name, of: [.spitcast], wanted: SpitcastFile.wanted)
    guard let list = value.array ?? value["spot_forecast"]?.array ?? value["data"]?.array else {
      throw SurfFileKind.unknown(name, wanted: SpitcastFile.wanted)
    }
    var rows = HourRows()
    var points: [TidePoint] = []
    var place: (name: String?, at: Coordinate?) = (nil, nil)
    for (number, entry) in list.enumerated() {
      let label = "entry \(number + 1)"
      guard let time = SpitcastFile.time(entry) else {
        report.read += 1
        report.refuse(label, "it has no time (gmt or timestamp)")
        continue
      }
      if let tide = entry["tide_meters"]?.measure ?? entry["tide"]?.measure.map({ $0 * 0.3048 }) {
        if SeaCheck.refusal(of: tide, .tide) == nil { points.append(TidePoint(at: time, height: tide)) }
        if entry["size_ft"] == nil, entry["hst"] == nil {
          report.read += 1
          report.kept += 1
          continue
        }
      }
      place.name = place.name ?? entry["spot_name"]?.words
      if place.at == nil, let latitude = entry["latitude"]?.measure, let longitude = entry["longitude"]?.measure {
        place.at = Coordinate(latitude: latitude, longitude: longitude)
      }
      rows.add(time, at: label, SpitcastFile.values(entry))
    }
    if !rows.rows.isEmpty {
      var tally = SeaTally()
      let filled = rows.filled(
        ForecastRun(model: SpitcastFile.model, place: place.at, placeName: place.name), report: &report, tally: &tally)
      for sentence in tally.sentences("entry") { report.remark(sentence) }
      run = filled.times.isEmpty ? nil : filled
    }
    if !points.isEmpty {
      var seen: Set<Moment> = []
      tides = TideFile.Heights(events: [], points: points.filter { seen.insert($0.at).inserted })
    }
    guard run == nil, tides == nil else { return }
    let why = report.refused.first.map { ": \($0.place): \($0.reason)" } ?? ""
    throw Diagnostic("no-rows", "'\(name)' has no hours of Spitcast\(why)", help: "look for another copy of the file")
  }

  /// `2018-4-28 7` in UTC, or seconds of Unix time.
  private static func time(_ entry: JSONValue) -> Moment? {
    if let time = entry["timestamp"]?.epoch { return time }
    guard let parts = entry["gmt"]?.words?.split(whereSeparator: { $0 == " " || $0 == "-" }), parts.count == 4,
      parts.allSatisfy({ $0.count <= 4 }), let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      let hour = Int(parts[3].prefix { $0 != ":" }), (0...24).contains(hour),
      let date = CalendarDate(year: year, month: month, day: day)
    else { return nil }
    return Moment(microseconds: date.days * 86_400_000_000 + hour * 3_600_000_000)
  }

  private static func values(_ entry: JSONValue) -> [SeaVariable: Double] {
    var values: [SeaVariable: Double] = [:]
    if let size = (entry["size_ft"] ?? entry["size"])?.measure {
      values[.breakingLow] = max(0, size * 0.3048 - half)
      values[.breakingHigh] = size * 0.3048 + half
    }
    let shape =
      entry["shape"]?.number
      ?? (entry["shape_full"]?.words ?? entry["shape"]?.words).flatMap { shapes[$0.lowercased()] }
    if let shape, (0...4).contains(shape) {
      values[.sourceRating] = shape
      values[.score] = min(1, shape / 2)
    }
    if let height = entry["hst"]?.measure { values[.waveHeight] = height * 0.3048 }
    let swells = (0..<6).compactMap { entry[String($0)] }.compactMap { slot -> (height: Double, slot: JSONValue)? in
      guard let height = slot["hs"]?.measure, height > 0 else { return nil }
      return (height * 0.3048, slot)
    }.enumerated().sorted { ($1.element.height, $0.offset) < ($0.element.height, $1.offset) }.map(\.element)
    for (variables, (height, slot)) in zip(slots, swells) {
      values[variables.height] = height
      values[variables.period] = slot["tp"]?.measure
      values[variables.direction] = slot["dir"]?.measure
    }
    if let speed = entry["speed_kts"]?.measure.map({ $0 * 1852 / 3600 })
      ?? entry["speed_mph"]?.measure.map({ $0 * 0.44704 })
    {
      values[.windSpeed] = speed
      if speed != 0 {
        values[.windDirection] =
          entry["direction_degrees"]?.measure ?? entry["direction_text"]?.words.flatMap { Compass.degrees(of: $0) }
      }
    }
    return values
  }
}
