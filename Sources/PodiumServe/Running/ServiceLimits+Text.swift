public import PodiumCore

extension ServiceLimits {
  /// Sets a limit as `--limit NAME=N` does; throws `unknown-limit` and `bad-value`.
  public mutating func set(_ text: String) throws(Diagnostic) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else {
      throw Diagnostic(
        "bad-value", "'\(Abridged.text(text))' is not a limit", help: "write --limit NAME=N, as in --limit rate=50")
    }
    guard ServiceLimits.names.contains(parts[0]) else {
      throw Diagnostic.unknown("limit", parts[0], among: ServiceLimits.names)
    }
    guard let number = Int(parts[1]), (0...ServiceLimits.highest).contains(number) else {
      throw Diagnostic(
        "bad-value",
        "limit '\(parts[0])' must be a whole number from 0 to \(ServiceLimits.highest), not '\(Abridged.text(parts[1]))'",
        help: "0 is without limit")
    }
    self[parts[0]] = number
  }

  private static let highest = 1 << 30
}

/// What one connection may take: seconds, bytes and fields.
public struct ConnectionLimits: Sendable, Equatable {
  /// The most milliseconds of a request's header, of its body, of an answer of which nothing is taken, and between two
  /// requests; all in all, not from part to part.
  public var header = 10_000
  public var body = 30_000
  public var answer = 30_000
  public var idle = 60_000
  /// How long a connection that is closed may take the rest of its answer.
  public var farewell = 1000
  /// The most bytes and fields of a header, and bytes of an address.
  public var headerBytes = 16 << 10
  public var headerFields = 100
  public var addressBytes = 8 << 10
  /// The most connections of one address.
  public var ofOneAddress = 32

  /// The usual limits.
  public init() {}

  /// Sets a time as `NAME=MS`, for tests: `header`, `body`, `answer`, `idle`.
  public mutating func setTime(_ text: String) throws(Diagnostic) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let time = Int(parts[1]), (1...3_600_000).contains(time) else {
      throw Diagnostic("bad-value", "'\(Abridged.text(text))' is not a name and a number of milliseconds")
    }
    switch parts[0] {
    case "header": header = time
    case "body": body = time
    case "answer": answer = time
    case "idle": idle = time
    default: throw Diagnostic.unknown("limit", parts[0], among: ["header", "body", "answer", "idle"])
    }
  }

  /// How often a connection looks at the time, in milliseconds.
  public var interval: Int { max(10, min(1000, min(header, body, answer, idle) / 4)) }
}
