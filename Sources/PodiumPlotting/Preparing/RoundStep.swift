internal import Glibc

/// Steps of 1, 2 or 5 times a power of ten.
enum RoundStep {
  /// The smallest such step that is at least `least`; nil where it is not a finite positive number.
  static func atLeast(_ least: Double) -> Double? {
    guard least > 0, least.isFinite else { return nil }
    let power = pow(10, log10(least).rounded(.down))
    guard power > 0, power.isFinite else { return nil }
    // Rounding may put the power one too high or too low.
    return [0.5, 1, 2, 5, 10, 20].map { $0 * power }.first { $0 >= least * (1 - 1e-12) && $0.isFinite }
  }
}
