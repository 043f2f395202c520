/// What a buoy or a tide station measures, in the order of table columns.
///
/// The raw value is the code under which values are packed, so new variables come last.
public enum Variable: Int, CaseIterable, Sendable {
  case waveHeight, peakPeriod, meanPeriod, meanDirection
  case windSpeed, windGust, windDirection
  case pressure, pressureTendency, airTemperature, waterTemperature, dewPoint, visibility, tide
  case swellHeight, swellPeriod, swellDirection, windWaveHeight, windWavePeriod, windWaveDirection
  /// How far a direction given as one of 16 letters may be off.
  case directionWidth
  /// The heights of high and low waters.
  case highWater, lowWater

  /// The name of the column and field, ending in the unit.
  public var column: String {
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
    case .swellHeight: "swell_height_m"
    case .swellPeriod: "swell_period_s"
    case .swellDirection: "swell_direction_deg"
    case .windWaveHeight: "wind_wave_height_m"
    case .windWavePeriod: "wind_wave_period_s"
    case .windWaveDirection: "wind_wave_direction_deg"
    case .directionWidth: "direction_width_deg"
    case .highWater: "high_water_m"
    case .lowWater: "low_water_m"
    }
  }

  /// The variables of a wave sample, which a buoy may spread over several lines.
  public static let waves: [Variable] = [.waveHeight, .peakPeriod, .meanPeriod, .meanDirection]
  /// The variables the anemometer measures together.
  public static let wind: [Variable] = [.windSpeed, .windGust, .windDirection]
  /// The rest, each measured separately.
  public static let single: [Variable] = allCases.filter {
    !waves.contains($0) && !wind.contains($0) && !partitions.contains($0)
  }

  /// The parts of the sea that a spectrum is cut into, which come with each other.
  public static let partitions: [Variable] = [
    .swellHeight, .swellPeriod, .swellDirection, .windWaveHeight, .windWavePeriod, .windWaveDirection, .directionWidth,
  ]

  /// The variables of the first records, one record a line (`ObservationKinds.first` of the plugin).
  public static let recorded: [Variable] = Array(allCases.prefix(14))

  /// The variable that weighs a direction when directions are averaged; nil for everything else.
  public var weight: Variable? {
    switch self {
    case .meanDirection: .waveHeight
    case .windDirection: .windSpeed
    case .swellDirection: .swellHeight
    case .windWaveDirection: .windWaveHeight
    default: nil
    }
  }

  public var isDirection: Bool { weight != nil }

  /// The decimals that are kept of a value.
  public var decimals: Int {
    switch self {
    case .waveHeight, .tide, .swellHeight, .windWaveHeight, .highWater, .lowWater: 4
    case .visibility: 1
    case .meanDirection, .windDirection, .swellDirection, .windWaveDirection, .directionWidth: 2
    default: 3
    }
  }
}
