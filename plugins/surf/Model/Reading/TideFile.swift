public import PodiumCore

/// Reads tides of CO-OPS: predictions as JSON, CSV or text tables, and measured water levels as JSON or CSV.
///
/// Heights are in the unit of the file and times on its clock; `resolved` converts both. Only text tables name unit, datum
/// and zone, and only they and measured levels name the station.
public struct TideFile: Sendable {
  /// A height, and the time on the file's clock as if it were UTC.
  public struct Row: Sendable, Equatable {
    /// Where it is in the file: `line 12`, `entry 4`.
    public let place: String
    public let clock: Moment
    public let value: Double
    /// Whether it is a high or a low water; nil for a point of a curve.
    public let isHigh: Bool?
  }

  /// The clock that CO-OPS was asked for.
  public enum Zone: String, Sendable, CaseIterable {
    case gmt
    /// Standard time all year.
    case lst
    /// Standard time, and daylight saving time in summer.
    case lstLdt = "lst_ldt"

    /// Reads `gmt`, `LST`, `LST/LDT` and `lst_ldt`; nil for any other word.
    public init?(_ word: String) {
      let plain = word.nameWords.joined(separator: "_")
      guard let zone = Zone(rawValue: plain == "utc" ? "gmt" : plain) else { return nil }
      self = zone
    }
  }

  public internal(set) var station: String?
  public internal(set) var stationName: String?
  public internal(set) var place: Coordinate?
  public internal(set) var unit: SurfUnit?
  public internal(set) var datum: String?
  public internal(set) var zone: Zone?
  /// Whether the heights were measured; otherwise they are predictions.
  public internal(set) var isMeasured = false
  /// In the order of the file; never empty.
  public internal(set) var rows: [Row] = []
  /// `kept` counts rows; `resolved` may refuse more of them.
  public internal(set) var report = ReadingReport()

  static let wanted = "CO-OPS tides"
  static let kinds: Set<SurfFileKind> = [.tidesJSON, .waterLevelJSON, .tidesCSV, .waterLevelCSV, .tideTable]

  /// Reads the bytes of a file; `name` is for messages.
  ///
  /// Throws `other-format` for files of other products and for error messages, `no-rows` where no height can be read,
  /// `unknown-unit` and `malformed-json`.
  public init(_ bytes: [UInt8], name: String) throws(Diagnostic) {
    let kind = SurfFileKind.detect(bytes)
    switch kind {
    case .tidesCSV, .waterLevelCSV: readCSV(bytes)
    case .tideTable: try readTable(bytes, name: name)
    default:
      let value = try SurfJSON.value(
        bytes, name: name, of: TideFile.kinds.union([.errorJSON]), wanted: TideFile.wanted)
      try readJSON(value, name: name)
    }
    report.kept = rows.count
    guard rows.isEmpty else { return }
    if kind == .tidesCSV || kind == .waterLevelCSV, let prose = report.refused.first?.reason {
      throw Diagnostic("other-format", "'\(name)' has no heights, but a message: \(prose)", help: TideFile.again)
    }
    throw Diagnostic("no-rows", "'\(name)' has no heights\(report.why)", help: TideFile.again)
  }

  static let again = "correct station, product and dates of the request, and download it again"

  /// Adds a row of texts; an unreadable one is refused.
  mutating func add(_ place: String, time: String, value: String, type: String?) {
    report.read += 1
    guard let clock = WallClock.wall(time) else {
      return report.refuse(place, "\(Abridged.quoted(time)) is not a time as in 2026-07-01 06:41")
    }
    guard let height = InstrumentNumber.read(value) else {
      return report.refuse(
        place, value.isEmpty ? "the height is missing" : "\(Abridged.quoted(value)) is not a height")
    }
    switch type?.first {
    case nil: rows.append(Row(place: place, clock: clock, value: height, isHigh: nil))
    case "H", "h": rows.append(Row(place: place, clock: clock, value: height, isHigh: true))
    case "L", "l": rows.append(Row(place: place, clock: clock, value: height, isHigh: false))
    default: report.refuse(place, "\(Abridged.quoted(type ?? "")) is neither H nor L")
    }
  }
}
