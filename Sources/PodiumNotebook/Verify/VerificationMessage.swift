public import PodiumCore

/// A message from a process that verifies a notebook to its parent: one line of JSON.
public enum VerificationMessage: Sendable {
  /// A cell starts or ends, or a plugin has another version.
  case event(NotebookVerification.Event)
  /// The current hashes of the data, by name.
  case data(DataHashes)
  /// The notebook cannot be run; this is the last message.
  case refused(Diagnostic)
  /// Everything was run; this is the last message.
  case done
}

extension VerificationMessage {
  /// The message in JSON.
  public var json: JSONValue {
    switch self {
    case .event(.starting(let cell, let line, let seconds)):
      VerificationMessage.object(
        "starting",
        [
          ("cell", .integer(cell)), ("line", .integer(line)), ("seconds", seconds.map(JSONValue.number) ?? .null),
        ])
    case .event(.plugin(let change)): VerificationMessage.object("plugin", [("plugin", change.json)])
    case .event(.ended(let check)): VerificationMessage.object("ended", [("check", check.json(withRecording: true))])
    case .data(let hashes):
      VerificationMessage.object(
        "data",
        [
          (
            "data",
            .object(
              hashes.map { ($0.text, JSONValue.string($1)) }.inCodePointOrder(by: \.0))
          )
        ])
    case .refused(let error): VerificationMessage.object("refused", [("error", error.json)])
    case .done: VerificationMessage.object("done", [])
    }
  }

  private static func object(_ event: String, _ members: [(String, JSONValue)]) -> JSONValue {
    .object([("event", .string(event))] + members)
  }

  /// Reads a message; nil if it is not one.
  public init?(json: JSONValue) {
    switch json["event"]?.string {
    case "starting":
      guard let cell = json["cell"]?.integer, let line = json["line"]?.integer else { return nil }
      self = .event(.starting(cell: cell, line: line, seconds: json["seconds"]?.number))
    case "plugin":
      guard let change = json["plugin"].flatMap({ PluginChange(json: $0) }) else { return nil }
      self = .event(.plugin(change))
    case "ended":
      guard let check = json["check"].flatMap({ CellCheck(json: $0) }) else { return nil }
      self = .event(.ended(check))
    case "data":
      var hashes: DataHashes = [:]
      for (name, hash) in json["data"]?.members ?? [] { hashes[FilePath(name)] = hash.string }
      self = .data(hashes)
    case "refused":
      guard let error = json["error"].flatMap({ Diagnostic(json: $0) }) else { return nil }
      self = .refused(error)
    case "done": self = .done
    default: return nil
    }
  }
}
