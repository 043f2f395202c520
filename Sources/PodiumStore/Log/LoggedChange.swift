internal import PodiumCore
internal import PodiumPlugin

/// What the log keeps of a removed record besides its fields.
enum LoggedField {
  static let createdAt = "created_at"
  static let createdBy = "created_by"
}

/// A line of the change log.
struct LoggedChange {
  let number: Int
  let set: Int
  let kind: String
  let record: String
  let revision: Int
  let action: Change.Action
  let before: String?
  /// The rest of the run it describes; nil for a line about one record.
  let run: LoggedRun?

  /// The line for one record of its run.
  func about(_ record: String) -> LoggedChange {
    LoggedChange(
      number: number, set: set, kind: kind, record: record, revision: revision, action: action, before: nil, run: nil)
  }
}

extension Change.Action {
  /// Its form in the log.
  var number: Int {
    switch self {
    case .insert: 1
    case .update: 2
    case .remove: 3
    }
  }

  init?(number: Int) {
    switch number {
    case 1: self = .insert
    case 2: self = .update
    case 3: self = .remove
    default: return nil
    }
  }
}

extension Value {
  /// The value in its log form.
  var logged: JSONValue {
    switch self {
    case .missing: .null
    case .number(let x): .number(x)
    case .integer(let i): .integer(i)
    case .boolean(let b): .bool(b)
    case .text(let text): .string(text)
    case .date(let day): .string(day.description)
    case .datetime(let moment): .string(moment.description)
    case .bytes(let bytes): .string(Base64.text(bytes))
    }
  }
}

extension JSONValue {
  /// The value if the kind of its field is no longer known.
  var guessed: PodiumCore.Value {
    switch self {
    case .null, .array, .object: .missing
    case .bool(let b): .boolean(b)
    case .integer(let i): .integer(i)
    case .number(let x): .real(x)
    case .string(let text): .text(text)
    }
  }
}

extension RecordField.Kind {
  /// The value of a field of this kind from its log form; nil if it is invalid.
  func value(logged: JSONValue) -> Value? {
    if case .null = logged { return .missing }
    switch self {
    case .text, .reference: return logged.string.map(Value.text)
    case .integer: return logged.integer.map(Value.integer)
    case .number: return logged.number.map(Value.number)
    case .boolean: return logged.bool.map(Value.boolean)
    case .date: return logged.string.flatMap { CalendarDate(iso: $0) }.map(Value.date)
    case .datetime: return logged.string.flatMap { Moment(iso: $0) }.map(Value.datetime)
    case .bytes: return logged.string.flatMap { Base64.bytes($0) }.map(Value.bytes)
    }
  }
}
