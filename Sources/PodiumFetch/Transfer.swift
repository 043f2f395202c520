internal import CCurl
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
  }

  private(set) var body: [UInt8] = []
  private(set) var head = ResponseHead()
  private(set) var stop: Stop?
  private let limit: Int

  init(limit: Int) { self.limit = limit }

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
