/// Reads JSON strictly by RFC 8259, with bounded depth.
///
/// A number that is whole and fits is an integer, every other one a double; one beyond a double's range is refused.
/// Of equal keys in an object all are kept in order, and `subscript` finds the last.
public struct JSONReader {
  /// The deepest nesting that is read.
  public static let depthLimit = 512

  private var place = 0
  private let keepsDigits: Bool

  /// The value of a whole text.
  ///
  /// Throws `malformed-json` with the line and column of what is wrong, in a file where one is named.
  public static func value(_ bytes: some Sequence<UInt8>, file: String? = nil) throws(Diagnostic) -> JSONValue {
    try value(bytes, file: file, keepingDigits: false)
  }

  /// The value of a whole text, where `keepingDigits` reads a number as the text of its digits: as a number, one of 20 digits would
  /// be another.
  package static func value(
    _ bytes: some Sequence<UInt8>, file: String? = nil, keepingDigits: Bool
  ) throws(Diagnostic) -> JSONValue {
    let all = ContiguousArray(bytes)
    var reader = JSONReader(keepingDigits)
    do throws(JSONFault) { return try reader.whole(all.span) } catch {
      switch error {
      case .malformed(let what, let place): throw malformed(all.span, what, at: place, file: file)
      case .stopped(let diagnostic): throw diagnostic
      }
    }
  }

  /// The value of a whole text.
  ///
  /// Throws `malformed-json` with the line and column of what is wrong.
  public static func value(_ text: String) throws(Diagnostic) -> JSONValue { try value(text.utf8) }

  private init(_ keepsDigits: Bool) { self.keepsDigits = keepsDigits }

  private static func malformed(
    _ bytes: Span<UInt8>, _ what: String, at place: Int, file: String?
  ) -> Diagnostic {
    let end = min(place, bytes.count)
    var line = 1
    var start = 0
    for index in 0..<end where bytes[index] == 0x0A {
      line += 1
      start = index + 1
    }
    let fault = Diagnostic("malformed-json", "line \(line), byte \(end - start + 1): \(what)")
    return file.map { fault.inFile($0, line: line) } ?? fault
  }

  private mutating func whole(_ text: Span<UInt8>) throws(JSONFault) -> JSONValue {
    let value = try value(text, depth: 0)
    skipBlanks(text)
    if place < text.count { throw .malformed("there is text after the end of the value", at: place) }
    return value
  }

  private mutating func skipBlanks(_ text: Span<UInt8>) {
    place = JSONLexer.behindBlanks(text, from: place, to: text.count)
  }

  private mutating func value(_ text: Span<UInt8>, depth: Int) throws(JSONFault) -> JSONValue {
    if depth > JSONReader.depthLimit {
      throw .malformed("values are nested more than \(JSONReader.depthLimit) levels deep", at: place)
    }
    skipBlanks(text)
    guard place < text.count else { throw .malformed("the text ends where a value is expected", at: place) }
    switch text[place] {
    case 0x7B: return try object(text, depth: depth)
    case 0x5B: return try array(text, depth: depth)
    case 0x22: return .string(try string(text))
    case 0x74: return try word("true", .bool(true), text)
    case 0x66: return try word("false", .bool(false), text)
    case 0x6E: return try word("null", .null, text)
    case 0x2D, 0x30...0x39: return try number(text)
    default: throw .malformed("a value cannot start like this", at: place)
    }
  }

  private mutating func word(
    _ word: StaticString, _ value: JSONValue, _ text: Span<UInt8>
  ) throws(JSONFault) -> JSONValue {
    try JSONLexer.word(word, text, &place, text.count)
    return value
  }

  private mutating func array(_ text: Span<UInt8>, depth: Int) throws(JSONFault) -> JSONValue {
    place += 1
    var items: [JSONValue] = []
    skipBlanks(text)
    if take(0x5D, text) { return .array(items) }
    while true {
      items.append(try value(text, depth: depth + 1))
      skipBlanks(text)
      if take(0x5D, text) { return .array(items) }
      guard take(0x2C, text) else { throw .malformed("',' or ']' must follow an item of an array", at: place) }
    }
  }

  private mutating func object(_ text: Span<UInt8>, depth: Int) throws(JSONFault) -> JSONValue {
    place += 1
    var members: [(String, JSONValue)] = []
    skipBlanks(text)
    if take(0x7D, text) { return .object(members) }
    while true {
      skipBlanks(text)
      guard place < text.count, text[place] == 0x22 else {
        throw .malformed("a key in quotes is missing", at: place)
      }
      let key = try string(text)
      skipBlanks(text)
      guard take(0x3A, text) else { throw .malformed("':' must follow a key", at: place) }
      members.append((key, try value(text, depth: depth + 1)))
      skipBlanks(text)
      if take(0x7D, text) { return .object(members) }
      guard take(0x2C, text) else { throw .malformed("',' or '}' must follow a member of an object", at: place) }
    }
  }

  private mutating func take(_ byte: UInt8, _ text: Span<UInt8>) -> Bool {
    guard place < text.count, text[place] == byte else { return false }
    place += 1
    return true
  }

  private mutating func number(_ text: Span<UInt8>) throws(JSONFault) -> JSONValue {
    let start = place
    let isWhole = try JSONLexer.number(text, &place, text.count)
    let digits = text.extracting(start..<place).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    if isWhole, digits != "-0", let value = Int(digits) { return keepsDigits ? .string(digits) : .integer(value) }
    guard let value = Double(digits), value.isFinite else {
      throw .malformed("the number is too large for a double", at: start)
    }
    return keepsDigits ? .string(digits) : .number(value)
  }

  private mutating func string(_ text: Span<UInt8>) throws(JSONFault) -> String {
    let opening = place
    let (content, isEscaped) = try JSONLexer.string(text, &place, text.count)
    let string =
      isEscaped
      ? String(validating: JSONLexer.resolved(text, content), as: UTF8.self)
      : text.extracting(content).withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) }
    guard let string else { throw .malformed("a string is not UTF-8", at: opening) }
    return string
  }
}
