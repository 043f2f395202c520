public import PodiumCore
public import SurfModel

/// Reads the JSON of Surfline: an answer with waves, wind, rating, weather or tides of a spot.
///
/// The issue is `runInitializationTimestamp`; units are those of `associated.units`. Directions are where waves and wind come
/// from. Answers of one spot are read one by one: their runs have the same model and issue. Of the six slots of swell those
/// of height 0 are fillers; the others come in no fixed order, so the highest is the primary one. The height of the whole sea
/// is the root of the summed squares of all.
public struct SurflineFile: Sendable {
  /// Nil for an answer with tides alone.
  public private(set) var run: ForecastRun?
  /// High and low waters and the curve, above a datum that the source does not name; nil without tides.
  public private(set) var tides: TideFile.Heights?
  /// Where the tides are predicted, with the source's name of it.
  public private(set) var tidePlace: (name: String?, place: Coordinate?)
  public private(set) var report = ReadingReport()

  static let wanted = SurfFileKind.surfline.product
  static let model = "surfline"
  private static let kinds = ["wave", "wind", "rating", "weather"]

  private let name: String
  private let units: [String: JSONValue]
  private var surplus = 0

  /// Reads the bytes of a file; `name` is for messages.
  ///
  /// Throws `other-format`, `unknown-unit`, `no-values` for an answer of another kind, `no-rows` and `malformed-json`.
  public init(_ bytes: [UInt8], name: String) throws(Diagnostic) {
    self.name = name
    tidePlace = (nil, nil)
    let value = try SurfJSON.value(bytes, name: name, of: [.surfline], wanted: SurflineFile.wanted)
    guard let data = value["data"]?.members else { throw SurfFileKind.unknown(name, wanted: SurflineFile.wanted) }
    let associated = value["associated"]
    units = associated?["units"]?.dictionary ?? [:]
    var hours: [Moment: [SeaVariable: Double]] = [:]
    var rows = HourRows()
    for (kind, list) in data {
      guard let entries = list.array else { continue }
      if kind == "tides" { try readTides(entries, associated?["tideLocation"]) }
      guard SurflineFile.kinds.contains(kind) else { continue }
      for (number, entry) in entries.enumerated() {
        let place = "\(kind) entry \(number + 1)"
        guard let time = entry["timestamp"]?.epoch else {
          report.read += 1
          report.refuse(place, "its timestamp is not a time" + ReadingReport.given(entry["timestamp"]))
          continue
        }
        let found = try values(entry, kind, place)
        if !found.isEmpty, report.refused.last?.place == place { report.keep(part: place) }
        // Kinds of one answer describe the same hours; one kind repeats an hour only by mistake.
        if let known = hours[time], found.keys.contains(where: { known[$0] != nil }) {
          rows.add(time, at: place, found)
        } else {
          hours[time, default: [:]].merge(found) { first, _ in first }
        }
      }
    }
    for time in hours.keys.sorted() { rows.add(time, hours[time] ?? [:]) }
    if !rows.rows.isEmpty { run = filled(rows, associated) }
    guard run != nil || tides != nil else {
      let keys = data.prefix(10).map { Abridged.text(SafeText.escape($0.0)) }.joined(separator: ", ")
      let why = report.refused.first.map { ": \($0.place): \($0.reason)" }
      throw Diagnostic(
        why == nil ? "no-values" : "no-rows",
        "'\(name)' has no waves, wind, rating, weather or tides of Surfline" + (why ?? ", but \(keys)"),
        help: "use the answer for one of them")
    }
  }

  private mutating func filled(_ rows: HourRows, _ associated: JSONValue?) -> ForecastRun? {
    var tally = SeaTally()
    let location = associated?["location"] ?? associated?["forecastLocation"]
    let run = associated?["runInitializationTimestamp"]
    let issued = run?.epoch
    if issued == nil, let run, !run.isNull {
      report.remark("the issue is not known: runInitializationTimestamp is \(run.shown), not a time")
    }
    let place = report.place(location?["lat"], location?["lon"])
    let filled = rows.filled(
      ForecastRun(model: SurflineFile.model, place: place, issued: issued), report: &report, tally: &tally)
    for sentence in tally.sentences("hour") { report.remark(sentence) }
    if surplus > 0 { report.remark("left out \(surplus.counted("swell")) beyond the three highest of an hour") }
    return filled.times.isEmpty ? nil : filled
  }

  private mutating func values(
    _ entry: JSONValue, _ kind: String, _ place: String
  ) throws(Diagnostic) -> [SeaVariable: Double] {
    var values: [SeaVariable: Double] = [:]
    func number(_ key: String) -> Double? { report.number(entry[key], key, at: place) }
    switch kind {
    case "wave":
      let surf = report.object(entry["surf"], "surf", at: place)
      let raw = report.object(surf?["raw"], "surf.raw", at: place)
      for (key, variable) in [("min", SeaVariable.breakingLow), ("max", .breakingHigh)] {
        // The raw height is the exact one; the other is rounded.
        let exact = report.number(raw?[key], "surf.raw.\(key)", at: place)
        let rounded = report.number(surf?[key], "surf.\(key)", at: place)
        values[variable] = try stored(exact ?? rounded, "waveHeight", .length)
      }
      try readSwells(report.list(entry["swells"], "swells", at: place), &values, place)
    case "wind":
      values[.windSpeed] = try stored(number("speed"), "windSpeed", .speed)
      values[.windGust] = try stored(number("gust"), "windSpeed", .speed)
      let direction = number("direction")
      if values[.windSpeed] != 0 { values[.windDirection] = direction }
    case "rating":
      let rating = report.object(entry["rating"], "rating", at: place)
      guard let value = report.number(rating?["value"], "rating.value", at: place) else { break }
      guard (0...6).contains(value) else {
        report.refuse(place, "'rating.value' is \(NumberText.significant(value, 6)), outside 0 to 6")
        break
      }
      (values[.sourceRating], values[.score]) = (value, value / 6)
    default:
      values[.airTemperature] = try stored(number("temperature"), "temperature", .temperature)
      values[.pressure] = try stored(number("pressure"), "pressure", .pressure)
    }
    return values
  }

  private mutating func readSwells(
    _ slots: [JSONValue], _ values: inout [SeaVariable: Double], _ place: String
  ) throws(Diagnostic) {
    var known: [SwellPart] = []
    var isWhole = true
    for (number, slot) in slots.enumerated() {
      let name = "swells[\(number + 1)]"
      let swell = report.object(slot, name, at: place)
      let height = report.number(swell?["height"], name + ".height", at: place)
      let period = report.number(swell?["period"], name + ".period", at: place)
      let direction = report.number(swell?["direction"], name + ".direction", at: place)
      if height == nil, !slot.isNull, swell == nil || swell?["height"]?.isNull == false { isWhole = false }
      guard let height = try stored(height, "swellHeight", .length), height > 0 else { continue }
      known.append((height, period, direction))
    }
    guard !known.isEmpty else { return }
    // Of equal heights the order of the file counts.
    known = known.enumerated().sorted { ($1.element.height, $0.offset) < ($0.element.height, $1.offset) }.map(\.element)
    // Without the height of one swell that of the whole sea is not known.
    if isWhole { values[.waveHeight] = known.reduce(0) { $0 + $1.height * $1.height }.squareRoot() }
    surplus += max(0, known.count - SeaVariable.swells.count)
    values.take(swells: known)
  }

  /// Whether a height is high or low water, or neither; nil for another word.
  private static func isHigh(_ type: String) -> Bool?? {
    switch type {
    case "HIGH": .some(true)
    case "LOW": .some(false)
    case "NORMAL": .some(nil)
    default: nil
    }
  }

  private mutating func readTides(_ entries: [JSONValue], _ location: JSONValue?) throws(Diagnostic) {
    var (events, points): ([TideEvent], [TidePoint]) = ([], [])
    for (number, entry) in entries.enumerated() {
      let place = "tide entry \(number + 1)"
      report.read += 1
      guard let time = entry["timestamp"]?.epoch else {
        report.refuse(place, "its timestamp is not a time" + ReadingReport.given(entry["timestamp"]))
        continue
      }
      guard let height = try stored(entry["height"]?.number, "tideHeight", .length),
        SeaCheck.refusal(of: height, .tide) == nil
      else {
        report.refuse(place, "it has no height of a tide" + ReadingReport.given(entry["height"]))
        continue
      }
      report.kept += 1
      switch report.word(entry["type"], "type", at: place, "HIGH, LOW or NORMAL", SurflineFile.isHigh) {
      case .some(.some(let isHigh)): events.append(TideEvent(at: time, height: height, isHigh: isHigh))
      case .some(.none): break
      case .none: if report.refused.last?.place == place { report.keep(part: place) }
      }
      points.append(TidePoint(at: time, height: height))
    }
    guard !points.isEmpty else { return }
    tides = TideFile.Heights(events: events, points: points)
    tidePlace = (location?["name"]?.words, report.place(location?["lat"], location?["lon"]))
  }

  /// A value in one of the units of the answer.
  private func stored(
    _ value: Double?, _ key: String, _ quantity: SurfUnit.Quantity
  ) throws(Diagnostic) -> Double? {
    guard let value else { return nil }
    let word = units[key]?.words
    guard let unit = word.flatMap({ SurfUnit($0) }), unit.quantity == quantity else {
      throw Diagnostic(
        "unknown-unit",
        "'\(name)' has " + (word.map { "the unknown unit \(Abridged.quoted($0))" } ?? "no unit") + " for \(key)",
        help: "use the whole answer, with associated.units")
    }
    return unit.stored(value)
  }
}
