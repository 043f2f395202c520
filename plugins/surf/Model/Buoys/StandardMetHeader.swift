internal import PodiumCore

/// The names and units of a file of standard meteorological data, whatever its age.
///
/// Since 2007 a file starts with two lines marked `#`: names and units. Older files have one line of names without
/// units, with `WD` and `BAR` for today's `WDIR` and `PRES`; before 2005 no minutes; before 1999 two-digit years.
public struct StandardMetHeader: Sendable {
  /// Real-time files cover the last 45 days (`MM` means missing), historical ones a month or year (nines do).
  public enum Age: Sendable {
    case realtime
    case historical
  }

  enum Field: Sendable {
    case variable(Variable, factor: Double)
    /// An unknown column, kept as it is.
    case extra(Int)
  }

  public let age: Age
  let hasMinutes: Bool
  /// The columns after the time, in order.
  let fields: [Field]
  /// The names of unknown columns, in lower case.
  public let extras: [String]
  /// The number of lines the header takes.
  let lineCount: Int

  /// The number of cells in a row.
  var cellCount: Int { fields.count + (hasMinutes ? 5 : 4) }

  static let variables: [String: Variable] = [
    "WDIR": .windDirection, "WD": .windDirection, "WSPD": .windSpeed, "GST": .windGust, "WVHT": .waveHeight,
    "DPD": .peakPeriod, "APD": .meanPeriod, "MWD": .meanDirection, "PRES": .pressure, "BAR": .pressure,
    "ATMP": .airTemperature, "WTMP": .waterTemperature, "DEWP": .dewPoint, "VIS": .visibility,
    "PTDY": .pressureTendency, "TIDE": .tide,
  ]

  /// Reads the first two lines; throws `not-ndbc`, `repeated-column` and `unknown-unit`.
  init(_ first: [Substring], _ second: [Substring], file: String) throws(Diagnostic) {
    guard StandardMetHeader.isHeader(first) else {
      throw Diagnostic(
        "not-ndbc", "'\(file)' does not start with the column names of NDBC standard meteorological data",
        help: "check its first line: YY MM DD hh mm WDIR WSPD GST WVHT …")
    }
    hasMinutes = first[4] == "mm"
    let names = first.dropFirst(hasMinutes ? 5 : 4).map(String.init)
    let hasUnits = second.first?.hasPrefix("#") ?? false
    let units = hasUnits ? second.dropFirst(hasMinutes ? 5 : 4).map(String.init) : []
    guard !hasUnits || units.count == names.count else {
      throw Diagnostic(
        "not-ndbc", "'\(file)' has \(names.count.counted("column name")) but \(units.count.counted("unit"))",
        place: .init(file: file, line: 2))
    }
    var fields: [Field] = []
    var extras: [String] = []
    var seen: Set<Variable> = []
    for (place, name) in names.enumerated() {
      guard let variable = StandardMetHeader.variables[name] else {
        let plain = name.lowercased()
        guard !extras.contains(plain) else { throw StandardMetHeader.repeated(name, file) }
        fields.append(.extra(extras.count))
        extras.append(plain)
        continue
      }
      guard seen.insert(variable).inserted else { throw StandardMetHeader.repeated(name, file) }
      let unit = hasUnits ? units[place] : StandardMetHeader.standardUnit(of: variable)
      guard let factor = StandardMetHeader.factor(of: variable, unit: unit) else {
        throw Diagnostic(
          "unknown-unit", "'\(file)' gives \(name) in the unsupported unit '\(unit)'",
          help: "convert it to '\(StandardMetHeader.standardUnit(of: variable))', the unit NDBC uses",
          place: .init(file: file, line: 2))
      }
      fields.append(.variable(variable, factor: factor))
    }
    self.fields = fields
    self.extras = extras
    age = names.contains("PTDY") ? .realtime : .historical
    lineCount = hasUnits ? 2 : 1
  }

  /// Whether these are the column names of standard meteorological data.
  public static func isHeader(_ words: [Substring]) -> Bool {
    guard words.count >= 8, ["#YY", "YY", "YYYY", "#YYYY"].contains(words[0]), words[1] == "MM", words[2] == "DD",
      words[3] == "hh"
    else { return false }
    return (words.contains("WDIR") || words.contains("WD")) && words.contains("WVHT")
      && (words.contains("PRES") || words.contains("BAR"))
  }

  private static func repeated(_ name: String, _ file: String) -> Diagnostic {
    Diagnostic("repeated-column", "'\(file)' names the column \(name) twice", place: .init(file: file, line: 1))
  }

  private static func standardUnit(of variable: Variable) -> String {
    switch variable {
    case .windDirection, .meanDirection: "degT"
    case .windSpeed, .windGust: "m/s"
    case .waveHeight: "m"
    case .peakPeriod, .meanPeriod: "sec"
    case .pressure, .pressureTendency: "hPa"
    case .airTemperature, .waterTemperature, .dewPoint: "degC"
    case .visibility: "nmi"
    case .tide: "ft"
    // Only other products have them.
    default: ""
    }
  }

  /// The factor that converts a value to SI units; nil for an unsupported unit.
  ///
  /// Some files write `mi` for nautical miles, others `nmi`.
  private static func factor(of variable: Variable, unit: String) -> Double? {
    let known: [String: Double] =
      switch variable {
      case .windDirection, .meanDirection: ["degT": 1, "deg": 1]
      case .windSpeed, .windGust: ["m/s": 1]
      case .waveHeight: ["m": 1, "ft": 0.3048]
      case .peakPeriod, .meanPeriod: ["sec": 1, "s": 1]
      case .pressure, .pressureTendency: ["hPa": 1, "mb": 1]
      case .airTemperature, .waterTemperature, .dewPoint: ["degC": 1, "C": 1]
      case .visibility: ["nmi": 1852, "mi": 1852, "nm": 1852]
      case .tide: ["ft": 0.3048, "m": 1]
      default: [:]
      }
    return known[unit]
  }
}

extension StandardMetHeader {
  /// The code for missing in historical files; pressures of 999.0 are decided later.
  static func nines(of variable: Variable) -> Double {
    switch variable {
    case .windDirection, .meanDirection, .airTemperature, .waterTemperature, .dewPoint: 999
    case .pressure: 9999
    default: 99
    }
  }
}
