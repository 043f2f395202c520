/// What a buoy measures, in the order of table columns.
enum Variable: Int, CaseIterable {
  case waveHeight, peakPeriod, meanPeriod, meanDirection
  case windSpeed, windGust, windDirection
  case pressure, pressureTendency, airTemperature, waterTemperature, dewPoint, visibility, tide

  /// The name of the column and field, ending in the unit.
  var column: String {
    switch self {
    case .waveHeight: "wave_height_m"
    case .peakPeriod: "peak_period_s"
    case .meanPeriod: "mean_period_s"
    case .meanDirection: "mean_direction_deg"
    case .windSpeed: "wind_speed_ms"
    case .windGust: "wind_gust_ms"
    case .windDirection: "wind_direction_deg"
    case .pressure: "pressure_hpa"
    case .pressureTendency: "pressure_tendency_hpa"
    case .airTemperature: "air_temperature_c"
    case .waterTemperature: "water_temperature_c"
    case .dewPoint: "dew_point_c"
    case .visibility: "visibility_m"
    case .tide: "tide_m"
    }
  }

  /// The variables of a wave sample, which a buoy may spread over several lines.
  static let waves: [Variable] = [.waveHeight, .peakPeriod, .meanPeriod, .meanDirection]
  /// The variables the anemometer measures together.
  static let wind: [Variable] = [.windSpeed, .windGust, .windDirection]
  /// The rest, each measured separately.
  static let single: [Variable] = allCases.filter { !waves.contains($0) && !wind.contains($0) }

  var isDirection: Bool { self == .meanDirection || self == .windDirection }
}
