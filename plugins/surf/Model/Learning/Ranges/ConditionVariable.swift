/// What is learned of a surfer's taste: a quantity that a forecast gives, at a beach that faces a direction.
public enum ConditionVariable: Int, Sendable, Hashable, CaseIterable, Comparable, Codable {
  case height
  case period
  case swellDirection
  case windSpeed
  case windDirection
  case onshore
  case cross
  case tideFraction
  case tideTrend

  /// The name of the column that holds it in a table of windows.
  public var column: String {
    switch self {
    case .height: SeaVariable.waveHeight.column
    case .period: SeaVariable.wavePeakPeriod.column
    case .swellDirection: SeaVariable.swellDirection.column
    case .windSpeed: SeaVariable.windSpeed.column
    case .windDirection: SeaVariable.windDirection.column
    case .onshore: "onshore_ms"
    case .cross: "cross_ms"
    case .tideFraction: "tide_fraction"
    case .tideTrend: "tide_trend"
    }
  }

  /// Columns that may hold it, the best first.
  public var columns: [String] {
    switch self {
    case .height: [column, SeaVariable.swellHeight.column]
    case .period: [column, SeaVariable.swellPeriod.column, SeaVariable.wavePeriod.column]
    case .swellDirection: [column, SeaVariable.waveDirection.column]
    default: [column]
    }
  }

  public var isCircular: Bool { self == .swellDirection || self == .windDirection }

  /// In lower case, as a message uses it.
  public var name: String {
    switch self {
    case .height: "height"
    case .period: "period"
    case .swellDirection: "swell direction"
    case .windSpeed: "wind speed"
    case .windDirection: "wind direction"
    case .onshore: "onshore wind"
    case .cross: "cross wind"
    case .tideFraction: "tide"
    case .tideTrend: "tide trend"
    }
  }

  /// Variables that say the same only once: wind as its parts at a beach whose direction is known, else as it blows.
  public static func independent(withFacing: Bool) -> [ConditionVariable] {
    let wind: [ConditionVariable] = withFacing ? [.onshore, .cross] : [.windSpeed, .windDirection]
    return [.height, .period, .swellDirection] + wind + [.tideFraction, .tideTrend]
  }

  public static func < (a: ConditionVariable, b: ConditionVariable) -> Bool { a.rawValue < b.rawValue }
}
