internal import PodiumCore

/// Names of version 7 (RFC 9562): 48 bits of milliseconds, then 74 random bits; later ones sort behind earlier ones.
struct UUIDv7 {
  private var random: SystemRandomNumberGenerator
  private var last: UInt64 = 0

  init() { random = SystemRandomNumberGenerator() }

  /// A new name at a moment; two of one millisecond, or of a clock that went back, still rise.
  mutating func next(at moment: Moment) -> String {
    let now = UInt64(max(0, moment.microseconds / 1000))
    // The 12 bits behind the time count up within a millisecond.
    var head = max(now << 12 | UInt64.random(in: 0..<1024, using: &random), last + 1)
    if head >> 60 != 0 { head = head & (1 << 60 - 1) }
    last = head
    let high = (head >> 12) << 16 | 0x7000 | head & 0xFFF
    let low = UInt64.random(in: 0...UInt64.max, using: &random) & (1 << 62 - 1) | 1 << 63
    let digits = UUIDv7.hexadecimal(high) + UUIDv7.hexadecimal(low)
    var out = ""
    for (place, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(place) { out += "-" }
      out.append(digit)
    }
    return out
  }

  private static func hexadecimal(_ value: UInt64) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}
