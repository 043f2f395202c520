/// A cell read as a number.
package enum NumberCell: Equatable {
  /// A whole number of 64 bits, except the one that represents missing.
  case integer(Int)
  /// Another number that a double represents.
  case real(Double)
  /// Nothing that looks like a number: `DNF`, `-`, `n.a.`
  case word
  /// Not a number, for a reason that may be reported.
  case other(Reason)

  /// Why something that looks like a number is not one.
  package enum Reason: Equatable {
    /// `007`: a code, whose zeros would be lost.
    case leadingZeros
    /// A whole number that a double cannot represent.
    case tooManyDigits
    /// `1e309`.
    case tooLarge
    /// `12,34`, `1 000`, `−5`: digits with other marks.
    case marks
    /// `+15550100` in a column of numbers that all have a plus sign: telephone numbers.
    case plusSign
    /// `12E3` among whole numbers: an article, not 12000.
    case exponent
    /// `(3)` among whole numbers in parentheses: a mark, or -3.
    case parentheses
    /// Anything else with a digit in it.
    case noNumber
  }

  /// Longer cells are text without further checks; the exact value of any double has fewer digits.
  package static let longest = 1024

  /// Reads a cell's core: sign, digits, point, digits, exponent; at least one digit before the exponent.
  ///
  /// A value too small for a double reads as 0, the nearest. In a column declared as numbers
  /// (`isDeclared`) leading zeros, whole numbers that must be rounded and infinite ones are read too.
  package static func read(
    _ text: Span<UInt8>, _ core: Range<Int>, isDeclared: Bool = false
  ) -> NumberCell {
    let end = core.upperBound
    guard core.count <= longest, !core.isEmpty else { return explain(text, core) }
    var i = core.lowerBound
    let isNegative = text[i] == 0x2D
    if isNegative || text[i] == 0x2B { i += 1 }

    // The first 19 significant digits fit into 64 bits; `scale` is their power of ten.
    var digits: UInt64 = 0
    var taken = 0
    var scale = 0
    let wholeStart = i
    while i < end, text[i] &- 0x30 < 10 {
      if taken < 19 {
        digits = digits &* 10 &+ UInt64(text[i] &- 0x30)
        if digits != 0 { taken += 1 }
      } else {
        taken += 1
        scale += 1
      }
      i += 1
    }
    let wholeDigits = i - wholeStart
    var fractionDigits = 0
    let hasPoint = i < end && text[i] == 0x2E
    if hasPoint {
      i += 1
      let start = i
      while i < end, text[i] &- 0x30 < 10 {
        if taken < 19 {
          digits = digits &* 10 &+ UInt64(text[i] &- 0x30)
          if digits != 0 { taken += 1 }
          scale -= 1
        } else {
          taken += 1
        }
        i += 1
      }
      fractionDigits = i - start
    }
    guard wholeDigits + fractionDigits > 0 else {
      if isDeclared, let value = infinity(text, core) { return .real(value) }
      return explain(text, core)
    }
    var hasExponent = false
    if i < end, text[i] | 0x20 == 0x65 {
      i += 1
      let isDown = i < end && text[i] == 0x2D
      if i < end, isDown || text[i] == 0x2B { i += 1 }
      let start = i
      var exponent = 0
      while i < end, text[i] &- 0x30 < 10 {
        // Beyond this every double is 0 or infinite anyway.
        if exponent < 100_000 { exponent = exponent * 10 + Int(text[i] &- 0x30) }
        i += 1
      }
      guard i > start else { return explain(text, core) }
      hasExponent = true
      scale += isDown ? -exponent : exponent
    }
    guard i == end else { return explain(text, core) }
    if wholeDigits > 1, text[wholeStart] == 0x30, !isDeclared { return .other(.leadingZeros) }

    if !hasPoint, !hasExponent {
      return whole(
        text, core, digits, isNegative: isNegative, isComplete: taken <= 19, isDeclared: isDeclared)
    }
    // Clinger's fast path: both factors are exact, so the single rounding is correct.
    if taken <= 19, digits <= 1 << 53, scale >= -22, scale <= 22 {
      let value = Double(digits)
      let scaled = scale < 0 ? value / powersOfTen[-scale] : value * powersOfTen[scale]
      return .real(isNegative ? -scaled : scaled)
    }
    guard let value = exact(text, core), value.isFinite else { return .other(.tooLarge) }
    return .real(value)
  }

  /// An infinite number as programs write it: `Infinity`, `-inf`, `+Inf`, `∞`; nil for any other text.
  package static func infinity(_ text: Span<UInt8>, _ core: Range<Int>) -> Double? {
    guard (3...11).contains(core.count) else { return nil }
    var word = string(text, core).lowercased()
    let sign = ["-", "+", "\u{2212}"].first { word.hasPrefix($0) }
    if sign != nil { word.removeFirst() }
    guard ["inf", "infinity", "∞"].contains(word) else { return nil }
    return sign == nil || sign == "+" ? .infinity : -.infinity
  }

  private static func whole(
    _ text: Span<UInt8>, _ core: Range<Int>, _ digits: UInt64, isNegative: Bool, isComplete: Bool,
    isDeclared: Bool
  ) -> NumberCell {
    if isComplete, let value = Int(exactly: digits) {
      if value == 0, isNegative { return .real(-0.0) }
      return .integer(isNegative ? -value : value)
    }
    guard let value = exact(text, core), value.isFinite else { return .other(.tooLarge) }
    if isDeclared { return .real(value) }
    let shown = Array(NumberText.fixed(value.magnitude, 0).utf8)
    var start = core.lowerBound
    while start < core.upperBound, text[start] &- 0x31 >= 9 { start += 1 }
    guard shown.count == core.upperBound - start else { return .other(.tooManyDigits) }
    for place in shown.indices where shown[place] != text[start + place] { return .other(.tooManyDigits) }
    return .real(value)
  }

  /// The double of a whole number in a column with other doubles; nil if it is not exact.
  package static func exactDouble(_ value: Int) -> Double? {
    let double = Double(value)
    return Int(exactly: double) == value ? double : nil
  }

  /// The nearest double of a text that is known to be a number.
  private static func exact(_ text: Span<UInt8>, _ core: Range<Int>) -> Double? {
    text.extracting(core).withUnsafeBufferPointer { Double(String(decoding: $0, as: UTF8.self)) }
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19,
    1e20, 1e21, 1e22,
  ]
}
