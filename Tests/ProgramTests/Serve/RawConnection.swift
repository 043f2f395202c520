import Glibc

/// A connection to a port of this machine that sends what it is given, valid or not.
///
/// A class: the socket is closed when the value goes away. It waits generously and asserts nothing about time.
final class RawConnection {
  private let descriptor: Int32
  /// What has come so far.
  private(set) var received: [UInt8] = []
  /// Whether the other end has closed.
  private(set) var isClosed = false

  /// Connects; `address` is the one that it comes from.
  init(port: Int, from address: String = "127.0.0.1") {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    _ = Self.name(address, 0) { bind(descriptor, $0, $1) }
    if Self.name("127.0.0.1", port, { connect(descriptor, $0, $1) }) != 0 { isClosed = true }
  }

  deinit { close(descriptor) }

  /// Listens at a free port of 127.0.0.1 as another program would; the socket and its port.
  static func listener() -> (descriptor: Int32, port: Int) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    _ = name("127.0.0.1", 0) { bind(listener, $0, $1) }
    listen(listener, 1)
    var found = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &found) { pointer in
      _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &length) }
    }
    return (listener, Int(UInt16(bigEndian: found.sin_port)))
  }

  private static func name(
    _ address: String, _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = UInt16(port).bigEndian
    inet_pton(AF_INET, address, &name.sin_addr)
    return withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }

  /// Sends bytes; false once the other end takes no more.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 || errno == EINTR else { return false }
      rest = rest.dropFirst(max(0, count))
    }
    return true
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Sends as long as the other end takes it, without reading; true once the connection is closed.
  func flood(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    var rest = bytes[...]
    for _ in 0..<30_000 {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if count < 0, errno != EAGAIN, errno != EINTR { return true }
      if count < 0 { usleep(10_000) }
      rest = rest.dropFirst(max(0, count))
      if rest.isEmpty { rest = bytes[...] }
    }
    return false
  }

  /// Reads until something holds or the other end closes; false where it closed before.
  @discardableResult
  func wait(until holds: (String) -> Bool) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    for _ in 0..<3000 {
      if holds(text) { return true }
      if isClosed { return false }
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 100) > 0 else { continue }
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count > 0 { received += buffer.prefix(count) } else if count == 0 || errno != EINTR { isClosed = true }
    }
    return false
  }

  /// Reads until the other end closes; false if it never does.
  func waitForEnd() -> Bool {
    wait { _ in false }
    return isClosed
  }

  var text: String { String(decoding: received, as: UTF8.self) }

  /// The status of the last answer that is no `100 Continue`; nil where there is none.
  var status: Int? {
    let lines = text.split(separator: "\r\n").filter { $0.hasPrefix("HTTP/1.1 ") && !$0.hasPrefix("HTTP/1.1 100") }
    return lines.last.flatMap { Int($0.dropFirst(9).prefix(3)) }
  }

  /// Forgets what has come, and reads the next answer with all of its body.
  func answer(to request: String) -> (status: Int, header: String, body: String)? {
    received = []
    send(request)
    var (header, body) = ("", "")
    let isWhole = wait { text in
      // By bytes: a line's end is one character.
      let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return false }
      (header, body) = (String(parts[0]), String(parts[1]))
      return body.utf8.count >= Self.length(header)
    }
    guard isWhole, let status else { return nil }
    return (status, header, body)
  }

  private static func length(_ header: String) -> Int {
    let line = header.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
    return line?.split(separator: ":").last.flatMap { Int($0.filter { $0 != " " }) } ?? 0
  }
}
