public import PodiumCore
public import PodiumPlugin

/// The network through libcurl, which is loaded when the first address is fetched.
public struct HTTPClient: NetworkClient {
  private let cache: FetchCache?
  private let agent: String
  private let clock: @Sendable () -> Moment
  private let unpack: Unpacking
  private let scope: Transfer.ScopeRule

  /// Decompresses a gzip transfer, given its bytes, its address as shown, and the maximum number of bytes of output.
  public typealias Unpacking =
    @Sendable ([UInt8], String, Int, Cancellation) throws(Diagnostic) -> [UInt8]

  /// Creates the client; this opens nothing and touches no file.
  ///
  /// `cacheFolder` keeps fetched content, so that the server can be asked whether it has changed; nil keeps nothing.
  public init(
    cacheFolder: String?, version: String, clock: @escaping @Sendable () -> Moment, unpack: @escaping Unpacking
  ) {
    self.init(cacheFolder: cacheFolder, version: version, clock: clock, unpack: unpack, scope: { $2 })
  }

  /// The same with a rule for the scope of addresses, for tests.
  init(
    cacheFolder: String?, version: String, clock: @escaping @Sendable () -> Moment, unpack: @escaping Unpacking,
    scope: @escaping Transfer.ScopeRule
  ) {
    self.scope = scope
    self.unpack = unpack
    cache = cacheFolder.map { FetchCache(folder: $0) }
    agent = "podium/" + version
    self.clock = clock
  }

  /// Fetches one resource; one that was fetched before is sent again only if it has changed.
  public func fetch(
    _ request: FetchRequest, cancellation: Cancellation
  ) throws(Diagnostic) -> FetchedResource {
    let address = try WebAddress(request.url)
    if address.isMasked {
      throw Diagnostic(
        "password-not-saved", "the user and password of '\(address.shown)' were not saved",
        help: "type the command again with the user and password in the address")
    }
    try cancellation.check()
    let curl = try Curl.load()
    var exchange = Exchange(curl: curl, address: address, request: request, agent: agent, scope: scope)
    // Content that needs a password is not kept on the disk.
    let key = address.hasCredentials ? nil : FetchCache.key(address, accept: request.accept)
    if let cache, let key, let kept = cache.head(key) {
      exchange.conditions = kept.conditions
      let answer = try exchange.run(cancellation)
      guard answer.status == 304 else { return try resource(answer, address, request, keeping: key, cancellation) }
      // Another process may have replaced it meanwhile, and a redirect may now lead elsewhere.
      if answer.finalURL == kept.finalURL, let bytes = cache.bytes(key, of: kept), bytes.count <= request.bytes {
        cache.touch(key)
        return kept.resource(bytes, url: address.shown, wasUnchanged: true)
      }
      exchange.conditions = []
    }
    return try resource(try exchange.run(cancellation), address, request, keeping: key, cancellation)
  }

  private func resource(
    _ answer: Exchange.Answer, _ address: WebAddress, _ request: FetchRequest, keeping key: String?,
    _ cancellation: Cancellation
  ) throws(Diagnostic) -> FetchedResource {
    guard (200..<300).contains(answer.status), answer.status != 204 else {
      throw FetchFailure.status(answer, address)
    }
    let head = answer.head
    var body = answer.body
    if let packing = head.packing {
      guard ["gzip", "x-gzip"].contains(packing) else { throw FetchFailure.packing(packing, address) }
      body = try unpack(body, address.shown, request.bytes, cancellation)
    }
    let kept = KeptHead(
      url: address.shown, finalURL: answer.finalURL, mediaType: head.mediaType, suggestedName: head.fileName,
      etag: head.etag, lastModified: head.lastModified, retrievedAt: clock(), wasPacked: head.packing != nil)
    if let cache, let key {
      // Content that cannot be revalidated is not kept, and an older copy is out of date.
      if head.mayBeKept, !kept.conditions.isEmpty { cache.keep(body, kept, key) } else { cache.drop(key) }
    }
    return kept.resource(body, url: address.shown, wasUnchanged: false)
  }
}
