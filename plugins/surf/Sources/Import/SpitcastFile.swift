public import PodiumCore
public import SurfModel

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
        let given = ReadingReport.given(entry["timestamp"] ?? entry["gmt"])
        report.refuse(label, "it has no time (gmt or timestamp)" + given)
        continue
      }
      let metres = report.number(entry["tide_meters"], "tide_meters", at: label, orText: true)
      let feet = report.number(entry["tide"], "tide", at: label, orText: true)
      if let tide = metres ?? feet.map({ $0 * 0.3048 }) {
        let fault = SeaCheck.refusal(of: tide, .tide)
        if let fault { report.refuse(label, fault) } else { points.append(TidePoint(at: time, height: tide)) }
        if entry["size_ft"] == nil, entry["hst"] == nil {
          report.read += 1
          if fault == nil { report.kept += 1 }
          if fault == nil, report.refused.last?.place == label { report.keep(part: label) }
          continue
        }
      }
      place.name = place.name ?? entry["spot_name"]?.words
      let here = report.place(entry["latitude"], entry["longitude"])
      place.at = place.at ?? here
      rows.add(time, at: label, values(entry, label))
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
    throw Diagnostic(
      "no-rows", "'\(name)' has no hours of Spitcast\(report.why)", help: "look for another copy of the file")
  }

  /// `2018-4-28 7` in UTC, or seconds of Unix time.
  private static func time(_ entry: JSONValue) -> Moment? {
    if let time = entry["timestamp"]?.epoch { return time }
    guard let parts = entry["gmt"]?.words?.split(whereSeparator: { $0 == " " || $0 == "-" }), parts.count == 4,
      parts.allSatisfy({ $0.count <= 4 }), let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      let hour = Int(parts[3].prefix { $0 != ":" }), (0...24).contains(hour),
      let date = CalendarDate(year: year, month: month, day: day)
    else { return nil }
    return Moment(startOf: date, minute: hour * 60)
  }

  private mutating func values(_ entry: JSONValue, _ place: String) -> [SeaVariable: Double] {
    var values: [SeaVariable: Double] = [:]
    func number(_ key: String) -> Double? { report.number(entry[key], key, at: place, orText: true) }
    let (exact, rounded) = (number("size_ft"), number("size"))
    if let size = exact ?? rounded {
      values[.breakingLow] = max(0, size * 0.3048 - SpitcastFile.half)
      values[.breakingHigh] = size * 0.3048 + SpitcastFile.half
    }
    let words = ["shape", "shape_full"].map { key -> Double? in
      if let number = entry[key]?.number { return number }
      return report.word(entry[key], key, at: place, "a shape such as Fair") { SpitcastFile.shapes[$0.lowercased()] }
    }
    if let shape = words[0] ?? words[1] {
      if (0...4).contains(shape) {
        values[.sourceRating] = shape
        values[.score] = min(1, shape / 2)
      } else {
        report.refuse(place, "'shape' is \(NumberText.significant(shape, 6)), outside 0 to 4")
      }
    }
    if let height = number("hst") { values[.waveHeight] = height * 0.3048 }
    values.take(
      swells: (0..<6).compactMap { slot -> SwellPart? in
        guard let part = report.object(entry[String(slot)], String(slot), at: place) else { return nil }
        let cells = ["hs", "tp", "dir"].map { report.number(part[$0], "\(slot).\($0)", at: place, orText: true) }
        guard let height = cells[0], height > 0 else { return nil }
        return (height * 0.3048, cells[1], cells[2])
      })
    let speeds = (number("speed_kts").map { $0 * 1852 / 3600 }, number("speed_mph").map { $0 * 0.44704 })
    let degrees = number("direction_degrees")
    let point = report.word(entry["direction_text"], "direction_text", at: place, "a compass point", Compass.degrees)
    values[.windSpeed] = speeds.0 ?? speeds.1
    if let speed = values[.windSpeed], speed != 0 { values[.windDirection] = degrees ?? point }
    return values
  }
}
