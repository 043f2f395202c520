internal import PodiumCore

/// UUIDs of version 7 (RFC 9562): 48 bits of milliseconds, then 74 random bits; later ones sort after earlier ones.
struct UUIDv7 {
  private var random = RandomSource(seed: 0)
  /// Names left until the next random seed: the system's generator costs more than all the rest of a name.
  private var left = 0
  private var last: UInt64 = 0

  /// The first bits of the last name, without the version.
  var reached: Int { Int(truncatingIfNeeded: last) }

  /// Makes further names sort after one that began with this.
  mutating func rise(above reached: Int) { last = max(last, UInt64(max(0, reached))) }

  /// A new name at a moment; names still increase within a millisecond or if the clock goes back.
  mutating func next(at moment: Moment) -> String {
    if left == 0 {
      var system = SystemRandomNumberGenerator()
      random = RandomSource(seed: system.next())
      left = 1 << 12
    }
    left -= 1
    let now = UInt64(max(0, moment.microseconds / 1000))
    // The 12 bits after the time count up within a millisecond.
    var head = max(now << 12 | (random.next() & 0x3FF), last + 1)
    if head >> 60 != 0 { head = head & (1 << 60 - 1) }
    last = head
    let high = (head >> 12) << 16 | 0x7000 | head & 0xFFF
    let low = random.next() & (1 << 62 - 1) | 1 << 63
    return UUIDv7.text(high, low)
  }

  /// Eight, four, four, four and twelve hexadecimal digits.
  private static func text(_ high: UInt64, _ low: UInt64) -> String {
    String(unsafeUninitializedCapacity: 36) { bytes in
      var place = 0
      for digit in 0..<32 {
        if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
          bytes[place] = 0x2D
          place += 1
        }
        let word = digit < 16 ? high : low
        let value = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * (digit & 15))) & 15
        bytes[place] = value < 10 ? 0x30 + value : 0x57 + value
        place += 1
      }
      return 36
    }
  }
}
