public import PodiumCore
public import SurfModel

/// Reads forecasts of Magicseaweed, a service that closed in 2023: a list of hours for one spot.
///
/// `direction` is where waves and wind go, so 180 degrees are added; `trueDirection`, in later files, is where they come
/// from. An answer mixes hours of several issues, the older ones for hours that are past: each issue is a run of its own, so
/// that an hour keeps the lead with which it was forecast.
public struct MagicseaweedFile: Sendable {
  /// By issue.
  public private(set) var runs: [ForecastRun] = []
  public private(set) var report = ReadingReport()
  /// Seconds that the clocks of the spot are ahead of UTC, in order; two where the clocks change.
  public private(set) var offsets: [Int] = []

  static let wanted = SurfFileKind.magicseaweed.product
  static let model = "magicseaweed"
  /// Half of a compass point, and a degree for rounding.
  private static let tolerance = 12.25

  private let name: String
  private var contradictions: (count: Int, place: String) = (0, "")
  /// The first block without a unit; an error where nothing else can be read.
  private var withoutUnit: Diagnostic?

  /// Reads the bytes of a file; `name` is for messages.
  ///
  /// Throws `other-format` for files of other products and for error messages, `no-rows` where no hour can be read,
  /// `unknown-unit` and `malformed-json`.
  public init(_ bytes: [UInt8], name: String) throws(Diagnostic) {
    self.name = name
    let value = try SurfJSON.value(
      bytes, name: name, of: [.magicseaweed, .errorJSON], wanted: MagicseaweedFile.wanted)
    if let error = value["error_response"] ?? value["error"] {
      let words = (error["error_msg"] ?? error["message"])?.words ?? error.words
      throw Diagnostic(
        "other-format",
        "'\(name)' is an error message from Magicseaweed" + (words.map { ": " + Abridged.quoted($0) } ?? ""),
        help: "the service is closed; look for another copy of the file")
    }
    guard let list = value.array, list.allSatisfy({ $0["timestamp"] != nil }) else {
      throw SurfFileKind.unknown(name, wanted: MagicseaweedFile.wanted)
    }
    var issues: [Moment?: HourRows] = [:]
    for (number, entry) in list.enumerated() {
      let place = "entry \(number + 1)"
      guard let time = entry["timestamp"]?.epoch else {
        report.read += 1
        report.refuse(place, "its timestamp is not a time" + ReadingReport.given(entry["timestamp"]))
        continue
      }
      if let issue = entry["issueTimestamp"], !issue.isNull, issue.epoch == nil {
        report.read += 1
        report.refuse(place, cell: "issueTimestamp", issue, "a time")
        continue
      }
      let values = values(entry, place)
      guard !values.isEmpty else {
        report.read += 1
        if report.refused.last?.place != place { report.refuse(place, "it has a timestamp, but no forecast") }
        continue
      }
      note(local: entry["localTimestamp"], of: time, place)
      issues[entry["issueTimestamp"]?.epoch, default: HourRows()].add(time, at: place, values)
    }
    finish(issues)
    guard runs.isEmpty else { return }
    if let withoutUnit { throw withoutUnit }
    throw Diagnostic("no-rows", "'\(name)' has no forecast\(report.why)", help: "look for a file with all fields")
  }

  private mutating func finish(_ issues: [Moment?: HourRows]) {
    var tally = SeaTally()
    let order = issues.keys.sorted { ($0?.microseconds ?? .min) < ($1?.microseconds ?? .min) }
    for issued in order {
      let run = ForecastRun(model: MagicseaweedFile.model, issued: issued)
      let filled = issues[issued]?.filled(run, report: &report, tally: &tally) ?? run
      if !filled.times.isEmpty { runs.append(filled) }
    }
    for sentence in tally.sentences("entry") { report.remark(sentence) }
    if runs.count > 1 { report.remark("the hours are of \(runs.count) issues") }
    offsets = Array(Set(offsets)).sorted()
    for offset in offsets { report.remark("the clocks of the spot show UTC\(Zone.offsetText(offset / 60))") }
    if contradictions.count > 0 {
      report.remark(
        contradictions.count.counted("direction contradicts", plural: "directions contradict")
          + " the compass point beside it (first: \(contradictions.place))")
    }
  }

  private mutating func note(local: JSONValue?, of time: Moment, _ place: String) {
    if let local, !local.isNull, local.epoch == nil { report.refuse(place, cell: "localTimestamp", local, "a time") }
    guard let local = local?.epoch else { return }
    let seconds = (local.microseconds - time.microseconds) / 1_000_000
    if seconds.magnitude <= 64_800 { offsets.append(seconds) }
  }

  private static let components: [(key: String, height: SeaVariable, period: SeaVariable, direction: SeaVariable)] =
    [
      ("combined", .waveHeight, .wavePeriod, .waveDirection)
    ] + zip(["primary", "secondary", "tertiary"], SeaVariable.swells).map { ($0, $1.height, $1.period, $1.direction) }

  private mutating func values(_ entry: JSONValue, _ place: String) -> [SeaVariable: Double] {
    var values: [SeaVariable: Double] = [:]
    // What is not known is false.
    func number(_ block: JSONValue, _ key: String, _ name: String) -> Double? {
      report.number(block[key], "\(name).\(key)", at: place, orFalse: true)
    }
    if let swell = report.object(entry["swell"], "swell", at: place) {
      for (variable, keys) in [
        (SeaVariable.breakingLow, ["absMinBreakingHeight", "minBreakingHeight"]),
        (.breakingHigh, ["absMaxBreakingHeight", "maxBreakingHeight"]),
      ] {
        let heights = keys.map { number(swell, $0, "swell") }
        values[variable] = stored(heights[0] ?? heights[1], swell["unit"], .length, "swell", place)
      }
      let parts = report.object(swell["components"], "swell.components", at: place)
      for part in MagicseaweedFile.components {
        guard let component = report.object(parts?[part.key], part.key, at: place) else { continue }
        let height = number(component, "height", part.key)
        values[part.height] = stored(height, swell["unit"], .length, "swell", place)
        values[part.period] = number(component, "period", part.key)
        values[part.direction] = direction(component, place, part.key)
      }
    }
    if let wind = report.object(entry["wind"], "wind", at: place) {
      values[.windSpeed] = stored(number(wind, "speed", "wind"), wind["unit"], .speed, "wind", place)
      values[.windGust] = stored(number(wind, "gusts", "wind"), wind["unit"], .speed, "wind", place)
      // Calm wind has a direction of 0, which means nothing.
      if values[.windSpeed] != 0 { values[.windDirection] = direction(wind, place, "wind") }
    }
    if let condition = report.object(entry["condition"], "condition", at: place) {
      let (warmth, weight) = (number(condition, "temperature", "condition"), number(condition, "pressure", "condition"))
      values[.airTemperature] = stored(warmth, condition["unit"], .temperature, "air", place)
      values[.pressure] = stored(weight, condition["unitPressure"], .pressure, "pressure", place)
    }
    for (key, variable) in [("solidRating", SeaVariable.sourceRating), ("fadedRating", .lostRating)] {
      guard let stars = report.number(entry[key], key, at: place, orFalse: true) else { continue }
      guard (0...5).contains(stars) else {
        report.refuse(place, "\(key) is \(NumberText.significant(stars, 6)), outside 0 to 5")
        continue
      }
      values[variable] = stars
    }
    if let solid = values[.sourceRating] { values[.score] = solid / 5 }
    return values
  }

  /// A value in the unit of its block; `km` is a speed here.
  private mutating func stored(
    _ value: Double?, _ unit: JSONValue?, _ quantity: SurfUnit.Quantity, _ what: String, _ place: String
  ) -> Double? {
    guard let value else { return nil }
    let word = unit?.words
    let text = quantity == .speed && word?.lowercased() == "km" ? "km/h" : word
    guard let text, let found = SurfUnit(text), found.quantity == quantity else {
      let fault = word.map { "in the unknown unit \(Abridged.quoted($0))" } ?? "without a unit"
      report.refuse(place, "\(what) is \(fault)")
      withoutUnit =
        withoutUnit
        ?? Diagnostic(
          "unknown-unit", "'\(name)' gives \(what) \(fault)",
          help: "use a file with the fields swell.unit, wind.unit and condition.unit")
      return nil
    }
    return found.stored(value)
  }

  /// Where something comes from; its compass point is the check.
  private mutating func direction(_ block: JSONValue, _ place: String, _ name: String) -> Double? {
    let own = report.number(block["trueDirection"], "\(name).trueDirection", at: place, orFalse: true)
    let to = report.number(block["direction"], "\(name).direction", at: place, orFalse: true)
    let from = own ?? to.map { $0 + 180 }
    guard let from, (0...540).contains(from) else {
      if from != nil { report.refuse(place, "the direction of \(name) is outside 0 to 360") }
      return nil
    }
    let point = report.word(
      block["compassDirection"], "\(name).compassDirection", at: place, "a compass point", Compass.degrees)
    if let point, Direction.difference(from, point).magnitude > MagicseaweedFile.tolerance {
      contradictions = (
        contradictions.count + 1, contradictions.count == 0 ? "\(place), \(name)" : contradictions.place
      )
    }
    return Direction.normalised(from)
  }
}
