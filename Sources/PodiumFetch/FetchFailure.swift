internal import CCurl
internal import PodiumCore
internal import PodiumPlugin

/// A transfer that failed, and the words for it.
struct FetchFailure {
  let code: Int32
  let address: WebAddress
  let request: FetchRequest
  /// Libcurl's words for this case, often empty, and for its kind.
  var words = ""
  var fallback = ""
  /// Why this side stopped it.
  var stop: Transfer.Stop?
  /// The address that was asked last, after redirects.
  var reached: String?
  /// Whether the server took the call.
  var isConnected = false
  /// The bytes of the body that came.
  var received = 0

  init(code: Int32, address: WebAddress, request: FetchRequest) {
    self.code = code
    self.address = address
    self.request = request
  }

  static let noMemory = Diagnostic("fetch-failed", "libcurl has no memory for a transfer")

  private var what: String { "'\(address.shown)'" }
  private var cause: String { words.isEmpty ? fallback : words }

  /// What was wrong, and the way out.
  var diagnostic: Diagnostic {
    if let stop { return stopped(stop) }
    switch code {
    case CCU_UNSUPPORTED_PROTOCOL: return badProtocol
    case CCU_BAD_URL:
      return made("bad-url", "the address \(what) is malformed", "write it as in https://example.org/data.csv")
    case CCU_NO_PROXY_FOUND:
      return made(
        "unknown-host", "the proxy for \(what) is not known", "the variables http_proxy and https_proxy name it")
    case CCU_NO_HOST_FOUND:
      return made(
        "unknown-host", "there is no server '\(address.host)', or this machine is not connected",
        "check the address and the connection; nothing older is given instead")
    case CCU_NOT_CONNECTED:
      return made(
        "not-connected", "the server of \(what) cannot be reached",
        "check the address with its port, and the connection; a firewall may be between")
    case CCU_TIMED_OUT: return timedOut
    case CCU_TLS_CONNECT, CCU_BAD_CERTIFICATE:
      return made(
        "not-secure", "the server of \(what) does not prove who it is",
        "check the address and this machine's clock; what it sends is not read")
    case CCU_NO_CA_FILE:
      return made(
        "not-secure", "this machine has no list of those who vouch for servers",
        "install the Debian package 'ca-certificates'")
    case CCU_TOO_MANY_REDIRECTS:
      return made(
        "too-many-redirects", "\(what) leads on and on, more than \(Exchange.redirects) times",
        "open it in a browser and load the address it ends at")
    case CCU_PARTIAL, CCU_RECEIVE_ERROR, CCU_HTTP2, CCU_HTTP2_STREAM:
      return made(
        "cut-off", "\(what) ended in the middle, after \(received.counted("byte"))", "load it again")
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
        "too-large", "\(what) gives more than \(max(1, request.bytes >> 20)) MB",
        help: "set fetch-limit=MB allows more, up to 4096; else download it and load a part")
    case .headers:
      Diagnostic(
        "not-http", "the server of \(what) sends headers without end", help: "check the address with its port")
    }
  }

  private var notHTTP: Diagnostic {
    made("not-http", "what answers at \(what) does not speak HTTP", "check the address with its port")
  }

  /// An answer without a head, or a redirect to what is not followed.
  private var badProtocol: Diagnostic {
    let scheme = reached.flatMap(WebAddress.scheme) ?? "http"
    let isInClear = address.isSecure && scheme == "http"
    guard let reached, isInClear || !["http", "https"].contains(scheme) else { return notHTTP }
    let target = "'\(WebAddress.masked(String(reached.prefix(200))))'"
    if isInClear {
      return Diagnostic(
        "redirect-refused", "\(what) leads to \(target), which is not encrypted",
        help: "load that address if it is the one you want")
    }
    return Diagnostic(
      "redirect-refused", "\(what) leads to \(target), which is neither http nor https",
      help: "check the address; podium does not follow it")
  }

  private var timedOut: Diagnostic {
    let seconds = max(1, request.seconds)
    if !isConnected {
      return made(
        "fetch-timeout",
        "the server of \(what) did not take the call within \(min(seconds, Exchange.connectSeconds).counted("second"))",
        "check the address with its port, and the connection; a firewall may be between")
    }
    return made(
      "fetch-timeout",
      "\(what) did not come within \(seconds.counted("second")), or nothing came for \(Exchange.idleSeconds)",
      "set fetch-timeout=SECONDS waits longer")
  }
}

extension FetchFailure {
  /// An answer that is packed in a way that was not asked for.
  static func packing(_ name: String, _ address: WebAddress) -> Diagnostic {
    Diagnostic(
      "damaged-file", "what '\(address.shown)' sends is packed as '\(name.prefix(40))', which was not asked for",
      help: "its server is wrong: download it with another program")
  }

  /// An answer that says no.
  static func status(_ answer: Exchange.Answer, _ address: WebAddress) -> Diagnostic {
    let status = answer.status
    let meaning = meanings[status] ?? (status >= 500 ? "the server failed" : "the server refuses")
    let help =
      switch status {
      case 401, 403, 407: "it may want a login or a browser: download it there and load the file"
      case 404, 410: "check the address; small and capital letters count in it"
      case 429, 503: "wait a while and load it again"
      case 500...: "the fault is the server's: load it again later"
      default: "open the address in a browser to see what it says"
      }
    let reason = answer.head.reason
    return Diagnostic(
      "http-status", "'\(address.shown)' was answered with \(status): \(meaning)", help: help,
      cause: reason.isEmpty ? nil : "the server says '\(reason)'")
  }

  private static let meanings = [
    204: "there is no content", 300: "there are several to choose from", 304: "unchanged, though nothing was kept",
    400: "the server does not understand the request", 401: "a login is needed", 403: "this is not allowed",
    404: "there is nothing at this address", 405: "the server does not give this away",
    406: "it is not there in a form that is taken", 407: "the proxy wants a login", 408: "the server waited too long",
    410: "it was there once and is gone", 429: "too many requests were made", 451: "it may not be shown here",
    500: "the server failed", 502: "the server behind the server failed",
    503: "the server is busy or closed", 504: "the server behind the server does not answer",
  ]
}
