/// What services forecast together, in one answer: a newer issue replaces an older one by group.
public enum SeaGroup: Int, CaseIterable, Sendable {
  /// Heights, periods and directions of the sea are one: those of two models are two seas.
  case waves, surf, water, wind, weather, tide, verdict
}

extension SeaVariable {
  public var group: SeaGroup {
    switch self {
    case .waveHeight, .waveDirection, .wavePeriod, .wavePeakPeriod, .swellHeight, .swellDirection, .swellPeriod,
      .secondSwellHeight, .secondSwellDirection, .secondSwellPeriod, .thirdSwellHeight, .thirdSwellDirection,
      .thirdSwellPeriod, .windWaveHeight, .windWaveDirection, .windWavePeriod:
      .waves
    case .breakingLow, .breakingHigh: .surf
    case .waterTemperature: .water
    case .windSpeed, .windDirection, .windGust: .wind
    case .pressure, .airTemperature, .precipitation, .cloudCover, .weatherCode: .weather
    case .tide: .tide
    case .score, .sourceRating, .lostRating: .verdict
    }
  }

  /// Whether a value between two hours lies between theirs: not codes, and not rain, which is a sum of its hour.
  public var isSteady: Bool { self != .weatherCode && self != .precipitation }
}
