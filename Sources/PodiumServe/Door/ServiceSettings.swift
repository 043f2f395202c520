public import PodiumCore

/// What a service goes by.
public struct ServiceSettings: Sendable {
  /// The hosts that it answers to, as clients write them (`podium.example:8737`); others get 421.
  public var hosts: Set<String> = []
  /// The pages that need no account, by the beginnings of their paths.
  public var publicPages: Set<String> = []
  /// Whether clients reach it by https, itself or through a proxy.
  public var isSecure = false
  /// When its certificate ends; nil without one.
  public var certificateEnds: Moment?
  /// How much it takes.
  public var limits = ServiceLimits()
  /// Where the lines of the log go.
  public var log: @Sendable (String) -> Void
  /// The time of day.
  public var now: @Sendable () -> Moment
  /// Seconds since some start.
  public var clock: @Sendable () -> Double

  public init(
    now: @escaping @Sendable () -> Moment, clock: @escaping @Sendable () -> Double,
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    (self.now, self.clock, self.log) = (now, clock, log)
  }

  /// A line of the log: when it was, and what.
  func line(_ members: [(String, JSONValue)]) -> String {
    SafeText.escapeJSON(JSONValue.object([("at", .string(Value.datetime(now()).fileText))] + members).text)
  }
}

/// Where a request comes from.
public struct RequestOrigin: Sendable, Equatable {
  /// The address of the client; with a proxy before the service, the one that the proxy names.
  public let address: String

  /// Names an address.
  public init(_ address: String) { self.address = address }
}
