internal import Glibc
public import PodiumCore

/// Where a service listens, and the names that its clients reach it by.
public struct ListenAddress: Sendable, Equatable {
  /// An IP address or `localhost`, without the brackets of an IPv6 address.
  public let host: String
  /// 0 lets the system choose a free one.
  public let port: Int

  /// The usual address: this machine alone.
  public static let usual = ListenAddress(host: "127.0.0.1", port: 8737)

  init(host: String, port: Int) { (self.host, self.port) = (host, port) }

  /// Reads `HOST:PORT`, `HOST` or `:PORT`; an IPv6 address is in square brackets. Throws `bad-value`.
  public init(_ text: String) throws(Diagnostic) {
    let (host, port) = ListenAddress.parts(text)
    guard let host, ListenAddress.isHost(host), let port = port.map({ UInt16($0) }) ?? UInt16(ListenAddress.usual.port)
    else {
      throw Diagnostic(
        "bad-value", "'\(Abridged.text(text))' is not an address to listen at",
        help: "write HOST:PORT, as in 127.0.0.1:8737 or [::1]:8737")
    }
    self.init(host: host.isEmpty ? ListenAddress.usual.host : host, port: Int(port))
  }

  /// The host without its brackets, and the port's text; nil for brackets that do not close.
  private static func parts(_ text: String) -> (host: String?, port: String?) {
    if text.utf8.first == UInt8(ascii: "[") {
      guard let end = text.firstIndex(of: "]") else { return (nil, nil) }
      let host = String(text[text.index(after: text.startIndex)..<end])
      let rest = text[text.index(after: end)...]
      guard host.contains(":"), rest.isEmpty || rest.first == ":" else { return (nil, nil) }
      return (host, rest.isEmpty ? nil : String(rest.dropFirst()))
    }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return (parts.first.map(String.init), parts.count > 1 ? String(parts[1]) : nil)
  }

  private static let signs = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:".utf8)
  private static func isHost(_ text: String) -> Bool { text.utf8.allSatisfy(signs.contains) }

  /// Whether only programs of this machine reach it.
  public var isLoopback: Bool {
    ["localhost", "::1"].contains(host.lowercased()) || IPAddress.canonical(host)?.hasPrefix("127.") == true
  }

  /// Whether it is every address of this machine, which clients know by other names.
  public var isEverywhere: Bool { ["0.0.0.0", "::", "0"].contains(host) }

  /// The host as addresses have it: an IPv6 address in square brackets.
  private var shownHost: String { host.contains(":") ? "[\(host)]" : host }

  /// The same with the port that the system chose.
  public func at(port: Int) -> ListenAddress { ListenAddress(host: host, port: port) }

  /// The address that a person may open, by the first of the names if there are any; a proxy has a port of its own.
  public func url(isSecure: Bool, names: [String], isBehindProxy: Bool = false) -> String {
    let own = isBehindProxy ? "" : ":\(port)"
    let host = names.first.map { $0.contains(":") ? $0 : $0 + own } ?? "\(shownHost):\(port)"
    return (isSecure ? "https://" : "http://") + host
  }

  /// The hosts that clients may write: the address itself, this machine's own names if it listens there alone, and further
  /// names, each with the port and without.
  public func hosts(names: [String]) -> Set<String> {
    var hosts: Set<String> = isEverywhere ? [] : ["\(shownHost.lowercased()):\(port)"]
    if isLoopback { hosts.formUnion(["localhost:\(port)", "127.0.0.1:\(port)", "[::1]:\(port)"]) }
    for name in names.map({ $0.lowercased() }) {
      hosts.insert(name)
      if !name.contains(":") { hosts.insert("\(name):\(port)") }
    }
    return hosts
  }
}

/// Addresses of the Internet Protocol as texts.
public enum IPAddress {
  /// An address as the system writes it, one of IPv4 that came by IPv6 as that of IPv4; nil for a text that is not one.
  public static func canonical(_ text: String) -> String? {
    var text = text
    if text.lowercased().hasPrefix("::ffff:"), text.contains(".") { text = String(text.dropFirst(7)) }
    let family = text.contains(":") ? AF_INET6 : AF_INET
    var bytes = in6_addr()
    var name = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_pton(family, text, &bytes) == 1,
      inet_ntop(family, &bytes, &name, socklen_t(INET6_ADDRSTRLEN)) != nil
    else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
