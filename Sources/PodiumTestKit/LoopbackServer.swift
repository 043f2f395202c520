import Glibc
internal import PodiumCore
import Synchronization

/// A small HTTP server on this machine that answers as a test specifies, even wrongly.
///
/// A class: the server stops when the value goes away. It never checks a clock by itself.
public final class LoopbackServer: Sendable {
  public struct Request: Sendable {
    /// The path with its query.
    public var target: String
    /// The headers by their names in lower case.
    public var headers: [String: String]
  }

  /// One step of an answer; after the last one the connection is closed.
  public enum Step: Sendable {
    /// Sends bytes.
    case send([UInt8])
    /// Sends bytes again and again until the client hangs up.
    case forever([UInt8])
    /// Waits for this many milliseconds, or until the client hangs up.
    case wait(Int)
  }

  /// There is no free socket.
  public struct Failure: Error {}

  /// The port it listens on.
  public let port: Int
  private let state: State

  /// Starts a server that answers each request by calling a function.
  public init(_ answer: @escaping @Sendable (Request) -> [Step]) throws(Failure) {
    // Not inherited by programs that other tests start, which would keep the port open.
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    guard listener >= 0 else { throw Failure() }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isReady = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, pointer, &length) == 0
      }
    }
    guard isReady else {
      close(listener)
      throw Failure()
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    let state = State()
    self.state = state
    _ = SystemThread.detach { Self.serve(listener, state, answer) }
  }

  deinit { state.isOver.store(true, ordering: .relaxed) }

  /// The address of a path on this server.
  public func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  /// The requests so far, in order.
  public var requests: [Request] { state.requests.withLock { $0 } }

  /// A complete answer.
  public static func reply(
    _ status: String = "200 OK", _ headers: [String] = [], body: [UInt8] = []
  ) -> [Step] {
    let lines = ["HTTP/1.1 " + status, "Content-Length: \(body.count)", "Connection: close"] + headers
    return [.send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)]
  }

  /// A complete answer with text.
  public static func reply(_ text: String, type: String, _ headers: [String] = []) -> [Step] {
    reply("200 OK", ["Content-Type: " + type] + headers, body: Array(text.utf8))
  }

  // MARK: Serving

  private final class State: Sendable {
    let isOver = Atomic<Bool>(false)
    let requests = Mutex<[Request]>([])
  }

  private static func serve(_ listener: Int32, _ state: State, _ answer: @escaping @Sendable (Request) -> [Step]) {
    while !state.isOver.load(ordering: .relaxed) {
      var polled = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 50) > 0 else { continue }
      let connection = Spawn.alone {
        let connection = accept(listener, nil, nil)
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        return connection
      }
      guard connection >= 0 else { continue }
      _ = SystemThread.detach {
        if let request = read(connection) {
          state.requests.withLock { $0.append(request) }
          for step in answer(request) where !perform(step, connection, state) { break }
        }
        shutdown(connection, Int32(SHUT_WR))
        close(connection)
      }
    }
    close(listener)
  }

  private static func read(_ connection: Int32) -> Request? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count < 1 << 16, !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      bytes += buffer.prefix(count)
    }
    let lines = String(decoding: bytes, as: UTF8.self).split { $0.isNewline }
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count == 3 else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " }) }
    }
    return Request(target: String(words[1]), headers: headers)
  }

  /// False if the client hung up.
  private static func perform(_ step: Step, _ connection: Int32, _ state: State) -> Bool {
    switch step {
    case .send(let bytes): return send(bytes, connection)
    case .forever(let bytes):
      while !state.isOver.load(ordering: .relaxed), send(bytes, connection) {}
      return false
    case .wait(let milliseconds):
      var left = milliseconds
      while left > 0, !state.isOver.load(ordering: .relaxed) {
        // The whole request was read, so only the end can follow.
        var polled = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
        if poll(&polled, 1, Int32(min(left, 20))) > 0 { return false }
        left -= 20
      }
      return true
    }
  }

  private static func send(_ bytes: [UInt8], _ connection: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
