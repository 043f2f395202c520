internal import CVectors

/// The only way podium writes numbers: independent of the locale, the same on every machine.
public enum NumberText {
  /// The shortest digits that read back as the same double; whole numbers below 10¹⁵ without a point.
  ///
  /// NaN gives `NaN`, infinities `Infinity` and `-Infinity`.
  public static func shortest(_ x: Double) -> String {
    if x.isNaN { return "NaN" }
    if x.isInfinite { return x < 0 ? "-Infinity" : "Infinity" }
    if x == 0 { return x.sign == .minus ? "-0" : "0" }
    if x.rounded() == x, x.magnitude < 1e15, let whole = Int(exactly: x) { return String(whole) }
    return x.description
  }

  /// A number with a fixed count of decimals (0 to 17), correctly rounded; never a negative zero.
  public static func fixed(_ x: Double, _ decimals: Int) -> String {
    guard x.isFinite else { return shortest(x) }
    let text = printed(x, hasDecimals: true, decimals)
    // What rounds to zero is zero: a sign would claim a digit that is not there.
    return text.hasPrefix("-") && !text.utf8.contains { $0 >= 0x31 && $0 <= 0x39 }
      ? String(text.dropFirst()) : text
  }

  /// A number with at most this many significant digits (1 to 17), without trailing zeros.
  public static func significant(_ x: Double, _ digits: Int) -> String {
    guard x.isFinite else { return shortest(x) }
    let text = printed(x, hasDecimals: false, digits)
    return text == "-0" ? "0" : text
  }

  /// A number as tables and sentences show it: at most so many significant digits, and from a million to 10¹¹ the whole
  /// number in full, as R, Stata and pandas write a price or a population. Above, an exponent is shorter.
  public static func shown(_ x: Double, _ digits: Int = 6) -> String {
    let text = significant(x, digits)
    return (1..<1e11).contains(x.magnitude) && text.utf8.contains(0x65) ? fixed(x, 0) : text
  }

  /// The number that so many significant digits stand for.
  static func rounded(_ x: Double, digits: Int) -> Double {
    // A text of so few bytes has no more digits.
    guard x.isFinite, shortest(x).utf8.count > digits else { return x }
    return Double(significant(x, digits)) ?? x
  }

  private static func printed(_ x: Double, hasDecimals: Bool, _ digits: Int) -> String {
    // 1e308 with 17 decimals takes 327 bytes.
    String(unsafeUninitializedCapacity: 400) { buffer in
      let digits = Int32(min(max(digits, hasDecimals ? 0 : 1), 17))
      return buffer.withMemoryRebound(to: CChar.self) {
        Int(cv_print($0.baseAddress, $0.count, hasDecimals ? 1 : 0, digits, x))
      }
    }
  }
}
