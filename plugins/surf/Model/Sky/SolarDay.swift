internal import Glibc
public import PodiumCore

/// Sunrise, sunset and civil twilight of one day at a place.
///
/// The full method of NOAA's solar calculator, after Meeus, Astronomical Algorithms (1998): each event is computed again
/// with the position of the sun at its own time.
public struct SolarDay: Sendable, Equatable {
  /// Whether the sun crosses a height on a day.
  public enum Crossing: Sendable, Equatable {
    case crosses(rise: Moment, set: Moment)
    /// Above the height all day.
    case alwaysUp
    /// Below it all day.
    case alwaysDown

    public var rise: Moment? { if case .crosses(let rise, _) = self { rise } else { nil } }
    public var set: Moment? { if case .crosses(_, let set) = self { set } else { nil } }
  }

  /// The sun's highest moment.
  public let noon: Moment
  /// The upper edge of the sun at the horizon, with refraction: zenith 90.833 degrees.
  public let sun: Crossing
  /// The sun 6 degrees below the horizon.
  public let civil: Crossing

  private static let minute = 60_000_000.0
  private static let day = 1440 * minute

  /// The day whose noon is nearest to a moment, such as 12:00 by the clocks of the place.
  ///
  /// Nil for years before 1 and after 9999, beyond which the series do not hold.
  public init?(nearest moment: Moment, at place: Coordinate) {
    guard moment.date.civil.year >= 1, moment.date.civil.year <= 9999 else { return nil }
    var noon = Double(moment.microseconds)
    for _ in 0..<3 { noon = SolarDay.noon(near: noon, moment: Double(moment.microseconds), at: place) }
    self.noon = SolarDay.moment(noon)
    sun = SolarDay.crossing(zenith: 90.833, noon: noon, at: place)
    civil = SolarDay.crossing(zenith: 96, noon: noon, at: place)
  }

  /// Whether a moment lies between the civil dawn and dusk of the nearest noon; nil for years beyond 1 to 9999.
  public static func isLight(_ moment: Moment, at place: Coordinate) -> Bool? {
    SolarDay(nearest: moment, at: place)?.isLight(moment)
  }

  /// Whether a moment of this day lies between civil dawn and dusk.
  public func isLight(_ moment: Moment) -> Bool {
    switch civil {
    case .alwaysUp: true
    case .alwaysDown: false
    case .crosses(let rise, let set): moment >= rise && moment <= set
    }
  }

  /// To the whole second: the method is right within a minute.
  private static func moment(_ microseconds: Double) -> Moment {
    Moment(microseconds: Int((microseconds / 1e6).rounded()) * 1_000_000)
  }

  /// The solar noon nearest to a moment, with the equation of time at an estimate of it.
  private static func noon(near estimate: Double, moment: Double, at place: Coordinate) -> Double {
    let ofDay = (720 - 4 * place.longitude - SunPosition(estimate).equationOfTime) * minute
    let days = ((moment - ofDay) / day).rounded()
    return days * day + ofDay
  }

  private static func crossing(zenith: Double, noon: Double, at place: Coordinate) -> Crossing {
    /// The time from noon to the crossing in minutes; infinite where the sun stays up, negative where it stays down.
    func half(_ estimate: Double) -> Double {
      let declination = SunPosition(estimate).declination
      let (latitude, height) = (place.latitude * .pi / 180, zenith * .pi / 180)
      let cosine =
        (cos(height) - sin(latitude) * sin(declination)) / (cos(latitude) * cos(declination))
      // At the poles the divisor is nearly 0, and the sun is up or down all day.
      guard cosine < 1 else { return -1 }
      guard cosine > -1 else { return .infinity }
      return acos(cosine) * 180 / .pi * 4
    }
    func event(_ side: Double) -> Double? {
      var time = noon
      for _ in 0..<4 {
        let minutes = half(time)
        guard minutes > 0, minutes.isFinite else { return nil }
        let shift = SunPosition(time).equationOfTime - SunPosition(noon).equationOfTime
        time = noon + (side * minutes - shift) * minute
      }
      return time
    }
    if let rise = event(-1), let set = event(1) { return .crosses(rise: moment(rise), set: moment(set)) }
    return half(noon) < 0 ? .alwaysDown : .alwaysUp
  }
}

/// Where the sun is at a moment.
private struct SunPosition {
  /// In radians.
  let declination: Double
  /// Apparent minus mean solar time, in minutes.
  let equationOfTime: Double

  /// The moment in microseconds since 1970, in UTC.
  init(_ microseconds: Double) {
    // 2000-01-01T12:00Z is 946,728,000 s after 1970.
    let t = (microseconds / 1e6 - 946_728_000) / (86_400 * 36_525)
    func radians(_ degrees: Double) -> Double { degrees.truncatingRemainder(dividingBy: 360) * .pi / 180 }
    let meanLongitude = radians(280.46646 + t * (36000.76983 + 0.0003032 * t))
    let anomaly = radians(357.52911 + t * (35999.05029 - 0.0001537 * t))
    let eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t)
    let centre =
      sin(anomaly) * (1.914602 - t * (0.004817 + 0.000014 * t)) + sin(2 * anomaly) * (0.019993 - 0.000101 * t)
      + sin(3 * anomaly) * 0.000289
    let node = radians(125.04 - 1934.136 * t)
    let longitude = meanLongitude + radians(centre - 0.00569 - 0.00478 * sin(node))
    let seconds = 21.448 - t * (46.815 + t * (0.00059 - 0.001813 * t))
    let obliquity = radians(23 + (26 + seconds / 60) / 60 + 0.00256 * cos(node))
    declination = asin(sin(obliquity) * sin(longitude))
    let y = tan(obliquity / 2) * tan(obliquity / 2)
    let time =
      y * sin(2 * meanLongitude) - 2 * eccentricity * sin(anomaly)
      + 4 * eccentricity * y * sin(anomaly) * cos(2 * meanLongitude) - 0.5 * y * y * sin(4 * meanLongitude)
      - 1.25 * eccentricity * eccentricity * sin(2 * anomaly)
    equationOfTime = 4 * time * 180 / .pi
  }
}
