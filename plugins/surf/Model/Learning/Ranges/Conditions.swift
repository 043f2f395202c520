internal import Glibc

/// The conditions of an hour or a session: one number for each variable, NaN where it is missing.
public struct Conditions: Sendable, Equatable {
  /// In the order of `ConditionVariable.allCases`.
  private var values: [Double]

  /// Conditions of which nothing is known.
  public init() { values = [Double](repeating: .nan, count: ConditionVariable.allCases.count) }

  public init(_ known: [ConditionVariable: Double]) {
    self.init()
    for (variable, value) in known { self[variable] = value }
  }

  /// Reads the sea at a beach that faces a direction; without it the parts of the wind are missing.
  public init(_ sea: SeaState, facing: Double?, by reading: SeaReading = SeaReading()) {
    self.init()
    func known(_ variable: SeaVariable?, _ best: Double?) -> Double {
      guard let variable else { return best ?? .nan }
      return sea[variable] ?? .nan
    }
    self[.height] = known(reading.height, sea.height)
    self[.period] = known(reading.period, sea.peakPeriod)
    self[.swellDirection] = known(reading.direction, sea.swellDirection)
    self[.windSpeed] = sea[.windSpeed] ?? .nan
    self[.windDirection] = sea[.windDirection] ?? .nan
    self[.onshore] = sea.onshoreWind(facing: facing) ?? .nan
    self[.cross] = sea.crossWind(facing: facing) ?? .nan
    self[.tideFraction] = sea.tide?.fraction ?? .nan
    self[.tideTrend] = sea.tide.map { $0.trend == .rising ? 1 : $0.trend == .falling ? -1 : 0 } ?? .nan
  }

  /// NaN where it is missing; numbers that are not finite are missing.
  public subscript(variable: ConditionVariable) -> Double {
    get { values[variable.rawValue] }
    set { values[variable.rawValue] = newValue.isFinite ? newValue : .nan }
  }

  /// NaN equals NaN here.
  public static func == (a: Conditions, b: Conditions) -> Bool {
    zip(a.values, b.values).allSatisfy { $0 == $1 || ($0.isNaN && $1.isNaN) }
  }
}

extension Conditions {
  /// The side of the wind; nil where the wind or the beach is not known.
  public var windSide: WindSide? {
    let (speed, onshore) = (self[.windSpeed], self[.onshore])
    guard speed.isFinite, onshore.isFinite else { return nil }
    let part = speed > 0 ? min(1, max(-1, onshore / speed)) : 1
    return WindSide(from: acos(part) * 180 / .pi, speed: speed, facing: 0)
  }

  /// Level and trend of the tide; nil where they are not known.
  public var tide: TideStage? {
    let (fraction, trend) = (self[.tideFraction], self[.tideTrend])
    guard fraction.isFinite, trend.isFinite else { return nil }
    return TideStage(fraction: fraction, trend: trend > 0 ? .rising : trend < 0 ? .falling : .slack)
  }
}

extension SeaState {
  /// The wind along the beach in m/s, positive from the right of someone who looks out to sea; nil where it is not known.
  public func crossWind(facing: Double?) -> Double? {
    guard let facing, let speed = self[.windSpeed] else { return nil }
    if speed == 0 { return 0 }
    return self[.windDirection].map { speed * Direction.components(Direction.normalised($0 - facing)).sine }
  }
}
