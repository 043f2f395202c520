/// Reads JSON as RFC 8259 has it, strictly and with bounded depth.
///
/// A number that is whole and fits is an integer, every other one a double; one beyond a double's range is refused.
/// Of equal keys in an object all are kept in order, and `subscript` finds the last.
public struct JSONReader {
  /// The deepest nesting that is read.
  public static let depthLimit = 512

  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0

  /// The value of a whole text.
  ///
  /// Throws `malformed-json` with the line and column of what is wrong.
  public static func value(_ bytes: some Sequence<UInt8>) throws(Diagnostic) -> JSONValue {
    let all = ContiguousArray(bytes)
    let result = all.withUnsafeBufferPointer { buffer -> Result<JSONValue, Diagnostic> in
      var reader = JSONReader(bytes: buffer)
      do throws(Diagnostic) { return .success(try reader.whole()) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// The value of a whole text.
  ///
  /// Throws `malformed-json` with the line and column of what is wrong.
  public static func value(_ text: String) throws(Diagnostic) -> JSONValue { try value(text.utf8) }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private mutating func whole() throws(Diagnostic) -> JSONValue {
    let value = try value(depth: 0)
    skipBlanks()
    if place < bytes.count { throw malformed("something follows the end of the value") }
    return value
  }

  private mutating func skipBlanks() {
    while place < bytes.count {
      switch bytes[place] {
      case 0x20, 0x0A, 0x0D, 0x09: place += 1
      default: return
      }
    }
  }

  private func malformed(_ what: String, at offset: Int? = nil) -> Diagnostic {
    let end = min(offset ?? place, bytes.count)
    var line = 1
    var start = 0
    for index in 0..<end where bytes[index] == 0x0A {
      line += 1
      start = index + 1
    }
    return Diagnostic("malformed-json", "line \(line), byte \(end - start + 1): \(what)")
  }

  private mutating func value(depth: Int) throws(Diagnostic) -> JSONValue {
    if depth > JSONReader.depthLimit { throw malformed("nested deeper than \(JSONReader.depthLimit) levels") }
    skipBlanks()
    guard place < bytes.count else { throw malformed("the text ends where a value must stand") }
    switch bytes[place] {
    case 0x7B: return try object(depth: depth)
    case 0x5B: return try array(depth: depth)
    case 0x22: return .string(try string())
    case 0x74: return try word("true", .bool(true))
    case 0x66: return try word("false", .bool(false))
    case 0x6E: return try word("null", .null)
    case 0x2D, 0x30...0x39: return try number()
    default: throw malformed("no value begins like this")
    }
  }

  private mutating func word(_ text: StaticString, _ value: JSONValue) throws(Diagnostic) -> JSONValue {
    let count = text.utf8CodeUnitCount
    guard place + count <= bytes.count,
      (0..<count).allSatisfy({ bytes[place + $0] == text.utf8Start[$0] })
    else { throw malformed("no value begins like this") }
    place += count
    return value
  }

  private mutating func array(depth: Int) throws(Diagnostic) -> JSONValue {
    place += 1
    var items: [JSONValue] = []
    skipBlanks()
    if take(0x5D) { return .array(items) }
    while true {
      items.append(try value(depth: depth + 1))
      skipBlanks()
      if take(0x5D) { return .array(items) }
      guard take(0x2C) else { throw malformed("',' or ']' must follow an item of an array") }
    }
  }

  private mutating func object(depth: Int) throws(Diagnostic) -> JSONValue {
    place += 1
    var members: [(String, JSONValue)] = []
    skipBlanks()
    if take(0x7D) { return .object(members) }
    while true {
      skipBlanks()
      guard place < bytes.count, bytes[place] == 0x22 else { throw malformed("a key in quotes must stand here") }
      let key = try string()
      skipBlanks()
      guard take(0x3A) else { throw malformed("':' must follow a key") }
      members.append((key, try value(depth: depth + 1)))
      skipBlanks()
      if take(0x7D) { return .object(members) }
      guard take(0x2C) else { throw malformed("',' or '}' must follow a member of an object") }
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard place < bytes.count, bytes[place] == byte else { return false }
    place += 1
    return true
  }

  private mutating func digits() -> Int {
    let start = place
    while place < bytes.count, bytes[place] >= 0x30, bytes[place] <= 0x39 { place += 1 }
    return place - start
  }

  private mutating func number() throws(Diagnostic) -> JSONValue {
    let start = place
    _ = take(0x2D)
    let first = place
    let whole = digits()
    guard whole > 0 else { throw malformed("a digit must stand here") }
    if whole > 1, bytes[first] == 0x30 { throw malformed("a number begins with 0", at: start) }
    var isWhole = true
    if take(0x2E) {
      isWhole = false
      guard digits() > 0 else { throw malformed("a digit must follow the point") }
    }
    if take(0x65) || take(0x45) {
      isWhole = false
      if !take(0x2D) { _ = take(0x2B) }
      guard digits() > 0 else { throw malformed("a digit must follow the exponent's mark") }
    }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    if isWhole, text != "-0", let value = Int(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else {
      throw malformed("the number is beyond what a double holds", at: start)
    }
    return .number(value)
  }

  private mutating func string() throws(Diagnostic) -> String {
    let opening = place
    place += 1
    let start = place
    while place < bytes.count, bytes[place] != 0x22, bytes[place] != 0x5C, bytes[place] >= 0x20 { place += 1 }
    guard place < bytes.count else { throw malformed("the text in quotes has no end", at: opening) }
    if bytes[place] == 0x22 {
      place += 1
      return try text(bytes[start..<(place - 1)], from: opening)
    }
    var out = [UInt8](bytes[start..<place])
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      switch byte {
      case 0x22: return try text(out, from: opening)
      case 0x5C: try escape(into: &out)
      case 0..<0x20: throw malformed("a control character must be escaped in quotes", at: place - 1)
      default: out.append(byte)
      }
    }
    throw malformed("the text in quotes has no end", at: opening)
  }

  private func text(_ bytes: some Collection<UInt8>, from opening: Int) throws(Diagnostic) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw malformed("the text in quotes is no UTF-8", at: opening)
    }
    return text
  }

  private mutating func escape(into out: inout [UInt8]) throws(Diagnostic) {
    guard place < bytes.count else { throw malformed("the text in quotes has no end") }
    let byte = bytes[place]
    place += 1
    switch byte {
    case 0x22, 0x5C, 0x2F: out.append(byte)
    case 0x62: out.append(0x08)
    case 0x66: out.append(0x0C)
    case 0x6E: out.append(0x0A)
    case 0x72: out.append(0x0D)
    case 0x74: out.append(0x09)
    case 0x75:
      var code = try hexadecimal()
      if code >= 0xD800, code < 0xDC00, place + 1 < bytes.count, bytes[place] == 0x5C, bytes[place + 1] == 0x75 {
        place += 2
        let low = try hexadecimal()
        guard low >= 0xDC00, low < 0xE000 else { throw malformed("half of a surrogate pair is missing") }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw malformed("half of a surrogate pair is missing") }
      out += Array(String(Character(scalar)).utf8)
    default: throw malformed("no escape is written like this", at: place - 2)
    }
  }

  private mutating func hexadecimal() throws(Diagnostic) -> UInt32 {
    guard place + 4 <= bytes.count else { throw malformed("four digits must follow \\u") }
    var code: UInt32 = 0
    for _ in 0..<4 {
      let digit: UInt32
      switch bytes[place] {
      case let byte where byte >= 0x30 && byte <= 0x39: digit = UInt32(byte) - 0x30
      case let byte where byte >= 0x41 && byte <= 0x46: digit = UInt32(byte) - 0x37
      case let byte where byte >= 0x61 && byte <= 0x66: digit = UInt32(byte) - 0x57
      default: throw malformed("four digits must follow \\u")
      }
      code = code << 4 | digit
      place += 1
    }
    return code
  }
}
