internal import Glibc

/// A distance between ticks, borders of bins or steps of a scale: 1, 2 or 5 times a power of ten.
public struct NiceStep: Sendable, Equatable {
  /// 1, 2 or 5.
  public let digit: Int
  /// The power of ten.
  public let exponent: Int

  /// The smallest step of 1, 2 or 5 times a power of ten that is at least a width; nil unless that is finite and above 0.
  public init?(atLeast width: Double) {
    guard width.isFinite, width > 0 else { return nil }
    var exponent = Int(log10(width).rounded(.down))
    // The logarithm of a power of ten may be a little off.
    if NiceStep.times(1, exponent + 1) <= width { exponent += 1 }
    if NiceStep.times(1, exponent) > width { exponent -= 1 }
    let digit = [1, 2, 5].first { NiceStep.times(Double($0), exponent) >= width }
    (self.digit, self.exponent) = digit.map { ($0, exponent) } ?? (1, exponent + 1)
  }

  /// The step that divides a range into about `count` parts, at most.
  public init?(from low: Double, to high: Double, parts count: Int) {
    self.init(atLeast: (high / 2 - low / 2) / Double(max(1, count)) * 2)
  }

  /// The length of the step.
  public var width: Double { value(1) }

  /// A multiple of the step, correctly rounded: 3 steps of 0.1 are 0.3.
  public func value(_ multiple: Int) -> Double { NiceStep.times(Double(multiple) * Double(digit), exponent) }

  /// The multiples of the step within limits, both included; none where there would be more than 10,000.
  public func multiples(in limits: ClosedRange<Double>) -> [Int] {
    let width = width
    guard width > 0 else { return [] }
    // A limit that is a multiple but for rounding is one.
    let first = (limits.lowerBound / width - 1e-9).rounded(.up)
    let last = (limits.upperBound / width + 1e-9).rounded(.down)
    guard first.magnitude < 1e15, last.magnitude < 1e15, last >= first, last - first <= 10_000 else { return [] }
    return Array(Int(first)...Int(last))
  }

  /// A number divided by a power of ten is exact where the product with its inverse is not.
  private static func times(_ x: Double, _ exponent: Int) -> Double {
    exponent >= 0
      ? x * pow(10, Double(exponent))
      : exponent >= -300
        ? x / pow(10, Double(-exponent)) : x / 1e300 / pow(10, Double(-exponent - 300))
  }
}

extension NiceStep {
  /// The borders of bins of this width that cover a range; at least two.
  public func borders(covering range: ClosedRange<Double>) -> [Double] {
    let width = width
    let first = (range.lowerBound / width + 1e-9).rounded(.down)
    let last = max(first + 1, (range.upperBound / width - 1e-9).rounded(.up))
    guard first.magnitude < 1e15, last.magnitude < 1e15, last - first <= 100_000 else {
      return [range.lowerBound, range.upperBound]
    }
    return (Int(first)...Int(last)).map(value)
  }
}
