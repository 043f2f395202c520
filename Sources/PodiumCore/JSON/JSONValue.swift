/// A JSON value with its keys in order, and its one spelling.
public enum JSONValue: Sendable {
  /// No value.
  case null
  /// True or false.
  case bool(Bool)
  /// A whole number.
  case integer(Int)
  /// A real number; what JSON cannot hold (NaN, infinities) becomes null.
  case number(Double)
  /// A text.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// Named values in order.
  case object([(String, JSONValue)])

  /// The text, on one line, without spaces; doubles are the shortest that read back.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The same as bytes of UTF-8.
  public var bytes: [UInt8] {
    var out: [UInt8] = []
    write(to: &out)
    return out
  }

  /// Adds the bytes to others.
  package func write(to out: inout [UInt8]) { write(to: &out, indent: nil) }

  /// The text with a line for each member and item, a space more for each level.
  public var indented: String {
    var out: [UInt8] = []
    write(to: &out, indent: 0)
    return String(decoding: out, as: UTF8.self)
  }

  /// `indent` is the level that lines are moved in by; nil for one line.
  private func write(to out: inout [UInt8], indent: Int?) {
    let next = indent.map { $0 + 1 }
    func line(_ level: Int?) {
      guard let level else { return }
      out.append(UInt8(ascii: "\n"))
      out.append(contentsOf: repeatElement(UInt8(ascii: " "), count: level))
    }
    func part(_ place: Int) {
      if place > 0 { out.append(UInt8(ascii: ",")) }
      line(next)
    }
    switch self {
    case .null: out.append(contentsOf: "null".utf8)
    case .bool(let flag): out.append(contentsOf: (flag ? "true" : "false").utf8)
    case .integer(let number): out.append(contentsOf: String(number).utf8)
    case .number(let x): out.append(contentsOf: (x.isFinite ? NumberText.shortest(x) : "null").utf8)
    case .string(let text): JSONValue.write(text, to: &out)
    case .array(let items):
      out.append(UInt8(ascii: "["))
      for (place, item) in items.enumerated() {
        part(place)
        item.write(to: &out, indent: next)
      }
      if !items.isEmpty { line(indent) }
      out.append(UInt8(ascii: "]"))
    case .object(let members):
      out.append(UInt8(ascii: "{"))
      for (place, member) in members.enumerated() {
        part(place)
        JSONValue.write(member.0, to: &out)
        out.append(UInt8(ascii: ":"))
        if indent != nil { out.append(UInt8(ascii: " ")) }
        member.1.write(to: &out, indent: next)
      }
      if !members.isEmpty { line(indent) }
      out.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: String, to out: inout [UInt8]) {
    out.append(UInt8(ascii: "\""))
    var text = text
    // Most texts have nothing to escape.
    let isPlain = text.withUTF8 { bytes in
      guard bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) else {
        return false
      }
      out.append(contentsOf: bytes)
      return true
    }
    if !isPlain { for scalar in text.unicodeScalars { write(scalar, to: &out) } }
    out.append(UInt8(ascii: "\""))
  }

  private static func write(_ scalar: Unicode.Scalar, to out: inout [UInt8]) {
    switch scalar {
    case "\"": out.append(contentsOf: "\\\"".utf8)
    case "\\": out.append(contentsOf: "\\\\".utf8)
    case "\n": out.append(contentsOf: "\\n".utf8)
    case "\r": out.append(contentsOf: "\\r".utf8)
    case "\t": out.append(contentsOf: "\\t".utf8)
    // DEL and the C1 controls too: a terminal may be reading.
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
      let digits = String(scalar.value, radix: 16)
      out.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
    default: for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { out.append(unit) }
    }
  }
}

extension JSONValue {
  /// The last member of an object with this key; nil for what is not an object.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.0 == key }?.1
  }

  /// Whether it is null.
  public var isNull: Bool { if case .null = self { true } else { false } }

  /// What the value is, for a message.
  public var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .integer, .number: "a number"
    case .string: "text"
    case .array: "a list"
    case .object: "an object"
    }
  }

  /// The text of a string.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// A whole number, also one written with a fraction of zero.
  public var integer: Int? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int(exactly: value)
    default: nil
    }
  }

  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// A truth value.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The items of an array.
  public var array: [JSONValue]? { if case .array(let items) = self { items } else { nil } }

  /// The members of an object in order.
  public var members: [(String, JSONValue)]? { if case .object(let members) = self { members } else { nil } }
}

extension JSONValue: Equatable {
  /// Whether both are written the same; the order of members counts.
  public static func == (a: JSONValue, b: JSONValue) -> Bool { a.text == b.text }
}
