/// Bytes as text: RFC 4648 with the standard alphabet and padding.
public enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  /// The text of some bytes.
  public static func text(_ bytes: [UInt8]) -> String { bytes.withUnsafeBytes { text($0) } }

  /// The text of some bytes.
  public static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    let count = (bytes.count + 2) / 3 * 4
    return String(unsafeUninitializedCapacity: count) { out in
      alphabet.withUnsafeBufferPointer { digits in
        var (place, next) = (0, 0)
        while place < bytes.count {
          let isWhole = place + 3 <= bytes.count
          var group = UInt32(bytes[place]) << 16
          if place + 1 < bytes.count { group |= UInt32(bytes[place + 1]) << 8 }
          if isWhole { group |= UInt32(bytes[place + 2]) }
          out[next] = digits[Int(group >> 18)]
          out[next + 1] = digits[Int(group >> 12) & 63]
          out[next + 2] = place + 1 < bytes.count ? digits[Int(group >> 6) & 63] : padding
          out[next + 3] = isWhole ? digits[Int(group) & 63] : padding
          place += 3
          next += 4
        }
      }
      return count
    }
  }

  /// The value of each digit, by its code; 255 for other bytes.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, digit) in alphabet.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  /// The decoded bytes; nil for anything else.
  public static func bytes(_ text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8 { digits in
      guard digits.count.isMultiple(of: 4) else { return nil }
      let paddings = digits.suffix(2).count { $0 == padding }
      // A padding may be the last digit, or the last two.
      if paddings == 1, digits.last != padding { return nil }
      let (groups, size) = (digits.count / 4, digits.count / 4 * 3 - paddings)
      var isRight = true
      let out = [UInt8](unsafeUninitializedCapacity: groups * 3) { out, filled in
        values.withUnsafeBufferPointer { values in
          // Other bytes than digits have their highest bits set, which the whole group keeps.
          var wrong: UInt8 = 0
          for number in 0..<groups {
            let at = 4 * number
            let isLast = number == groups - 1
            func value(_ place: Int) -> UInt8 {
              isLast && place >= 4 - paddings ? 0 : values[Int(digits[at + place])]
            }
            let (a, b, c, d) = (value(0), value(1), value(2), value(3))
            wrong |= a | b | c | d
            out[3 * number] = a << 2 | b >> 4
            out[3 * number + 1] = b << 4 | c >> 2
            out[3 * number + 2] = c << 6 | d
          }
          isRight = wrong < 64
        }
        filled = isRight ? size : 0
      }
      return isRight ? out : nil
    }
  }
}
