internal import PodiumCore

/// A number of the simplest form: a minus, at most 15 digits, a point among them; read eight bytes at a time.
///
/// Same result as `NumberCell.read`: fifteen digits and a power of ten up to 15 are both exact, so their quotient is
/// the nearest double.
struct PlainNumber {
  /// All digits as one number, with the sign.
  let digits: Int
  /// Number of digits after the point; -1 if there is no point.
  let places: Int

  @inline(__always)
  var real: Double {
    places <= 0 ? Double(digits) : Double(digits) / PlainNumber.power(places)
  }

  /// Whether it is a whole number, written without a point.
  @inline(__always)
  var isWhole: Bool { places < 0 }

  /// Reads some bytes; nil for anything that needs the full reader.
  @inline(__always)
  init?(_ text: Span<UInt8>, start cellStart: Int, length cellLength: Int) {
    guard cellLength > 0, cellLength <= 16, cellStart <= text.count &- 24 else { return nil }
    let isNegative = text[unchecked: cellStart] == 0x2D
    let start = isNegative ? cellStart &+ 1 : cellStart
    let length = isNegative ? cellLength &- 1 : cellLength
    let value: UInt64
    let fraction: Int
    if length <= 8 {
      guard length > 0, let tail = Eight(text.word(at: start), length) else { return nil }
      value = tail.value
      fraction = tail.fraction
    } else {
      // The last eight bytes, and those before them; the point may be in either.
      guard let tail = Eight(text.word(at: start &+ length &- 8), 8),
        let head = Eight(text.word(at: start), length &- 8), tail.fraction < 0 || head.fraction < 0
      else { return nil }
      value = head.value &* (tail.fraction < 0 ? 100_000_000 : 10_000_000) &+ tail.value
      fraction = tail.fraction >= 0 ? tail.fraction : head.fraction >= 0 ? head.fraction &+ 8 : -1
    }
    let count = fraction < 0 ? length : length &- 1
    let whole = fraction < 0 ? count : count &- fraction
    guard count > 0, count <= 15, whole <= 1 || text[unchecked: start] != 0x30 else { return nil }
    // -0 is a number, but not an integer.
    guard fraction >= 0 || value != 0 || !isNegative else { return nil }
    let signed = Int(truncatingIfNeeded: value)
    digits = isNegative ? 0 &- signed : signed
    places = fraction
    if value == 0, isNegative { return nil }
  }

  /// At most eight digits with at most one point among them.
  private struct Eight {
    let value: UInt64
    /// Number of digits after the point; -1 if there is none.
    let fraction: Int

    @inline(__always)
    init?(_ word: UInt64, _ length: Int) {
      // Digits are 0 to 9 now; what precedes the number is 0 and does not count.
      var bytes = (word ^ 0x3030_3030_3030_3030) &<< UInt64(truncatingIfNeeded: 64 &- 8 &* length)
      let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
      let others = (((bytes & low) &+ 0x7676_7676_7676_7676) | bytes) & ~low
      if others == 0 {
        fraction = -1
      } else {
        let place = UInt64(truncatingIfNeeded: others.trailingZeroBitCount & 0x38)
        // `.` is 0x1E after the XOR; it is removed and the digits before it move up.
        guard others & (others &- 1) == 0, (bytes &>> place) & 0xFF == 0x1E else { return nil }
        let before = bytes & ~(UInt64.max &<< place)
        bytes = (bytes & ~(UInt64(0xFF) &<< place | (UInt64(1) &<< place &- 1))) | before << 8
        fraction = 7 &- Int(truncatingIfNeeded: place >> 3)
      }
      bytes = (bytes &* 10 &+ bytes >> 8) & 0x00FF_00FF_00FF_00FF
      bytes = (bytes &* 100 &+ bytes >> 16) & 0x0000_FFFF_0000_FFFF
      value = (bytes &* 10_000 &+ bytes >> 32) & 0xFFFF_FFFF
    }
  }

  @inline(__always)
  private static func power(_ exponent: Int) -> Double { powers[exponent & 15] }

  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
}
