import CZeroMQ
import Glibc
import PodiumCore

@testable import PodiumKernel

/// A client of a kernel, as Jupyter's clients are: sockets of libzmq that connect.
final class ZeroMQClient {
  static let isInstalled = (try? ZeroMQ.load()) != nil

  let zeroMQ: ZeroMQ
  private let context: UnsafeMutableRawPointer
  private var sockets: [ZeroMQSocket] = []

  init() throws {
    zeroMQ = try ZeroMQ.load()
    guard let context = zeroMQ.table.context_new() else { throw zeroMQ.failure("no context") }
    self.context = context
  }

  deinit { close() }

  /// Connects a socket; with an identity for those that a kernel answers by it.
  func connect(_ type: Int32, _ address: SocketAddress, identity: String = "", topic: String? = nil) throws
    -> ZeroMQSocket
  {
    let socket = try ZeroMQSocket(zeroMQ, context, type: type)
    sockets.append(socket)
    if !identity.isEmpty { set(socket, CZM_ROUTING_ID, identity) }
    try socket.set(CZM_LINGER, 0 as Int32)
    guard zeroMQ.table.connect(socket.handle, address.text) == 0 else { throw zeroMQ.failure("no connection") }
    if let topic { set(socket, CZM_SUBSCRIBE, topic) }
    return socket
  }

  func set(_ socket: ZeroMQSocket, _ option: Int32, _ text: String) {
    let bytes = Array(text.utf8)
    _ = zeroMQ.table.set(socket.handle, option, bytes, bytes.count)
  }

  /// The next message of a socket; nil after so long that something must hang.
  func receive(_ socket: ZeroMQSocket, within milliseconds: Int = 20_000) throws -> [[UInt8]]? {
    var item = czm_item(socket: socket.handle, file: 0, wanted: Int16(CZM_READABLE), found: 0)
    guard zeroMQ.table.poll(&item, 1, milliseconds) > 0 else { return nil }
    return try socket.receive()
  }

  func disconnect(_ socket: ZeroMQSocket) {
    sockets.removeAll { $0.handle == socket.handle }
    socket.close()
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    for socket in sockets { socket.close() }
    _ = zeroMQ.table.context_end(context)
  }

  private var isClosed = false
}
