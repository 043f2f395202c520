public import PodiumCore

/// What is known of one hour, or of the hours of a session, at a spot.
public struct SeaState: Sendable, Equatable {
  /// The middle of what is described.
  public var at: Moment
  /// In the units of `SeaVariable.column`; what is not known is absent.
  public var values: [SeaVariable: Double]
  /// Level and trend of the tide; nil where it is not known.
  public var tide: TideStage?

  public init(at: Moment, values: [SeaVariable: Double] = [:], tide: TideStage? = nil) {
    (self.at, self.values, self.tide) = (at, values.filter { !$0.value.isNaN }, tide)
  }

  /// A value; nil where it is not known.
  public subscript(variable: SeaVariable) -> Double? { values[variable] }

  /// The period of the waves: of the peak where it is known, else of the primary swell, else the mean.
  public var peakPeriod: Double? { self[.wavePeakPeriod] ?? self[.swellPeriod] ?? self[.wavePeriod] }

  /// The period that a forecast shows of the waves: the mean of the whole sea, else that of its peak, else the swell's.
  public var forecastPeriod: Double? { self[.wavePeriod] ?? peakPeriod }

  /// Whether the period of the swell is all that is known of periods.
  public var isSwellPeriod: Bool {
    self[.swellPeriod] != nil && self[.wavePeakPeriod] == nil && self[.wavePeriod] == nil
  }

  /// Where the waves come from: the primary swell where it is known, else the whole sea.
  public var swellDirection: Double? { self[.swellDirection] ?? self[.waveDirection] }

  /// The side of the wind at a beach that faces a direction; nil where wind or beach is not known.
  public func windSide(facing: Double?) -> WindSide? {
    guard let facing, let speed = self[.windSpeed] else { return nil }
    return WindSide(from: self[.windDirection], speed: speed, facing: facing)
  }

  /// The wind that blows onto the beach in m/s, negative offshore; nil where wind or beach is not known.
  public func onshoreWind(facing: Double?) -> Double? {
    guard let facing, let speed = self[.windSpeed] else { return nil }
    if speed == 0 { return 0 }
    return self[.windDirection].map { WindSide.onshore(from: $0, speed: speed, facing: facing) }
  }
}
