public import PodiumCore

/// Reads a table of measurements of a buoy or of a tide gauge, by the reader of forecasts (`ForecastTable`).
///
/// A row of units below the headings (ERDDAP) counts as part of them. Well-known names without a unit have that of their
/// country's files, a column for the station names several, and zones in headings (`Date/Time (AEST)`) are taken.
public struct ObservationTable: Sendable {
  /// By station, "" where the file names none.
  public let stations: [(code: String, run: ForecastRun)]
  public private(set) var report: ReadingReport

  /// Codes that buoys write for missing values; no quantity has such values.
  private static let missing: Set<Double> = [
    -99, -99.9, -99.99, -999, -999.9, -999.99, -9999, -9999.9, 9999, 99999, 999999,
  ]
  /// Zones that files name in headings and no database knows, in minutes ahead of UTC.
  private static let zones = ["aest": 600, "acst": 570, "awst": 480, "nzst": 720, "cet": 60, "normaltid": 60]

  /// Reads rows of cells with their lines; the first row is the header. What `map` names keeps its name.
  ///
  /// `isTide`: heights are those of the water. `unit` is that of heights without one. Throws what `ForecastTable` throws, and
  /// `missing-argument` for tides without a unit.
  public init(
    _ rows: [(line: Int, cells: [String])], name: String, map: [String] = [], clock: WallClock? = nil,
    isTide: Bool = false, unit given: SurfUnit? = nil
  ) throws(Diagnostic) {
    let mapped = ForecastTable.mapped(map)
    var rows = rows
    let joined = DayAndTime(rows, mapped: mapped)
    rows = joined.rows
    var clock = clock
    var (known, assumed): ([Int: ForecastColumn], [String]) = ([:], [])
    let units = rows.count > 1 ? ObservationTable.units(rows[1].cells) : nil
    if units != nil { rows.remove(at: 1) }
    // Headings keep their names, by which a bad cell is reported.
    for (place, cell) in (rows.first?.cells ?? []).map(\.trimmed).enumerated() where !mapped.contains(cell) {
      let words = ObservationTable.plainWords(cell)
      let unit = units.flatMap { $0.indices.contains(place) ? $0[place] : nil }
      if words == ["reference", "time"], !ObservationTable.hasValid(rows.first?.cells ?? [], map: map) {
        // What met.no calls the time of a measurement.
        known[place] = .valid
      } else if let zone = words.last.flatMap({ ObservationTable.zones[$0] }) {
        if place == joined.place || ForecastColumn(words.dropLast().joined(separator: " ")) == .valid
          || words.contains("tid")
        {
          clock = .offset(minutes: zone)
          known[place] = .valid
        }
      } else if place == joined.place {
        known[place] = .valid
      } else if let heading = ObservationTable.heading(words, unit, isTide: isTide, given: given) {
        if let unit = heading.assumed { assumed.append("\(Abridged.text(cell)) in \(unit)") }
        known[place] = heading.column
      }
    }
    let names = rows.first?.cells ?? []
    // A row that is shorter lacks its last cells.
    for row in rows.indices.dropFirst() {
      rows[row].cells += [String](repeating: "", count: max(0, names.count - rows[row].cells.count))
      while rows[row].cells.count > names.count, rows[row].cells.last?.trimmed.isEmpty == true {
        rows[row].cells.removeLast()
      }
    }
    let meanings = names + map.compactMap { $0.mappedColumn?.meaning }
    let columns = known.values + meanings.compactMap { ForecastColumn($0) }
    if isTide, !columns.contains(where: ObservationTable.isTide) {
      throw Diagnostic(
        "missing-argument", "'\(name)' has no column of heights with a unit",
        help:
          "give the unit, as in units=m, or name the column, as in map=\((ObservationTable.heights(rows) ?? names.last).map(Abridged.text) ?? "h"):tide_m"
      )
    }
    let read = try ForecastTable(
      rows, name: name, map: map, clock: clock, model: "", known: known, codes: ObservationTable.missing)
    stations = read.runs.map { ($0.model, $0) }
    report = read.report
    if !assumed.isEmpty { report.remark("read without a unit: " + assumed.joined(separator: ", ")) }
    if read.coded > 0 {
      report.remark(read.coded.counted("cell") + " with a code for missing values, such as -99.9, left out")
    }
  }

  /// The heading that a table of tides most likely has its heights in.
  private static func heights(_ rows: [(line: Int, cells: [String])]) -> String? {
    (rows.first?.cells ?? []).map(\.trimmed).first { name in
      let words = plainWords(name)
      return water.contains(words.joined(separator: " ")) || water.contains(words.dropLast().joined(separator: " "))
    } ?? ForecastTable.numeric(rows)
  }

  private static func isTide(_ column: ForecastColumn) -> Bool {
    if case .value(let variable, _) = column { return variable == .tide || variable == .waveHeight }
    return false
  }

  /// The units below the headings; nil where the row is one of values.
  private static func units(_ cells: [String]) -> [SurfUnit?]? {
    let words = cells.map(\.trimmed)
    guard !words.contains(where: { InstrumentNumber.read($0) != nil || $0.contains(":") }) else { return nil }
    let units = words.map(unit)
    return words.contains("UTC") || units.contains(where: { $0 != nil }) ? units : nil
  }

  /// A unit as services write it: `m s-1`, `degree_C`, `degrees_true`.
  private static func unit(_ text: String) -> SurfUnit? {
    let plain = text.lowercased().replacing("_", with: "").replacing("true", with: "").replacing("degrees", with: "deg")
      .replacing("degree", with: "deg")
    if plain == "º" { return SurfUnit("deg") }
    if plain.isEmpty || plain.hasSuffix("north") || plain.hasSuffix("east") { return nil }
    return ["m s-1", "m.s-1", "m s^-1", "m/s"].contains(plain) ? .metrePerSecond : SurfUnit(plain)
  }

  // MARK: - Names

  /// The words of a heading, with signs for degrees as units and without the note on directions (`(0=N,90=E)`).
  private static func plainWords(_ heading: String) -> [String] {
    var text = heading.replacing("(0=N,90=E)", with: " ")
    for sign in ["º", "°"] {
      text = text.replacing(sign + "C", with: " degC").replacing(sign + "F", with: " degF").replacing(
        sign, with: " deg")
    }
    return text.nameWords
  }

  private struct Heading {
    let column: ForecastColumn
    /// The unit that is not written, and is that of the files of its country.
    var assumed: String?
  }

  /// A heading as the reader of forecasts knows it; nil where it knows it already, or the name means nothing.
  private static func heading(_ words: [String], _ below: SurfUnit?, isTide: Bool, given: SurfUnit?) -> Heading? {
    let joined = words.joined(separator: " ")
    if stations.contains(joined) { return Heading(column: .model) }
    if times.contains(joined) { return Heading(column: .valid) }
    var (bare, unit) = (words, below)
    // `DirM` is a direction and not `Dir` in metres.
    let isWhole = names[joined] != nil
    if unit == nil, !isWhole, let own = ForecastColumn.unit(words) {
      (unit, bare) = own
    } else if unit == nil, !isWhole, words.count > 1, let own = ObservationTable.unit(words.last ?? "") {
      (bare, unit) = (words.dropLast(), own)
    }
    let text = bare.joined(separator: " ")
    let isWater = isTide && water.contains(text)
    guard let variable = isWater ? .tide : names[text] else {
      guard let below, ForecastColumn(joined) == nil else { return nil }
      return ForecastColumn.variable(words, below.quantity).map { Heading(column: .value($0, below)) }
    }
    if isWater, unit == nil { return given.map { Heading(column: .value(.tide, $0)) } }
    if let unit { return unit.quantity == variable.quantity ? Heading(column: .value(variable, unit)) : nil }
    guard ForecastColumn(joined) == nil else { return nil }
    let standard = variable.column.split(separator: "_").last.map(String.init) ?? ""
    return Heading(column: .value(variable, nil), assumed: standard == "ms" ? "m/s" : standard)
  }

  private static let stations: Set<String> = [
    "station", "station id", "station name", "station code", "site", "site id", "site name", "buoy", "buoy id",
    "buoy name", "wmo id", "platform", "estacion", "boya", "stasjon", "navn",
  ]
  private static let times: Set<String> = [
    "fecha gmt", "fecha utc", "date gmt", "tid utc", "time utc", "date time utc",
  ]
  private static let water: Set<String> = [
    "höhe", "hoehe", "wasserstand", "pegel", "hauteur d eau", "altura de marea", "height", "level",
    "water level", "sea level", "tide", "prediction", "predicted", "value", "h", "altura", "nivel",
    "nivel del mar", "vannstand", "hauteur", "slev", "sea surface height", "hl 1",
  ]

  /// Names of buoys' files in the languages of Europe's coasts, and those of standards (CF, Copernicus).
  private static let names: [String: SeaVariable] = {
    var names: [String: SeaVariable] = [:]
    func add(_ variable: SeaVariable, _ list: String) {
      for name in list.split(separator: ",") { names[name.trimmed] = variable }
    }
    add(
      .waveHeight,
      "hs, hsig, h sig, hm 0, swh, vhm 0, wvht, wave height, significant wave height, sea surface wave significant height, "
        + "altura signif del oleaje, altura significante, altura significante del oleaje, altura signif, altura significativa, "
        + "signifikant bølgehøyde, bølgehøyde, signifikant våghöjd, våghöjd, signifikante wellenhöhe, wellenhöhe, hauteur significative, "
        + "hauteur des vagues, h 1 3, signifikant bølgehøjde, bølgehøjde, significante golfhoogte, golfhoogte, merkitsevä aallonkorkeus"
    )
    add(
      .wavePeakPeriod,
      "tp, tpeak, t peak, vtpk, dpd, peak period, wave peak period, periodo de pico, periodo pico, "
        + "sea surface wave period at variance spectral density maximum, bølgeperiode topp, "
        + "vågperiod topp, période de pic, peakperiode")
    add(
      .wavePeriod,
      "tz, tm 02, vtm 02, apd, mean period, mean wave period, zero crossing period, periodo medio, periodo medio tm 02, "
        + "sea surface wave mean period, midlere bølgeperiode, "
        + "bølgeperiode, vågperiod, wellenperiode, période moyenne, golfperiode")
    add(
      .waveDirection,
      "direction, peak direction, dir tp true, mdir, mean dir, wave dir, peak dir, vmdr, mwd, mean wave direction, wave direction, direc media de proced, "
        + "direcc media de proced, dir media de proced, dir media, direc media, direcc media, dirm, dir m, dmd, direccion media, sea surface wave from direction, bølgeretning, vågriktning, wellenrichtung, "
        + "direction moyenne, direction des vagues, golfrichting, aallon suunta"
    )
    add(
      .waterTemperature,
      "sst, wtmp, temp del agua, temp agua, sea surface temperature, temperatura del agua, sea water temperature, sjøtemperatur, havstemperatur, "
        + "vattentemperatur, wassertemperatur, température de l eau, température de la mer, watertemperatuur, havtemperatur"
    )
    add(
      .airTemperature,
      "atmp, air temperature, temperatura del aire, temp aire, temp del aire, lufttemperatur, température de l air")
    add(
      .windSpeed,
      "wspd, wind spd, wind speed, velocidad del viento, velocidad media del viento, vel viento, vel del viento, "
        + "vel media del viento, vindhastighet, middelvind, medelvind, "
        + "windgeschwindigkeit, vitesse du vent, vindhastighed, windsnelheid, tuulen nopeus, keskituuli")
    add(.windGust, "gst, wind gust, wind speed of gust, racha, byvind, vindkast, windböen, böen, rafales")
    add(
      .windDirection,
      "wd, wdir, wind dir, wind direction, wind from direction, direc de proced del viento, dir viento, dir del viento, direc del viento, "
        + "direcc del viento, direcc de proced del viento, direccion del viento, vindretning, vindriktning, windrichtung, direction du vent, "
        + "windrichting, tuulen suunta")
    add(
      .pressure,
      "bar, pressure, air pressure at sea level, presion, presion atmosferica, lufttrykk, lufttryck, luftdruck, pression"
    )
    return names
  }()

  // MARK: - Samples

  /// Steps longer than this are those of high and low waters, and not of a curve.
  private static let longestStep = 2 * 3_600_000_000

  /// The heights of a run in metres: a curve, or high and low waters where steps are longer than two hours.
  public func heights(of run: ForecastRun, station: String, datum: String?) -> TideFile.Heights {
    let column = run.values[.tide] ?? run.values[.waveHeight] ?? []
    let points = zip(run.times, column).filter { $1.isFinite }.map { TidePoint(at: $0, height: $1) }
    var heights = TideFile.Heights(station: station, datum: datum, report: ReadingReport())
    let steps = zip(points, points.dropFirst()).map { $1.at.microseconds - $0.at.microseconds }.sorted()
    guard let middle = steps.isEmpty ? nil : steps[steps.count / 2], middle > ObservationTable.longestStep else {
      heights.points = points
      return heights
    }
    heights.events = points.indices.map { place in
      let near = [place - 1, place + 1].filter(points.indices.contains).map { points[$0].height }
      let mean = near.mean ?? 0
      return TideEvent(at: points[place].at, height: points[place].height, isHigh: points[place].height > mean)
    }
    return heights
  }
}

extension Variable {
  /// What a buoy measures of what a forecast says; nil for what no buoy does.
  public init?(_ variable: SeaVariable) {
    let names: [SeaVariable: Variable] = [
      .waveHeight: .waveHeight, .wavePeakPeriod: .peakPeriod, .wavePeriod: .meanPeriod, .waveDirection: .meanDirection,
      .swellHeight: .swellHeight, .swellPeriod: .swellPeriod, .swellDirection: .swellDirection,
      .windWaveHeight: .windWaveHeight, .windWavePeriod: .windWavePeriod, .windWaveDirection: .windWaveDirection,
      .windSpeed: .windSpeed, .windGust: .windGust, .windDirection: .windDirection, .pressure: .pressure,
      .airTemperature: .airTemperature, .waterTemperature: .waterTemperature, .tide: .tide,
    ]
    guard let found = names[variable] else { return nil }
    self = found
  }
}

extension ForecastRun {
  /// Its hours as a buoy's samples.
  public var samples: [Sample] {
    times.enumerated().map { row, time in
      var sample = Sample(time)
      for (variable, column) in values {
        if let own = Variable(variable), !column[row].isNaN { sample[own] = column[row] }
      }
      return sample
    }
  }
}

extension ObservationTable {
  /// Whether headings are those of forecasts, with a time of issue and a valid time: what is measured has no issue.
  public static func isForecast(_ names: [String], map: [String] = []) -> Bool {
    let mapped = ForecastTable.mapped(map)
    return names.contains { !mapped.contains($0.trimmed) && ForecastColumn($0) == .issued } && hasValid(names, map: map)
  }

  /// Whether a heading, or what `map` says of one, is the valid time.
  private static func hasValid(_ names: [String], map: [String]) -> Bool {
    let mapped = ForecastTable.mapped(map)
    return names.contains { !mapped.contains($0.trimmed) && ForecastColumn($0) == .valid }
      || map.contains { $0.mappedColumn.map { ForecastColumn($0.meaning) == .valid } ?? false }
  }

  /// Whether headings are those of measurements: a station, or a time as met.no names it, and neither issue nor model.
  ///
  /// With `isStation` the station is known; `isTide`: whether they are those of heights of the water.
  static func recognises(_ headings: [String], isStation: Bool = false, isTide: Bool = false) -> Bool {
    let names = headings.map(\.trimmed)
    let columns = names.map { ForecastColumn($0) }
    let isFrost = names.contains { $0.nameWords == ["reference", "time"] } && !columns.contains(.valid)
    guard !columns.contains(.model), isFrost || !columns.contains(.issued) else { return false }
    let known = names.map { heading(plainWords($0), nil, isTide: isTide, given: .metre)?.column }
    let hasTime =
      isFrost || columns.contains(.valid) || known.contains(.valid) || names.contains(where: DayAndTime.isHeading)
      || names.contains { plainWords($0).last.flatMap { zones[$0] } != nil }
    // Heights of the water alone are tides.
    let hasValue = (columns + known).contains { column in
      if case .value(let variable, _)? = column { return isTide == (variable == .tide) && Variable(variable) != nil }
      return false
    }
    return hasTime && hasValue && (isFrost || isStation || known.contains(.model))
  }

  /// Whether a word names a zone that headings have and no database knows.
  static func isZone(_ word: String) -> Bool { zones[word] != nil }

  /// Whether a heading means something to a table of measurements.
  public static func isHeading(_ name: String, isTide: Bool) -> Bool {
    let words = plainWords(name)
    return ForecastColumn(name) != nil || DayAndTime.isHeading(name) || words.last.flatMap { zones[$0] } != nil
      || heading(words, nil, isTide: isTide, given: .metre) != nil
  }
}
