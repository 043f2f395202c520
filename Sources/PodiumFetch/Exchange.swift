internal import CCurl
internal import Glibc
internal import PodiumCore
internal import PodiumPlugin

/// One request and its response. All calls into libcurl except its loading are in this file.
struct Exchange {
  let curl: Curl
  let address: WebAddress
  let request: FetchRequest
  let agent: String
  let scope: Transfer.ScopeRule
  /// Headers that ask for the content only if it has changed.
  var conditions: [String] = []

  /// The response, whatever its status.
  struct Answer {
    var status: Int
    var head: ResponseHead
    /// As received, compressed or not.
    var body: [UInt8]
    var finalURL: String
  }

  /// Milliseconds between checks of the interrupt flag.
  static let pace: Int32 = 20
  /// Maximum number of redirects to follow.
  static let redirects = 10
  /// Maximum number of seconds until the server accepts the connection.
  static let connectSeconds = 20
  /// Maximum number of seconds without data.
  static let idleSeconds = 30

  /// Runs it to its end.
  ///
  /// Throws network errors, and `interrupted` when the flag is set.
  func run(_ cancellation: Cancellation) throws(Diagnostic) -> Answer {
    var table = curl.table
    guard let easy = table.easy_init() else { throw FetchFailure.noMemory }
    defer { table.easy_cleanup(easy) }
    guard let multi = table.multi_init() else { throw FetchFailure.noMemory }
    defer { _ = table.multi_cleanup(multi) }
    // Libcurl writes its error message here, even while it cleans up, so this is freed last.
    let words = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CCU_ERROR_SIZE))
    words.initialize(repeating: 0, count: Int(CCU_ERROR_SIZE))
    let headers = requestHeaders(&table)
    let transfer = Transfer(limit: max(0, request.bytes), scope: scope)
    defer {
      ccu_set_pointer(&table, easy, CCU_ERROR_BUFFER, nil)
      ccu_set_pointer(&table, easy, CCU_HTTP_HEADER, nil)
      if let headers { table.slist_free_all(headers) }
      words.deallocate()
    }
    set(&table, easy, transfer: transfer)
    ccu_set_pointer(&table, easy, CCU_ERROR_BUFFER, words)
    ccu_set_pointer(&table, easy, CCU_HTTP_HEADER, headers)
    guard table.multi_add_handle(multi, easy) == CCU_OK else { throw FetchFailure.noMemory }
    defer { _ = table.multi_remove_handle(multi, easy) }

    let code = try withExtendedLifetime(transfer) { () throws(Diagnostic) in
      try drive(&table, multi, cancellation)
    }
    try cancellation.check()
    let finalURL = ccu_text(&table, easy, Int32(CCU_INFO_EFFECTIVE_URL)).map { String(cString: $0) }
    let status = ccu_number(&table, easy, Int32(CCU_INFO_RESPONSE_CODE))
    guard code == CCU_OK || code == CCU_SAYS_NO else {
      var failure = FetchFailure(code: code, address: address, request: request)
      failure.words = String(cString: words)
      failure.fallback = table.easy_strerror(code).map { String(cString: $0) } ?? ""
      failure.stop = transfer.stop
      failure.reached = finalURL
      failure.isConnected = ccu_count(&table, easy, Int32(CCU_INFO_CONNECT_TIME)) > 0
      failure.received = transfer.body.count
      throw failure.diagnostic
    }
    return Answer(
      status: status, head: transfer.head, body: transfer.body,
      finalURL: WebAddress.masked(finalURL ?? address.url))
  }

  /// Lets libcurl work until the transfer is over, and checks the flag every few milliseconds.
  private func drive(
    _ table: inout ccu_table, _ multi: UnsafeMutableRawPointer, _ cancellation: Cancellation
  ) throws(Diagnostic) -> Int32 {
    while true {
      var running: Int32 = 0
      guard table.multi_perform(multi, &running) == CCU_OK else { throw FetchFailure.noMemory }
      let result = ccu_result(&table, multi)
      if result >= 0 { return result }
      // Without a result or running work there is nothing to wait for.
      guard running > 0 else { throw FetchFailure.noMemory }
      try cancellation.check()
      var ready: Int32 = 0
      guard table.multi_poll(multi, nil, 0, Exchange.pace, &ready) == CCU_OK else { throw FetchFailure.noMemory }
    }
  }

  private func set(_ table: inout ccu_table, _ easy: UnsafeMutableRawPointer, transfer: Transfer) {
    let context = Unmanaged.passUnretained(transfer).toOpaque()
    ccu_set_receiver(&table, easy, CCU_WRITE_FUNCTION, receiveBody)
    ccu_set_pointer(&table, easy, CCU_WRITE_DATA, context)
    ccu_set_receiver(&table, easy, CCU_HEADER_FUNCTION, receiveHeader)
    ccu_set_pointer(&table, easy, CCU_HEADER_DATA, context)
    ccu_set_opener(&table, easy, CCU_OPEN_SOCKET_FUNCTION, openSocket)
    ccu_set_pointer(&table, easy, CCU_OPEN_SOCKET_DATA, context)
    ccu_set_text(&table, easy, CCU_URL, address.url)
    ccu_set_text(&table, easy, CCU_USER_AGENT, agent)
    ccu_set_number(&table, easy, CCU_FOLLOW_LOCATION, 1)
    // The page that comes with an error status is for people, and may be endless.
    ccu_set_number(&table, easy, CCU_FAIL_ON_ERROR, 1)
    ccu_set_number(&table, easy, CCU_MAX_REDIRECTS, Exchange.redirects)
    // A request that was encrypted must not follow a redirect to an unencrypted address.
    let redirected = address.isSecure ? "https" : "http,https"
    if ccu_set_text(&table, easy, CCU_PROTOCOLS_TEXT, "http,https") != CCU_OK {
      // Before 7.85 protocols were bits.
      ccu_set_number(&table, easy, CCU_PROTOCOLS, 3)
      ccu_set_number(&table, easy, CCU_REDIRECT_PROTOCOLS, address.isSecure ? 2 : 3)
    } else {
      ccu_set_text(&table, easy, CCU_REDIRECT_PROTOCOLS_TEXT, redirected)
    }
    let seconds = min(max(1, request.seconds), 1_000_000)
    ccu_set_number(&table, easy, CCU_TIMEOUT_MS, seconds * 1000)
    ccu_set_number(&table, easy, CCU_CONNECT_TIMEOUT_MS, min(seconds, Exchange.connectSeconds) * 1000)
    ccu_set_number(&table, easy, CCU_LOW_SPEED_LIMIT, 1)
    ccu_set_number(&table, easy, CCU_LOW_SPEED_TIME, Exchange.idleSeconds)
    // No signals from libcurl: podium has threads and handlers. And no wait for an abandoned lookup.
    ccu_set_number(&table, easy, CCU_NO_SIGNAL, 1)
    ccu_set_number(&table, easy, CCU_QUICK_EXIT, 1)
    if address.isLoopback { ccu_set_text(&table, easy, CCU_PROXY, "") }
  }

  /// The list of headers, which the caller must free.
  private func requestHeaders(_ table: inout ccu_table) -> UnsafeMutableRawPointer? {
    var list: UnsafeMutableRawPointer?
    // Set by hand, so that the content stays compressed: libcurl would not check that it is complete.
    var lines = conditions + ["Accept-Encoding: gzip"]
    if let accept = ResponseHead.returnable(request.accept) { lines.append("Accept: " + accept) }
    for line in lines { list = table.slist_append(list, line) ?? list }
    return list
  }
}
