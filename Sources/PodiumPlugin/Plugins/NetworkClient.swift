public import PodiumCore

/// What fetches what an http or https address names.
public protocol NetworkClient: Sendable {
  /// Fetches one resource whole, or throws; nothing half fetched comes back.
  ///
  /// Throws `bad-url` and `unknown-scheme` for the address, `interrupted` when the flag is set, and what the network
  /// and the server do wrong, each by a code of its own.
  func fetch(_ request: FetchRequest, cancellation: Cancellation) throws(Diagnostic) -> FetchedResource
}

/// What is to be fetched and within which limits.
public struct FetchRequest: Sendable, Equatable {
  /// The address, http or https.
  public var url: String
  /// The time limit in seconds.
  public var seconds: Int
  /// The maximum size of the unpacked answer, in bytes.
  public var bytes: Int
  /// The media types that are wanted, as the header `Accept` has them; nil for any.
  public var accept: String?

  /// The standard limit of time.
  public static let standardSeconds = 60
  /// The standard limit of size, in MB.
  public static let standardMegabytes = 512

  /// Asks for an address.
  public init(
    _ url: String, seconds: Int = FetchRequest.standardSeconds, bytes: Int = FetchRequest.standardMegabytes << 20,
    accept: String? = nil
  ) {
    self.url = url
    self.seconds = seconds
    self.bytes = bytes
    self.accept = accept
  }
}

/// What an address gave.
public struct FetchedResource: Sendable, Equatable {
  /// The content, without the compression of the transfer.
  public var bytes: [UInt8]
  /// The address that was asked for; without its user and password.
  public var url: String
  /// The address that answered, after redirects; without its user and password.
  public var finalURL: String
  /// The kind of content as the server says it, in lower-case letters and without parameters: `text/csv`.
  public var mediaType: String?
  /// The name of the file as the server says it, without folders.
  public var suggestedName: String?
  /// The server's mark of this version of the content.
  public var etag: String?
  /// When the content last changed, as the server says it.
  public var lastModified: String?
  /// When the content came from the server.
  public var retrievedAt: Moment
  /// Whether the server said that the content kept from an earlier time is still the current one.
  public var wasUnchanged: Bool
  /// Whether the transfer was packed; a name that ends in `.gz` may then stand for content that is not.
  public var wasPacked: Bool

  /// Makes a resource; `finalURL` is the address asked for when left out.
  public init(
    bytes: [UInt8], url: String, finalURL: String? = nil, mediaType: String? = nil, suggestedName: String? = nil,
    etag: String? = nil, lastModified: String? = nil, retrievedAt: Moment, wasUnchanged: Bool = false,
    wasPacked: Bool = false
  ) {
    self.bytes = bytes
    self.url = url
    self.finalURL = finalURL ?? url
    self.mediaType = mediaType
    self.suggestedName = suggestedName
    self.etag = etag
    self.lastModified = lastModified
    self.retrievedAt = retrievedAt
    self.wasUnchanged = wasUnchanged
    self.wasPacked = wasPacked
  }
}

/// The network as one command sees it: a client, if the network is open, the limits of the settings and the flag.
public struct NetworkAccess: Sendable {
  /// The client; nil where the network is closed.
  public var client: (any NetworkClient)?
  /// The time limit of a resource, in seconds.
  public var seconds: Int
  /// The maximum size of a resource, in bytes.
  public var bytes: Int
  /// The flag that asks to stop.
  public var cancellation: Cancellation

  /// Joins a client with limits and a flag.
  public init(
    _ client: (any NetworkClient)?, seconds: Int = FetchRequest.standardSeconds,
    bytes: Int = FetchRequest.standardMegabytes << 20, cancellation: Cancellation
  ) {
    self.client = client
    self.seconds = seconds
    self.bytes = bytes
    self.cancellation = cancellation
  }

  /// No network.
  public static func closed(_ cancellation: Cancellation) -> NetworkAccess {
    NetworkAccess(nil, cancellation: cancellation)
  }

  /// Fetches one resource.
  ///
  /// Throws `network-closed` where there is no client, and what the client throws.
  public func fetch(_ url: String, accept: String? = nil) throws(Diagnostic) -> FetchedResource {
    guard let client else { throw .networkClosed(url) }
    return try client.fetch(
      FetchRequest(url, seconds: seconds, bytes: bytes, accept: accept), cancellation: cancellation)
  }
}

extension Diagnostic {
  /// Nothing may be fetched here.
  static func networkClosed(_ url: String) -> Diagnostic {
    Diagnostic(
      "network-closed", "'\(WebAddress.masked(url))' cannot be fetched: the network is not available here",
      help: "use --trust if you know what the file does")
  }
}
