import CZeroMQ
import Glibc
import PodiumCore
import PodiumTestKit
import Synchronization
import Testing

@testable import PodiumKernel

@Suite(.enabled(if: ZeroMQClient.isInstalled, "libzmq5 is not installed"))
struct ZeroMQTransportTests {
  private static let kernels = Atomic(0)

  /// An address of loopback that no other process has, and ports that no other test has.
  private static func tcp() -> ConnectionFile {
    let process = UInt32(getpid())
    let kernel = kernels.add(1, ordering: .relaxed).newValue
    let ports = ConnectionFile.Port.allCases.enumerated().map { ($1, 20_000 + 5 * kernel + $0) }
    return ConnectionFile(
      transport: .tcp, ip: "127.\(process >> 14 & 0xFF).\(process >> 7 & 0x7F).\((process & 0x7F) + 2)",
      ports: Dictionary(uniqueKeysWithValues: ports), key: [])
  }

  private static func ipc(_ path: String) -> ConnectionFile {
    let ports = ConnectionFile.Port.allCases.enumerated().map { ($1, $0 + 1) }
    return ConnectionFile(
      transport: .ipc, ip: path, ports: Dictionary(uniqueKeysWithValues: ports), key: [])
  }

  /// Waits for a number of messages of a channel, in calls that may give fewer; fewer after a wait that reaches its limit.
  private static func collect(_ count: Int, on channel: KernelChannel, _ transport: ZeroMQTransport) throws
    -> [[[UInt8]]]
  {
    var found: [[[UInt8]]] = []
    while found.count < count {
      let arrivals = try transport.arrivals(within: 20_000)
      guard !arrivals.isEmpty else { break }
      found += arrivals.filter { $0.channel == channel }.map(\.frames)
    }
    return found
  }

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func fault(_ connection: ConnectionFile) -> Diagnostic? {
    do throws(Diagnostic) {
      try ZeroMQTransport(connection).close()
      return nil
    } catch { return error }
  }

  @Test(arguments: [false, true])
  func `each channel is read and answered, over ports and over socket files`(isFile: Bool) throws {
    let folder = TemporaryFolder()
    let connection = isFile ? Self.ipc(folder.path + "/k") : Self.tcp()
    let transport = try ZeroMQTransport(connection)
    let client = try ZeroMQClient()
    for channel in [KernelChannel.control, .shell, .stdin] {
      let socket = try client.connect(CZM_DEALER, connection.address(of: channel.port), identity: "ann")
      #expect(try socket.send([[], Self.bytes("question"), [0, 255]]))
      let frames = try Self.collect(1, on: channel, transport)
      #expect(frames == [[Self.bytes("ann"), [], Self.bytes("question"), [0, 255]]])
      #expect(try transport.send([Self.bytes("ann"), Self.bytes("answer"), []], on: channel))
      #expect(try client.receive(socket) == [Self.bytes("answer"), []])
    }
    client.close()
    transport.close()
    #expect(try transport.arrivals(within: nil).isEmpty)
    #expect(try !transport.send([[1]], on: .iopub))
  }

  @Test func `a heartbeat comes back while the kernel waits for messages`() throws {
    let connection = Self.tcp()
    let transport = try ZeroMQTransport(connection)
    let client = try ZeroMQClient()
    let socket = try client.connect(CZM_REQ, connection.address(of: .heartbeat))
    for beat: UInt8 in 0..<3 {
      #expect(try socket.send([[beat]]))
      var answer: [[UInt8]]?
      for _ in 0..<2000 where answer == nil {
        #expect(try transport.arrivals(within: 10).isEmpty)
        answer = try socket.receive()
      }
      #expect(answer == [[beat]])
    }
  }

  @Test func `each subscription is reported, and outputs reach each subscriber of their topic`() throws {
    let connection = Self.tcp()
    let transport = try ZeroMQTransport(connection)
    let client = try ZeroMQClient()
    let address = connection.address(of: .iopub)
    let all = try client.connect(CZM_SUB, address, topic: "")
    #expect(try Self.collect(1, on: .iopub, transport) == [[[1]]])
    let some = try client.connect(CZM_SUB, address, topic: "status")
    #expect(try Self.collect(1, on: .iopub, transport) == [[[1] + Self.bytes("status")]])
    let second = try client.connect(CZM_SUB, address, topic: "")
    #expect(try Self.collect(1, on: .iopub, transport) == [[[1]]])
    #expect(try transport.send([Self.bytes("stream"), [1]], on: .iopub))
    #expect(try transport.send([Self.bytes("status"), [2]], on: .iopub))
    for socket in [all, second] {
      #expect(try client.receive(socket) == [Self.bytes("stream"), [1]])
      #expect(try client.receive(socket) == [Self.bytes("status"), [2]])
    }
    #expect(try client.receive(some) == [Self.bytes("status"), [2]])
    client.disconnect(some)
    #expect(try Self.collect(1, on: .iopub, transport) == [[[0] + Self.bytes("status")]])
  }

  @Test func `a subscriber that reads late loses nothing`() throws {
    let connection = Self.tcp()
    let transport = try ZeroMQTransport(connection)
    let client = try ZeroMQClient()
    let socket = try client.connect(CZM_SUB, connection.address(of: .iopub), topic: "")
    _ = try Self.collect(1, on: .iopub, transport)
    let output = [UInt8](repeating: 7, count: 1000)
    for number in 0..<20_000 {
      let isSent = try transport.send([[], [UInt8(truncatingIfNeeded: number)], output], on: .iopub)
      guard isSent else { break }
    }
    var count = 0
    while count < 20_000, let frames = try client.receive(socket), frames[1] == [UInt8(truncatingIfNeeded: count)] {
      count += 1
    }
    #expect(count == 20_000)
  }

  @Test func `a question to a client without the channel of questions is not sent`() throws {
    let connection = Self.tcp()
    let transport = try ZeroMQTransport(connection)
    #expect(try !transport.send([Self.bytes("ann"), [1]], on: .stdin))
    // Elsewhere a client that has left is no one's fault.
    #expect(try transport.send([Self.bytes("ann"), [1]], on: .shell))
  }

  @Test func `a client that connects again with its identity takes over`() throws {
    let connection = Self.tcp()
    let transport = try ZeroMQTransport(connection)
    let (first, second) = (try ZeroMQClient(), try ZeroMQClient())
    let address = connection.address(of: .stdin)
    #expect(try first.connect(CZM_DEALER, address, identity: "ann").send([[1]]))
    #expect(try Self.collect(1, on: .stdin, transport).count == 1)
    let socket = try second.connect(CZM_DEALER, address, identity: "ann")
    #expect(try socket.send([[2]]))
    #expect(try Self.collect(1, on: .stdin, transport) == [[Self.bytes("ann"), [2]]])
    #expect(try transport.send([Self.bytes("ann"), [3]], on: .stdin))
    #expect(try second.receive(socket) == [[3]])
  }

  @Test func `what stops a cell comes before the cells that wait, and a flood comes in parts`() throws {
    let connection = Self.tcp()
    let transport = try ZeroMQTransport(connection)
    let client = try ZeroMQClient()
    let shell = try client.connect(CZM_DEALER, connection.address(of: .shell))
    for _ in 0..<900 { #expect(try shell.send([[1]])) }
    let control = try client.connect(CZM_DEALER, connection.address(of: .control))
    #expect(try control.send([[2]]))
    var calls: [[KernelChannel]] = []
    var hasFirst = false
    for _ in 0..<100_000 where calls.joined().count < 901 {
      // The first part is taken, the rest gathers.
      if hasFirst { usleep(1000) }
      let found = try transport.arrivals(within: 20_000).map(\.channel)
      hasFirst = hasFirst || !found.isEmpty
      calls.append(found)
    }
    #expect(calls.joined().count { $0 == .control } == 1)
    #expect(calls.allSatisfy { $0.count <= 200 && ($0.firstIndex(of: .control) ?? 0) == 0 })
  }

  @Test func `another thread ends the wait, and so does the time`() throws {
    let transport = try ZeroMQTransport(Self.tcp())
    #expect(try transport.arrivals(within: 0).isEmpty)
    let waker = transport.waker
    for _ in 0..<20 {
      _ = SystemThread.detach { waker.wake() }
      #expect(try transport.arrivals(within: nil).isEmpty)
    }
    for _ in 0..<100_000 { waker.wake() }
    #expect(try transport.arrivals(within: nil).isEmpty)
    #expect(try transport.arrivals(within: 1).isEmpty)
    transport.close()
    waker.wake()
  }

  @Test func `a port that another kernel has is named at once`() throws {
    let connection = Self.tcp()
    let transport = try ZeroMQTransport(connection)
    var other = Self.tcp()
    other.ports[.heartbeat] = connection.ports[.heartbeat]
    let error = try #require(Self.fault(other))
    #expect(error.code == "unable-to-listen" && error.help != nil)
    #expect(error.message.contains("'\(connection.ip)' port \(connection.ports[.heartbeat] ?? 0)"))
    // The four sockets before it are free again.
    other.ports[.heartbeat] = (other.ports[.heartbeat] ?? 0) + 3000
    #expect(Self.fault(other) == nil)
    transport.close()
    #expect(Self.fault(connection) == nil)
  }

  @Test func `an address that this machine does not have is an error`() {
    var connection = Self.tcp()
    connection.ip = "192.0.2.1"
    #expect(Self.fault(connection)?.code == "unable-to-listen")
  }

  @Test func `a socket file that is served is taken, the file of a killed kernel is not, any other file is kept`()
    throws
  {
    let folder = TemporaryFolder()
    let connection = Self.ipc(folder.path + "/k")
    let transport = try ZeroMQTransport(connection)
    #expect(Self.fault(connection)?.message.contains("another program") == true)
    var status = stat()
    #expect(lstat(folder.path + "/k-1", &status) == 0 && status.st_mode & 0o077 == 0)
    transport.close()
    let file = folder.path + "/k-2"
    // What a killed kernel leaves: a socket file that no one serves.
    let dead = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(file.utf8)) }
    unlink(file)
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(dead, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
    close(dead)
    #expect(isBound == 0)
    #expect(Self.fault(connection) == nil)
    #expect(unlink(file) == 0 || errno == ENOENT)
    #expect(symlink("/nowhere", file) == 0)
    #expect(Self.fault(connection)?.message.contains("not a socket") == true)
    #expect(Self.fault(Self.ipc(folder.path + "/" + String(repeating: "k", count: 200)))?.code == "unable-to-listen")
  }

  @Test func `the last message gets out before the sockets close`() throws {
    let connection = Self.tcp()
    let transport = try ZeroMQTransport(connection)
    let client = try ZeroMQClient()
    let socket = try client.connect(CZM_DEALER, connection.address(of: .control), identity: "ann")
    #expect(try socket.send([[1]]))
    _ = try Self.collect(1, on: .control, transport)
    let large = [UInt8](repeating: 1, count: 4 << 20)
    #expect(try transport.send([Self.bytes("ann"), large], on: .control))
    transport.close()
    #expect(try client.receive(socket)?.first?.count == large.count)
  }

  @Test func `a frame above 64 MB does not arrive, and the next client is served`() throws {
    let connection = Self.tcp()
    let transport = try ZeroMQTransport(connection)
    let (bad, good) = (try ZeroMQClient(), try ZeroMQClient())
    let address = connection.address(of: .shell)
    #expect(try bad.connect(CZM_DEALER, address).send([[UInt8](repeating: 0, count: 65 << 20)]))
    #expect(try good.connect(CZM_DEALER, address).send([[1]]))
    #expect(try Self.collect(1, on: .shell, transport).map(\.last) == [[1]])
    #expect(try transport.arrivals(within: 200).isEmpty)
  }

  @Test func `of a message of very many frames the first thousand are kept`() throws {
    let connection = Self.tcp()
    let transport = try ZeroMQTransport(connection)
    let client = try ZeroMQClient()
    let socket = try client.connect(CZM_DEALER, connection.address(of: .shell))
    #expect(try socket.send([[UInt8]](repeating: [], count: 5000)))
    #expect(try socket.send([[2]]))
    #expect(try Self.collect(2, on: .shell, transport).map(\.count) == [1000, 2])
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "\u{0}", "", String(repeating: "x", count: 100_000),
    "SSH-2.0-OpenSSH_9.2\r\n",
  ])
  func `whatever speaks another protocol is not heard, and the next client is served`(_ text: String) throws {
    let connection = Self.tcp()
    let transport = try ZeroMQTransport(connection)
    for port in ConnectionFile.Port.allCases {
      let stranger = try Stranger(connection.ip, connection.ports[port] ?? 0)
      stranger.send(Self.bytes(text))
      // The first bytes of libzmq's own greeting, then silence or nonsense.
      let liar = try Stranger(connection.ip, connection.ports[port] ?? 0)
      liar.send([0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F, 3] + Self.bytes(text))
    }
    let client = try ZeroMQClient()
    let socket = try client.connect(CZM_DEALER, connection.address(of: .shell), identity: "ann")
    #expect(try socket.send([[1]]))
    var codec = MessageCodec(key: [], session: "k", username: "", now: { Moment(microseconds: 0) })
    var isServed = false
    for _ in 0..<100 where !isServed {
      for arrival in try transport.arrivals(within: 20_000) {
        isServed = isServed || arrival.frames == [Self.bytes("ann"), [1]]
        if arrival.channel != .iopub { #expect(throws: Diagnostic.self) { try codec.decode(arrival.frames) } }
      }
    }
    #expect(isServed)
  }

  @Test func `subscribers that come and go leave nothing`() throws {
    let connection = Self.tcp()
    let transport = try ZeroMQTransport(connection)
    for _ in 0..<100 {
      let client = try ZeroMQClient()
      _ = try client.connect(CZM_SUB, connection.address(of: .iopub), topic: "")
      // The one before may leave only now.
      var isWelcome = false
      while !isWelcome {
        let found = try Self.collect(1, on: .iopub, transport)
        guard !found.isEmpty else { break }
        isWelcome = found.contains([[1]])
      }
      #expect(isWelcome)
      client.close()
      #expect(try transport.send([[], [1]], on: .iopub))
    }
  }

  @Test func `a missing library names its package`() {
    var library = SystemLibrary.zeroMQ
    library.files = ["libnowhere.so.1"]
    let error = #expect(throws: Diagnostic.self) { try ZeroMQ.open(library) }
    #expect(error?.code == "missing-library" && error?.help?.contains("libzmq5") == true && error?.cause != nil)
    library.files = ["libz.so.1"]
    #expect(throws: Diagnostic.self) { try ZeroMQ.open(library) }
  }
}

/// A connection to a port without libzmq.
private final class Stranger {
  private let file: Int32

  init(_ host: String, _ port: Int) throws {
    file = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    inet_pton(AF_INET, host, &address.sin_addr)
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { throw Diagnostic("connection-failed", "no connection") }
  }

  deinit { close(file) }

  func send(_ bytes: [UInt8]) { _ = Glibc.send(file, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
}
