public import PodiumCore

extension CellCheck {
  /// The check in the form of `podium verify --json`, with the new recording if that is asked for.
  public func json(withRecording: Bool = false) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("cell", .integer(cell)), ("line", .integer(line)), ("outcome", .string(outcome.rawValue)),
      ("drift", drift.isFinite ? .number(drift) : .null),
      (
        "differences",
        .array(
          differences.map { difference in
            .object(
              [
                ("line", .integer(difference.line)),
                ("recorded", difference.recorded.map(JSONValue.string) ?? .null),
                ("fresh", difference.fresh.map(JSONValue.string) ?? .null),
                ("drift", difference.drift.map(JSONValue.number) ?? .null),
              ] + (difference.cells.isEmpty ? [] : [("cells", .array(difference.cells.map(\.json)))]))
          })
      ),
    ]
    if isUnrecorded { members.append(("unrecorded", .bool(true))) }
    if isRedrawn { members.append(("redrawn", .bool(true))) }
    if let reason { members.append(("reason", .string(reason))) }
    if let error { members.append(("error", error.json)) }
    if withRecording, let recording {
      members.append(("recording", .string(recording)))
      let pictures = figures.map {
        JSONValue.object([("name", .string($0.name)), ("data", .string(Base64.text($0.bytes)))])
      }
      if !pictures.isEmpty { members.append(("figures", .array(pictures))) }
    }
    return .object(members)
  }

  /// Reads what `json` wrote; nil for anything else.
  public init?(json: JSONValue) {
    guard let cell = json["cell"]?.integer, let line = json["line"]?.integer,
      let outcome = json["outcome"]?.string.flatMap(Outcome.init)
    else { return nil }
    self.init(cell: cell, line: line, outcome)
    drift = json["drift"]?.number ?? .infinity
    if case .array(let items)? = json["differences"] {
      differences = items.compactMap { item in
        guard let line = item["line"]?.integer else { return nil }
        var difference = Difference(
          line: line, recorded: item["recorded"]?.string, fresh: item["fresh"]?.string, drift: item["drift"]?.number)
        if case .array(let cells)? = item["cells"] { difference.cells = cells.compactMap { ChangedCell(json: $0) } }
        return difference
      }
    }
    isUnrecorded = json["unrecorded"]?.bool ?? false
    isRedrawn = json["redrawn"]?.bool ?? false
    reason = json["reason"]?.string
    error = json["error"].flatMap { Diagnostic(json: $0) }
    recording = json["recording"]?.string
    if case .array(let items)? = json["figures"] {
      figures = items.compactMap { item in
        guard let name = item["name"]?.string, let bytes = item["data"]?.string.flatMap(Base64.bytes) else {
          return nil
        }
        return CellFigures.Picture(name: name, bytes: bytes)
      }
    }
  }
}

extension Diagnostic {
  /// The error without its place in a command, which is useless without the command.
  public var json: JSONValue {
    var members: [(String, JSONValue)] = [("code", .string(code)), ("message", .string(message))]
    if let help { members.append(("help", .string(help))) }
    if let cause { members.append(("cause", .string(cause))) }
    if let place { members += [("file", .string(place.file)), ("line", .integer(place.line))] }
    return .object(members)
  }

  /// Reads what `json` wrote; nil for anything else.
  public init?(json: JSONValue) {
    guard let code = json["code"]?.string, let message = json["message"]?.string else { return nil }
    self.init(code, message, help: json["help"]?.string, cause: json["cause"]?.string)
    if let file = json["file"]?.string, let line = json["line"]?.integer { self = inFile(file, line: line) }
  }
}
