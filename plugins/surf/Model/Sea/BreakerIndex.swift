internal import Glibc

extension Waves {
  /// The height over the depth at which waves of a breaking height break on a slope; nil for slopes above 1 : 10.
  ///
  /// b − a Hb / (g T²) with a = 43.75 (1 − e^(−19 m)) and b = 1.56 / (1 + e^(−19.5 m)), m the slope (Weggel 1972, as in
  /// the Coastal Engineering Manual, part II-4). On a flat bottom it is 0.78, as McCowan and Munk have it.
  public static func breakerIndex(breakingHeight: Double, period: Double, slope: Double) -> Double? {
    guard breakingHeight >= 0, breakingHeight.isFinite, period > 0, period.isFinite, (0...0.1).contains(slope) else {
      return nil
    }
    let a = 43.75 * (1 - exp(-19 * slope))
    let b = 1.56 / (1 + exp(-19.5 * slope))
    let index = b - a * breakingHeight / (gravity * period * period)
    return index > 0 ? index : nil
  }

  /// An estimate of the height at breaking on a slope, at most 1 : 10.
  ///
  /// The power of the deep water, H² g T / 4π, reaches the depth Hb / index, where waves travel at √(g d):
  /// Hb = (H² g T / 4π)^0.4 (index / g)^0.2. The index depends on Hb, so both are repeated until they no longer change.
  public static func breaking(height: Double, period: Double, slope: Double) -> Double? {
    guard height >= 0, height.isFinite, period > 0, period.isFinite else { return nil }
    let flux = pow(height * height * gravity * period / (4 * .pi), 0.4)
    guard
      var found = breakerIndex(breakingHeight: height, period: period, slope: slope).map({
        flux * pow($0 / gravity, 0.2)
      })
    else { return nil }
    // Hb goes with the fifth root of the index, so that each step leaves a small part of the error.
    for _ in 0..<20 {
      guard let index = breakerIndex(breakingHeight: found, period: period, slope: slope) else { return nil }
      found = flux * pow(index / gravity, 0.2)
    }
    return found
  }
}
