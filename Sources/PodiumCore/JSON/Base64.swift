/// Bytes as text: RFC 4648 with the standard alphabet and padding.
public enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of some bytes.
  public static func text(_ bytes: [UInt8]) -> String {
    var out: [UInt8] = []
    out.reserveCapacity((bytes.count + 2) / 3 * 4)
    var place = 0
    while place < bytes.count {
      let count = min(3, bytes.count - place)
      var group: UInt32 = 0
      for offset in 0..<3 { group = group << 8 | (offset < count ? UInt32(bytes[place + offset]) : 0) }
      for digit in 0..<4 {
        out.append(digit <= count ? alphabet[Int(group >> UInt32(18 - 6 * digit)) & 63] : 0x3D)
      }
      place += 3
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// The decoded bytes; nil for anything else.
  public static func bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 4 == 0 else { return nil }
    let padding = digits.suffix(2).count { $0 == 0x3D }
    var out: [UInt8] = []
    out.reserveCapacity(digits.count / 4 * 3)
    var group: UInt32 = 0
    for (place, digit) in digits.enumerated() {
      let value: UInt32
      switch digit {
      case 0x41...0x5A: value = UInt32(digit) - 0x41
      case 0x61...0x7A: value = UInt32(digit) - 0x61 + 26
      case 0x30...0x39: value = UInt32(digit) - 0x30 + 52
      case 0x2B: value = 62
      case 0x2F: value = 63
      case 0x3D where place >= digits.count - padding: value = 0
      default: return nil
      }
      group = group << 6 | value
      if place % 4 == 3 {
        out += [UInt8(group >> 16 & 255), UInt8(group >> 8 & 255), UInt8(group & 255)]
        group = 0
      }
    }
    out.removeLast(padding)
    return out
  }
}
