internal import Glibc

/// Properties of waves in deep water, and estimates of how they break. Heights in metres, periods in seconds.
///
/// Every function gives nil for a height below 0 or a period of 0 or less.
public enum Waves {
  /// The acceleration of gravity in m/s², as wave tables round it.
  public static let gravity = 9.81
  /// The density of sea water in kg/m³.
  public static let density = 1025.0

  /// The significant height of several partitions: their energies add up.
  public static func total(_ heights: [Double]) -> Double? {
    guard !heights.isEmpty, heights.allSatisfy({ $0 >= 0 && $0.isFinite }) else { return nil }
    return heights.reduce(0) { $0 + $1 * $1 }.squareRoot()
  }

  /// The speed of a crest in m/s, g T / 2π; the energy travels at half of it.
  public static func crestSpeed(period: Double) -> Double? {
    period > 0 && period.isFinite ? gravity * period / (2 * .pi) : nil
  }

  /// The length of a wave in metres, g T² / 2π.
  public static func length(period: Double) -> Double? { crestSpeed(period: period).map { $0 * period } }

  /// The power of a metre of crest in kW/m, ρ g² / 64π · Hs² · Te.
  public static func power(height: Double, energyPeriod: Double) -> Double? {
    guard height >= 0, height.isFinite, energyPeriod > 0, energyPeriod.isFinite else { return nil }
    return density * gravity * gravity / (64 * .pi) * height * height * energyPeriod / 1000
  }

  /// The height over the length in deep water; above about 0.142 a wave breaks.
  public static func steepness(height: Double, period: Double) -> Double? {
    guard height >= 0, height.isFinite else { return nil }
    return length(period: period).map { height / $0 }
  }

  /// An estimate of the height at breaking, 0.39 g^0.2 (T H²)^0.4 (Komar and Gaughan 1972).
  public static func breaking(height: Double, period: Double) -> Double? {
    guard height >= 0, height.isFinite, period > 0, period.isFinite else { return nil }
    return 0.39 * pow(gravity, 0.2) * pow(period * height * height, 0.4)
  }
}

/// Where wind comes from as a beach sees it.
public enum WindSide: String, Sendable, CaseIterable {
  /// Below 5 knots, whatever its direction.
  case glassy
  case onshore
  case cross
  case offshore

  /// Wind below this speed in m/s leaves the surface smooth: 5 knots.
  public static let glassySpeed = 5 * 1852.0 / 3600

  /// The side of wind of a speed in m/s from a direction, at a beach that faces another one.
  ///
  /// Onshore is at most `onshore` degrees from the direction the beach faces, offshore more than `offshore`. Nil where the
  /// direction is not known and the wind is not calm.
  public init?(from direction: Double?, speed: Double, facing: Double, onshore: Double = 45, offshore: Double = 135) {
    guard speed >= 0, speed.isFinite else { return nil }
    if speed < WindSide.glassySpeed {
      self = .glassy
      return
    }
    guard let direction, direction.isFinite else { return nil }
    let apart = Direction.difference(direction, facing).magnitude
    self = apart <= onshore ? .onshore : apart <= offshore ? .cross : .offshore
  }

  /// The part of wind that blows onto the beach, in its unit of speed; negative offshore.
  public static func onshore(from direction: Double, speed: Double, facing: Double) -> Double {
    speed * Direction.components(Direction.normalised(direction - facing)).cosine
  }
}
