internal import CZeroMQ
internal import Glibc
internal import PodiumCore

/// A socket of libzmq; only the thread that made it uses it.
struct ZeroMQSocket {
  /// The most bytes of a message; libzmq disconnects a client that announces a larger frame.
  static let sizeLimit = 64 << 20
  /// The most frames of a message that are kept; a message of the protocol has some ten.
  private static let frameLimit = 1000

  let zeroMQ: ZeroMQ
  let handle: UnsafeMutableRawPointer

  /// A socket of a type (`CZM_ROUTER`) with the limits that every socket has.
  ///
  /// Throws `connection-failed`.
  init(_ zeroMQ: ZeroMQ, _ context: UnsafeMutableRawPointer, type: Int32) throws(Diagnostic) {
    guard let handle = zeroMQ.table.socket(context, type) else { throw zeroMQ.failure("a socket cannot be made") }
    (self.zeroMQ, self.handle) = (zeroMQ, handle)
    do throws(Diagnostic) {
      // The last messages get out before the end, unless no one takes them.
      try set(CZM_LINGER, 1000 as Int32)
      try set(CZM_MAX_MESSAGE_SIZE, Int64(ZeroMQSocket.sizeLimit))
    } catch {
      close()
      throw error
    }
  }

  func close() { _ = zeroMQ.table.close(handle) }

  func set(_ option: Int32, _ value: some FixedWidthInteger) throws(Diagnostic) {
    guard withUnsafeBytes(of: value, { zeroMQ.table.set(handle, option, $0.baseAddress, $0.count) }) == 0 else {
      throw zeroMQ.failure("an option of a socket cannot be set")
    }
  }

  /// Lets the subscription or its end hold that was received just now; a subscriber that is gone needs neither.
  func take(subscription frame: [UInt8]) {
    let topic = frame.dropFirst()
    topic.withUnsafeBytes {
      _ = zeroMQ.table.set(handle, frame.first == 1 ? CZM_SUBSCRIBE : CZM_UNSUBSCRIBE, $0.baseAddress, $0.count)
    }
  }

  /// The next message, if one waits: as many of its frames as the limits allow.
  func receive() throws(Diagnostic) -> [[UInt8]]? {
    var frames: [[UInt8]] = []
    var size = 0
    while true {
      var message = czm_message()
      let step = withUnsafeMutablePointer(to: &message) { message -> Step in
        _ = zeroMQ.table.message_init(message)
        defer { _ = zeroMQ.table.message_close(message) }
        guard zeroMQ.table.message_receive(message, handle, CZM_DONT_WAIT) >= 0 else { return .failed(zeroMQ.error) }
        let bytes = UnsafeRawBufferPointer(
          start: zeroMQ.table.message_data(message), count: zeroMQ.table.message_size(message))
        size += bytes.count
        if frames.count < ZeroMQSocket.frameLimit, size <= ZeroMQSocket.sizeLimit { frames.append(Array(bytes)) }
        return zeroMQ.table.message_more(message) != 0 ? .more : .done
      }
      switch step {
      case .more, .failed(EINTR): continue
      case .done: return frames
      case .failed(EAGAIN): return nil
      case .failed: throw zeroMQ.failure("a socket cannot be read")
      }
    }
  }

  private enum Step { case more, done, failed(Int32) }

  /// Sends a message without waiting; false if its receiver is not there or takes nothing more.
  func send(_ frames: [[UInt8]]) throws(Diagnostic) -> Bool {
    for (place, frame) in frames.enumerated() {
      let flags = CZM_DONT_WAIT | (place + 1 < frames.count ? CZM_MORE : 0)
      while frame.withUnsafeBytes({ zeroMQ.table.send(handle, $0.baseAddress, $0.count, flags) }) < 0 {
        switch zeroMQ.error {
        case EINTR: continue
        case EHOSTUNREACH where place == 0, EAGAIN where place == 0: return false
        default: throw zeroMQ.failure("a message cannot be sent")
        }
      }
    }
    return true
  }
}
