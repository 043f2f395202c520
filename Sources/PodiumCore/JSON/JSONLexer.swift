/// Why reading JSON stops early.
package enum JSONFault: Error {
  /// The text is not JSON at a place; its line is counted only when it is reported.
  case malformed(String, at: Int)
  /// Something else stopped it.
  case stopped(Diagnostic)
}

/// The words, numbers and strings of RFC 8259, strictly: what every reader of JSON is made of.
///
/// Each begins at `i`, reads no further than `end` and leaves `i` after what it read; all throw `malformed`.
package enum JSONLexer {
  /// The first place that holds no space.
  @inlinable
  package static func behindBlanks(_ text: Span<UInt8>, from start: Int, to end: Int) -> Int {
    var i = start
    while i < end, text[i] == 0x20 || text[i] == 0x0A || text[i] == 0x0D || text[i] == 0x09 { i += 1 }
    return i
  }

  /// Reads `true`, `false` or `null`.
  package static func word(
    _ word: StaticString, _ text: Span<UInt8>, _ i: inout Int, _ end: Int
  ) throws(JSONFault) {
    let count = word.utf8CodeUnitCount
    guard i + count <= end, (0..<count).allSatisfy({ text[i + $0] == word.utf8Start[$0] }) else {
      throw .malformed("a value cannot start like this", at: i)
    }
    i += count
  }

  /// Reads a number; whether it has neither point nor exponent.
  package static func number(_ text: Span<UInt8>, _ i: inout Int, _ end: Int) throws(JSONFault) -> Bool {
    let start = i
    func digits() -> Int {
      let first = i
      while i < end, text[i] &- 0x30 < 10 { i += 1 }
      return i - first
    }
    if text[i] == 0x2D { i += 1 }
    let first = i
    let whole = digits()
    guard whole > 0 else { throw .malformed("a digit is missing", at: i) }
    if whole > 1, text[first] == 0x30 { throw .malformed("a number has a leading 0", at: start) }
    var isWhole = true
    if i < end, text[i] == 0x2E {
      isWhole = false
      i += 1
      guard digits() > 0 else { throw .malformed("a digit must follow the decimal point", at: i) }
    }
    if i < end, text[i] | 0x20 == 0x65 {
      isWhole = false
      i += 1
      if i < end, text[i] == 0x2B || text[i] == 0x2D { i += 1 }
      guard digits() > 0 else { throw .malformed("a digit must follow the exponent sign", at: i) }
    }
    return isWhole
  }

  /// Reads a string from its opening quote on; its escapes are checked here and resolved by `resolved`.
  ///
  /// The caller must check that its bytes are UTF-8.
  package static func string(
    _ text: Span<UInt8>, _ i: inout Int, _ end: Int
  ) throws(JSONFault) -> (content: Range<Int>, isEscaped: Bool) {
    let opening = i
    i += 1
    var isEscaped = false
    while true {
      while i < end, text[i] != 0x22, text[i] != 0x5C, text[i] >= 0x20 { i += 1 }
      guard i < end else { throw .malformed("a string is not closed", at: opening) }
      if text[i] == 0x22 { break }
      guard text[i] == 0x5C else { throw .malformed("a control character in a string must be escaped", at: i) }
      isEscaped = true
      guard i + 1 < end else { throw .malformed("a string is not closed", at: opening) }
      switch text[i + 1] {
      case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: i += 2
      case 0x75:
        guard let code = hexadecimal(text, i + 2, end) else { throw .malformed("four digits must follow \\u", at: i) }
        if code >= 0xDC00, code < 0xE000 { throw .malformed("half of a surrogate pair is missing", at: i) }
        i += 6
        if code >= 0xD800, code < 0xDC00 {
          guard i + 1 < end, text[i] == 0x5C, text[i + 1] == 0x75,
            let low = hexadecimal(text, i + 2, end), low >= 0xDC00, low < 0xE000
          else { throw .malformed("half of a surrogate pair is missing", at: i) }
          i += 6
        }
      default: throw .malformed("unknown escape", at: i)
      }
    }
    let content = (opening + 1)..<i
    i += 1
    return (content, isEscaped)
  }

  /// The content of a string whose escapes were checked.
  package static func resolved(_ text: Span<UInt8>, _ content: Range<Int>) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(content.count)
    let end = content.upperBound
    var i = content.lowerBound
    while i < end {
      guard text[i] == 0x5C, i + 1 < end else {
        out.append(text[i])
        i += 1
        continue
      }
      switch text[i + 1] {
      case 0x62: out.append(0x08)
      case 0x66: out.append(0x0C)
      case 0x6E: out.append(0x0A)
      case 0x72: out.append(0x0D)
      case 0x74: out.append(0x09)
      case 0x75:
        var code = hexadecimal(text, i + 2, end) ?? 0xFFFD
        if code >= 0xD800, code < 0xDC00 {
          code = 0x10000 + (code - 0xD800) << 10 + ((hexadecimal(text, i + 8, end) ?? 0xDC00) & 0x3FF)
          i += 6
        }
        out += Array(String(Character(Unicode.Scalar(code) ?? "\u{FFFD}")).utf8)
        i += 4
      case let byte: out.append(byte)
      }
      i += 2
    }
    return out
  }

  /// The number of four hexadecimal digits; nil where they are not there.
  package static func hexadecimal(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> UInt32? {
    guard start + 4 <= end else { return nil }
    var code: UInt32 = 0
    for i in start..<(start + 4) {
      let byte = text[i]
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x41...0x46: digit = byte - 0x37
      case 0x61...0x66: digit = byte - 0x57
      default: return nil
      }
      code = code << 4 | UInt32(digit)
    }
    return code
  }
}
