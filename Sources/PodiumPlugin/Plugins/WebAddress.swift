public import PodiumCore

/// An http or https address in the form in which it is asked for, and the one in which it is shown.
public struct WebAddress: Sendable, Hashable {
  /// The address to request: without a fragment, with special characters as `%XX`.
  public let url: String
  /// The address to show: `***` in place of a user and password.
  public let shown: String
  /// The host, without the port.
  public let host: String
  /// Whether the transfer is encrypted.
  public let isSecure: Bool
  /// Whether a user or password is part of it.
  public let hasCredentials: Bool
  /// Whether it is from a file in which `***` was written for the user and password.
  public let isMasked: Bool
  /// The last part of the path, decoded; empty where the path ends in `/`.
  public let lastPathPart: String

  /// The longest address, in bytes.
  public static let longest = 8000

  /// Reads an address.
  ///
  /// Throws `unknown-scheme` for one that is neither http nor https, `bad-url` for one that is damaged.
  public init(_ text: String) throws(Diagnostic) {
    guard let scheme = WebAddress.scheme(of: text), WebAddress.names(text) else {
      throw .unknownScheme(text)
    }
    let bytes = Array(text.utf8.dropFirst(scheme.utf8.count + 3).prefix { $0 != 0x23 })
    guard text.utf8.count <= WebAddress.longest else {
      throw Diagnostic(
        "bad-url", "an address has at most \(WebAddress.longest) bytes, but this one has \(text.utf8.count)")
    }
    let shown = WebAddress.masked(text)
    guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw Diagnostic("bad-url", "the address '\(shown)' contains a control character", help: "write it as %XX")
    }
    let authority = bytes.prefix { $0 != 0x2F && $0 != 0x3F }
    let server = authority.lastIndex(of: 0x40).map { authority[($0 + 1)...] } ?? authority
    let host = WebAddress.host(in: server)
    guard !host.isEmpty, !server.contains(0x20), !server.contains(0x5C) else {
      throw Diagnostic(
        "bad-url", "the address '\(shown)' has no server", help: "write it as in https://example.org/data.csv")
    }
    let port = server[host.endIndex...]
    guard port.dropFirst().allSatisfy({ (0x30...0x39).contains($0) }), port.first.map({ $0 == 0x3A }) ?? true else {
      throw Diagnostic(
        "bad-url", "what follows ':' in the address '\(shown)' is not a port",
        help: "write / ? and # of a password as %2F %3F and %23")
    }
    let rest = bytes[authority.endIndex...]
    let path = rest.prefix { $0 != 0x3F }
    self.host = String(decoding: host, as: UTF8.self)
    self.shown = shown
    isSecure = scheme == "https"
    hasCredentials = server.count < authority.count
    isMasked = hasCredentials && authority.dropLast(server.count + 1).elementsEqual(MaskedText.mark.utf8)
    url = scheme + "://" + String(decoding: authority, as: UTF8.self) + WebAddress.encoded(rest)
    let last = path.lastIndex(of: 0x2F).map { path[($0 + 1)...] } ?? []
    lastPathPart = WebAddress.decoded(last)
  }

  /// Whether the host is this machine itself, which no proxy leads to.
  public var isLoopback: Bool {
    let host = host.lowercased()
    return host == "localhost" || host == "[::1]" || host.hasPrefix("127.")
  }

  /// Whether a text begins as an address that can be fetched.
  public static func names(_ text: String) -> Bool {
    switch scheme(of: text) {
    case "http", "https": true
    default: false
    }
  }

  /// What comes before `://`, in lower-case letters; nil for a text that is not an address at all.
  public static func scheme(of text: String) -> String? {
    let bytes = Array(text.utf8.prefix(32))
    guard let colon = bytes.firstIndex(of: 0x3A), bytes[colon...].starts(with: [0x3A, 0x2F, 0x2F]),
      let first = bytes.first, WebAddress.isLetter(first),
      bytes[..<colon].allSatisfy({ isLetter($0) || (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0) })
    else { return nil }
    return String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
  }

  /// A text that may be an address, with `***` for a user and password; other texts as they are.
  public static func masked(_ text: String) -> String {
    guard let scheme = scheme(of: text) else { return text }
    let start = text.utf8.index(text.startIndex, offsetBy: scheme.utf8.count + 3)
    return MaskedText.address(text, from: start)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  /// The host of `host:port`; one of IPv6 is in brackets, and empty without the closing one.
  private static func host(in server: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if server.first == 0x5B {
      return server.firstIndex(of: 0x5D).map { server[...$0] } ?? []
    }
    return server.prefix { $0 != 0x3A }
  }

  /// Path and query with characters that an address must not contain as `%XX`; encoded ones are kept.
  private static func encoded(_ bytes: ArraySlice<UInt8>) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var out: [UInt8] = []
    for byte in bytes {
      if byte > 0x20, byte < 0x7F, !"\"<>\\^`{|}".utf8.contains(byte) {
        out.append(byte)
      } else {
        out += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    var out: [UInt8] = []
    var place = bytes.startIndex
    while place < bytes.endIndex {
      if bytes[place] == 0x25, place + 2 < bytes.endIndex,
        let byte = UInt8(String(decoding: bytes[(place + 1)...(place + 2)], as: UTF8.self), radix: 16)
      {
        out.append(byte)
        place += 3
      } else {
        out.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}

extension Diagnostic {
  /// An address of another kind than podium fetches.
  public static func unknownScheme(_ text: String, span: SourceSpan? = nil) -> Diagnostic {
    let scheme = WebAddress.scheme(of: text)
    return Diagnostic(
      "unknown-scheme",
      scheme.map { "podium fetches http:// and https:// addresses, not '\($0)://'" }
        ?? "'\(WebAddress.masked(text))' is not an address: it does not begin with http:// or https://", span: span,
      help: scheme == "file"
        ? "give the path of a file on this machine without a scheme"
        : "download it with another program, then load the file")
  }
}
