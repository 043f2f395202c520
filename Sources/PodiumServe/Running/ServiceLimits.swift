public import PodiumCore

/// How much a service takes.
public struct ServiceLimits: Sendable, Equatable {
  /// Requests a second of one account; an address without one has half. 0 is without limit, as of the next three.
  public var rate = 20
  /// Connections at once, and those of one address.
  public var connections = 512
  public var ofOneAddress = 32
  /// Streams of events at once.
  public var streams = 500
  /// The most bytes of a body, and of a header and an address, and the fields of a header.
  public var body = 256 << 10
  public var headerBytes = 16 << 10
  public var headerFields = 100
  public var addressBytes = 8 << 10
  /// The most milliseconds of a request's header, of its body, of an answer of which nothing is taken, and between two
  /// requests; all in all, not from part to part. Tests set them.
  public var headerTime = 10_000
  public var bodyTime = 30_000
  public var answerTime = 30_000
  public var idleTime = 60_000
  /// How long a connection that is closed may take the rest of its answer.
  public var farewellTime = 1000

  /// The usual limits.
  public init() {}

  /// How often a connection looks at the time, in milliseconds.
  public var interval: Int { max(10, min(1000, min(headerTime, bodyTime, answerTime, idleTime) / 4)) }

  private typealias Path = WritableKeyPath<ServiceLimits, Int> & Sendable
  private static let given: KeyValuePairs<String, any Path> = [
    "rate": \.rate, "connections": \.connections, "streams": \.streams, "body": \.body,
  ]
  private static let times: KeyValuePairs<String, any Path> = [
    "header": \.headerTime, "body": \.bodyTime, "answer": \.answerTime, "idle": \.idleTime,
  ]

  /// The names of what `--limit` sets.
  public static var names: [String] { given.map(\.key) }

  /// Sets what each text names, `NAME=N`; throws `unknown-limit`, and `bad-value` for other texts, for a number out of range and
  /// for a name that comes twice.
  public mutating func set(_ texts: [String]) throws(Diagnostic) { try set(texts, ServiceLimits.given, 0...1 << 30) }

  /// Sets the times that tests name so.
  public mutating func setTimes(_ texts: [String]) throws(Diagnostic) {
    try set(texts, ServiceLimits.times, 1...3_600_000)
  }

  private mutating func set(
    _ texts: [String], _ paths: KeyValuePairs<String, any Path>, _ range: ClosedRange<Int>
  ) throws(Diagnostic) {
    var seen: Set<String> = []
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else {
        throw Diagnostic(
          "bad-value", "'\(Abridged.text(text))' is not a limit", help: "write NAME=N, as in \(paths[0].key)=50")
      }
      guard let path = paths.first(where: { $0.key == parts[0] })?.value else {
        throw Diagnostic.unknown("limit", parts[0], among: paths.map(\.key))
      }
      guard seen.insert(parts[0]).inserted else {
        throw Diagnostic("bad-value", "limit '\(parts[0])' is given twice", help: "give it once")
      }
      guard let number = Int(parts[1]), range.contains(number) else {
        throw Diagnostic(
          "bad-value",
          "limit '\(parts[0])' must be a whole number from \(range.lowerBound) to \(range.upperBound), "
            + "not '\(Abridged.text(parts[1]))'", help: range.contains(0) ? "0 is without limit" : nil)
      }
      self[keyPath: path] = number
    }
  }
}
