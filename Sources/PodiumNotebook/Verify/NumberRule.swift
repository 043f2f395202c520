/// When two numbers are close: |a - b| <= max(atol, rtol |b|, one unit of the last recorded digit).
///
/// The last digit counts only if at least four digits are recorded; otherwise half of what 2.3 means would pass.
public struct NumberRule: Sendable, Equatable {
  /// The tolerance relative to the recorded number.
  public var relative: Double
  /// The absolute tolerance.
  public var absolute: Double
  /// The minimum number of significant digits for which the last may differ by one.
  static let fewestDigits = 4

  public init(relative: Double = 1e-9, absolute: Double = 0) {
    self.relative = relative
    self.absolute = absolute
  }

  /// Whether a new number is close to the recorded one; numbers of different sign never are.
  func accepts(_ fresh: OutputToken.Number, for recorded: OutputToken.Number) -> Bool {
    guard fresh.isDecimal || recorded.isDecimal else { return fresh.value == recorded.value }
    let unit = recorded.isDecimal && recorded.digits >= NumberRule.fewestDigits ? recorded.unit : 0
    return accepts(fresh.value, for: recorded.value, unit: unit)
  }

  /// Whether a new value is close to the recorded one.
  func accepts(_ fresh: Double, for recorded: Double, unit: Double = 0) -> Bool {
    if fresh == recorded || (fresh.isNaN && recorded.isNaN) { return true }
    guard fresh.isFinite, recorded.isFinite else { return false }
    guard (fresh < 0) == (recorded < 0) || fresh == 0 || recorded == 0 else { return false }
    // In binary, two printed numbers that are one unit apart differ by slightly more than that.
    let bound = max(absolute, relative * recorded.magnitude, unit * (1 + 1e-6))
    return (fresh - recorded).magnitude <= bound
  }

  /// The difference of two numbers relative to the recorded one.
  static func drift(_ fresh: Double, from recorded: Double) -> Double {
    fresh == recorded ? 0 : recorded == 0 ? .infinity : ((fresh - recorded) / recorded).magnitude
  }
}
