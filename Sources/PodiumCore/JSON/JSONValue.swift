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
  public var text: String {
    var out = ""
    write(to: &out, indent: nil)
    return out
  }

  /// The text with a line for each member and item, a space more for each level.
  public var indented: String {
    var out = ""
    write(to: &out, indent: 0)
    return out
  }

  /// `indent` is the level that lines are moved in by; nil for one line.
  private func write(to out: inout String, indent: Int?) {
    let inner = indent.map { "\n" + String(repeating: " ", count: $0 + 1) } ?? ""
    let outer = indent.map { "\n" + String(repeating: " ", count: $0) } ?? ""
    let next = indent.map { $0 + 1 }
    switch self {
    case .null: out += "null"
    case .bool(let b): out += b ? "true" : "false"
    case .integer(let i): out += String(i)
    case .number(let x): out += x.isFinite ? NumberText.shortest(x) : "null"
    case .string(let s): JSONValue.write(s, to: &out)
    case .array(let items):
      out += "["
      for (place, item) in items.enumerated() {
        out += (place > 0 ? "," : "") + inner
        item.write(to: &out, indent: next)
      }
      out += (items.isEmpty ? "" : outer) + "]"
    case .object(let members):
      out += "{"
      for (place, member) in members.enumerated() {
        out += (place > 0 ? "," : "") + inner
        JSONValue.write(member.0, to: &out)
        out += indent == nil ? ":" : ": "
        member.1.write(to: &out, indent: next)
      }
      out += (members.isEmpty ? "" : outer) + "}"
    }
  }

  private static func write(_ text: String, to out: inout String) {
    out += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      // DEL and the C1 controls too: a terminal may be reading.
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: out.unicodeScalars.append(scalar)
      }
    }
    out += "\""
  }
}

extension JSONValue {
  /// The last member of an object with this key; nil for what is not an object.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.0 == key }?.1
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
