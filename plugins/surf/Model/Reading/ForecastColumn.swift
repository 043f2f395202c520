internal import PodiumCore

/// What a column of a table holds, by the words of its name: `hs_ft`, `wind_speed_mph`, `swell2 direction (deg)`.
enum ForecastColumn: Equatable {
  case issued
  case valid
  case model
  case value(SeaVariable, SurfUnit?)
  /// A verdict between two numbers: `score_1_10`.
  case verdict(low: Double, high: Double)

  /// Reads a name; nil where it means nothing to a forecast, or lacks the unit.
  init?(_ name: String) {
    guard name.utf8.count <= 200 else { return nil }
    let words = name.nameWords
    if let role = ForecastColumn.role(words) {
      self = role
    } else if let verdict = ForecastColumn.verdict(words) {
      self = verdict
    } else if let plain = ForecastColumn.plain[words] {
      self = .value(plain, nil)
    } else if let (unit, rest) = ForecastColumn.unit(words), let variable = ForecastColumn.variable(rest, unit.quantity)
    {
      self = .value(variable, unit)
    } else {
      return nil
    }
  }

  /// Reads the name of a direction, which needs no unit: `wind_direction`, `Swell dir`.
  init?(direction name: String) {
    let words = name.nameWords
    guard words.last == "dir" || words.last == "direction", let variable = ForecastColumn.variable(words, .direction)
    else { return nil }
    self = .value(variable, SurfUnit("deg"))
  }

  /// Reads a name that may lack the unit, which then is that of the column: `wave_height` for `hs_ft`.
  init?(_ name: String, unitOf column: String) {
    if let whole = ForecastColumn(name) {
      self = whole
    } else if let (unit, _) = ForecastColumn.unit(column.nameWords),
      let variable = ForecastColumn.variable(name.nameWords, unit.quantity)
    {
      self = .value(variable, unit)
    } else {
      return nil
    }
  }

  /// Whether a header has a valid time and a value of a forecast.
  static func recognises(_ header: [String]) -> Bool {
    let columns = header.compactMap { ForecastColumn($0.trimmed) }
    return columns.contains(.valid) && columns.contains(where: \.isValue)
  }

  var isValue: Bool {
    switch self {
    case .value, .verdict: true
    default: false
    }
  }

  /// The group of a value; nil for other columns.
  var group: SeaGroup? {
    if case .value(let variable, _) = self { return variable.group }
    return nil
  }

  /// Whether a name is that of a direction alone, with its unit or, where its cells are such, without: `Dir (deg)`.
  static func isDirection(_ name: String, hasDirections: Bool) -> Bool {
    let words = name.nameWords
    if hasDirections, words == ["dir"] || words == ["direction"] { return true }
    guard let (unit, rest) = unit(words) else { return false }
    return unit.quantity == .direction && (rest == ["dir"] || rest == ["direction"])
  }

  /// Whether two columns hold the same thing, in whatever unit.
  func isSame(as other: ForecastColumn) -> Bool {
    switch (self, other) {
    case (.value(let a, _), .value(let b, _)): a == b
    case (.verdict, .verdict): true
    case (.verdict, .value(let variable, _)), (.value(let variable, _), .verdict):
      variable == .score || variable == .sourceRating
    default: self == other
    }
  }

  private static func role(_ words: [String]) -> ForecastColumn? {
    var words = words
    if words.count > 1, let last = words.last, ["utc", "gmt", "local", "z", "at", "time"].contains(last) {
      words.removeLast()
    }
    if words.count > 1, let last = words.last, ["at", "time"].contains(last) { words.removeLast() }
    switch words.joined(separator: " ") {
    case "issued", "issue", "run", "model run", "init", "reference", "made", "analysis": return .issued
    case "valid", "time", "datetime", "date time", "date", "timestamp", "hour", "forecast": return .valid
    case "model", "source": return .model
    default: return nil
    }
  }

  private static func verdict(_ words: [String]) -> ForecastColumn? {
    guard words.count >= 3, words[0] == "score" || words[0] == "rating", let low = Double(words[words.count - 2]),
      let high = Double(words[words.count - 1]), low < high, high.isFinite, low.isFinite,
      words.count == 3 || words.count == 4 && words[1] == "of"
    else { return nil }
    return .verdict(low: low, high: high)
  }

  /// Verdicts and codes have no unit.
  private static let plain: [[String]: SeaVariable] = [
    ["score"]: .score, ["rating"]: .sourceRating, ["source", "rating"]: .sourceRating,
    ["lost", "rating"]: .lostRating, ["weather", "code"]: .weatherCode,
  ]

  /// The unit at the end of a name, and the words before it.
  static func unit(_ words: [String]) -> (SurfUnit, [String])? {
    for count in [2, 1] where words.count > count {
      let text = words.suffix(count).joined()
      // Two words may be a unit with a bar or with capitals: m_s, km_h, hPa.
      guard count == 1 || ["ms", "kmh", "hpa", "inhg", "degc", "degf", "degt"].contains(text), let unit = SurfUnit(text)
      else { continue }
      return (unit, Array(words.dropLast(count)))
    }
    return nil
  }

  /// Words for the quantity itself, which the unit gives already.
  private static let quantities: [SurfUnit.Quantity: Set<String>] = [
    .length: ["height", "level", "hs"], .period: ["period"], .direction: ["direction", "dir", "from"],
    .speed: ["speed"], .temperature: ["temperature", "temp"], .share: ["cover"],
  ]

  static func variable(_ words: [String], _ quantity: SurfUnit.Quantity) -> SeaVariable? {
    let dropped = quantities[quantity] ?? []
    let rest = words.filter { !dropped.contains($0) }
    // hs alone is the height of the whole sea, and temperature alone that of the air.
    let subject = rest.isEmpty ? words : rest
    return subjects[subject.joined(separator: " ")]?[quantity]
  }

  private static let subjects: [String: [SurfUnit.Quantity: SeaVariable]] = {
    var subjects: [String: [SurfUnit.Quantity: SeaVariable]] = [:]
    func add(_ names: String, _ meanings: [SurfUnit.Quantity: SeaVariable]) {
      for name in names.split(separator: ",") {
        subjects[name.trimmed, default: [:]].merge(meanings) { first, _ in first }
      }
    }
    add(
      "wave, waves, significant wave, significant, sig wave, total, combined, hs, hm 0, swh, wvht, height",
      [.length: .waveHeight, .period: .wavePeriod, .direction: .waveDirection])
    add("wave mean, mean wave, mean, tm, apd, mwd, period", [.period: .wavePeriod, .direction: .waveDirection])
    add(
      "wave peak, peak wave, peak, tp, dpd, dp", [.period: .wavePeakPeriod, .direction: .waveDirection])
    add(
      "swell, swells, swell 1, primary swell, primary, swell wave, swell wave 1, first swell",
      [.length: .swellHeight, .period: .swellPeriod, .direction: .swellDirection])
    add(
      "swell 2, secondary swell, secondary, second swell, swell wave 2, secondary swell wave",
      [.length: .secondSwellHeight, .period: .secondSwellPeriod, .direction: .secondSwellDirection])
    add(
      "swell 3, tertiary swell, tertiary, third swell, swell wave 3, tertiary swell wave",
      [.length: .thirdSwellHeight, .period: .thirdSwellPeriod, .direction: .thirdSwellDirection])
    add(
      "wind wave, wind waves, windwave, wind sea, windsea",
      [.length: .windWaveHeight, .period: .windWavePeriod, .direction: .windWaveDirection])
    add("wind, winds, wind 10m, wspd, wdir, speed", [.speed: .windSpeed, .direction: .windDirection])
    add("gust, gusts, wind gust, wind gusts, gst", [.speed: .windGust])
    add("surf min, surf low, breaking low, breaking min, face min, min breaking, surf minimum", [.length: .breakingLow])
    add(
      "surf max, surf high, breaking high, breaking max, face max, max breaking, surf maximum",
      [.length: .breakingHigh])
    add("tide, sea, water, sea msl", [.length: .tide])
    add("air, temperature, temp, air 2m, 2m", [.temperature: .airTemperature])
    add("water, sea, sea surface, sst, surface", [.temperature: .waterTemperature])
    add("pressure, air pressure, sea pressure, pres, pressure msl, msl pressure, msl", [.pressure: .pressure])
    add("rain, precipitation, precip, rainfall", [.rain: .precipitation])
    add("cloud, clouds", [.share: .cloudCover])
    return subjects
  }()
}
