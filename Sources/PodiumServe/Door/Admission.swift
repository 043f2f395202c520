internal import PodiumCore
internal import PodiumPlugin
internal import Synchronization

/// Decides who asks, and whether they may ask at all: host, account, origin, frequency, in this order.
struct Admission: Sendable {
  let settings: ServiceSettings
  let book: AccountBook
  let throttle: Throttle

  /// Someone who was let in.
  struct Visitor: Sendable {
    /// The account; nil for one without.
    let account: Account?
    var isReadOnly = false
    /// The cookie or the token that let it in.
    var cookie: String?
    var token: String?

    /// Whose frequency and streams count together.
    func owner(from origin: RequestOrigin) -> String {
      account.map { "account " + $0.name } ?? "address " + origin.address
    }
  }

  func visitor(_ request: ServedRequest, _ origin: RequestOrigin) throws(Diagnostic) -> Visitor {
    guard let host = request.header["host"] else { throw RequestBody.bad("the request names no host") }
    guard settings.hosts.contains(host.lowercased()) else {
      throw Diagnostic("foreign-host", "this service does not answer for that host")
    }
    if request.query.contains(where: { ["token", "access_token"].contains($0.name) }) {
      throw ResourceQuery.bad("a token goes into the header Authorization, never into an address")
    }
    let visitor = try account(request, origin)
    if visitor.cookie != nil || request.segments == ["login"] { try checkOrigin(request, host) }
    try take(visitor, origin)
    return visitor
  }

  private func account(_ request: ServedRequest, _ origin: RequestOrigin) throws(Diagnostic) -> Visitor {
    let now = settings.now()
    if let text = request.header["authorization"] {
      guard text.lowercased().hasPrefix("bearer "),
        let found = book.account(token: String(text.dropFirst(7)), at: now)
      else {
        // Who tries tokens is as slow as who has none.
        try take(Visitor(account: nil), origin)
        throw .noAccount
      }
      return Visitor(account: found.account, isReadOnly: found.isReadOnly, token: String(text.dropFirst(7)))
    }
    guard let cookie = request.cookie(settings.cookieName) else { return Visitor(account: nil) }
    guard let account = book.account(cookie: cookie, at: now) else { return Visitor(account: nil) }
    return Visitor(account: account, cookie: cookie)
  }

  /// Takes one of the requests that an account may make, or an address without one.
  private func take(_ visitor: Visitor, _ origin: RequestOrigin) throws(Diagnostic) {
    let rate = Double(settings.limits.rate) / (visitor.account == nil ? 2 : 1)
    if throttle.take(visitor.owner(from: origin), rate: rate, at: settings.clock()) { return }
    throw Diagnostic("too-many-requests", "too many requests", help: "wait a second")
  }

  /// What a browser sends for someone must come from a page of this service.
  private func checkOrigin(_ request: ServedRequest, _ host: String) throws(Diagnostic) {
    guard request.isUnsafe else { return }
    if let site = request.header["sec-fetch-site"] {
      if site == "same-origin" || site == "none" { return }
    } else if let origin = request.header["origin"] {
      if origin.lowercased() == (settings.isSecure ? "https://" : "http://") + host.lowercased() { return }
    }
    throw Diagnostic("forbidden", "this form is not of this service")
  }
}

extension ServiceSettings {
  /// The name of the cookie; browsers take `__Host-` over https alone.
  var cookieName: String { isSecure ? "__Host-podium" : "podium" }

  /// A cookie that a browser keeps for this service; without a value it is to forget it.
  func cookie(_ value: String?) -> ServedAnswer.Field {
    let life = value == nil ? "Max-Age=0" : "Max-Age=\(30 * 86_400)"
    return .init(
      "Set-Cookie",
      "\(cookieName)=\(value ?? ""); Path=/; HttpOnly; SameSite=Lax; \(life)" + (isSecure ? "; Secure" : ""))
  }
}

extension ServedRequest {
  func cookie(_ name: String) -> String? {
    for part in header["cookie"]?.split(separator: ";") ?? [] {
      let pair = part.split(separator: "=", maxSplits: 1).map { $0.drop { $0 == " " } }
      if pair.count == 2, pair[0] == name { return String(pair[1]) }
    }
    return nil
  }

  /// The fields of a form; nil for what is none.
  var form: [Parameter]? {
    guard header["content-type"]?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true,
      let text = String(validating: body, as: UTF8.self)
    else { return nil }
    return ServedRequest.parameters(text)
  }
}

extension Diagnostic {
  static let noAccount = Diagnostic("no-account", "this needs an account", help: "send a token, or log in")
}

/// How often an account or an address may ask: so many times a second, and three times as many at once.
///
/// A class, because all requests share it.
final class Throttle: Sendable {
  private let buckets = Mutex<[String: Bucket]>([:])
  /// How many are remembered; those that are full again are forgotten first.
  private static let most = 10_000

  private struct Bucket {
    var left: Double
    var at: Double
  }

  /// Takes one request of a name; false where there is none left.
  func take(_ name: String, rate: Double, at seconds: Double) -> Bool {
    guard rate > 0 else { return true }
    return buckets.withLock { buckets in
      if buckets.count >= Throttle.most, buckets[name] == nil {
        buckets = buckets.filter { $0.value.left + (seconds - $0.value.at) * rate < 3 * rate }
        if buckets.count >= Throttle.most { return false }
      }
      var bucket = buckets[name] ?? Bucket(left: 3 * rate, at: seconds)
      bucket.left = min(3 * rate, bucket.left + max(0, seconds - bucket.at) * rate)
      bucket.at = seconds
      let isLeft = bucket.left >= 1
      if isLeft { bucket.left -= 1 }
      buckets[name] = bucket
      return isLeft
    }
  }
}
