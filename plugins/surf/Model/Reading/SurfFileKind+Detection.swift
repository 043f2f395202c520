/// How files are recognised: by the keys of JSON and the names in a header that only one product uses.
extension SurfFileKind {
  /// The keys of all objects in a piece of JSON, which may be cut off or malformed.
  static func keys(in bytes: [UInt8]) -> Set<String> {
    var keys: Set<String> = []
    var place = 0
    while place < bytes.count {
      guard bytes[place] == 0x22 else {
        place += 1
        continue
      }
      let start = place + 1
      place = start
      while place < bytes.count, bytes[place] != 0x22 { place += bytes[place] == 0x5C ? 2 : 1 }
      guard place < bytes.count else { break }
      let end = place
      place += 1
      while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
      if place < bytes.count, bytes[place] == 0x3A, end - start <= 60 {
        keys.insert(String(decoding: bytes[start..<end], as: UTF8.self))
      }
    }
    return keys
  }

  /// Whether the first `"id"` of a list is the number of a station of CO-OPS: seven digits.
  static func hasStationNumber(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
    guard let key = text.firstRange(of: "\"id\"") else { return false }
    let value = text[key.upperBound...].drop { $0 == ":" || $0 == "\"" || $0.isWhitespace }
    let digits = value.prefix { $0.isASCII && $0.isNumber }
    return digits.count == 7
  }

  static func json(_ keys: Set<String>) -> SurfFileKind {
    func any(_ names: String...) -> Bool { names.contains(where: keys.contains) }
    func all(_ names: String...) -> Bool { names.allSatisfy(keys.contains) }
    if any("hourly_units", "minutely_15_units", "daily_units", "generationtime_ms") { return .openMeteo }
    if all("sourceId", "referenceTime", "observations") { return .frost }
    if all("error", "reason") { return .openMeteoError }
    if any("solidRating", "fadedRating", "error_response", "issueTimestamp") || all("localTimestamp", "timestamp") {
      return .magicseaweed
    }
    if any("humanRelation", "runInitializationTimestamp", "utcOffset") || all("associated", "data") {
      return .surfline
    }
    if any("shape_full", "shape_detail", "spot_forecast", "tide_meters", "hst") || all("size_ft", "shape")
      || all("speed_kts", "direction_degrees")
    {
      return .spitcast
    }
    if any("requestCount", "dailyQuota") || keys.contains("hours") && any("sg", "noaa") { return .stormglass }
    if keys.contains("predictions") { return .tidesJSON }
    if all("metadata", "data") || all("data", "t", "v") { return .waterLevelJSON }
    if all("features", "geometry") || all("geometry", "coordinates") { return .geoJSON }
    if any("data", "meta"), all("time", "height", "type") || all("time", "sg") { return .stormglass }
    if all("stations", "shefcode") { return .stationList }
    if table(Array(keys)) == .sessions { return .sessions }
    if any("name", "spot", "beach", "title") && any("lat", "latitude") && any("lon", "lng", "long", "longitude") {
      return .spots
    }
    return keys.contains("error") ? .errorJSON : .otherJSON
  }

  /// NDBC products, by the names in their first line.
  static func ndbc(_ line: String, _ next: String) -> SurfFileKind? {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard let first = words.first, ["#YY", "YY", "YYYY", "#YYYY"].contains(first), words.dropFirst().first == "MM"
    else { return nil }
    let names = Set(words.dropFirst(4))
    if names.contains("WVHT"), names.contains("WSPD") || names.contains("WDIR") || names.contains("WD") {
      return .standardMet
    }
    let marks: [(kind: SurfFileKind, names: Set<Substring>)] = [
      (.spectralSummary, ["SwH", "SwP", "WWH"]), (.continuousWinds, ["GDR", "GTIME"]), (.waterColumn, ["HEIGHT"]),
      (.supplemental, ["PTIME", "WTIME"]), (.rawSpectrum, ["Sep_Freq", "Sep_freq"]),
      (.ocean, ["OTMP", "SAL", "DEPTH"]), (.solar, ["SRAD1", "SWRAD"]), (.rain, ["ACCUM", "RATE"]),
      (.current, ["DEP01", "DIR01"]),
    ]
    for (kind, marked) in marks where !names.isDisjoint(with: marked) { return kind }
    let isSpectrum = next.contains("(") || words.last.map { $0.hasPrefix(".") || $0.hasPrefix("0.") } == true
    return isSpectrum ? .spectrum : .otherNDBC
  }

  static func delimited(_ line: String, _ lines: [String]) -> SurfFileKind? {
    let names = line.split { $0 == "," || $0 == ";" || $0 == "\t" }.map { $0.nameWords.joined(separator: "_") }
    if names.first == "date_time", let second = names.dropFirst().first {
      if second == "prediction" { return .tidesCSV }
      if second == "water_level" { return .waterLevelCSV }
    }
    let head = lines.prefix(30).map { $0.lowercased() }
    if head.contains(where: { $0.hasPrefix("noaa/nos/co-ops") }) { return .tideTable }
    if head.contains(where: { $0.hasPrefix("stationid") }), head.contains(where: { $0.hasPrefix("datum") }) {
      return .tideTable
    }
    let plain = line.lowercased()
    if plain.contains("hometeam"), plain.contains("awayteam") { return .football }
    if let kind = table(line.split { $0 == "," || $0 == ";" || $0 == "\t" }.map(String.init)) { return kind }
    return line.count(where: { $0 == "," || $0 == ";" || $0 == "\t" }) >= 2 ? .delimited : nil
  }

  /// What a table is by its headings: a log of sessions, a list of spots or a table of forecasts or of measurements; nil for another.
  public static func table(_ headings: [String]) -> SurfFileKind? {
    let names = headings.map { $0.nameWords.joined(separator: "_") }
    // A log of sessions has a spot, a rating and a time.
    func has(_ part: SessionPart) -> Bool { part.names.contains(where: names.contains) }
    // A rating with its scale may also be that of a forecast, which has neither length nor end.
    let isRated = has(.rating) || names.contains { SessionPart.rating.isNamed($0) } && (has(.end) || has(.duration))
    if has(.spot), isRated, has(.start) || has(.date) { return .sessions }
    // A forecast may name its place; a list of spots has no time.
    if ObservationTable.recognises(headings) { return .measurements }
    if ForecastColumn.recognises(headings) { return .forecasts }
    return SpotColumns(header: names).isComplete ? .spots : nil
  }

  /// The format of a table of a station that is known, by its headings: measurements or heights of the water; nil for another.
  ///
  /// Where they may be both they are heights of the water if `isTide` says so.
  public static func format(ofStation headings: [String], isTide: Bool) -> Format? {
    let found = [false, true].filter { ObservationTable.recognises(headings, isStation: true, isTide: $0) }
    return (isTide ? found.last : found.first).map { $0 ? .tides : .observations }
  }
}

/// What a log records about a session, besides the conditions.
public enum SessionPart: String, CaseIterable, Sendable {
  case spot, date, start, end, duration, rating, notes

  /// Whether a heading in that form is this part; that of a rating may have its scale after it, as in `rating_1_5`.
  public func isNamed(_ heading: String) -> Bool {
    if names.contains(heading) { return true }
    guard self == .rating else { return false }
    var words = heading.split(separator: "_")
    while let last = words.last, last.allSatisfy(\.isNumber) { words.removeLast() }
    return names.contains(words.joined(separator: "_"))
  }

  /// The headings for this part, in lower case, with `_` for anything but letters and digits; the first is preferred.
  public var names: [String] {
    switch self {
    case .spot:
      ["spot", "spot_slug", "spot_name", "beach", "break", "location", "where", "playa", "plage", "praia", "strand"]
    case .date: ["date", "session_date"] + DayAndTime.days
    case .start:
      [
        "start", "start_time", "time", "started_at", "start_utc", "session_start", "time_in", "when", "inicio", "hora",
        "heure", "beginn",
      ]
    case .end: ["end", "end_time", "finish", "ended_at", "end_utc", "session_end", "time_out", "fin", "fim", "ende"]
    case .duration:
      ["duration", "duration_minutes", "duration_min", "minutes", "duracion", "duracao", "minutos", "duree", "dauer"]
    case .rating: ["rating", "overall", "overall_rating", "stars", "score", "nota", "valoracion", "bewertung"]
    case .notes:
      [
        "notes", "note", "comment", "comments", "remarks", "notas", "comentario", "comentarios", "commentaire",
        "notizen",
      ]
    }
  }
}
