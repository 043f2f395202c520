internal import CZeroMQ
internal import Glibc
package import PodiumCore

/// The five sockets of a kernel on libzmq: it binds them, and clients connect.
package final class ZeroMQTransport: KernelTransport {
  /// The most messages of a call, and the bytes after which it takes no more.
  private static let (messageLimit, byteLimit) = (200, ZeroMQSocket.sizeLimit)
  /// The replies that wait for one client; further ones are dropped, since a client that reads none must not take all memory.
  private static let replyLimit: Int32 = 100_000

  package let waker: Waker
  private let zeroMQ: ZeroMQ
  private let context: UnsafeMutableRawPointer
  /// By `KernelChannel`, then the heartbeat; empty once it is closed.
  private var sockets: [ZeroMQSocket] = []
  private let heartbeat = KernelChannel.allCases.count
  private var isClosed = false

  /// Binds the sockets where a connection file says.
  ///
  /// Throws `missing-library`, `unable-to-listen` where another program listens already, and `connection-failed`.
  package init(_ connection: ConnectionFile) throws(Diagnostic) {
    let zeroMQ = try ZeroMQ.load()
    waker = try Waker()
    guard let context = zeroMQ.table.context_new() else { throw zeroMQ.failure("libzmq cannot start") }
    (self.zeroMQ, self.context) = (zeroMQ, context)
    do throws(Diagnostic) {
      for channel in KernelChannel.allCases {
        try listen(channel == .iopub ? CZM_XPUB : CZM_ROUTER, at: connection.address(of: channel.port)) {
          (socket) throws(Diagnostic) in
          switch channel {
          case .iopub:
            // A subscription holds from when it is read, so that the welcome comes before anything else; and no output is
            // dropped however slowly one reads.
            try socket.set(CZM_XPUB_MANUAL, 1 as Int32)
            try socket.set(CZM_XPUB_NO_DROP, 1 as Int32)
            try socket.set(CZM_SEND_LIMIT, 0 as Int32)
          case .stdin: try socket.set(CZM_ROUTER_MANDATORY, 1 as Int32)
          case .control, .shell: try socket.set(CZM_SEND_LIMIT, ZeroMQTransport.replyLimit)
          }
        }
      }
      try listen(CZM_ROUTER, at: connection.address(of: .heartbeat)) { (_) throws(Diagnostic) in }
    } catch {
      close()
      throw error
    }
  }

  deinit { close() }

  /// The file of the library.
  ///
  /// Throws `missing-library`.
  package static func library() throws(Diagnostic) -> String { try ZeroMQ.load().file }

  private func listen(
    _ type: Int32, at address: SocketAddress, options: (ZeroMQSocket) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    let socket = try ZeroMQSocket(zeroMQ, context, type: type)
    sockets.append(socket)
    // A client that comes again with the same identity takes over.
    if type == CZM_ROUTER { try socket.set(CZM_ROUTER_HANDOVER, 1 as Int32) }
    try options(socket)
    try address.bind(socket)
  }

  package func arrivals(within milliseconds: Int?) throws(Diagnostic) -> [Arrival] {
    guard !isClosed else { return [] }
    var items = sockets.map { czm_item(socket: $0.handle, file: 0, wanted: Int16(CZM_READABLE), found: 0) }
    items.append(czm_item(socket: nil, file: waker.file, wanted: Int16(CZM_READABLE), found: 0))
    let wait = milliseconds.map { min(max($0, 0), Int(Int32.max)) } ?? -1
    guard zeroMQ.table.poll(&items, Int32(items.count), wait) >= 0 else {
      // A signal ends the wait as the waker does.
      if zeroMQ.error == EINTR { return [] }
      throw zeroMQ.failure("the sockets cannot be watched")
    }
    let isReady = items.map { $0.found != 0 }
    if isReady.last == true { waker.reset() }
    if isReady[heartbeat] { try echo() }
    var arrivals: [Arrival] = []
    var size = 0
    // Who subscribes and then asks is to see the answer.
    for channel in [KernelChannel.iopub, .control, .shell, .stdin] where isReady[channel.rawValue] {
      while arrivals.count < ZeroMQTransport.messageLimit, size < ZeroMQTransport.byteLimit,
        let frames = try sockets[channel.rawValue].receive()
      {
        // What clients publish themselves is not a subscription.
        if channel == .iopub {
          guard frames.count == 1, let kind = frames[0].first, kind <= 1 else { continue }
          sockets[channel.rawValue].take(subscription: frames[0])
        }
        size += frames.reduce(0) { $0 + $1.count }
        arrivals.append(Arrival(channel: channel, frames: frames))
      }
    }
    return arrivals
  }

  /// Answers the heartbeats that wait with themselves.
  private func echo() throws(Diagnostic) {
    for _ in 0..<ZeroMQTransport.messageLimit {
      guard let frames = try sockets[heartbeat].receive() else { return }
      _ = try sockets[heartbeat].send(frames)
    }
  }

  package func send(_ frames: [[UInt8]], on channel: KernelChannel) throws(Diagnostic) -> Bool {
    guard !isClosed else { return false }
    return try sockets[channel.rawValue].send(frames)
  }

  package func close() {
    guard !isClosed else { return }
    isClosed = true
    for socket in sockets { socket.close() }
    sockets = []
    while zeroMQ.table.context_end(context) != 0, zeroMQ.error == EINTR {}
  }
}
