internal import CCurl
internal import PodiumCore
internal import PodiumPlugin

/// A failed transfer, and its error message.
struct FetchFailure {
  let code: Int32
  let address: WebAddress
  let request: FetchRequest
  /// Libcurl's message for this case, often empty, and for its error code.
  var words = ""
  var fallback = ""
  /// Why podium stopped it.
  var stop: Transfer.Stop?
  /// The last address requested, after redirects.
  var reached: String?
  /// Whether the server accepted the connection.
  var isConnected = false
  /// Number of bytes of the body received.
  var received = 0

  static let noMemory = Diagnostic("fetch-failed", "libcurl ran out of memory")

  private var what: String { "'\(address.shown)'" }
  private var cause: String { words.isEmpty ? fallback : words }

  /// What was wrong, and advice.
  var diagnostic: Diagnostic {
    if let stop { return stopped(stop) }
    switch code {
    case CCU_UNSUPPORTED_PROTOCOL: return badProtocol
    case CCU_BAD_URL:
      return made("bad-url", "the address \(what) is malformed", "write it as in https://example.org/data.csv")
    case CCU_NO_PROXY_FOUND:
      return made(
        "unknown-host", "the proxy for \(what) was not found", "check the variables http_proxy and https_proxy")
    case CCU_NO_HOST_FOUND:
      return made(
        "unknown-host", "the server '\(address.host)' was not found, or this machine is offline",
        "check the address and the connection; podium never loads an older copy instead")
    case CCU_NOT_CONNECTED:
      return made(
        "not-connected", "the server of \(what) cannot be reached",
        "check the address, its port and the connection; a firewall may block it")
    case CCU_TIMED_OUT: return timedOut
    case CCU_TLS_CONNECT, CCU_BAD_CERTIFICATE:
      return made(
        "not-secure", "the server of \(what) cannot prove its identity",
        "check the address and this machine's clock")
    case CCU_NO_CA_FILE:
      return made(
        "not-secure", "this machine has no certificates to verify servers with",
        "install the Debian package 'ca-certificates'")
    case CCU_TOO_MANY_REDIRECTS:
      return made(
        "too-many-redirects", "\(what) redirects more than \(Exchange.redirects) times",
        "open it in a browser and load the address you end up at")
    case CCU_PARTIAL, CCU_RECEIVE_ERROR, CCU_HTTP2, CCU_HTTP2_STREAM:
      return made(
        "cut-off", "\(what) was cut off after \(received.counted("byte"))", "load it again")
    case CCU_NOTHING_SENT, CCU_WEIRD_REPLY: return notHTTP
    default: return made("fetch-failed", "\(what) cannot be fetched", "download it with another program")
    }
  }

  private func made(_ code: String, _ message: String, _ help: String) -> Diagnostic {
    Diagnostic(code, message, help: help, cause: cause.isEmpty ? nil : cause)
  }

  private func stopped(_ stop: Transfer.Stop) -> Diagnostic {
    switch stop {
    case .tooLarge:
      Diagnostic(
        "too-large", "\(what) is larger than \(max(1, request.bytes >> 20)) MB",
        help: "raise the limit with set fetch-limit=MB, up to 4096, or download the file and load part of it")
    case .nearer(let scope):
      Diagnostic(
        "redirect-refused",
        "\(what) redirects to '\(WebAddress.masked(String((reached ?? "").prefix(200))))', which is "
          + (scope == .machine ? "this machine" : "in the local network"),
        help: "load that address if it is the one you want; podium follows no redirect from the internet to it")
    case .headers:
      Diagnostic(
        "not-http", "the server of \(what) sends endless headers", help: "check the address and its port")
    }
  }

  private var notHTTP: Diagnostic {
    made("not-http", "the server at \(what) does not speak HTTP", "check the address and its port")
  }

  /// A response without a head, or a redirect to a protocol that is not followed.
  private var badProtocol: Diagnostic {
    let scheme = reached.flatMap(WebAddress.scheme) ?? "http"
    let isInClear = address.isSecure && scheme == "http"
    guard let reached, isInClear || !["http", "https"].contains(scheme) else { return notHTTP }
    let target = "'\(WebAddress.masked(String(reached.prefix(200))))'"
    if isInClear {
      return Diagnostic(
        "redirect-refused", "\(what) redirects to \(target), which is not encrypted",
        help: "load that address if it is the one you want")
    }
    return Diagnostic(
      "redirect-refused", "\(what) redirects to \(target), which is neither http nor https",
      help: "check the address; podium follows only http and https")
  }

  private var timedOut: Diagnostic {
    let seconds = max(1, request.seconds)
    if !isConnected {
      return made(
        "fetch-timeout",
        "the server of \(what) accepted no connection within "
          + min(seconds, Exchange.connectSeconds).counted("second"),
        "check the address, its port and the connection; a firewall may block it")
    }
    return made(
      "fetch-timeout",
      "\(what) did not arrive within \(seconds.counted("second")), or stalled for \(Exchange.idleSeconds)",
      "wait longer with set fetch-timeout=SECONDS")
  }
}

extension FetchFailure {
  /// A response compressed in a way that was not requested.
  static func packing(_ name: String, _ address: WebAddress) -> Diagnostic {
    Diagnostic(
      "damaged-file", "'\(address.shown)' is compressed as '\(name.prefix(40))', which podium did not ask for",
      help: "the server is at fault: download the file with another program")
  }

  /// A response with an error status.
  static func status(_ answer: Exchange.Answer, _ address: WebAddress) -> Diagnostic {
    let status = answer.status
    let meaning = meanings[status] ?? (status >= 500 ? "the server failed" : "the server refused")
    let help =
      switch status {
      case 401, 403, 407: "it may need a login or a browser: download the file there and load it"
      case 404, 410: "check the address; upper and lower case matter"
      case 429, 503: "wait a while and load it again"
      case 500...: "the server is at fault: load it again later"
      default: "open the address in a browser to see what it says"
      }
    let reason = answer.head.reason
    return Diagnostic(
      "http-status", "'\(address.shown)' returned \(status): \(meaning)", help: help,
      cause: reason.isEmpty ? nil : "the server says '\(reason)'")
  }

  private static let meanings = [
    204: "there is no content", 300: "there are several versions to choose from",
    304: "unchanged, though podium keeps no copy",
    400: "the server does not understand the request", 401: "a login is required", 403: "access is not allowed",
    404: "there is nothing at this address", 405: "the server does not allow downloading this",
    406: "it is not available in an accepted format", 407: "the proxy requires a login", 408: "the server timed out",
    410: "it no longer exists", 429: "there were too many requests", 451: "it is blocked for legal reasons",
    500: "the server failed", 502: "a server it depends on failed",
    503: "the server is busy or down for maintenance", 504: "a server it depends on does not answer",
  ]
}
