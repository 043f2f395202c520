public import PodiumCore

extension CellCheck {
  /// The check as `podium verify --json` tells it; with what would be recorded, where that is asked for.
  public func json(withRecording: Bool = false) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("cell", .integer(cell)), ("line", .integer(line)), ("outcome", .string(outcome.rawValue)),
      ("drift", drift.isFinite ? .number(drift) : .null),
      (
        "differences",
        .array(
          differences.map { difference in
            .object([
              ("line", .integer(difference.line)),
              ("recorded", difference.recorded.map(JSONValue.string) ?? .null),
              ("fresh", difference.fresh.map(JSONValue.string) ?? .null),
              ("drift", difference.drift.map(JSONValue.number) ?? .null),
            ])
          })
      ),
    ]
    if let reason { members.append(("reason", .string(reason))) }
    if let error { members.append(("error", error.json)) }
    if withRecording, let recording { members.append(("recording", .string(recording))) }
    return .object(members)
  }

  /// Reads what `json` wrote; nil for anything else.
  public init?(json: JSONValue) {
    guard case .object(let members) = json, case .integer(let cell)? = members["cell"],
      case .integer(let line)? = members["line"], case .string(let name)? = members["outcome"],
      let outcome = Outcome(rawValue: name)
    else { return nil }
    self.init(cell: cell, line: line, outcome)
    drift = members["drift"]?.real ?? .infinity
    if case .array(let items)? = members["differences"] {
      differences = items.compactMap { item in
        guard case .object(let parts) = item, case .integer(let line)? = parts["line"] else { return nil }
        return Difference(
          line: line, recorded: parts["recorded"]?.text, fresh: parts["fresh"]?.text, drift: parts["drift"]?.real)
      }
    }
    reason = members["reason"]?.text
    error = members["error"].flatMap { Diagnostic(json: $0) }
    recording = members["recording"]?.text
  }
}

extension Diagnostic {
  /// The error without its place in a command, which is of no use without the command.
  public var json: JSONValue {
    var members: [(String, JSONValue)] = [("code", .string(code)), ("message", .string(message))]
    if let help { members.append(("help", .string(help))) }
    if let cause { members.append(("cause", .string(cause))) }
    if let place { members += [("file", .string(place.file)), ("line", .integer(place.line))] }
    return .object(members)
  }

  /// Reads what `json` wrote; nil for anything else.
  public init?(json: JSONValue) {
    guard case .object(let members) = json, let code = members["code"]?.text, let message = members["message"]?.text
    else { return nil }
    self.init(code, message, help: members["help"]?.text, cause: members["cause"]?.text)
    if let file = members["file"]?.text, case .integer(let line)? = members["line"] { self = inFile(file, line: line) }
  }
}

extension [(String, JSONValue)] {
  /// The value of a name; the last one where it stands twice.
  fileprivate subscript(_ name: String) -> JSONValue? { last { $0.0 == name }?.1 }
}

extension JSONValue {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }

  fileprivate var real: Double? {
    switch self {
    case .number(let number): number
    case .integer(let number): Double(number)
    default: nil
    }
  }
}
