/// The value of one cell.
public enum Value: Sendable, Hashable {
  /// No value.
  case missing
  /// A real number, never NaN.
  case number(Double)
  /// A whole number.
  case integer(Int)
  /// Text, and the name of a category.
  case text(String)
  /// True or false.
  case boolean(Bool)
  /// A day of the calendar.
  case date(CalendarDate)
  /// A moment in UTC.
  case datetime(Moment)
  /// Bytes of a record; no column holds them.
  case bytes([UInt8])

  /// A number, or missing for NaN.
  public static func real(_ x: Double) -> Value { x.isNaN ? .missing : .number(x) }

  /// Whether there is no value.
  public var isMissing: Bool { self == .missing }

  /// The value as a double where it is a number, an integer or a boolean.
  public var asNumber: Double? {
    switch self {
    case .number(let x): x
    case .integer(let i): Double(i)
    case .boolean(let b): b ? 1 : 0
    default: nil
    }
  }

  /// The value as the field writes it in a file: shortest numbers, ISO dates, empty when missing.
  public var fileText: String {
    switch self {
    case .missing: ""
    case .number(let x): NumberText.shortest(x)
    case .integer(let i): String(i)
    case .text(let s): s
    case .boolean(let b): b ? "true" : "false"
    case .date(let d): d.description
    case .datetime(let t): t.description
    case .bytes(let bytes): Base64.text(bytes)
    }
  }

  /// The name of the kind of value in a message.
  public var kindName: String {
    switch self {
    case .missing: "missing"
    case .number, .integer: "number"
    case .text: "text"
    case .boolean: "boolean"
    case .date: "date"
    case .datetime: "datetime"
    case .bytes: "bytes"
    }
  }
}
