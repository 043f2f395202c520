/// What a forecast, or an analysis of an hour, says about sea and air.
///
/// The raw value is the code under which values are packed, so numbers are never given again.
public enum SeaVariable: Int, Sendable, Hashable, CaseIterable, Comparable {
  case waveHeight = 1
  case waveDirection = 2
  case wavePeriod = 3
  case wavePeakPeriod = 4
  case swellHeight = 5
  case swellDirection = 6
  case swellPeriod = 7
  case secondSwellHeight = 8
  case secondSwellDirection = 9
  case secondSwellPeriod = 10
  case thirdSwellHeight = 11
  case thirdSwellDirection = 12
  case thirdSwellPeriod = 13
  case windWaveHeight = 14
  case windWaveDirection = 15
  case windWavePeriod = 16
  case windSpeed = 17
  case windDirection = 18
  case windGust = 19
  case pressure = 20
  case airTemperature = 21
  case waterTemperature = 22
  case precipitation = 23
  case cloudCover = 24
  /// The WMO code of the weather, as Open-Meteo gives it.
  case weatherCode = 25
  /// The height of the water above the datum of the source.
  case tide = 26
  /// The heights of breaking waves a source expects, lowest and highest.
  case breakingLow = 27
  case breakingHigh = 28
  /// A source's own verdict between 0 and 1.
  case score = 29
  /// The verdict in the numbers of the source (Spitcast's shape, Surfline's 0 to 6, stars).
  case sourceRating = 30
  /// Stars that the wind takes away (Magicseaweed).
  case lostRating = 31

  /// The name of the column, ending in the unit of what is stored.
  public var column: String {
    switch self {
    case .waveHeight: "wave_height_m"
    case .waveDirection: "wave_direction_deg"
    case .wavePeriod: "wave_period_s"
    case .wavePeakPeriod: "wave_peak_period_s"
    case .swellHeight: "swell_height_m"
    case .swellDirection: "swell_direction_deg"
    case .swellPeriod: "swell_period_s"
    case .secondSwellHeight: "swell2_height_m"
    case .secondSwellDirection: "swell2_direction_deg"
    case .secondSwellPeriod: "swell2_period_s"
    case .thirdSwellHeight: "swell3_height_m"
    case .thirdSwellDirection: "swell3_direction_deg"
    case .thirdSwellPeriod: "swell3_period_s"
    case .windWaveHeight: "wind_wave_height_m"
    case .windWaveDirection: "wind_wave_direction_deg"
    case .windWavePeriod: "wind_wave_period_s"
    case .windSpeed: "wind_speed_ms"
    case .windDirection: "wind_direction_deg"
    case .windGust: "wind_gust_ms"
    case .pressure: "pressure_hpa"
    case .airTemperature: "air_temperature_c"
    case .waterTemperature: "water_temperature_c"
    case .precipitation: "precipitation_mm"
    case .cloudCover: "cloud_cover_percent"
    case .weatherCode: "weather_code"
    case .tide: "tide_m"
    case .breakingLow: "breaking_low_m"
    case .breakingHigh: "breaking_high_m"
    case .score: "score"
    case .sourceRating: "source_rating"
    case .lostRating: "lost_rating"
    }
  }

  /// What is measured; nil for verdicts and codes, which have no unit.
  public var quantity: SurfUnit.Quantity? {
    switch self {
    case .waveHeight, .swellHeight, .secondSwellHeight, .thirdSwellHeight, .windWaveHeight, .tide, .breakingLow,
      .breakingHigh:
      .length
    case .waveDirection, .swellDirection, .secondSwellDirection, .thirdSwellDirection, .windWaveDirection,
      .windDirection:
      .direction
    case .wavePeriod, .wavePeakPeriod, .swellPeriod, .secondSwellPeriod, .thirdSwellPeriod, .windWavePeriod: .period
    case .windSpeed, .windGust: .speed
    case .pressure: .pressure
    case .airTemperature, .waterTemperature: .temperature
    case .precipitation: .rain
    case .cloudCover: .share
    case .weatherCode, .score, .sourceRating, .lostRating: nil
    }
  }

  public var isDirection: Bool { quantity == .direction }

  /// The decimals that are kept of a stored value: a tenth of a millimetre, a millimetre per second and the like.
  public var decimals: Int {
    switch quantity {
    case .length: 4
    case .speed, .pressure, .temperature, .period: 3
    case .direction, .rain, .share: 2
    case nil: self == .weatherCode ? 0 : 4
    }
  }

  /// What a forecast says of each swell, the primary one first.
  public static let swells: [(height: SeaVariable, period: SeaVariable, direction: SeaVariable)] = [
    (.swellHeight, .swellPeriod, .swellDirection), (.secondSwellHeight, .secondSwellPeriod, .secondSwellDirection),
    (.thirdSwellHeight, .thirdSwellPeriod, .thirdSwellDirection),
  ]

  /// The variable that weighs a direction when directions are averaged: waves by energy, wind by speed.
  public var weight: SeaVariable? {
    switch self {
    case .waveDirection: .waveHeight
    case .swellDirection: .swellHeight
    case .secondSwellDirection: .secondSwellHeight
    case .thirdSwellDirection: .thirdSwellHeight
    case .windWaveDirection: .windWaveHeight
    case .windDirection: .windSpeed
    default: nil
    }
  }

  public static func < (a: SeaVariable, b: SeaVariable) -> Bool { a.rawValue < b.rawValue }
}
