/// When two numbers are close: |a - b| <= max(atol, rtol |b|, one unit of the last recorded digit).
///
/// The last digit counts only where four digits or more are recorded: half of what 2.3 says would else pass.
public struct NumberRule: Sendable, Equatable {
  /// The tolerance relative to the recorded number.
  public var relative: Double
  /// The tolerance whatever the size.
  public var absolute: Double
  /// Minimum number of significant digits of a number whose last one may differ by one.
  static let fewestDigits = 4

  /// Makes a rule.
  public init(relative: Double = 1e-9, absolute: Double = 0) {
    self.relative = relative
    self.absolute = absolute
  }

  /// Whether a fresh number is close to the recorded one; what is unequal in sign never is.
  func accepts(_ fresh: OutputToken.Number, for recorded: OutputToken.Number) -> Bool {
    guard fresh.isDecimal || recorded.isDecimal else { return fresh.value == recorded.value }
    let unit = recorded.isDecimal && recorded.digits >= NumberRule.fewestDigits ? recorded.unit : 0
    return accepts(fresh.value, for: recorded.value, unit: unit)
  }

  /// Whether a fresh value is close to the recorded one.
  func accepts(_ fresh: Double, for recorded: Double, unit: Double = 0) -> Bool {
    if fresh == recorded || (fresh.isNaN && recorded.isNaN) { return true }
    guard fresh.isFinite, recorded.isFinite else { return false }
    guard (fresh < 0) == (recorded < 0) || fresh == 0 || recorded == 0 else { return false }
    // The difference of two printed numbers that are one unit apart is a little more than it.
    let bound = max(absolute, relative * recorded.magnitude, unit * (1 + 1e-6))
    return (fresh - recorded).magnitude <= bound
  }

  /// The difference of two numbers as a share of the recorded one.
  static func drift(_ fresh: Double, from recorded: Double) -> Double {
    fresh == recorded ? 0 : recorded == 0 ? .infinity : ((fresh - recorded) / recorded).magnitude
  }
}
