internal import PodiumCore

/// Identifies files of other products by their content, not by their name.
enum ForeignFormat {
  /// The product a file belongs to, as a phrase (`JSON from Open-Meteo`); nil when it is unknown.
  static func name(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x1F, 0x8B]) { return "a gzip file" }
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) { return "a zip archive" }
    if bytes.starts(with: Array("SQLite format 3".utf8)) { return "an SQLite database" }
    // The beginning is enough, however large the file.
    let head = String(decoding: bytes.prefix(65_536), as: UTF8.self)
    let text = head.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    switch text.first {
    case "<": return "an HTML or XML page"
    case "{", "[": return json(text)
    default: break
    }
    let lines = text.split(maxSplits: 3, whereSeparator: \.isNewline)
    guard let first = lines.first else { return nil }
    return ndbc(first, lines.dropFirst().first ?? "") ?? delimited(first, text)
  }

  static let standardMet = "NDBC standard meteorological data"
  static let sessions = "a log of surf sessions"
  static let delimitedText = "delimited text with other columns"

  /// The error for a file of another product, or of an unknown format when `product` is nil.
  static func refusal(of file: String, product: String?, wanted: String) -> Diagnostic {
    let help =
      switch product {
      case standardMet: "read it with: load surf.ndbc FILE"
      case sessions: "read it with: load surf.sessions FILE"
      case let name? where name.contains("gzip"): "decompress it first: gunzip FILE"
      default:
        "use NDBC standard meteorological data (ID.txt, IDhYYYY.txt); 'load surf.sessions' reads logs of sessions"
      }
    return Diagnostic(
      "other-format", "'\(file)' is \(product ?? "in an unknown format"), not \(wanted)", help: help)
  }

  /// Services that answer in JSON, recognised by members only they use.
  private static func json(_ text: Substring) -> String {
    let marks: [(product: String, members: [String])] = [
      ("JSON from Open-Meteo", ["hourly_units", "minutely_15_units", "generationtime_ms"]),
      ("JSON from Magicseaweed", ["solidRating", "fadedRating", "error_response"]),
      ("JSON from Surfline", ["humanRelation", "runInitializationTimestamp", "utcOffset"]),
      ("JSON from Spitcast", ["shape_full", "spot_forecast"]),
      ("JSON from Stormglass", ["requestCount", "dailyQuota"]),
      ("CO-OPS tide predictions (JSON)", ["predictions"]),
    ]
    for (product, members) in marks where members.contains(where: { text.contains("\"" + $0 + "\"") }) {
      return product
    }
    if text.contains("\"hours\""), text.contains("\"sg\"") || text.contains("\"noaa\"") {
      return "JSON from Stormglass"
    }
    if text.contains("\"error\"") {
      return text.contains("\"reason\"") ? "an error message from Open-Meteo" : "an error message in JSON"
    }
    return "JSON from an unknown source"
  }

  /// Other NDBC products, recognised by the names in their first line.
  private static func ndbc(_ line: Substring, _ next: Substring) -> String? {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard let first = words.first, ["#YY", "YY", "YYYY", "#YYYY"].contains(first), words.dropFirst().first == "MM"
    else {
      return nil
    }
    if StandardMetHeader.isHeader(words) { return standardMet }
    let marks: [(product: String, names: Set<Substring>)] = [
      ("NDBC spectral wave summary data (.spec)", ["SwH", "SwP", "WWH"]),
      ("NDBC continuous winds data (.cwind)", ["GDR", "GTIME"]),
      ("NDBC water column height from tsunami buoys (.dart)", ["HEIGHT"]),
      ("NDBC supplemental measurements (.supl)", ["PTIME", "WTIME"]),
      ("NDBC raw spectral wave data (.data_spec)", ["Sep_Freq", "Sep_freq"]),
      ("NDBC oceanographic data (.ocean)", ["OTMP", "SAL", "DEPTH"]),
      ("NDBC solar radiation data (.srad)", ["SRAD1", "SWRAD"]),
      ("NDBC hourly rain data (.rain)", ["ACCUM", "RATE"]),
      ("NDBC ocean current data (.adcp)", ["DEP01", "DIR01"]),
    ]
    for (product, names) in marks where words.contains(where: names.contains) { return product }
    let isSpectrum =
      next.contains("(") || words.last.map { $0.hasPrefix(".") || $0.hasPrefix("0.") } == true
    return isSpectrum ? "NDBC spectral wave data (.swdir, .swr1, .swden)" : "another NDBC product"
  }

  private static func delimited(_ line: Substring, _ text: Substring) -> String? {
    let plain = line.lowercased()
    if plain.hasPrefix("date time, prediction") || plain.hasPrefix("date time,prediction") {
      return "CO-OPS tide predictions (CSV)"
    }
    if text.lowercased().contains("stationid") && text.lowercased().contains("datum") { return "CO-OPS tide tables" }
    if plain.contains("hometeam") && plain.contains("awayteam") { return "a table of football results" }
    if SessionHeader.looksLikeSessions(line) { return sessions }
    let separators = line.count { $0 == "," || $0 == ";" || $0 == "\t" }
    return separators >= 2 ? delimitedText : nil
  }
}
