/// What a buoy measures, in the order of the columns of tables.
enum Variable: Int, CaseIterable {
  case waveHeight, peakPeriod, meanPeriod, meanDirection
  case windSpeed, windGust, windDirection
  case pressure, pressureTendency, airTemperature, waterTemperature, dewPoint, visibility, tide

  /// The name of its column and of its field, unit last.
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

  /// What belongs to the sample of waves, which a buoy may spread over several lines of an hour.
  static let waves: [Variable] = [.waveHeight, .peakPeriod, .meanPeriod, .meanDirection]
  /// What is measured together by the anemometer.
  static let wind: [Variable] = [.windSpeed, .windGust, .windDirection]
  /// The rest, each measured by itself.
  static let single: [Variable] = allCases.filter { !waves.contains($0) && !wind.contains($0) }

  /// Whether it is a direction.
  var isDirection: Bool { self == .meanDirection || self == .windDirection }
}
