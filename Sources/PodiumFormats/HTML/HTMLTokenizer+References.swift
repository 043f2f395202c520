internal import PodiumCore

extension HTMLTokenizer {
  /// Reads what begins with `&` at a position: a character by name or number, or `&` itself.
  static func reference(
    _ text: Span<UInt8>, _ place: inout Int, _ end: Int, inAttribute: Bool, _ out: inout [UInt8]
  ) {
    if place + 1 < end, text[place + 1] == 0x23, let (scalar, after) = number(text, place + 2, end) {
      append(scalar, to: &out)
      place = after
      return
    }
    var stop = place + 1
    var name: [UInt8] = []
    while stop < end, name.count <= HTMLEntities.longest, isAlphanumeric(text[stop]) {
      name.append(text[stop])
      stop += 1
    }
    if stop < end, text[stop] == 0x3B, let scalar = HTMLEntities.scalar(name) {
      append(scalar, to: &out)
      place = stop + 1
      return
    }
    // Old names count without `;`, the longest first; in a URL `&copy=1` is literal.
    var length = name.count
    while length >= 2 {
      if let scalar = HTMLEntities.legacyScalar(name[..<length]) {
        let after = place + 1 + length
        if inAttribute, after < end, text[after] == 0x3D || isAlphanumeric(text[after]) { break }
        append(scalar, to: &out)
        place = after
        return
      }
      length -= 1
    }
    out.append(0x26)
    place += 1
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 }

  private static func append(_ scalar: Unicode.Scalar, to out: inout [UInt8]) {
    out += Array(String(Character(scalar)).utf8)
  }

  /// A character by its number and the position after it.
  private static func number(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> (Unicode.Scalar, Int)? {
    guard start < end else { return nil }
    let isHexadecimal = text[start] | 0x20 == 0x78
    var i = isHexadecimal ? start + 1 : start
    let first = i
    var code: UInt32 = 0
    while i < end {
      let byte = text[i]
      let digit: UInt32
      if byte &- 0x30 < 10 {
        digit = UInt32(byte - 0x30)
      } else if isHexadecimal, (byte | 0x20) &- 0x61 < 6 {
        digit = UInt32((byte | 0x20) - 0x57)
      } else {
        break
      }
      // Beyond the last character all numbers are equivalent.
      if code <= 0x10FFFF { code = code * (isHexadecimal ? 16 : 10) + digit }
      i += 1
    }
    guard i > first else { return nil }
    if i < end, text[i] == 0x3B { i += 1 }
    if code >= 0x80, code < 0xA0, let windows = DecodedText.upperControl(UInt8(code)) { code = windows }
    return (code == 0 ? "\u{FFFD}" : Unicode.Scalar(code) ?? "\u{FFFD}", i)
  }
}
