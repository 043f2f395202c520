public import PodiumCore

/// What a file is, by its content; the raw value is the product as a phrase (`JSON from Open-Meteo`).
public enum SurfFileKind: String, Sendable, CaseIterable {
  case gzip = "a gzip file"
  case zip = "a zip archive"
  case database = "an SQLite database"
  case page = "an HTML or XML page"
  case openMeteo = "JSON from Open-Meteo"
  case openMeteoError = "an error message from Open-Meteo"
  case magicseaweed = "JSON from Magicseaweed"
  case surfline = "JSON from Surfline"
  case spitcast = "JSON from Spitcast"
  case stormglass = "JSON from Stormglass"
  case tidesJSON = "CO-OPS tide predictions (JSON)"
  case waterLevelJSON = "CO-OPS water levels (JSON)"
  case tidesCSV = "CO-OPS tide predictions (CSV)"
  case waterLevelCSV = "CO-OPS water levels (CSV)"
  case tideTable = "CO-OPS tide tables"
  case errorJSON = "an error message in JSON"
  case geoJSON = "GeoJSON"
  case spots = "a list of surf spots"
  case stationList = "a list of CO-OPS tide stations"
  case otherJSON = "JSON from an unknown source"
  case standardMet = "NDBC standard meteorological data"
  case spectralSummary = "NDBC spectral wave summary data (.spec)"
  case continuousWinds = "NDBC continuous winds data (.cwind)"
  case waterColumn = "NDBC water column height from tsunami buoys (.dart)"
  case supplemental = "NDBC supplemental measurements (.supl)"
  case rawSpectrum = "NDBC raw spectral wave data (.data_spec)"
  case ocean = "NDBC oceanographic data (.ocean)"
  case solar = "NDBC solar radiation data (.srad)"
  case rain = "NDBC hourly rain data (.rain)"
  case current = "NDBC ocean current data (.adcp)"
  case spectrum = "NDBC spectral wave data (.swdir, .swr1, .swden)"
  case otherNDBC = "another NDBC product"
  case sessions = "a log of surf sessions"
  case forecasts = "a table of forecasts"
  case measurements = "a table of measurements"
  case frost = "JSON from Frost (met.no)"
  case football = "a table of football results"
  case delimited = "delimited text with other columns"
  case workbook = "a workbook"

  /// The word after `surf import`.
  public enum Format: String, Sendable, CaseIterable {
    case ndbc, coops, observations, tides, openmeteo, spitcast, sessions, spots, forecast, msw, surfline, stormglass
  }

  /// The product as a phrase.
  public var product: String { rawValue }

  /// The format that reads the file; nil where none does.
  public var format: Format? {
    switch self {
    case .standardMet, .spectralSummary: .ndbc
    case .tidesJSON, .tidesCSV, .tideTable, .waterLevelJSON, .waterLevelCSV: .coops
    case .openMeteo: .openmeteo
    case .spitcast: .spitcast
    case .sessions: .sessions
    case .spots, .geoJSON: .spots
    case .forecasts: .forecast
    case .measurements, .frost: .observations
    case .magicseaweed: .msw
    case .surfline: .surfline
    case .stormglass: .stormglass
    default: nil
    }
  }

  /// The kind of a file from its first 64 KB; nil for one that is not known.
  public static func detect(_ bytes: [UInt8]) -> SurfFileKind? {
    if bytes.starts(with: [0x1F, 0x8B]) { return .gzip }
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      let marks = ["xl/workbook.xml", "opendocument.spreadsheet"]
      return marks.contains { bytes.contains(Array($0.utf8)) } ? .workbook : .zip
    }
    if bytes.starts(with: Array("SQLite format 3".utf8)) { return .database }
    let head = Array(bytes[SurfText.start(of: bytes)...].prefix(65_536))
    // No text, or one that only the general readers decode.
    if head.contains(0) { return nil }
    switch head.first(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }) {
    case nil: return nil
    case 0x3C: return .page
    case 0x7B, 0x5B:
      let kind = json(keys(in: head))
      return kind == .spots && hasStationNumber(head) ? .stationList : kind
    default: break
    }
    let lines = SurfText(head).lines.map(\.text)
    guard let first = lines.first else { return nil }
    return ndbc(first, lines.dropFirst().first ?? "") ?? delimited(first, lines)
  }

  /// Refuses a file of another product by its name; one of an unknown kind is left to the reader.
  ///
  /// Throws `other-format`, whose help names the format that reads the file.
  public static func require(
    _ kinds: Set<SurfFileKind>, _ bytes: [UInt8], name: String, wanted: String
  ) throws(Diagnostic) {
    guard let kind = detect(bytes), !kinds.contains(kind), kind != .otherJSON, kind != .delimited else { return }
    throw kind.refusal(of: name, wanted: wanted)
  }

  /// The error for a file of this kind where another is wanted.
  public func refusal(of name: String, wanted: String) -> Diagnostic {
    let help =
      switch self {
      case .gzip: "decompress it first: gunzip FILE"
      case .zip: "unpack it first: unzip FILE"
      case .workbook: "choose the sheet, as in sheet=2, or say what it is, as in format=spots"
      case .page, .errorJSON, .openMeteoError: "download it again"
      default: format.map { _ in "read it with: surf import FILE" } ?? SurfFileKind.formats
      }
    return Diagnostic("other-format", "'\(name)' is \(product), not \(wanted)", help: help)
  }

  /// The error for a file that is neither what is wanted nor anything known.
  public static func unknown(_ name: String, wanted: String) -> Diagnostic {
    Diagnostic("other-format", "'\(name)' is in an unknown format, not \(wanted)", help: formats)
  }

  private static var formats: String {
    "the formats of surf import are " + Format.allCases.map(\.rawValue).joined(separator: ", ")
  }
}

extension SurfFileKind {
  /// The error for a file of another product, or of an unknown one, where `load` reads what is wanted.
  public static func notLoaded(_ file: String, _ kind: SurfFileKind?, wanted: String) -> Diagnostic {
    let help =
      switch kind {
      case .standardMet: "read it with: load surf.ndbc FILE"
      case .sessions: "read it with: load surf.sessions FILE"
      case .gzip: "decompress it first: gunzip FILE"
      default:
        "use NDBC standard meteorological data (ID.txt, IDhYYYY.txt); 'load surf.sessions' reads logs of sessions"
      }
    return Diagnostic(
      "other-format", "'\(file)' is \(kind?.product ?? "in an unknown format"), not \(wanted)", help: help)
  }
}
