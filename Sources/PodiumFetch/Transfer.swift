internal import CCurl
internal import Glibc
internal import PodiumCore

/// What one transfer has received so far, filled by libcurl through two functions.
///
/// A class because C holds a pointer to it while the transfer runs; one thread at a time uses it.
final class Transfer {
  /// Why podium stopped a transfer.
  enum Stop: Equatable {
    /// More bytes than allowed.
    case tooLarge
    /// Endless headers.
    case headers
    /// A redirect to a nearer address.
    case nearer(AddressScope)
  }

  private(set) var body: [UInt8] = []
  private(set) var head = ResponseHead()
  private(set) var stop: Stop?
  private let limit: Int
  private let scope: ScopeRule
  private var reach = Reach()

  /// Changes the scope of an address, for tests, in which all servers are on this machine.
  typealias ScopeRule = @Sendable (_ host: String, _ port: Int, _ scope: AddressScope) -> AddressScope

  init(limit: Int, scope: @escaping ScopeRule) {
    self.limit = limit
    self.scope = scope
  }

  /// Whether a connection may be made; false to refuse it.
  func mayConnect(to address: UnsafePointer<sockaddr>) -> Bool {
    guard let found = AddressScope.of(address) else { return false }
    let scope = scope(found.host, found.port, found.scope)
    if reach.allows(scope) { return true }
    stop = .nearer(scope)
    return false
  }

  /// Adds a part of the body; false to stop.
  func take(body bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count <= limit - body.count else {
      stop = .tooLarge
      return false
    }
    body.append(contentsOf: bytes)
    return true
  }

  /// Adds a line of the head; false to stop.
  func take(header bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let isOver = bytes.first.map { $0 == 0x0D || $0 == 0x0A } ?? false
    if isOver, head.isRedirect { reach.redirect() }
    if head.add(bytes) { return true }
    stop = .headers
    return false
  }
}

/// The bytes libcurl passes; nil if the arguments are invalid.
private func handed(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int
) -> UnsafeBufferPointer<UInt8>? {
  let (length, isTooLong) = size.multipliedReportingOverflow(by: count)
  guard !isTooLong, length >= 0 else { return nil }
  guard length > 0, let bytes else { return UnsafeBufferPointer(start: nil, count: 0) }
  return UnsafeBufferPointer(start: UnsafeRawPointer(bytes).assumingMemoryBound(to: UInt8.self), count: length)
}

/// Called by libcurl with a part of the body. Nothing in it may trap: there are C frames above it on the stack.
func receiveBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let context, let part = handed(bytes, size, count) else { return 0 }
  // The exchange keeps the transfer alive as long as libcurl refers to it.
  let isTaken = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().take(body: part)
  // Returning less than everything means stop; an empty part cannot mean that, and need not.
  return isTaken ? part.count : 0
}

/// Called by libcurl with a line of the head.
func receiveHeader(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let context, let line = handed(bytes, size, count) else { return 0 }
  return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().take(header: line) ? line.count : 0
}

/// Called by libcurl before it connects to an address; makes the socket, or refuses the connection.
func openSocket(
  _ context: UnsafeMutableRawPointer?, _ purpose: Int32, _ address: UnsafeMutablePointer<ccu_address>?
) -> Int32 {
  guard let context, let address else { return -1 }
  let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  // The last member is as long as the address needs.
  let place = MemoryLayout<ccu_address>.offset(of: \.address) ?? MemoryLayout<ccu_address>.size
  let name = (UnsafeRawPointer(address) + place).assumingMemoryBound(to: sockaddr.self)
  guard transfer.mayConnect(to: name) else { return -1 }
  return socket(address.pointee.family, address.pointee.kind | Int32(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
}
