internal import PodiumCore

/// What a file is when it is not what was hoped for, by what it holds and not by its name.
enum ForeignFormat {
  /// The product a file belongs to, as a phrase (`Open-Meteo's JSON`); nil when it is none of those known here.
  static func name(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x1F, 0x8B]) { return "a file packed with gzip" }
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) { return "a zip archive" }
    if bytes.starts(with: Array("SQLite format 3".utf8)) { return "an SQLite database" }
    // The beginning tells; the rest of a large file need not be looked at.
    let head = String(decoding: bytes.prefix(65_536), as: UTF8.self)
    let text = head.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    switch text.first {
    case "<": return "a page of HTML or XML"
    case "{", "[": return json(text)
    default: break
    }
    let lines = text.split(maxSplits: 3, whereSeparator: \.isNewline)
    guard let first = lines.first else { return nil }
    return ndbc(first, lines.dropFirst().first ?? "") ?? delimited(first, text)
  }

  static let standardMet = "NDBC's standard meteorological data"
  static let sessions = "a log of surf sessions"
  static let delimitedText = "delimited text with other columns"

  /// The refusal of a file that is something else; without a product it is of a format nobody here knows.
  static func refusal(of file: String, product: String?, wanted: String) -> Diagnostic {
    let help =
      switch product {
      case standardMet: "load surf.ndbc FILE reads it"
      case sessions: "load surf.sessions FILE reads it"
      case let name? where name.contains("gzip"): "unpack it first: gunzip FILE"
      default: "the plugin reads NDBC's standard meteorological data (ID.txt, IDhYYYY.txt) and CSV logs of sessions"
      }
    return Diagnostic(
      "other-format", "'\(file)' is \(product ?? "of an unknown format"), not \(wanted)", help: help)
  }

  /// The services whose answers are JSON, by the members only they have.
  private static func json(_ text: Substring) -> String {
    let marks: [(product: String, members: [String])] = [
      ("Open-Meteo's JSON", ["hourly_units", "minutely_15_units", "generationtime_ms"]),
      ("Magicseaweed's JSON", ["solidRating", "fadedRating", "error_response"]),
      ("Surfline's JSON", ["humanRelation", "runInitializationTimestamp", "utcOffset"]),
      ("Spitcast's JSON", ["shape_full", "spot_forecast"]),
      ("Stormglass's JSON", ["requestCount", "dailyQuota"]),
      ("the JSON of CO-OPS tides", ["predictions"]),
    ]
    for (product, members) in marks where members.contains(where: { text.contains("\"" + $0 + "\"") }) {
      return product
    }
    if text.contains("\"hours\""), text.contains("\"sg\"") || text.contains("\"noaa\"") { return "Stormglass's JSON" }
    if text.contains("\"error\"") { return text.contains("\"reason\"") ? "an error of Open-Meteo" : "an error in JSON" }
    return "JSON of an unknown kind"
  }

  /// The other products of NDBC, by the names in their first line.
  private static func ndbc(_ line: Substring, _ next: Substring) -> String? {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard let first = words.first, ["#YY", "YY", "YYYY", "#YYYY"].contains(first), words.dropFirst().first == "MM"
    else {
      return nil
    }
    if StandardMetHeader.isHeader(words) { return standardMet }
    let marks: [(product: String, names: Set<Substring>)] = [
      ("NDBC's split of swell and wind waves (.spec)", ["SwH", "SwP", "WWH"]),
      ("NDBC's continuous winds (.cwind)", ["GDR", "GTIME"]),
      ("NDBC's water level of tsunami buoys (.dart)", ["HEIGHT"]),
      ("NDBC's supplemental measurements (.supl)", ["PTIME", "WTIME"]),
      ("NDBC's spectral wave density (.data_spec)", ["Sep_Freq", "Sep_freq"]),
      ("NDBC's oceanographic data (.ocean)", ["OTMP", "SAL", "DEPTH"]),
      ("NDBC's solar radiation (.srad)", ["SRAD1", "SWRAD"]),
      ("NDBC's hourly rain (.rain)", ["ACCUM", "RATE"]),
      ("NDBC's currents (.adcp)", ["DEP01", "DIR01"]),
    ]
    for (product, names) in marks where words.contains(where: names.contains) { return product }
    let isSpectrum =
      next.contains("(") || words.last.map { $0.hasPrefix(".") || $0.hasPrefix("0.") } == true
    return isSpectrum ? "NDBC's wave spectra (.swdir, .swr1, .swden)" : "another product of NDBC"
  }

  private static func delimited(_ line: Substring, _ text: Substring) -> String? {
    let plain = line.lowercased()
    if plain.hasPrefix("date time, prediction") || plain.hasPrefix("date time,prediction") {
      return "the CSV of CO-OPS tides"
    }
    if text.lowercased().contains("stationid") && text.lowercased().contains("datum") { return "CO-OPS tide tables" }
    if plain.contains("hometeam") && plain.contains("awayteam") { return "a table of football results" }
    if SessionHeader.looksLikeSessions(line) { return sessions }
    let separators = line.count { $0 == "," || $0 == ";" || $0 == "\t" }
    return separators >= 2 ? delimitedText : nil
  }
}
