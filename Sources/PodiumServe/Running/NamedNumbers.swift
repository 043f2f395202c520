public import PodiumCore

/// Whole numbers that options set by their names, as `--limit rate=50` does.
public protocol NamedNumbers {
  typealias Path = WritableKeyPath<Self, Int> & Sendable
  /// What can be set, by name.
  static var paths: [(name: String, path: any Path)] { get }
  /// The numbers that each takes.
  static var range: ClosedRange<Int> { get }
}

extension NamedNumbers {
  /// The names that can be set.
  public static var names: [String] { paths.map(\.name) }

  /// Sets what each text names, `NAME=N`; throws `unknown-limit`, and `bad-value` for other texts, for a number out of range and
  /// for a name that comes twice.
  public mutating func set(_ texts: [String]) throws(Diagnostic) {
    var seen: Set<String> = []
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else {
        throw Diagnostic(
          "bad-value", "'\(Abridged.text(text))' is not a limit", help: "write NAME=N, as in \(Self.names[0])=50")
      }
      guard let path = Self.paths.first(where: { $0.name == parts[0] })?.path else {
        throw Diagnostic.unknown("limit", parts[0], among: Self.names)
      }
      guard seen.insert(parts[0]).inserted else {
        throw Diagnostic("bad-value", "limit '\(parts[0])' is given twice", help: "give it once")
      }
      guard let number = Int(parts[1]), Self.range.contains(number) else {
        throw Diagnostic(
          "bad-value",
          "limit '\(parts[0])' must be a whole number from \(Self.range.lowerBound) to \(Self.range.upperBound), "
            + "not '\(Abridged.text(parts[1]))'", help: Self.range.contains(0) ? "0 is without limit" : nil)
      }
      self[keyPath: path] = number
    }
  }
}

/// What one connection may take: seconds, bytes and fields.
public struct ConnectionLimits: NamedNumbers, Sendable, Equatable {
  /// The most milliseconds of a request's header, of its body, of an answer of which nothing is taken, and between two
  /// requests; all in all, not from part to part. Tests set them.
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

  public static let paths: [(name: String, path: any Path)] = [
    ("header", \.header), ("body", \.body), ("answer", \.answer), ("idle", \.idle),
  ]
  public static let range = 1...3_600_000

  /// How often a connection looks at the time, in milliseconds.
  public var interval: Int { max(10, min(1000, min(header, body, answer, idle) / 4)) }
}
