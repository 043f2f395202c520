internal import Glibc

/// How far away an address of the internet protocol is: a server on the internet must not lead to addresses that only
/// this machine, or its network, can reach.
///
/// The ranges are those of IANA's registries of special-purpose addresses for IPv4 and IPv6.
enum AddressScope: Int, Comparable, Sendable {
  /// This machine itself.
  case machine
  /// The local network, a link, a group, or a range reserved for such use.
  case network
  case internet

  static func < (left: AddressScope, right: AddressScope) -> Bool { left.rawValue < right.rawValue }

  /// The scope of four bytes of IPv4.
  init(v4 bytes: [UInt8]) {
    guard bytes.count == 4 else {
      self = .network
      return
    }
    let (first, second, third) = (bytes[0], bytes[1], bytes[2])
    switch first {
    // A connection to 0.0.0.0 reaches this machine.
    case 0, 127: self = .machine
    case 10, 224...: self = .network
    case 100 where second & 0xC0 == 64, 169 where second == 254, 172 where second & 0xF0 == 16, 192 where second == 168,
      192 where second == 0 && third == 0, 198 where second & 0xFE == 18:
      self = .network
    default: self = .internet
    }
  }

  /// The scope of sixteen bytes of IPv6; one that contains an address of IPv4 has the scope of that.
  init(v6 bytes: [UInt8]) {
    guard bytes.count == 16 else {
      self = .network
      return
    }
    let last = Array(bytes[12...])
    let zeros = bytes.prefix { $0 == 0 }.count
    if zeros >= 15 {
      // :: and ::1 are this machine.
      self = bytes[15] <= 1 ? .machine : AddressScope(v4: last)
    } else if zeros >= 12 || (zeros == 10 && bytes[10] == 0xFF && bytes[11] == 0xFF) {
      self = AddressScope(v4: last)
    } else if bytes.starts(with: [0, 0x64, 0xFF, 0x9B]) {
      // Translation to IPv4: the last bytes, or a prefix of the local network.
      self = bytes[4..<12].allSatisfy { $0 == 0 } ? AddressScope(v4: last) : .network
    } else if bytes.starts(with: [0x20, 0x02]) {
      self = AddressScope(v4: Array(bytes[2..<6]))
    } else if bytes.starts(with: [0x20, 0x01, 0, 0]) {
      self = .network
    } else {
      // Only 2000::/3 is assigned to the internet: fc00::/7, fe80::/10, fec0::/10 and ff00::/8 are not.
      self = bytes[0] & 0xE0 == 0x20 ? .internet : .network
    }
  }

  /// The numeric address in a socket address, and its scope; nil for another family.
  static func of(_ address: UnsafePointer<sockaddr>) -> (host: String, port: Int, scope: AddressScope)? {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN) + 1)
    let pointer = UnsafeRawPointer(address)
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      var found = pointer.loadUnaligned(as: sockaddr_in.self)
      let bytes = withUnsafeBytes(of: &found.sin_addr) { Array($0) }
      inet_ntop(AF_INET, &found.sin_addr, &text, socklen_t(text.count))
      return (AddressScope.string(text), Int(UInt16(bigEndian: found.sin_port)), AddressScope(v4: bytes))
    case AF_INET6:
      var found = pointer.loadUnaligned(as: sockaddr_in6.self)
      let bytes = withUnsafeBytes(of: &found.sin6_addr) { Array($0) }
      inet_ntop(AF_INET6, &found.sin6_addr, &text, socklen_t(text.count))
      return (AddressScope.string(text), Int(UInt16(bigEndian: found.sin6_port)), AddressScope(v6: bytes))
    default: return nil
    }
  }

  private static func string(_ text: [CChar]) -> String {
    String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// The connections of one transfer: after a redirect, none is made to a nearer address than before.
///
/// What counts is the address connected to, not the name: a name may lead anywhere. Through a proxy all connections are to
/// the proxy, which decides itself.
struct Reach {
  /// The farthest scope before the last redirect; nil while there was none.
  private var limit: AddressScope?
  /// The farthest scope connected to since.
  private var farthest: AddressScope?

  /// Notes that a response redirects.
  mutating func redirect() {
    limit = [limit, farthest].compactMap(\.self).max()
    farthest = nil
  }

  /// Whether a connection to an address is allowed.
  mutating func allows(_ scope: AddressScope) -> Bool {
    if let limit, scope < limit { return false }
    farthest = max(farthest ?? scope, scope)
    return true
  }
}
